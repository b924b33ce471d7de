"""The state of a round: facts only, folded from events. Everything else is derived from them by the rules."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from chapter47.blackjack.events import DEALER, Place
from chapter47.blackjack.hands import LIMIT, Total, card_value, is_blackjack
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.core.money import can_be_staked

# Hands and bettors ---------------------------------------------------------------------------------------------------


class Bettor(Struct, frozen=True, gc=False):
    """A person with a wager on a box."""

    box: int
    name: str
    amount: int
    """The stake before the deal, on all spots together."""
    seated: bool = True


class Hand(Struct, frozen=True, gc=False):
    """The cards in front of a box or of the dealer, and what was done with them."""

    at: Place
    cards: tuple[Card, ...] = ()
    total: Total = Total(0)
    down: int = 0
    """Cards that are face down and unseen."""
    concealed: int = 0
    """Number of its first cards that only its box knows."""
    taken_in: bool = False
    """Its cards are already in the discard rack."""
    passes: int = 0
    """Number of the first two cards that were dealt or missed."""
    split: bool = False
    of: int = 0
    """The number of the hand, as dealt, from which it was split."""
    switched: bool = False
    from_aces: bool = False
    doubled: bool = False
    face_down: bool = False
    """The double card stays face down until the hand is settled (2.10(c))."""
    stood: bool = False
    surrendered: bool = False
    dead: bool = False
    owed: int = 0
    """Number of cards asked for and not yet dealt."""

    @property
    def size(self) -> int:
        return len(self.cards) + self.down

    @property
    def blackjack(self) -> bool:
        return self.total.points == LIMIT and is_blackjack(self.cards, split=self.split, switched=self.switched)


class Question(Struct, frozen=True, gc=False):
    """A question to a bettor who shares the box with its caller; after an irregularity to the caller (no name)."""

    kind: str
    at: Place
    bettor: str
    new: Place | None = None
    spot: int = 0


# Moves ---------------------------------------------------------------------------------------------------------------


class Legal(Struct, frozen=True, gc=False):
    """A legal move; with an amount if `most` is not 0."""

    name: str
    by: str
    least: int = 0
    most: int = 0
    step: int = 0

    def allows(self, amount: int) -> bool:
        return can_be_staked(amount, least=self.least, most=self.most, step=self.step)


# Stakes --------------------------------------------------------------------------------------------------------------


MAIN: Final = "main"
INSURANCE: Final = "insurance"


class Stake(Struct, frozen=True, gc=False):
    """Chips on the layout: a main wager with its double, insurance, a side wager."""

    at: Place
    bettor: str
    amount: int
    wager: str = MAIN
    spot: int = 0
    double: int = 0
    open: bool = True
    bet: str = ""
    """Which bet of a side wager, if it has several."""
    made: int = 0
    """A side wager's original amount."""
    result: str = ""
    """Its result: win, lose or push."""
    lit: bool = False
    """Whether its chip is in the acceptor and a light shows it."""
    held: bool = False
    """Whether it has won and is paid after all others."""
    shown: int | None = None
    """What the display chose; 0 if the display failed."""
    kept: bool = False
    """Whether it stays for the next round."""
    won: int = 0
    """Hands won in a row before this round."""
    standing: bool = False
    """Whether it stands from an earlier round."""
    coupon: int = 0
    """The value of the match play coupon beside the chips: it is paid like them, but is not a chip."""

    @property
    def whole(self) -> int:
        return self.amount + self.double

    @property
    def paid_on(self) -> int:
        """What the odds are paid on: chips and coupon."""
        return self.whole + self.coupon

    @property
    def in_play(self) -> bool:
        return (self.open or self.lit) and not self.kept


# The round -----------------------------------------------------------------------------------------------------------


def insurance_of(spot: int) -> str:
    """Return the key of an insurance answer; a bettor with several spots answers for each."""
    return f"{INSURANCE} {spot}" if spot else INSURANCE


class Round(Struct, frozen=True, gc=False):
    """One round of play. What it needs next follows from its facts (`round.pending`)."""

    rules: TableRules
    version: int = 0
    """Number of events so far that changed the round; a move that names an older version is stale."""
    bettors: tuple[Bettor, ...] = ()
    hands: tuple[Hand, ...] = ()
    dealer: Hand = Hand(Place(DEALER))
    spot: int = 0
    """Which of the dealer's hands is played, if the game has several."""
    dealt_before: tuple[Hand, ...] = ()
    """The dealer's earlier hands, whose cards are in the discard rack."""
    stakes: tuple[Stake, ...] = ()
    closed: bool = False
    answered: frozenset[tuple[str, Place, str]] = frozenset()
    asks: tuple[Question, ...] = ()
    peeked: bool | None = None
    reader_failed: bool = False
    face_down_offered: bool = False
    """Whether somebody asked for a face-down double card in an earlier round (2.10(c))."""
    late: tuple[Place, ...] = ()
    """Hands whose forgotten card comes after those of all others (2.15(i))."""
    exposed: Card | None = None
    """A card drawn in error and seen, which is the next card (2.15(c))."""
    refused: frozenset[str] = frozenset()
    """Players who refused such a card and get no more."""
    face_up: int = 0
    """Cards of this round that were found face up in the shoe."""
    void: bool = False
    dealer_done: bool = False
    over: bool = False
    sides: bool = False
    """Whether somebody has made a side wager."""
    coupons: bool = False
    """Whether somebody has placed a coupon."""
    to_boxes: tuple[tuple[int, Card], ...] = ()
    """With side wagers: the cards dealt to each box in order."""
    meters: Mapping[str, tuple[int, int, int]] = {}
    dark: frozenset[int] = frozenset()
    """Boxes whose light has failed."""

    def hand(self, at: Place) -> Hand:
        if at.box == DEALER:
            return self.dealer
        for hand in self.hands:
            if hand.at == at:
                return hand
        raise KeyError(at)

    def hands_of(self, box: int) -> list[Hand]:
        return [hand for hand in self.hands if hand.at.box == box]

    def bettors_of(self, box: int) -> list[Bettor]:
        return [bettor for bettor in self.bettors if bettor.box == box]

    def bettor(self, box: int, name: str) -> Bettor:
        return next(bettor for bettor in self.bettors if bettor.box == box and bettor.name == name)

    def stakes_on(self, at: Place, wager: str = MAIN) -> list[Stake]:
        """The open stakes of one kind on a hand."""
        return [stake for stake in self.stakes if stake.open and stake.at == at and stake.wager == wager]

    @property
    def upcard(self) -> Card | None:
        return self.dealer.cards[0] if self.dealer.cards else None

    @property
    def shows_ace_or_ten(self) -> bool:
        seen = self.dealer.cards
        return bool(seen) and card_value(seen[0]) >= 10
