"""19:47-2.15: irregularities, each at the moments at which it can happen."""

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
        Irregularity("face-up-in-shoe", "19:47-2.15(a)", "while a card is to be dealt"),
        Irregularity("drawn-unseen", "19:47-2.15(b)", "while a card is to be dealt or a decision is awaited"),
        Irregularity("exposed-card", "19:47-2.15(c)", "after everybody has two cards, until the dealer is done"),
        Irregularity("dealer-overdrew", "19:47-2.15(d)", "when the dealer has to stand, before the wagers are settled"),
        Irregularity("missed-dealer-card", "19:47-2.15(e)", "when one of the dealer's first two cards is to be dealt"),
        Irregularity("too-few-cards", "19:47-2.15(f)", "while a card is to be dealt, or one is drawn in error"),
        Irregularity("missed-card", "19:47-2.15(g)", "when one of a box's first two cards is to be dealt"),
        Irregularity("wrong-side", "19:47-2.15(h)", "with a double shoe, once cards are out"),
        Irregularity("missed-hit", "19:47-2.15(i)", "when a card that a player asked for is to be dealt"),
        Irregularity(
            "reader-misused", "19:47-2.15(j)", "with a card reader, a 2 to 9 showing and the hole card unseen"
        ),
        Irregularity("reader-failed", "19:47-2.15(k)", "with a card reader that works, until the hole card is turned"),
        Irregularity("upcard-not-moved", "19:47-2.15(l)", "at multiple action, before a later hand's second card"),
        Irregularity("upcard-discarded", "19:47-2.15(m)", "at multiple action, during the dealer's later hands"),
        Irregularity("nothing-shown", "19:47-2.15(o)", "when the bonus button was pressed and no amount can be found"),
        Irregularity("double-turned-up", "19:47-2.15(p)", "when a double card is to be dealt face down"),
    )
}


@law("19:47-2.15(c)", editions="1996 2010")
@law("19:47-2A.15(c)", editions="switch")
def after_the_first_two_cards(state: Round) -> bool:
    """A card seen by mistake is dealt as the next one; who refuses it gets no more cards."""
    dealt = all(hand.passes == 2 for hand in state.hands)
    return dealt and state.exposed is None and not state.dealer_done


def gets_no_more_cards(state: Round, box: int) -> bool:
    """Who refused such a card gets none on any box of which that player is the caller (2.15(c))."""
    return bool(state.refused) and caller_of(state, box).name in state.refused


@law("19:47-2.15(d)", editions="1996 2010")
@law("19:47-2A.15(d)", editions="switch")
def burned_when_dealer_stands(state: Round, *, about_to_settle: bool) -> bool:
    """A card the dealer drew on two or more cards that stand is burned."""
    return about_to_settle and len(state.dealer.cards) >= 2


@law("19:47-2.15(e)", editions="1996 2010")
@law("19:47-2A.15(e)", editions="switch")
def dealer_catches_up(state: Round) -> bool:
    """The players' two cards first, then what the dealer is short of."""
    dealer = state.dealer
    return dealer.passes >= 1 and not dealer.cards and not dealer.down


@law("19:47-2.15(g)", editions="1996 2010")
@law("19:47-2A.15(g)", editions="switch")
def hand_without_cards(hand: Hand) -> bool:
    """Missed twice: the hand is dead, and the player is in the next deal."""
    return hand.passes == 2 and hand.size == 0 and not hand.dead


def hand_with_one_card(hand: Hand) -> bool:
    """Missed once (2.15(g)): the second card comes after all others, if the player wants it."""
    return hand.passes == 2 and hand.size == 1 and not hand.split and not hand.dead


@law("19:47-2.15(h)", editions="1996 2010")
def wrong_side_stands(state: Round) -> bool:
    """Dealt from the wrong side of a double shoe: treated as the right one."""
    return state.rules.shoe == "double" and any(hand.size for hand in state.hands)


@law("19:47-2.15(i)", editions="1996 2010")
@law("19:47-2A.15(h)", editions="switch")
def later_or_dead() -> tuple[Legal, ...]:
    """A forgotten card: after all other players' cards, or the hand is dead and the wager goes back."""
    return (Legal("later", "19:47-2.15(i)"), Legal("dead", "19:47-2.15(i)"))


def second_card_or_dead() -> tuple[Legal, ...]:
    """With one of the first two cards missed (2.15(g)): the other one now, or the hand is dead."""
    return (Legal("second-card", "19:47-2.15(g)"), Legal("dead", "19:47-2.15(g)"))


def accepted_or_refused() -> tuple[Legal, ...]:
    """A card that was exposed by mistake and that nobody asked for (2.15(c))."""
    return (Legal("accept", "19:47-2.15(c)"), Legal("refuse", "19:47-2.15(c)"))


AFTER_AN_IRREGULARITY: Final[Mapping[str, Callable[[], tuple[Legal, ...]]]] = {
    "missed-hit": later_or_dead,
    "second-card": second_card_or_dead,
    "exposed-card": accepted_or_refused,
}
"""By the question, what a player may answer."""


@law("19:47-2.15(j)1", "19:47-2.15(j)2", editions="1996 2010")
@law("19:47-2A.15(k)1", "19:47-2A.15(k)2", editions="switch")
def dead_after_reader_misuse(state: Round) -> tuple[Hand, ...]:
    """Every hand, if this type of reader could have shown a player the hole card; else none, and the round goes on."""
    return state.hands if state.rules.card_reader_visible else ()


@law("19:47-2A.15(k)", editions="switch")
def reader_can_be_misused(state: Round) -> bool:
    """Used under a 2 to 9 while the hole card lies unseen."""
    in_use = state.rules.hole_card == "card-reader" and not state.reader_failed
    return in_use and not state.shows_ace_or_ten and state.dealer.down == 1 and not state.dealer_done


@law("19:47-2.15(j)", editions="1996 2010", kind="script")
@law("19:47-2A.15(k)", editions="switch", kind="script")
def after_reader_misuse(state: Round) -> list[Event]:
    """A supervisor is told; then the round goes on, unless the type of reader makes all hands dead."""
    told = Did(by="19:47-2.15(j)", what="tells a casino supervisor that the card reader was used without cause")
    if dead_after_reader_misuse(state):
        return [told]
    return [told, Did(by="19:47-2.15(j)2", what="goes on with the round")]


@law("19:47-2.15(k)", editions="1996 2010")
@law("19:47-2A.15(l)", editions="switch")
def reader_can_fail(state: Round) -> bool:
    """From then on the table deals as if it had no reader."""
    unused = state.peeked is None and len(state.dealer.cards) < 2
    return state.rules.hole_card == "card-reader" and not state.reader_failed and unused


@law("19:47-2.15(l)", editions="1996 2010")
def counts_as_moved(state: Round) -> bool:
    """The up card stayed where the dealer's last hand was: the round goes on as if it had been moved."""
    return state.spot > 0 and state.dealer.size == 1


@law("19:47-2.15(m)", editions="1996 2010")
def upcard_is_found_again(state: Round) -> bool:
    """The up card went to the discard rack before the dealer's second or third hand was over."""
    return state.spot > 0 and not state.dealer_done


def tells_a_supervisor_of_the_upcard() -> str:
    return "calls a casino supervisor: the up card is in the discard rack"


@law("19:47-2.15(m)", editions="1996 2010", kind="script")
def puts_the_upcard_back(upcard: Card) -> str:
    return f"lays out the last hand from the discard rack, puts {upcard} back and the rest into the rack"


@law("19:47-2.15(p)", editions="2010")
def face_up_by_mistake(hand: Hand) -> bool:
    """A double card that should lie face down came face up: play goes on."""
    return hand.doubled and hand.face_down and hand.owed == 1
