"""A craps table in play: the dice provide throws, people everything else; its log, and its replay."""
