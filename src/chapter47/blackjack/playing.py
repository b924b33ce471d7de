"""How the blackjack games are played: the record to which each of them refers."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from chapter47.blackjack.acts import ACTS, Bet, Deal, Sit
from chapter47.blackjack.events import BetsClosed
from chapter47.blackjack.narration import TELLERS
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.log import FORM
from chapter47.blackjack.table.perform import WAITS, waits_for
from chapter47.blackjack.table.redeal import redeal
from chapter47.blackjack.table.replay import replay
from chapter47.blackjack.table.stored import restore
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.act import Act
from chapter47.core.chance import Chance
from chapter47.core.money import dollars
from chapter47.core.playing import Playing, named_cards_left
from chapter47.core.table_in_play import Cutter, declines


def open_table(posting: TableRules, chance: Chance, *, cut: Cutter = declines) -> BlackjackInPlay:
    """A table whose cards still lie in their boxes: it opens when they are needed, or when it is told to."""
    return BlackjackInPlay(posting, chance, cut=cut)


def open_again(posting: TableRules, stored: str, chance: Chance, *, cut: Cutter = declines) -> BlackjackInPlay:
    """A table as it was stored; its log begins here."""
    table = BlackjackInPlay(posting, chance, cut=cut)
    restore(table, stored)
    return table


def first_to_come(script: Sequence[Act]) -> Iterator[tuple[int, str]]:
    """Who wagers on the first round was there when the table opened, unless the script tells who sat down."""
    first_round = list(takewhile(lambda act: not isinstance(act, Deal), script))
    if any(isinstance(act, Sit) for act in first_round):
        return
    for act in first_round:
        if isinstance(act, Bet) and not act.standing:
            yield act.box, act.bettor


def named_and_left(table: BlackjackInPlay) -> str:
    amounts = (f"{dollars(amount)} of the display" for amount in table.amounts_told)
    return ", ".join(filter(None, (named_cards_left(table.named_cards_left), *amounts)))


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
    first_to_come=first_to_come,
    named_and_left=named_and_left,
)
