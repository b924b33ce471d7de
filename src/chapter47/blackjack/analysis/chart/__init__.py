"""The best chart and the best play."""
