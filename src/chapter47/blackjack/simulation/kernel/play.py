"""A round up to its settlement: the first cards, the questions before play, the boxes' play and the dealer's."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation.kernel import (
    cards as kernel_cards,
)
from chapter47.blackjack.simulation.kernel import (
    hands as kernel_hands,
)
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.blackjack.simulation.kernel import (
    moves as kernel_moves,
)
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

compiled = compiled_with(f, generator, kernel_cards, kernel_hands, kernel_moves, **INNER)

BOTH = 1 << f.NO | 1 << f.YES


# The first cards ------------------------------------------------------------------------------------------------------


@compiled
def lay_out(rules: Ints, felt: Ints) -> None:
    """Empty boxes with their wagers."""
    for box in range(rules[f.BOXES]):
        b = f.BOX + box * f.BOX_SIZE
        felt[b + f.HANDS_OF] = rules[f.HANDS_PER_BOX]
        felt[b + f.OWN_CARDS] = felt[b + f.SUPER] = felt[b + f.WAITS] = 0
        times = felt[f.TIMES] if rules[f.COUNTING + box] else 1
        for number in range(rules[f.HANDS_PER_BOX]):
            h = new_hand(felt, box, number, number)
            felt[b + f.ORDER + number] = number
            for spot in range(rules[f.SPOTS]):
                felt[h + f.STAKE + spot] = rules[f.STAKES + box * f.MOST_SPOTS + spot] * times
    felt[f.DEALER_LOW] = felt[f.DEALER_ACES] = felt[f.DEALER_CARDS] = felt[f.ENDED] = 0
    felt[f.SECOND] = felt[f.HOLE_LIES] = -1


@compiled
def first_cards(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """A card to each hand, the dealer's up card, a second to each hand; then the hole card where there is one."""
    for turn in range(2):
        for box in range(rules[f.BOXES]):
            for number in range(rules[f.HANDS_PER_BOX]):
                h = hand_at(felt, box, number)
                if felt[f.FIRST_CARD] >= 0:
                    give(rules, felt, h, felt[f.FIRST_CARD])
                    note_own(rules, felt, box, felt[f.FIRST_CARD])
                    felt[f.FIRST_CARD] = -1
                else:
                    deal(rules, felt, chance, cards, box, h)
        if turn == 0:
            to_dealer(rules, felt, chance, cards)
    felt[f.VIEW] = rules[f.VALUE + felt[f.UP]] % 11
    hole = rules[f.HOLE]
    if hole == f.HOLE_OPEN:
        to_dealer(rules, felt, chance, cards)
        seen = total(felt[f.DEALER_LOW], felt[f.DEALER_ACES])
        felt[f.VIEW] = seen + (f.SOFT_VIEWS if felt[f.DEALER_ACES] else 0)
    elif hole != f.NO_HOLE:
        felt[f.HOLE_LIES] = take(rules, felt, chance, cards)


@compiled
def to_dealer(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    card = felt[f.HOLE_LIES]
    if card >= 0:
        felt[f.HOLE_LIES] = -1
    else:
        card = take(rules, felt, chance, cards)
    see(rules, felt, card)
    value = rules[f.VALUE + card]
    if value == 11:
        felt[f.DEALER_ACES] += 1
        value = 1
    felt[f.DEALER_LOW] += value
    count = felt[f.DEALER_CARDS]
    if count == 0:
        felt[f.UP] = card
    elif count == 1:
        felt[f.SECOND] = card
    elif count == 2:
        felt[f.DEALER_THIRD] = card
    felt[f.DEALER_CARDS] = count + 1


@compiled
def dealer_has_blackjack(felt: Ints) -> bool:
    return felt[f.DEALER_CARDS] == 2 and felt[f.DEALER_LOW] == 11 and felt[f.DEALER_ACES] == 1


# Before the boxes play ------------------------------------------------------------------------------------------------


@compiled
def before_play(rules: Ints, felt: Ints) -> None:
    """Even money, insurance unless it comes at each box's turn, and the card reader."""
    up = rules[f.VALUE + felt[f.UP]]
    if rules[f.INSURES + up]:
        if rules[f.TAKES_EVEN_MONEY]:
            for box in range(rules[f.BOXES]):
                even_money(rules, felt, box)
        for box in range(boxes_to_insure(rules, felt)):
            insure(rules, felt, box)
    if rules[f.HOLE] == f.HOLE_READ and up >= 10:
        felt[f.ENDED] = 1 if up + rules[f.VALUE + felt[f.HOLE_LIES]] == LIMIT else 0
    elif rules[f.OPEN_BLACKJACK_ENDS] and dealer_has_blackjack(felt):
        felt[f.ENDED] = 1


@compiled
def boxes_to_insure(rules: Ints, felt: Ints) -> int:
    """All; none where each is asked at its turn, unless a card reader ends that with the first box that has one."""
    boxes = rules[f.BOXES]
    if rules[f.AT_TURN]:
        if rules[f.HOLE] != f.HOLE_READ:
            return 0
        for box in range(boxes):
            if next_hand(rules, felt, box) >= 0:
                return box + 1
    return int(boxes)


@compiled
def even_money(rules: Ints, felt: Ints, box: int) -> None:
    for number in range(rules[f.HANDS_PER_BOX]):
        h = hand_at(felt, box, number)
        if is_natural(felt, h) and decide(rules, felt, box, h, f.EVEN_MONEY, 0, BOTH) == f.YES:
            felt[h + f.IS_OPEN] = 0
            felt[h + f.OUTCOME] = 1
            for spot in range(rules[f.SPOTS]):
                felt[h + f.NET + spot] = felt[h + f.STAKE + spot]


@compiled
def insure(rules: Ints, felt: Ints, box: int) -> None:
    for number in range(rules[f.HANDS_PER_BOX]):
        h = hand_at(felt, box, number)
        if felt[h + f.IS_OPEN]:
            for spot in range(rules[f.SPOTS]):
                staked = felt[h + f.STAKE + spot]
                if staked and decide(rules, felt, box, h, f.INSURANCE, spot, BOTH) == f.YES:
                    felt[h + f.INSURED_FOR + spot] = felt[f.AMOUNT]


# The boxes ------------------------------------------------------------------------------------------------------------


@compiled
def boxes_play(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    at_turn = rules[f.AT_TURN] and rules[f.HOLE] != f.HOLE_READ and rules[f.INSURES + rules[f.VALUE + felt[f.UP]]]
    for box in range(rules[f.BOXES]):
        if at_turn:
            insure(rules, felt, box)
        if rules[f.SWITCHES]:
            offer_switch(rules, felt, box)
        h = next_hand(rules, felt, box)
        while h >= 0:
            if felt[h + f.HAND_CARDS] < 2:
                deal(rules, felt, chance, cards, box, h)
                bust_now(rules, felt, h)
            else:
                act(rules, felt, chance, cards, box, h)
            h = next_hand(rules, felt, box)


@compiled
def next_hand(rules: Ints, felt: Ints, box: int) -> int:
    """From the dealer's left the hand that needs a card or a decision, or nothing."""
    b = f.BOX + box * f.BOX_SIZE
    for place in range(felt[b + f.HANDS_OF]):
        h = hand_at(felt, box, felt[b + f.ORDER + place])
        if not is_finished(rules, felt, box, h):
            return h
    return -1


@compiled
def offer_switch(rules: Ints, felt: Ints, box: int) -> None:
    """Two 21s made by a switch leave nothing to decide, so the box is asked once more."""
    first, second = hand_at(felt, box, 0), hand_at(felt, box, 1)
    if decide(rules, felt, box, first, f.SWITCH, 0, BOTH) == f.NO:
        return
    exchange(rules, felt, box, 1)
    both_21 = points(felt, first) == LIMIT and points(felt, second) == LIMIT
    if both_21 and decide(rules, felt, box, first, f.SWITCHED, 0, BOTH) == f.YES:
        exchange(rules, felt, box, 0)


@compiled
def exchange(rules: Ints, felt: Ints, box: int, switched: int) -> None:
    first, second = hand_at(felt, box, 0), hand_at(felt, box, 1)
    a, b = felt[first + f.CARD_0], felt[first + f.CARD_1]
    c, d = felt[second + f.CARD_0], felt[second + f.CARD_1]
    hold(rules, felt, first, a, d)
    hold(rules, felt, second, c, b)
    felt[first + f.IS_SWITCHED] = felt[second + f.IS_SWITCHED] = switched
    felt[first + f.STOOD] = felt[second + f.STOOD] = 0


@compiled
def hold(rules: Ints, felt: Ints, h: int, card: int, other: int) -> None:
    felt[h + f.HAND_CARDS] = felt[h + f.LOW] = felt[h + f.ACES] = 0
    give(rules, felt, h, card)
    if other >= 0:
        give(rules, felt, h, other)


@compiled
def act(rules: Ints, felt: Ints, chance: Stream, cards: Cards, box: int, h: int) -> None:
    move = decide(rules, felt, box, h, f.PLAY, 0, legal(rules, felt, box, h))
    if move == f.STAND:
        felt[h + f.STOOD] = 1
    elif move == f.HIT:
        deal(rules, felt, chance, cards, box, h)
        bust_now(rules, felt, h)
    elif move == f.SPLIT:
        split(rules, felt, box, h)
    elif move == f.SURRENDER:
        felt[h + f.GIVEN_UP] = 1
    elif move == f.SWITCH_BACK:
        exchange(rules, felt, box, 0)
    else:
        double(rules, felt, chance, cards, box, h, move == f.DOUBLE_DOWN)


@compiled
def double(rules: Ints, felt: Ints, chance: Stream, cards: Cards, box: int, h: int, asked: bool) -> None:
    felt[h + f.DOUBLED] = felt[f.AMOUNT]
    for spot in range(1, rules[f.SPOTS]):
        if felt[h + f.STAKE + spot]:
            decide(rules, felt, box, h, f.DOUBLE_TOO, spot, 1 << f.DOUBLE)
            felt[h + f.DOUBLED + spot] = felt[f.AMOUNT]
    felt[h + f.IS_DOUBLED] = 1
    if asked or rules[f.ALWAYS_DOWN]:
        felt[h + f.DOWN] = 1 + take(rules, felt, chance, cards)
        return
    deal(rules, felt, chance, cards, box, h)
    bust_now(rules, felt, h)
    may_rescue = rules[f.RESCUES] and points(felt, h) <= LIMIT
    if may_rescue and decide(rules, felt, box, h, f.RESCUE, 0, BOTH) == f.YES:
        felt[h + f.IS_RESCUED] = 1
        felt[h + f.IS_OPEN] = 0
        felt[h + f.NET] = -felt[h + f.STAKE]


@compiled
def bust_now(rules: Ints, felt: Ints, h: int) -> None:
    """Where the game collects a hand over 21 without waiting for the dealer."""
    if rules[f.BUSTS_NOW] and points(felt, h) > LIMIT and not felt[h + f.DOWN] and felt[h + f.IS_OPEN]:
        felt[h + f.IS_OPEN] = 0
        felt[h + f.OUTCOME] = -1
        for spot in range(rules[f.SPOTS]):
            felt[h + f.NET + spot] = -felt[h + f.STAKE + spot] - felt[h + f.DOUBLED + spot]


@compiled
def split(rules: Ints, felt: Ints, box: int, h: int) -> None:
    """Two hands of one card each; the new one lies right of the other."""
    b = f.BOX + box * f.BOX_SIZE
    number = felt[b + f.HANDS_OF]
    new = new_hand(felt, box, number, felt[h + f.OF])
    card, other = felt[h + f.CARD_0], felt[h + f.CARD_1]
    hold(rules, felt, h, card, -1)
    hold(rules, felt, new, other, -1)
    for one in (h, new):
        felt[one + f.IS_SPLIT] = 1
        felt[one + f.FROM_ACES] = felt[one + f.ACES]
        felt[one + f.IS_SWITCHED] = 0
    for spot in range(rules[f.SPOTS]):
        felt[new + f.STAKE + spot] = felt[h + f.STAKE + spot]
    felt[b + f.HANDS_OF] = number + 1
    place = number
    while hand_at(felt, box, felt[b + f.ORDER + place - 1]) != h:
        felt[b + f.ORDER + place] = felt[b + f.ORDER + place - 1]
        place -= 1
    felt[b + f.ORDER + place] = number


@compiled
def third_cards(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The dealer's blackjack is known; who bet on sevens and has two of them is still offered a card (2.6(j)3)."""
    line = f.LINE + (rules[f.OFFERS_THIRD] - 1) * f.LINE_SIZE
    for box in range(rules[f.BOXES]):
        h = hand_at(felt, box, 0)
        first, second = felt[h + f.CARD_0], felt[h + f.CARD_1]
        sevens = rules[f.VALUE + first] == 7 and rules[f.VALUE + second] == 7
        offered = rules[line + f.STAKED + box] and sevens
        if offered and decide(rules, felt, box, h, f.THIRD_CARD, 0, BOTH) == f.YES:
            deal(rules, felt, chance, cards, box, h)
            bust_now(rules, felt, h)


# The dealer -----------------------------------------------------------------------------------------------------------


@compiled
def has_effect(rules: Ints, felt: Ints, spot: int) -> bool:
    """Whether the dealer's count decides anything, judged by what lies open (2.12(c))."""
    for box in range(rules[f.BOXES]):
        for number in range(felt[f.BOX + box * f.BOX_SIZE + f.HANDS_OF]):
            h = hand_at(felt, box, number)
            if not felt[h + f.IS_OPEN] or felt[h + f.GIVEN_UP] or (spot and not felt[h + f.STAKE + spot]):
                continue
            if is_natural(felt, h):
                if rules[f.ODDS_HANG]:
                    return True
            elif felt[h + f.DOWN] or points(felt, h) <= LIMIT:
                return True
    return False


@compiled
def dealer_plays(rules: Ints, felt: Ints, chance: Stream, cards: Cards, spot: int) -> None:
    """The second card, and what the total and the wagers require."""
    if felt[f.DEALER_CARDS] == 1:
        to_dealer(rules, felt, chance, cards)
    if has_effect(rules, felt, spot):
        count, soft = dealer_total(felt)
        while not rules[f.STANDS + 32 * soft + count]:
            to_dealer(rules, felt, chance, cards)
            count, soft = dealer_total(felt)
    if rules[f.THIRD_IS_DUE] and felt[f.DEALER_CARDS] == 2:
        line = f.LINE + (rules[f.THIRD_IS_DUE] - 1) * f.LINE_SIZE
        if not rules[line + f.FIGURES + 13 * (felt[f.UP] >> 2) + (felt[f.SECOND] >> 2)]:
            to_dealer(rules, felt, chance, cards)


@compiled
def dealer_total(felt: Ints) -> tuple[int, int]:
    low, aces = felt[f.DEALER_LOW], felt[f.DEALER_ACES]
    return total(low, aces), 1 if aces and low + 10 <= LIMIT else 0


@compiled
def next_dealer_hand(rules: Ints, felt: Ints) -> None:
    """The up card alone is left (2.18(f)2)."""
    value = rules[f.VALUE + felt[f.UP]]
    felt[f.DEALER_ACES] = 1 if value == 11 else 0
    felt[f.DEALER_LOW] = 1 if value == 11 else value
    felt[f.DEALER_CARDS] = 1
