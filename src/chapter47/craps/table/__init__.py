"""A craps table in play: the dice answer its need for a throw, people everything else; its log, and its replay."""
