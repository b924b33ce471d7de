"""The fast path: one box against the dealer, as a table of transitions."""
