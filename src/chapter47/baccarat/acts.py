"""The acts of a baccarat table."""

from typing import Annotated, Final

from chapter47.baccarat.irregularities import IRREGULARITIES
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.core.act import (
    CARD,
    COMMON_ACTS,
    MONEY_OR_ALL,
    SHOE_ACTS,
    Act,
    FieldForm,
    InCash,
    Money,
    OnWager,
    Player,
)
from chapter47.core.act import Call as Call
from chapter47.core.act import Coupon as Coupon
from chapter47.core.act import CutAt as CutAt
from chapter47.core.act import DeclineCut as DeclineCut
from chapter47.core.act import Leave as Leave
from chapter47.core.act import Open as Open
from chapter47.core.act import Recut as Recut
from chapter47.core.act import Sit as Sit
from chapter47.core.act import Steps as Steps
from chapter47.core.cards import Card
from chapter47.core.grammar import Grammar


class Bet(Act, frozen=True, tag="bet"):
    """A seated player makes a wager, or adds chips to one."""

    actor = "player"
    wagers = True
    of_the_layout = True

    player: Player
    amount: Money
    on: OnWager
    cash: InCash = False


class TakeBack(Act, frozen=True, tag="take-back"):
    """A player takes back chips of a wager, or all of them."""

    actor = "player"
    of_the_layout = True

    player: Player
    amount: Annotated[int, FieldForm(MONEY_OR_ALL)]
    """In cents; 0 is all of it."""
    on: OnWager


class Deal(Act, frozen=True, tag="deal"):
    """No more bets."""


class Stack(Act, frozen=True, tag="cards"):
    """Name the next cards to come out of the shoe."""

    actor = "script"
    at_once = True

    cards: Annotated[tuple[Card, ...], FieldForm(CARD)]


class DeclineShoe(Act, frozen=True, tag="decline-shoe"):
    """The player will decline the shoe when it is next offered."""

    actor = "player"
    before_opening = True

    player: Player


class GiveUpShoe(Act, frozen=True, tag="give-up-shoe"):
    """The curator stops dealing."""

    actor = "player"

    player: Player


class Close(Act, frozen=True, tag="close-table"):
    """The table closes: outstanding fees are collected."""

    actor = "supervisor"


ACTS: Final[tuple[type[Act], ...]] = (
    Bet,
    TakeBack,
    Deal,
    Stack,
    DeclineShoe,
    GiveUpShoe,
    Close,
    *SHOE_ACTS,
    *COMMON_ACTS,
)
GRAMMAR: Final = Grammar(ACTS, known={"kind": tuple(IRREGULARITIES)}, usual={"on": WAGERS})
