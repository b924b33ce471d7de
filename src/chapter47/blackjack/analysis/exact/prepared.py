"""A table and its shoe prepared for the sweeps, and the sweeps over it."""

from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import (
    NONE,
    NOT_OPEN,
    SHOWN,
    BustCosts,
    DealArrays,
    Floats,
    HandsInPlay,
    Ints,
    Moves,
    Payoffs,
    Plan,
)
from chapter47.blackjack.analysis.exact.dealer import Views, finishing_tree
from chapter47.blackjack.analysis.exact.exchange import (
    SplitWeights,
    first_hand_weights,
    further_cards,
    split_weights,
)
from chapter47.blackjack.analysis.exact.game import AnalysedGame, ChartColumns
from chapter47.blackjack.analysis.exact.hands import HandTable, PairRows, RemovedSets, all_hands, pairs_of, removed_sets
from chapter47.blackjack.analysis.exact.kernels import (
    chance_of_no_blackjack,
    dealer_outcomes,
    first_draws,
    value_moves,
)
from chapter47.blackjack.analysis.exact.shoe import CardCounts, SuitChances, suit_chances
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES
from chapter47.blackjack.posting import TableRules


class TwoCardHands(NamedTuple):
    """The two-card hands that start with one card of a pair: hand, second value, and the share of that draw."""

    rows: Ints
    share: Floats


class SplitPayoffs(NamedTuple):
    """One part of the payments of split hands, and how often each hand earns it."""

    pays: Payoffs
    weights: tuple[SplitWeights, ...]


class PreparedShoe(NamedTuple):
    """Everything about a shoe that does not depend on how the player plays."""

    table: TableRules
    hands: HandTable
    removed: RemovedSets
    deal: DealArrays
    no_blackjack: Floats
    """The probability that the dealer has no blackjack, by set of missing cards and view."""
    pays: Payoffs
    may_double: Ints
    may_double_split: Ints
    played_rows: Ints
    split_rows: tuple[Ints, ...]
    two_card_hands: tuple[TwoCardHands, ...]
    split_payoffs: tuple[SplitPayoffs, ...]
    deal_chances: Floats
    """How often each two-card hand and view are dealt."""
    blackjack: rulebook.BlackjackPayoffs
    blackjack_row: int
    own_blackjack: Floats
    """The value of a player's blackjack against each view: an ordinary one, and the designated one."""
    suit_chances: SuitChances
    most_hands: tuple[int, ...]
    """How many hands each pair can become."""
    split_hands_draw: tuple[bool, ...]
    """Whether a hand of each pair, once split, can draw."""
    bust_rules: rulebook.BustRules
    surrender_values: Floats
    """The value of surrender at each two-card hand; far below everything if it is not allowed."""
    pairs: PairRows
    columns: ChartColumns
    insurable: bool

    def dealt_once_in(self, rounds: int) -> "PreparedShoe":
        """Weight this shoe as one of several equally likely ones."""
        return self._replace(deal_chances=self.deal_chances / rounds)

    @property
    def views(self) -> int:
        return int(self.no_blackjack.shape[1])

    @property
    def unsplit_hands(self) -> HandsInPlay:
        return HandsInPlay(self.played_rows, self.removed.of_hand, 0, 0, self.may_double, True)

    def split_hands(self, pair: int, further_gone: int) -> HandsInPlay:
        """Return the hands of a split pair, with this many further cards of it gone."""
        sets, draw = self.removed.set_of_split(pair, further_gone), self.split_hands_draw[pair]
        return HandsInPlay(self.split_rows[pair], sets, pair, further_gone, self.may_double_split, draw)


def prepare(table: TableRules, shoe: CardCounts, game: AnalysedGame) -> PreparedShoe:
    hands = all_hands(game.suits(table))
    return prepare_with(
        table, shoe, game, removed_sets(hands.suits, further_pairs(table), aces_draw=_draws(table)[ACE])
    )


def further_pairs(table: TableRules) -> int:
    """Return the largest number of pair cards that can be gone besides a hand's own."""
    return max(further_cards(rulebook.most_hands(table, pair)) for pair in range(VALUES))


def _draws(table: TableRules) -> tuple[bool, ...]:
    return tuple(pair != ACE or rulebook.split_aces_draw(table) for pair in range(VALUES))


_SETS: Final = 1 << 13
"""Sets of removed cards computed at a time, to limit memory."""


def prepare_with(table: TableRules, shoe: CardCounts, game: AnalysedGame, removed: RemovedSets) -> PreparedShoe:
    """Prepare a shoe with given sets of missing cards."""
    hands = all_hands(game.suits(table))
    chances = suit_chances(shoe, hands.suits)
    most_hands = tuple(rulebook.most_hands(table, pair) for pair in range(VALUES))
    bust_rules = rulebook.bust_rules(table)
    deal, no_blackjack = _deal_arrays(table, shoe.counts, hands, removed, game.views)
    blackjack, row = rulebook.blackjack_pays(table, shoe), int(hands.two_card_hands[ACE][-1][0])
    return PreparedShoe(
        table=table,
        hands=hands,
        removed=removed,
        deal=deal,
        no_blackjack=no_blackjack,
        pays=_unsplit_payoffs(table, hands, chances, game, bust_rules),
        may_double=rulebook.may_double(table, hands, after_split=False),
        may_double_split=rulebook.may_double(table, hands, after_split=True),
        played_rows=np.flatnonzero(hands.size >= 2),
        split_rows=tuple(np.flatnonzero(removed.arises[pair, 1]) for pair in range(VALUES)),
        two_card_hands=tuple(_two_card_hands(hands, pair, chances) for pair in range(VALUES)),
        split_payoffs=_split_payoffs(table, hands, deal, chances, most_hands, bust_rules),
        deal_chances=_deal_chances(shoe.counts, hands, deal, chances, game.views),
        blackjack=blackjack,
        blackjack_row=row,
        own_blackjack=own_blackjack_values(
            blackjack, deal.outcomes[removed.of_hand[row]], no_blackjack[removed.of_hand[row]]
        ),
        suit_chances=chances,
        most_hands=most_hands,
        split_hands_draw=_draws(table),
        bust_rules=bust_rules,
        surrender_values=surrender_values(table, hands, removed, no_blackjack),
        pairs=pairs_of(hands),
        columns=game.columns,
        insurable=rulebook.may_insure(table),
    )


def _deal_arrays(
    table: TableRules, counts: Ints, hands: HandTable, removed: RemovedSets, views: Views
) -> tuple[DealArrays, Floats]:
    cards = np.array([[view.count(value) for value in range(VALUES)] for view in views], dtype=np.int64)
    size, completes = len(views[0]), np.array([_completes(view) for view in views], dtype=np.int64)
    tree, sets = (
        finishing_tree(rulebook.stands_on(table), views, rulebook.highest_settled_total(table)),
        len(removed.cards),
    )
    no_blackjack, outcomes = np.empty((sets, len(views))), np.empty((sets, len(views), tree.outcomes))
    for begin in range(0, sets, _SETS):
        part = slice(begin, begin + _SETS)
        gone = removed.cards[part].astype(np.int64, copy=False)
        no_blackjack[part] = chance_of_no_blackjack(gone, counts, cards, size, completes)
        outcomes[part] = dealer_outcomes(gone, counts, tree, np.array(views), no_blackjack[part])
    return DealArrays(
        counts, cards, size, completes, outcomes, hands.cards, hands.size, hands.points, hands.child
    ), no_blackjack


def _completes(view: tuple[int, ...]) -> int:
    if len(view) == 2:
        return SHOWN if set(view) == {ACE, TEN} else NONE
    return {ACE: TEN, TEN: ACE}.get(view[0], NONE)


def _unsplit_payoffs(
    table: TableRules, hands: HandTable, chances: SuitChances, game: AnalysedGame, bust_rules: rulebook.BustRules
) -> Payoffs:
    payments, _ = rulebook.payments(table, hands, chances, after_split=False)
    costs = BustCosts(1.0, 2.0, 0.0, 1.0 * bust_rules.doubled)
    return Payoffs(*payments, costs, game.bonus(table, hands, chances), _forfeit(table))


def _forfeit(table: TableRules) -> float:
    return -1.0 if rulebook.may_rescue(table) else NOT_OPEN


def _two_card_hands(hands: HandTable, pair: int, chances: SuitChances) -> TwoCardHands:
    hands_of_pair = hands.two_card_hands[pair]
    suited = {second for row, second in hands_of_pair if hands.hands[row].suited}
    shares = [chances.two_cards(hands.hands[row]) if second in suited else 1.0 for row, second in hands_of_pair]
    return TwoCardHands(np.array(hands_of_pair, dtype=np.int64), np.array(shares))


def _split_payoffs(
    table: TableRules,
    hands: HandTable,
    deal: DealArrays,
    chances: SuitChances,
    most_hands: tuple[int, ...],
    bust_rules: rulebook.BustRules,
) -> tuple[SplitPayoffs, ...]:
    payments, first_wager_extra = rulebook.payments(table, hands, chances, after_split=True)
    seen = (deal.shoe, deal.view_cards, deal.view_size)
    nothing = np.zeros((len(first_wager_extra), 0))
    costs = BustCosts(1.0, 2.0, 1.0 * bust_rules.split, 2.0 * bust_rules.split_doubled)
    weights = tuple(split_weights(*seen, pair, most_hands[pair]) for pair in range(VALUES))
    split_payoffs = [SplitPayoffs(Payoffs(*payments, costs, nothing, _forfeit(table)), weights)]
    if first_wager_extra.any():
        first = tuple(first_hand_weights(*seen, pair, most_hands[pair]) for pair in range(VALUES))
        split_payoffs.append(
            SplitPayoffs(
                Payoffs(payments.kinds, first_wager_extra, first_wager_extra, BustCosts(0.0, 0.0, 0.0, 0.0), nothing),
                first,
            )
        )
    return tuple(split_payoffs)


def _deal_chances(counts: Ints, hands: HandTable, deal: DealArrays, suit_chances: SuitChances, views: Views) -> Floats:
    chances = np.zeros((len(hands.hands), len(views)))
    total = int(counts.sum())
    for first in range(VALUES):
        for (row, second), share in zip(
            hands.two_card_hands[first], _two_card_hands(hands, first, suit_chances).share, strict=True
        ):
            if second >= first:
                ways = counts[first] * (counts[second] - (first == second)) * (1 if first == second else 2)
                left = np.clip(counts - hands.cards[row], 0, None)
                chances[row] = share * ways * _view_chances(left, deal, views) / (total * (total - 1))
    return chances


def _view_chances(left: Ints, deal: DealArrays, views: Views) -> Floats:
    """Return the probability of each view of the dealer, from these cards."""
    unseen = int(deal.shoe.sum()) - 2
    if deal.view_size == 1:
        chances: Floats = left[[value for (value,) in views]] / unseen
        return chances
    ways = [
        left[first] * max(left[second] - (first == second), 0) * (1 if first == second else 2)
        for first, second in views
    ]
    return np.array(ways) / (unseen * (unseen - 1))


def own_blackjack_values(blackjack: rulebook.BlackjackPayoffs, outcomes: Floats, no_blackjack: Floats) -> Floats:
    ends = np.concatenate([outcomes, 1.0 - no_blackjack[:, None]], axis=1)
    return np.array([ends @ blackjack.usual, ends @ blackjack.designated])


def surrender_values(table: TableRules, hands: HandTable, removed: RemovedSets, no_blackjack: Floats) -> Floats:
    values = np.full((len(hands.hands), no_blackjack.shape[1]), NOT_OPEN)
    if rulebook.may_surrender(table):
        two_card_rows = np.flatnonzero(hands.size == 2)
        values[two_card_rows] = -0.5 * no_blackjack[removed.of_hand[two_card_rows]]
    return values


def blank_moves(prepared: PreparedShoe) -> Moves:
    shape = (len(prepared.hands.hands), prepared.views)
    return Moves(*(np.zeros(shape) for _ in Moves._fields))


def blank_plan(prepared: PreparedShoe) -> Plan:
    shape = (len(prepared.hands.hands), prepared.views)
    return Plan(*(np.zeros(shape, dtype=np.int64) for _ in Plan._fields))


def unsplit_moves(prepared: PreparedShoe, plan: Plan, *, choose: bool) -> Moves:
    """Compute the moves of unsplit hands; with `choose` the plan becomes the best one."""
    moves = blank_moves(prepared)
    value_moves(prepared.deal, prepared.pays, prepared.unsplit_hands, plan, moves, choose)
    return moves


def split_values(prepared: PreparedShoe, plan: Plan) -> Floats:
    """Return the value of splitting, by pair and view."""
    values = np.zeros((VALUES, prepared.views))
    moves = blank_moves(prepared)
    other, same = np.zeros(prepared.views), np.zeros(prepared.views)
    for part in prepared.split_payoffs:
        for pair in range(VALUES):
            weights, two_card_hands = part.weights[pair], prepared.two_card_hands[pair]
            for further_gone in range(1, len(weights.other)):
                split_moves(prepared, part, pair, further_gone, plan, moves)
                first_draws(
                    prepared.deal,
                    two_card_hands.rows,
                    two_card_hands.share,
                    pair,
                    further_gone,
                    moves.best,
                    other,
                    same,
                )
                values[pair] += weights.other[further_gone] * other + weights.same[further_gone] * same
    return values


def split_moves(
    prepared: PreparedShoe, part: SplitPayoffs, pair: int, further_gone: int, plan: Plan, moves: Moves
) -> None:
    value_moves(prepared.deal, part.pays, prepared.split_hands(pair, further_gone), plan, moves, False)
