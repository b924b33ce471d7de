"""A round: what it needs next, what may be done, what follows."""
