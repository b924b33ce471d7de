"""Blackjack Switch: 19:47-2A.1 to 2A.15, and the number of positions of 19:46-1.10C."""

from datetime import date
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Did, Event, Place, Said
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.rules import basic_wager, entry, insurance, opening
from chapter47.blackjack.rules.basic_wager import Outcome, Payout
from chapter47.blackjack.rules.irregularities import gets_no_more_cards
from chapter47.blackjack.rules.shared_box import MOST_BETTORS
from chapter47.blackjack.rules.shuffle_and_cut import quarter_behind
from chapter47.blackjack.rules.split import MOST_HANDS
from chapter47.blackjack.state import Hand, Legal, Question, Round
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.traits import Traits
from chapter47.blackjack.variations.variation import Variation, own_paragraphs
from chapter47.blackjack.wagers import switch_match
from chapter47.blackjack.wagers.wager import below
from chapter47.core.findings import Breach, announced, limit, option
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
    2.8(a) = 2A.9(a); 2.8(a)1 = 2A.9(a)1; 2.8(a)2 = 2A.9(a)2; 2.8(b) = 2A.9(b)
    2.9(a) = 2A.8(a); 2.9(b) = 2A.8(b); 2.9(c) = 2A.8(d); 2.9(d) = 2A.8(c)
    2.10(a) = 2A.10(a); 2.10(a) Dealt = 2A.10(b); 2.10(b) = 2A.10(c); 2.10(c) = 2A.10(b)
    2.11(a) = 2A.11(a); 2.11(b) = 2A.11(b); 2.11(c) = 2A.11(c); 2.11(c)1 = 2A.11(c)1
    2.11(d) = 2A.11(d); 2.11(e) = 2A.11(e)
    2.12(a) = 2A.12(a); 2.12(a)3 = 2A.11(c)2
    2.13(a) = 2A.13(a); 2.13(b) = 2A.13(b); 2.13(c) = 2A.13(c); 2.13(d) = 2A.13(d); 2.13(e) = 2A.13
    2.13(f) = 2A.13(e)
    2.14 = 2A.14
    2.15 = 2A.15; 2.15(a) = 2A.15(a); 2.15(b) = 2A.15(b); 2.15(c) = 2A.15(c); 2.15(d) = 2A.15(d)
    2.15(e) = 2A.15(e); 2.15(f) = 2A.15(f); 2.15(g) = 2A.15(g); 2.15(i) = 2A.15(h); 2.15(j) = 2A.15(k)
    2.15(j)1 = 2A.15(k)1; 2.15(j)2 = 2A.15(k)2; 2.15(k) = 2A.15(l)
""") | {"19:46-1.10": "19:46-1.10C(a)"}


# The switch --------------------------------------------------------------------------------------------------------


def question(state: Round, active: Hand | None) -> Question | None:
    """Each box is asked when its turn comes; after a switch to two 21s, which leave nothing to decide, once more."""
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
    """Both hands as they were dealt, before anything is decided on them."""
    whole = len(hands) == 2 and all(len(hand.cards) == 2 and not hand.dead for hand in hands)
    return whole and not gets_no_more_cards(state, hands[0].at.box)


@law("19:47-2A.7(g)3", editions="switch")
def not_asked_yet(state: Round, at: Place) -> bool:
    """One switch in a round, taken back or not."""
    return not _answered(state, "switch", at)


def _answered(state: Round, kind: str, at: Place) -> bool:
    return any(answer[0] == kind and answer[1] == at for answer in state.answered)


@law("19:47-2A.7(g)2", editions="switch")
def may_take_back(hands: list[Hand]) -> bool:
    """Until a further card goes to either hand, or one of them is given up."""
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
    """The first hand's total goes with the question."""
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
    """Before the card reader is used and before anybody is asked to switch."""
    asked = any(answer[0] == "switch" for answer in state.answered)
    return insurance.may_insure(state) and state.peeked is None and not asked


# The dealer, and the end of the round ------------------------------------------------------------------------------


@law("19:47-2A.12(b)", editions="switch")
def dealer_stands(table: TableRules, total: Total) -> bool:
    """On hard 17 and on every higher total, 22 among them."""
    del table
    return total.points >= (18 if total.soft else 17)


def drawing_standard(table: TableRules, total: Total) -> str:
    del table, total
    return "19:47-2A.12(b)"


@law("19:47-2A.5(a)", editions="switch")
def outcome(table: TableRules, hand: Hand, dealer: Hand) -> Outcome:
    """Each of the two wagers by itself."""
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
    """A blackjack as it was dealt; one that a switch made is an ordinary 21."""
    return hand.blackjack and dealer.total.points == LIMIT and not dealer.blackjack


@law("19:47-2A.5(b)", editions="switch")
def equal_scores(hand: Hand, dealer: Hand) -> bool:
    return hand.total.points == dealer.total.points


@law("19:47-2A.5(b)1", editions="switch")
def loses_to_blackjack(table: TableRules, hand: Hand, dealer: Hand) -> bool:
    """A 21 in more than two cards; by the other reading every 21 that is no blackjack."""
    if not dealer.blackjack or hand.blackjack:
        return False
    return len(hand.cards) > 2 or table.reads("19:47-2A.5(b)1", "loses")


@law("19:47-2A.5(b)2", editions="switch")
def equal_and_over_21(hand: Hand, dealer: Hand) -> bool:
    return hand.total.bust and equal_scores(hand, dealer)


@law("19:47-2A.5(c)", editions="switch")
def dealer_has_22(hand: Hand, dealer: Hand) -> Outcome | None:
    """A push for all but a blackjack as it was dealt."""
    if dealer.total.points != DEALER_PUSHES:
        return None
    return Outcome("win" if hand.blackjack else "push", "19:47-2A.5(c)")


@law("19:47-2A.5(g)", editions="switch")
def pays(table: TableRules, hand: Hand, blackjack: Odds) -> Payout:
    """1 to 1, a blackjack too."""
    del table, hand, blackjack
    return Payout(EVEN, EVEN, "19:47-2A.5(g)")


def _with_the_others(state: Round, hand: Hand) -> str:
    """No paragraph pays a blackjack before the round is complete (2A.5(g))."""
    del state, hand
    return ""


# Cards and shoe ----------------------------------------------------------------------------------------------------


def opens_with(table: TableRules, exposed: int) -> opening.Steps:
    steps = opening.opening_steps(table)
    return (*steps, *mixed_again(exposed)) if opening.cards_are_washed(table) else steps


@law("19:47-2A.3(c)", editions="switch", kind="script")
def mixed_again(exposed: int) -> opening.Steps:
    """As often as a card is turned over in the mixing or stacking."""
    return (Did(what="mixes and stacks the cards again: one of them was exposed", by="19:47-2A.3(c)"),) * exposed


@law("19:47-2A.4(b)1", "19:47-2A.4(b)2", editions="switch")
def is_cut(*, by_machine: bool) -> bool:
    """What was shuffled by hand or came pre-shuffled is cut, what a machine shuffled is not."""
    return not by_machine


@law("19:47-2A.15(a)", editions="switch")
def voids_the_round(found: int) -> bool:
    """A second card face up in the shoe; the first goes to the discards and no more."""
    return found > 1


DEALER_PUSHES = 22

SWITCH = Variation(
    name=NAME,
    traits=Traits(
        one_upcard=False,
        basic=False,
        replaces=own_paragraphs("2.17(a) = 2A.5(i)"),
        strangers=("match-the-dealer", "twenty-point-bonus"),
    ),
    title="Blackjack Switch",
    text="the temporary rules for Blackjack Switch, which bear no day",
    sections=_sections,
    defaults={"boxes": 5, "soft_17": "hit"},
    wager="match",
    cites=CITES,
    playable=True,
    hands_per_box=2,
    question=question,
    options=OPTIONS,
    script={e.Switched: _after_switch, e.Dealt: _after_card},
    asked_aloud=asks_to_switch,
    voids_the_round=voids_the_round,
    opens_with=opens_with,
    is_cut=is_cut,
    machine_stops_by="19:47-2A.15(i)",
    knows_idle_tables=lambda table: True,
    may_enter=entry.by_leave,
    lets_in=lambda table: True,
    may_insure=may_insure,
    more_moves=_take_back,
    dealer_stands=dealer_stands,
    drawing_standard=drawing_standard,
    blackjack_paid_by=_with_the_others,
    blackjacks_last=True,
    blackjack_odds=EVEN,
    outcome=outcome,
    pays=pays,
)

# What may be offered -------------------------------------------------------------------------------------------------

EXCLUDED = ("over-under-13", "same-suit", "sevens", "progressive", "blackjack-bonus", "streak", "optional-bonus")


@option("game", "Blackjack Switch", "19:47-2A.1", of=NAME, since=date(2007, 11, 20), by=date(2010, 12, 31))
def blackjack_switch(table: TableRules) -> bool:
    """The temporary rules cite 2.25, so they are not older than it."""
    del table
    return True


@limit("19:46-1.10C(a)", of=NAME, editions="switch")
def at_most_five_positions(table: TableRules) -> Breach | None:
    if table.boxes <= 5:
        return None
    return Breach("boxes.too_many", "a Switch table has at most five betting positions", str(table.boxes), "1 to 5")


@limit("19:47-2A.2(a)", of=NAME, editions="switch")
def six_or_eight_decks_at_switch(table: TableRules) -> Breach | None:
    if table.decks in (6, 8):
        return None
    return Breach("decks.six_or_eight", "Switch is played with six or eight decks", str(table.decks), "6 or 8")


@limit("19:47-2A.4(f)", of=NAME, editions="")
def cutting_card_at_switch(table: TableRules) -> Breach | None:
    """A machine's stack is not cut, 2A.4(b)1, so that only what was shuffled by hand or before comes under (f)."""
    uncut = table.shuffle == "machine" and not table.preshuffled
    return quarter_behind(table) if not uncut else None


@limit("19:47-2A.5(g)", of=NAME, editions="")
def pays_one_to_one(table: TableRules) -> Breach | None:
    if not table.optional_payouts:
        return None
    got = ", ".join(table.optional_payouts)
    return Breach("optional_payouts.switch", "every winning hand pays 1 to 1 at Switch", got, "none")


@limit("19:47-2A.5(h)", of=NAME, editions="")
def mid_shoe_entry_at_switch(table: TableRules) -> Breach | None:
    if isinstance(table.mid_shoe_entry, str) or not table.mid_shoe_entry:
        return None
    message = "at Switch whoever sat out a round may be refused; the older options are not offered"
    return Breach("mid_shoe_entry.new_text", message, ", ".join(table.mid_shoe_entry), "open or barred")


@limit("19:47-2A.5(i)", of=NAME, editions="switch")
def wagers_not_at_switch(table: TableRules) -> Breach | None:
    offered = [offer.name for offer in table.offering(*EXCLUDED)]
    if not offered:
        return None
    return Breach("switch.excludes", "these wagers are not offered at Switch", ", ".join(offered), "none of them")


@limit("19:47-2A.6(c)", of=NAME, editions="switch")
def least_odds_of_a_match(table: TableRules) -> Breach | None:
    floor = switch_match.WAGER.floor
    return next((below(offer, floor(table, offer)) for offer in table.offering(switch_match.WAGER.name)), None)


@limit("19:47-2A.7(a)", of=NAME, editions="")
def one_shoe_at_switch(table: TableRules) -> Breach | None:
    if table.shoe == "single":
        return None
    return Breach("shoe.single", "Switch is dealt from one shoe at the dealer's left", table.shoe, "single")


@limit("19:47-2A.7(l)", of=NAME, editions="")
def hole_card_at_switch(table: TableRules) -> Breach | None:
    if table.hole_card != "face-up":
        return None
    message = "the hole card is dealt after the players have acted, or face down"
    return Breach("hole_card.switch", message, table.hole_card, "none, face-down or card-reader")


@limit("19:47-2A.8(a)", of=NAME, editions="")
def even_money_at_switch(table: TableRules) -> Breach | None:
    if not table.even_money:
        return None
    return Breach("even_money.switch", "subchapter 2A gives insurance but no even money", "true", "false")


@limit("19:47-2A.8(a)2", of=NAME, editions="")
def insurance_before_the_switch(table: TableRules) -> Breach | None:
    if not table.insurance_at_turn:
        return None
    message = "insurance is placed before anybody is offered the switch"
    return Breach("insurance_at_turn.switch", message, "true", "false")


@announced("19:47-2A.9(c)", "surrender", of=NAME, editions="switch", start=True, stop=True)
def surrender_at_switch(table: TableRules) -> bool:
    return table.surrender


@limit("19:47-2A.10(a)", of=NAME, editions="")
def double_after_split_at_switch(table: TableRules) -> Breach | None:
    if table.double_after_split:
        return None
    return Breach("double_after_split.required", "a split hand may be doubled at Switch", "false", "true")


@limit("19:47-2A.10(b)", of=NAME, editions="")
def double_card_face_up_at_switch(table: TableRules) -> Breach | None:
    if table.double_card == "face-up":
        return None
    message = "the double-down card is dealt face up at Switch"
    return Breach("double_card.face_up", message, table.double_card, "face-up")


@limit("19:47-2A.11(e)", of=NAME, editions="switch")
def hands_from_one_pair_at_switch(table: TableRules) -> Breach | None:
    if 2 <= table.split_hands <= MOST_HANDS:
        return None
    message = "a pair may become two to four hands at Switch"
    return Breach("split_hands.too_many", message, str(table.split_hands), "2 to 4")


@announced(
    "19:47-2A.11(e)", "aces split only once where other pairs are split again", of=NAME, editions="switch", start=True
)
def aces_once(table: TableRules) -> bool:
    return table.split_hands > 2 and not table.resplit_aces


@limit("19:47-2A.12(b)", of=NAME, editions="")
def hits_soft_17_at_switch(table: TableRules) -> Breach | None:
    if table.soft_17 == "hit":
        return None
    return Breach("soft_17.hit_only", "the dealer draws on soft 17 at Switch", "stand", "hit")


@limit("19:47-2A.13(a)", of=NAME, editions="switch")
def at_most_three_on_a_spot(table: TableRules) -> Breach | None:
    if 1 <= table.bettors_per_box <= MOST_BETTORS:
        return None
    return Breach("bettors_per_box.too_many", "at most three people on a spot", str(table.bettors_per_box), "1 to 3")


@limit("19:47-2A.14", of=NAME, editions="")
def spots_of_this_table(table: TableRules) -> Breach | None:
    if 1 <= table.boxes_per_player <= table.boxes:
        return None
    message = "a player may be allowed additional spots of this table"
    return Breach("boxes_per_player.too_many", message, str(table.boxes_per_player), f"1 to {table.boxes}")
