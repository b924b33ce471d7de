"""Split hands that all go over 21 before the dealer has a blackjack.

Where a hand over 21 is lost when it goes over (6 to 5, multiple action, the reading busted-plus-one), a dealer's
blackjack takes beside it one unit of what is left: nothing, if nothing is left. So split hands lose

    the stakes of the hands over 21, and one unit more, but not if all are over 21

to it. (By the literal reading of 19.5(a)3 a two-card 21 is as good as over 21 here: it is not lost to a blackjack
either.) The first two parts belong to single hands; the chance of the last needs all hands together. The cards unseen
come in every order with the same chance, so a set of cards has a chance of its own, whoever draws which; counted is in
how many orders each hand goes over with which cards. Sets of several hands are sums of sets of one."""

from collections.abc import Callable
from functools import cache, lru_cache, partial, reduce
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import CODES, NOT_OPEN, Moves, Plan
from chapter47.blackjack.analysis.exact.card_set_keys import ONE, cards_of
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import sum_cells
from chapter47.blackjack.analysis.exact.prepared import Study, split_values
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.split.all_hands_bust_kernels import (
    chances_together,
    orders_to_bust,
    value_of_busts,
)
from chapter47.blackjack.analysis.split.dealer_blackjack import HIDDEN
from chapter47.blackjack.analysis.split.exchange import Ending, endings
from chapter47.blackjack.analysis.split.kernels import sets_together

TOO_MANY: Final = 10**9
"""Four hands of aces that are drawn to (Spanish 21) hold more pairs of sets than are worth summing."""
LIKELIEST: Final = 7000
"""So many of the sets of each half, or more if one half has fewer, then stand for all: see `docs`."""


class Sets(NamedTuple):
    """Sets of cards, packed and sorted, and in how many orders each can come."""

    keys: Ints
    orders: Floats

    @property
    def cards(self) -> Ints:
        return cards_of(self.keys)

    def gone_through(self) -> "Sets":
        """Without those that the plan never comes to."""
        return Sets(self.keys[self.orders > 0.0], self.orders[self.orders > 0.0])

    def beside(self, known: int) -> "Sets":
        """Each with these cards besides."""
        return Sets(self.keys + known, self.orders)


Found = TypeVar("Found")
NOTHING: Final = Sets(np.zeros(1, dtype=np.int64), np.ones(1))


class Bust(NamedTuple):
    """How one hand of a pair goes over 21: the cards it draws, by hand before the last card and value of that card."""

    orders: Floats
    """In how many orders each hand is reached."""
    places: Ints
    sets: Sets
    which: Ints
    """The set that each place leads to."""
    staked: Sets
    """The same sets, each order counted as often as the hand has units at stake."""


def _sets(keys: Ints, orders: Floats) -> tuple[Sets, Ints]:
    found, which = np.unique(keys, return_inverse=True)
    counted: Floats = np.bincount(which, weights=orders, minlength=len(found)).astype(np.float64)
    return Sets(found, counted), which


def _together(one: Sets, other: Sets) -> Sets:
    if not len(one.keys) or not len(other.keys):
        return Sets(np.zeros(0, dtype=np.int64), np.zeros(0))
    keys, orders = sets_together(one.keys, one.orders, other.keys, other.orders, one is other)
    ascending = np.argsort(keys)
    return Sets(keys[ascending], orders[ascending])


def _joined(found: list[Sets]) -> Sets:
    return _sets(np.concatenate([one.keys for one in found]), np.concatenate([one.orders for one in found]))[0]


def _alone(cards: Ints, left: Ints) -> Floats:
    """The chance that these cards come in one given order."""
    longest = int(cards.sum(axis=1).max(initial=0))
    copies = np.arange(longest)
    ways = np.cumprod(np.maximum(left[:, None] - copies[None, :], 0.0), axis=1)
    ways = np.concatenate([np.ones((VALUES, 1)), ways], axis=1)
    orders = np.concatenate([[1.0], np.cumprod(np.maximum(left.sum() - copies, 1.0))])
    found: Floats = ways[np.arange(VALUES), cards].prod(axis=1) / orders[cards.sum(axis=1)]
    return found


@lru_cache(maxsize=128)
def _known(*_hands: object) -> dict[tuple[object, ...], Any]:
    """What was found of the same hands before: from step to step a chart changes in few cells."""
    return {}


class Pair:
    """The hands of one pair against one view, under a plan."""

    def __init__(self, where: Study, plan: Plan, pair: int, view: int) -> None:
        self.where, self.pair, self.view = where, pair, view
        self.hits = np.ascontiguousarray(plan.hits[:, view])
        self.doubles = np.ascontiguousarray(plan.doubles[:, view])
        self.any_card = self._bust(with_pair=True)
        self.other_card = self._bust(with_pair=False)
        left = where.deal.shoe - where.deal.view_cards[view]
        left[pair] -= 2
        self.left = np.maximum(left, 0)
        self.hole = int(ONE[where.deal.completes[view]])
        self.wins = rulebook.split_21_against_blackjack(where.table) > 0.0
        self._drawn = cache(self._hands)
        self._known = _known(
            (pair, where.most[pair], self.hole, self.wins, self.left.tobytes()),
            *(part.tobytes() for bust in (self.any_card, self.other_card) for part in (*bust.sets, *bust.staked)),
        )

    def _bust(self, *, with_pair: bool) -> Bust:
        where, pair = self.where, self.pair
        orders = np.zeros(len(where.hands.hands))
        for (row, second), share in zip(where.roots[pair].rows, where.roots[pair].share, strict=True):
            orders[row] = share if with_pair or second != pair else 0.0
        rows, may_double, counts = where.split_rows[pair], where.may_double_split, where.busts.split_doubled
        places, found = orders_to_bust(where.deal, rows, self.hits, self.doubles, may_double, counts, orders)
        keys = where.hands.cards[places[:, 0]] @ ONE + ONE[places[:, 1]] - ONE[pair]
        sets, which = _sets(keys, found)
        doubled = (where.may_double_split[places[:, 0]] * self.doubles[places[:, 0]]) != 0
        return Bust(orders, places, sets, which, _sets(keys, found * (1 + doubled))[0])

    def _untaken(self, bust: Bust) -> Sets:
        """What a hand draws of which a dealer's blackjack takes nothing more."""
        over, other = bust.sets.gone_through(), HIDDEN.get(self.pair)
        if other is None or not self.wins:
            return over
        return _joined([over, Sets(ONE[other : other + 1], np.ones(1))])

    def chance(self, at_most: int = 4) -> float:
        """That all hands go over 21 and the dealer has a blackjack, given the pair and the view.

        With `at_most` so many hands are asked to go over and no others: not less than the whole answer."""
        return self._once(("chance", at_most), lambda: self._chance(at_most))

    def _once(self, what: tuple[object, ...], find: Callable[[], Found]) -> Found:
        if what not in self._known:
            self._known[what] = find()
        found: Found = self._known[what]
        return found

    def _chance(self, at_most: int) -> float:
        value = 0.0
        for ending, ways in endings(self.where.most[self.pair]).items():
            hands = (["any card"] * (ending.hands - ending.plain) + ["plain"] * ending.plain)[:at_most]
            half = max(len(hands) // 2, 1)
            value += ways * self._both(self._drawn(*hands[:half]), self._rest(hands[half:], ending.hands))
        return value

    def over(self, ending: Ending, blackjacks: int = 1) -> tuple[float, float]:
        """The chance that all hands of one ending go over, and the mean of the units at stake then.

        With several dealer's hands under one up card so many of them are to be `blackjacks`."""
        return self._once(("over", ending, blackjacks), lambda: self._over(ending, blackjacks))

    def _over(self, ending: Ending, blackjacks: int) -> tuple[float, float]:
        plain, rest = self.other_card, self.any_card
        number = ending.hands - ending.plain
        hands = [plain.sets.gone_through()] * ending.plain + [rest.sets.gone_through()] * number
        known = (ending.hands - 2) * int(ONE[self.pair]) + blackjacks * self.hole
        units = 0.0
        if ending.plain:
            units += ending.plain * self._all([plain.staked.gone_through(), *hands[1:]], known)
        if number:
            units += number * self._all([*hands[:-1], rest.staked.gone_through()], known)
        return self._all(hands, known), units

    def _all(self, hands: list[Sets], known: int) -> float:
        half = max(len(hands) // 2, 1)
        return self._both(reduce(_together, hands[:half]), reduce(_together, hands[half:], NOTHING).beside(known))

    def _both(self, drawn: Sets, rest: Sets) -> float:
        """The chance that one of these is drawn and one of the rest beside it."""
        if len(drawn.keys) * len(rest.keys) > TOO_MANY:
            drawn = self._likeliest(drawn, LIKELIEST)
            rest = self._likeliest(rest, LIKELIEST**2 // len(drawn.keys))
        return float(self._chances(drawn, rest) @ drawn.orders)

    def _likeliest(self, sets: Sets, number: int) -> Sets:
        """So many of them, in place of all."""
        chances = _alone(sets.cards, self.left) * sets.orders
        kept = np.sort(np.argsort(-chances, kind="stable")[:number])
        return Sets(sets.keys[kept], sets.orders[kept] * (chances.sum() / max(chances[kept].sum(), 1e-300)))

    def _hands(self, *hands: str) -> Sets:
        """What such hands draw together."""
        if len(hands) == 1:
            return self._untaken(self.any_card if hands[0] == "any card" else self.other_card)
        return _together(self._drawn(hands[0]), self._drawn(*hands[1:]))

    def _rest(self, hands: list[str], number: int) -> Sets:
        """The cards of these hands, the further cards of the pair, and the dealer's hidden card."""
        drawn = self._drawn(*hands) if hands else NOTHING
        return drawn.beside((number - 2) * int(ONE[self.pair]) + self.hole)

    def _chances(self, own: Sets, rest: Sets) -> Floats:
        """The chance of each own set in one order, with all the rest."""
        found = np.zeros((len(own.keys), 1))
        if len(own.keys) and len(rest.keys):
            one_place = np.zeros(len(rest.keys), dtype=np.int64)
            chances_together(own.cards, rest.cards, rest.orders, one_place, self.left, found)
        return found[:, 0] * _alone(own.cards, self.left)

    def add_to_cells(self, often: float, cells: Ints, sums: Floats) -> None:
        """What each code of a hand adds to the chance that all go over; of four hands only the first three count."""
        for bust, is_plain in ((self.other_card, True), (self.any_card, False)):
            if not len(bust.sets.keys) or not self._numbers(is_plain=is_plain):
                continue
            chances = self._once(("beside", is_plain), partial(self._beside_others, bust, is_plain=is_plain))
            self._add(bust, chances, often, cells, sums)

    def _beside_others(self, bust: Bust, *, is_plain: bool) -> Floats:
        """The chance of each set that one hand can draw, with all that the others do."""
        others, own = _joined(self._others(is_plain=is_plain)), len(bust.sets.keys)
        if own * len(others.keys) > TOO_MANY:
            others = self._likeliest(others, LIKELIEST**2 // own)
        return self._chances(bust.sets, others)

    def _numbers(self, *, is_plain: bool) -> dict[Ending, int]:
        """How many hands of this kind each ending of two hands or three has, times its orders."""
        found = {
            ending: ways * (ending.plain if is_plain else ending.hands - ending.plain)
            for ending, ways in endings(self.where.most[self.pair]).items()
            if ending.hands <= 3
        }
        return {ending: number for ending, number in found.items() if number}

    def _others(self, *, is_plain: bool) -> list[Sets]:
        """What all but one hand draw, by the ways in which a pair can end."""
        found = []
        for ending, number in self._numbers(is_plain=is_plain).items():
            plain, any_card = ending.plain - is_plain, ending.hands - ending.plain - (not is_plain)
            rest = self._rest(["any card"] * any_card + ["plain"] * plain, ending.hands)
            found.append(Sets(rest.keys, rest.orders * number))
        return found

    def _add(self, bust: Bust, chances: Floats, often: float, cells: Ints, sums: Floats) -> None:
        where, rows = self.where, self.where.split_rows[self.pair]
        at_bust = np.zeros((len(where.hands.hands), VALUES, 2))
        at_bust[bust.places[:, 0], bust.places[:, 1], :] = chances[bust.which][:, None]
        at_bust[..., 1] *= where.busts.split_doubled
        shape = (len(where.hands.hands), 1)
        hit, double, weight = np.zeros(shape), np.zeros(shape), often * bust.orders[:, None]
        value_of_busts(
            where.deal, rows, self.hits, self.doubles, where.may_double_split, at_bust, hit[:, 0], double[:, 0]
        )
        moves = Moves(np.zeros(shape), hit, double, np.zeros(shape))
        part = np.zeros((sums.shape[0], 1, sums.shape[2]))
        nothing = np.full(shape, NOT_OPEN)
        sum_cells(where.deal, rows, cells, weight, moves, where.may_double_split, nothing, part)
        sums[:, self.view, :CODES] += part[:, 0, :CODES]


def at_stake(where: Study, pair: int, view: int) -> bool:
    """Whether the hands of this pair can go over 21 before the dealer has a blackjack."""
    return where.busts.split and where.draws[pair] and int(where.deal.completes[view]) >= 0


def add_all_over(where: Study, plan: Plan, split: Floats, least: Floats) -> None:
    """Give back to each split, by row of the pairs, the unit that is not lost where all its hands are over 21.

    Splits into more than two hands that stay below `least`, the value of other moves, even with an upper bound of it
    keep that bound."""
    for number, (row, value) in enumerate(zip(*where.pairs, strict=True)):
        pair = int(value)
        for view in range(where.views):
            if not at_stake(where, pair, view) or where.deals[row, view] <= 0.0:
                continue
            hands = Pair(where, plan, pair, view)
            more = hands.chance(at_most=2)
            if where.most[pair] > 2 and split[number, view] + more >= least[number, view]:
                more = hands.chance()
            split[number, view] += more


def exact_split(where: Study, plan: Plan, split: Floats, number: int, view: int) -> float:
    """A split's value, also where a bound was enough to know that it is not the best move."""
    pair = int(where.pairs.value[number])
    if not at_stake(where, pair, view) or where.most[pair] == 2:
        return float(split[number, view])
    return float(split_values(where, plan)[pair, view]) + all_over(where, plan, pair, view)


def all_over(where: Study, plan: Plan, pair: int, view: int) -> float:
    """The chance that all hands of a pair go over 21 before a dealer's blackjack, where that saves a unit."""
    return Pair(where, plan, pair, view).chance() if at_stake(where, pair, view) else 0.0


def add_cells(where: Study, plan: Plan, often: Floats, cells: Ints, sums: Floats) -> None:
    """The same for the codes of the chart; `often` by row of the pairs and view."""
    for number, view in np.argwhere(often > 0.0):
        pair = int(where.pairs.value[number])
        if at_stake(where, pair, int(view)):
            Pair(where, plan, pair, int(view)).add_to_cells(float(often[number, view]), cells, sums)
