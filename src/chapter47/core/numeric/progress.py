"""How far a long analysis has come, on the error stream where that is a terminal: a line that goes when it is done.

Nothing is said of what is done within three seconds."""

import sys
from time import monotonic

PATIENCE = 3.0
EVERY = 1.0
CLEARS_THE_LINE = "\r\x1b[K"


class Progress:
    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.name, self.patience = name, patience
        self.begun = self.latest = monotonic()
        self.shown = False

    def at(self, what: str, part: float) -> None:
        now = monotonic()
        if now - self.begun < self.patience or now - self.latest < EVERY or not sys.stderr.isatty():
            return
        self.latest, self.shown = now, True
        print(f"{CLEARS_THE_LINE}{self.name}: {what} {part:4.0%}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self.shown:
            print(CLEARS_THE_LINE, end="", file=sys.stderr, flush=True)
