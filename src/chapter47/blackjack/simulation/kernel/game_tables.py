"""The main game as tables: every number is asked of the rules' own functions."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import lcm

import numpy as np
from msgspec.structs import replace

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.events import DEALER, Place
from chapter47.blackjack.hands import LIMIT, Total, card_value, total
from chapter47.blackjack.rules import deal, double_down, draw, insurance, pay_blackjack
from chapter47.blackjack.rules.basic_wager import Payout
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.state import INSURANCE, Hand, Round, Stake
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES, spanish_21, switch
from chapter47.core.cards import RANKS, SUITS, Card, card
from chapter47.core.money import Odds

DECK = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
"""Cards by number: the rank times four and the suit."""
NUMBER = {deck_card: number for number, deck_card in enumerate(DECK)}
BOX = Place(1)
BY_VALUE = {**{card_value(club): club for club in DECK if club.suit == "c"}, 10: card("Kc")}


def held(*cards: Card, at: Place = BOX, **marks: object) -> Hand:
    return replace(Hand(at, cards, total(cards), passes=2), **marks)


def dealers(*cards: Card) -> Hand:
    return held(*cards, at=Place(DEALER))


@cache
def cards_of(points: int, count: int, *, soft: bool) -> tuple[Card, ...] | None:
    """So many cards of this total, if there are such."""
    for values in combinations_with_replacement(range(2, 12), count):
        hand = tuple(BY_VALUE[value] for value in values)
        if total(hand) == Total(points, soft):
            return hand
    return None


def main_tables(table: TableRules, numbers: Ints) -> None:
    numbers[mem.CARD_VALUE : mem.CARD_VALUE + mem.CARDS] = [card_value(each) for each in DECK]
    _flags(table, numbers)
    _dealer(table, numbers)
    _moves(table, numbers)
    _payments(table, numbers)


def _flags(table: TableRules, numbers: Ints) -> None:
    game = GAMES[table.game]
    busted = held(*map(card, ("Kc", "Qd", "5h")), taken_in=True)
    other = held(*map(card, ("Kc", "Qd")), at=Place(2))
    insured = Round(table, hands=(busted, other), stakes=(Stake(BOX, "", 1, INSURANCE), Stake(other.at, "", 1)))
    natural = held(card("Ac"), card("Kd"))
    waiting = Round(table, hands=(natural,), stakes=(Stake(BOX, "", 1),))
    doubled, split_up = "19:47-2.10(b)", "19:47-2.11(d)"
    flags = {
        mem.HANDS_PER_BOX: game.hands_per_box,
        mem.HOLE_CARD: _hole(table),
        mem.INSURANCE_AT_TURN: table.insurance_at_turn,
        mem.DOUBLE_CARD_DOWN: double_down.dealt_face_down(table, asked=False),
        mem.MAY_ASK_DOWN: double_down.may_ask_face_down(table),
        mem.BUSTS_LOSE_AT_ONCE: game.collected_at_once(busted),
        mem.BUSTED_DOUBLE_LOSES_ALL: table.reads(doubled, "busted-plus-one"),
        mem.BUSTED_SPLIT_LOSES_ALL: table.reads(split_up, "busted-plus-one"),
        mem.SPLIT_21_IS_VOID: switch.split_21_is_void(table),
        mem.OFFERS_RESCUE: bool(game.options.get("rescue")),
        mem.OFFERS_SWITCH: bool(game.options.get("switch")),
        mem.OPEN_BLACKJACK_ENDS: game.ends_the_deal(Round(table, dealer=dealers(card("Ac"), card("Kd")))),
        mem.INSURANCE_LOST_WITH_HANDS: bool(game.follows(insured)),
        mem.DEALER_DRAWS_NOTHING: game.dealer_draws_nothing(Round(table, hands=(busted,))),
        mem.BLACKJACK_ODDS_BY_DEALER: not game.no_effect(waiting),
        mem.SMALLEST_CHIP: table.chip,
    }
    for place, flag in flags.items():
        numbers[place] = flag
    if game.also_pays is spanish_21.super_bonus:
        for number, (least, amount) in enumerate(spanish_21.SUPER_BONUS):
            numbers[mem.SUPER_BONUS_LEAST + number], numbers[mem.SUPER_BONUS_PAYS + number] = least, amount
        numbers[mem.SUPER_BONUS_TO_OTHERS] = spanish_21.TO_THE_OTHERS


def _hole(table: TableRules) -> int:
    """How the dealer's second card comes."""
    after_two = held(card("7c"), card("8d"))
    shown = Round(table, hands=(after_two,), dealer=replace(dealers(card("Kc")), passes=1))
    if GAMES[table.game].next_first_card(shown):
        return mem.HOLE_OPEN
    if not deal.takes_hole_card(shown):
        return mem.NO_HOLE
    concealed = replace(shown, dealer=replace(shown.dealer, down=1))
    return mem.HOLE_READ if deal.reads_hole_card(concealed) else mem.HOLE_DOWN


def _dealer(table: TableRules, numbers: Ints) -> None:
    game = GAMES[table.game]
    for points in range(2, mem.TOTALS):
        for soft in (False, True):
            numbers[mem.DEALER_STANDS + mem.TOTALS * soft + points] = game.dealer_stands(table, Total(points, soft))
    natural = held(card("Ac"), card("Kd"))
    for value, up in BY_VALUE.items():
        shown = Round(table, hands=(natural,), dealer=dealers(up))
        numbers[mem.OFFERS_INSURANCE + value] = game.may_insure(shown)
        numbers[mem.BLACKJACK_PAID_EARLY + value] = game.blackjack_paid_at_once(shown, natural)
        both = Round(table, dealer=dealers(card("Ac"), up))
        numbers[mem.INSURANCE_WINS + value] = insurance.insurance_wins(both)
    aces = Round(table, hands=(natural,), dealer=dealers(card("Ac")))
    numbers[mem.TAKES_EVEN_MONEY] = pay_blackjack.may_take_even_money(aces, natural)
    numbers[mem.INSURANCE_NUMERATOR], numbers[mem.INSURANCE_DENOMINATOR] = insurance.TWO_TO_ONE.ratio.as_integer_ratio()


def _moves(table: TableRules, numbers: Ints) -> None:
    """What each hand below 21 may do, and how many hands a pair may become."""
    for longer in (False, True):
        for soft in (False, True):
            for points in range(4, LIMIT):
                cards = cards_of(points, 3 if longer else 2, soft=soft)
                for is_split, aces in ((False, False), (True, False), (True, True)):
                    if cards:
                        hand = held(*cards, split=is_split, from_aces=aces)
                        row = ((longer * 2 + is_split) * 2 + aces) * 2 + soft
                        numbers[mem.ALLOWED_MOVES + mem.TOTALS * row + points] = _allowed(table, hand)
    for hands in range(1, 5):
        for pair in (card("8c"), card("Ac")):
            hand = held(pair, pair, split=hands > 1, from_aces=hands > 1 and pair.is_ace)
            state = Round(table, hands=(hand,) * hands)
            numbers[mem.MAY_SPLIT + mem.HAND_COUNTS * pair.is_ace + hands] = GAMES[table.game].may_split(state, hand)


def _allowed(table: TableRules, hand: Hand) -> int:
    game, state = GAMES[table.game], Round(table, hands=(hand,))
    done = hand.from_aces and game.split_aces_are_done(hand)
    return (
        mem.CAN_HIT * (draw.may_draw(hand) and not done)
        | mem.CAN_DOUBLE * game.may_double(state, hand)
        | mem.CAN_SURRENDER * game.may_surrender(state, hand)
        | mem.IS_DONE * done
    )


# What each ending pays ------------------------------------------------------------------------------------------------

_FORMS = {
    mem.THREE_CARD_21: "Kc 5d 6h",
    mem.MIXED_678: "6c 7d 8h",
    mem.SUITED_678: "6h 7h 8h",
    mem.SPADES_678: "6s 7s 8s",
    mem.MIXED_777: "7c 7d 7h",
    mem.SUITED_777: "7h 7h 7h",
    mem.SPADES_777: "7s 7s 7s",
    mem.FOUR_CARD_21: "2c 4d 5h Ks",
    mem.FIVE_CARD_21: "2c 3d 4h 5s 7c",
    mem.SIX_CARD_21: "2c 2d 3h 3s 4c 7d",
    mem.SEVEN_CARD_21: "2c 2d 2h 3s 3c 4d 5h",
}


def hands_by_kind(table: TableRules) -> Iterator[tuple[int, Hand]]:
    """A hand of each kind; those of one kind are settled alike."""
    for points in range(4, LIMIT):
        cards = cards_of(points, 2, soft=False)
        assert cards is not None
        yield points, held(*cards)
    yield mem.BLACKJACK, held(card("Ac"), _ten_beside(table))
    if len(table.designated_blackjack) == 2:
        yield mem.DESIGNATED, held(*table.designated_blackjack)
    yield mem.SPLIT_TWO, held(card("Ac"), card("Kd"), split=True)
    yield mem.SWITCHED_TWO, held(card("Ac"), card("Kd"), switched=True)
    for form, cards_text in _FORMS.items():
        for doubled in (False, True):
            cards = tuple(map(card, cards_text.split()))
            yield mem.LONGER_21 + mem.FORMS_OF_21 * doubled + form, held(*cards, doubled=doubled)
    yield mem.BUST, held(*map(card, ("Kc", "Qd", "5h")))


def _ten_beside(table: TableRules) -> Card:
    """A king that makes no designated blackjack with the ace of clubs."""
    return card("Kd" if card("Kc") in table.designated_blackjack else "Kc")


def _dealers_hands() -> Iterator[tuple[int, Hand]]:
    for points in range(2, 27):
        cards = next((example for count in (3, 2, 1) if (example := cards_of(points, count, soft=False))), None)
        assert cards is not None
        yield points, dealers(*cards)
    yield mem.DEALER_BLACKJACK, dealers(card("Ac"), card("Kd"))


def _payments(table: TableRules, numbers: Ints) -> None:
    game = GAMES[table.game]
    won: dict[int, int] = {}
    payouts: list[Payout] = []
    against = list(_dealers_hands())
    for kind, hand in hands_by_kind(table):
        paid_at: dict[Odds, int] = {}
        for dealer_kind, dealer in against:
            place = kind * mem.DEALER_KINDS + dealer_kind
            result = game.outcome(table, hand, dealer).result
            numbers[mem.RESULT + place] = {"win": 1, "push": 0, "lose": -1}[result]
            if result == "win":
                odds_against = game.blackjack_odds_against
                odds = odds_against(table, dealer) if odds_against else game.blackjack_odds
                if odds not in paid_at:
                    paid_at[odds] = len(payouts)
                    payouts.append(game.pays(table, hand, odds))
                won[place] = paid_at[odds]
    shared = lcm(*(odds.ratio.denominator for payout in payouts for odds in (payout.odds, payout.extra)))
    numbers[mem.PAYS_DENOMINATOR] = shared
    whole = [(int(payout.odds.ratio * shared), int(payout.extra.ratio * shared)) for payout in payouts]
    for place, number in won.items():
        numbers[mem.PAYS_ORIGINAL + place], numbers[mem.PAYS_ADDED + place] = whole[number]
    numbers[mem.DESIGNATED_CARDS : mem.DESIGNATED_CARDS + 2] = -1
    if len(table.designated_blackjack) == 2:
        numbers[mem.DESIGNATED_CARDS : mem.DESIGNATED_CARDS + 2] = [
            NUMBER[designated] for designated in table.designated_blackjack
        ]


def blank() -> Ints:
    return np.zeros(mem.PROGRAM_SIZE, dtype=np.int64)
