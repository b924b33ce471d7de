"""A table in play, and a log done again."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chapter47.core.act import Open
from chapter47.core.chance import Seeded, SystemRandomness
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.findings import Refusal
from chapter47.core.table_in_play import TableInPlay, declines
from chapter47.library.answers import Answer, each, html_table
from chapter47.library.checks import NotLawfulError, check
from chapter47.library.prices import NotOfferedError

if TYPE_CHECKING:
    from chapter47.core.game import Game
    from chapter47.games import AnyTable
    from chapter47.session.replays import Replayed


class NotOpenedError(Chapter47Error, ValueError):
    """A table that cannot be opened: what refuses it, with its paragraph."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__([Problem(refusal.code, refusal.got, refusal.want, refusal.citation)], "table")


def open_table(
    table: "AnyTable", seed: int | None = None, *, lawful_only: bool = True, game: "Game[Any] | None" = None
) -> TableInPlay:
    """Open this table for play: the same seed deals the same cards, without one they are the system's own chance.

    Raises `NotLawfulError` with every finding where the table may not be dealt, unless `lawful_only` is false. `game`
    is the record of a game that is not one of the chapter's."""
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.playing is None:
        raise NotOfferedError("a game that is played here", game.name)
    if lawful_only and not (verdict := check(table, game=game)).lawful:
        raise NotLawfulError(verdict)
    in_play: TableInPlay = game.playing.load().open(
        table, SystemRandomness() if seed is None else Seeded(seed), cut=declines
    )
    if not in_play.is_open and (refusal := in_play.perform(Open())):
        raise NotOpenedError(refusal)
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
    written_by: Mapping[str, str | None] | None
    """The version of the program, and the day or text by which the table was judged; older logs do not say."""
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


def replay(path: str | PathLike[str], *, game: "Game[Any] | None" = None) -> Replay:
    """Do the log of a table again, event by event. Raises `LogError` where it cannot be read.

    `game` is the record of a game that is not one of the chapter's."""
    from chapter47.session.replays import replayed

    return Replay(replayed(Path(path), game))
