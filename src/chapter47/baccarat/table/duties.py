"""What happens automatically at the table: who holds the shoe, 3.6 and 3.11, and when fees are collected, 3.3(c)."""

from collections.abc import Iterable, Iterator

from chapter47.baccarat import events as e
from chapter47.baccarat.rules.wagers import PLAYER, rounded_up
from chapter47.baccarat.state import FEE, FeeOwed, TableState
from chapter47.core.event import Collected, Event, Place
from chapter47.law import law

THE_SHOE, PASSING, FEES = "19:47-3.6", "19:47-3.11", "19:47-3.3(c)"
LOST, GIVEN_UP, LEAVES = "the Player's Hand has won", "the curator gives it up", "the curator leaves"
BEFORE_THE_SHUFFLE, ON_LEAVING, ON_CLOSING = "fee, before the shuffle", "fee, on leaving", "fee, on closing"


def offers_of_the_shoe(state: TableState) -> list[int]:
    """Order the seats for the shoe: seat 1 first, then the next higher number.

    After a curator it passes to the right, also to the next higher number; those who have declined are skipped."""
    taken = [seat for seat, _ in state.seats]
    last = state.last_curator
    if last is not None:
        taken = [seat for seat in taken if seat > last] + [seat for seat in taken if seat <= last]
    return [seat for seat in taken if seat not in state.declined]


def after_a_round(state: TableState) -> Iterator[Event]:
    """Keep the shoe with the curator while the Banker's Hand wins or ties."""
    if state.announced == PLAYER and state.curator is not None:
        yield _passes_on(state, LOST)
    if state.shoe_done:
        yield from collected(state, BEFORE_THE_SHUFFLE)


def _passes_on(state: TableState, why: str) -> Event:
    seat = state.curator or 0
    return e.ShoeGivenUp(by=PASSING, seat=seat, player=state.player_at(seat), why=why, must=why == LOST)


def given_up(state: TableState) -> Event:
    return _passes_on(state, GIVEN_UP)


def on_leaving(state: TableState, player: str) -> Iterator[Event]:
    """Collect outstanding fees, and pass a curator's shoe on."""
    yield from collected(state, ON_LEAVING, only=(player,))
    if state.curator is not None and state.seat_of(player) == state.curator:
        yield _passes_on(state, LEAVES)


@law("19:47-3.3(c)", editions="1996", duty=5)
def collected(state: TableState, why: str, only: Iterable[str] | None = None) -> Iterator[Event]:
    """Collect every outstanding fee; the sum is rounded now if the table reads 3.3(c) that way."""
    for owed in sorted(state.fees, key=lambda fee: fee.seat):
        if only is None or owed.bettor in only:
            at, amount = Place(owed.seat), _collectable(state, owed)
            yield Collected(by=FEES, at=at, bettor=owed.bettor, wager=FEE, amount=amount, why=why)


def due(state: TableState) -> dict[str, int]:
    """Return what would be collected from each player now."""
    return {owed.bettor: _collectable(state, owed) for owed in state.fees}


def _collectable(state: TableState, owed: FeeOwed) -> int:
    table = state.table
    return rounded_up(owed.amount, table.rate(owed.seat)) if table.rounds_on_collection else owed.amount
