"""Events of a blackjack table. Each names the paragraph it follows; a log is a list of them."""

from typing import Final

from chapter47.core.cards import Card
from chapter47.core.event import COMMON_EVENTS, COUPON_EVENTS, SHOE_EVENTS, EventTypes
from chapter47.core.event import DEALER as DEALER
from chapter47.core.event import BetsClosed as BetsClosed
from chapter47.core.event import Collected as Collected
from chapter47.core.event import CouponLaid as CouponLaid
from chapter47.core.event import CouponMoved as CouponMoved
from chapter47.core.event import CouponReturned as CouponReturned
from chapter47.core.event import CouponTaken as CouponTaken
from chapter47.core.event import Cut as Cut
from chapter47.core.event import CutOffered as CutOffered
from chapter47.core.event import Did as Did
from chapter47.core.event import Event as Event
from chapter47.core.event import Paid as Paid
from chapter47.core.event import Place as Place
from chapter47.core.event import RecutOrdered as RecutOrdered
from chapter47.core.event import Returned as Returned
from chapter47.core.event import RoundBegan as RoundBegan
from chapter47.core.event import RoundOver as RoundOver
from chapter47.core.event import Said as Said
from chapter47.core.event import Voided as Voided
from chapter47.core.log import ROUND, SHOE, TABLE, LogForm

# The table and its cards -------------------------------------------------------------------------------------------


class Shuffled(Event, frozen=True, kw_only=True):
    """A number of cards were shuffled. The order stays secret."""

    cards: int
    where: str = "shoe"
    """The shoe, a side of a double shoe, a batch of a machine, the discards."""


class CuttingCardPlaced(Event, frozen=True, kw_only=True):
    """This many cards are behind the cutting card."""

    behind: int
    where: str = "shoe"


class CuttingCardOut(Event, frozen=True, kw_only=True):
    """The cutting card appeared on this hand; the round is finished, then the cards are shuffled."""

    at: Place
    where: str = "shoe"


class Burned(Event, frozen=True, kw_only=True):
    """A card went out of play unseen (`card` is then unknown) or seen."""

    card: Card | None = None
    where: str = "shoe"


class BurnCardShown(Event, frozen=True, kw_only=True):
    """A player asked to see the card that was burned last."""

    card: Card


class DeterminantDrawn(Event, frozen=True, kw_only=True):
    """The card that decides from which side of a double shoe the round is dealt."""

    card: Card
    drawn_from: str
    deals: str


class Sat(Event, frozen=True, kw_only=True):
    """A player came to the table and took a seat."""

    box: int
    player: str


class Left(Event, frozen=True, kw_only=True):
    """A player left the table; the licensee may have agreed to hold the seat."""

    player: str
    held: bool = False


class LetIn(Event, frozen=True, kw_only=True):
    """The licensee admitted somebody it could have refused."""

    player: str


class DealerRelieved(Event, frozen=True, kw_only=True):
    """A new dealer came to the table."""

    dealer: str


class WentIdle(Event, frozen=True, kw_only=True):
    """The table went idle because nobody plays; the cards are spread out."""

    face_up: bool


class Resumed(Event, frozen=True, kw_only=True):
    """A player came to the idle table; `asked` says whether to see the machine's cards."""

    asked: bool


class ReaderRepaired(Event, frozen=True, kw_only=True):
    """The card reader works again."""


# The round ---------------------------------------------------------------------------------------------------------


class Bet(Event, frozen=True, kw_only=True):
    """A bettor's main wager on a box; if a box has several hands, the same amount on each."""

    box: int
    bettor: str
    amount: int
    seated: bool = True
    spot: int = 0
    """Which of the dealer's hands it is against, if the game has several; the first is 0."""
    hands: int = 1
    cash: bool = False
    """Whether it was spoken, with cash."""


class WagerOnBox(Event, frozen=True, kw_only=True):
    """A wager that a bettor makes or takes back; `bet` if the wager has several."""

    box: int
    bettor: str
    wager: str
    amount: int
    bet: str = ""


class Withdrawn(WagerOnBox, frozen=True, kw_only=True):
    """All main wagers on a box, or a side wager, were taken back before the first card."""

    out: bool = False
    """Whether the bettor has no main wager left in this round."""


class Dealt(Event, frozen=True, kw_only=True):
    """A card to a hand; without a card it is face down and unseen."""

    at: Place
    card: Card | None
    concealed: bool = False
    """Face down, visible only to its box."""


class Turned(Event, frozen=True, kw_only=True):
    """A face-down card is turned up."""

    at: Place
    card: Card


class Opened(Event, frozen=True, kw_only=True):
    """Cards that only a box knew are turned up for all."""

    at: Place


class TakenIn(Event, frozen=True, kw_only=True):
    """The cards of a hand went to the discard rack before the end of the round."""

    at: Place


class Peeked(Event, frozen=True, kw_only=True):
    """The card reader said whether the hole card makes a blackjack; nobody saw the card."""

    blackjack: bool


class Insured(Event, frozen=True, kw_only=True):
    """A bettor insured a hand, or declined (amount 0)."""

    at: Place
    bettor: str
    amount: int
    spot: int = 0


class EvenMoney(Event, frozen=True, kw_only=True):
    """A bettor with blackjack took, or declined, even money."""

    at: Place
    bettor: str
    taken: bool


class Stood(Event, frozen=True, kw_only=True):
    at: Place


class Hit(Event, frozen=True, kw_only=True):
    at: Place


class Doubled(Event, frozen=True, kw_only=True):
    """A bettor doubled; the caller's double brings the card, the others' only their money."""

    at: Place
    bettor: str
    amount: int
    face_down: bool = False
    spot: int = 0


class Split(Event, frozen=True, kw_only=True):
    """A hand became two; `new` is the new hand."""

    at: Place
    new: Place


class SplitStaked(Event, frozen=True, kw_only=True):
    """A bettor staked on the new hand (`both`), or chose the one hand that keeps the original wager."""

    at: Place
    new: Place
    bettor: str
    both: bool
    keeps: Place | None = None


class Switched(Event, frozen=True, kw_only=True):
    """A box exchanged the second cards of its hands (`switch`), left them (`keep`) or undid it (`switch-back`)."""

    at: Place
    bettor: str
    how: str


class Surrendered(Event, frozen=True, kw_only=True):
    at: Place


class Rescued(Event, frozen=True, kw_only=True):
    """A bettor took a double back and gave up the first wager, or let both stand."""

    at: Place
    bettor: str
    taken: bool


class DealerDone(Event, frozen=True, kw_only=True):
    """The dealer has all cards of this round; settlement follows."""

    total: int


class NextDealerHand(Event, frozen=True, kw_only=True):
    """The dealer's cards go to the discard rack except the up card, which begins the next dealer's hand."""

    number: int


# Irregularities ----------------------------------------------------------------------------------------------------


class Called(Event, frozen=True, kw_only=True):
    """An irregularity was called by the dealer or a supervisor."""

    kind: str
    at: Place | None = None
    card: Card | None = None


class Answered(Event, frozen=True, kw_only=True):
    """A bettor answered the choice that an irregularity gives."""

    at: Place
    bettor: str
    answer: str


class Dead(Event, frozen=True, kw_only=True):
    """A hand is dead; its wagers are returned."""

    at: Place


# Side wagers ---------------------------------------------------------------------------------------------------------


class SideBet(WagerOnBox, frozen=True, kw_only=True):
    """A side wager beside a bettor's main wager."""

    cash: bool = False
    """Whether it was spoken, with cash."""


class Lit(Event, frozen=True, kw_only=True):
    """The acceptor took the chip of a side wager; a light shows the wager from now on."""

    at: Place
    bettor: str
    wager: str


class LightOut(Event, frozen=True, kw_only=True):
    """The wager shown by a light is decided."""

    at: Place
    bettor: str
    wager: str


class MeterMoved(Event, frozen=True, kw_only=True):
    """The contents of a wager's meters, and what they show."""

    wager: str
    base: int
    wagers: int
    for_reset: int
    shows: int


class HeldBack(Event, frozen=True, kw_only=True):
    """A side wager has won and is paid after all others."""

    at: Place
    bettor: str
    wager: str
    bet: str = ""


class AmountShown(Event, frozen=True, kw_only=True):
    """The display chose what a side wager wins."""

    at: Place
    bettor: str
    wager: str
    amount: int
    bet: str = ""


class CarriedOver(Event, frozen=True, kw_only=True):
    """A side wager stays on the layout for the next round; `won` hands in a row so far."""

    at: Place
    bettor: str
    wager: str
    amount: int
    won: int
    bet: str = ""


class LightFailed(Event, frozen=True, kw_only=True):
    """The light of a betting position has failed."""

    box: int


class LightRepaired(Event, frozen=True, kw_only=True):
    """The light of a box works again."""

    box: int


EVENTS: Final = EventTypes(
    {
        **COMMON_EVENTS,
        **COUPON_EVENTS,
        **SHOE_EVENTS,
        "Shuffled": Shuffled,
        "CuttingCardPlaced": CuttingCardPlaced,
        "CuttingCardOut": CuttingCardOut,
        "Burned": Burned,
        "BurnCardShown": BurnCardShown,
        "DeterminantDrawn": DeterminantDrawn,
        "Sat": Sat,
        "Left": Left,
        "LetIn": LetIn,
        "DealerRelieved": DealerRelieved,
        "WentIdle": WentIdle,
        "Resumed": Resumed,
        "ReaderRepaired": ReaderRepaired,
        "Bet": Bet,
        "Withdrawn": Withdrawn,
        "Dealt": Dealt,
        "Turned": Turned,
        "Opened": Opened,
        "TakenIn": TakenIn,
        "Peeked": Peeked,
        "Insured": Insured,
        "EvenMoney": EvenMoney,
        "Stood": Stood,
        "Hit": Hit,
        "Doubled": Doubled,
        "Split": Split,
        "SplitStaked": SplitStaked,
        "Switched": Switched,
        "Surrendered": Surrendered,
        "Rescued": Rescued,
        "DealerDone": DealerDone,
        "NextDealerHand": NextDealerHand,
        "Called": Called,
        "Answered": Answered,
        "Dead": Dead,
        "SideBet": SideBet,
        "Lit": Lit,
        "LightOut": LightOut,
        "MeterMoved": MeterMoved,
        "HeldBack": HeldBack,
        "AmountShown": AmountShown,
        "CarriedOver": CarriedOver,
        "LightFailed": LightFailed,
        "LightRepaired": LightRepaired,
    }
)
"""Each event by its tag in a log."""


LOG: Final = LogForm(
    EVENTS,
    {
        TABLE: (
            Collected,
            DealerRelieved,
            Left,
            LetIn,
            LightFailed,
            LightRepaired,
            ReaderRepaired,
            RecutOrdered,
            Resumed,
            RoundBegan,
            Sat,
            WentIdle,
        ),
        SHOE: (
            BurnCardShown,
            Burned,
            Cut,
            CutOffered,
            CuttingCardOut,
            CuttingCardPlaced,
            DeterminantDrawn,
            Did,
            Shuffled,
        ),
        ROUND: tuple(EVENTS.by_tag.values()),
    },
)
"""What the table and the shoe report is not derived again, so they may not report on a round."""
