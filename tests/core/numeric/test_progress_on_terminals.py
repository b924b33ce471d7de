"""Progress is for eyes: nothing of it goes into a file."""

import sys
from io import StringIO

import pytest

from chapter47.core.numeric.progress import CLEARS_THE_LINE, Progress


class Screen(StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize("is_terminal", [False, True])
def test_only_a_terminal_shows_it(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen(is_terminal=is_terminal))
    progress = Progress("Switch", patience=-1)
    progress.latest -= 2
    progress.at("the best play", 0.25)
    progress.done()
    shown = f"{CLEARS_THE_LINE}Switch: the best play  25%{CLEARS_THE_LINE}"
    assert screen.getvalue() == (shown if is_terminal else "")
