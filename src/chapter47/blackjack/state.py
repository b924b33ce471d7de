"""The state of a round: facts only, folded from events. What follows from them is the business of the rules."""

from collections.abc import Mapping

from msgspec import Struct

from chapter47.blackjack.events import DEALER, Place
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.layout import Bettor, Hand, Question
from chapter47.blackjack.legal import Legal as Legal
from chapter47.blackjack.stakes import INSURANCE, MAIN, Stake
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import Card

__all__ = [
    "INSURANCE",
    "MAIN",
    "Bettor",
    "Hand",
    "Legal",
    "Question",
    "Round",
    "Stake",
    "insurance_of",
]


def insurance_of(spot: int) -> str:
    """How an answer about insurance is kept; a bettor with several spots answers for each."""
    return f"{INSURANCE} {spot}" if spot else INSURANCE


class Round(Struct, frozen=True, dict=True):
    """One round of play. What it needs next follows from its facts and is kept beside them (`dict=True`)."""

    rules: TableRules
    version: int = 0
    """How many events with an effect led here; a move that names an older one is stale."""
    bettors: tuple[Bettor, ...] = ()
    hands: tuple[Hand, ...] = ()
    dealer: Hand = Hand(Place(DEALER))
    spot: int = 0
    """Which of the dealer's hands is played, where the game has several."""
    dealt_before: tuple[Hand, ...] = ()
    """The dealer's hands before it, whose cards are in the discard rack."""
    stakes: tuple[Stake, ...] = ()
    closed: bool = False
    answered: frozenset[tuple[str, Place, str]] = frozenset()
    asks: tuple[Question, ...] = ()
    peeked: bool | None = None
    reader_failed: bool = False
    face_down_offered: bool = False
    """Somebody asked for a face-down double card in an earlier round (2.10(c))."""
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
    """Somebody has made a side wager."""
    coupons: bool = False
    """Somebody has laid a coupon."""
    to_boxes: tuple[tuple[int, Card], ...] = ()
    """Where there are side wagers: the cards dealt to each box in their order."""
    meters: Mapping[str, tuple[int, int, int]] = {}
    dark: frozenset[int] = frozenset()
    """Boxes whose light does not work."""

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
