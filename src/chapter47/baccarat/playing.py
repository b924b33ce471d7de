"""How baccarat is played: the record to which the game refers."""

from collections.abc import Iterator
from typing import Final

from chapter47.baccarat.acts import ACTS
from chapter47.baccarat.events import BetsClosed
from chapter47.baccarat.narration import TELLERS
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table.in_play import WAITS, TableInPlay, waits_for
from chapter47.baccarat.table.log import FORM
from chapter47.baccarat.table.redeal import redeal
from chapter47.baccarat.table.replay import replay
from chapter47.baccarat.table.views import SeatView
from chapter47.core.cards import show
from chapter47.core.chance import Chance
from chapter47.core.money import dollars
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import Cutter, declines


def open_table(posting: BaccaratTable, chance: Chance, *, cut: Cutter = declines) -> TableInPlay:
    """It opens when its cards are needed, or when it is told to."""
    return TableInPlay(posting, chance, cut=cut)


def open_again(posting: BaccaratTable, stored: str, chance: Chance, *, cut: Cutter = declines) -> TableInPlay:
    """A table as it was stored; its log begins here."""
    table = TableInPlay(posting, chance, cut=cut)
    table.restore(stored)
    return table


def _shown(seen: SeatView) -> Iterator[str]:
    """Who sits where with which wagers, what is owed, and both hands."""
    table = seen.table
    for number, name in table.seats:
        staked = [f"{dollars(stake.amount)} on {stake.wager}" for stake in table.stakes if stake.bettor == name]
        owed = [f"owes {dollars(fee.amount)}" for fee in table.fees if fee.bettor == name]
        holds = ["holds the shoe"] if name == table.curator else []
        yield f"  {number} {name}: {', '.join([*holds, *staked, *owed]) or 'no wager'}"
    for title, hand in (("Player", table.player), ("Banker", table.banker)):
        if hand.cards or hand.face_down:
            points = "" if hand.points is None else f" ({hand.points})"
            yield f"  {title}: {show(hand.cards)}{' ??' * hand.face_down}{points}"
    if table.last_round:
        yield "  The cutting card is out."


def _may_do(seen: SeatView) -> Iterator[str]:
    posting = seen.table.posting
    limits = f"{dollars(posting.minimum)} to {dollars(posting.maximum)} by {dollars(posting.chip)}"
    for wager in seen.wagers:
        yield f"bet {seen.player} {wager} AMOUNT, {limits} (19:47-3.2(a))"
    mine = [stake for stake in seen.table.stakes if stake.bettor == seen.player]
    if seen.wagers:
        for stake in mine:
            yield f"withdraw {seen.player} {stake.wager} (19:47-3.2(d))"
    if seen.wagers and seen.table.stakes:
        yield "deal (19:47-3.2(d))"
    if seen.seat is not None and not mine:
        yield f"leave {seen.player}"


PLAYING: Final = Playing[BaccaratTable](
    open=open_table,
    open_again=open_again,
    waits_for_people=WAITS,
    waits_for=waits_for,
    closes_wagers=BetsClosed,
    acts=ACTS,
    log=FORM,
    tellers=TELLERS,
    replay=replay,
    redeal=redeal,
    shown=_shown,
    may_do=_may_do,
)
