"""The keys that work everywhere; those of the moves belong to the game."""

from typing import Final

HELP, IRREGULARITY, CITE, STEP, LEAVE, VALUES = "?", "!", "c", ".", "q", "v"
ALWAYS: Final = "? help · ! irregularity · c paragraphs · . step by step · q leave"
