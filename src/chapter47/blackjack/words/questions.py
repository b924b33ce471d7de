"""What people are asked, what the dealer does next, and what the sign at the table says."""

from typing import Final

from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.views.records import AskedView, RoundView, SeatView, StepView, TableView
from chapter47.blackjack.words.layout import worth
from chapter47.core.faces import Faces
from chapter47.core.money import dollars
from chapter47.core.text import short_citation, spoken
from chapter47.core.words import DecisionAsked, Places

ABOUT_BOTH_HANDS: Final = frozenset(("switch",))
"""Questions that are asked of a box and not of one of its hands."""


def sign(seen: TableView) -> str:
    posted = seen.sign
    day = f", the law of {posted.day}" if posted.day else ""
    decks = f"{posted.decks} deck{'s' * (posted.decks != 1)}"
    return f"{posted.title}, {decks}, {dollars(posted.minimum)} to {dollars(posted.maximum)}{day}."


def rules(seen: TableView) -> str:
    """What is printed on the felt, and the side wagers."""
    posted = seen.sign
    decks = f"{posted.decks} deck{'s' * (posted.decks != 1)}"
    aside = [f"With {', '.join(spoken(offer.name) for offer in posted.side_wagers)}"] if posted.side_wagers else []
    return "".join(f"{said}. " for said in (decks, *posted.inscriptions, *aside)).strip()


def places(posted: TableRules) -> Places:
    return Places(tuple(range(1, posted.boxes + 1)), shared=True, most_of_one=posted.boxes_per_player)


def asked(seen: TableView) -> DecisionAsked | None:
    decides = seen.round.asked
    return None if decides is None else DecisionAsked(decides.bettor, decides.at, f"box {decides.at}")


def state_of_table(seen: TableView) -> str:
    stack = "the dealer's hand" if seen.shoe.kind == "hand" else "the shoe"
    return f"{seen.shoe.cards_left} cards left in {stack}"


def question(seat: SeatView, faces: Faces) -> str:
    """The bettor, the hand and its total, the dealer's open cards, and what is asked where it is not the usual."""
    seen = seat.table.round
    asked = seen.asked
    if asked is None:
        return ""
    dealer = " ".join(faces.card(card) for card in seen.dealer.known)
    against = f" against {dealer}" if dealer else ""
    about = "" if asked.question == "play" else f" – {asked.question}{_spot(seen, asked)}?"
    return f"{asked.bettor}, {_hand(seat, asked, faces)}{against}{about} >"


def _hand(seat: SeatView, asked: AskedView, faces: Faces) -> str:
    """The hand and its total; where a box has two hands from the deal on, which of them it is, or both."""
    hand = seat.table.round.hand(asked.at)
    if seat.table.sign.hands_per_box == 1:
        return f"box {asked.at}: {worth(hand)}"
    hands = [other for other in seat.table.round.hands if other.box == hand.box]
    if asked.question in ABOUT_BOTH_HANDS:
        return f"box {asked.at}: " + " and ".join(f"{worth(both)} ({faces.cards(both.cards)})" for both in hands)
    return f"box {asked.at}, hand {hands.index(hand) + 1} of {len(hands)}: {worth(hand)} ({faces.cards(hand.cards)})"


def _spot(seen: RoundView, asked: AskedView) -> str:
    """Which of several wagers on the box."""
    spots = {stake.spot for stake in seen.stakes if stake.bettor == asked.bettor}
    return f" of wager {asked.spot + 1}" if len(spots) > 1 else ""


def step(done_next: StepView) -> str:
    cited = f" ({short_citation(done_next.by)})" if done_next.by else ""
    match done_next.kind:
        case "card":
            return f"a card{' face down' * done_next.face_down} to {place(done_next.at)}{cited}"
        case "turn":
            return f"the card of {place(done_next.at)} is turned{cited}"
        case "peek":
            return f"the card reader{cited}"
        case "amount":
            return f"the display chooses for {done_next.wager} of {done_next.bettor}"
        case "settlement":
            return f"the settlement{cited}"
    return "the next round"


def place(at: str | None) -> str:
    return "the dealer" if at == "D" else f"box {at}"
