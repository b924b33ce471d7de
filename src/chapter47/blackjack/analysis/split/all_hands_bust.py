"""Split hands that all bust before the dealer has a blackjack.

Where a hand over 21 is lost when it busts (6 to 5, multiple action, the reading busted-plus-one), a dealer's blackjack
takes one more unit of what is left: nothing, if nothing is left. So split hands lose

    the stakes of the busted hands, and one more unit, but not if all are busted

to it. (By the literal reading of 19.5(a)3 a two-card 21 counts as busted here: it is not lost to a blackjack either.)
The first two parts belong to single hands; the probability of the last needs all hands together. All orders of the
unseen cards are equally likely, so a set of cards has its own probability, whichever hand draws which; what is counted
is in how many orders each hand busts with which cards. Sets of several hands are sums of sets of one."""

from collections.abc import Callable
from functools import cache, lru_cache, partial, reduce
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Floats, Ints, Moves, Plan
from chapter47.blackjack.analysis.exact.exchange import SplitEnding, endings
from chapter47.blackjack.analysis.exact.kernels import sum_cells
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, split_values
from chapter47.blackjack.analysis.exact.values import CARD_KEYS, VALUES, cards_of
from chapter47.blackjack.analysis.split.all_hands_bust_kernels import (
    chances_together,
    orders_to_bust,
    value_of_busts,
)
from chapter47.blackjack.analysis.split.dealer_blackjack import COMPLETES_BLACKJACK
from chapter47.blackjack.analysis.split.kernels import sets_together
from chapter47.blackjack.chart_codes import TOTAL_CODES

ANY_CARD, OTHER_CARD = "any card", "another card"
"""Second cards of split hands: any, or not one more of the pair."""
TOO_MANY: Final = 10**9
"""Four hands of aces that are drawn to (Spanish 21) hold more pairs of sets than are worth summing."""
LIKELIEST: Final = 7000
"""This many of the likeliest sets of each half, or more if one half has fewer, stand for all: see
`docs/exact-analysis.md`."""


class DrawnSets(NamedTuple):
    """Sets of cards, packed and sorted, each with its number of orders."""

    keys: Ints
    orders: Floats

    @property
    def cards(self) -> Ints:
        return cards_of(self.keys)

    def that_come_up(self) -> "DrawnSets":
        """Drop sets that the plan never reaches."""
        return DrawnSets(self.keys[self.orders > 0.0], self.orders[self.orders > 0.0])

    def with_cards(self, known: int) -> "DrawnSets":
        """Add these cards to each set."""
        return DrawnSets(self.keys + known, self.orders)


T = TypeVar("T")
NOTHING: Final = DrawnSets(np.zeros(1, dtype=np.int64), np.ones(1))


class WaysToBust(NamedTuple):
    """How one hand of a pair busts: the cards it draws, by hand before the last card and that card's value."""

    orders: Floats
    """In how many orders each hand is reached."""
    places: Ints
    sets: DrawnSets
    set_of_place: Ints
    """The set that each place leads to."""
    staked: DrawnSets
    """The same sets, each order weighted by the units at stake."""


def _sets(keys: Ints, orders: Floats) -> tuple[DrawnSets, Ints]:
    unique_keys, set_of_key = np.unique(keys, return_inverse=True)
    counted: Floats = np.bincount(set_of_key, weights=orders, minlength=len(unique_keys)).astype(np.float64)
    return DrawnSets(unique_keys, counted), set_of_key


def _together(first: DrawnSets, second: DrawnSets) -> DrawnSets:
    if not len(first.keys) or not len(second.keys):
        return DrawnSets(np.zeros(0, dtype=np.int64), np.zeros(0))
    keys, orders = sets_together(first.keys, first.orders, second.keys, second.orders, first is second)
    ascending = np.argsort(keys)
    return DrawnSets(keys[ascending], orders[ascending])


def _merged(parts: list[DrawnSets]) -> DrawnSets:
    return _sets(np.concatenate([part.keys for part in parts]), np.concatenate([part.orders for part in parts]))[0]


def _chances_in_one_order(cards: Ints, left: Ints) -> Floats:
    """Return the probability that these cards come in one given order."""
    longest = int(cards.sum(axis=1).max(initial=0))
    copies = np.arange(longest)
    ways = np.cumprod(np.maximum(left[:, None] - copies[None, :], 0.0), axis=1)
    ways = np.concatenate([np.ones((VALUES, 1)), ways], axis=1)
    orders = np.concatenate([[1.0], np.cumprod(np.maximum(left.sum() - copies, 1.0))])
    chances: Floats = ways[np.arange(VALUES), cards].prod(axis=1) / orders[cards.sum(axis=1)]
    return chances


@lru_cache(maxsize=128)
def _answers_for(*_hands: object) -> dict[tuple[object, ...], Any]:
    """Reuse earlier results for the same hands: from step to step a chart changes in few cells."""
    return {}


class BustingPair:
    """The hands of one pair against one view, under a plan."""

    def __init__(self, prepared: PreparedShoe, plan: Plan, pair: int, view: int) -> None:
        self.prepared, self.pair, self.view = prepared, pair, view
        self.hits = np.ascontiguousarray(plan.hits[:, view])
        self.doubles = np.ascontiguousarray(plan.doubles[:, view])
        self.any_card = self._bust(with_pair=True)
        self.other_card = self._bust(with_pair=False)
        left = prepared.deal.shoe - prepared.deal.view_cards[view]
        left[pair] -= 2
        self.left = np.maximum(left, 0)
        self.hole_card_key = int(CARD_KEYS[prepared.deal.completes_blackjack[view]])
        self.two_card_21_wins = rulebook.split_21_against_blackjack(prepared.table) > 0.0
        self._drawn = cache(self._drawn_together)
        self._answers = _answers_for(
            (pair, prepared.most_hands[pair], self.hole_card_key, self.two_card_21_wins, self.left.tobytes()),
            *(part.tobytes() for bust in (self.any_card, self.other_card) for part in (*bust.sets, *bust.staked)),
        )

    def _bust(self, *, with_pair: bool) -> WaysToBust:
        prepared, pair = self.prepared, self.pair
        orders = np.zeros(len(prepared.hands.hands))
        for (row, second), share in zip(
            prepared.two_card_hands[pair].rows, prepared.two_card_hands[pair].share, strict=True
        ):
            orders[row] = share if with_pair or second != pair else 0.0
        rows, may_double, counts = (
            prepared.split_rows[pair],
            prepared.may_double_split,
            prepared.bust_rules.split_doubled,
        )
        places, orders_over = orders_to_bust(prepared.deal, rows, self.hits, self.doubles, may_double, counts, orders)
        keys = prepared.hands.cards[places[:, 0]] @ CARD_KEYS + CARD_KEYS[places[:, 1]] - CARD_KEYS[pair]
        sets, set_of_place = _sets(keys, orders_over)
        doubled = (prepared.may_double_split[places[:, 0]] * self.doubles[places[:, 0]]) != 0
        return WaysToBust(orders, places, sets, set_of_place, _sets(keys, orders_over * (1 + doubled))[0])

    def _untaken(self, bust: WaysToBust) -> DrawnSets:
        """Return what a hand draws when a dealer's blackjack takes nothing more from it."""
        over, completing = bust.sets.that_come_up(), COMPLETES_BLACKJACK.get(self.pair)
        if completing is None or not self.two_card_21_wins:
            return over
        return _merged([over, DrawnSets(CARD_KEYS[completing : completing + 1], np.ones(1))])

    def chance(self, at_most: int = 4) -> float:
        """Return the probability that all hands bust and the dealer has a blackjack, given the pair and the view.

        With `at_most`, require only that many hands to bust: not less than the whole answer."""
        return self._answer_once(("chance", at_most), lambda: self._chance(at_most))

    def _answer_once(self, question: tuple[object, ...], find: Callable[[], T]) -> T:
        if question not in self._answers:
            self._answers[question] = find()
        answer: T = self._answers[question]
        return answer

    def _chance(self, at_most: int) -> float:
        value = 0.0
        for ending, ways in endings(self.prepared.most_hands[self.pair]).items():
            hands = ([ANY_CARD] * (ending.hands - ending.with_other_card) + [OTHER_CARD] * ending.with_other_card)[
                :at_most
            ]
            half = max(len(hands) // 2, 1)
            value += ways * self._chance_of_both(
                self._drawn(*hands[:half]), self._rest_of_cards(hands[half:], ending.hands)
            )
        return value

    def all_bust(self, ending: SplitEnding, blackjacks: int = 1) -> tuple[float, float]:
        """Return the probability that all hands of one ending bust, and the mean units at stake then.

        With several dealer's hands under one up card, this many of them are `blackjacks`."""
        return self._answer_once(("over", ending, blackjacks), lambda: self._all_bust(ending, blackjacks))

    def _all_bust(self, ending: SplitEnding, blackjacks: int) -> tuple[float, float]:
        other, any_card = self.other_card, self.any_card
        number = ending.hands - ending.with_other_card
        hands = [other.sets.that_come_up()] * ending.with_other_card + [any_card.sets.that_come_up()] * number
        known = (ending.hands - 2) * int(CARD_KEYS[self.pair]) + blackjacks * self.hole_card_key
        units = 0.0
        if ending.with_other_card:
            units += ending.with_other_card * self._chance_of_all([other.staked.that_come_up(), *hands[1:]], known)
        if number:
            units += number * self._chance_of_all([*hands[:-1], any_card.staked.that_come_up()], known)
        return self._chance_of_all(hands, known), units

    def _chance_of_all(self, hands: list[DrawnSets], known: int) -> float:
        half = max(len(hands) // 2, 1)
        return self._chance_of_both(
            reduce(_together, hands[:half]), reduce(_together, hands[half:], NOTHING).with_cards(known)
        )

    def _chance_of_both(self, drawn: DrawnSets, rest: DrawnSets) -> float:
        """Return the probability that one of these is drawn together with one of the rest."""
        if len(drawn.keys) * len(rest.keys) > TOO_MANY:
            drawn = self._likeliest(drawn, LIKELIEST)
            rest = self._likeliest(rest, LIKELIEST**2 // len(drawn.keys))
        return float(self._chances(drawn, rest) @ drawn.orders)

    def _likeliest(self, sets: DrawnSets, number: int) -> DrawnSets:
        """Keep only this many of the likeliest sets."""
        chances = _chances_in_one_order(sets.cards, self.left) * sets.orders
        kept = np.sort(np.argsort(-chances, kind="stable")[:number])
        return DrawnSets(sets.keys[kept], sets.orders[kept] * (chances.sum() / max(chances[kept].sum(), 1e-300)))

    def _drawn_together(self, *hands: str) -> DrawnSets:
        """Combine what such hands draw."""
        if len(hands) == 1:
            return self._untaken(self.any_card if hands[0] == ANY_CARD else self.other_card)
        return _together(self._drawn(hands[0]), self._drawn(*hands[1:]))

    def _rest_of_cards(self, hands: list[str], number: int) -> DrawnSets:
        """Return the cards of these hands, the further cards of the pair, and the dealer's hidden card."""
        drawn = self._drawn(*hands) if hands else NOTHING
        return drawn.with_cards((number - 2) * int(CARD_KEYS[self.pair]) + self.hole_card_key)

    def _chances(self, own: DrawnSets, rest: DrawnSets) -> Floats:
        """Return the probability of each own set in one order, with all the rest."""
        sums = np.zeros((len(own.keys), 1))
        if len(own.keys) and len(rest.keys):
            one_place = np.zeros(len(rest.keys), dtype=np.int64)
            chances_together(own.cards, rest.cards, rest.orders, one_place, self.left, sums)
        return sums[:, 0] * _chances_in_one_order(own.cards, self.left)

    def add_to_cells(self, frequency: float, cells: Ints, sums: Floats) -> None:
        """Add each code's effect on the probability that all bust; of four hands only the first three count."""
        for bust, has_other_card in ((self.other_card, True), (self.any_card, False)):
            if not len(bust.sets.keys) or not self._hands_by_ending(has_other_card=has_other_card):
                continue
            chances = self._answer_once(
                ("beside", has_other_card), partial(self._beside_others, bust, has_other_card=has_other_card)
            )
            self._add_to_sums(bust, chances, frequency, cells, sums)

    def _beside_others(self, bust: WaysToBust, *, has_other_card: bool) -> Floats:
        """Return the probability of each set that one hand can draw, with everything the others do."""
        others, own = _merged(self._others(has_other_card=has_other_card)), len(bust.sets.keys)
        if own * len(others.keys) > TOO_MANY:
            others = self._likeliest(others, LIKELIEST**2 // own)
        return self._chances(bust.sets, others)

    def _hands_by_ending(self, *, has_other_card: bool) -> dict[SplitEnding, int]:
        """Count the hands of this kind in each ending of two or three hands, times its orders."""
        numbers = {
            ending: ways * (ending.with_other_card if has_other_card else ending.hands - ending.with_other_card)
            for ending, ways in endings(self.prepared.most_hands[self.pair]).items()
            if ending.hands <= 3
        }
        return {ending: number for ending, number in numbers.items() if number}

    def _others(self, *, has_other_card: bool) -> list[DrawnSets]:
        """Return what all hands but one draw, by the ways in which a pair can end."""
        others = []
        for ending, number in self._hands_by_ending(has_other_card=has_other_card).items():
            other_card = ending.with_other_card - has_other_card
            any_card = ending.hands - ending.with_other_card - (not has_other_card)
            rest = self._rest_of_cards([ANY_CARD] * any_card + [OTHER_CARD] * other_card, ending.hands)
            others.append(DrawnSets(rest.keys, rest.orders * number))
        return others

    def _add_to_sums(self, bust: WaysToBust, chances: Floats, frequency: float, cells: Ints, sums: Floats) -> None:
        prepared, rows = self.prepared, self.prepared.split_rows[self.pair]
        at_bust = np.zeros((len(prepared.hands.hands), VALUES, 2))
        at_bust[bust.places[:, 0], bust.places[:, 1], :] = chances[bust.set_of_place][:, None]
        at_bust[..., 1] *= prepared.bust_rules.split_doubled
        shape = (len(prepared.hands.hands), 1)
        hit, double, weight = np.zeros(shape), np.zeros(shape), frequency * bust.orders[:, None]
        value_of_busts(
            prepared.deal, rows, self.hits, self.doubles, prepared.may_double_split, at_bust, hit[:, 0], double[:, 0]
        )
        moves = Moves(np.zeros(shape), hit, double, np.zeros(shape))
        part = np.zeros((sums.shape[0], 1, sums.shape[2]))
        hands, no_surrender = prepared.split_hands(self.pair, 1), np.full(shape, NOT_OPEN)
        sum_cells(prepared.deal, hands, cells, weight, moves, no_surrender, part)
        sums[:, self.view, :TOTAL_CODES] += part[:, 0, :TOTAL_CODES]


def can_bust_before_blackjack(prepared: PreparedShoe, pair: int, view: int) -> bool:
    """Return whether the hands of this pair can bust before the dealer has a blackjack."""
    return (
        prepared.bust_rules.split
        and prepared.split_hands_draw[pair]
        and int(prepared.deal.completes_blackjack[view]) >= 0
    )


def add_all_bust(prepared: PreparedShoe, plan: Plan, split: Floats, least: Floats) -> None:
    """Credit each split, by row of the pairs, with the unit that is not lost if all its hands bust.

    Splits into more than two hands that stay below `least`, the value of other moves, even with an upper bound, keep
    that bound."""
    for number, (row, value) in enumerate(zip(*prepared.pairs, strict=True)):
        pair = int(value)
        for view in range(prepared.views):
            if not can_bust_before_blackjack(prepared, pair, view) or prepared.deal_chances[row, view] <= 0.0:
                continue
            hands = BustingPair(prepared, plan, pair, view)
            saved = hands.chance(at_most=2)
            if prepared.most_hands[pair] > 2 and split[number, view] + saved >= least[number, view]:
                saved = hands.chance()
            split[number, view] += saved


def exact_split(prepared: PreparedShoe, plan: Plan, split: Floats, number: int, view: int) -> float:
    """Return a split's exact value, even if a bound showed that it is not the best move."""
    pair = int(prepared.pairs.value[number])
    if not can_bust_before_blackjack(prepared, pair, view) or prepared.most_hands[pair] == 2:
        return float(split[number, view])
    return float(split_values(prepared, plan)[pair, view]) + chance_all_bust(prepared, plan, pair, view)


def chance_all_bust(prepared: PreparedShoe, plan: Plan, pair: int, view: int) -> float:
    """Return the probability that all hands of a pair bust before a dealer's blackjack, if that saves a unit."""
    return BustingPair(prepared, plan, pair, view).chance() if can_bust_before_blackjack(prepared, pair, view) else 0.0


def add_all_bust_to_cells(prepared: PreparedShoe, plan: Plan, frequency: Floats, cells: Ints, sums: Floats) -> None:
    """The same for the codes of the chart; `frequency` is by row of the pairs and view."""
    for number, view in np.argwhere(frequency > 0.0):
        pair = int(prepared.pairs.value[number])
        if can_bust_before_blackjack(prepared, pair, int(view)):
            BustingPair(prepared, plan, pair, int(view)).add_to_cells(float(frequency[number, view]), cells, sums)
