"""Cards from the shoe: drawn unseen, counted when seen, shuffled again when they run out."""

from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.simulation.kernel.table_record import TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import AT_A_TIME, shuffle

compiled = compiled_with(r, generator, **INNER)
DIAMONDS, HEARTS = 1, 2
NOT_OVER, DEALT_AGAIN, SHUFFLED = range(3)
"""What becomes of a shoe after a round."""
DUMMY_CARD = 44
"""The card dealt when none is left: a king, so that the round, which is not counted, ends soon."""


@compiled
def take(rules: RulesRecord, table: TableRecord) -> int:
    """Draw the next card of a given order, or a random one of those left."""
    if table.next_card == table.shuffled_to:
        more_cards(rules, table)
        if table.out_of_cards:
            return DUMMY_CARD
    at = table.next_card
    table.next_card = at + 1
    return int(table.cards[at])


@compiled
def more_cards(rules: RulesRecord, table: TableRecord) -> None:
    """Shuffle some more cards, or the discards if no others are left."""
    if table.next_card == table.shoe_end:
        run_out(rules, table)
        if table.out_of_cards or table.next_card < table.shuffled_to:
            return
    at = table.next_card
    table.shuffled_to = min(at + AT_A_TIME, table.shoe_end)
    shuffle(table.chance, table.cards[: table.shoe_end], at, table.shuffled_to)


@compiled
def rank_of(card: int) -> int:
    return card >> 2


@compiled
def suit_of(card: int) -> int:
    return card & 3


@compiled
def count_seen(rules: RulesRecord, table: TableRecord, card: int) -> None:
    if rules.is_counted:
        table.running_count += rules.tags[card]
        table.ace_side_count += rules.ace_side_tags[card]


@compiled
def run_out(rules: RulesRecord, table: TableRecord) -> None:
    """Shuffle the discards of earlier rounds and burn one; the shoe is over after this round (2.15(f))."""
    base, start, end = table.shoe_base, table.round_start, table.shoe_end
    if start - base < 2 or table.cards_are_given:
        table.out_of_cards = 1
        return
    spare, dealt = rules.all_cards, end - start
    for place in range(base, end):
        table.cards[spare + place] = table.cards[place]
    for place in range(dealt):
        table.cards[base + place] = table.cards[spare + start + place]
    for place in range(start - base):
        table.cards[base + dealt + place] = table.cards[spare + base + place]
    table.round_start, table.next_card, table.cutting_card_out = base, base + dealt, 1
    table.deals_left = 0
    shuffle_undealt(rules, table)
    table.next_card += 1
    if table.next_card > table.shuffled_to:
        table.shuffled_to += 1
        shuffle(table.chance, table.cards[:end], table.shuffled_to - 1, table.shuffled_to)


@compiled
def shuffle_undealt(rules: RulesRecord, table: TableRecord) -> None:
    """Shuffle the cards still to be dealt: all at once if their order matters later, else as needed."""
    if rules.discards_go_back:
        table.shuffled_to = table.shoe_end
        shuffle(table.chance, table.cards[: table.shoe_end], table.next_card, table.shoe_end)
    else:
        table.shuffled_to = table.next_card


@compiled
def fill(rules: RulesRecord, table: TableRecord, side: int) -> int:
    """A new shoe, or one side of it: the count starts again and the first card is burned."""
    set_side(rules, table, side)
    becomes = DEALT_AGAIN if table.deals_left else SHUFFLED
    if becomes == DEALT_AGAIN:
        table.deals_left -= 1
        rename_cards(rules, table)
    else:
        table.deals_left = rules.deals - 1
        table.shuffled_to = min(table.shoe_base + rules.shuffled_ahead, table.shoe_end)
        shuffle(table.chance, table.cards[: table.shoe_end], table.shoe_base, table.shuffled_to)
    table.round_start = table.next_card = table.shoe_base
    table.cutting_card_out = 0
    table.running_count = rules.count_starts_at
    table.ace_side_count = 0
    if rules.burns_first_card:
        take(rules, table)
    here = table.sides[side]
    here.next_card, here.shuffled_to, here.is_over = table.next_card, table.shuffled_to, 0
    return becomes


@compiled
def rename_cards(rules: RulesRecord, table: TableRecord) -> None:
    """Give each card of a shuffled shoe another name.

    There are as many of each card, so every order is as likely with the new names as with the old: the shoe is
    shuffled as well as before, and its rounds hardly depend on those dealt from it before."""
    for place in range(rules.all_cards):
        table.cards[place] = rules.renamed[table.cards[place]]


@compiled
def set_side(rules: RulesRecord, table: TableRecord, side: int) -> None:
    """Note where the cards of a side are."""
    table.shoe_side = side
    table.shoe_base = rules.left_side_cards if side else 0
    is_left_side = side == 0 and rules.shoe_sides == 2
    table.shoe_end = rules.left_side_cards if is_left_side else rules.all_cards


@compiled
def fill_all(rules: RulesRecord, table: TableRecord) -> None:
    """Shuffle all cards."""
    table.deals_left = 0
    for side in range(rules.shoe_sides):
        fill(rules, table, rules.shoe_sides - 1 - side)


@compiled
def begin_round(rules: RulesRecord, table: TableRecord) -> None:
    """Burn a card at the start of a round, or draw the determinant card of a double shoe (2.6(d))."""
    table.determinant_card = -1
    table.out_of_cards = 0
    if rules.shoe_sides == 2:
        deal_from_side(rules, table, 0)
    table.round_start = table.next_card
    if rules.burns_each_round:
        take(rules, table)
    if rules.shoe_sides == 2:
        card = take(rules, table)
        count_seen(rules, table, card)
        red = suit_of(card) == DIAMONDS or suit_of(card) == HEARTS
        dealing_side = rules.red_side if red else 1 - rules.red_side
        if dealing_side == 0:
            table.determinant_card = card
        else:
            keep_side(rules, table)
            deal_from_side(rules, table, 1)


@compiled
def deal_from_side(rules: RulesRecord, table: TableRecord, side: int) -> None:
    set_side(rules, table, side)
    here = table.sides[side]
    table.round_start = table.next_card = here.next_card
    table.cutting_card_out = here.is_over
    table.shuffled_to = here.shuffled_to


@compiled
def keep_side(rules: RulesRecord, table: TableRecord) -> None:
    here = table.sides[table.shoe_side]
    here.next_card = table.next_card
    here.is_over = is_over(rules, table)
    here.shuffled_to = table.shuffled_to


@compiled
def is_over(rules: RulesRecord, table: TableRecord) -> int:
    """Return whether the cutting card is out or no card is left."""
    behind_the_cut = table.next_card - table.shoe_base > rules.cutting_card[table.shoe_side]
    return 1 if table.cutting_card_out or behind_the_cut or table.next_card == table.shoe_end else 0


@compiled
def end_round(rules: RulesRecord, table: TableRecord) -> int:
    """Fill the shoe again if it is over; return what became of it."""
    if rules.shoe_sides == 2:
        keep_side(rules, table)
        becomes = NOT_OVER
        for side in range(2):
            if table.sides[side].is_over or rules.fresh:
                becomes = fill(rules, table, side)
        return becomes
    if rules.discards_go_back and not (table.out_of_cards or rules.fresh):
        return put_back(rules, table)
    if rules.fresh or table.out_of_cards or is_over(rules, table):
        return fill(rules, table, 0)
    return NOT_OVER


@compiled
def put_back(rules: RulesRecord, table: TableRecord) -> int:
    """Perform the Bart Carter shuffle of 2.6(m): more than a deck of discards goes back into the shoe at three
    places."""
    gone = table.next_card
    if gone <= rules.cards_per_deck:
        return NOT_OVER
    shuffle(table.chance, table.cards[:gone], 0, gone)
    spare = rules.all_cards
    for place in range(spare):
        table.cards[spare + place] = table.cards[place]
    left = spare - gone
    to = from_shoe = from_discards = 0
    for stack in range(4):
        mark = left * (stack + 1) // 4
        while from_shoe < mark:
            table.cards[to] = table.cards[spare + gone + from_shoe]
            to, from_shoe = to + 1, from_shoe + 1
        if stack < 3:
            size = (gone + 2 - stack) // 3
            for _ in range(size):
                table.cards[to] = table.cards[spare + from_discards]
                to, from_discards = to + 1, from_discards + 1
    table.next_card = table.round_start = 0
    table.cutting_card_out = 0
    table.running_count = rules.count_starts_at
    table.ace_side_count = 0
    return SHUFFLED
