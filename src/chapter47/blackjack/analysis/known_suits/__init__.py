"""Advice by the very cards, where a pay-out asks for three cards of one suit: `hands`, and `split_pairs`."""
