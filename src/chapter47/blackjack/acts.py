"""The acts of a blackjack table."""

from typing import Annotated, Final

from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.core.act import (
    CARD,
    COMMON_ACTS,
    HAND,
    MONEY,
    SHOE_ACTS,
    WORD,
    Act,
    AtBox,
    FieldForm,
    Flag,
    InCash,
    Kind,
    Money,
    OnBox,
    Player,
)
from chapter47.core.act import Call as Call
from chapter47.core.act import Choose as Choose
from chapter47.core.act import Coupon as Coupon
from chapter47.core.act import CutAt as CutAt
from chapter47.core.act import DeclineCut as DeclineCut
from chapter47.core.act import Leave as Leave
from chapter47.core.act import Open as Open
from chapter47.core.act import Recut as Recut
from chapter47.core.act import Relieve as Relieve
from chapter47.core.act import Sit as Sit
from chapter47.core.act import Steps as Steps
from chapter47.core.cards import Card
from chapter47.core.event import Place
from chapter47.core.grammar import Grammar


def _side(text: str) -> str:
    if text not in ("left", "right"):
        raise ValueError(f"'{text}' is not a side of a double shoe: left or right.")
    return text


SIDE: Final = Kind("left|right", "left", _side)
WAGER: Final = Kind("WAGER", "match-the-dealer", WORD.read)
OneBet = Annotated[str, FieldForm(Kind("BET", "over", WORD.read))]
"""The name of a bet, for a side wager that has several."""


class Bet(Act, frozen=True, tag="bet"):
    """A main wager on a box."""

    actor = "player"
    wagers = True
    of_the_layout = True

    player: Player
    amount: Money
    on: OnBox
    standing: Annotated[bool, Flag("standing")] = False
    cash: InCash = False

    @property
    def box(self) -> int:
        return int(self.on)


class SideBet(Act, frozen=True, tag="side-bet", kw_only=True):
    """A side wager beside a main wager; `bet` names one if the wager has several."""

    actor = "player"
    verb = "bet"
    of_the_layout = True

    player: Player
    amount: Money
    on: Annotated[str, FieldForm(WAGER, "on")]
    bet: OneBet = ""
    at: AtBox
    cash: InCash = False


class TakeBack(Act, frozen=True, tag="take-back"):
    """A player takes back a main wager with everything beside it."""

    actor = "player"
    verb = "take back all"
    of_the_layout = True

    player: Player
    on: OnBox

    @property
    def box(self) -> int:
        return int(self.on)


class TakeBackSide(Act, frozen=True, tag="take-back-side", kw_only=True):
    """A player takes back a side wager."""

    actor = "player"
    verb = "take back all"
    of_the_layout = True

    player: Player
    on: Annotated[str, FieldForm(WAGER, "on")]
    bet: OneBet = ""
    at: AtBox


class HandCoupon(Coupon, frozen=True, tag="coupon"):
    """A match play coupon placed with the main wager of a box or hand."""

    on: Annotated[str, FieldForm(Kind("HAND", "1", lambda text: str(Place.of(text))), "on")]


class SideCoupon(Coupon, frozen=True, tag="side-coupon"):
    """A match play coupon placed with a side wager."""

    at: Annotated[Place, FieldForm(HAND, "at")]


class Deal(Act, frozen=True, tag="deal"):
    """No more bets. The determinant card of a double shoe is drawn from this side, otherwise from the left."""

    side: Annotated[Side | None, FieldForm(SIDE, "from")] = None


class Stack(Act, frozen=True, tag="cards"):
    """Name the next cards of the shoe, or of one side of a double shoe."""

    actor = "script"
    at_once = True

    cards: Annotated[tuple[Card, ...], FieldForm(CARD)]
    side: Annotated[Side | None, FieldForm(SIDE, "from")] = None


class NameBurned(Act, frozen=True, tag="burn"):
    """Name the last burned card, which nobody has seen."""

    actor = "script"
    at_once = True

    card: Annotated[Card, FieldForm(CARD)]


class NameAmount(Act, frozen=True, tag="display"):
    """Name the amount that the display of a side wager shows next."""

    actor = "script"
    at_once = True

    amount: Annotated[int, FieldForm(MONEY)]


class Shuffle(Act, frozen=True, tag="shuffle"):
    """The licensee has the cards shuffled."""

    actor = "supervisor"


class Idle(Act, frozen=True, tag="idle"):
    """Idle the table because nobody is playing: the cards are spread out."""

    actor = "supervisor"
    verb = "idle table"

    face_down: Annotated[bool, Flag("face-down")] = False


class Resume(Act, frozen=True, tag="resume"):
    """Resume an idle table for a player, who may have asked to see the machine's cards."""

    verb = "resume play"

    asked: Annotated[bool, Flag("showing cards")] = False


class ShowBurn(Act, frozen=True, tag="show-burn"):
    """Show the burn card to a player."""

    actor = "player"
    verb = "ask for burn card"

    player: Player


class LetIn(Act, frozen=True, tag="let-in"):
    """A supervisor lets a player back in."""

    actor = "supervisor"

    player: Player


class RepairReader(Act, frozen=True, tag="repair-reader"):
    """The card reader works again."""

    actor = "supervisor"
    verb = "repair card reader"


class FailLight(Act, frozen=True, tag="fail-light"):
    """The light that shows the progressive wager of a box has failed."""

    verb = "report failed light"

    at: AtBox


class RepairLight(Act, frozen=True, tag="repair-light"):
    """The light of a box works again."""

    actor = "supervisor"

    at: AtBox


class ExposeInMixing(Act, frozen=True, tag="expose"):
    """A card is exposed while the cards are washed or stacked for the opening; they are mixed again."""

    verb = "report exposed card"
    before_opening = True


class Jam(Act, frozen=True, tag="jam"):
    """Stop the shuffling machine before its shuffle is complete."""

    verb = "report jam"


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
ACTS: Final[tuple[type[Act], ...]] = (
    Bet,
    SideBet,
    TakeBack,
    TakeBackSide,
    HandCoupon,
    SideCoupon,
    Deal,
    Choose,
    Stack,
    NameBurned,
    NameAmount,
    Shuffle,
    Idle,
    Resume,
    ShowBurn,
    LetIn,
    RepairReader,
    FailLight,
    RepairLight,
    ExposeInMixing,
    Jam,
    *(act for act in SHOE_ACTS if act is not Coupon),
    Relieve,
    *COMMON_ACTS,
)
GRAMMAR: Final = Grammar(ACTS, known={"kind": tuple(CALLS), "move": MOVES})
