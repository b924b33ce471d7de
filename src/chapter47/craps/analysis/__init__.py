"""Exact prices: a Markov chain over the functions that decide the wagers, solved with fractions."""
