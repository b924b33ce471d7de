"""How baccarat is played: the record to which the game refers."""

from typing import Final

from chapter47.baccarat.acts import ACTS
from chapter47.baccarat.events import BetsClosed
from chapter47.baccarat.narration import TELLERS
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay, waits_for
from chapter47.baccarat.table.log import FORM
from chapter47.baccarat.table.redeal import redeal
from chapter47.baccarat.table.replay import replay
from chapter47.core.chance import Chance
from chapter47.core.playing import Playing, named_cards_left
from chapter47.core.table_in_play import Cutter, declines


def open_table(posting: BaccaratTable, chance: Chance, *, cut: Cutter = declines) -> BaccaratInPlay:
    """It opens when its cards are needed, or when it is told to."""
    return BaccaratInPlay(posting, chance, cut=cut)


def open_again(posting: BaccaratTable, stored: str, chance: Chance, *, cut: Cutter = declines) -> BaccaratInPlay:
    """A table as it was stored; its log begins here."""
    table = BaccaratInPlay(posting, chance, cut=cut)
    table.restore(stored)
    return table


def owed(table: BaccaratInPlay) -> dict[str, int]:
    return duties.due(table.state)


def named_and_left(table: BaccaratInPlay) -> str:
    return named_cards_left(table.named_cards_left)


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
    owed=owed,
    named_and_left=named_and_left,
)
