"""A craps table as a pure value: what it needs next, what may be done, what a throw settles."""
