"""Baccarat-punto banco, 19:47-3."""
