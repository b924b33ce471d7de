"""The keys that work everywhere; those of the moves are the game's own."""

from typing import Final

HELP, IRREGULARITY, CITE, STEP, LEAVE = "?", "!", "c", ".", "q"
ALWAYS: Final = "? help · ! irregularity · c paragraphs · . step by step · q leave"
