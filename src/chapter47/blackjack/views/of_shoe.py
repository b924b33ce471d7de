"""The shoe as everybody sees it: how many cards, and never which."""

from typing import Literal

from chapter47.blackjack.shoe import Shoe
from chapter47.blackjack.shoe.double import SIDES, Double
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.machine import Machine
from chapter47.blackjack.shoe.pile import NOWHERE, Pile
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.views.records import ShoeView, StackView

StackName = Literal["shoe", "left", "right", "hand"]


def shoe_view(shoe: Shoe) -> ShoeView:
    if isinstance(shoe, Double):
        stacks = tuple(stack_view(side, shoe.side(side)) for side in SIDES)
        shuffle = shoe.table.shuffle
        return ShoeView(kind="double", shuffle=shuffle, stacks=stacks, deals=shoe.deals, batch=None, in_the_machine=0)
    if not isinstance(shoe, Single):
        raise TypeError(f"a shoe of an unknown kind: {type(shoe).__name__}")
    by_hand = isinstance(shoe, FromTheHand)
    machine = shoe if isinstance(shoe, Machine) else None
    return ShoeView(
        kind="hand" if by_hand else "single",
        shuffle=shoe.table.shuffle,
        stacks=(stack_view("hand" if by_hand else "shoe", shoe.pile),),
        deals=None,
        batch=machine.batch if machine else None,
        in_the_machine=len(machine.inside) if machine else 0,
    )


def stack_view(name: StackName, pile: Pile) -> StackView:
    return StackView(
        name=name,
        cards_left=pile.left,
        discards=len(pile.rack),
        before_the_cutting_card=None if pile.cutting_card == NOWHERE else pile.cutting_card - pile.next,
        cutting_card_out_at=None if pile.out_at is None else str(pile.out_at),
        burned=pile.burned is not None,
        cut_by_box=pile.cutter,
        spread=pile.spread,
    )
