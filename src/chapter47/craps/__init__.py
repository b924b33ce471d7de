"""Craps, 19:47-1: two dice, twenty wagers, a shooter."""
