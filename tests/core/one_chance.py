"""A game of one chance, whole from a few lines: people wager, chance decides once, every wager is settled.

A coin, a wheel, a throw of three dice are such games. What a table in play needs (acts, events, log, replay, stored
form, price) is made here from an `OneChance`; a game with more to it brings its own."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.act import COMMON_ACTS, Act, Money, OnWager, Open, Player
from chapter47.core.chance import Chance, Scripted, Seeded
from chapter47.core.event import (
    COMMON_EVENTS,
    ChipsMoved,
    Collected,
    Event,
    EventTypes,
    Paid,
    Place,
    Returned,
    RoundBegan,
    RoundOver,
)
from chapter47.core.findings import Refusal
from chapter47.core.grammar import Grammar
from chapter47.core.log import Frame, LogEntry, LogError, LogForm, credit
from chapter47.core.money import added_up, dollars
from chapter47.core.onlookers import Who
from chapter47.core.playing import Playing
from chapter47.core.posting import Posting
from chapter47.core.pricing import Price, Pricing
from chapter47.core.replay import LogReplay
from chapter47.core.table_in_play import Cost, Cutter, declines

P = TypeVar("P", bound=Posting)
LOSES: Final = -1
PUSHES: Final = 0


@dataclass(frozen=True, kw_only=True)
class OneChance(Generic[P]):
    """All that tells one such game from another."""

    by: str
    """The paragraph that its events cite."""
    wagers: tuple[str, ...]
    outcomes: Callable[[P], Mapping[str, int]]
    """What chance can bring at a table, by weight."""
    pays: Callable[[P, str, str], Fraction | int]
    """What a wager wins on an outcome, to 1; `PUSHES` and `LOSES` where it does not."""


# What happens --------------------------------------------------------------------------------------------------------


class Staked(Event, frozen=True, kw_only=True):
    bettor: str
    wager: str
    amount: int


class NoMoreWagers(Event, frozen=True, kw_only=True):
    """Chance is about to decide."""


class Decided(Event, frozen=True, kw_only=True):
    outcome: str


EVENTS: Final = EventTypes({**COMMON_EVENTS, "Staked": Staked, "NoMoreWagers": NoMoreWagers, "Decided": Decided})
TABLE: Final = "table"
FORM: Final = LogForm(EVENTS, {TABLE: tuple(EVENTS.by_tag.values())})


# What people do ------------------------------------------------------------------------------------------------------


class MakeWager(Act, frozen=True, tag="bet"):
    actor = "player"
    wagers = True

    player: Player
    amount: Money
    on: OnWager


class CloseWagers(Act, frozen=True, tag="close"):
    """No more wagers: chance decides."""

    verb = "close wagers"


ACTS: Final[tuple[type[Act], ...]] = (MakeWager, CloseWagers, Open, *COMMON_ACTS)


# The table in play ---------------------------------------------------------------------------------------------------


class NeedWagers(Struct, frozen=True):
    """People wager until somebody closes."""


class NeedChance(Struct, frozen=True):
    """Chance decides."""


class OneChanceState(Struct, frozen=True):
    rounds: int = 0
    closed: bool = False
    stakes: tuple[Staked, ...] = ()


def fold(state: OneChanceState, event: Event) -> OneChanceState:
    match event:
        case Staked():
            return replace(state, stakes=(*state.stakes, event))
        case NoMoreWagers():
            return replace(state, closed=True)
        case RoundOver():
            return OneChanceState(state.rounds + 1)
    EVENTS.tag(event)  # raises where it is not an event of the game
    return state


class OneChanceTable(Generic[P]):
    """A table in play of such a game."""

    is_open = True
    calls = ()

    def __init__(self, game: OneChance[P], posting: P, chance: Chance, state: OneChanceState | None = None) -> None:
        self.game, self.posting, self.chance = game, posting, chance
        self.state = state or OneChanceState()
        self.log: list[LogEntry] = []

    @property
    def need(self) -> NeedWagers | NeedChance:
        return NeedChance() if self.state.closed else NeedWagers()

    @property
    def between_rounds(self) -> bool:
        return not self.state.closed

    @property
    def staked(self) -> dict[str, int]:
        return added_up((stake.bettor, stake.amount) for stake in self.state.stakes)

    def cost(self, act: Act) -> Cost | None:
        return Cost(act.player, act.amount) if isinstance(act, MakeWager) else None

    def perform(self, act: Act) -> Refusal | None:
        start = len(self.log)
        refusal = self._perform(act)
        if len(self.log) > start:
            credit(self.log, start, (act,))
        return refusal

    def _perform(self, act: Act) -> Refusal | None:
        by, least, most = self.game.by, self.posting.minimum, self.posting.maximum
        match act:
            case Open():
                return None
            case MakeWager() if not least <= act.amount <= most or act.amount % self.posting.chip:
                want = f"{dollars(least)} to {dollars(most)} in steps of {dollars(self.posting.chip)}"
                return Refusal("bet.limits", by, "outside the limits", dollars(act.amount), want)
            case MakeWager() if not self.state.closed:
                if not self.state.stakes:
                    self._note(RoundBegan(by=by, number=self.state.rounds + 1))
                self._note(Staked(by=by, bettor=act.player, wager=act.on, amount=act.amount))
                return None
            case CloseWagers() if self.state.stakes and not self.state.closed:
                self._note(NoMoreWagers(by=by))
                return None
        return Refusal("act.not_now", by, "this cannot be done now", str(act), waits_for(self.need))

    def step(self) -> None:
        if not self.state.closed:
            return
        weights = self.game.outcomes(self.posting)
        outcome = list(weights)[self.chance.by_weight(dict(enumerate(weights.values())))]
        self._note(Decided(by=self.game.by, outcome=outcome))
        for place, stake in enumerate(self.state.stakes, start=1):
            self._note(*self._settled(Place(place), stake, outcome))
        self._note(RoundOver(by=self.game.by))

    def _settled(self, at: Place, stake: Staked, outcome: str) -> Iterator[Event]:
        def moved(kind: type[ChipsMoved], chips: int) -> Event:
            return kind(by=self.game.by, at=at, bettor=stake.bettor, wager=stake.wager, amount=chips, why=outcome)

        odds = self.game.pays(self.posting, stake.wager, outcome)
        if odds == LOSES:
            yield moved(Collected, stake.amount)
            return
        if odds != PUSHES:
            yield moved(Paid, int(stake.amount * odds))
        yield moved(Returned, stake.amount)

    def view(self, who: Who) -> OneChanceState:
        """Nothing at such a table is hidden from anybody."""
        del who
        return self.state

    def stored(self) -> str:
        stakes = [EVENTS.to_json(stake) for stake in self.state.stakes]
        return json.dumps({"rounds": self.state.rounds, "closed": self.state.closed, "stakes": stakes})

    def _note(self, *events: Event) -> None:
        for event in events:
            self.log.append(LogEntry(TABLE, event))
            self.state = fold(self.state, event)


def waits_for(need: object) -> str:
    return "wagers" if isinstance(need, NeedWagers) else "chance"


# The log replayed ----------------------------------------------------------------------------------------------------


def frames(log: LogReplay, table: OneChanceTable[P]) -> Iterator[Frame]:
    """Acts are performed again; everything else must follow from them."""
    return log.frames(table.log, lambda _, act: table.perform(act), lambda _: table.step(), lambda: table.state)


class OutcomesOfLog(Scripted):
    """The outcomes that a log says came next."""

    def __init__(self, log: LogReplay, names: list[str]) -> None:
        super().__init__()
        self.log, self.names = log, names

    def by_weight(self, weights: Mapping[int, int]) -> int:
        decided = self.log.following(Decided)
        if decided is None or decided.outcome not in self.names:
            raise LogError(self.log.line, "no outcome follows in the log")
        return self.names.index(decided.outcome)


# The parts of a game -------------------------------------------------------------------------------------------------


def playing_of(game: OneChance[P]) -> Playing[P]:
    """The part `playing` of such a game."""

    def open_table(posting: P, chance: Chance, *, cut: Cutter = declines) -> OneChanceTable[P]:
        del cut
        return OneChanceTable(game, posting, chance)

    def open_again(posting: P, stored: str, chance: Chance, *, cut: Cutter = declines) -> OneChanceTable[P]:
        del cut
        shown = json.loads(stored)
        stakes = tuple(stake for stake in map(EVENTS.from_json, shown["stakes"]) if isinstance(stake, Staked))
        return OneChanceTable(game, posting, chance, OneChanceState(shown["rounds"], shown["closed"], stakes))

    def replay(posting: P, entries: Iterable[LogEntry]) -> Iterator[Frame]:
        log = LogReplay(FORM, entries, "the rules give")
        return frames(log, OneChanceTable(game, posting, OutcomesOfLog(log, list(game.outcomes(posting)))))

    def redeal(posting: P, entries: list[LogEntry], seed: int) -> None:
        for _ in frames(LogReplay(FORM, entries), OneChanceTable(game, posting, Seeded(seed))):
            pass

    return Playing(
        open=open_table,
        open_again=open_again,
        waits_for_people=(NeedWagers,),
        waits_for=waits_for,
        closes_wagers=NoMoreWagers,
        acts=Grammar(ACTS, known={"on": game.wagers, "kind": ()}),
        log=FORM,
        tellers={
            Staked: lambda event, faces: f"{event.bettor} stakes {dollars(event.amount)} on {event.wager}.",
            NoMoreWagers: lambda event, faces: "No more wagers.",
            Decided: lambda event, faces: f"It is {event.outcome}.",
        },
        replay=replay,
        redeal=redeal,
    )


def pricing_of(game: OneChance[P]) -> Pricing[P]:
    """The part `pricing`: exact, of every wager; the first one is the main wager."""

    def price(posting: P) -> Price:
        priced = {wager: _chances(game, posting, wager) for wager in game.wagers}
        main = priced[game.wagers[0]]
        return Price(
            house_edge=main.house_edge,
            house_edge_optimal=main.house_edge,
            variance=main.variance,
            wagers={
                wager: {"house_edge": each.house_edge, "outcomes": each.outcomes} for wager, each in priced.items()
            },
            titles={wager: wager.capitalize() for wager in game.wagers},
        )

    return Pricing(price=price)


class _Chances(NamedTuple):
    """How a wager of 1 ends."""

    house_edge: float
    variance: float
    outcomes: dict[str, float]


def _chances(game: OneChance[P], posting: P, wager: str) -> _Chances:
    weights = game.outcomes(posting)
    whole = sum(weights.values())
    mean = square = Fraction(0)
    endings: dict[str, float] = {}
    for outcome, weight in weights.items():
        won, share = Fraction(game.pays(posting, wager, outcome)), Fraction(weight, whole)
        mean, square = mean + won * share, square + won**2 * share
        ending = "lose" if won == LOSES else "push" if won == PUSHES else "win"
        endings[ending] = endings.get(ending, 0.0) + float(share)
    return _Chances(float(-mean), float(square - mean**2), endings)
