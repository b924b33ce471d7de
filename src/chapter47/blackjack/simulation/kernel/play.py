"""A round up to its settlement: the first cards, the questions before play, the boxes' play and the dealer's."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import see, take
from chapter47.blackjack.simulation.kernel.hands import (
    deal,
    give,
    hand_at,
    is_finished,
    is_natural,
    new_hand,
    note_own,
    points,
    total,
)
from chapter47.blackjack.simulation.kernel.moves import decide, legal
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream

compiled = compiled_with(mem, generator, kernel.cards, kernel.hands, kernel.moves, **INNER)

BOTH = 1 << mem.NO | 1 << mem.YES


# The first cards ------------------------------------------------------------------------------------------------------


@compiled
def lay_out(rules: Ints, felt: Ints) -> None:
    """Empty boxes with their wagers."""
    for box in range(rules[mem.BOXES]):
        b = mem.BOX + box * mem.BOX_SIZE
        felt[b + mem.HAND_COUNT] = rules[mem.HANDS_PER_BOX]
        felt[b + mem.BOX_CARD_COUNT] = felt[b + mem.SUPER_BONUS] = 0
        times = felt[mem.UNITS_BET] if rules[mem.BOX_COUNTS + box] else 1
        for number in range(rules[mem.HANDS_PER_BOX]):
            h = new_hand(felt, box, number, number)
            felt[b + mem.HAND_ORDER + number] = number
            for spot in range(rules[mem.SPOTS]):
                felt[h + mem.STAKE + spot] = rules[mem.STAKES + box * mem.MOST_SPOTS + spot] * times
    felt[mem.DEALER_LOW_TOTAL] = felt[mem.DEALER_ACES] = felt[mem.DEALER_CARDS] = felt[mem.DEAL_ENDED] = 0
    felt[mem.SECOND_CARD] = felt[mem.CONCEALED_HOLE_CARD] = -1


@compiled
def first_cards(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """A card to each hand, the dealer's up card, a second to each hand; then the hole card where there is one."""
    for turn in range(2):
        for box in range(rules[mem.BOXES]):
            for number in range(rules[mem.HANDS_PER_BOX]):
                h = hand_at(felt, box, number)
                if felt[mem.DETERMINANT_CARD] >= 0:
                    give(rules, felt, h, felt[mem.DETERMINANT_CARD])
                    note_own(rules, felt, box, felt[mem.DETERMINANT_CARD])
                    felt[mem.DETERMINANT_CARD] = -1
                else:
                    deal(rules, felt, chance, cards, box, h)
        if turn == 0:
            to_dealer(rules, felt, chance, cards)
    felt[mem.DEALER_VIEW] = rules[mem.CARD_VALUE + felt[mem.UP_CARD]] % 11
    hole = rules[mem.HOLE_CARD]
    if hole == mem.HOLE_OPEN:
        to_dealer(rules, felt, chance, cards)
        seen = total(felt[mem.DEALER_LOW_TOTAL], felt[mem.DEALER_ACES])
        felt[mem.DEALER_VIEW] = seen + (mem.SOFT_VIEWS if felt[mem.DEALER_ACES] else 0)
    elif hole != mem.NO_HOLE:
        felt[mem.CONCEALED_HOLE_CARD] = take(rules, felt, chance, cards)


@compiled
def to_dealer(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    card = felt[mem.CONCEALED_HOLE_CARD]
    if card >= 0:
        felt[mem.CONCEALED_HOLE_CARD] = -1
    else:
        card = take(rules, felt, chance, cards)
    see(rules, felt, card)
    value = rules[mem.CARD_VALUE + card]
    if value == 11:
        felt[mem.DEALER_ACES] += 1
        value = 1
    felt[mem.DEALER_LOW_TOTAL] += value
    count = felt[mem.DEALER_CARDS]
    if count == 0:
        felt[mem.UP_CARD] = card
    elif count == 1:
        felt[mem.SECOND_CARD] = card
    elif count == 2:
        felt[mem.DEALER_THIRD_CARD] = card
    felt[mem.DEALER_CARDS] = count + 1


@compiled
def dealer_has_blackjack(felt: Ints) -> bool:
    return felt[mem.DEALER_CARDS] == 2 and felt[mem.DEALER_LOW_TOTAL] == 11 and felt[mem.DEALER_ACES] == 1


# Before the boxes play ------------------------------------------------------------------------------------------------


@compiled
def before_play(rules: Ints, felt: Ints) -> None:
    """Even money, insurance unless it comes at each box's turn, and the card reader."""
    up = rules[mem.CARD_VALUE + felt[mem.UP_CARD]]
    if rules[mem.OFFERS_INSURANCE + up]:
        if rules[mem.TAKES_EVEN_MONEY]:
            for box in range(rules[mem.BOXES]):
                even_money(rules, felt, box)
        for box in range(boxes_to_insure(rules, felt)):
            insure(rules, felt, box)
    if rules[mem.HOLE_CARD] == mem.HOLE_READ and up >= 10:
        felt[mem.DEAL_ENDED] = 1 if up + rules[mem.CARD_VALUE + felt[mem.CONCEALED_HOLE_CARD]] == LIMIT else 0
    elif rules[mem.OPEN_BLACKJACK_ENDS] and dealer_has_blackjack(felt):
        felt[mem.DEAL_ENDED] = 1


@compiled
def boxes_to_insure(rules: Ints, felt: Ints) -> int:
    """All; none where each is asked at its turn, unless a card reader ends that with the first box that has one."""
    boxes = rules[mem.BOXES]
    if rules[mem.INSURANCE_AT_TURN]:
        if rules[mem.HOLE_CARD] != mem.HOLE_READ:
            return 0
        for box in range(boxes):
            if next_hand(rules, felt, box) >= 0:
                return box + 1
    return int(boxes)


@compiled
def even_money(rules: Ints, felt: Ints, box: int) -> None:
    for number in range(rules[mem.HANDS_PER_BOX]):
        h = hand_at(felt, box, number)
        if is_natural(felt, h) and decide(rules, felt, box, h, mem.EVEN_MONEY, 0, BOTH) == mem.YES:
            felt[h + mem.IS_OPEN] = 0
            felt[h + mem.OUTCOME] = 1
            for spot in range(rules[mem.SPOTS]):
                felt[h + mem.NET + spot] = felt[h + mem.STAKE + spot]


@compiled
def insure(rules: Ints, felt: Ints, box: int) -> None:
    for number in range(rules[mem.HANDS_PER_BOX]):
        h = hand_at(felt, box, number)
        if felt[h + mem.IS_OPEN]:
            for spot in range(rules[mem.SPOTS]):
                staked = felt[h + mem.STAKE + spot]
                if staked and decide(rules, felt, box, h, mem.INSURANCE, spot, BOTH) == mem.YES:
                    felt[h + mem.INSURANCE_STAKE + spot] = felt[mem.AMOUNT]


# The boxes ------------------------------------------------------------------------------------------------------------


@compiled
def boxes_play(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    offered = rules[mem.OFFERS_INSURANCE + rules[mem.CARD_VALUE + felt[mem.UP_CARD]]]
    at_turn = offered and rules[mem.INSURANCE_AT_TURN] and rules[mem.HOLE_CARD] != mem.HOLE_READ
    for box in range(rules[mem.BOXES]):
        if at_turn:
            insure(rules, felt, box)
        if rules[mem.OFFERS_SWITCH]:
            offer_switch(rules, felt, box)
        h = next_hand(rules, felt, box)
        while h >= 0:
            if felt[h + mem.HAND_CARDS] < 2:
                deal(rules, felt, chance, cards, box, h)
                bust_now(rules, felt, h)
            else:
                act(rules, felt, chance, cards, box, h)
            h = next_hand(rules, felt, box)


@compiled
def next_hand(rules: Ints, felt: Ints, box: int) -> int:
    """From the dealer's left the hand that needs a card or a decision, or nothing."""
    b = mem.BOX + box * mem.BOX_SIZE
    for place in range(felt[b + mem.HAND_COUNT]):
        h = hand_at(felt, box, felt[b + mem.HAND_ORDER + place])
        if not is_finished(rules, felt, box, h):
            return h
    return -1


@compiled
def offer_switch(rules: Ints, felt: Ints, box: int) -> None:
    """Two 21s made by a switch leave nothing to decide, so the box is asked once more."""
    first, second = hand_at(felt, box, 0), hand_at(felt, box, 1)
    if decide(rules, felt, box, first, mem.SWITCH, 0, BOTH) == mem.NO:
        return
    exchange(rules, felt, box, 1)
    both_21 = points(felt, first) == LIMIT and points(felt, second) == LIMIT
    if both_21 and decide(rules, felt, box, first, mem.SWITCHED, 0, BOTH) == mem.YES:
        exchange(rules, felt, box, 0)


@compiled
def exchange(rules: Ints, felt: Ints, box: int, switched: int) -> None:
    first, second = hand_at(felt, box, 0), hand_at(felt, box, 1)
    a, b = felt[first + mem.CARD_0], felt[first + mem.CARD_1]
    c, d = felt[second + mem.CARD_0], felt[second + mem.CARD_1]
    hold(rules, felt, first, a, d)
    hold(rules, felt, second, c, b)
    felt[first + mem.IS_SWITCHED] = felt[second + mem.IS_SWITCHED] = switched
    felt[first + mem.STOOD] = felt[second + mem.STOOD] = 0


@compiled
def hold(rules: Ints, felt: Ints, h: int, card: int, other: int) -> None:
    felt[h + mem.HAND_CARDS] = felt[h + mem.LOW_TOTAL] = felt[h + mem.ACES] = 0
    give(rules, felt, h, card)
    if other >= 0:
        give(rules, felt, h, other)


@compiled
def act(rules: Ints, felt: Ints, chance: Stream, cards: Cards, box: int, h: int) -> None:
    move = decide(rules, felt, box, h, mem.PLAY, 0, legal(rules, felt, box, h))
    if move == mem.STAND:
        felt[h + mem.STOOD] = 1
    elif move == mem.HIT:
        deal(rules, felt, chance, cards, box, h)
        bust_now(rules, felt, h)
    elif move == mem.SPLIT:
        split(rules, felt, box, h)
    elif move == mem.SURRENDER:
        felt[h + mem.IS_SURRENDERED] = 1
    elif move == mem.SWITCH_BACK:
        exchange(rules, felt, box, 0)
    else:
        double(rules, felt, chance, cards, box, h, move == mem.DOUBLE_DOWN)


@compiled
def double(rules: Ints, felt: Ints, chance: Stream, cards: Cards, box: int, h: int, asked: bool) -> None:
    felt[h + mem.DOUBLE_STAKE] = felt[mem.AMOUNT]
    for spot in range(1, rules[mem.SPOTS]):
        if felt[h + mem.STAKE + spot]:
            decide(rules, felt, box, h, mem.DOUBLE_TOO, spot, 1 << mem.DOUBLE)
            felt[h + mem.DOUBLE_STAKE + spot] = felt[mem.AMOUNT]
    felt[h + mem.IS_DOUBLED] = 1
    if asked or rules[mem.DOUBLE_CARD_DOWN]:
        felt[h + mem.CARD_DOWN] = 1 + take(rules, felt, chance, cards)
        return
    deal(rules, felt, chance, cards, box, h)
    bust_now(rules, felt, h)
    may_rescue = rules[mem.OFFERS_RESCUE] and points(felt, h) <= LIMIT
    if may_rescue and decide(rules, felt, box, h, mem.RESCUE, 0, BOTH) == mem.YES:
        felt[h + mem.IS_RESCUED] = 1
        felt[h + mem.IS_OPEN] = 0
        felt[h + mem.NET] = -felt[h + mem.STAKE]


@compiled
def bust_now(rules: Ints, felt: Ints, h: int) -> None:
    """Where the game collects a hand over 21 without waiting for the dealer."""
    busts_openly = points(felt, h) > LIMIT and not felt[h + mem.CARD_DOWN]
    if rules[mem.BUSTS_LOSE_AT_ONCE] and busts_openly and felt[h + mem.IS_OPEN]:
        felt[h + mem.IS_OPEN] = 0
        felt[h + mem.OUTCOME] = -1
        for spot in range(rules[mem.SPOTS]):
            felt[h + mem.NET + spot] = -felt[h + mem.STAKE + spot] - felt[h + mem.DOUBLE_STAKE + spot]


@compiled
def split(rules: Ints, felt: Ints, box: int, h: int) -> None:
    """Two hands of one card each; the new one lies right of the other."""
    b = mem.BOX + box * mem.BOX_SIZE
    number = felt[b + mem.HAND_COUNT]
    new = new_hand(felt, box, number, felt[h + mem.ORIGINAL_HAND])
    first_card, second_card = felt[h + mem.CARD_0], felt[h + mem.CARD_1]
    hold(rules, felt, h, first_card, -1)
    hold(rules, felt, new, second_card, -1)
    for hand in (h, new):
        felt[hand + mem.IS_SPLIT] = 1
        felt[hand + mem.FROM_ACES] = felt[hand + mem.ACES]
        felt[hand + mem.IS_SWITCHED] = 0
    for spot in range(rules[mem.SPOTS]):
        felt[new + mem.STAKE + spot] = felt[h + mem.STAKE + spot]
    felt[b + mem.HAND_COUNT] = number + 1
    place = number
    while hand_at(felt, box, felt[b + mem.HAND_ORDER + place - 1]) != h:
        felt[b + mem.HAND_ORDER + place] = felt[b + mem.HAND_ORDER + place - 1]
        place -= 1
    felt[b + mem.HAND_ORDER + place] = number


@compiled
def third_cards(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The dealer's blackjack is known; who bet on sevens and has two of them is still offered a card (2.6(j)3)."""
    line = mem.SIDE_BET + (rules[mem.THIRD_CARD_OFFERED_BY] - 1) * mem.SIDE_BET_SIZE
    for box in range(rules[mem.BOXES]):
        h = hand_at(felt, box, 0)
        first, second = felt[h + mem.CARD_0], felt[h + mem.CARD_1]
        sevens = rules[mem.CARD_VALUE + first] == 7 and rules[mem.CARD_VALUE + second] == 7
        offered = rules[line + mem.BET_STAKES + box] and sevens
        if offered and decide(rules, felt, box, h, mem.THIRD_CARD, 0, BOTH) == mem.YES:
            deal(rules, felt, chance, cards, box, h)
            bust_now(rules, felt, h)


# The dealer -----------------------------------------------------------------------------------------------------------


@compiled
def has_effect(rules: Ints, felt: Ints, spot: int) -> bool:
    """Whether the dealer's count decides anything, judged by what lies open (2.12(c))."""
    for box in range(rules[mem.BOXES]):
        for number in range(felt[mem.BOX + box * mem.BOX_SIZE + mem.HAND_COUNT]):
            h = hand_at(felt, box, number)
            if not felt[h + mem.IS_OPEN] or felt[h + mem.IS_SURRENDERED] or (spot and not felt[h + mem.STAKE + spot]):
                continue
            if is_natural(felt, h):
                if rules[mem.BLACKJACK_ODDS_BY_DEALER]:
                    return True
            elif felt[h + mem.CARD_DOWN] or points(felt, h) <= LIMIT:
                return True
    return False


@compiled
def dealer_plays(rules: Ints, felt: Ints, chance: Stream, cards: Cards, spot: int) -> None:
    """The second card, and what the total and the wagers require."""
    if felt[mem.DEALER_CARDS] == 1:
        to_dealer(rules, felt, chance, cards)
    if has_effect(rules, felt, spot):
        count, soft = dealer_total(felt)
        while not rules[mem.DEALER_STANDS + 32 * soft + count]:
            to_dealer(rules, felt, chance, cards)
            count, soft = dealer_total(felt)
    if rules[mem.THIRD_CARD_DRAWN_FOR] and felt[mem.DEALER_CARDS] == 2:
        line = mem.SIDE_BET + (rules[mem.THIRD_CARD_DRAWN_FOR] - 1) * mem.SIDE_BET_SIZE
        if not rules[line + mem.BET_FIGURES + 13 * (felt[mem.UP_CARD] >> 2) + (felt[mem.SECOND_CARD] >> 2)]:
            to_dealer(rules, felt, chance, cards)


@compiled
def dealer_total(felt: Ints) -> tuple[int, int]:
    low, aces = felt[mem.DEALER_LOW_TOTAL], felt[mem.DEALER_ACES]
    return total(low, aces), 1 if aces and low + 10 <= LIMIT else 0


@compiled
def next_dealer_hand(rules: Ints, felt: Ints) -> None:
    """The up card alone is left (2.18(f)2)."""
    value = rules[mem.CARD_VALUE + felt[mem.UP_CARD]]
    felt[mem.DEALER_ACES] = 1 if value == 11 else 0
    felt[mem.DEALER_LOW_TOTAL] = 1 if value == 11 else value
    felt[mem.DEALER_CARDS] = 1
