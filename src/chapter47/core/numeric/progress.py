"""How far a long analysis has come, on the error stream; nothing for what is done within three seconds."""

import sys
from time import monotonic

PATIENCE = 3.0
EVERY = 1.0


class Progress:
    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.name, self.patience = name, patience
        self.begun = self.latest = monotonic()
        self.shown = False

    def at(self, what: str, part: float) -> None:
        now = monotonic()
        if now - self.begun < self.patience or now - self.latest < EVERY:
            return
        self.latest, self.shown = now, True
        self._write(f"{self.name}: {what} {part:4.0%}")

    def done(self) -> None:
        if self.shown and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")

    @staticmethod
    def _write(line: str) -> None:
        start, end = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}{line}", end=end, file=sys.stderr, flush=True)
