"""Two hands of a split pair together, exact.

A hand is played by its own cards and the up card alone, and cards unseen come in any order with the same chance. So how
two hands end together is a sum over all pairs of endings: the orders in which each can be drawn, times the chance of
the cards of both, times the dealer's outcomes with those cards gone. Hands over 21 are not enumerated: they are what is
left of the two-card hands that they came from.

Where a dealer's blackjack shows only after the hands were played and takes not the same from all, it is one outcome
more: what it takes from each hand beside the original wager, or wins for it."""

from functools import cached_property

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.dealer import OUTCOMES, Floats, finishing_tree
from chapter47.blackjack.analysis.exact.exchange import further_cards
from chapter47.blackjack.analysis.exact.kernels import chance_of_no_blackjack, dealer_outcomes
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.split.dealer_blackjack import shows_late
from chapter47.blackjack.analysis.split.kernels import ENDED, weigh_sets
from chapter47.blackjack.analysis.split.one_hand import SplitPairHands


class TwoHands:
    """The endings of two hands of one pair against one view, for any number of further pair cards gone."""

    def __init__(self, hands: SplitPairHands, view: int) -> None:
        self.hands, self.prepared, self.pair, self.view = hands, hands.prepared, hands.pair, view
        self._tables: dict[tuple[int, bool], Floats] = {}
        self.classes = hands.classes
        self.outcomes = OUTCOMES + blackjack_counts(self.prepared, view)
        self.paid = hands.paid(self.outcomes)

    @property
    def results(self) -> list[float]:
        """Every net result of one hand."""
        return self.paid.results

    def second_card_of(self, number: int) -> int:
        return self.classes[number].second

    def signed_payments(self, number: int, *, first: bool) -> list[tuple[float, tuple[float, ...]]]:
        return self.paid.signed_payments(number, first=first)

    def tables(self, further_gone: int, *, first: bool) -> Floats:
        """How often two hands end so, with `further_gone` pair cards gone besides their own.

        By dealer's outcome, then second card and result of the one hand and of the other; with `first` the one holds
        the wager made before the deal."""
        if (further_gone, first) not in self._tables:
            ways, other_ways = self.paid.first_ways if first else self.paid.later_ways, self.paid.later_ways
            joint: Floats = np.maximum(
                ways.transpose(0, 2, 1) @ self.class_pair_chances[further_gone] @ other_ways, 0.0
            )
            size = len(self.results)
            self._tables[further_gone, first] = joint.reshape(self.outcomes, 2, size, 2, size)
        return self._tables[further_gone, first]

    @cached_property
    def class_pair_chances(self) -> Floats:
        """How often two hands end in each pair of classes: by further pair cards gone, then by dealer's outcome."""
        classes, further_gone = len(self.classes), further_cards(self.prepared.most_hands[self.pair])
        weights = self._weights(further_gone)
        counted = self.hands.count_class_pairs(weights.reshape(len(weights), -1))
        return np.ascontiguousarray(
            counted.reshape(classes, classes, further_gone, self.outcomes).transpose(2, 3, 0, 1)
        )

    def _weights(self, further_gone: int) -> Floats:
        """The chance of the cards of two hands and the dealer's outcome, for up to so many further pair cards."""
        deal, pair, view = self.prepared.deal, self.pair, slice(self.view, self.view + 1)
        gone, places = self.hands.gone
        up = deal.view_cards[view]
        left = deal.shoe - up[0]
        left[pair] -= 2
        no_blackjack = chance_of_no_blackjack(gone, deal.shoe, up, deal.view_size, deal.completes_blackjack[view])
        seen = tuple(value for value in range(VALUES) for _ in range(up[0, value]))
        tree = finishing_tree(rulebook.stands_on(self.prepared.table), (seen,))
        outcomes = dealer_outcomes(gone, deal.shoe, tree, np.array([seen]), no_blackjack)[:, 0]
        weights = np.empty((len(places), further_gone, self.outcomes))
        weigh_sets(gone, places, left, pair, outcomes, no_blackjack[:, 0], weights)
        return weights

    def suits_error(self, further_gone: int) -> float:
        """How far the mean product of two hands can be off because their suits are taken as independent.

        Only two 21s whose odds go by suits matter. Suits do not bear on the play; so given both, the products' mean is
        off by a covariance, and that is at most a quarter of the product of both ranges (of the odds, by suits)."""
        payments, span = self.hands.payments, 0.0
        places = [
            place
            for place, hand_class in enumerate(self.classes)
            if hand_class.mark == ENDED and payments.by_suit[hand_class.payment_line]
        ]
        for stake in {self.classes[place].stake for place in places}:
            alike = [place for place in places if self.classes[place].stake == stake]
            nets = np.array([self.paid.payments_of(place, first=True) for place in alike])
            span = max(span, float((nets.max(axis=0) - nets.min(axis=0)).max()))
        return (
            float(self.class_pair_chances[further_gone][:, places][:, :, places].sum()) * span**2 / 4.0
            if places
            else 0.0
        )


def blackjack_counts(prepared: PreparedShoe, view: int) -> bool:
    """Whether a dealer's blackjack can take more from split hands than the original wager, or less."""
    if int(prepared.deal.completes_blackjack[view]) < 0:
        return False
    wins = rulebook.split_21_against_blackjack(prepared.table) > 0.0
    return prepared.bust_rules.split or (shows_late(prepared) and wins)
