"""Craps by the hundred million throws: the rules tabulated, and a kernel that counts."""
