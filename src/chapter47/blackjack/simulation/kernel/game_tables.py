"""The main game as tables: every number comes from the rules' own functions."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import lcm

from msgspec.structs import replace

from chapter47.blackjack.events import DEALER, Place
from chapter47.blackjack.hands import LIMIT, Total, card_value, total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import deal, double_down, draw, insurance, pay_blackjack
from chapter47.blackjack.rules.basic_wager import Payout
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.hand_states import VALUES, all_states, state_tables
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.state import INSURANCE, Hand, Round, Stake
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
    """Return this number of cards with this total, or None if there are none."""
    for values in combinations_with_replacement(range(2, 12), count):
        hand = tuple(BY_VALUE[value] for value in values)
        if total(hand) == Total(points, soft):
            return hand
    return None


def main_tables(table: TableRules, rules: RulesRecord) -> None:
    rules.value[: len(VALUES)] = VALUES
    rules.chart_place[: len(VALUES)] = [0 if value == r.ACE_VALUE else value for value in VALUES]
    _flags(table, rules)
    state_tables(rules)
    _dealer(table, rules)
    _moves(table, rules)
    _payments(table, rules)


def _flags(table: TableRules, rules: RulesRecord) -> None:
    game = GAMES[table.game]
    busted = held(*map(card, ("Kc", "Qd", "5h")), taken_in=True)
    other = held(*map(card, ("Kc", "Qd")), at=Place(2))
    insured = Round(table, hands=(busted, other), stakes=(Stake(BOX, "", 1, INSURANCE), Stake(other.at, "", 1)))
    natural = held(card("Ac"), card("Kd"))
    waiting = Round(table, hands=(natural,), stakes=(Stake(BOX, "", 1),))
    rules.hands_per_box = game.hands_per_box
    rules.hole_card = _hole(table)
    rules.insurance_at_turn = table.insurance_at_turn
    rules.double_card_down = double_down.dealt_face_down(table, asked=False)
    rules.may_ask_down = double_down.may_ask_face_down(table)
    rules.busts_lose_at_once = game.collected_at_once(busted)
    rules.busted_double_loses_all = table.reads("19:47-2.10(b)", "busted-plus-one")
    rules.busted_split_loses_all = table.reads("19:47-2.11(d)", "busted-plus-one")
    rules.split_21_is_void = switch.split_21_is_void(table)
    rules.offers_rescue = bool(game.options.get("rescue"))
    rules.offers_switch = bool(game.options.get("switch"))
    rules.open_blackjack_ends = game.ends_the_deal(Round(table, dealer=dealers(card("Ac"), card("Kd"))))
    rules.insurance_lost_with_hands = bool(game.follows(insured))
    rules.dealer_draws_nothing = game.dealer_draws_nothing(Round(table, hands=(busted,)))
    rules.blackjack_odds_by_dealer = not game.no_effect(waiting)
    rules.smallest_chip = table.chip
    if game.also_pays is spanish_21.super_bonus:
        for row, (least, amount) in enumerate(spanish_21.SUPER_BONUS):
            rules.super_bonus_least[row], rules.super_bonus_pays[row] = least, amount
        rules.super_bonus_to_others = spanish_21.TO_THE_OTHERS


def _hole(table: TableRules) -> int:
    """Tabulate how the dealer's second card is dealt."""
    after_two = held(card("7c"), card("8d"))
    shown = Round(table, hands=(after_two,), dealer=replace(dealers(card("Kc")), passes=1))
    if GAMES[table.game].next_first_card(shown):
        return r.HOLE_OPEN
    if not deal.takes_hole_card(shown):
        return r.NO_HOLE
    concealed = replace(shown, dealer=replace(shown.dealer, down=1))
    return r.HOLE_READ if deal.reads_hole_card(concealed) else r.HOLE_DOWN


def _dealer(table: TableRules, rules: RulesRecord) -> None:
    game = GAMES[table.game]
    for points in range(2, r.TOTALS):
        for soft in (False, True):
            rules.dealer_stands[r.SOFT_TOTALS * soft + points] = game.dealer_stands(table, Total(points, soft))
    rules.dealer_draws[:] = rules.dealer_stands == 0
    natural = held(card("Ac"), card("Kd"))
    for value, up in BY_VALUE.items():
        shown = Round(table, hands=(natural,), dealer=dealers(up))
        rules.offers_insurance[value] = game.may_insure(shown)
        rules.blackjack_paid_early[value] = game.blackjack_paid_at_once(shown, natural)
        rules.insurance_wins[value] = insurance.insurance_wins(Round(table, dealer=dealers(card("Ac"), up)))
    aces = Round(table, hands=(natural,), dealer=dealers(card("Ac")))
    rules.takes_even_money = pay_blackjack.may_take_even_money(aces, natural)
    rules.insurance_numerator, rules.insurance_denominator = insurance.TWO_TO_ONE.ratio.as_integer_ratio()


def _moves(table: TableRules, rules: RulesRecord) -> None:
    """Tabulate what a hand in each state may do, and how many hands a pair may become."""
    for number, state in enumerate(all_states()):
        if state.points >= LIMIT:
            rules.finished[number] = r.FINISHED
        elif state.size >= 2:
            cards = cards_of(state.points, state.size, soft=state.is_soft)
            if cards:  # two cards of a pair are given the moves of their total
                is_split = state.origin in (r.FROM_SPLIT, r.FROM_SPLIT_ACES)
                hand = held(*cards, split=is_split, from_aces=state.origin == r.FROM_SPLIT_ACES)
                rules.legal[number], done = _legal(table, hand)
                if done:
                    rules.finished[number] = r.FINISHED_UNLESS_SPLIT if state.pair else r.FINISHED
    for hands in range(1, r.HAND_COUNTS):
        for pair in (card("8c"), card("Ac")):
            hand = held(pair, pair, split=hands > 1, from_aces=hands > 1 and pair.is_ace)
            state_of_box = Round(table, hands=(hand,) * hands)
            rules.may_split[int(pair.is_ace), hands] = GAMES[table.game].may_split(state_of_box, hand)


def _legal(table: TableRules, hand: Hand) -> tuple[int, bool]:
    """Return a hand's legal moves without splitting, and whether it is one of split aces that gets no further card."""
    game, state = GAMES[table.game], Round(table, hands=(hand,))
    done = hand.from_aces and game.split_aces_are_done(hand)
    may_double = game.may_double(state, hand)
    moves = {
        r.STAND: True,
        r.HIT: draw.may_draw(hand) and not done,
        r.DOUBLE: may_double,
        r.DOUBLE_DOWN: may_double and double_down.may_ask_face_down(table),
        r.SURRENDER: game.may_surrender(state, hand),
    }
    return sum(1 << move for move, is_open in moves.items() if is_open), done


# What each ending pays ------------------------------------------------------------------------------------------------

_FORMS = {
    r.THREE_CARD_21: "Kc 5d 6h",
    r.MIXED_678: "6c 7d 8h",
    r.SUITED_678: "6h 7h 8h",
    r.SPADES_678: "6s 7s 8s",
    r.MIXED_777: "7c 7d 7h",
    r.SUITED_777: "7h 7h 7h",
    r.SPADES_777: "7s 7s 7s",
    r.FOUR_CARD_21: "2c 4d 5h Ks",
    r.FIVE_CARD_21: "2c 3d 4h 5s 7c",
    r.SIX_CARD_21: "2c 2d 3h 3s 4c 7d",
    r.SEVEN_CARD_21: "2c 2d 2h 3s 3c 4d 5h",
}


def hands_by_kind(table: TableRules) -> Iterator[tuple[int, Hand]]:
    """Return a hand of each kind; hands of one kind are settled alike."""
    for points in range(4, LIMIT):
        cards = cards_of(points, 2, soft=False)
        assert cards is not None
        yield points, held(*cards)
    yield r.BLACKJACK, held(card("Ac"), _ten_beside(table))
    if len(table.designated_blackjack) == 2:
        yield r.DESIGNATED, held(*table.designated_blackjack)
    yield r.SPLIT_TWO, held(card("Ac"), card("Kd"), split=True)
    yield r.SWITCHED_TWO, held(card("Ac"), card("Kd"), switched=True)
    for form, cards_text in _FORMS.items():
        for doubled in (False, True):
            cards = tuple(map(card, cards_text.split()))
            yield r.LONGER_21 + r.FORMS_OF_21 * doubled + form, held(*cards, doubled=doubled)
    yield r.BUST, held(*map(card, ("Kc", "Qd", "5h")))


def _ten_beside(table: TableRules) -> Card:
    """Return a king that does not make a designated blackjack with the ace of clubs."""
    return card("Kd" if card("Kc") in table.designated_blackjack else "Kc")


def _dealers_hands() -> Iterator[tuple[int, Hand]]:
    for points in range(2, 27):
        cards = next((example for count in (3, 2, 1) if (example := cards_of(points, count, soft=False))), None)
        assert cards is not None
        yield points, dealers(*cards)
    yield r.DEALER_BLACKJACK, dealers(card("Ac"), card("Kd"))


def _payments(table: TableRules, rules: RulesRecord) -> None:
    game = GAMES[table.game]
    against = list(_dealers_hands())
    for kind, hand in hands_by_kind(table):
        paid_at: dict[Odds, Payout] = {}
        for dealer_kind, dealer in against:
            result = game.outcome(table, hand, dealer).result
            rules.result[kind, dealer_kind] = {"win": 1, "push": 0, "lose": -1}[result]
            if result == "win":
                odds_against = game.blackjack_odds_against
                odds = odds_against(table, dealer) if odds_against else game.blackjack_odds
                if odds not in paid_at:
                    paid_at[odds] = game.pays(table, hand, odds)
                _pay(rules, kind, dealer_kind, paid_at[odds])
    rules.designated[:] = -1
    if len(table.designated_blackjack) == 2:
        rules.designated[:] = [NUMBER[designated] for designated in table.designated_blackjack]


def _pay(rules: RulesRecord, kind: int, dealer_kind: int, payout: Payout) -> None:
    original, added = payout.odds.ratio, payout.extra.ratio
    shared = lcm(original.denominator, added.denominator)
    rules.pays_denominator[kind, dealer_kind] = shared
    rules.pays_original[kind, dealer_kind] = int(original * shared)
    rules.pays_added[kind, dealer_kind] = int(added * shared)
