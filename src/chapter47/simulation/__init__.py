"""Rounds by the million: the rules as tables, played from shuffled shoes."""
