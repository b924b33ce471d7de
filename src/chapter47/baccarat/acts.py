"""The acts of a baccarat table, besides those of every game, and the lines of its scripts."""

from typing import Final

from chapter47.baccarat.irregularities import IRREGULARITIES
from chapter47.core.act import (
    RECUT,
    Act,
    ActForms,
    LineForm,
    common_forms,
    coupon,
    decision,
    good_name,
    named_cards,
    only,
    quoted,
)
from chapter47.core.act import Call as Call
from chapter47.core.act import Choose as Choose
from chapter47.core.act import Coupon as Coupon
from chapter47.core.act import CutAt as CutAt
from chapter47.core.act import Leave as Leave
from chapter47.core.act import Open as Open
from chapter47.core.act import Recut as Recut
from chapter47.core.act import Relieve as Relieve
from chapter47.core.act import Sit as Sit
from chapter47.core.act import Steps as Steps
from chapter47.core.cards import Card, show
from chapter47.core.money import amount, cents


class Bet(Act, frozen=True):
    """A wager of somebody who sits at the table, or more chips on one."""

    wagers = True
    usually_by = "player"

    bettor: str
    wager: str
    amount: int

    def __str__(self) -> str:
        return f"bet {quoted(self.bettor)} {self.wager} {amount(self.amount)}"


class Withdraw(Act, frozen=True):
    """Chips of a wager taken back: so many, or all of them."""

    usually_by = "player"

    bettor: str
    wager: str
    amount: int = 0

    def __str__(self) -> str:
        return f"withdraw {quoted(self.bettor)} {self.wager}" + (f" {amount(self.amount)}" if self.amount else "")


class Deal(Act, frozen=True):
    """No more bets."""

    def __str__(self) -> str:
        return "deal"


class Stack(Act, frozen=True):
    """The next cards that come out of the shoe."""

    at_once = True
    beyond_the_seed = True

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"cards {show(self.cards)}"


class DeclineShoe(Act, frozen=True):
    """When this player is offered the shoe next, it is declined."""

    before_opening = True
    usually_by = "player"

    player: str

    def __str__(self) -> str:
        return f"decline-shoe {quoted(self.player)}"


class GiveUpShoe(Act, frozen=True):
    """The curator does not want to deal any more."""

    usually_by = "player"

    def __str__(self) -> str:
        return "give-up-shoe"


class Close(Act, frozen=True):
    """The table closes: what is owed is collected."""

    usually_by = "supervisor"

    def __str__(self) -> str:
        return "close"


def _bet(words: list[str]) -> Act:
    bettor, wager, money = only(words, least=3)
    return Bet(_name(bettor), wager, cents(money))


def _withdraw(words: list[str]) -> Act:
    bettor, wager, *money = only(words, least=2, most=3)
    return Withdraw(_name(bettor), wager, cents(money[0]) if money else 0)


def _name(name: str) -> str:
    return good_name(name, _BY_WORD)


_BY_WORD: Final[dict[str, LineForm]] = {
    "bet": LineForm("bet NAME WAGER AMOUNT, such as: bet Ann banker 10", _bet),
    "withdraw": LineForm("withdraw NAME WAGER [AMOUNT], such as: withdraw Ann banker", _withdraw),
    "coupon": LineForm(
        "coupon NAME WAGER AMOUNT, such as: coupon Ann banker 10",
        lambda words: coupon(only(words, least=3), _name, on_a_hand=False),
    ),
    "deal": LineForm("deal", lambda words: Deal(*only(words))),
    "cards": LineForm("cards CARD …, such as: cards As Kh Td", lambda words: Stack(named_cards(words))),
    "recut": RECUT,
    "decline-shoe": LineForm("decline-shoe NAME", lambda words: DeclineShoe(_name(only(words, least=1)[0]))),
    "give-up-shoe": LineForm("give-up-shoe", lambda words: GiveUpShoe(*only(words))),
    "close": LineForm("close", lambda words: Close(*only(words))),
    **common_forms(_name, tuple(IRREGULARITIES)),
}


_FIRST_WORDS: Final = f"a line that begins with one of {', '.join(sorted(_BY_WORD))}"
ACTS: Final = ActForms(_BY_WORD, LineForm(_FIRST_WORDS, decision(_name).read))
