"""A round up to its settlement: the first cards, the questions before play, the boxes' play and the dealer's."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import count_seen, rank_of, take
from chapter47.blackjack.simulation.kernel.hands import (
    bet_at,
    box_at,
    chart_place,
    deal,
    give,
    hand_at,
    is_finished,
    is_natural,
    new_hand,
    note_box_card,
    points,
    total,
)
from chapter47.blackjack.simulation.kernel.moves import decide, legal
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream

compiled = compiled_with(mem, generator, kernel.cards, kernel.hands, kernel.moves, **INNER)

NO_OR_YES = 1 << mem.NO | 1 << mem.YES


# The first cards ------------------------------------------------------------------------------------------------------


@compiled
def lay_out(rules: Ints, state: Ints) -> None:
    """Empty boxes with their wagers."""
    for box in range(rules[mem.BOXES]):
        box_base = box_at(box)
        state[box_base + mem.HAND_COUNT] = rules[mem.HANDS_PER_BOX]
        state[box_base + mem.BOX_CARD_COUNT] = state[box_base + mem.SUPER_BONUS] = 0
        times = state[mem.UNITS_BET] if rules[mem.BOX_COUNTS + box] else 1
        for number in range(rules[mem.HANDS_PER_BOX]):
            hand = new_hand(state, box, number, number)
            state[box_base + mem.HAND_ORDER + number] = number
            for spot in range(rules[mem.SPOTS]):
                state[hand + mem.STAKE + spot] = rules[mem.STAKES + box * mem.MOST_SPOTS + spot] * times
    state[mem.DEALER_LOW_TOTAL] = state[mem.DEALER_ACES] = state[mem.DEALER_CARDS] = state[mem.DEAL_ENDED] = 0
    state[mem.SECOND_CARD] = state[mem.CONCEALED_HOLE_CARD] = -1


@compiled
def first_cards(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """A card to each hand, the dealer's up card, a second to each hand; then the hole card where there is one."""
    for turn in range(2):
        for box in range(rules[mem.BOXES]):
            for number in range(rules[mem.HANDS_PER_BOX]):
                hand = hand_at(box, number)
                if state[mem.DETERMINANT_CARD] >= 0:
                    give(rules, state, hand, state[mem.DETERMINANT_CARD])
                    note_box_card(rules, state, box, state[mem.DETERMINANT_CARD])
                    state[mem.DETERMINANT_CARD] = -1
                else:
                    deal(rules, state, chance, cards, box, hand)
        if turn == 0:
            to_dealer(rules, state, chance, cards)
    state[mem.DEALER_VIEW] = chart_place(rules[mem.CARD_VALUE + state[mem.UP_CARD]])
    hole = rules[mem.HOLE_CARD]
    if hole == mem.HOLE_OPEN:
        to_dealer(rules, state, chance, cards)
        seen = total(state[mem.DEALER_LOW_TOTAL], state[mem.DEALER_ACES])
        state[mem.DEALER_VIEW] = seen + (mem.SOFT_VIEWS if state[mem.DEALER_ACES] else 0)
    elif hole != mem.NO_HOLE:
        state[mem.CONCEALED_HOLE_CARD] = take(rules, state, chance, cards)


@compiled
def to_dealer(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    card = state[mem.CONCEALED_HOLE_CARD]
    if card >= 0:
        state[mem.CONCEALED_HOLE_CARD] = -1
    else:
        card = take(rules, state, chance, cards)
    count_seen(rules, state, card)
    value = rules[mem.CARD_VALUE + card]
    if value == mem.ACE_VALUE:
        state[mem.DEALER_ACES] += 1
        value = 1
    state[mem.DEALER_LOW_TOTAL] += value
    count = state[mem.DEALER_CARDS]
    if count == 0:
        state[mem.UP_CARD] = card
    elif count == 1:
        state[mem.SECOND_CARD] = card
    elif count == 2:
        state[mem.DEALER_THIRD_CARD] = card
    state[mem.DEALER_CARDS] = count + 1


@compiled
def dealer_has_blackjack(state: Ints) -> bool:
    return state[mem.DEALER_CARDS] == 2 and state[mem.DEALER_LOW_TOTAL] == LIMIT - 10 and state[mem.DEALER_ACES] == 1


# Before the boxes play ------------------------------------------------------------------------------------------------


@compiled
def before_play(rules: Ints, state: Ints) -> None:
    """Even money, insurance unless it comes at each box's turn, and the card reader."""
    up = rules[mem.CARD_VALUE + state[mem.UP_CARD]]
    if rules[mem.OFFERS_INSURANCE + up]:
        if rules[mem.TAKES_EVEN_MONEY]:
            for box in range(rules[mem.BOXES]):
                even_money(rules, state, box)
        for box in range(boxes_to_insure(rules, state)):
            insure(rules, state, box)
    if rules[mem.HOLE_CARD] == mem.HOLE_READ and up >= 10:
        state[mem.DEAL_ENDED] = 1 if up + rules[mem.CARD_VALUE + state[mem.CONCEALED_HOLE_CARD]] == LIMIT else 0
    elif rules[mem.OPEN_BLACKJACK_ENDS] and dealer_has_blackjack(state):
        state[mem.DEAL_ENDED] = 1


@compiled
def boxes_to_insure(rules: Ints, state: Ints) -> int:
    """All; none where each is asked at its turn, unless a card reader ends that with the first box that has one."""
    boxes = rules[mem.BOXES]
    if rules[mem.INSURANCE_AT_TURN]:
        if rules[mem.HOLE_CARD] != mem.HOLE_READ:
            return 0
        for box in range(boxes):
            if next_hand(rules, state, box) >= 0:
                return box + 1
    return int(boxes)


@compiled
def even_money(rules: Ints, state: Ints, box: int) -> None:
    for number in range(rules[mem.HANDS_PER_BOX]):
        hand = hand_at(box, number)
        if is_natural(state, hand) and decide(rules, state, box, hand, mem.EVEN_MONEY, 0, NO_OR_YES) == mem.YES:
            state[hand + mem.IS_OPEN] = 0
            state[hand + mem.OUTCOME] = 1
            for spot in range(rules[mem.SPOTS]):
                state[hand + mem.NET + spot] = state[hand + mem.STAKE + spot]


@compiled
def insure(rules: Ints, state: Ints, box: int) -> None:
    for number in range(rules[mem.HANDS_PER_BOX]):
        hand = hand_at(box, number)
        if state[hand + mem.IS_OPEN]:
            for spot in range(rules[mem.SPOTS]):
                staked = state[hand + mem.STAKE + spot]
                if staked and decide(rules, state, box, hand, mem.INSURANCE, spot, NO_OR_YES) == mem.YES:
                    state[hand + mem.INSURANCE_STAKE + spot] = state[mem.AMOUNT]


# The boxes ------------------------------------------------------------------------------------------------------------


@compiled
def boxes_play(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    offered = rules[mem.OFFERS_INSURANCE + rules[mem.CARD_VALUE + state[mem.UP_CARD]]]
    at_turn = offered and rules[mem.INSURANCE_AT_TURN] and rules[mem.HOLE_CARD] != mem.HOLE_READ
    for box in range(rules[mem.BOXES]):
        if at_turn:
            insure(rules, state, box)
        if rules[mem.OFFERS_SWITCH]:
            offer_switch(rules, state, box)
        hand = next_hand(rules, state, box)
        while hand >= 0:
            if state[hand + mem.HAND_CARDS] < 2:
                deal(rules, state, chance, cards, box, hand)
                bust_now(rules, state, hand)
            else:
                act(rules, state, chance, cards, box, hand)
            hand = next_hand(rules, state, box)


@compiled
def next_hand(rules: Ints, state: Ints, box: int) -> int:
    """From the dealer's left the hand that needs a card or a decision, or nothing."""
    box_base = box_at(box)
    for place in range(state[box_base + mem.HAND_COUNT]):
        hand = hand_at(box, state[box_base + mem.HAND_ORDER + place])
        if not is_finished(rules, state, box, hand):
            return hand
    return -1


@compiled
def offer_switch(rules: Ints, state: Ints, box: int) -> None:
    """Two 21s made by a switch leave nothing to decide, so the box is asked once more."""
    first, second = hand_at(box, 0), hand_at(box, 1)
    if decide(rules, state, box, first, mem.SWITCH, 0, NO_OR_YES) == mem.NO:
        return
    swap_second_cards(rules, state, box, 1)
    both_21 = points(state, first) == LIMIT and points(state, second) == LIMIT
    if both_21 and decide(rules, state, box, first, mem.SWITCHED, 0, NO_OR_YES) == mem.YES:
        swap_second_cards(rules, state, box, 0)


@compiled
def swap_second_cards(rules: Ints, state: Ints, box: int, switched: int) -> None:
    first, second = hand_at(box, 0), hand_at(box, 1)
    first_moved, second_moved = state[first + mem.CARD_1], state[second + mem.CARD_1]
    set_cards(rules, state, first, state[first + mem.CARD_0], second_moved)
    set_cards(rules, state, second, state[second + mem.CARD_0], first_moved)
    state[first + mem.IS_SWITCHED] = state[second + mem.IS_SWITCHED] = switched
    state[first + mem.STOOD] = state[second + mem.STOOD] = 0


@compiled
def set_cards(rules: Ints, state: Ints, hand: int, first_card: int, second_card: int) -> None:
    """One or two cards, and no others; -1 for no second card."""
    state[hand + mem.HAND_CARDS] = state[hand + mem.LOW_TOTAL] = state[hand + mem.ACES] = 0
    give(rules, state, hand, first_card)
    if second_card >= 0:
        give(rules, state, hand, second_card)


@compiled
def act(rules: Ints, state: Ints, chance: Stream, cards: Cards, box: int, hand: int) -> None:
    move = decide(rules, state, box, hand, mem.PLAY, 0, legal(rules, state, box, hand))
    if move == mem.STAND:
        state[hand + mem.STOOD] = 1
    elif move == mem.HIT:
        deal(rules, state, chance, cards, box, hand)
        bust_now(rules, state, hand)
    elif move == mem.SPLIT:
        split(rules, state, box, hand)
    elif move == mem.SURRENDER:
        state[hand + mem.IS_SURRENDERED] = 1
    elif move == mem.SWITCH_BACK:
        swap_second_cards(rules, state, box, 0)
    else:
        double(rules, state, chance, cards, box, hand, move == mem.DOUBLE_DOWN)


@compiled
def double(rules: Ints, state: Ints, chance: Stream, cards: Cards, box: int, hand: int, face_down: bool) -> None:
    state[hand + mem.DOUBLE_STAKE] = state[mem.AMOUNT]
    for spot in range(1, rules[mem.SPOTS]):
        if state[hand + mem.STAKE + spot]:
            decide(rules, state, box, hand, mem.DOUBLE_TOO, spot, 1 << mem.DOUBLE)
            state[hand + mem.DOUBLE_STAKE + spot] = state[mem.AMOUNT]
    state[hand + mem.IS_DOUBLED] = 1
    if face_down or rules[mem.DOUBLE_CARD_DOWN]:
        state[hand + mem.CARD_DOWN] = 1 + take(rules, state, chance, cards)
        return
    deal(rules, state, chance, cards, box, hand)
    bust_now(rules, state, hand)
    may_rescue = rules[mem.OFFERS_RESCUE] and points(state, hand) <= LIMIT
    if may_rescue and decide(rules, state, box, hand, mem.RESCUE, 0, NO_OR_YES) == mem.YES:
        state[hand + mem.IS_RESCUED] = 1
        state[hand + mem.IS_OPEN] = 0
        state[hand + mem.NET] = -state[hand + mem.STAKE]


@compiled
def bust_now(rules: Ints, state: Ints, hand: int) -> None:
    """Where the game collects a hand over 21 without waiting for the dealer."""
    busts_openly = points(state, hand) > LIMIT and not state[hand + mem.CARD_DOWN]
    if rules[mem.BUSTS_LOSE_AT_ONCE] and busts_openly and state[hand + mem.IS_OPEN]:
        state[hand + mem.IS_OPEN] = 0
        state[hand + mem.OUTCOME] = -1
        for spot in range(rules[mem.SPOTS]):
            state[hand + mem.NET + spot] = -state[hand + mem.STAKE + spot] - state[hand + mem.DOUBLE_STAKE + spot]


@compiled
def split(rules: Ints, state: Ints, box: int, hand: int) -> None:
    """Two hands of one card each; the new one lies right of the other."""
    box_base = box_at(box)
    number = state[box_base + mem.HAND_COUNT]
    new = new_hand(state, box, number, state[hand + mem.ORIGINAL_HAND])
    first_card, second_card = state[hand + mem.CARD_0], state[hand + mem.CARD_1]
    set_cards(rules, state, hand, first_card, -1)
    set_cards(rules, state, new, second_card, -1)
    for half in (hand, new):
        state[half + mem.IS_SPLIT] = 1
        state[half + mem.FROM_ACES] = state[half + mem.ACES]
        state[half + mem.IS_SWITCHED] = 0
    for spot in range(rules[mem.SPOTS]):
        state[new + mem.STAKE + spot] = state[hand + mem.STAKE + spot]
    state[box_base + mem.HAND_COUNT] = number + 1
    place = number
    while hand_at(box, state[box_base + mem.HAND_ORDER + place - 1]) != hand:
        state[box_base + mem.HAND_ORDER + place] = state[box_base + mem.HAND_ORDER + place - 1]
        place -= 1
    state[box_base + mem.HAND_ORDER + place] = number


@compiled
def third_cards(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """The dealer's blackjack is known; who bet on sevens and has two of them is still offered a card (2.6(j)3)."""
    bet = bet_at(rules[mem.THIRD_CARD_OFFERED_BY] - 1)
    for box in range(rules[mem.BOXES]):
        hand = hand_at(box, 0)
        first, second = state[hand + mem.CARD_0], state[hand + mem.CARD_1]
        sevens = rules[mem.CARD_VALUE + first] == 7 and rules[mem.CARD_VALUE + second] == 7
        offered = rules[bet + mem.BET_STAKES + box] and sevens
        if offered and decide(rules, state, box, hand, mem.THIRD_CARD, 0, NO_OR_YES) == mem.YES:
            deal(rules, state, chance, cards, box, hand)
            bust_now(rules, state, hand)


# The dealer -----------------------------------------------------------------------------------------------------------


@compiled
def has_effect(rules: Ints, state: Ints, spot: int) -> bool:
    """Whether the dealer's count decides anything, judged by what lies open (2.12(c))."""
    for box in range(rules[mem.BOXES]):
        for number in range(state[box_at(box) + mem.HAND_COUNT]):
            hand = hand_at(box, number)
            if (
                not state[hand + mem.IS_OPEN]
                or state[hand + mem.IS_SURRENDERED]
                or (spot and not state[hand + mem.STAKE + spot])
            ):
                continue
            if is_natural(state, hand):
                if rules[mem.BLACKJACK_ODDS_BY_DEALER]:
                    return True
            elif state[hand + mem.CARD_DOWN] or points(state, hand) <= LIMIT:
                return True
    return False


@compiled
def dealer_plays(rules: Ints, state: Ints, chance: Stream, cards: Cards, spot: int) -> None:
    """The second card, and what the total and the wagers require."""
    if state[mem.DEALER_CARDS] == 1:
        to_dealer(rules, state, chance, cards)
    if has_effect(rules, state, spot):
        count, soft = dealer_total(state)
        while not rules[mem.DEALER_STANDS + mem.TOTALS * soft + count]:
            to_dealer(rules, state, chance, cards)
            count, soft = dealer_total(state)
    if rules[mem.THIRD_CARD_DRAWN_FOR] and state[mem.DEALER_CARDS] == 2:
        bet = bet_at(rules[mem.THIRD_CARD_DRAWN_FOR] - 1)
        two_ranks = mem.RANKS * rank_of(state[mem.UP_CARD]) + rank_of(state[mem.SECOND_CARD])
        if not rules[bet + mem.BET_FIGURES + two_ranks]:
            to_dealer(rules, state, chance, cards)


@compiled
def dealer_total(state: Ints) -> tuple[int, int]:
    low, aces = state[mem.DEALER_LOW_TOTAL], state[mem.DEALER_ACES]
    return total(low, aces), 1 if aces and low + 10 <= LIMIT else 0


@compiled
def next_dealer_hand(rules: Ints, state: Ints) -> None:
    """The up card alone is left (2.18(f)2)."""
    value = rules[mem.CARD_VALUE + state[mem.UP_CARD]]
    state[mem.DEALER_ACES] = 1 if value == mem.ACE_VALUE else 0
    state[mem.DEALER_LOW_TOTAL] = 1 if value == mem.ACE_VALUE else value
    state[mem.DEALER_CARDS] = 1
