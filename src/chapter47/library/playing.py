"""A table in play, and a log done again."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from chapter47.core.act import Act, Open
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.findings import Refusal
from chapter47.core.game import AnyGame
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.table_in_play import Cost, TableInPlay, declines
from chapter47.library.answers import Answer, each, html_table
from chapter47.library.arguments import chance_by, path_of
from chapter47.library.checks import NotLawfulError, check
from chapter47.library.prices import NotOfferedError

if TYPE_CHECKING:
    from chapter47.drawing.settings import FeltColour
    from chapter47.games import AnyTable
    from chapter47.session.replays import Replayed


class NotOpenedError(Chapter47Error, ValueError):
    """A table that cannot be opened: what refuses it, with its paragraph."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__([Problem(refusal.code, refusal.got, refusal.want, refusal.citation)], "table")


class OpenTable:
    """A table in play, of whatever game; what only its own game knows is asked of it as well. A notebook shows it as
    its felt."""

    def __init__(self, table: TableInPlay, game: "AnyGame") -> None:
        self._table, self._game = table, game

    def __getattr__(self, name: str) -> Any:
        if name in ("_table", "_game"):
            raise AttributeError(name)
        return getattr(self._table, name)

    def __repr__(self) -> str:
        when = "between two rounds" if self.between_rounds else "in a round"
        return f"<{self._game.title}, {when}, {len(self.log)} lines of log>"

    @property
    def log(self) -> Sequence[LogEntry]:
        """Everything that has happened, in its order."""
        return self._table.log

    @property
    def need(self) -> Any:
        """What comes next: a decision of somebody, a step of the dealer, or nothing until the next round."""
        return self._table.need

    @property
    def calls(self) -> Sequence[str]:
        """The irregularities that may be called now."""
        return self._table.calls

    @property
    def is_open(self) -> bool:
        return self._table.is_open

    @property
    def between_rounds(self) -> bool:
        return self._table.between_rounds

    @property
    def staked(self) -> Mapping[str, int]:
        """The chips of each bettor that lie on the layout, undecided, in cents."""
        return self._table.staked

    def cost(self, act: Act) -> Cost | None:
        """What an act takes from somebody's chips, were it done now."""
        return self._table.cost(act)

    def perform(self, act: Act) -> Refusal | None:
        """Do it, or say why not: then nothing has changed."""
        return self._table.perform(act)

    def step(self) -> Any:
        """Do the next thing that needs no person."""
        return self._table.step()

    def view(self, who: Who) -> Any:
        """The table as an onlooker sees it."""
        return self._table.view(who)

    def stored(self) -> str:
        """All of it as a text from which it is opened again."""
        return self._table.stored()

    def picture(self, *, viewer: str = "", width: int = 1280, felt: "FeltColour" = "green") -> str:
        """The table as an SVG document: as everybody sees it, or from the chair of a player."""
        from chapter47.drawing.settings import Settings
        from chapter47.session.pictures import drawn_table

        return drawn_table(self._game, self._table, Settings(viewer=viewer, width=width, felt=felt))

    def _repr_svg_(self) -> str | None:
        return self.picture() if self._game.picture else None


def open_table(
    table: "AnyTable", seed: int | None = None, *, lawful_only: bool = True, game: "AnyGame | None" = None
) -> OpenTable:
    """Open this table for play: the same seed deals the same cards, without one they are the system's own chance.

    Raises `NotLawfulError` with every finding where the table may not be dealt, unless `lawful_only` is false. `game`
    is the record of a game that is not one of the chapter's."""
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.playing is None:
        raise NotOfferedError("a game that is played here", game.name)
    if lawful_only and not (verdict := check(table, game=game)).lawful:
        raise NotLawfulError(verdict)
    in_play: TableInPlay = game.playing.load().open(table, chance_by(seed), cut=declines)
    if not in_play.is_open and (refusal := in_play.perform(Open())):
        raise NotOpenedError(refusal)
    return OpenTable(in_play, game)


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
            (round_.number, event["line"], event["event"], event.get("by", ""))
            for round_ in self.rounds
            for event in round_.events
        ]
        return html_table(repr(self).strip("<>"), ("round", "line", "event", "paragraph"), rows)


def replay(path: str | PathLike[str], *, game: "AnyGame | None" = None) -> Replay:
    """Do the log of a table again, event by event. Raises `LogError` where it cannot be read.

    `game` is the record of a game that is not one of the chapter's."""
    from chapter47.session.replays import replayed

    return Replay(replayed(path_of(path), game))
