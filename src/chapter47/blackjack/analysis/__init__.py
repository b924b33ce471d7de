"""Exact analysis: every draw weighted by its count."""
