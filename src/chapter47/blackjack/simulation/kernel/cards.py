"""Cards from the shoe: drawn unseen, counted when they are seen, shuffled again when they run out."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle

compiled = compiled_with(mem, generator, **INNER)
AHEAD = 8
"""How many cards are brought into random order at a time."""

DUMMY = 44
"""A king for a round that has no card left: it is not counted, and so it ends soon."""


@compiled
def take(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """The next card: of a given order, or any of those left."""
    if felt[mem.NEXT_CARD] == felt[mem.SHOE_END]:
        run_out(rules, felt, chance, cards)
        if felt[mem.OUT_OF_CARDS]:
            return DUMMY
    at = felt[mem.NEXT_CARD]
    felt[mem.NEXT_CARD] = at + 1
    if at == felt[mem.SHUFFLED_TO]:
        felt[mem.SHUFFLED_TO] = min(at + AHEAD, felt[mem.SHOE_END])
        shuffle(chance, cards[: felt[mem.SHOE_END]], at, felt[mem.SHUFFLED_TO])
    return int(cards[at])


@compiled
def see(rules: Ints, felt: Ints, card: int) -> None:
    if rules[mem.IS_COUNTED]:
        felt[mem.RUNNING_COUNT] += rules[mem.COUNT_TAGS + (card >> 2)]


@compiled
def run_out(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The discards of earlier rounds are shuffled, one is burned, and the shoe is over after this round (2.15(f))."""
    base, start, end = felt[mem.SHOE_BASE], felt[mem.ROUND_START], felt[mem.SHOE_END]
    if start - base < 2 or felt[mem.CARDS_ARE_GIVEN]:
        felt[mem.OUT_OF_CARDS] = 1
        return
    spare, dealt = rules[mem.ALL_CARDS], end - start
    for place in range(base, end):
        cards[spare + place] = cards[place]
    for place in range(dealt):
        cards[base + place] = cards[spare + start + place]
    for place in range(start - base):
        cards[base + dealt + place] = cards[spare + base + place]
    felt[mem.ROUND_START], felt[mem.NEXT_CARD], felt[mem.CUTTING_CARD_OUT] = base, base + dealt, 1
    mix(rules, felt, chance, cards)
    felt[mem.NEXT_CARD] += 1
    if felt[mem.NEXT_CARD] > felt[mem.SHUFFLED_TO]:
        felt[mem.SHUFFLED_TO] += 1
        shuffle(chance, cards[:end], felt[mem.SHUFFLED_TO] - 1, felt[mem.SHUFFLED_TO])


@compiled
def mix(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The cards still to be dealt, all at once where their order matters later, else as they are needed."""
    if rules[mem.DISCARDS_GO_BACK]:
        felt[mem.SHUFFLED_TO] = felt[mem.SHOE_END]
        shuffle(chance, cards[: felt[mem.SHOE_END]], felt[mem.NEXT_CARD], felt[mem.SHOE_END])
    else:
        felt[mem.SHUFFLED_TO] = felt[mem.NEXT_CARD]


@compiled
def fill(rules: Ints, felt: Ints, chance: Stream, cards: Cards, side: int) -> None:
    """A new shoe, or one side of it: the count begins anew and the first card is burned."""
    lies(rules, felt, side)
    felt[mem.ROUND_START] = felt[mem.NEXT_CARD] = felt[mem.SHOE_BASE]
    felt[mem.CUTTING_CARD_OUT] = 0
    felt[mem.RUNNING_COUNT] = rules[mem.COUNT_STARTS_AT]
    mix(rules, felt, chance, cards)
    if rules[mem.BURNS_FIRST_CARD]:
        take(rules, felt, chance, cards)
    felt[mem.SIDE_NEXT_CARD + side] = felt[mem.NEXT_CARD]
    felt[mem.SIDE_SHUFFLED_TO + side] = felt[mem.SHUFFLED_TO]
    felt[mem.SIDE_IS_OVER + side] = 0


@compiled
def lies(rules: Ints, felt: Ints, side: int) -> None:
    """Where the cards of a side are."""
    felt[mem.SHOE_SIDE] = side
    felt[mem.SHOE_BASE] = rules[mem.LEFT_SIDE_CARDS] if side else 0
    is_left_side = side == 0 and rules[mem.SHOE_SIDES] == 2
    felt[mem.SHOE_END] = rules[mem.LEFT_SIDE_CARDS] if is_left_side else rules[mem.ALL_CARDS]


@compiled
def fill_all(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    for side in range(rules[mem.SHOE_SIDES]):
        fill(rules, felt, chance, cards, rules[mem.SHOE_SIDES] - 1 - side)


@compiled
def begin_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The card burned at the start of a round, or the determinant card of a double shoe (2.6(d))."""
    felt[mem.DETERMINANT_CARD] = -1
    felt[mem.OUT_OF_CARDS] = 0
    if rules[mem.SHOE_SIDES] == 2:
        side_deals(rules, felt, 0)
    felt[mem.ROUND_START] = felt[mem.NEXT_CARD]
    if rules[mem.BURNS_EACH_ROUND]:
        take(rules, felt, chance, cards)
    if rules[mem.SHOE_SIDES] == 2:
        card = take(rules, felt, chance, cards)
        see(rules, felt, card)
        red = (card & 3) == 1 or (card & 3) == 2
        deals = rules[mem.RED_SIDE] if red else 1 - rules[mem.RED_SIDE]
        if deals == 0:
            felt[mem.DETERMINANT_CARD] = card
        else:
            note_side(rules, felt)
            side_deals(rules, felt, 1)


@compiled
def side_deals(rules: Ints, felt: Ints, side: int) -> None:
    lies(rules, felt, side)
    felt[mem.ROUND_START] = felt[mem.NEXT_CARD] = felt[mem.SIDE_NEXT_CARD + side]
    felt[mem.CUTTING_CARD_OUT] = felt[mem.SIDE_IS_OVER + side]
    felt[mem.SHUFFLED_TO] = felt[mem.SIDE_SHUFFLED_TO + side]


@compiled
def note_side(rules: Ints, felt: Ints) -> None:
    side = felt[mem.SHOE_SIDE]
    felt[mem.SIDE_NEXT_CARD + side] = felt[mem.NEXT_CARD]
    felt[mem.SIDE_IS_OVER + side] = is_over(rules, felt)
    felt[mem.SIDE_SHUFFLED_TO + side] = felt[mem.SHUFFLED_TO]


@compiled
def is_over(rules: Ints, felt: Ints) -> int:
    """The cutting card came out, or no card is left."""
    cut = rules[mem.CUTTING_CARD_RIGHT] if felt[mem.SHOE_SIDE] else rules[mem.CUTTING_CARD]
    following = felt[mem.NEXT_CARD]
    behind_the_cut = following - felt[mem.SHOE_BASE] > cut
    return 1 if felt[mem.CUTTING_CARD_OUT] or behind_the_cut or following == felt[mem.SHOE_END] else 0


@compiled
def end_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """Shuffle what is to be shuffled; whether a shoe was over."""
    if rules[mem.SHOE_SIDES] == 2:
        note_side(rules, felt)
        over = 0
        for side in range(2):
            if felt[mem.SIDE_IS_OVER + side] or rules[mem.FRESH]:
                fill(rules, felt, chance, cards, side)
                over = 1
        return over
    if rules[mem.DISCARDS_GO_BACK] and not (felt[mem.OUT_OF_CARDS] or rules[mem.FRESH]):
        return put_back(rules, felt, chance, cards)
    if rules[mem.FRESH] or felt[mem.OUT_OF_CARDS] or is_over(rules, felt):
        fill(rules, felt, chance, cards, 0)
        return 1
    return 0


@compiled
def put_back(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """The Bart Carter shuffle of 2.6(m): more than a deck of discards goes back at three places of the shoe."""
    gone = felt[mem.NEXT_CARD]
    if gone <= rules[mem.CARDS_PER_DECK]:
        return 0
    shuffle(chance, cards[:gone], 0, gone)
    spare = rules[mem.ALL_CARDS]
    for place in range(spare):
        cards[spare + place] = cards[place]
    left = spare - gone
    at = rest = used = 0
    for stack in range(4):
        mark = left * (stack + 1) // 4
        while rest < mark:
            cards[at] = cards[spare + gone + rest]
            at, rest = at + 1, rest + 1
        if stack < 3:
            size = (gone + 2 - stack) // 3
            for _ in range(size):
                cards[at] = cards[spare + used]
                at, used = at + 1, used + 1
    felt[mem.NEXT_CARD] = felt[mem.ROUND_START] = 0
    felt[mem.CUTTING_CARD_OUT] = 0
    felt[mem.RUNNING_COUNT] = rules[mem.COUNT_STARTS_AT]
    return 1
