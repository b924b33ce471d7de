"""The state of a table: facts only, folded from events. Everything else is derived from them by the rules."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from chapter47.baccarat import events as e
from chapter47.baccarat.events import BANKER_HAND, PLAYER_HAND
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import point_count
from chapter47.core.cards import Card
from chapter47.core.event import (
    VIGORISH,
    Collected,
    CouponLaid,
    CouponMoved,
    CouponReturned,
    CouponTaken,
    Did,
    Event,
    Paid,
    Place,
    Returned,
    RoundBegan,
    RoundOver,
    Said,
    UnknownEventError,
)
from chapter47.core.loose_types import OfItsType

FEE: Final = VIGORISH
"""The wager under which a collected fee is booked."""


class Stake(Struct, frozen=True, gc=False):
    """One player's chips on one wager."""

    seat: int
    bettor: str
    wager: str
    amount: int
    coupon: int = 0
    """The value of the match play coupon beside the chips; it is not a chip."""

    @property
    def at(self) -> Place:
        return Place(self.seat)


class FeeOwed(Struct, frozen=True, gc=False):
    """What a player owes on Banker wins, as the marker shows."""

    seat: int
    bettor: str
    amount: int


class WagerResult(Struct, frozen=True, gc=False):
    """Chips of a wager that moved in this round."""

    seat: int
    bettor: str
    wager: str
    amount: int
    result: Literal["paid", "collected", "returned"]


class TableState(Struct, frozen=True):
    """A table and its round. What it needs next follows from its facts (`round.pending`)."""

    table: BaccaratTable
    seats: tuple[tuple[int, str], ...] = ()
    """Players by seat number."""
    curator: int | None = None
    """The seat that has the shoe; None while it is offered, or if everybody has declined it and the caller deals."""
    last_curator: int | None = None
    declined: frozenset[int] = frozenset()
    """Seats that have declined the shoe since it was first offered."""
    fees: tuple[FeeOwed, ...] = ()
    number: int = 0
    """Number of rounds begun."""
    last_round: bool = False
    """The cutting card is out: the shoe ends with this round, or with the next if it came out during one."""
    shoe_done: bool = False
    history: tuple[str, ...] = ()
    """What was announced in each round since the shuffle."""

    stakes: tuple[Stake, ...] = ()
    betting: bool = False
    closed: bool = False
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    player_down: int = 0
    banker_down: int = 0
    called: frozenset[str] = frozenset()
    """Hands whose final count the caller has announced."""
    announced: str = ""
    settled: frozenset[tuple[str, str]] = frozenset()
    void: bool = False
    results: tuple[WagerResult, ...] = ()
    """Results of this round's wagers so far."""

    def hand(self, hand: str) -> tuple[Card, ...]:
        return self.player if hand == PLAYER_HAND else self.banker

    def down(self, hand: str) -> int:
        return self.player_down if hand == PLAYER_HAND else self.banker_down

    def points(self, hand: str) -> int:
        return point_count(self.hand(hand))

    def cards_of(self, hand: str) -> int:
        return len(self.hand(hand)) + self.down(hand)

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, name in self.seats if name == player), None)

    def player_at(self, seat: int | None) -> str:
        return next((name for number, name in self.seats if number == seat), "")

    def stake(self, bettor: str, wager: str) -> Stake | None:
        return next((stake for stake in self.stakes if (stake.bettor, stake.wager) == (bettor, wager)), None)

    def owed(self, player: str) -> int:
        return sum(fee.amount for fee in self.fees if fee.bettor == player)

    @property
    def open_stakes(self) -> tuple[Stake, ...]:
        return tuple(stake for stake in self.stakes if (stake.bettor, stake.wager) not in self.settled)


Change = Callable[[TableState, OfItsType], TableState]


def _same(state: TableState, event: Event) -> TableState:
    del event
    return state


def _sat(state: TableState, event: e.Sat) -> TableState:
    return replace(state, seats=tuple(sorted((*state.seats, (event.seat, event.player)))))


def _left(state: TableState, event: e.Left) -> TableState:
    return replace(state, seats=tuple(taken for taken in state.seats if taken[1] != event.player))


def _shuffled(state: TableState, event: e.Shuffled) -> TableState:
    del event
    return replace(state, last_round=False, shoe_done=False, history=())


def _cutting_card_out(state: TableState, event: e.CuttingCardOut) -> TableState:
    return replace(state, last_round=True, shoe_done=event.first)


def _offered(state: TableState, event: e.ShoeOffered) -> TableState:
    if event.taken:
        return replace(state, curator=event.seat, last_curator=event.seat, declined=frozenset())
    return replace(state, declined=state.declined | {event.seat})


def _given_up(state: TableState, event: e.ShoeGivenUp) -> TableState:
    """Pass the shoe on; the former curator may be offered it again, after all others."""
    declined = frozenset() if event.must else frozenset({event.seat})
    return replace(state, curator=None, declined=declined)


def _began(state: TableState, event: RoundBegan) -> TableState:
    return replace(
        TableState(
            state.table, state.seats, state.curator, state.last_curator, state.declined, state.fees, event.number
        ),
        betting=True,
        last_round=state.last_round,
        shoe_done=state.last_round,
        history=state.history,
    )


def _bet(state: TableState, event: e.Bet) -> TableState:
    there = state.stake(event.bettor, event.wager)
    amount = event.amount + (there.amount if there else 0)
    others = tuple(stake for stake in state.stakes if stake != there)
    coupon = there.coupon if there else 0
    return replace(state, stakes=(*others, Stake(event.seat, event.bettor, event.wager, amount, coupon)))


def _withdrawn(state: TableState, event: e.Withdrawn) -> TableState:
    kept = []
    for stake in state.stakes:
        if (stake.bettor, stake.wager) == (event.bettor, event.wager):
            if stake.amount > event.amount:
                kept.append(replace(stake, amount=stake.amount - event.amount))
        else:
            kept.append(stake)
    return replace(state, stakes=tuple(kept))


def _coupon_laid(state: TableState, event: CouponLaid) -> TableState:
    return _with_coupon(state, event, event.amount)


def _coupon_gone(state: TableState, event: CouponTaken | CouponReturned) -> TableState:
    return _with_coupon(state, event, 0)


def _with_coupon(state: TableState, event: CouponMoved, coupon: int) -> TableState:
    there = state.stake(event.bettor, event.wager)
    return replace(
        state, stakes=tuple(replace(stake, coupon=coupon) if stake == there else stake for stake in state.stakes)
    )


def _closed(state: TableState, event: e.BetsClosed) -> TableState:
    del event
    return replace(state, betting=False, closed=True)


def _dealt(state: TableState, event: e.Dealt) -> TableState:
    if event.hand == PLAYER_HAND:
        if event.card is None:
            return replace(state, player_down=state.player_down + 1)
        return replace(state, player=(*state.player, event.card), called=state.called - {PLAYER_HAND})
    if event.card is None:
        return replace(state, banker_down=state.banker_down + 1)
    return replace(state, banker=(*state.banker, event.card), called=state.called - {BANKER_HAND})


def _turned(state: TableState, event: e.Turned) -> TableState:
    cards = (event.first, event.second)
    if event.hand == PLAYER_HAND:
        return replace(state, player=cards, player_down=0)
    return replace(state, banker=cards, banker_down=0)


def _called(state: TableState, event: e.PointsCalled) -> TableState:
    return replace(state, called=state.called | {event.hand})


def _announced(state: TableState, event: e.Announced) -> TableState:
    return replace(state, announced=event.result, history=(*state.history, event.result))


def _moved(state: TableState, event: Collected | Paid | Returned) -> TableState:
    """Move chips of a decided wager; a collected fee is no longer owed."""
    if event.wager == FEE:
        return replace(state, fees=tuple(fee for fee in state.fees if fee.bettor != event.bettor))
    results = (*state.results, WagerResult(event.at.box, event.bettor, event.wager, event.amount, _BECAME[type(event)]))
    if isinstance(event, Paid):
        return replace(state, results=results)  # the stake itself goes back beside
    return replace(state, settled=state.settled | {(event.bettor, event.wager)}, results=results)


_BECAME: Final[dict[type[Event], Literal["paid", "collected", "returned"]]] = {
    Collected: "collected",
    Paid: "paid",
    Returned: "returned",
}


def _fee_marked(state: TableState, event: e.FeeMarked) -> TableState:
    owed = event.amount + state.owed(event.bettor)
    others = tuple(fee for fee in state.fees if fee.bettor != event.bettor)
    return replace(state, fees=(*others, FeeOwed(event.at.box, event.bettor, owed)))


def _voided(state: TableState, event: e.Voided) -> TableState:
    del event
    return replace(state, void=True, shoe_done=True)


def _over(state: TableState, event: RoundOver) -> TableState:
    del event
    return replace(state, closed=False)


CHANGES: Final[Mapping[type[Event], Change]] = {
    Did: _same,
    Said: _same,
    RoundBegan: _began,
    RoundOver: _over,
    Collected: _moved,
    Paid: _moved,
    Returned: _moved,
    e.Sat: _sat,
    e.Left: _left,
    e.Closed: _same,
    e.Shuffled: _shuffled,
    e.CutOffered: _same,
    e.Cut: _same,
    e.RecutOrdered: _same,
    e.CuttingCardPlaced: _same,
    e.CuttingCardOut: _cutting_card_out,
    e.Burned: _same,
    e.ShoeOffered: _offered,
    e.ShoeGivenUp: _given_up,
    e.Bet: _bet,
    e.Withdrawn: _withdrawn,
    CouponLaid: _coupon_laid,
    CouponTaken: _coupon_gone,
    CouponReturned: _coupon_gone,
    e.BetsClosed: _closed,
    e.Dealt: _dealt,
    e.Turned: _turned,
    e.PointsCalled: _called,
    e.Announced: _announced,
    e.FeeMarked: _fee_marked,
    e.Called: _same,
    e.Discarded: _same,
    e.Voided: _voided,
}


def apply(state: TableState, event: Event) -> TableState:
    """Return the state after an event; an unknown event is reported."""
    change = CHANGES.get(type(event))
    if change is None:
        raise UnknownEventError(event)
    return change(state, event)
