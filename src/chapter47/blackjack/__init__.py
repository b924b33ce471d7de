"""Blackjack, 19:47-2, with its variations, 19:47-2A and 19:47-19."""
