"""Hand histories from the events of a table: the events are replayed, and each round becomes a row."""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from chapter47.core.coaching import AnyCoaching
from chapter47.core.event import Event, RoundBegan, RoundOver
from chapter47.core.game import AnyGame
from chapter47.core.history import SCHEMA, DecisionRow, HandRow, PlayedRound, RoundHistory, SettlementRow
from chapter47.core.json_object import Json
from chapter47.core.log import Frame, LogEntry, line_of, parse, plain
from chapter47.core.loose_types import OfItsGame
from chapter47.core.playing import CARD, THROW, AnyPlaying
from chapter47.games import GAMES
from chapter47.session.book import Book, Row
from chapter47.session.session import playing_of

DEALER: Final = "D"


class TableOrigin(NamedTuple):
    """What all rounds of one sitting have in common."""

    game: AnyGame
    posting: OfItsGame
    source: str
    seed: int | None = None
    sitting: int = 1

    @property
    def keys(self) -> str:
        written: Mapping[str, object] = self.game.posting.write(self.posting)
        return json.dumps(plain(written), sort_keys=True, separators=(",", ":"))


def rounds(origin: TableOrigin, entries: Iterable[LogEntry], *, values: bool = False) -> Iterator[RoundHistory]:
    """Yield each finished round. Raises `LogError` at the first line that does not reproduce. With `values` each
    decision has the value that it lost."""
    playing = playing_of(origin.game)
    fold = _Fold(origin, playing, _coach(origin.game) if values else None)
    for frame in playing.replay(origin.posting, entries):
        if fold.begins_another(frame.entry):
            yield fold.row()
        fold.note(frame)
    if fold.is_over:
        yield fold.row()


def as_data(row: RoundHistory) -> Json:
    data: Json = to_builtins(row)
    return data


def rounds_of_log(text: str, *, source: str = "log", values: bool = False) -> Iterator[Json]:
    """Yield each finished round of a log; raises `LogError` at the first line that does not reproduce."""
    game, table, seed, entries = parse(text, GAMES)
    return map(as_data, rounds(TableOrigin(game, table, source, seed), entries, values=values))


def simulated_rounds(origin: TableOrigin, played: Iterable[PlayedRound], *, values: bool = False) -> Iterator[Json]:
    """Yield the rows of a simulation, with the columns that only the simulator knows."""
    for sitting, of_sitting in groupby(played, key=lambda each: each.sitting):
        known: deque[PlayedRound] = deque()
        for row in rounds(origin._replace(sitting=sitting), _entries(of_sitting, known), values=values):
            yield _with_columns(as_data(row), known.popleft())


def _entries(played: Iterable[PlayedRound], known: deque[PlayedRound]) -> Iterator[LogEntry]:
    """Yield the lines of each round, and keep the round until its row is built."""
    for each in played:
        known.append(each)
        yield from each.entries


def _with_columns(data: Json, known: PlayedRound) -> Json:
    counts = {"cards_gone": known.cards_gone, "running_count": known.running_count, "true_count": known.true_count}
    return {**data, **{name: number for name, number in counts.items() if number is not None}, **known.more}


def _coach(game: AnyGame) -> AnyCoaching | None:
    return game.coaching.load() if game.coaching else None


class _Fold:
    """Collects a round from its frames."""

    def __init__(self, origin: TableOrigin, playing: AnyPlaying, coach: AnyCoaching | None) -> None:
        self.origin, self.playing, self.coach = origin, playing, coach
        self.side_wagers = frozenset(getattr(origin.posting, "wagers", ()))
        keys = origin.keys
        self.table, self.table_hash = keys, sha256(keys.encode()).hexdigest()
        self.state: OfItsGame = None
        self.gone = self.gone_before = 0
        self.book = Book()
        self._clear()

    def _clear(self) -> None:
        self.decisions: list[DecisionRow] = []
        self.dice: list[str] = []
        self.events: list[LogEntry] = []
        self.hands: tuple[HandRow, ...] = ()
        self.staked = 0
        self.book.rounds.clear()

    @property
    def is_over(self) -> bool:
        return bool(self.book.rounds) and self.book.rounds[-1].over

    def begins_another(self, entry: LogEntry) -> bool:
        """Return whether this line begins another round; until then, everything belongs to the previous one."""
        return self.is_over and isinstance(entry.event, RoundBegan)

    def note(self, frame: Frame) -> None:
        event = frame.entry.event
        self.events.append(frame.entry)
        if self.state is not None and (decided := self.playing.decision(self.state, frame.entry)):
            self.decisions.append(self._valued(decided))
        self.state = frame.state
        self._count(event)
        self.staked += self._made(event)
        self.book.note(event)
        if isinstance(event, RoundOver):
            self.hands = tuple(self.playing.hands(frame.state))

    def _valued(self, decided: DecisionRow) -> DecisionRow:
        if self.coach is None or self.coach.value_lost is None:
            return decided
        lost = self.coach.value_lost(self.origin.posting, self.state, decided.player, decided.move)
        return replace(decided, value_lost=lost)

    def _count(self, event: Event) -> None:
        if isinstance(event, RoundBegan):
            self.gone_before = self.gone
        if isinstance(event, self.playing.mixes):
            self.gone_before, self.gone = (0 if self.gone == self.gone_before else self.gone_before), 0
        shown = self.playing.by_chance(event)
        if shown and shown.kind == CARD and not shown.peeked:
            self.gone += 1
        elif shown and shown.kind == THROW:
            self.dice.append(shown.what.replace(" ", "-"))

    def _made(self, event: Event) -> int:
        """Return what a main wager adds to the layout before the deal, or takes back."""
        sign = _MAKING.get(self.playing.log.events.tag(event), 0)
        if not sign or getattr(event, "wager", "") in self.side_wagers:
            return 0
        return int(sign * event.amount * getattr(event, "hands", 1))  # type: ignore[attr-defined]  # each of them has one

    def row(self) -> RoundHistory:
        """Return the row of the finished round, and begin the next."""
        made = self._row()
        self._clear()
        return made

    def _row(self) -> RoundHistory:
        result = self.book.rounds[-1]
        sides = [row for row in result.rows if row.wager in self.side_wagers]
        types = self.playing.log.events
        return RoundHistory(
            schema=SCHEMA,
            game=self.origin.game.name,
            table=self.table,
            table_hash=self.table_hash,
            source=self.origin.source,
            sitting=self.origin.sitting,
            seed=self.origin.seed,
            round=result.number,
            cards_gone=self.gone_before,
            running_count=None,
            true_count=None,
            staked=self.staked,
            net=sum(row.net for row in result.rows) - sum(row.net for row in sides),
            side_net=sum(row.net for row in sides),
            final_stake=sum(row.staked for row in result.rows),
            up_card=next((hand.cards[0] for hand in self.hands if hand.hand == DEALER and hand.cards), None),
            dice=tuple(self.dice),
            hands=self.hands,
            decisions=tuple(self.decisions),
            settlements=tuple(_settlements(result.rows)),
            paragraphs=tuple(dict.fromkeys(entry.event.by for entry in self.events if entry.event.by)),
            events=tuple(line_of(types, entry) for entry in self.events),
        )


def _settlements(rows: Sequence[Row]) -> Iterator[SettlementRow]:
    """Join the chips that moved for one wager."""
    wagers: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        wagers.setdefault((row.bettor, row.at, row.wager, row.bet, row.spot, row.is_fee), []).append(row)
    for same in wagers.values():
        first = same[0]
        moved = {result: sum(row.amount for row in same if row.result == result) for result in _RESULTS}
        yield SettlementRow(
            player=first.bettor,
            hand=str(first.at),
            wager=first.wager,
            bet=first.bet,
            spot=first.spot,
            stake=sum(row.staked for row in same),
            **moved,
            net=sum(row.net for row in same),
            why=", ".join(dict.fromkeys(row.why for row in same if row.why)),
            paragraphs=tuple(dict.fromkeys(row.citation for row in same if row.citation)),
        )


_MAKING: Final = {"Bet": 1, "Withdrawn": -1, "TakenDown": -1}
_RESULTS: Final = ("paid", "collected", "returned")
