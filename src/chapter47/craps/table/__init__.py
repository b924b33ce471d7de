"""A craps table in play, with its log and its replay."""
