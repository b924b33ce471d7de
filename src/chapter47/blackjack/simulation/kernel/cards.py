"""Cards from the shoe: drawn unseen, counted when they are seen, shuffled again when they run out."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle

compiled = compiled_with(f, generator, **INNER)
AHEAD = 8
"""How many cards are brought into random order at a time."""

DUMMY = 44
"""A king for a round that has no card left: it is not counted, and so it ends soon."""


@compiled
def take(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """The next card: of a given order, or any of those left."""
    if felt[f.AT] == felt[f.END]:
        run_out(rules, felt, chance, cards)
        if felt[f.SHORT]:
            return DUMMY
    at = felt[f.AT]
    felt[f.AT] = at + 1
    if at == felt[f.MIXED]:
        felt[f.MIXED] = min(at + AHEAD, felt[f.END])
        shuffle(chance, cards[: felt[f.END]], at, felt[f.MIXED])
    return int(cards[at])


@compiled
def see(rules: Ints, felt: Ints, card: int) -> None:
    if rules[f.COUNTS]:
        felt[f.RUNNING] += rules[f.TAGS + (card >> 2)]


@compiled
def run_out(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The discards of earlier rounds are shuffled, one is burned, and the shoe is over after this round (2.15(f))."""
    base, start, end = felt[f.BASE], felt[f.START], felt[f.END]
    if start - base < 2 or felt[f.GIVEN]:
        felt[f.SHORT] = 1
        return
    spare, dealt = rules[f.ALL_CARDS], end - start
    for place in range(base, end):
        cards[spare + place] = cards[place]
    for place in range(dealt):
        cards[base + place] = cards[spare + start + place]
    for place in range(start - base):
        cards[base + dealt + place] = cards[spare + base + place]
    felt[f.START], felt[f.AT], felt[f.IS_OUT] = base, base + dealt, 1
    mix(rules, felt, chance, cards)
    felt[f.AT] += 1
    if felt[f.AT] > felt[f.MIXED]:
        felt[f.MIXED] += 1
        shuffle(chance, cards[:end], felt[f.MIXED] - 1, felt[f.MIXED])


@compiled
def mix(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The cards still to be dealt, all at once where their order matters later, else as they are needed."""
    if rules[f.PUTS_BACK]:
        felt[f.MIXED] = felt[f.END]
        shuffle(chance, cards[: felt[f.END]], felt[f.AT], felt[f.END])
    else:
        felt[f.MIXED] = felt[f.AT]


@compiled
def fill(rules: Ints, felt: Ints, chance: Stream, cards: Cards, side: int) -> None:
    """A new shoe, or one side of it: the count begins anew and the first card is burned."""
    lies(rules, felt, side)
    felt[f.START] = felt[f.AT] = felt[f.BASE]
    felt[f.IS_OUT] = 0
    felt[f.RUNNING] = rules[f.COUNT_FROM]
    mix(rules, felt, chance, cards)
    if rules[f.BURNS]:
        take(rules, felt, chance, cards)
    felt[f.SIDE_AT + side], felt[f.SIDE_OUT + side], felt[f.SIDE_MIXED + side] = felt[f.AT], 0, felt[f.MIXED]


@compiled
def lies(rules: Ints, felt: Ints, side: int) -> None:
    """Where the cards of a side are."""
    felt[f.SIDE] = side
    felt[f.BASE] = rules[f.LEFT_CARDS] if side else 0
    felt[f.END] = rules[f.LEFT_CARDS] if side == 0 and rules[f.SIDES] == 2 else rules[f.ALL_CARDS]


@compiled
def fill_all(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    for side in range(rules[f.SIDES]):
        fill(rules, felt, chance, cards, rules[f.SIDES] - 1 - side)


@compiled
def begin_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """The card burned at the start of a round, or the determinant card of a double shoe (2.6(d))."""
    felt[f.FIRST_CARD] = -1
    felt[f.SHORT] = 0
    if rules[f.SIDES] == 2:
        side_deals(rules, felt, 0)
    felt[f.START] = felt[f.AT]
    if rules[f.BURNS_EACH]:
        take(rules, felt, chance, cards)
    if rules[f.SIDES] == 2:
        card = take(rules, felt, chance, cards)
        see(rules, felt, card)
        red = (card & 3) == 1 or (card & 3) == 2
        deals = rules[f.RED_SIDE] if red else 1 - rules[f.RED_SIDE]
        if deals == 0:
            felt[f.FIRST_CARD] = card
        else:
            note_side(rules, felt)
            side_deals(rules, felt, 1)


@compiled
def side_deals(rules: Ints, felt: Ints, side: int) -> None:
    lies(rules, felt, side)
    felt[f.START] = felt[f.AT] = felt[f.SIDE_AT + side]
    felt[f.IS_OUT] = felt[f.SIDE_OUT + side]
    felt[f.MIXED] = felt[f.SIDE_MIXED + side]


@compiled
def note_side(rules: Ints, felt: Ints) -> None:
    side = felt[f.SIDE]
    felt[f.SIDE_AT + side] = felt[f.AT]
    felt[f.SIDE_OUT + side] = is_over(rules, felt)
    felt[f.SIDE_MIXED + side] = felt[f.MIXED]


@compiled
def is_over(rules: Ints, felt: Ints) -> int:
    """The cutting card came out, or no card is left."""
    cut = rules[f.CUT_RIGHT] if felt[f.SIDE] else rules[f.CUT]
    out = felt[f.IS_OUT] or felt[f.AT] - felt[f.BASE] > cut or felt[f.AT] == felt[f.END]
    return 1 if out else 0


@compiled
def end_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """Shuffle what is to be shuffled; whether a shoe was over."""
    if rules[f.SIDES] == 2:
        note_side(rules, felt)
        over = 0
        for side in range(2):
            if felt[f.SIDE_OUT + side] or rules[f.FRESH]:
                fill(rules, felt, chance, cards, side)
                over = 1
        return over
    if rules[f.PUTS_BACK] and not (felt[f.SHORT] or rules[f.FRESH]):
        return put_back(rules, felt, chance, cards)
    if rules[f.FRESH] or felt[f.SHORT] or is_over(rules, felt):
        fill(rules, felt, chance, cards, 0)
        return 1
    return 0


@compiled
def put_back(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """The Bart Carter shuffle of 2.6(m): more than a deck of discards goes back at three places of the shoe."""
    gone = felt[f.AT]
    if gone <= rules[f.DECK_CARDS]:
        return 0
    shuffle(chance, cards[:gone], 0, gone)
    spare = rules[f.ALL_CARDS]
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
    felt[f.AT] = felt[f.START] = 0
    felt[f.IS_OUT] = 0
    felt[f.RUNNING] = rules[f.COUNT_FROM]
    return 1
