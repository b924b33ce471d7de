"""`chapter47 replay`: a log done again, step by step."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from chapter47.blackjack import events as e
from chapter47.blackjack.table import log
from chapter47.blackjack.table.redeal import redeal
from chapter47.blackjack.table.replay import replay
from chapter47.blackjack.table.views import result_view
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.views.of_round import round_view
from chapter47.blackjack.words.layout import round_layout
from chapter47.core.log import Frame, LogError, text_of
from chapter47.session.book import Book, RoundResult
from chapter47.session.faces import Faces, coloured
from chapter47.session.narration import told
from chapter47.terminal.console import Terminal
from chapter47.terminal.keys import LEAVE
from chapter47.terminal.layout import layout, settlement

Wait = Callable[[], bool]
"""Called after each step; whether the next one is to be shown."""


@dataclass
class Chapter:
    """A round and all that happened until the next one; number 0 is the opening of the table."""

    result: RoundResult
    frames: list[Frame] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        events = [
            {"line": frame.line, "of": frame.entry.source, **e.EVENTS.to_json(frame.entry.event)}
            for frame in self.frames
        ]
        return {**self.result.data(), "over": self.result.over, "events": events}


@dataclass
class Replayed:
    """A log that could be read: what was done again, and where it failed."""

    rules: TableRules
    seed: int | None
    chapters: list[Chapter]
    error: LogError | None = None

    @property
    def rounds(self) -> list[Chapter]:
        return self.chapters[1:]

    @property
    def cut_off_in(self) -> int | None:
        """The number of the round in whose middle the log ends: cards were dealt and it is not over."""
        last = self.chapters[-1]
        dealt = any(isinstance(frame.entry.event, e.BetsClosed) for frame in last.frames)
        return last.result.number if dealt and not last.result.over else None

    def holds(self, *, partial: bool) -> bool:
        """Whether everything came again, to the end of a round unless a part is enough."""
        return self.error is None and (partial or self.cut_off_in is None)

    def data(self, number: int | None) -> dict[str, Any]:
        opening, *rounds = [chapter.data() for chapter in self.chapters]
        return {
            "reproduces": self.error is None,
            "error": {"line": self.error.line, "why": self.error.why} if self.error else None,
            "cut_off_in": self.cut_off_in,
            "seed": self.seed,
            "opening": opening["events"],
            "rounds": [played for played in rounds if number in (None, played["number"])],
        }


def replayed(path: Path) -> Replayed:
    """Do a log again; raises `LogError` if it cannot be read."""
    rules, seed, entries = log.parse(text_of(path))
    found = Replayed(rules, seed, [Chapter(RoundResult(0))])
    book = Book()
    try:
        for frame in replay(rules, entries):
            _note(found, book, frame)
        if found.seed is not None:
            redeal(rules, entries, found.seed)
    except LogError as error:
        found.error = error
    return found


def _note(found: Replayed, book: Book, frame: Frame) -> None:
    if isinstance(frame.entry.event, e.RoundBegan):
        found.chapters.append(Chapter(RoundResult(frame.entry.event.number)))
    book.note(frame.entry.event)
    found.chapters[-1].frames.append(frame)
    if book.rounds:
        found.chapters[-1].result = book.rounds[-1]


def at_the_keyboard() -> bool:
    """Enter goes on; q, or the end of input, leaves."""
    line = sys.stdin.readline()
    return bool(line) and line.strip() != LEAVE


def show(found: Replayed, *, number: int | None, wait: Wait | None = None) -> None:
    """Each line of the log in words, with its paragraph; the settlement after each round."""
    console = Terminal(highlight=False)
    faces = Faces.of(console)
    for chapter in found.chapters:
        if number in (None, chapter.result.number) and not _shown(chapter, console, faces, wait):
            return


def _shown(chapter: Chapter, console: Terminal, faces: Faces, wait: Wait | None) -> bool:
    for frame in chapter.frames:
        _line(frame, console, faces)
        if wait is not None:
            _layout(frame, chapter, console, faces)
        if isinstance(frame.entry.event, e.RoundOver):
            console.print()
            console.print(settlement(chapter.result))
            console.print()
        if wait is not None and not wait():
            return False
    return True


def _line(frame: Frame, console: Terminal, faces: Faces) -> None:
    event = frame.entry.event
    text = Text(f"{frame.line:>5}  ", style="dim")
    text.append_text(coloured(told(event, faces), "cyan" if isinstance(event, e.Said) else ""))
    text.append(f"  {event.by}", style="dim")
    console.print(text, soft_wrap=not console.is_terminal)


def _layout(frame: Frame, chapter: Chapter, console: Terminal, faces: Faces) -> None:
    """Before a decision; once, not again after the words that go with it."""
    asked = round_view(frame.state).asked
    if asked is None or isinstance(frame.entry.event, (e.Did, e.Said)):
        return
    seen = round_view(frame.state, asked.bettor)
    events = [done.entry.event for done in chapter.frames if done.line <= frame.line]
    settled = tuple(result_view(event) for event in events if isinstance(event, (e.Paid, e.Collected, e.Returned)))
    console.print(layout(round_layout(seen, settled, faces, {})))


def verdict(found: Replayed) -> str:
    if found.error is not None:
        return f"does not reproduce: line {found.error.line}: {found.error.why}"
    count = len(found.rounds)
    cards = "the cards are as logged" if found.seed is None else f"the cards are those of seed {found.seed}"
    if found.cut_off_in is not None:
        whole = count - 1
        before = f"the {whole} before it came again" if whole else "nothing comes before it"
        return f"ends in the middle of round {found.cut_off_in}: {before}, {cards}"
    return f"reproduces: {count} round{'s' * (count != 1)}, {cards}"
