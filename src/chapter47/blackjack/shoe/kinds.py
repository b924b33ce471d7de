"""Which shoe a table deals from."""

from typing import Final

from chapter47.blackjack.shoe.bart_carter import BartCarter
from chapter47.blackjack.shoe.continuous import Continuous
from chapter47.blackjack.shoe.double import Double
from chapter47.blackjack.shoe.errors import NoSuchShoeError
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.machine import Machine
from chapter47.blackjack.shoe.protocol import Shoe
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.law import law

BY_SHUFFLE: Final[dict[str, type[Single]]] = {
    "manual": Single,
    "machine": Machine,
    "bart-carter": BartCarter,
    "continuous": Continuous,
}


@law("19:47-2.6(a)", editions="1996 2010")
@law("19:47-2.6A(a)", editions="2010")
def shoe_for(table: TableRules) -> Shoe:
    """The table's shoe, still closed: `open` comes first. From the hand whatever the table file says of shoes."""
    if GAMES[table.game].dealt_from_the_hand:
        return FromTheHand.of(table)
    if table.shoe == "single":
        return BY_SHUFFLE[table.shuffle].of(table)
    if table.shuffle != "manual":
        raise NoSuchShoeError(f"a double shoe is shuffled by hand here: got {table.shuffle}, want manual")
    return Double.of(table)
