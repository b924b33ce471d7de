"""The acts of a blackjack table, besides those of every game, and the lines of its scripts."""

from typing import Final

from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.core.act import (
    RECUT,
    Act,
    ActForms,
    LineForm,
    common_forms,
    coupon,
    decision,
    good_name,
    mark,
    marked,
    named_cards,
    number,
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
from chapter47.core.cards import Card, read_card, show
from chapter47.core.money import amount, cents
from chapter47.core.text import legible


class Bet(Act, frozen=True):
    """A main wager."""

    wagers = True
    usually_by = "player"

    box: int
    bettor: str
    amount: int
    standing: bool = False

    def __str__(self) -> str:
        return f"bet {self.box} {quoted(self.bettor)} {amount(self.amount)}" + " standing" * self.standing


class SideBet(Act, frozen=True):
    """A side wager beside a main wager; `bet` where the wager has several."""

    usually_by = "player"

    box: int
    bettor: str
    wager: str
    bet: str
    amount: int

    def __str__(self) -> str:
        which = f"{self.wager} {self.bet}" if self.bet else self.wager
        return f"side {self.box} {quoted(self.bettor)} {which} {amount(self.amount)}"


class Withdraw(Act, frozen=True):
    """A main wager taken back with all that lies beside it, or the side wager that is named."""

    usually_by = "player"

    box: int
    bettor: str
    wager: str = ""
    bet: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (f"withdraw {self.box} {quoted(self.bettor)}", self.wager, self.bet)))


class Deal(Act, frozen=True):
    """No more bets. Of a double shoe the determinant card is drawn from this side, or else from the left."""

    side: Side | None = None

    def __str__(self) -> str:
        return f"deal {self.side}" if self.side else "deal"


class Stack(Act, frozen=True):
    """The next cards that come out of the shoe, or out of one side of a double shoe."""

    at_once = True
    beyond_the_seed = True

    cards: tuple[Card, ...]
    side: Side | None = None

    def __str__(self) -> str:
        return f"cards {f'{self.side} ' if self.side else ''}{show(self.cards)}"


class NameBurned(Act, frozen=True):
    """The card that was burned last, unseen, was this one."""

    at_once = True
    beyond_the_seed = True

    card: Card

    def __str__(self) -> str:
        return f"burn {self.card}"


class NameAmount(Act, frozen=True):
    """When the display of a side wager chooses a prize next, it shows this amount."""

    at_once = True
    beyond_the_seed = True

    amount: int

    def __str__(self) -> str:
        return f"display {amount(self.amount)}"


class Shuffle(Act, frozen=True):
    """Because the licensee wants it."""

    usually_by = "supervisor"

    def __str__(self) -> str:
        return "shuffle"


class Idle(Act, frozen=True):
    """Nobody plays any more: the cards are spread out."""

    usually_by = "supervisor"

    face_down: bool = False

    def __str__(self) -> str:
        return "idle" + " face-down" * self.face_down


class Resume(Act, frozen=True):
    """Somebody has come to the idle table, and may have asked to see the cards of the machine."""

    asked: bool = False

    def __str__(self) -> str:
        return "resume" + " asked" * self.asked


class ShowBurn(Act, frozen=True):
    """A player asks for the burn card."""

    usually_by = "player"

    def __str__(self) -> str:
        return "show-burn"


class LetIn(Act, frozen=True):
    usually_by = "supervisor"

    player: str

    def __str__(self) -> str:
        return f"let-in {quoted(self.player)}"


class RepairReader(Act, frozen=True):
    usually_by = "supervisor"

    def __str__(self) -> str:
        return "repair-reader"


class FailLight(Act, frozen=True):
    """The light of a box, which shows its progressive wager, does not work."""

    box: int

    def __str__(self) -> str:
        return f"fail-light {self.box}"


class RepairLight(Act, frozen=True):
    usually_by = "supervisor"

    box: int

    def __str__(self) -> str:
        return f"repair-light {self.box}"


class Jam(Act, frozen=True):
    """The shuffling machine stops before its shuffle is complete."""

    def __str__(self) -> str:
        return "jam"


BetweenRounds = (
    Relieve
    | Shuffle
    | Sit
    | Leave
    | LetIn
    | RepairReader
    | Recut
    | Idle
    | Resume
    | ShowBurn
    | FailLight
    | RepairLight
    | Jam
)


def _bet(words: list[str]) -> Act:
    box, bettor, money = only(words, least=3, most=4)[:3]
    return Bet(number(box), _name(bettor), cents(money), mark(words, 3, "standing"))


def _side_bet(words: list[str]) -> Act:
    box, bettor = only(words, least=4, most=5)[:2]
    return side_bet(number(box), _name(bettor), words[2:])


def side_bet(box: int, bettor: str, words: list[str]) -> SideBet:
    """A wager of the table, its bet where it has several, and the amount."""
    wager, *bet, money = only(words, least=2, most=3)
    return SideBet(box, bettor, *_names_of_a_wager([wager, *bet]), cents(money))


def _names_of_a_wager(words: list[str]) -> tuple[str, str]:
    """A side wager, and its bet where one is named."""
    if not all(legible(word) and not set(word) & set(' "#') for word in words):
        raise ValueError(words)
    wager, *bet = words
    return wager, "".join(bet)


def _withdraw(words: list[str]) -> Act:
    box, bettor, *named = only(words, least=2, most=4)
    return Withdraw(number(box), _name(bettor), *(_names_of_a_wager(named) if named else ()))


def _deal(words: list[str]) -> Act:
    side, rest = _side(words)
    only(rest)
    return Deal(side)


def _stack(words: list[str]) -> Act:
    side, cards = _side(words)
    return Stack(named_cards(cards), side)


def _side(words: list[str]) -> tuple[Side | None, list[str]]:
    """The side of a double shoe where one is named, and the other words."""
    match words:
        case ["left", *rest]:
            return "left", rest
        case ["right", *rest]:
            return "right", rest
    return None, words


def _box(words: list[str]) -> list[int]:
    return [number(word) for word in only(words, least=1)]


def _name(name: str) -> str:
    return good_name(name, _BY_WORD)


_BY_WORD: Final[dict[str, LineForm]] = {
    "bet": LineForm("bet BOX NAME AMOUNT [standing], such as: bet 1 Ann 10", _bet),
    "side": LineForm("side BOX NAME WAGER [BET] AMOUNT, such as: side 1 Ann match-the-dealer 5", _side_bet),
    "withdraw": LineForm(
        "withdraw BOX NAME [WAGER [BET]], such as: withdraw 1 Ann, or: withdraw 1 Ann match-the-dealer", _withdraw
    ),
    "coupon": LineForm(
        "coupon BOX NAME [WAGER] AMOUNT, such as: coupon 1 Ann 10",
        lambda words: coupon(words, _name, on_a_hand=True),
    ),
    "deal": LineForm("deal, or of a double shoe: deal left, deal right", _deal),
    "cards": LineForm("cards CARD …, such as: cards As Kh Td; of a double shoe: cards left As Kh", _stack),
    "burn": LineForm("burn CARD, such as: burn 5h", lambda words: NameBurned(read_card(only(words, least=1)[0]))),
    "display": LineForm(
        "display AMOUNT, such as: display 25", lambda words: NameAmount(cents(only(words, least=1)[0]))
    ),
    "shuffle": LineForm("shuffle", lambda words: Shuffle(*only(words))),
    "let-in": LineForm("let-in NAME", lambda words: LetIn(_name(only(words, least=1)[0]))),
    "repair-reader": LineForm("repair-reader", lambda words: RepairReader(*only(words))),
    "recut": RECUT,
    "idle": LineForm("idle, or with the cards face down: idle face-down", marked(Idle, "face-down")),
    "resume": LineForm("resume, or to see the cards of the machine too: resume asked", marked(Resume, "asked")),
    "show-burn": LineForm("show-burn", lambda words: ShowBurn(*only(words))),
    "fail-light": LineForm("fail-light BOX, such as: fail-light 2", lambda words: FailLight(*_box(words))),
    "repair-light": LineForm("repair-light BOX, such as: repair-light 2", lambda words: RepairLight(*_box(words))),
    "jam": LineForm("jam", lambda words: Jam(*only(words))),
    **common_forms(_name, CALLS),
}
MOVES: Final = (
    "stand",
    "hit",
    "double",
    "double-face-down",
    "split",
    "surrender",
    "switch",
    "switch-back",
    "keep",
    "rescue",
    "let-stand",
    "insure",
    "even-money",
    "decline",
    "keep-first",
    "keep-second",
    "accept",
    "refuse",
    "later",
    "second-card",
    "dead",
)
ACTS: Final = ActForms(_BY_WORD, decision(_name), MOVES)
