"""Blackjack Switch: 19:47-2A.1 to 2A.15, and the number of positions of 19:46-1.10C."""

from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Did, Event, Place, Said
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.key_citations import OF_SWITCH
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import basic_wager, entry, insurance, opening
from chapter47.blackjack.rules.basic_wager import Outcome, Payout
from chapter47.blackjack.rules.irregularities import gets_no_more_cards
from chapter47.blackjack.state import Hand, Legal, Question, Round
from chapter47.blackjack.variations import switch_offer
from chapter47.blackjack.variations.variation import Variation, own_paragraphs
from chapter47.blackjack.wagers import additional, match_the_dealer
from chapter47.core.money import EVEN, Odds
from chapter47.law import law

NAME: Final = "switch"


def _sections(table: TableRules) -> list[str]:
    del table
    return ["19:47-2A", "19:46-1.10C"]


CITES: Final = own_paragraphs("""
    2.2(d)3 = 2A.4(a); 2.2(d)4 = 2A.4(b)1; 2.2(d)5 = 2A.7(n)2
    2.3(a) = 2A.5(a); 2.3(a)2 = 2A.5(a)2; 2.3(c) = 2A.5(e); 2.3(d) = 2A.5(d); 2.3(e) = 2A.5(g); 2.3(i) = 2A.5(h)
    2.3(j) = 2A.5(h)
    2.4(a) = 2A.3(a); 2.4(b) = 2A.3(b); 2.4(c) = 2A.3(c); 2.4(e) = 2A.3(d)
    2.5(a) = 2A.4(a); 2.5(b) = 2A.4(c); 2.5(c) = 2A.4(f); 2.5(d) = 2A.4(f); 2.5(e)1 = 2A.4(d)1; 2.5(e)2 = 2A.4(d)2
    2.5(e)3 = 2A.4(d)3; 2.5(e)4 = 2A.4(d)4; 2.5(f) = 2A.4(e); 2.5(g) = 2A.4(g); 2.5(h) = 2A.4(h)
    2.5(h)1 = 2A.4(h)1; 2.5(h)2 = 2A.4(h)2; 2.5(j) = 2A.4(i); 2.5(j)1 = 2A.4(i)1; 2.5(j)2 = 2A.4(i)2
    2.20 = 2A.4(j); 2.21 = 2A.4(j)
    2.6 = 2A.7; 2.6(b) = 2A.7(b); 2.6(c) = 2A.7(c); 2.6(e)1 = 2A.7(d)1; 2.6(e)2 = 2A.7(d)2; 2.6(e)3 = 2A.7(d)3
    2.6(f) = 2A.7(h); 2.6(g) = 2A.7(i); 2.6(h) = 2A.7(l); 2.6(i) = 2A.7(m); 2.6(j) = 2A.7(l)1
    2.6(j) Peeked = 2A.7(l)2; 2.6(l) = 2A.7(n); 2.6(l)1 = 2A.7(n)1; 2.6(l)2i = 2A.7(n)2; 2.6(l)3 = 2A.7(n)3
    2.6(m) = 2A.7(o)
    2.8(a) = 2A.9(a); 2.8(a)1 = 2A.9(a)1; 2.8(a)2 = 2A.9(a)2; 2.8(b) = 2A.9(b); 2.8(c) = 2A.9(c)
    2.9(a) = 2A.8(a); 2.9(b) = 2A.8(b); 2.9(c) = 2A.8(d); 2.9(d) = 2A.8(c)
    2.10(a) = 2A.10(a); 2.10(a) Dealt = 2A.10(b); 2.10(b) = 2A.10(c); 2.10(c) = 2A.10(b)
    2.11(a) = 2A.11(a); 2.11(b) = 2A.11(b); 2.11(c) = 2A.11(c); 2.11(c)1 = 2A.11(c)1; 2.11(c)2 = 2A.11(c)2
    2.11(d) = 2A.11(d); 2.11(e) = 2A.11(e)
    2.12(a) = 2A.12(a); 2.12(a)3 = 2A.11(c)2
    2.13(a) = 2A.13(a); 2.13(b) = 2A.13(b); 2.13(c) = 2A.13(c); 2.13(d) = 2A.13(d); 2.13(e) = 2A.13
    2.13(f) = 2A.13(e)
    2.14 = 2A.14
    2.15 = 2A.15; 2.15(a) = 2A.15(a); 2.15(b) = 2A.15(b); 2.15(c) = 2A.15(c); 2.15(d) = 2A.15(d)
    2.15(e) = 2A.15(e); 2.15(f) = 2A.15(f); 2.15(g) = 2A.15(g); 2.15(i) = 2A.15(h); 2.15(j) = 2A.15(k)
    2.15(j)1 = 2A.15(k)1; 2.15(j)2 = 2A.15(k)2; 2.15(k) = 2A.15(l)
""") | {"19:46-1.10": "19:46-1.10C(a)"}

IRREGULARITIES = (
    "face-up-in-shoe",
    "drawn-unseen",
    "exposed-card",
    "dealer-overdrew",
    "missed-dealer-card",
    "too-few-cards",
    "missed-card",
    "missed-hit",
    "reader-misused",
    "reader-failed",
)
"""The irregularities of 2A.15, which has neither a double shoe nor several dealer's hands."""


# The switch --------------------------------------------------------------------------------------------------------


def question(state: Round, active: Hand | None) -> Question | None:
    """Ask each box on its turn; again after a switch to two 21s, which leave no decision."""
    for first in (hand for hand in state.hands if hand.at.hand == 0):
        if active is not None and first.at.box > active.at.box:
            return None
        hands = state.hands_of(first.at.box)
        if not_asked_yet(state, first.at) and may_switch(state, hands):
            return Question("switch", first.at, "")
        nothing_to_decide = may_take_back(hands) and all(hand.total.points == LIMIT for hand in hands)
        if nothing_to_decide and not _answered(state, "as-they-lie", first.at):
            return Question("switched", first.at, "")
    return None


@law("19:47-2A.7(g)", editions="switch")
def may_switch(state: Round, hands: list[Hand]) -> bool:
    """Return whether a box may switch: both hands as dealt, before any decision on them."""
    whole = len(hands) == 2 and all(len(hand.cards) == 2 and not hand.dead for hand in hands)
    return whole and not gets_no_more_cards(state, hands[0].at.box)


@law("19:47-2A.7(g)3", editions="switch")
def not_asked_yet(state: Round, at: Place) -> bool:
    """Return whether the box has not been asked yet: there is one switch per round, undone or not."""
    return not _answered(state, "switch", at)


def _answered(state: Round, kind: str, at: Place) -> bool:
    return any(answer[0] == kind and answer[1] == at for answer in state.answered)


@law("19:47-2A.7(g)2", editions="switch")
def may_take_back(hands: list[Hand]) -> bool:
    """Return whether a switch may be undone: until either hand gets a card or is given up."""
    return len(hands) == 2 and all(
        hand.switched and len(hand.cards) == 2 and not (hand.owed or hand.surrendered or hand.dead) for hand in hands
    )


def _take_back(state: Round, hand: Hand) -> list[Legal]:
    back = hand.switched and may_take_back(state.hands_of(hand.at.box))
    return [Legal("switch-back", "19:47-2A.7(g)2")] if back else []


KEEP = Legal("keep", "19:47-2A.7(g)")
OPTIONS: Final = {
    "switch": (KEEP, Legal("switch", "19:47-2A.7(g)1")),
    "switched": (KEEP, Legal("switch-back", "19:47-2A.7(g)2")),
}


@law("19:47-2A.7(g)", editions="switch", kind="script")
def asks_to_switch(state: Round, question: str, at: Place) -> list[Event]:
    """Announce the first hand's total with the question."""
    if question != "switch":
        return []
    return [Said(by="19:47-2A.7(g)", words=f"{at}: {state.hand(at).total} or switch?")]


def _after_switch(event: e.Switched, state: Round) -> list[Event]:
    return [new_totals(state.hands_of(event.at.box))] if event.how != "keep" else []


def _after_card(event: e.Dealt, state: Round) -> list[Event]:
    first = state.hands[0]
    its_second_card = event.at == first.at and first.passes == 2 == first.size and not first.split
    return [second_cards_overlap()] if its_second_card else []


@law("19:47-2A.7(g)1", editions="switch", kind="script")
def new_totals(hands: list[Hand]) -> Event:
    return Said(by="19:47-2A.7(g)1", words=", ".join(f"{hand.at}: {hand.total}" for hand in hands))


@law("19:47-2A.7(d)3", editions="switch", kind="script")
def second_cards_overlap() -> Event:
    what = "lays each second card over the lower left corner of the first, as the dealer sees it"
    return Did(by="19:47-2A.7(d)3", what=what)


@law("19:47-2A.7(f)", "19:47-2A.8(a)2", "19:47-2A.8(a)3", editions="switch")
def may_insure(state: Round) -> bool:
    """Return whether insurance is open: before the card reader is used and before anybody is asked to switch."""
    asked = any(answer[0] == "switch" for answer in state.answered)
    return insurance.may_insure(state) and state.peeked is None and not asked


# The dealer, and the end of the round ------------------------------------------------------------------------------


@law("19:47-2A.12(b)", editions="switch")
def dealer_stands(table: TableRules, total: Total) -> bool:
    """Return whether the dealer stands: on hard 17 and every higher total, including 22; a table that unlawfully posts
    it also on soft 17."""
    return total.points >= (18 if total.soft and table.soft_17 == "hit" else 17)


def drawing_standard(table: TableRules, total: Total) -> str:
    del table, total
    return "19:47-2A.12(b)"


@law("19:47-2A.5(a)", editions="switch")
def outcome(table: TableRules, hand: Hand, dealer: Hand) -> Outcome:
    """Decide each of the two wagers separately."""
    if hand.total.bust:
        return Outcome("lose", "19:47-2A.5(b)2" if equal_and_over_21(hand, dealer) else "19:47-2A.5(a)")
    if beats_a_longer_21(hand, dealer):
        return Outcome("win", "19:47-2A.5(a)3")
    if against_22 := dealer_has_22(hand, dealer):
        return against_22
    if dealer_over_22(hand.total, dealer.total):
        return Outcome("win", "19:47-2A.5(a)1")
    if basic_wager.wins_by_score(hand.total, dealer.total):
        return Outcome("win", "19:47-2A.5(a)2")
    if equal_scores(hand, dealer):
        lost = loses_to_blackjack(table, hand, dealer)
        return Outcome("lose", "19:47-2A.5(b)1") if lost else Outcome("push", "19:47-2A.5(b)")
    return Outcome("lose", "19:47-2A.5(a)")


@law("19:47-2A.5(a)1", editions="switch")
def dealer_over_22(player: Total, dealer: Total) -> bool:
    return player.points <= LIMIT and dealer.points > DEALER_PUSHES


@law("19:47-2A.5(a)3", editions="switch")
def beats_a_longer_21(hand: Hand, dealer: Hand) -> bool:
    """Return whether it is a blackjack as dealt; one made by a switch is an ordinary 21."""
    return hand.blackjack and dealer.total.points == LIMIT and not dealer.blackjack


@law("19:47-2A.5(b)", editions="switch")
def equal_scores(hand: Hand, dealer: Hand) -> bool:
    return hand.total.points == dealer.total.points


@law("19:47-2A.5(b)1", editions="switch")
def loses_to_blackjack(table: TableRules, hand: Hand, dealer: Hand) -> bool:
    """Return whether a 21 loses: in more than two cards; by the other reading every 21 that is not a blackjack."""
    if not dealer.blackjack or hand.blackjack:
        return False
    return len(hand.cards) > 2 or table.reads("19:47-2A.5(b)1", "loses")


def split_21_is_void(table: TableRules) -> bool:
    """Return whether a split 21 is void: by the other reading of 2A.11(d) it adds nothing to the original wager."""
    return table.reads("19:47-2A.11(d)", "push")


@law("19:47-2A.5(b)2", editions="switch")
def equal_and_over_21(hand: Hand, dealer: Hand) -> bool:
    return hand.total.bust and equal_scores(hand, dealer)


@law("19:47-2A.5(c)", editions="switch")
def dealer_has_22(hand: Hand, dealer: Hand) -> Outcome | None:
    """Return a push for everything but a blackjack as dealt."""
    if dealer.total.points != DEALER_PUSHES:
        return None
    return Outcome("win" if hand.blackjack else "push", "19:47-2A.5(c)")


@law("19:47-2A.5(g)", editions="switch")
def pays(table: TableRules, hand: Hand, blackjack: Odds) -> Payout:
    """Return 1 to 1, even for a blackjack."""
    del table, hand, blackjack
    return Payout(EVEN, EVEN, "19:47-2A.5(g)")


def _with_the_others(state: Round, hand: Hand) -> bool:
    """Return False: no paragraph pays a blackjack before the round is complete (2A.5(g))."""
    del state, hand
    return False


# Cards and shoe ----------------------------------------------------------------------------------------------------


def opens_with(table: TableRules, exposed: int) -> opening.Steps:
    steps = opening.opening_steps(table)
    return (*steps, *mixed_again(exposed)) if opening.cards_are_washed(table) else steps


@law("19:47-2A.3(c)", editions="switch", kind="script")
def mixed_again(exposed: int) -> opening.Steps:
    """Mix again for each card turned over in mixing or stacking."""
    return (Did(what="mixes and stacks the cards again: one of them was exposed", by="19:47-2A.3(c)"),) * exposed


@law("19:47-2A.4(b)1", "19:47-2A.4(b)2", editions="switch")
def is_cut(*, by_machine: bool) -> bool:
    """Return whether a stack is cut: if shuffled by hand or pre-shuffled, but not by a machine."""
    return not by_machine


@law("19:47-2A.15(a)", editions="switch")
def voids_the_round(cards_face_up: int) -> bool:
    """Return whether the round is void: on a second card face up in the shoe; the first only goes to the discards."""
    return cards_face_up > 1


DEALER_PUSHES = 22

SWITCH = Variation(
    name=NAME,
    title="Blackjack Switch",
    text="the temporary rules for Blackjack Switch, which have no date",
    sections=_sections,
    defaults={"boxes": 5, "soft_17": "hit"},
    wager="match",
    cites=CITES,
    key_citations=OF_SWITCH,
    playable=True,
    hands_per_box=2,
    question=question,
    options=OPTIONS,
    script={e.Switched: _after_switch, e.Dealt: _after_card},
    asked_aloud=asks_to_switch,
    voids_the_round=voids_the_round,
    opens_with=opens_with,
    is_cut=is_cut,
    restarts_a_stopped_machine=True,
    own_irregularities=IRREGULARITIES,
    knows_idle_tables=lambda table: True,
    may_enter=entry.by_leave,
    lets_in=lambda table: True,
    may_insure=may_insure,
    more_moves=_take_back,
    dealer_stands=dealer_stands,
    drawing_standard=drawing_standard,
    blackjack_paid_at_once=_with_the_others,
    blackjacks_last=True,
    blackjack_odds=EVEN,
    pays_by="19:47-2A.5(g)",
    insurance_by="19:47-2A.8(d)",
    outcome=outcome,
    pays=pays,
    unused_keys=frozenset({"rounds_per_deck", "burn", "multiple_action_wagers", "double_shoe_red_side"}),
    without=(
        additional.one_additional_wager,  # 2A.5(i) in its place
        match_the_dealer.offered,  # not a wager of Switch, whatever the day
        match_the_dealer.least_odds,
        match_the_dealer.limits_at_the_table,
    ),
    own_limits=switch_offer.LIMITS,
    own_options=switch_offer.OPTIONS,
    own_notices=switch_offer.NOTICES,
)
