"""Hands in play: giving cards to them, their kind, whether they may be split."""

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.hand_states import NATURAL
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import count_seen, rank_of, suit_of, take
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, HandRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(r, hand_states, generator, kernel.shoe, **INNER)

RANK_6, RANK_7, RANK_8 = 4, 5, 6
SPADES = 3


@compiled
def open_hand(rules: RulesRecord, hand: HandRecord, original: int) -> None:
    """Empty a hand; the caller sets its stakes."""
    hand.state = r.DEALT
    hand.length = 0
    hand.original = original
    hand.open = 1
    hand.outcome = hand.down = hand.was_down = 0
    hand.doubled = hand.stood = hand.surrendered = hand.switched = hand.rescued = 0
    for spot in range(rules.spots):
        hand.double[spot] = hand.net[spot] = hand.insurance[spot] = hand.insurance_net[spot] = 0


@compiled
def give(rules: RulesRecord, hand: HandRecord, card: int) -> None:
    length = hand.length
    if length < 3:
        hand.card[length] = card
    hand.length = length + 1
    hand.state = rules.after[hand.state, rank_of(card)]


@compiled
def note_box_card(rules: RulesRecord, box: BoxRecord, card: int) -> None:
    """Note the first cards of a box in order, for its side bets."""
    if rules.side_bets:
        if box.card_count < 4:
            box.card[box.card_count] = card
        box.card_count += 1


@compiled
def deal(rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord) -> None:
    card = take(rules, table)
    count_seen(rules, table, card)
    give(rules, hand, card)
    note_box_card(rules, box, card)


@compiled
def is_natural(hand: HandRecord) -> bool:
    """Return whether a hand is a blackjack: 21 in the first two cards, neither split nor made by a switch."""
    return hand.state == NATURAL


@compiled
def is_from_split(rules: RulesRecord, hand: HandRecord) -> bool:
    origin = rules.origin[hand.state]
    return origin == r.FROM_SPLIT or origin == r.FROM_SPLIT_ACES


@compiled
def kind_of(rules: RulesRecord, hand: HandRecord) -> int:
    """The row of the payments."""
    kind = rules.kind[hand.state]
    if kind == r.LONGER_21:
        return r.LONGER_21 + r.FORMS_OF_21 * hand.doubled + form_of(
            hand.length, hand.card[0], hand.card[1], hand.card[2]
        )  # fmt: skip
    if kind == r.BLACKJACK and rules.designated[0] >= 0 and is_designated(rules, hand.card[0], hand.card[1]):
        return r.DESIGNATED
    return kind


@compiled
def is_designated(rules: RulesRecord, first: int, second: int) -> bool:
    return (first == rules.designated[0] and second == rules.designated[1]) or (
        second == rules.designated[0] and first == rules.designated[1]
    )


@compiled
def form_of(length: int, first: int, second: int, third: int) -> int:
    """Return the form of a 21, by the number of its cards and the first three of them."""
    if length > 3:
        return min(r.FOUR_CARD_21 + length - 4, r.SEVEN_CARD_21)
    low = min(rank_of(first), rank_of(second), rank_of(third))
    high = max(rank_of(first), rank_of(second), rank_of(third))
    middle = rank_of(first) + rank_of(second) + rank_of(third) - low - high
    suited = 0
    if suit_of(first) == suit_of(second) and suit_of(second) == suit_of(third):
        suited = 2 if suit_of(first) == SPADES else 1
    if low == RANK_6 and middle == RANK_7 and high == RANK_8:
        return r.MIXED_678 + suited
    if low == RANK_7 and high == RANK_7:
        return r.MIXED_777 + suited
    return r.THREE_CARD_21


@compiled
def may_split(rules: RulesRecord, box: BoxRecord, hand: HandRecord) -> bool:
    """Return whether a pair may be split again, by the number of hands from the same hand."""
    if not rules.pair[hand.state]:
        return False
    hands = 0
    for number in range(box.hand_count):
        hands += box.hands[number].original == hand.original
    from_aces = 1 if rules.origin[hand.state] == r.FROM_SPLIT_ACES else 0
    return hands < r.HAND_COUNTS and rules.may_split[from_aces, hands] == 1


@compiled
def is_finished(rules: RulesRecord, box: BoxRecord, hand: HandRecord) -> bool:
    if hand.stood or hand.surrendered or hand.doubled:
        return True
    finished = rules.finished[hand.state]
    if finished == r.FINISHED_UNLESS_SPLIT:
        return not may_split(rules, box, hand)
    return finished == r.FINISHED
