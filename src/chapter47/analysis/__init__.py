"""Exact expectation from a finite shoe: the house edge, the best chart, the value of every move."""
