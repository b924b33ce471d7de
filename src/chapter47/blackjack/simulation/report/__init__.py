"""Figures and plots of a run."""
