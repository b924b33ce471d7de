"""Two hands of a split pair together, exact.

A hand is played by its own cards and the up card alone, and cards unseen come in any order with the same chance. So how
two hands end together is a sum over all pairs of endings: the orders in which each can be drawn, times the chance of
the cards of both, times the dealer's outcomes with those cards gone. Hands over 21 are not enumerated: they are what is
left of the two-card hands that they came from."""

from collections import defaultdict
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.arrays import Plan
from chapter47.analysis.dealer import OUTCOMES, Floats, Ints, finishing_tree
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.pair_kernels import number_pairs, together, weigh_sets, with_more
from chapter47.analysis.splits import further_cards
from chapter47.analysis.study import Study
from chapter47.analysis.values import ACE, VALUES
from chapter47.hands import LIMIT

_BITS: Final = 6
"""A set of cards is one number, so many bits for each value; the number of two sets together is the sum of theirs."""
_MOST: Final = (1 << _BITS) - 1
OTHER, SAME = 0, 1
"""What the second card was: another value, or one more of the pair."""


class Begun(NamedTuple):
    """What is known of a hand by its second card."""

    second: int
    stake: int


class Ended(NamedTuple):
    """A hand within 21: its row, what it began with, and whether it is taken as suited."""

    row: int
    begun: Begun
    suited: bool | None = None


class Hands(NamedTuple):
    """Hands with their orders: those that ended within 21, and two-card hands whose end is left open."""

    cards: Ints
    orders: Floats
    kinds: list[Ended | Begun]


class TwoHands:
    """The endings of two hands of one pair against one view, for any number of further pair cards gone."""

    def __init__(self, where: Study, plan: Plan, pair: int, view: int) -> None:
        self.where, self.plan, self.pair, self.view = where, plan, pair, view
        self.known: dict[tuple[int, bool], Floats] = {}
        hands = hands_of(where, plan, pair, view)
        kinds = [_class(where, kind) for kind in hands.kinds]
        self.classes = list(dict.fromkeys(kinds))
        number = {found: place for place, found in enumerate(self.classes)}
        self.class_of = np.array([number[kind] for kind in kinds])
        self.cards, self.orders = hands.cards, hands.orders
        self.nets = [_nets(where, one, first=False) for one in self.classes]
        self.first_nets = [_nets(where, one, first=True) for one in self.classes]

    @cached_property
    def results(self) -> list[float]:
        """Every net result of one hand."""
        nets = {net for line in (*self.nets, *self.first_nets) for net in line}
        over = {-float(one.stake) for one in self.classes if isinstance(one, Begun)}
        return sorted(nets | over)

    def tables(self, more: int, *, first: bool) -> Floats:
        """How often two hands end so, with `more` pair cards gone besides their own: by dealer's outcome, then second
        card and result of the one hand and of the other; with `first` the one holds the wager made before the deal."""
        if (more, first) not in self.known:
            one, other = self.first_ways if first else self.later_ways, self.later_ways
            found: Floats = np.maximum(one.transpose(0, 2, 1) @ self.counted[more] @ other, 0.0)
            size = len(self.results)
            self.known[more, first] = found.reshape(OUTCOMES, 2, size, 2, size)
        return self.known[more, first]

    @cached_property
    def counted(self) -> Floats:
        """How often two hands end in each pair of classes: by further pair cards gone, then by dealer's outcome."""
        classes, more = len(self.classes), further_cards(self.where.most[self.pair])
        sets = np.empty(len(self.cards) * (len(self.cards) + 1) // 2, dtype=np.int64)
        weights = self._weights(sets, more)
        found = np.zeros((classes, classes, more * OUTCOMES))
        together(sets, weights.reshape(len(weights), -1), self.orders, self.class_of, found)
        both: Floats = found + found.transpose(1, 0, 2)
        return np.ascontiguousarray(both.reshape(classes, classes, more, OUTCOMES).transpose(2, 3, 0, 1))

    def _weights(self, sets: Ints, more: int) -> Floats:
        """The chance of the cards of two hands and the dealer's outcome, for up to so many further pair cards."""
        deal, pair, view = self.where.deal, self.pair, slice(self.view, self.view + 1)
        shifts = _shifts(pair)
        numbers = number_pairs(self.cards @ (1 << shifts), sets)
        ascending, places, ordered = np.argsort(numbers), np.empty_like(numbers), np.empty_like(numbers)
        gone = (with_more(numbers[ascending], more - 1, ordered)[:, None] >> shifts) & _MOST
        places[ascending] = ordered
        drawn = (numbers[:, None] >> shifts) & _MOST
        drawn[:, pair] -= 2
        up = np.eye(VALUES, dtype=np.int64)[view]
        left = deal.shoe - up[0]
        left[pair] -= 2
        clear = clear_of_blackjack(gone, deal.shoe, up, 1, deal.completes[view])
        tree = finishing_tree(rulebook.stands_on(self.where.table), ((self.view,),))
        outcomes = dealer_outcomes(gone, deal.shoe, tree, np.array([[self.view]]), clear)[:, 0]
        found = np.empty((len(numbers), more, OUTCOMES))
        weigh_sets(drawn, left, pair, places, outcomes, found)
        return found

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
            begun = one if isinstance(one, Begun) else one.begun
            over = self.results.index(-float(begun.stake))
            for outcome in range(OUTCOMES):
                if isinstance(one, Ended):
                    found[outcome, number, begun.second, self.results.index(nets[number][outcome])] += 1.0
                    found[outcome, number, begun.second, over] -= 1.0
                else:
                    found[outcome, number, begun.second, over] += 1.0
        return found.reshape(OUTCOMES, len(self.classes), -1)


def _shifts(pair: int) -> Ints:
    """Where each value stands in the number of a set; with one more card of the pair comes the next number."""
    found = np.empty(VALUES, dtype=np.int64)
    found[[pair, *(value for value in range(VALUES) if value != pair)]] = _BITS * np.arange(VALUES)
    return found


def hands_of(where: Study, plan: Plan, pair: int, view: int) -> Hands:
    """All ways one hand of the pair can be played by the plan."""
    found: dict[Ended | Begun, float] = {}
    rows: dict[Ended | Begun, Ints] = {}
    roots = where.roots[pair]
    entries: list[tuple[Ints, float, Ended | Begun]] = []
    for (row, second), share in zip(roots.rows, roots.share, strict=True):
        doubles = pair != ACE and bool(where.may_double_split[row] and plan.doubles[row, view])
        begun = Begun(SAME if second == pair else OTHER, 2 if doubles else 1)
        entries.append((where.hands.cards[row], float(share), begun))
        for end, orders in _ends(where, plan, int(row), view, doubles=doubles, draws=pair != ACE).items():
            for suited, part in _suits(where, end):
                kind = Ended(end, begun, suited)
                found[kind] = found.get(kind, 0.0) + float(share) * orders * part
                rows[kind] = where.hands.cards[end]
    entries += [(rows[kind], orders, kind) for kind, orders in found.items()]
    cards, orders_of, kinds = zip(*entries, strict=True)
    return Hands(np.array(cards), np.array(orders_of), list(kinds))


def _ends(where: Study, plan: Plan, row: int, view: int, *, doubles: bool, draws: bool) -> dict[int, float]:
    """The hands within 21 that a two-card hand ends as, with the number of orders."""
    found: dict[int, float] = defaultdict(float)
    going = {row: 1.0}
    while going:
        following: dict[int, float] = defaultdict(float)
        for now, orders in going.items():
            on = draws and where.hands.points[now] < LIMIT and (doubles or bool(plan.hits[now, view]))
            if not on:
                found[now] += orders
                continue
            for child in where.hands.child[now]:
                if child >= 0:
                    (found if doubles else following)[int(child)] += orders
        going = following
    return found


def _suits(where: Study, row: int) -> list[tuple[bool | None, float]]:
    """A hand on its way to a suited 21 stands for two, with the right suit and without."""
    if not where.hands.hands[row].suited or where.hands.points[row] != LIMIT:
        return [(None, 1.0)]
    return [(True, where.share_suited), (False, 1.0 - where.share_suited)]


def _class(where: Study, kind: Ended | Begun) -> Ended | Begun:
    """Hands that are paid alike and began alike; the row gives way to the kind."""
    if isinstance(kind, Begun):
        return kind
    return kind._replace(row=int(where.parts[0].pays.kinds[kind.row]))


def _nets(where: Study, one: Ended | Begun, *, first: bool) -> tuple[float, ...]:
    if isinstance(one, Begun):
        return ()
    pays = where.parts[0].pays
    paid = (pays.doubled if one.begun.stake == 2 else pays.once)[one.row]
    if first:
        paid = paid + sum(above.pays.once[one.row] for above in where.parts[1:])
    return tuple(_of_suits(where, float(net), one.suited) for net in paid)


def _of_suits(where: Study, net: float, suited: bool | None) -> float:
    """A mean of two odds taken apart again."""
    usual = float(int(net))
    if suited is None or net <= 0.0 or net == usual:
        return net
    return round(usual + (net - usual) / where.share_suited, 9) if suited else usual
