"""New Jersey's casino regulation for blackjack (N.J.A.C. 19:47) as working software."""

__version__ = "0.1.0"
