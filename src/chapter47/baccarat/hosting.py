"""Hosting of baccarat: what each player may do, and which fees are outstanding."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from chapter47.baccarat import round
from chapter47.baccarat.acts import Bet, Close, Deal, DeclineShoe, Leave, Sit, TakeBack
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.baccarat.shoe import LACE
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.core.cards import DECK
from chapter47.core.findings import Refusal
from chapter47.core.hosting import HostingOf, Offer, cut_offers

SEATS, MAKING, WITHDRAWING = "19:47-3.3(c)", "19:47-3.2(a)", "19:47-3.2(d)"


def seated(table: BaccaratInPlay) -> tuple[str, ...]:
    return tuple(name for _, name in table.state.seats)


def nobody(table: BaccaratInPlay) -> str:
    """Return nobody: there are no decisions at baccarat."""
    del table
    return ""


def closes_wagers(table: BaccaratInPlay) -> Deal | None:
    return Deal() if table.state.betting and why_not_closable(table) is None else None


def why_not_closable(table: BaccaratInPlay) -> Refusal | None:
    closed = round.close_bets(table.state)
    return closed if isinstance(closed, Refusal) else None


def owed(table: BaccaratInPlay) -> dict[str, int]:
    fees: Counter[str] = Counter()
    for fee in table.state.fees:
        fees[fee.bettor] += fee.amount
    return dict(fees)


# What a player may do ------------------------------------------------------------------------------------------------


def offers(table: BaccaratInPlay, player: str) -> Iterator[Offer]:
    posting, state = table.posting, table.state
    seat = state.seat_of(player)
    if table.is_closed:
        return
    if seat is None:
        free = (number for number in posting.numbers if not state.player_at(number))
        yield from (Offer(kind="seat", act=Sit(player, seat), by=SEATS, spot=f"plate-{seat}") for seat in free)
        if not table.is_open:
            yield from _cut(table, player)
        return
    if not table.between_rounds:
        return
    for wager in WAGERS:
        if wager in posting.offers:
            yield _wager(table, seat, player, wager)
    mine = [stake for stake in state.open_stakes if stake.bettor == player]
    for stake in mine:
        act, spot = TakeBack(player, 0, stake.wager), f"spot-{seat}-{stake.wager}-1"
        yield Offer(kind="change", act=act, by=WITHDRAWING, spot=spot)
    if not mine:
        yield Offer(kind="leave", act=Leave(player), by=SEATS)
        if player not in table.will_decline and seat != state.curator:
            yield Offer(kind="turn", act=DeclineShoe(player), by=duties.THE_SHOE)
    yield from _cut(table, player)


def _cut(table: BaccaratInPlay, player: str) -> Iterator[Offer]:
    """Offer the cut for the next shuffle, once per shuffle."""
    if not any(planned.player == player for planned in table.planned_cuts):
        yield from cut_offers(player, table.posting.decks * len(DECK), LACE)


def _wager(table: BaccaratInPlay, seat: int, player: str, wager: str) -> Offer:
    """Offer a wager; more chips may be added to one."""
    posting = table.posting
    stake = table.state.stake(player, wager) if table.state.betting else None
    staked = stake.amount if stake else 0
    least, most = posting.chip if staked else posting.minimum, posting.maximum - staked
    act, spot = Bet(player, least, wager), f"spot-{seat}-{wager}-1"
    return Offer(kind="bet", act=act, by=MAKING, least=least, most=most, step=posting.chip, spot=spot)


HOSTING: Final = HostingOf[BaccaratInPlay, BaccaratTable](
    seated=seated,
    awaited=nobody,
    time_is_up=closes_wagers,
    closes_wagers=closes_wagers,
    why_not_closable=why_not_closable,
    offers=offers,
    log=lambda table: table.log,
    leaves=Leave,
    on_closing=Close(),
    owed=owed,
)
