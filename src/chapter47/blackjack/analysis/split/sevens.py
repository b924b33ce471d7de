"""Split sevens where pay-outs depend on the suits of a pair (19:47-19.5(f)4 and (g)).

The suits of the pair affect those of the sevens to come. So the suits of all sevens drawn are followed here one by one;
otherwise as in `exchange`."""

from collections import Counter
from functools import cached_property
from typing import Final, NamedTuple

from chapter47.blackjack.analysis.exact.arrays import Floats, Moves, Plan
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, blank_moves, split_moves
from chapter47.blackjack.analysis.split.by_suit import SUITS, GoneBySuit, SplitValueBySuit

SEVEN: Final = 6
SPADE: Final = 0
"""The other three suits are equivalent."""
SUITS_OF_PAIR: Final = {
    MIXED: (((SPADE, 1), 0.25), ((1, SPADE), 0.25), ((1, 2), 0.5)),
    ONE_SUIT: (((1, 1), 1.0),),
    SPADES: (((SPADE, SPADE), 1.0),),
}
"""The suits of a pair, and the share of its kind that has them."""


def mark_of(first: int, second: int) -> int:
    return MIXED if first != second else SPADES if first == SPADE else ONE_SUIT


class SevensValues(NamedTuple):
    """Values against one view, by the number of sevens gone besides a hand's own."""

    sevens_per_suit: int
    """Sevens of one suit in the shoe."""
    most_hands: int
    chance: list[float]
    """Probability of one more seven."""
    no_further_seven: dict[bool, list[float]]
    """A hand that draws no seven, by whether its seven is a spade."""
    pair: dict[int, list[float]]
    """A pair that is not split, by suits."""
    gain: dict[int, list[float]]
    """The gain if a third seven is certain to have its suit."""
    usual_share: float
    """The probability of that if nothing is known of other sevens."""

    def pair_kept(self, first: int, second: int, further_gone: int, gone: GoneBySuit) -> float:
        mark = mark_of(first, second)
        if mark == MIXED:
            return self.pair[mark][further_gone]
        return (
            self.pair[mark][further_gone] + (self.share(first, gone) - self.usual_share) * self.gain[mark][further_gone]
        )

    def hand_with_other_value(self, suit: int, further_gone: int) -> float:
        return self.no_further_seven[suit == SPADE][further_gone]

    def share(self, suit: int, gone: GoneBySuit) -> float:
        return max(self.sevens_per_suit - gone[suit], 0) / max(SUITS * self.sevens_per_suit - sum(gone), 1)

    def suits(self, gone: GoneBySuit) -> list[tuple[int, int]]:
        """Return the suits; those of which none is gone are equivalent, spades apart."""
        used = [(suit, 1) for suit in range(SUITS) if gone[suit] or suit == SPADE]
        fresh = [suit for suit in range(SUITS) if not gone[suit] and suit != SPADE]
        return [*used, (fresh[0], len(fresh))] if fresh else used

    def kind(self, first: int, second: int) -> int:
        return mark_of(first, second)


class SplitSevens:
    """All views of a prepared shoe under one plan."""

    def __init__(self, prepared: PreparedShoe, plan: Plan) -> None:
        self.prepared = prepared
        self.plan = plan
        self.rows = {
            prepared.hands.hands[row].suited: int(row) for row in prepared.pairs.rows[prepared.pairs.value == SEVEN]
        }

    @cached_property
    def moves(self) -> dict[int, Moves]:
        prepared, moves = self.prepared, {}
        for further_gone in range(1, prepared.removed.of_split.shape[1]):
            moves[further_gone] = blank_moves(prepared)
            split_moves(prepared, prepared.split_payoffs[0], SEVEN, further_gone, self.plan, moves[further_gone])
        return moves

    def split(self, view: int, splits: frozenset[int]) -> dict[int, float]:
        """Return the value of splitting by suits of the pair, if pairs of these marks are split and others are not."""
        worth = SplitValueBySuit(self._values(view))
        return {
            mark: sum(share * worth.value_of(splits, suits) for suits, share in SUITS_OF_PAIR[mark])
            for mark in self.rows
        }

    def _values(self, view: int) -> SevensValues:
        prepared, numbers = self.prepared, range(len(self.moves) + 1)
        each, cards = prepared.suit_chances.each[SEVEN], prepared.hands.hands[self.rows[SPADES]].cards
        left = int(prepared.deal.shoe[SEVEN] - 1 - prepared.deal.view_cards[view, SEVEN])
        unseen = int(prepared.deal.shoe.sum()) - 1 - prepared.deal.view_size
        return SevensValues(
            each,
            prepared.most_hands[SEVEN],
            [max(left - further_gone, 0) / max(unseen - further_gone, 1) for further_gone in numbers],
            {
                spade: [self._with_other_value(view, further_gone, spade=spade) for further_gone in numbers]
                for spade in (False, True)
            },
            {
                mark: [float(self._best(further_gone)[row, view]) for further_gone in numbers]
                for mark, row in self.rows.items()
            },
            {
                mark: [self._gain(view, further_gone, row) for further_gone in numbers]
                for mark, row in self.rows.items()
            },
            prepared.suit_chances.third_card(tuple(3 * (value == SEVEN) for value in range(len(cards)))),
        )

    def _best(self, further_gone: int) -> Floats:
        return self.moves[max(further_gone, 1)].best

    def _with_other_value(self, view: int, further_gone: int, *, spade: bool) -> float:
        """Return the value of a hand that draws another value to a seven; its suit counts for 6-7-8."""
        prepared, worth = self.prepared, 0.0
        unseen = max(int(prepared.deal.shoe.sum()) - further_gone - 1 - prepared.deal.view_size, 1)
        for row, value in prepared.two_card_hands[SEVEN].rows:
            if value == SEVEN:
                continue
            count = max(int(prepared.deal.shoe[value] - prepared.deal.view_cards[view, value]), 0)
            share = _second_share(self._marks[int(value)], prepared.hands.hands[row].suited, spade=spade)
            worth += count / unseen * share * float(self._best(further_gone)[row, view])
        return worth

    @cached_property
    def _marks(self) -> Counter[int]:
        """Count the hands that a seven and each second card can be, by suits."""
        return Counter(self.prepared.two_card_hands[SEVEN].rows[:, 1].tolist())

    def _gain(self, view: int, further_gone: int, row: int) -> float:
        prepared = self.prepared
        if not further_gone or not self.plan.hits[row, view] or self.plan.doubles[row, view]:
            return 0.0
        child, mixed = int(prepared.deal.child[row, SEVEN]), self._three_mixed_sevens()
        usual_share = prepared.suit_chances.third_card(prepared.hands.hands[child].cards)
        if usual_share == 0.0 or child == mixed:
            return 0.0
        pays = prepared.split_payoffs[0].pays
        above = (pays.once[pays.kinds[child]] - pays.once[pays.kinds[mixed]]) / usual_share
        left = int(prepared.deal.shoe[SEVEN] - 2 - further_gone - prepared.deal.view_cards[view, SEVEN])
        unseen = int(prepared.deal.shoe.sum()) - 2 - further_gone - prepared.deal.view_size
        ends = prepared.deal.outcomes[prepared.removed.of_split[SEVEN, further_gone, child], view]
        return max(left, 0) / max(unseen, 1) * float((above * ends).sum())

    def _three_mixed_sevens(self) -> int:
        return int(self.prepared.deal.child[self.rows[MIXED], SEVEN])


def _second_share(marks: int, mark: int, *, spade: bool) -> float:
    """Return the share of second cards of a value that give the hand this mark with a seven."""
    if marks == 1:
        return 1.0
    if mark == MIXED:
        return 1.0 - 1.0 / SUITS
    return 1.0 / SUITS if (mark == SPADES) == spade else 0.0


def split_sevens(prepared: PreparedShoe, plan: Plan, split: Floats) -> None:
    """Write the value of splitting sevens by their suits; all later sevens are split again."""
    sevens = SplitSevens(prepared, plan)
    place = {mark: list(prepared.pairs.rows).index(row) for mark, row in sevens.rows.items()}
    for view in range(prepared.views):
        for mark, value in sevens.split(view, frozenset(sevens.rows)).items():
            split[place[mark], view] = value
