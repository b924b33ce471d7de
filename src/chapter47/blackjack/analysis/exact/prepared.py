"""A table and its shoe made ready for the sweeps, and the sweeps over it."""

from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import NONE, NOT_OPEN, SHOWN, Deal, Moves, Over, Pays, Plan
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints, Views, finishing_tree
from chapter47.blackjack.analysis.exact.game import Columns, Game
from chapter47.blackjack.analysis.exact.hands import Hands, Pairs, Removed, all_hands, pairs_of, removed_sets
from chapter47.blackjack.analysis.exact.kernels import (
    clear_of_blackjack,
    dealer_outcomes,
    first_draws,
    value_moves,
)
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.blackjack.analysis.exact.suits import SuitChances, suit_chances
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES
from chapter47.blackjack.analysis.split.exchange import (
    Weights,
    first_hand_weights,
    further_cards,
    split_weights,
)
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import SUITS


class Roots(NamedTuple):
    """The two-card hands that begin with one card of a pair: hand, second value, and the share of that draw."""

    rows: Ints
    share: Floats


class Part(NamedTuple):
    """One part of what split hands are paid, and how often each hand earns it."""

    pays: Pays
    weights: tuple[Weights, ...]


class Study(NamedTuple):
    """All that does not depend on how the player plays."""

    table: TableRules
    hands: Hands
    removed: Removed
    deal: Deal
    clear: Floats
    """The chance that the dealer has no blackjack, by set of missing cards and view."""
    pays: Pays
    may_double: Ints
    may_double_split: Ints
    rows: Ints
    split_rows: tuple[Ints, ...]
    roots: tuple[Roots, ...]
    parts: tuple[Part, ...]
    deals: Floats
    """How often each two-card hand and view are dealt."""
    blackjack: rulebook.Blackjack
    blackjack_row: int
    own: Floats
    """What a player's blackjack is worth against each view: the usual one, and the designated one."""
    chances: SuitChances
    most: tuple[int, ...]
    """How many hands each pair can become."""
    draws: tuple[bool, ...]
    """Whether a hand of each pair, once split, is played on."""
    busts: rulebook.Busts
    given_up: Floats
    """The value of surrender at each two-card hand; far below everything where it is not open."""
    pairs: Pairs
    columns: Columns
    insurable: bool

    @property
    def share_suited(self) -> float:
        """How likely the card that is wanting for a suited 6-7-8 is of the right suit."""
        return 1.0 / len(SUITS) if self.hands.suits.marks else 0.0

    def dealt_once_in(self, rounds: int) -> "Study":
        """As one of so many shoes, each as likely to be dealt from as the other."""
        return self._replace(deals=self.deals / rounds)

    @property
    def views(self) -> int:
        return int(self.clear.shape[1])


def study(table: TableRules, shoe: Shoe, game: Game) -> Study:
    hands = all_hands(game.suits(table))
    return study_of(table, shoe, game, removed_sets(hands.suits, further_pairs(table), aces_draw=_draws(table)[ACE]))


def further_pairs(table: TableRules) -> int:
    """The greatest number of pair cards that can be gone besides a hand's own."""
    return max(further_cards(rulebook.most_hands(table, pair)) for pair in range(VALUES))


def _draws(table: TableRules) -> tuple[bool, ...]:
    return tuple(pair != ACE or rulebook.split_aces_draw(table) for pair in range(VALUES))


_SETS: Final = 1 << 13
"""How many sets of cards gone are worked out at a time, so that little is kept beside the answer."""


def study_of(table: TableRules, shoe: Shoe, game: Game, removed: Removed) -> Study:
    """With sets of missing cards that are given."""
    hands = all_hands(game.suits(table))
    chances = suit_chances(shoe, hands.suits)
    most = tuple(rulebook.most_hands(table, pair) for pair in range(VALUES))
    busts = rulebook.busts(table)
    deal, clear = _dealt(table, shoe.counts, hands, removed, game.views)
    blackjack, row = rulebook.blackjack_pays(table, shoe), int(hands.roots[ACE][-1][0])
    return Study(
        table=table,
        hands=hands,
        removed=removed,
        deal=deal,
        clear=clear,
        pays=_unsplit_pays(table, hands, chances, game, busts),
        may_double=rulebook.may_double(table, hands, after_split=False),
        may_double_split=rulebook.may_double(table, hands, after_split=True),
        rows=np.flatnonzero(hands.size >= 2),
        split_rows=tuple(np.flatnonzero(removed.arises[pair, 1]) for pair in range(VALUES)),
        roots=tuple(_roots(hands, pair, chances) for pair in range(VALUES)),
        parts=_parts(table, hands, deal, chances, most, busts),
        deals=_deals(shoe.counts, hands, deal, chances, game.views),
        blackjack=blackjack,
        blackjack_row=row,
        own=own_blackjack(blackjack, deal.outcomes[removed.of_hand[row]], clear[removed.of_hand[row]]),
        chances=chances,
        most=most,
        draws=_draws(table),
        busts=busts,
        given_up=given_up(table, hands, removed, clear),
        pairs=pairs_of(hands),
        columns=game.columns,
        insurable=rulebook.may_insure(table),
    )


def _dealt(table: TableRules, counts: Ints, hands: Hands, removed: Removed, views: Views) -> tuple[Deal, Floats]:
    cards = np.array([[view.count(value) for value in range(VALUES)] for view in views], dtype=np.int64)
    size, completes = len(views[0]), np.array([_completes(view) for view in views], dtype=np.int64)
    tree, sets = finishing_tree(rulebook.stands_on(table), views, rulebook.highest(table)), len(removed.cards)
    clear, outcomes = np.empty((sets, len(views))), np.empty((sets, len(views), tree.outcomes))
    for begin in range(0, sets, _SETS):
        part = slice(begin, begin + _SETS)
        gone = removed.cards[part].astype(np.int64, copy=False)
        clear[part] = clear_of_blackjack(gone, counts, cards, size, completes)
        outcomes[part] = dealer_outcomes(gone, counts, tree, np.array(views), clear[part])
    return Deal(counts, cards, size, completes, outcomes, hands.cards, hands.size, hands.points, hands.child), clear


def _completes(view: tuple[int, ...]) -> int:
    if len(view) == 2:
        return SHOWN if set(view) == {ACE, TEN} else NONE
    return {ACE: TEN, TEN: ACE}.get(view[0], NONE)


def _unsplit_pays(table: TableRules, hands: Hands, chances: SuitChances, game: Game, busts: rulebook.Busts) -> Pays:
    payments, _ = rulebook.payments(table, hands, chances, after_split=False)
    over = Over(1.0, 2.0, 0.0, 1.0 * busts.doubled)
    return Pays(*payments, over, game.beside(table, hands, chances), _forfeit(table))


def _forfeit(table: TableRules) -> float:
    return -1.0 if rulebook.may_rescue(table) else NOT_OPEN


def _roots(hands: Hands, pair: int, chances: SuitChances) -> Roots:
    found = hands.roots[pair]
    suited = {second for row, second in found if hands.hands[row].suited}
    shares = [chances.two_cards(hands.hands[row]) if second in suited else 1.0 for row, second in found]
    return Roots(np.array(found, dtype=np.int64), np.array(shares))


def _parts(
    table: TableRules, hands: Hands, deal: Deal, chances: SuitChances, most: tuple[int, ...], busts: rulebook.Busts
) -> tuple[Part, ...]:
    payments, above = rulebook.payments(table, hands, chances, after_split=True)
    where = (deal.shoe, deal.view_cards, deal.view_size)
    nothing = np.zeros((len(above), 0))
    over = Over(1.0, 2.0, 1.0 * busts.split, 2.0 * busts.split_doubled)
    weights = tuple(split_weights(*where, pair, most[pair]) for pair in range(VALUES))
    parts = [Part(Pays(*payments, over, nothing, _forfeit(table)), weights)]
    if above.any():
        first = tuple(first_hand_weights(*where, pair, most[pair]) for pair in range(VALUES))
        parts.append(Part(Pays(payments.kinds, above, above, Over(0.0, 0.0, 0.0, 0.0), nothing), first))
    return tuple(parts)


def _deals(counts: Ints, hands: Hands, deal: Deal, chances: SuitChances, views: Views) -> Floats:
    found = np.zeros((len(hands.hands), len(views)))
    total = int(counts.sum())
    for first in range(VALUES):
        for (row, second), part in zip(hands.roots[first], _roots(hands, first, chances).share, strict=True):
            if second >= first:
                ways = counts[first] * (counts[second] - (first == second)) * (1 if first == second else 2)
                left = np.clip(counts - hands.cards[row], 0, None)
                found[row] = part * ways * _views_dealt(left, deal, views) / (total * (total - 1))
    return found


def _views_dealt(left: Ints, deal: Deal, views: Views) -> Floats:
    """How likely the dealer shows each view, of these cards."""
    unseen = int(deal.shoe.sum()) - 2
    if deal.view_size == 1:
        found: Floats = left / unseen
        return found
    ways = [left[a] * max(left[b] - (a == b), 0) * (1 if a == b else 2) for a, b in views]
    return np.array(ways) / (unseen * (unseen - 1))


def own_blackjack(blackjack: rulebook.Blackjack, outcomes: Floats, clear: Floats) -> Floats:
    ends = np.concatenate([outcomes, 1.0 - clear[:, None]], axis=1)
    return np.array([ends @ blackjack.usual, ends @ blackjack.designated])


def given_up(table: TableRules, hands: Hands, removed: Removed, clear: Floats) -> Floats:
    found = np.full((len(hands.hands), clear.shape[1]), NOT_OPEN)
    if rulebook.may_surrender(table):
        twos = np.flatnonzero(hands.size == 2)
        found[twos] = -0.5 * clear[removed.of_hand[twos]]
    return found


def blank_moves(where: Study) -> Moves:
    shape = (len(where.hands.hands), where.views)
    return Moves(*(np.zeros(shape) for _ in Moves._fields))


def blank_plan(where: Study) -> Plan:
    shape = (len(where.hands.hands), where.views)
    return Plan(*(np.zeros(shape, dtype=np.int64) for _ in Plan._fields))


def unsplit(where: Study, plan: Plan, *, choose: bool) -> Moves:
    """The moves of hands that were not split; with `choose` the plan becomes the best one."""
    moves = blank_moves(where)
    sets = where.removed.of_hand
    value_moves(where.deal, where.pays, where.rows, sets, 0, 0, plan, moves, choose, where.may_double, True)
    return moves


def split_values(where: Study, plan: Plan) -> Floats:
    """What splitting is worth, by pair and view."""
    found = np.zeros((VALUES, where.views))
    moves = blank_moves(where)
    other, same = np.zeros(where.views), np.zeros(where.views)
    for part in where.parts:
        for pair in range(VALUES):
            weights, roots = part.weights[pair], where.roots[pair]
            for more in range(1, len(weights.other)):
                split_moves(where, part, pair, more, plan, moves)
                first_draws(where.deal, roots.rows, roots.share, pair, more, moves.best, other, same)
                found[pair] += weights.other[more] * other + weights.same[more] * same
    return found


def split_moves(where: Study, part: Part, pair: int, more: int, plan: Plan, moves: Moves) -> None:
    sets = where.removed.split(pair, more)
    rows = where.split_rows[pair]
    value_moves(
        where.deal, part.pays, rows, sets, pair, more, plan, moves, False, where.may_double_split, where.draws[pair]
    )
