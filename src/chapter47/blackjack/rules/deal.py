"""19:47-2.6: dealing, and the three ways to deal the dealer's second card."""

from collections.abc import Iterable, Sequence
from datetime import date

from chapter47.blackjack.events import DEALER, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand, Round
from chapter47.core.cards import show
from chapter47.core.findings import Breach, limit, option
from chapter47.law import law


@option("hole_card", "the card reader", "19:47-2.6(j)", since=date(1993, 1, 19), editions="1996 2010")
def card_reader(table: TableRules) -> bool:
    return table.hole_card == "card-reader"


@limit("19:47-2.6(j)2", since=date(1996, 7, 15))
def no_hole_card_with_progressive(table: TableRules) -> Breach | None:
    if table.hole_card not in ("face-down", "card-reader") or not table.offering("progressive"):
        return None
    return Breach(
        "hole_card.progressive", "a table with the progressive wager must not deal a hole card", table.hole_card, "none"
    )


FIRST_CARD, UPCARD, SECOND_CARD = "19:47-2.6(e)1", "19:47-2.6(e)2", "19:47-2.6(e)3"
DEALERS_PLACE = Place(DEALER)


@law("19:47-2.6(e)", FIRST_CARD, UPCARD, SECOND_CARD, editions="1996 2010")
@law("19:47-2A.7(d)", "19:47-2A.7(d)1", "19:47-2A.7(d)2", "19:47-2A.7(d)3", editions="switch")
def next_first_card(state: Round) -> tuple[Place, str] | None:
    """Return who gets the next first card, from the dealer's left: one to each box, one to the dealer, a second to each
    box."""
    second = None
    for hand in state.hands:
        if (passes := hand.passes) < 2:
            if not passes:
                return hand.at, FIRST_CARD
            second = second or hand.at
    if state.dealer.passes == 0:
        return DEALERS_PLACE, UPCARD
    return (second, SECOND_CARD) if second else None


@law("19:47-2.6(j)", editions="1996 2010")
@law("19:47-2A.7(l)1", editions="switch")
@law("19:47-2.6A(h)", editions="2010")
def takes_hole_card(state: Round) -> bool:
    """Return whether a hole card is dealt instead of (h): face down after the players' second cards and before any
    further one.

    If the reader has failed, only if the game deals a hole card without one (2.15(k))."""
    hole_card = state.rules.hole_card
    if state.spot:  # a later hand of the dealer begins when the players are done
        return False
    if hole_card == "card-reader" and state.reader_failed:
        return "face-down" in state.rules.traits.hole_cards
    return hole_card in ("face-down", "card-reader")


@law("19:47-2.6(j)", editions="1996 2010", kind="script")
def reads_hole_card(state: Round) -> bool:
    """Return whether the hole card goes through the reader, unseen: under an ace or a ten-value card."""
    in_use = state.rules.hole_card == "card-reader" and not state.reader_failed
    return in_use and state.shows_ace_or_ten and state.dealer.down == 1


@law("19:47-2.6(j)1", editions="2010")
@law("19:47-2A.7(l)2", editions="switch")
def reader_ends_the_deal(state: Round) -> bool:
    """Return whether the reader found a dealer's blackjack: nobody gets another card."""
    return state.peeked is True


@law("19:47-2.6(a)", editions="1996", kind="script")
@law("19:47-2.6(b)", editions="1996 2010", kind="script")
@law("19:47-2A.7(b)", editions="switch", kind="script")
def how_it_is_dealt(table: TableRules) -> str:
    shoe = "double shoe" if table.shoe == "double" else "shoe"
    return f"deals from the {shoe}: draws with the left hand, turns the card up and lays it down with the right"


@law("19:47-2.6(f)", "19:47-2.6(g)", editions="1996 2010")
@law("19:47-2A.7(h)", "19:47-2A.7(i)", "19:47-2A.7(j)", "19:47-2A.7(k)", editions="switch")
@law("19:47-2.6A(d)", "19:47-2.6A(e)", editions="2010")
def in_turn(state: Round) -> Sequence[Hand]:
    """Order the boxes from the dealer's left, each finished before the next; those that wait for a forgotten card come
    last (2.15(i))."""
    return sorted(state.hands, key=lambda hand: hand.at in state.late) if state.late else state.hands


@law("19:47-2.6(f)", "19:47-2.6(g)", editions="1996 2010", kind="script")
@law("19:47-2A.7(i)", editions="switch", kind="script")
def announces_total(hand: Hand, *, shown: bool = False) -> str:
    """Announce a point count, with the cards when its turn begins; a bust is announced too."""
    cards = f" ({show(hand.cards)})" if shown else ""
    return f"{hand.at}: {hand.total}" + (" – over 21" if hand.total.bust else "") + cards


@law("19:47-2.6(h)", editions="1996 2010")
@law("19:47-2A.7(l)", editions="switch")
@law("19:47-2.6A(f)", editions="2010")
@law("19:47-2.18(e)", "19:47-2.18(g)", editions="1996 2010")
def second_card_after_the_players(state: Round) -> bool:
    """Return whether the dealer's second card is due: without a hole card after all players, and again for an up card
    that stayed."""
    return state.dealer.size == 1 and not takes_hole_card(state)


@law("19:47-2.6(h)", editions="1996 2010", kind="script")
@law("19:47-2A.7(l)", editions="switch", kind="script")
@law("19:47-2.6A(f)", editions="2010", kind="script")
def called_for_aloud(state: Round, at: Place) -> bool:
    """Call aloud for a second card that waited for the players."""
    return at.is_dealer and second_card_after_the_players(state)


@law("19:47-2.6(i)", editions="1996 2010", kind="script")
@law("19:47-2A.7(m)", editions="switch", kind="script")
@law("19:47-2.6A(i)", editions="2010", kind="script")
@law("19:47-2.18(j)", editions="1996 2010", kind="script")
def pick_up_order(state: Round, taken_in: Iterable[Place]) -> list[Place]:
    """Order the pick-up from the dealer's far right, counterclockwise; the dealer's own cards go under them."""
    gone = set(taken_in)
    left = [hand.at for hand in reversed(state.hands) if hand.size and not hand.taken_in and hand.at not in gone]
    return [*left, DEALERS_PLACE]


LIMITS = (no_hole_card_with_progressive,)
OPTIONS = (card_reader,)
