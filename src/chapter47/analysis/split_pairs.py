"""Two hands of a split pair together, exact.

A hand is played by its own cards and the up card alone, and cards unseen come in any order with the same chance. So how
two hands end together is a sum over all pairs of endings: the orders in which each can be drawn, times the chance of
the cards of both, times the dealer's outcomes with those cards gone. Hands over 21 are not enumerated: they are what is
left of the two-card hands that they came from."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.arrays import Plan
from chapter47.analysis.dealer import OUTCOMES, Floats, Ints, finishing_tree
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.pair_kernels import draw_chances, pair_numbers, together
from chapter47.analysis.hands import MIXED
from chapter47.analysis.study import Study
from chapter47.analysis.values import VALUES
from chapter47.hands import LIMIT

_KEY: Final = 32 ** np.arange(VALUES)
"""One number for a set of cards; the number of two sets together is the sum of theirs."""
OTHER, SAME = 0, 1
"""What the second card was: another value, or one more of the pair."""


class Begun(NamedTuple):
    """What is known of a hand by its second card."""

    second: int
    stake: int


class Ended(NamedTuple):
    """A hand within 21: its row, what it began with and ended at stake, and whether it is taken as suited."""

    row: int
    begun: Begun
    suited: bool | None = None
    rescued: bool = False
    """Doubled, and given up for the first wager (19:47-19.9)."""


class Raised(NamedTuple):
    """A hand that is doubled with more than two cards: if it goes over 21 it costs two units instead of one."""

    second: int


Kind = Ended | Begun | Raised


class Hands(NamedTuple):
    """Hands with their orders: those that ended within 21, and shorter ones whose end is left open."""

    cards: Ints
    orders: Floats
    kinds: list[Kind]


class TwoHands:
    """The endings of two hands of one pair against one view, for any number of further pair cards gone."""

    def __init__(self, where: Study, plan: Plan, pair: int, view: int) -> None:
        self.where, self.plan, self.pair, self.view = where, plan, pair, view
        self.known: dict[int, Floats] = {}
        hands = hands_of(where, plan, pair, view)
        kinds = [_class(where, kind) for kind in hands.kinds]
        self.classes = list(dict.fromkeys(kinds))
        number = {found: place for place, found in enumerate(self.classes)}
        self.class_of = np.array([number[kind] for kind in kinds])
        self.orders = hands.orders
        found, self.sets = np.unique(pair_numbers(hands.cards @ _KEY), return_inverse=True)
        self.drawn = (found[:, None] // _KEY) % 32
        self.drawn[:, pair] -= 2
        self.nets = [_nets(where, one, first=False) for one in self.classes]
        self.first_nets = [_nets(where, one, first=True) for one in self.classes]

    @cached_property
    def results(self) -> list[float]:
        """Every net result of one hand."""
        nets = {net for line in (*self.nets, *self.first_nets) for net in line}
        over = {-float(stake) for one in self.classes for stake in _stakes(one)}
        return sorted(nets | over)

    def tables(self, more: int, *, first: bool) -> Floats:
        """How often two hands end so, with `more` pair cards gone besides their own: by dealer's outcome, then second
        card and result of the one hand and of the other; with `first` the one holds the wager made before the deal."""
        if more not in self.known:
            self.known[more] = self._enumerated(more)
        counted = self.known[more]
        one, other = self.first_ways if first else self.later_ways, self.later_ways
        found: Floats = np.maximum(one.transpose(0, 2, 1) @ counted @ other, 0.0)
        size = len(self.results)
        return found.reshape(OUTCOMES, 2, size, 2, size)

    def _enumerated(self, more: int) -> Floats:
        where, pair = self.where, self.pair
        gone = self.drawn.copy()
        gone[:, pair] += 2 + more
        deal, only = where.deal, slice(self.view, self.view + 1)
        up = deal.view_cards[only]
        left = deal.shoe - up[0]
        left[pair] -= 2 + more
        clear = clear_of_blackjack(gone, deal.shoe, up, deal.view_size, deal.completes[only])
        seen = tuple(value for value in range(VALUES) for _ in range(up[0, value]))
        tree = finishing_tree(rulebook.stands_on(where.table), (seen,))
        outcomes = dealer_outcomes(gone, deal.shoe, tree, np.array([seen]), clear)[:, 0]
        found = np.zeros((len(self.classes), len(self.classes), OUTCOMES))
        together(self.sets, draw_chances(self.drawn, left), outcomes, self.orders, self.class_of, found)
        return (found + found.transpose(1, 0, 2)).transpose(2, 0, 1)

    @cached_property
    def first_ways(self) -> Floats:
        return self._ways(self.first_nets)

    @cached_property
    def later_ways(self) -> Floats:
        return self._ways(self.nets)

    def _ways(self, nets: list[tuple[float, ...]]) -> Floats:
        """From a class to what it is counted under; a hand within 21 is one less over 21 of those begun alike."""
        found = np.zeros((OUTCOMES, len(self.classes), 2, len(self.results)))
        for number, one in enumerate(self.classes):
            for stake, sign in _stakes(one).items():
                found[:, number, _second(one), self.results.index(-float(stake))] += sign
            for outcome, net in enumerate(nets[number]):
                found[outcome, number, _second(one), self.results.index(net)] += 1.0
        return found.reshape(OUTCOMES, len(self.classes), -1)


def _second(one: Kind) -> int:
    return one.begun.second if isinstance(one, Ended) else one.second


def _stakes(one: Kind) -> dict[int, float]:
    """How often each stake goes over 21, beside what the other kinds say of it."""
    match one:
        case Begun(stake=stake):
            return {stake: 1.0}
        case Raised():
            return {1: -1.0, 2: 1.0}
        case Ended():
            return {one.begun.stake: -1.0}


def hands_of(where: Study, plan: Plan, pair: int, view: int) -> Hands:
    """All ways one hand of the pair can be played by the plan."""
    found: dict[tuple[int, Kind], float] = defaultdict(float)
    roots = where.roots[pair]
    for (row, second), share in zip(roots.rows, roots.share, strict=True):
        doubles = where.draws[pair] and _doubles(where, plan, int(row), view)
        begun = Begun(SAME if second == pair else OTHER, 2 if doubles else 1)
        found[int(row), begun] += float(share)
        for end, kind, orders in _ends(where, plan, int(row), view, begun, draws=where.draws[pair]):
            found[end, kind] += float(share) * orders
    rows, kinds = zip(*found, strict=True)
    return Hands(where.hands.cards[list(rows)], np.array(list(found.values())), list(kinds))


def _doubles(where: Study, plan: Plan, row: int, view: int) -> bool:
    return bool(where.may_double_split[row] and plan.doubles[row, view])


def _ends(
    where: Study, plan: Plan, row: int, view: int, begun: Begun, *, draws: bool
) -> Iterator[tuple[int, Kind, float]]:
    """The hands within 21 that a two-card hand ends as, and those it is doubled as later; with the number of orders."""
    going = {row: 1.0}
    while going:
        following: dict[int, float] = defaultdict(float)
        for now, orders in going.items():
            longer = [int(child) for child in where.hands.child[now] if child >= 0]
            if not draws or where.hands.points[now] == LIMIT:
                yield from _ended(where, now, begun, orders)
            elif _doubles(where, plan, now, view):
                if begun.stake == 1:
                    yield now, Raised(begun.second), orders
                for child in longer:
                    rescued = bool(plan.rescues[child, view])
                    yield from _ended(where, child, begun._replace(stake=2), orders, rescued=rescued)
            elif plan.hits[now, view]:
                for child in longer:
                    following[child] += orders
            else:
                yield from _ended(where, now, begun, orders)
        going = following


def _ended(
    where: Study, row: int, begun: Begun, orders: float, *, rescued: bool = False
) -> Iterator[tuple[int, Kind, float]]:
    """A hand on its way to a suited 21 stands for two, with the right suit and without."""
    hand = where.hands.hands[row]
    if rescued or not hand.suited or where.hands.points[row] != LIMIT:
        yield row, Ended(row, begun, rescued=rescued), orders
        return
    share = where.chances.third_card(hand.cards)
    yield row, Ended(row, begun, suited=True), orders * share
    yield row, Ended(row, begun, suited=False), orders * (1.0 - share)


def _class(where: Study, kind: Kind) -> Kind:
    """Hands that are paid alike and began alike; the row gives way to an example of its kind."""
    if not isinstance(kind, Ended):
        return kind
    kinds = rulebook.kinds_of(where.hands.suits)
    return kind._replace(row=-1 if kind.rescued else kinds.examples[kinds.of_hand[kind.row]])


def _nets(where: Study, one: Kind, *, first: bool) -> tuple[float, ...]:
    if not isinstance(one, Ended):
        return ()
    pays = where.parts[0].pays
    if one.rescued:
        return (pays.forfeit,) * OUTCOMES
    paid = pays.doubled if one.begun.stake == 2 else pays.once
    for above in where.parts[1:] if first else ():
        paid = paid + above.pays.once
    return tuple(_of_suits(where, one, paid))


def _of_suits(where: Study, one: Ended, paid: Floats) -> Iterator[float]:
    """A mean of two odds taken apart again."""
    hand = where.hands.hands[one.row]
    kinds = where.parts[0].pays.kinds
    usual = paid[kinds[where.hands.numbers[hand._replace(suited=MIXED)]]]
    share = where.chances.third_card(hand.cards) if one.suited else 1.0
    for net, plain in zip(paid[kinds[one.row]], usual, strict=True):
        yield float(plain) if one.suited is False else round(float(plain + (net - plain) / share), 9)
