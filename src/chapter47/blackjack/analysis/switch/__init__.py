"""The exact price of Blackjack Switch."""
