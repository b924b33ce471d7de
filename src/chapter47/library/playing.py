"""A table in play, and a log done again."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chapter47.library.answers import Answer, each, html_table
from chapter47.library.checks import NotLawfulError, check

if TYPE_CHECKING:
    from chapter47.blackjack.table.in_play import TableInPlay
    from chapter47.games import AnyTable
    from chapter47.session.replays import Replayed


def open_table(table: "AnyTable", seed: int | None = None, *, lawful_only: bool = True) -> "TableInPlay":
    """Open this table for play: the same seed deals the same cards, without one they are the system's own chance.

    Raises `NotLawfulError` with every finding where the table may not be dealt, unless `lawful_only` is false."""
    from chapter47.blackjack.table.in_play import TableInPlay
    from chapter47.core.chance import Seeded, SystemRandomness

    if lawful_only and not (verdict := check(table)).lawful:
        raise NotLawfulError(verdict)
    in_play = TableInPlay(table, SystemRandomness() if seed is None else Seeded(seed))
    in_play.open()
    return in_play


class RoundAnswer(Answer):
    """One round of a log: how it ended, and every event with its line and its paragraph."""

    number: int
    over: bool
    events: tuple[Mapping[str, Any], ...]


class Replay(Answer):
    """A log done again."""

    reproduces: bool
    error: Mapping[str, Any] | None
    """The first line that does not reproduce, and why."""
    cut_off_in: int | None
    """The number of the round in whose middle the log ends."""
    seed: int | None
    opening: tuple[Mapping[str, Any], ...]
    rounds: tuple[RoundAnswer, ...]
    done_again: "Replayed"

    _parts = {"rounds": each(RoundAnswer)}  # noqa: RUF012 never changed

    def __init__(self, done_again: "Replayed") -> None:
        super().__init__(done_again.data())
        object.__setattr__(self, "done_again", done_again)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.done_again,)

    def __repr__(self) -> str:
        if self.error:
            return f"<does not reproduce: line {self.error['line']}: {self.error['why']}>"
        return f"<reproduces: {len(self.rounds)} rounds>"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (one.number, event["line"], event["event"], event.get("by", ""))
            for one in self.rounds
            for event in one.events
        ]
        return html_table(repr(self).strip("<>"), ("round", "line", "event", "paragraph"), rows)


def replay(path: str | PathLike[str]) -> Replay:
    """Do the log of a table again, event by event. Raises `LogError` where it cannot be read."""
    from chapter47.session.replays import replayed

    return Replay(replayed(Path(path)))
