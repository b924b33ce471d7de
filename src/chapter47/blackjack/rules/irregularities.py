"""19:47-2.15: irregularities, each with the moments when it can happen."""

from collections.abc import Callable, Mapping
from typing import Final

from chapter47.blackjack.events import Did, Event
from chapter47.blackjack.rules.shared_box import caller_of
from chapter47.blackjack.state import Hand, Legal, Round
from chapter47.core.cards import Card
from chapter47.core.findings import Irregularity
from chapter47.law import law

CALLS = {
    call.kind: call
    for call in (
        Irregularity("face-up-in-shoe", "19:47-2.15(a)", "while a card is due", "A card lies face up in the shoe"),
        Irregularity(
            "drawn-unseen",
            "19:47-2.15(b)",
            "while a card is due or a decision is pending",
            "A card was drawn by mistake and nobody saw it",
        ),
        Irregularity(
            "exposed-card",
            "19:47-2.15(c)",
            "after every hand has two cards, until the dealer is done",
            "A card was drawn by mistake and seen",
        ),
        Irregularity(
            "dealer-overdrew",
            "19:47-2.15(d)",
            "when the dealer must stand, before the wagers are settled",
            "The dealer drew a card on a hand that stands",
        ),
        Irregularity(
            "missed-dealer-card",
            "19:47-2.15(e)",
            "when one of the dealer's first two cards is due",
            "The dealer skipped the dealer's own card",
        ),
        Irregularity(
            "too-few-cards",
            "19:47-2.15(f)",
            "while a card is due, or one is drawn in error",
            "The shoe ran out during the round",
        ),
        Irregularity(
            "missed-card",
            "19:47-2.15(g)",
            "when one of a box's first two cards is due",
            "A player was skipped in the first two cards",
        ),
        Irregularity(
            "wrong-side",
            "19:47-2.15(h)",
            "with a double shoe, once cards are out",
            "The cards came from the wrong side of the double shoe",
        ),
        Irregularity(
            "missed-hit", "19:47-2.15(i)", "when a card that a player asked for is due", "A player's card was forgotten"
        ),
        Irregularity(
            "reader-misused",
            "19:47-2.15(j)",
            "with a card reader, a 2 to 9 up and the hole card unseen",
            "The card reader was used without an ace or ten showing",
        ),
        Irregularity(
            "reader-failed",
            "19:47-2.15(k)",
            "with a working card reader, until the hole card is turned",
            "The card reader broke down",
        ),
        Irregularity(
            "upcard-not-moved",
            "19:47-2.15(l)",
            "at multiple action, before a later hand's second card",
            "The up card was not moved to the next hand",
        ),
        Irregularity(
            "upcard-discarded",
            "19:47-2.15(m)",
            "at multiple action, during the dealer's later hands",
            "The up card went into the discard rack too early",
        ),
        Irregularity(
            "nothing-shown",
            "19:47-2.15(o)",
            "when the bonus button was pressed and no amount can be determined",
            "The bonus button showed no amount",
        ),
        Irregularity(
            "double-turned-up",
            "19:47-2.15(p)",
            "when a double card is due face down",
            "A face-down double card was dealt face up",
        ),
    )
}


@law("19:47-2.15(c)", editions="1996 2010")
@law("19:47-2A.15(c)", editions="switch")
def after_the_first_two_cards(state: Round) -> bool:
    """Return whether an exposed card becomes the next card; a player who refuses it gets no more cards."""
    dealt = all(hand.passes == 2 for hand in state.hands)
    return dealt and state.exposed is None and not state.dealer_done


def gets_no_more_cards(state: Round, box: int) -> bool:
    """Return whether a player who refused such a card gets none on any box they call for (2.15(c))."""
    return bool(state.refused) and caller_of(state, box).name in state.refused


@law("19:47-2.15(d)", editions="1996 2010")
@law("19:47-2A.15(d)", editions="switch")
def burned_when_dealer_stands(state: Round, *, about_to_settle: bool) -> bool:
    """Burn a card that the dealer drew to a hand that must stand."""
    return about_to_settle and len(state.dealer.cards) >= 2


@law("19:47-2.15(e)", editions="1996 2010")
@law("19:47-2A.15(e)", editions="switch")
def dealer_catches_up(state: Round) -> bool:
    """Complete the deal: the players' two cards first, then the dealer's missing ones."""
    dealer = state.dealer
    return dealer.passes >= 1 and not dealer.cards and not dealer.down


@law("19:47-2.15(g)", editions="1996 2010")
@law("19:47-2A.15(g)", editions="switch")
def hand_without_cards(hand: Hand) -> bool:
    """Make a hand dead that was missed twice; the player is in the next deal."""
    return hand.passes == 2 and hand.size == 0 and not hand.dead


@law("19:47-2.15(g)", editions="1996 2010", duty=2)
@law("19:47-2A.15(g)", editions="switch", duty=2)
def hand_with_one_card(hand: Hand) -> bool:
    """Give a hand that was missed once (2.15(g)) its second card after all others, if the player wants it."""
    return hand.passes == 2 and hand.size == 1 and not hand.split and not hand.dead


@law("19:47-2.15(h)", editions="1996 2010")
def wrong_side_stands(state: Round) -> bool:
    """Treat cards from the wrong side of a double shoe as if from the right one."""
    return state.rules.shoe == "double" and any(hand.size for hand in state.hands)


@law("19:47-2.15(i)", editions="1996 2010")
@law("19:47-2A.15(h)", editions="switch")
def later_or_dead() -> tuple[Legal, ...]:
    """Offer a forgotten card: after all other players' cards, or a dead hand and the wager returned."""
    return (Legal("later", "19:47-2.15(i)"), Legal("dead", "19:47-2.15(i)"))


def second_card_or_dead() -> tuple[Legal, ...]:
    """Offer the missing one of the first two cards (2.15(g)): now, or the hand is dead."""
    return (Legal("second-card", "19:47-2.15(g)"), Legal("dead", "19:47-2.15(g)"))


def accepted_or_refused() -> tuple[Legal, ...]:
    """Offer an exposed card that nobody asked for (2.15(c))."""
    return (Legal("accept", "19:47-2.15(c)"), Legal("refuse", "19:47-2.15(c)"))


AFTER_AN_IRREGULARITY: Final[Mapping[str, Callable[[], tuple[Legal, ...]]]] = {
    "missed-hit": later_or_dead,
    "second-card": second_card_or_dead,
    "exposed-card": accepted_or_refused,
}
"""A player's possible answers, by question."""


@law("19:47-2.15(j)1", "19:47-2.15(j)2", editions="1996 2010")
@law("19:47-2A.15(k)1", "19:47-2A.15(k)2", editions="switch")
def dead_after_reader_misuse(state: Round) -> tuple[Hand, ...]:
    """Return whether all hands are dead: if this type of reader could have shown a player the hole card; otherwise the
    round continues."""
    return state.hands if state.rules.card_reader_visible else ()


@law("19:47-2A.15(k)", editions="switch")
def reader_can_be_misused(state: Round) -> bool:
    """Return whether the reader can be misused: under a 2 to 9 while the hole card is unseen."""
    in_use = state.rules.hole_card == "card-reader" and not state.reader_failed
    return in_use and not state.shows_ace_or_ten and state.dealer.down == 1 and not state.dealer_done


@law("19:47-2.15(j)", editions="1996 2010", kind="script")
@law("19:47-2A.15(k)", editions="switch", kind="script")
def after_reader_misuse(state: Round) -> list[Event]:
    """Report the misuse to a supervisor; the round continues, unless the type of reader makes all hands dead."""
    report = Did(by="19:47-2.15(j)", what="tells a casino supervisor that the card reader was used without cause")
    if dead_after_reader_misuse(state):
        return [report]
    return [report, Did(by="19:47-2.15(j)2", what="continues the round")]


@law("19:47-2.15(k)", editions="1996 2010")
@law("19:47-2A.15(l)", editions="switch")
def reader_can_fail(state: Round) -> bool:
    """Return whether the reader can fail now; afterwards the table deals as if it had none."""
    unused = state.peeked is None and len(state.dealer.cards) < 2
    return state.rules.hole_card == "card-reader" and not state.reader_failed and unused


@law("19:47-2.15(l)", editions="1996 2010")
def counts_as_moved(state: Round) -> bool:
    """Continue as if an up card left at the dealer's last hand had been moved."""
    return state.spot > 0 and state.dealer.size == 1


@law("19:47-2.15(m)", editions="1996 2010")
def upcard_is_found_again(state: Round) -> bool:
    """Return an up card that went to the discard rack before the dealer's second or third hand was over."""
    return state.spot > 0 and not state.dealer_done


def tells_a_supervisor_of_the_upcard() -> str:
    return "calls a casino supervisor: the up card is in the discard rack"


@law("19:47-2.15(m)", editions="1996 2010", kind="script")
def puts_the_upcard_back(upcard: Card) -> str:
    return f"lays out the last hand from the discard rack, puts {upcard} back and the rest into the rack"


@law("19:47-2.15(p)", editions="2010")
def face_up_by_mistake(hand: Hand) -> bool:
    """Continue after a double card that should be face down came face up."""
    return hand.doubled and hand.face_down and hand.owed == 1


# A shoe that runs out ------------------------------------------------------------------------------------------------


@law("19:47-2.15(f)", editions="1996 2010")
@law("19:47-2A.15(f)", editions="switch")
def to_be_dealt_again(left: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that finish the round once the shoe is empty; those on the layout stay."""
    return () if left else discards
