"""How the made-up coin is played: wagers on heads or tails, a throw, and the settlement."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from tests.core.coin_game import SECTION, CoinTable

from chapter47.core.act import Act, ActForms, LineForm, Open, common_forms, good_name, only, quoted
from chapter47.core.chance import Chance, Scripted, Seeded
from chapter47.core.event import (
    COMMON_EVENTS,
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
from chapter47.core.log import FIRST_EVENT_LINE, Entry, Frame, LogError, LogForm, belongs
from chapter47.core.money import amount, cents, dollars
from chapter47.core.onlookers import Who
from chapter47.core.playing import Playing
from chapter47.core.stored import made, plain
from chapter47.core.table_in_play import Cost, Cutter, declines

Side = Literal["heads", "tails"]
SIDES: Final[tuple[Side, Side]] = ("tails", "heads")


class Staked(Event, frozen=True, kw_only=True):
    bettor: str
    side: str
    amount: int


class NoMoreWagers(Event, frozen=True, kw_only=True):
    """The coin is about to be thrown."""


class Thrown(Event, frozen=True, kw_only=True):
    side: str


EVENTS: Final = EventTypes({**COMMON_EVENTS, "Staked": Staked, "NoMoreWagers": NoMoreWagers, "Thrown": Thrown})
FORM: Final = LogForm(EVENTS, {"coin": tuple(EVENTS.by_tag.values())})


class Stake(Act, frozen=True):
    wagers = True

    bettor: str
    side: Side
    amount: int

    def __str__(self) -> str:
        return f"on {self.side} {quoted(self.bettor)} {amount(self.amount)}"


class Throw(Act, frozen=True):
    def __str__(self) -> str:
        return "throw"


def _stake(words: list[str]) -> Act:
    side, bettor, money = only(words, least=3)
    return Stake(_name(bettor), SIDES[SIDES.index(side)], cents(money))


def _name(name: str) -> str:
    return good_name(name, WORDS)


WORDS: Final[dict[str, LineForm]] = {
    "on": LineForm("on SIDE NAME AMOUNT, such as: on heads Ann 5", _stake),
    "throw": LineForm("throw", lambda words: Throw(*only(words))),
    **common_forms(_name, ()),
}


class NeedWagers(Struct, frozen=True):
    """People wager until somebody says throw."""


class NeedThrow(Struct, frozen=True):
    """The dealer throws."""


class CoinState(Struct, frozen=True):
    rounds: int = 0
    closed: bool = False
    stakes: tuple[tuple[str, str, int], ...] = ()


def fold(state: CoinState, event: Event) -> CoinState:
    match event:
        case Staked():
            return replace(state, stakes=(*state.stakes, (event.bettor, event.side, event.amount)))
        case NoMoreWagers():
            return replace(state, closed=True)
        case RoundOver():
            return CoinState(state.rounds + 1)
    return state


class CoinInPlay:
    is_open, calls = True, ()

    def __init__(self, posting: CoinTable, chance: Chance, state: CoinState | None = None) -> None:
        self.posting, self.chance, self.state = posting, chance, state or CoinState()
        self.log: list[Entry] = []

    @property
    def need(self) -> NeedWagers | NeedThrow:
        return NeedThrow() if self.state.closed else NeedWagers()

    @property
    def between_rounds(self) -> bool:
        return not self.state.closed

    @property
    def staked(self) -> dict[str, int]:
        bettors = dict.fromkeys(bettor for bettor, _, _ in self.state.stakes)
        return {name: sum(chips for bettor, _, chips in self.state.stakes if bettor == name) for name in bettors}

    def cost(self, act: Act) -> Cost | None:
        return Cost(act.bettor, act.amount) if isinstance(act, Stake) else None

    def perform(self, act: Act) -> Refusal | None:
        match act:
            case Open():
                return None
            case Stake() if not self.posting.minimum <= act.amount <= self.posting.maximum:
                want = f"{dollars(self.posting.minimum)} to {dollars(self.posting.maximum)}"
                return Refusal("bet.limits", "19:47-8.2", "outside the limits", dollars(act.amount), want)
            case Stake() if not self.state.closed:
                if not self.state.stakes:
                    self._note(RoundBegan(by=SECTION, number=self.state.rounds + 1))
                self._note(Staked(by=SECTION, bettor=act.bettor, side=act.side, amount=act.amount))
                return None
            case Throw() if self.state.stakes and not self.state.closed:
                self._note(NoMoreWagers(by=SECTION))
                return None
        return Refusal("act.not_now", SECTION, "not now", str(act), type(self.need).__name__)

    def step(self) -> None:
        side = SIDES[self.chance.by_weight({0: 1, 1: 1})]
        self._note(Thrown(by=SECTION, side=side))
        for box, (bettor, wager, chips) in enumerate(self.state.stakes, start=1):
            told: dict[str, Any] = {"by": SECTION, "at": Place(box), "bettor": bettor, "wager": wager, "amount": chips}
            moves = (Paid, Returned) if wager == side else (Collected,)
            self._note(*(kind(**told, why=side) for kind in moves))
        self._note(RoundOver(by=SECTION))

    def view(self, who: Who) -> object:
        del who
        return self.state

    def stored(self) -> str:
        return json.dumps(plain(self.state, {}))

    def _note(self, *events: Event) -> None:
        for event in events:
            self.log.append(Entry("coin", event))
            self.state = fold(self.state, event)


def open_table(posting: CoinTable, chance: Chance, *, cut: Cutter = declines) -> CoinInPlay:
    del cut
    return CoinInPlay(posting, chance)


def open_again(posting: CoinTable, stored: str, chance: Chance, *, cut: Cutter = declines) -> CoinInPlay:
    del cut
    return CoinInPlay(posting, chance, made(CoinState, json.loads(stored), {}))


def replay(posting: CoinTable, entries: Iterable[Entry]) -> Iterator[Frame]:
    entries = list(entries)
    throws = [SIDES.index(one.event.side) for one in entries if isinstance(one.event, Thrown)]
    return _done_again(CoinInPlay(posting, Scripted(numbers=throws)), entries)


def redeal(posting: CoinTable, entries: list[Entry], seed: int) -> None:
    list(_done_again(CoinInPlay(posting, Seeded(seed)), entries))


def _done_again(table: CoinInPlay, entries: list[Entry]) -> Iterator[Frame]:
    """What somebody did is done again; everything else must follow from it."""
    for index, entry in enumerate(entries):
        line = index + FIRST_EVENT_LINE
        belongs(FORM, entry, line)
        if index == len(table.log):
            _do(table, next(later.event for later in entries[index:] if not isinstance(later.event, RoundBegan)))
        if index == len(table.log) or table.log[index] != entry:
            raise LogError(line, f"{EVENTS.tag(entry.event)} does not follow")
        yield Frame(line, entry, table.state)


def _do(table: CoinInPlay, event: Event) -> None:
    match event:
        case Staked():
            table.perform(Stake(event.bettor, SIDES[event.side == "heads"], event.amount))
        case NoMoreWagers():
            table.perform(Throw())
        case Thrown() if table.state.closed:
            table.step()


PLAYING: Final = Playing(
    open=open_table,
    open_again=open_again,
    waits_for_people=(NeedWagers,),
    waits_for=lambda need: "wagers" if isinstance(need, NeedWagers) else "the dealer",
    closes_wagers=NoMoreWagers,
    acts=ActForms(WORDS, LineForm("a word", _stake)),
    log=FORM,
    tellers={
        Staked: lambda event, faces: f"{event.bettor} stakes {dollars(event.amount)} on {event.side}.",
        NoMoreWagers: lambda event, faces: "No more wagers.",
        Thrown: lambda event, faces: f"The coin shows {event.side}.",
    },
    replay=replay,
    redeal=redeal,
)
