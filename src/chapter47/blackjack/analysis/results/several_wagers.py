"""Several wagers on one hand, each against its own dealer's hand (multiple action, 19:47-2.18).

Two wagers are correlated through the player's cards and the up card, which they share, and because the dealer's hands
draw from the same cards. The mean product of two wagers is a sum over the ends of the player's hand, or of
every two hands of a split pair, each with the joint distribution of two dealer's hands after those cards are gone:
exact."""

from collections.abc import Iterator
from functools import cached_property, partial
from itertools import permutations

import numpy as np

from chapter47.blackjack.analysis.chart.chart import FollowedChart
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints, Plan
from chapter47.blackjack.analysis.exact.exchange import SplitEnding, endings, pair_chances
from chapter47.blackjack.analysis.exact.kernels import reach
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import ACE, VALUES
from chapter47.blackjack.analysis.results.over_21 import unsplit_weights
from chapter47.blackjack.analysis.results.two_dealers import BLACKJACK, ENDS, TwoDealers
from chapter47.blackjack.analysis.split.all_hands import TwoHands, hands_held, less_pair_cards
from chapter47.blackjack.analysis.split.all_hands_bust import BustingPair, can_bust_before_blackjack
from chapter47.blackjack.analysis.split.kernels import OTHER_VALUE, draw_chances
from chapter47.blackjack.analysis.split.one_hand import PaymentLines, SplitPairHands
from chapter47.blackjack.hands import LIMIT
from chapter47.core.numeric.progress import in_threads


def mean_product(prepared: PreparedShoe, followed: FollowedChart, *, even_money: bool) -> float:
    """Return the mean product of the results of two wagers."""
    payments = PaymentLines(prepared)

    def product(view: int) -> float:
        return _Products(payments, followed, view).of_a_round(even_money=even_money and view == ACE)

    return sum(in_threads("two dealer's hands", product, range(prepared.views)))


class _Products:
    """The mean product of two wagers against one up card."""

    def __init__(self, payments: PaymentLines, followed: FollowedChart, view: int) -> None:
        self.payments, self.prepared, self.followed, self.view = payments, payments.prepared, followed, view
        self.dealers = TwoDealers(self.prepared, view)

    def of_a_round(self, *, even_money: bool) -> float:
        prepared, followed, view = self.prepared, self.followed, self.view
        product = self._unsplit() + self._own_blackjack(even_money=even_money)
        given_up = np.flatnonzero(followed.surrenders[:, view] & (prepared.deal_chances[:, view] > 0.0))
        lost = np.full(ENDS, -0.5)
        lost[BLACKJACK] = -1.0
        product += self._sum(given_up, prepared.deal_chances[given_up, view], lost)
        rows, values = prepared.pairs
        splits = followed.splits[:, view] & ~followed.surrenders[rows, view] & (prepared.deal_chances[rows, view] > 0.0)
        for pair in np.unique(values[splits]):
            frequency = float(prepared.deal_chances[rows[splits & (values == pair)], view].sum())
            product += frequency * _Split(self.payments, followed.plan, int(pair), view, self.dealers).product()
        return product

    def _sum(self, rows: Ints, frequency: Floats, paid: Floats, less: Floats | None = None) -> float:
        """Sum over these hands, paid by each dealer's ending: all alike, or each by its own.

        With `less`, subtract what the hands would earn if all were paid that."""
        if not len(rows):
            return 0.0
        law = self.dealers.joint_chances(self.dealers.end_chances(self.prepared.hands.cards[rows]))
        paid_each = np.broadcast_to(paid, (len(rows), ENDS))
        beside = 0.0 if less is None else float(less @ np.einsum("s,sij->ij", frequency, law) @ less)
        return float(np.einsum("s,si,sj,sij->", frequency, paid_each, paid_each, law)) - beside

    def _own_blackjack(self, *, even_money: bool) -> float:
        prepared, row = self.prepared, np.array([self.prepared.blackjack_row])
        frequency, odds = prepared.deal_chances[row, self.view], prepared.blackjack
        if even_money:
            return float(frequency.sum())
        shares = ((1.0 - odds.designated_share, odds.usual), (odds.designated_share, odds.designated))
        return sum(self._sum(row, share * frequency, pays) for share, pays in shares if share)

    def _unsplit(self) -> float:
        """Return hands over 21 as all hands that began alike, less those within 21."""
        prepared, plan, view = self.prepared, self.followed.plan, self.view
        weight = unsplit_weights(prepared, self.followed, view)
        begun = np.flatnonzero(weight[:, view])
        doubled = (plan.doubles[:, view] * prepared.may_double) != 0
        over = self._over()
        product = sum(
            self._sum(rows, weight[rows, view], over[stake])
            for stake, rows in ((1, begun[~doubled[begun]]), (2, begun[doubled[begun]]))
        )
        reach(prepared.deal, prepared.unsplit_hands, plan, weight)
        for stake, rows, frequency in self._ends(weight, doubled):
            paid = (prepared.pays.doubled if stake == 2 else prepared.pays.once)[prepared.pays.kinds[rows]]
            with_blackjack = np.concatenate([paid, np.full((len(rows), 1), -1.0)], axis=1)
            product += self._sum(rows, frequency, with_blackjack, less=over[stake])
        return product

    def _over(self) -> dict[int, Floats]:
        """Return what a hand over 21 costs against each dealer's ending, by stake."""
        once, doubled = np.full(ENDS, -1.0), np.full(ENDS, -2.0)
        doubled[BLACKJACK] = -1.0 - self.prepared.bust_rules.doubled
        return {1: once, 2: doubled}

    def _ends(self, weight: Floats, doubled: Floats) -> Iterator[tuple[int, Ints, Floats]]:
        """Return hands within 21 by stake, with their frequency."""
        prepared, deal, view = self.prepared, self.prepared.deal, self.view
        reached = prepared.played_rows[weight[prepared.played_rows, view] != 0.0]
        done = (deal.points[reached] == LIMIT) | (self.followed.plan.hits[reached, view] == 0)
        stands = reached[done & ~doubled[reached]]
        yield 1, stands, weight[stands, view]
        raised = reached[doubled[reached]]
        left = np.maximum(deal.shoe - deal.view_cards[view] - deal.cards[raised], 0)
        child, frequency = deal.child[raised], weight[raised, view, None] * left / left.sum(axis=1)[:, None]
        within = (child >= 0) & (frequency != 0.0)
        yield 2, child[within], frequency[within]


class _Split:
    """All hands of a split pair against two dealer's hands; a dealer's blackjack takes one unit of what is left."""

    def __init__(self, payments: PaymentLines, plan: Plan, pair: int, view: int, dealers: TwoDealers) -> None:
        self.prepared, self.plan, self.pair, self.view, self.dealers = payments.prepared, plan, pair, view, dealers
        self.hands = SplitPairHands(payments, plan, pair, view)
        self.two = TwoHands(self.hands, view)
        self.class_pair_ends: dict[int, Floats] = {}
        self.class_ends: dict[int, Floats] = {}

    def product(self) -> float:
        up, most = self.prepared.deal.view_cards[self.view : self.view + 1], self.prepared.most_hands[self.pair]
        chance = pair_chances(self.prepared.deal.shoe, up, 1, self.pair, most)[:, 0]
        product = self._both_blackjacks()
        for ending, orders in endings(most).items():
            chance_of_splits = orders * float(np.prod(chance[1 : ending.hands - 1]))
            if chance_of_splits > 0.0:
                product += chance_of_splits * self._of_ending(ending, chance)
            if can_bust_before_blackjack(self.prepared, self.pair, self.view):
                hands = BustingPair(self.prepared, self.plan, self.pair, self.view)
                product -= orders * (2.0 * hands.all_bust(ending)[1] + hands.all_bust(ending, blackjacks=2)[0])
        return product

    def _of_ending(self, ending: SplitEnding, chance: Floats) -> float:
        hands, product = hands_held(ending), 0.0
        for hand in hands:
            by_second = less_pair_cards(partial(self._one_hand, first=hand.first), chance, ending, hand)
            product += float(by_second[OTHER_VALUE] if hand.has_other_card else by_second.sum())
        for hand, other in permutations(hands, 2):
            seconds = less_pair_cards(partial(self._two_hands, hand.first, other.first), chance, ending, hand, other)
            rows = seconds[:1] if hand.has_other_card else seconds
            product += float((rows[:, :1] if other.has_other_card else rows).sum())
        return product

    def _both_blackjacks(self) -> float:
        gone = np.zeros((1, VALUES), dtype=np.int64)
        gone[0, self.pair] = 2
        return float(self.dealers.joint_chances(self.dealers.end_chances(gone))[0, BLACKJACK, BLACKJACK])

    def _paid(self, *, first: bool) -> Floats:
        """Return what each class earns on each dealer's ending; hands over 21 follow from the others."""
        by_class = (self.two.signed_payments(number, first=first) for number in range(len(self.two.classes)))
        return np.array([sum(sign * _to_the_end(nets) for sign, nets in payments) for payments in by_class])

    def _one_hand(self, further_gone: int, *, first: bool) -> Floats:
        """Return the mean product of one hand against both dealer's hands, less what a blackjack of one takes."""
        two, product = self.two, np.zeros(2)
        if further_gone not in self.class_ends:
            self.class_ends[further_gone] = self._each_class(further_gone)
        for number, ends in enumerate(self.class_ends[further_gone]):
            for sign, nets in two.signed_payments(number, first=first):
                paid = _to_the_end(nets)
                product[two.second_card_of(number)] += sign * float(paid @ ends @ paid - 2.0 * ends[BLACKJACK] @ paid)
        return product

    def _each_class(self, further_gone: int) -> Floats:
        """Return how often a hand of each class meets every two dealer's endings."""
        gone, drawn = self.hands.cards, self.hands.cards
        gone[:, self.pair] += further_gone
        drawn[:, self.pair] -= 1
        frequency = self.hands.orders * draw_chances(drawn, self._left(1 + further_gone))
        chances = self.dealers.end_chances(gone) * frequency[:, None]
        ends_by_class = np.zeros((len(self.two.classes), chances.shape[1]))
        np.add.at(ends_by_class, self.hands.class_of, chances)
        return self.dealers.joint_chances(ends_by_class)

    @cached_property
    def _end_chances_of_two_hands(self) -> Floats:
        """Return the probabilities of two dealer's hands beside every two of the player's and further pair cards."""
        return self.dealers.end_chances(self.hands.gone.cards)

    def _two_hands(self, first: bool, other_first: bool, further_gone: int) -> Floats:
        """Return the mean product of one hand against one dealer's hand and another against the other, by second
        cards."""
        two = self.two
        if further_gone not in self.class_pair_ends:
            places = self.hands.gone.places
            drawn = self.hands.gone.cards[places]
            drawn[:, self.pair] -= 2
            chances = self._end_chances_of_two_hands[places + further_gone]
            chances *= draw_chances(drawn, self._left(2 + further_gone))[:, None]
            self.class_pair_ends[further_gone] = self.dealers.joint_chances(self.hands.count_class_pairs(chances))
        paid, other_paid = self._paid(first=first), self._paid(first=other_first)
        by_class = np.einsum("ci,cdij,dj->cd", paid, self.class_pair_ends[further_gone], other_paid, optimize=True)
        seconds = np.array([two.second_card_of(number) for number in range(len(two.classes))])
        product = np.zeros((2, 2))
        np.add.at(product, (seconds[:, None], seconds[None, :]), by_class)
        return product

    def _left(self, pair_cards: int) -> Ints:
        left: Ints = self.prepared.deal.shoe - self.prepared.deal.view_cards[self.view]
        left[self.pair] -= pair_cards
        return left


def _to_the_end(nets: tuple[float, ...]) -> Floats:
    """Return payments on each outcome including a blackjack, which takes nothing from a hand if it is not given."""
    return np.array([*nets, *[0.0] * (ENDS - len(nets))])
