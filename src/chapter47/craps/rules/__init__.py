"""Subchapter 1 by its sections: wagers (1.1 to 1.3), odds (1.4 to 1.6), dice and shooter (1.7 to 1.11)."""
