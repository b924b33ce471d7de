"""Cards, throws and amounts that a script does not name: they come from the seed, and are listed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from chapter47.core.event import RoundBegan
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.playing import AMOUNT, CARD, THROW, AnyPlaying
from chapter47.core.table_in_play import TableInPlay

DEALT: Final = {CARD: ("card", "dealt"), THROW: ("throw", "thrown"), AMOUNT: ("amount", "chosen")}
NAMED_BY: Final = {CARD: "cards {}", THROW: "dice {}", AMOUNT: "display {}"}
SHOWN: Final = 12
"""Most of them listed in a sentence; JSON and log have all."""


class Unscripted(NamedTuple):
    """One card, throw or amount that came by chance, in the words of a script."""

    round: int
    kind: str
    what: str

    def data(self) -> Json:
        return self._asdict()


class UnscriptedChance:
    """Follows a table and marks each entry of its log whose card, throw or amount no script has named."""

    def __init__(self, playing: AnyPlaying, table: TableInPlay) -> None:
        self.playing, self.table = playing, table
        self.listed: list[Unscripted] = []
        self._round = 0
        self._left: Counter[str] = Counter()
        """Named but not dealt yet."""
        self._out: Counter[str] = Counter()
        """Named cards that have left the shoe but are not in an event yet, such as an exposed card."""

    def marked(self, entries: Sequence[LogEntry], *, named: bool) -> list[LogEntry]:
        """Return the same entries, each with its mark; `named` if the act before them was the script's own."""
        left = Counter(self.playing.named_left(self.table))
        self._out += self._left - left
        self._left = left
        marked = [replace(entry, unscripted=not named and self._is_unscripted(entry)) for entry in entries]
        if any(isinstance(entry.event, self.playing.mixes) for entry in entries):
            self._out.clear()  # what was named and mixed with the others does not come any more
        return marked

    def _is_unscripted(self, entry: LogEntry) -> bool:
        if isinstance(entry.event, RoundBegan):
            self._round = entry.event.number
            self._out.clear()
        shown = self.playing.by_chance(entry.event)
        if shown is None:
            return False
        if shown.peeked and self._left[shown.kind]:
            return False  # it is one of the named cards, and is dealt or put aside later
        if self._out[shown.kind]:
            self._out[shown.kind] -= 1
            return False
        if shown.counts:
            self.listed.append(Unscripted(self._round, shown.kind, shown.what))
        return shown.counts


def sentences(listed: Iterable[Unscripted], seed: int) -> Iterator[str]:
    """`3 cards were not in the script and were dealt by seed 7`, with the line that would name them."""
    by_kind: dict[str, list[str]] = {}
    for shown in listed:
        by_kind.setdefault(shown.kind, []).append(shown.what)
    for kind, names in by_kind.items():
        noun, verb = DEALT[kind]
        number = len(names)
        plural, were = ("", "was") if number == 1 else ("s", "were")
        left = f"{number} {noun}{plural} {were} not in the script and {were} {verb} by seed {seed}"
        yield f"{left}{_as_lines(kind, names)}."


def _as_lines(kind: str, listed: list[str]) -> str:
    """Return the script lines that would name them, if all were seen and fit on a line."""
    if len(listed) > SHOWN or not all(listed):
        return ""
    lines = [" ".join(listed)] if kind == CARD else listed
    return ": " + ", ".join(f"`{NAMED_BY[kind].format(line)}`" for line in lines)
