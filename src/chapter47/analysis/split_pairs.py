"""Two hands of a split pair together, exact.

A hand is played by its own cards and the up card alone, and cards unseen come in any order with the same chance. So how
two hands end together is a sum over all pairs of endings: the orders in which each can be drawn, times the chance of
the cards of both, times the dealer's outcomes with those cards gone. Hands over 21 are not enumerated: they are what is
left of the two-card hands that they came from.

Where a dealer's blackjack shows only after the hands were played and takes not the same from all, it is one outcome
more: what it takes from each hand beside the original wager, or wins for it."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.arrays import NOT_OPEN, Plan
from chapter47.analysis.dealer import OUTCOMES, Floats, Ints, finishing_tree
from chapter47.analysis.hands import MIXED, Hand
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.pair_kernels import number_pairs, together, weigh_sets, with_more
from chapter47.analysis.split_blackjacks import shows_late
from chapter47.analysis.splits import further_cards
from chapter47.analysis.study import Study
from chapter47.analysis.values import VALUES
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
        self.known: dict[tuple[int, bool], Floats] = {}
        hands = hands_of(where, plan, pair, view)
        kinds = [_class(where, kind) for kind in hands.kinds]
        self.classes = list(dict.fromkeys(kinds))
        number = {found: place for place, found in enumerate(self.classes)}
        self.class_of = np.array([number[kind] for kind in kinds])
        self.cards, self.orders = hands.cards, hands.orders
        self.outcomes = OUTCOMES + blackjack_counts(where, view)
        self.nets = [_nets(where, one, first=False)[: self.outcomes] for one in self.classes]
        self.first_nets = [_nets(where, one, first=True)[: self.outcomes] for one in self.classes]

    @cached_property
    def results(self) -> list[float]:
        """Every net result of one hand."""
        nets = {net for line in (*self.nets, *self.first_nets) for net in line}
        over = {net for one in self.classes for stake in _stakes(one) for net in self._over(stake)}
        return sorted(nets | over)

    def second(self, number: int) -> int:
        return second_of(self.classes[number])

    def lines(self, number: int, *, first: bool) -> list[tuple[float, tuple[float, ...]]]:
        """What a class is paid on each outcome, and what it takes away from hands over 21 or adds to them."""
        nets = (self.first_nets if first else self.nets)[number]
        over = [(sign, tuple(self._over(stake))) for stake, sign in _stakes(self.classes[number]).items()]
        return [*over, *([(1.0, nets)] if nets else [])]

    def _over(self, stake: int) -> list[float]:
        """What a hand over 21 costs on each outcome."""
        lost = self.where.busts.split_doubled if stake == 2 else self.where.busts.split
        return ([-float(stake)] * OUTCOMES + [-float(stake) * lost])[: self.outcomes]

    def tables(self, more: int, *, first: bool) -> Floats:
        """How often two hands end so, with `more` pair cards gone besides their own: by dealer's outcome, then second
        card and result of the one hand and of the other; with `first` the one holds the wager made before the deal."""
        if (more, first) not in self.known:
            one, other = self.first_ways if first else self.later_ways, self.later_ways
            found: Floats = np.maximum(one.transpose(0, 2, 1) @ self.counted[more] @ other, 0.0)
            size = len(self.results)
            self.known[more, first] = found.reshape(self.outcomes, 2, size, 2, size)
        return self.known[more, first]

    @cached_property
    def counted(self) -> Floats:
        """How often two hands end in each pair of classes: by further pair cards gone, then by dealer's outcome."""
        classes, more = len(self.classes), further_cards(self.where.most[self.pair])
        sets, numbers = self.pairs
        weights = self._weights(numbers, more)
        found = np.zeros((classes, classes, more * self.outcomes))
        together(sets, weights.reshape(len(weights), -1), self.orders, self.class_of, found)
        both: Floats = found + found.transpose(1, 0, 2)
        return np.ascontiguousarray(both.reshape(classes, classes, more, self.outcomes).transpose(2, 3, 0, 1))

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """Which set of cards every two hands hold; and those sets as numbers, each different one once."""
        sets = np.empty(len(self.cards) * (len(self.cards) + 1) // 2, dtype=np.int64)
        return sets, number_pairs(self.cards @ (1 << _shifts(self.pair)), sets)

    @property
    def drawn(self) -> Ints:
        """The cards of every two hands but the pair cards they begin with."""
        found: Ints = (self.pairs[1][:, None] >> _shifts(self.pair)) & _MOST
        found[:, self.pair] -= 2
        return found

    def _weights(self, numbers: Ints, more: int) -> Floats:
        """The chance of the cards of two hands and the dealer's outcome, for up to so many further pair cards."""
        deal, pair, view = self.where.deal, self.pair, slice(self.view, self.view + 1)
        ascending, places, ordered = np.argsort(numbers), np.empty_like(numbers), np.empty_like(numbers)
        gone = (with_more(numbers[ascending], more - 1, ordered)[:, None] >> _shifts(pair)) & _MOST
        places[ascending] = ordered
        up = deal.view_cards[view]
        left = deal.shoe - up[0]
        left[pair] -= 2
        clear = clear_of_blackjack(gone, deal.shoe, up, deal.view_size, deal.completes[view])
        seen = tuple(value for value in range(VALUES) for _ in range(up[0, value]))
        tree = finishing_tree(rulebook.stands_on(self.where.table), (seen,))
        outcomes = dealer_outcomes(gone, deal.shoe, tree, np.array([seen]), clear)[:, 0]
        outcomes = np.concatenate([outcomes, 1.0 - clear], axis=1)
        found = np.empty((len(numbers), more, self.outcomes))
        weigh_sets(self.drawn, left, pair, places, outcomes, found)
        return found

    def suits_error(self, more: int) -> float:
        """How far the mean product of two hands can be off because their suits are taken as independent.

        Only two 21s whose odds go by suits matter. Suits do not bear on the play; so given both, the products' mean is
        off by a covariance, and that is at most a quarter of the product of both ranges (of the odds, by suits)."""
        ends = {place: one for place, one in enumerate(self.classes) if isinstance(one, Ended) and self._by_suit(one)}
        if not ends:
            return 0.0
        places, span = list(ends), 0.0
        for stake in {one.begun.stake for one in ends.values()}:
            nets = np.array([self.first_nets[place] for place, one in ends.items() if one.begun.stake == stake])
            span = max(span, float((nets.max(axis=0) - nets.min(axis=0)).max()))
        return float(self.counted[more][:, places][:, :, places].sum()) * span**2 / 4.0

    def _by_suit(self, one: Ended) -> bool:
        hands = self.where.hands
        marked = [Hand(hands.hands[one.row].cards, mark) for mark in hands.suits.marks]
        return not one.rescued and hands.points[one.row] == LIMIT and any(hand in hands.numbers for hand in marked)

    @cached_property
    def first_ways(self) -> Floats:
        return self._ways(first=True)

    @cached_property
    def later_ways(self) -> Floats:
        return self._ways(first=False)

    def _ways(self, *, first: bool) -> Floats:
        """From a class to what it is counted under; a hand within 21 is one less over 21 of those begun alike."""
        found = np.zeros((self.outcomes, len(self.classes), 2, len(self.results)))
        for number, one in enumerate(self.classes):
            for sign, line in self.lines(number, first=first):
                for outcome, net in enumerate(line):
                    found[outcome, number, second_of(one), self.results.index(net)] += sign
        return found.reshape(self.outcomes, len(self.classes), -1)


def blackjack_counts(where: Study, view: int) -> bool:
    """Whether a dealer's blackjack can take more from split hands than the original wager, or less."""
    wins = rulebook.split_21_against_blackjack(where.table) > 0.0
    besides = shows_late(where) and (where.pays.forfeit > NOT_OPEN or wins)
    return int(where.deal.completes[view]) >= 0 and (where.busts.split or besides)


def second_of(one: Kind) -> int:
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


def _shifts(pair: int) -> Ints:
    """Where each value stands in the number of a set; with one more card of the pair comes the next number."""
    found = np.empty(VALUES, dtype=np.int64)
    found[[pair, *(value for value in range(VALUES) if value != pair)]] = _BITS * np.arange(VALUES)
    return found


def hands_of(where: Study, plan: Plan, pair: int, view: int) -> Hands:
    """All ways one hand of the pair can be played by the plan."""
    found: dict[tuple[int, Kind], float] = defaultdict(float)
    roots = where.roots[pair]
    for (row, second), share in zip(roots.rows, roots.share, strict=True):
        doubles = where.draws[pair] and bool(where.may_double_split[row] and plan.doubles[row, view])
        begun = Begun(SAME if second == pair else OTHER, 2 if doubles else 1)
        found[int(row), begun] += float(share)
        ends = played_out(where, plan, int(row), view, begun, where.may_double_split, draws=where.draws[pair])
        for end, kind, orders in ends:
            found[end, kind] += float(share) * orders
    rows, kinds = zip(*found, strict=True)
    return Hands(where.hands.cards[list(rows)], np.array(list(found.values())), list(kinds))


def played_out(
    where: Study, plan: Plan, row: int, view: int, begun: Begun, may_double: Ints, *, draws: bool
) -> Iterator[tuple[int, Kind, float]]:
    """The hands within 21 that a two-card hand ends as, and those it is doubled as later; with the number of orders."""
    going = {row: 1.0}
    while going:
        following: dict[int, float] = defaultdict(float)
        for now, orders in going.items():
            longer = [int(child) for child in where.hands.child[now] if child >= 0]
            if not draws or where.hands.points[now] == LIMIT:
                yield from _ended(where, now, begun, orders)
            elif may_double[now] and plan.doubles[now, view]:
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
        return (pays.forfeit,) * (OUTCOMES + 1)
    paid = pays.doubled if one.begun.stake == 2 else pays.once
    for above in where.parts[1:] if first else ():
        paid = paid + above.pays.once
    return (*_of_suits(where, one, paid), _against_blackjack(where, one))


def _against_blackjack(where: Study, one: Ended) -> float:
    """A two-card 21 can win after a split too (19.5(a)3, read literally)."""
    two_card_21 = where.hands.size[one.row] == 2 and where.hands.points[one.row] == LIMIT
    return max(rulebook.split_21_against_blackjack(where.table), 0.0) if two_card_21 else 0.0


def _of_suits(where: Study, one: Ended, paid: Floats) -> Iterator[float]:
    """A mean of two odds taken apart again."""
    hand = where.hands.hands[one.row]
    kinds = where.parts[0].pays.kinds
    usual = paid[kinds[where.hands.numbers[hand._replace(suited=MIXED)]]]
    share = where.chances.third_card(hand.cards) if one.suited else 1.0
    for net, plain in zip(paid[kinds[one.row]], usual, strict=True):
        yield float(plain) if one.suited is False else round(float(plain + (net - plain) / share), 9)
