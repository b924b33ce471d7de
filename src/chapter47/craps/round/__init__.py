"""A craps table as a pure value: what it needs next, what is allowed, what a throw settles."""
