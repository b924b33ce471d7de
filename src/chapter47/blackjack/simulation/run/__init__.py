"""A simulation from its request to its tally."""
