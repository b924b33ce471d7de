"""Numbered crash points between two writes, at which a test can make the process kill itself.

`CHAPTER47_KILL_AT=5` kills it at point 5, `CHAPTER47_KILL_AT=5:20` the 20th time it gets there."""

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
    7: "the batch is committed, no reply has been sent",
    8: "the table has the result, the client does not",
}
OF_THE_STORE: Final = range(1, 8)
"""The points that a batch passes on its way to disk."""


class _Fuse:
    """The point at which to kill the process, and after how many passes."""

    def __init__(self, setting: str) -> None:
        number, _, times = setting.partition(":")
        self.number = int(number or 0)
        self.left = int(times or 1)

    def passing(self, number: int) -> None:
        if number == self.number:
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


_fuse = _Fuse(os.environ.get(VARIABLE, ""))


def kill_at(setting: str) -> None:
    """Set the crash point of a running process, like the environment variable."""
    global _fuse
    _fuse = _Fuse(setting)


def passing(number: int) -> None:
    """Mark that the process has reached this point; tests may end it here."""
    _fuse.passing(number)
