"""Split pairs, exact."""
