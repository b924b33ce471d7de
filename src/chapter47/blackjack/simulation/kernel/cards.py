"""Cards from the shoe: drawn unseen, counted when they are seen, shuffled again when they run out."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle

compiled = compiled_with(mem, generator, **INNER)
DIAMONDS, HEARTS = 1, 2
SHUFFLED_AT_A_TIME = 8
"""How many cards are brought into random order at a time."""

DUMMY_CARD = 44
"""A king for a round that has no card left: it is not counted, and so it ends soon."""


@compiled
def take(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> int:
    """The next card: of a given order, or any of those left."""
    if state[mem.NEXT_CARD] == state[mem.SHOE_END]:
        run_out(rules, state, chance, cards)
        if state[mem.OUT_OF_CARDS]:
            return DUMMY_CARD
    at = state[mem.NEXT_CARD]
    state[mem.NEXT_CARD] = at + 1
    if at == state[mem.SHUFFLED_TO]:
        state[mem.SHUFFLED_TO] = min(at + SHUFFLED_AT_A_TIME, state[mem.SHOE_END])
        shuffle(chance, cards[: state[mem.SHOE_END]], at, state[mem.SHUFFLED_TO])
    return int(cards[at])


@compiled
def rank_of(card: int) -> int:
    return card >> 2


@compiled
def suit_of(card: int) -> int:
    return card & 3


@compiled
def count_seen(rules: Ints, state: Ints, card: int) -> None:
    if rules[mem.IS_COUNTED]:
        state[mem.RUNNING_COUNT] += rules[mem.COUNT_TAGS + rank_of(card)]


@compiled
def run_out(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """The discards of earlier rounds are shuffled, one is burned, and the shoe is over after this round (2.15(f))."""
    base, start, end = state[mem.SHOE_BASE], state[mem.ROUND_START], state[mem.SHOE_END]
    if start - base < 2 or state[mem.CARDS_ARE_GIVEN]:
        state[mem.OUT_OF_CARDS] = 1
        return
    spare, dealt = rules[mem.ALL_CARDS], end - start
    for place in range(base, end):
        cards[spare + place] = cards[place]
    for place in range(dealt):
        cards[base + place] = cards[spare + start + place]
    for place in range(start - base):
        cards[base + dealt + place] = cards[spare + base + place]
    state[mem.ROUND_START], state[mem.NEXT_CARD], state[mem.CUTTING_CARD_OUT] = base, base + dealt, 1
    shuffle_undealt(rules, state, chance, cards)
    state[mem.NEXT_CARD] += 1
    if state[mem.NEXT_CARD] > state[mem.SHUFFLED_TO]:
        state[mem.SHUFFLED_TO] += 1
        shuffle(chance, cards[:end], state[mem.SHUFFLED_TO] - 1, state[mem.SHUFFLED_TO])


@compiled
def shuffle_undealt(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """The cards still to be dealt, all at once where their order matters later, else as they are needed."""
    if rules[mem.DISCARDS_GO_BACK]:
        state[mem.SHUFFLED_TO] = state[mem.SHOE_END]
        shuffle(chance, cards[: state[mem.SHOE_END]], state[mem.NEXT_CARD], state[mem.SHOE_END])
    else:
        state[mem.SHUFFLED_TO] = state[mem.NEXT_CARD]


@compiled
def fill(rules: Ints, state: Ints, chance: Stream, cards: Cards, side: int) -> None:
    """A new shoe, or one side of it: the count begins anew and the first card is burned."""
    set_side(rules, state, side)
    state[mem.ROUND_START] = state[mem.NEXT_CARD] = state[mem.SHOE_BASE]
    state[mem.CUTTING_CARD_OUT] = 0
    state[mem.RUNNING_COUNT] = rules[mem.COUNT_STARTS_AT]
    shuffle_undealt(rules, state, chance, cards)
    if rules[mem.BURNS_FIRST_CARD]:
        take(rules, state, chance, cards)
    state[mem.SIDE_NEXT_CARD + side] = state[mem.NEXT_CARD]
    state[mem.SIDE_SHUFFLED_TO + side] = state[mem.SHUFFLED_TO]
    state[mem.SIDE_IS_OVER + side] = 0


@compiled
def set_side(rules: Ints, state: Ints, side: int) -> None:
    """Where the cards of a side are."""
    state[mem.SHOE_SIDE] = side
    state[mem.SHOE_BASE] = rules[mem.LEFT_SIDE_CARDS] if side else 0
    is_left_side = side == 0 and rules[mem.SHOE_SIDES] == 2
    state[mem.SHOE_END] = rules[mem.LEFT_SIDE_CARDS] if is_left_side else rules[mem.ALL_CARDS]


@compiled
def fill_all(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    for side in range(rules[mem.SHOE_SIDES]):
        fill(rules, state, chance, cards, rules[mem.SHOE_SIDES] - 1 - side)


@compiled
def begin_round(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """The card burned at the start of a round, or the determinant card of a double shoe (2.6(d))."""
    state[mem.DETERMINANT_CARD] = -1
    state[mem.OUT_OF_CARDS] = 0
    if rules[mem.SHOE_SIDES] == 2:
        deal_from_side(rules, state, 0)
    state[mem.ROUND_START] = state[mem.NEXT_CARD]
    if rules[mem.BURNS_EACH_ROUND]:
        take(rules, state, chance, cards)
    if rules[mem.SHOE_SIDES] == 2:
        card = take(rules, state, chance, cards)
        count_seen(rules, state, card)
        red = suit_of(card) == DIAMONDS or suit_of(card) == HEARTS
        dealing_side = rules[mem.RED_SIDE] if red else 1 - rules[mem.RED_SIDE]
        if dealing_side == 0:
            state[mem.DETERMINANT_CARD] = card
        else:
            keep_side(rules, state)
            deal_from_side(rules, state, 1)


@compiled
def deal_from_side(rules: Ints, state: Ints, side: int) -> None:
    set_side(rules, state, side)
    state[mem.ROUND_START] = state[mem.NEXT_CARD] = state[mem.SIDE_NEXT_CARD + side]
    state[mem.CUTTING_CARD_OUT] = state[mem.SIDE_IS_OVER + side]
    state[mem.SHUFFLED_TO] = state[mem.SIDE_SHUFFLED_TO + side]


@compiled
def keep_side(rules: Ints, state: Ints) -> None:
    side = state[mem.SHOE_SIDE]
    state[mem.SIDE_NEXT_CARD + side] = state[mem.NEXT_CARD]
    state[mem.SIDE_IS_OVER + side] = is_over(rules, state)
    state[mem.SIDE_SHUFFLED_TO + side] = state[mem.SHUFFLED_TO]


@compiled
def is_over(rules: Ints, state: Ints) -> int:
    """The cutting card came out, or no card is left."""
    cut = rules[mem.CUTTING_CARD_RIGHT] if state[mem.SHOE_SIDE] else rules[mem.CUTTING_CARD]
    following = state[mem.NEXT_CARD]
    behind_the_cut = following - state[mem.SHOE_BASE] > cut
    return 1 if state[mem.CUTTING_CARD_OUT] or behind_the_cut or following == state[mem.SHOE_END] else 0


@compiled
def end_round(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> int:
    """Shuffle what is to be shuffled; whether a shoe was over."""
    if rules[mem.SHOE_SIDES] == 2:
        keep_side(rules, state)
        over = 0
        for side in range(2):
            if state[mem.SIDE_IS_OVER + side] or rules[mem.FRESH]:
                fill(rules, state, chance, cards, side)
                over = 1
        return over
    if rules[mem.DISCARDS_GO_BACK] and not (state[mem.OUT_OF_CARDS] or rules[mem.FRESH]):
        return put_back(rules, state, chance, cards)
    if rules[mem.FRESH] or state[mem.OUT_OF_CARDS] or is_over(rules, state):
        fill(rules, state, chance, cards, 0)
        return 1
    return 0


@compiled
def put_back(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> int:
    """The Bart Carter shuffle of 2.6(m): more than a deck of discards goes back at three places of the shoe."""
    gone = state[mem.NEXT_CARD]
    if gone <= rules[mem.CARDS_PER_DECK]:
        return 0
    shuffle(chance, cards[:gone], 0, gone)
    spare = rules[mem.ALL_CARDS]
    for place in range(spare):
        cards[spare + place] = cards[place]
    left = spare - gone
    to = from_shoe = from_discards = 0
    for stack in range(4):
        mark = left * (stack + 1) // 4
        while from_shoe < mark:
            cards[to] = cards[spare + gone + from_shoe]
            to, from_shoe = to + 1, from_shoe + 1
        if stack < 3:
            size = (gone + 2 - stack) // 3
            for _ in range(size):
                cards[to] = cards[spare + from_discards]
                to, from_discards = to + 1, from_discards + 1
    state[mem.NEXT_CARD] = state[mem.ROUND_START] = 0
    state[mem.CUTTING_CARD_OUT] = 0
    state[mem.RUNNING_COUNT] = rules[mem.COUNT_STARTS_AT]
    return 1
