"""Baccarat by the million: the rules as tables, dealt from shuffled shoes."""
