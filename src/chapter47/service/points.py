"""Numbered places between two writes, at which a test can make the process kill itself.

`CHAPTER47_KILL_AT=5` kills it when it comes to point 5, `CHAPTER47_KILL_AT=5:20` when it comes there the 20th time."""

import os
import signal
from typing import Final

VARIABLE: Final = "CHAPTER47_KILL_AT"
POINTS: Final = {
    1: "a batch of units is taken, nothing is written",
    2: "the journal is written",
    3: "the balances are written",
    4: "the entries are written",
    5: "rows, rounds, secrets and snapshots are written",
    6: "the head is written, nothing is committed",
    7: "the batch is committed, nobody has been told",
    8: "the table has heard of it, whoever asked has not",
}
OF_THE_STORE: Final = range(1, 8)
"""Those that a batch passes on its way to the disk."""


class _Fuse:
    """At which point to die, and after how many times."""

    def __init__(self, told: str) -> None:
        number, _, times = told.partition(":")
        self.number = int(number or 0)
        self.left = int(times or 1)

    def passing(self, number: int) -> None:
        if number == self.number:
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


_fuse = _Fuse(os.environ.get(VARIABLE, ""))


def kill_at(told: str) -> None:
    """The same as the environment variable, for a process that runs already."""
    global _fuse
    _fuse = _Fuse(told)


def passing(number: int) -> None:
    """The process comes to this point; the tests may have it end here."""
    _fuse.passing(number)
