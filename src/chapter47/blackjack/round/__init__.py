"""A round: what it needs next, what is allowed, what follows."""
