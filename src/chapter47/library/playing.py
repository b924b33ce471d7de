"""A table in play, and a replayed log."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from chapter47.core.act import CREW, DEALER_NAME, Act, Open
from chapter47.core.chance import Scripted
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.findings import Refusal
from chapter47.core.game import AnyGame
from chapter47.core.hosting import Hosting, Offer, call_offers
from chapter47.core.json_object import JsonMapping
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import Cost, TableInPlay, declines
from chapter47.library.answers import GameAnswer, html_table
from chapter47.library.arguments import chance_by, path_of
from chapter47.library.checks import NotLawfulError, check
from chapter47.library.prices import NotOfferedError

if TYPE_CHECKING:
    from chapter47.drawing.settings import FeltColour
    from chapter47.games import AnyTable
    from chapter47.session.replays import Replayed


class NotOpenedError(Chapter47Error, ValueError):
    """A table that cannot be opened, with the reason and its paragraph."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__([Problem(refusal.code, refusal.got, refusal.want, refusal.citation)], "table")


class OpenTable:
    """A table in play of any game; attributes of its own game are available too. Notebooks show it as its felt."""

    def __init__(self, table: TableInPlay, game: "AnyGame") -> None:
        self._table, self._game = table, game
        assert game.playing is not None
        self._playing: AnyPlaying = game.playing.load()

    def __getattr__(self, name: str) -> Any:
        if name in ("_table", "_game", "_playing"):
            raise AttributeError(name)
        return getattr(self._table, name)

    def __repr__(self) -> str:
        when = "between rounds" if self.between_rounds else "during a round"
        return f"<{self._game.title}, {when}, {len(self.log)} lines of log>"

    @property
    def log(self) -> Sequence[LogEntry]:
        """Everything that has happened, in order."""
        return self._table.log

    @property
    def need(self) -> Any:
        """What comes next: a decision, a step of the dealer, or nothing until the next round."""
        return self._table.need

    @property
    def calls(self) -> Sequence[str]:
        """List the irregularities that may be called now."""
        return self._table.calls

    @property
    def is_open(self) -> bool:
        """Whether the cards are in play. The first act that needs them opens the table, and so does `dealer open`."""
        return self._table.is_open

    @property
    def between_rounds(self) -> bool:
        return self._table.between_rounds

    @property
    def staked(self) -> Mapping[str, int]:
        """Each bettor's undecided chips on the layout, in cents."""
        return self._table.staked

    def cost(self, act: Act) -> Cost | None:
        """Return what an act would take from a player's chips now."""
        return self._table.cost(act)

    def perform(self, act: Act) -> Refusal | None:
        """Do it, or say why not: then nothing has changed."""
        return self._table.perform(act)

    def say(self, line: str) -> Refusal | None:
        """Perform the act in a line such as `Ann bet 25 on 1`, or return the refusal.

        Raises `BadActError` if the line is not an act of this game."""
        return self._table.perform(self._playing.acts.read(line))

    def legal(self, name: str) -> tuple[Offer, ...]:
        """List what somebody may do now: a player by name, or `dealer`. Each offer has its typed `act`, its line in
        `text` and, if an amount is to be chosen, the minimum, the maximum and the step."""
        if self._game.hosting is None:
            raise NotOfferedError("a game that lists its acts", self._game.name)
        hosting: Hosting = self._game.hosting.load()
        if name != DEALER_NAME:
            return () if name in CREW else tuple(hosting.offers(self._table, name))
        closing = hosting.closes_wagers(self._table)
        return (*call_offers(self._table), *([Offer(kind="close", act=closing)] if closing else ()))

    def step(self) -> Any:
        """Perform the next step that needs no person."""
        return self._table.step()

    def view(self, who: Who) -> Any:
        """Return the table as an onlooker sees it."""
        return self._table.view(who)

    def stored(self) -> str:
        """Return the whole table as a text from which it can be restored."""
        return self._table.stored()

    def picture(self, *, viewer: str = "", width: int = 1280, felt: "FeltColour" = "green") -> str:
        """Draw the table as an SVG document: as everybody sees it, or from a player's seat."""
        from chapter47.drawing.settings import Settings
        from chapter47.session.pictures import drawn_table

        return drawn_table(self._game, self._table, Settings(viewer=viewer, width=width, felt=felt))

    def _repr_svg_(self) -> str | None:
        return self.picture() if self._game.picture else None


def open_table(
    table: "AnyTable", seed: int | None = None, *, lawful_only: bool = True, game: "AnyGame | None" = None
) -> OpenTable:
    """Open this table for play: the same seed deals the same cards; without one the operating system shuffles.

    The cards are shuffled with the first act that needs them, or with `dealer open`, so that the players who have come
    by then are offered the first cut. Raises `NotLawfulError` with every finding if the table may not be dealt, unless
    `lawful_only` is false. `game` is the record of a game that is not one of the chapter's."""
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.playing is None:
        raise NotOfferedError("a game that can be played here", game.name)
    if lawful_only and not (verdict := check(table, game=game)).lawful:
        raise NotLawfulError(verdict)
    playing: AnyPlaying = game.playing.load()
    in_play = playing.open(table, chance_by(seed), cut=declines)
    if not in_play.is_open and (refusal := playing.open(table, Scripted(), cut=declines).perform(Open())):
        raise NotOpenedError(refusal)
    return OpenTable(in_play, game)


class RoundAnswer(GameAnswer, frozen=True):
    """One round of a log: how it ended, and every event with its line and its paragraph."""

    number: int
    over: bool
    events: tuple[Mapping[str, Any], ...]

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        return cls(data=data, number=data["number"], over=data["over"], events=tuple(data["events"]))


class Replay(GameAnswer, frozen=True):
    """A replayed log."""

    reproduces: bool
    error: Mapping[str, Any] | None
    """The first line that does not reproduce, and why."""
    cut_off_in: int | None
    """The number of the unfinished round in which the log ends."""
    written_by: Mapping[str, str | None] | None
    """The program version, and the date or text by which the table was judged; older logs do not say."""
    seed: int | None
    opening: tuple[Mapping[str, Any], ...]
    rounds: tuple[RoundAnswer, ...]
    done_again: Any
    """The replay itself, part by part."""

    @classmethod
    def of(cls, done_again: "Replayed") -> Self:
        data = done_again.data()
        return cls(
            data=data,
            reproduces=data["reproduces"],
            error=data.get("error"),
            cut_off_in=data.get("cut_off_in"),
            written_by=data.get("written_by"),
            seed=data.get("seed"),
            opening=tuple(data["opening"]),
            rounds=tuple(map(RoundAnswer.of, data["rounds"])),
            done_again=done_again,
        )

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
    """Replay the log of a table, event by event. Raises `LogError` if it cannot be read.

    `game` is the record of a game that is not one of the chapter's."""
    from chapter47.session.replays import replayed

    return Replay.of(replayed(path_of(path), game))
