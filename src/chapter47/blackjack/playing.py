"""How the blackjack games are played: the record to which each of them refers."""

from typing import Final

from chapter47.blackjack.acts import ACTS
from chapter47.blackjack.events import BetsClosed
from chapter47.blackjack.narration import TELLERS
from chapter47.blackjack.table.in_play import TableInPlay
from chapter47.blackjack.table.log import FORM
from chapter47.blackjack.table.perform import WAITS, waits_for
from chapter47.blackjack.table.redeal import redeal
from chapter47.blackjack.table.replay import replay
from chapter47.blackjack.table.stored import restore
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.chance import Chance
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import Cutter, declines


def open_table(posting: TableRules, chance: Chance, *, cut: Cutter = declines) -> TableInPlay:
    """A table whose cards still lie in their boxes: it opens when they are needed, or when it is told to."""
    return TableInPlay(posting, chance, cut=cut)


def open_again(posting: TableRules, stored: str, chance: Chance, *, cut: Cutter = declines) -> TableInPlay:
    """A table as it was stored; its log begins here."""
    table = TableInPlay(posting, chance, cut=cut)
    restore(table, stored)
    return table


PLAYING: Final = Playing(
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
)
