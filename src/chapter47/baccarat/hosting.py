"""Baccarat played from afar: what each player may do, and what fees are owed."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from chapter47.baccarat import round
from chapter47.baccarat.acts import Close, Deal, Leave
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.baccarat.shoe import LACE
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.core.act import quoted
from chapter47.core.cards import DECK
from chapter47.core.findings import Refusal
from chapter47.core.hosting import CARDS, HostingOf, Offer

SEATS, MAKING, WITHDRAWING = "19:47-3.3(c)", "19:47-3.2(a)", "19:47-3.2(d)"


def seated(table: BaccaratInPlay) -> tuple[str, ...]:
    return tuple(name for _, name in table.state.seats)


def nobody(table: BaccaratInPlay) -> str:
    """Nobody decides anything at baccarat."""
    del table
    return ""


def closes_wagers(table: BaccaratInPlay) -> Deal | None:
    return Deal() if table.state.betting and held_up(table) is None else None


def held_up(table: BaccaratInPlay) -> Refusal | None:
    closed = round.close_bets(table.state)
    return closed if isinstance(closed, Refusal) else None


def owed(table: BaccaratInPlay) -> dict[str, int]:
    fees: Counter[str] = Counter()
    for fee in table.state.fees:
        fees[fee.bettor] += fee.amount
    return dict(fees)


# What a player may do ------------------------------------------------------------------------------------------------


def offers(table: BaccaratInPlay, player: str) -> Iterator[Offer]:
    name, posting, state = quoted(player), table.posting, table.state
    seat = state.seat_of(player)
    if table.is_closed:
        return
    if seat is None:
        free = (number for number in posting.numbers if not state.player_at(number))
        yield from (Offer(line=f"sit {number} {name}", by=SEATS, spot=f"plate-{number}") for number in free)
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
        yield Offer(line=f"withdraw {name} {stake.wager}", by=WITHDRAWING, spot=f"spot-{seat}-{stake.wager}-1")
    if not mine:
        yield Offer(line=f"leave {name}", by=SEATS)
        if player not in table.will_decline and seat != state.curator:
            yield Offer(line=f"decline-shoe {name}", by=duties.THE_SHOE)
    yield from _cut(table, player)


def _cut(table: BaccaratInPlay, player: str) -> Iterator[Offer]:
    """Where the cards are cut that are shuffled next, if it is this player's turn then; told once for each shuffle."""
    if not any(told.player == player for told in table.cuts_told):
        yield Offer(line=f"cut {quoted(player)} {CARDS}", by=LACE, stack=table.posting.decks * len(DECK))


def _wager(table: BaccaratInPlay, seat: int, player: str, wager: str) -> Offer:
    """More chips may be laid on a wager that lies there already."""
    posting = table.posting
    stake = table.state.stake(player, wager) if table.state.betting else None
    lies = stake.amount if stake else 0
    least = posting.chip if lies else posting.minimum
    line, most = f"bet {quoted(player)} {wager}", posting.maximum - lies
    return Offer(line=line, by=MAKING, least=least, most=most, step=posting.chip, spot=f"spot-{seat}-{wager}-1")


HOSTING: Final = HostingOf[BaccaratInPlay, BaccaratTable](
    seated=seated,
    awaited=nobody,
    time_is_up=closes_wagers,
    closes_wagers=closes_wagers,
    held_up=held_up,
    offers=offers,
    log=lambda table: table.log,
    leaves=Leave,
    on_closing=Close(),
    owed=owed,
)
