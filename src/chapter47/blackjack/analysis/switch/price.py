"""The exact price of Blackjack Switch (19:47-2A): two wagers, and the choice to exchange the second cards.

A hand's moves know its own cards, the up card and the other hand's first two cards. The switch is chosen by the sum of
both hands' values afterwards. Insurance is placed before it and does not affect it."""

from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_chart import MOST_STEPS, play_by_chart, sums_of_any_play
from chapter47.blackjack.analysis.chart.best_play import best_play
from chapter47.blackjack.analysis.chart.chart import CELLS, Chart, best_codes, best_pair_codes, cells_of
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Floats, Ints, Moves
from chapter47.blackjack.analysis.exact.game import AnalysedGame, refuse_odd_hole_cards
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import ACE, VALUES
from chapter47.blackjack.analysis.results.round_results import RoundResults
from chapter47.blackjack.analysis.switch.prepared import (
    NATURAL,
    TWO_CARDS,
    Bools,
    DealValues,
    FirstDeals,
    PreparedSwitch,
    first_deals,
    prepare_switch,
)
from chapter47.blackjack.analysis.switch.rounds import switch_results
from chapter47.blackjack.chart_codes import TOTAL_CODES
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.core.errors import NotPricedError
from chapter47.core.json_object import Json
from chapter47.core.numeric.progress import Progress

if TYPE_CHECKING:
    from chapter47.blackjack.analysis.switch.advice import SwitchAdvice


def refuse_at_switch(table: TableRules) -> None:
    """Refuse what the analysis of Switch does not cover."""
    refuse_odd_hole_cards(table)
    if table.even_money:
        raise NotPricedError("even money is not priced at Switch: 19:47-2A.8(a) allows insurance only")


def worth_of_deals(switch: PreparedSwitch, dealt: FirstDeals, value: Floats) -> DealValues:
    """Return the value of deals; `value` is by other hand, hand and up card, without dealer's blackjacks and own
    ones."""
    table, up = switch.table, np.arange(VALUES)
    no_blackjack = switch.no_blackjack[dealt.first_hand, dealt.second_hand, up]
    as_dealt = value.copy()
    as_dealt[:, NATURAL] = switch.blackjack_values
    kept = as_dealt[dealt.second_hand, dealt.first_hand, up] + as_dealt[dealt.first_hand, dealt.second_hand, up]
    kept -= (1.0 - no_blackjack) * (2 - dealt.unswitched_blackjacks)
    first, second = dealt.first_switched, dealt.second_switched
    switched = value[second, first, up] + value[first, second, up]
    if table.hole_card == "card-reader":
        switched -= (1.0 - no_blackjack) * (2 - dealt.unswitched_blackjacks)
    else:
        safe = rulebook.switched_21_is_safe(table)
        kept_21s = ((first == NATURAL).astype(np.int64) + (second == NATURAL)) * safe
        switched -= (1.0 - no_blackjack) * (2 - kept_21s)
    return DealValues(kept, switched)


def _insured(switch: PreparedSwitch, dealt: FirstDeals) -> Floats:
    """Return what insuring both wagers for half adds, deal by deal; zero except under an ace."""
    no_blackjack = switch.no_blackjack[dealt.first_hand, dealt.second_hand, np.arange(VALUES)]
    gain = 2.0 * (1.0 - no_blackjack) - no_blackjack
    gain[..., np.arange(VALUES) != ACE] = 0.0
    return gain


def _value_of_round(switch: PreparedSwitch, dealt: FirstDeals, value: Floats, *, insurance: bool | None) -> float:
    """Return the value of both wagers together; without a given answer, insurance is taken where it pays."""
    main = worth_of_deals(switch, dealt, value)
    gain = _insured(switch, dealt)
    gain = np.maximum(gain, 0.0) if insurance is None else gain * insurance
    return float((dealt.chance * (np.maximum(main.kept, main.switched) + gain)).sum())


def hands_played(dealt: FirstDeals, switches: Bools) -> Floats:
    """Return how often each hand is played, by the other hand, the hand and the up card."""
    chances = np.zeros((len(TWO_CARDS), len(TWO_CARDS), VALUES))
    up = np.broadcast_to(np.arange(VALUES), dealt.first_hand.shape)
    for hand, other_hand, frequency in (
        (dealt.first_hand, dealt.second_hand, dealt.chance * ~switches),
        (dealt.first_switched, dealt.second_switched, dealt.chance * switches),
    ):
        np.add.at(chances, (other_hand, hand, up), frequency)
        np.add.at(chances, (hand, other_hand, up), frequency)
    return chances


@dataclass(frozen=True)
class SwitchAnalysis:
    """The price of a round of Switch from a full shoe, per unit on each of the two hands."""

    house_edge: float
    house_edge_optimal: float
    strategy: Chart
    prepared_hands: PreparedSwitch
    dealt: FirstDeals
    by_chart: Floats
    """The value of each hand under the chart, by other hand, hand and up card, without dealer's blackjacks."""
    by_cards: Floats
    """The same under optimal play."""
    seconds: float

    @property
    def prepared(self) -> PreparedShoe:
        return self.prepared_hands.by_other_hand[0]

    def strategy_data(self) -> Json:
        """The chart and when to switch, as a strategy file."""
        from chapter47.blackjack.analysis.switch.switching_rule import switch_data

        return {**self.strategy.data(), "switch": switch_data(self)}

    def without_prizes(self) -> None:
        """Return None: no fixed amounts are paid."""

    def advise(self, *hands: tuple[Card, ...], up: tuple[Card, ...]) -> "SwitchAdvice":
        """Value both hands as dealt and switched, and each of their moves."""
        from chapter47.blackjack.analysis.advice import check_hands
        from chapter47.blackjack.analysis.switch.advice import advise_switch

        check_hands(self.prepared_hands.table, *hands)
        return advise_switch(self, (hands[0], hands[1]), *up)

    def round_data(self) -> Json:
        """Return figures; net results are those of both hands, in units of one wager."""
        results = switch_results(
            self.prepared_hands, self.dealt, self.strategy, self.rounds, mean=-2.0 * self.house_edge
        )
        return {**results.data(), "variance": results.variance / 4.0, "variance_in_single_wagers": results.variance}

    @property
    def results(self) -> RoundResults:
        raise NotPricedError("wagers that follow one hand from round to round are not offered at Switch")

    @cached_property
    def rounds(self) -> DealValues:
        return worth_of_deals(self.prepared_hands, self.dealt, self.by_chart)


def price_switch(table: TableRules, shoes: tuple[CardCounts, ...], game: AnalysedGame) -> SwitchAnalysis:
    """Price both main wagers of a Switch table."""
    if rulebook.split_21_is_kept(table) and any(rulebook.bust_rules(table)):
        raise NotPricedError("the readings of 2A.11(d) for void hands and for busted hands are not priced together")
    if len(shoes) > 1:
        raise NotPricedError("Switch is dealt from one shoe (2A.7(a)): sides of different sizes are not priced")
    (shoe,) = shoes
    begun = process_time()
    progress = Progress("Blackjack Switch")
    progress.at("dealer's hands", 0.0)
    switch = prepare_switch(table, shoe, game)
    dealt = first_deals(shoe.counts)
    by_cards, moves = _best_values(switch, progress)
    best = _value_of_round(switch, dealt, by_cards, insurance=None)
    chart, by_chart, value = _best_chart(switch, dealt, by_cards, moves, progress)
    progress.done()
    seconds = process_time() - begun
    return SwitchAnalysis(-value / 2, -best / 2, chart, switch.put_away(), dealt, by_chart, by_cards, seconds)


def _best_values(switch: PreparedSwitch, progress: Progress) -> tuple[Floats, Floats]:
    """Find the best play hand by hand, and the value of each code in each cell over all deals, as if all drew to 21."""
    values = np.zeros((len(TWO_CARDS), len(TWO_CARDS), VALUES))
    sums, cells = np.zeros((CELLS, VALUES, TOTAL_CODES + 1)), cells_of(switch.by_other_hand[0].hands)
    frequency = hands_played(dealt := first_deals(switch.shoe.counts), np.zeros(dealt.first_hand.shape, dtype=bool))
    for number, prepared in enumerate(switch.by_other_hand):
        progress.at("the best play", number / len(switch.by_other_hand))
        prepared = _dealt_so_often(switch, prepared, frequency[number])
        best = best_play(prepared)
        values[number] = best.value[switch.row_of_two_cards]
        values[number, NATURAL] = best.moves.stand[switch.row_of_two_cards[NATURAL]]
        sums += sums_of_any_play(prepared, cells, best.moves).codes
    return values, sums


def _dealt_so_often(switch: PreparedSwitch, prepared: PreparedShoe, frequency: Floats) -> PreparedShoe:
    chances = np.zeros_like(prepared.deal_chances)
    chances[switch.row_of_two_cards] = frequency
    return prepared._replace(deal_chances=chances)


class ChartStep(NamedTuple):
    """One chart followed beside every other hand."""

    values: Floats
    sums: Floats
    pairs: Floats
    """The value of standing, hitting, doubling, surrendering and splitting for each pair and up card."""


def _follow(switch: PreparedSwitch, chart: Chart, frequency: Floats, progress: Progress, name: str) -> ChartStep:
    cells = cells_of(switch.by_other_hand[0].hands)
    step = ChartStep(
        np.zeros_like(frequency), np.zeros((CELLS, VALUES, TOTAL_CODES + 1)), np.zeros((5, VALUES, VALUES))
    )
    rows = switch.by_other_hand[0].pairs.rows
    for number, prepared in enumerate(switch.by_other_hand):
        progress.at(name, number / len(switch.by_other_hand))
        prepared = _dealt_so_often(switch, prepared, frequency[number])
        result = play_by_chart(prepared, chart, cells)
        step.values[number] = result.value[switch.row_of_two_cards]
        step.values[number, NATURAL] = result.moves.stand[switch.row_of_two_cards[NATURAL]]
        step.sums[:] += result.sums.codes
        step.pairs[:] += _pair_moves(prepared, result.moves, result.split, rows)
    return step


def value_from(analysis: SwitchAnalysis, shoe: CardCounts) -> float:
    """Return the value per wager from another shoe, with the chart and the switches of the full one."""
    prepared, dealt = analysis.prepared_hands, first_deals(shoe.counts)
    switch = prepare_switch(prepared.table, shoe, prepared.game)
    switches = analysis.rounds.switches
    progress = Progress("Blackjack Switch")
    step = _follow(switch, analysis.strategy, hands_played(dealt, switches), progress, "the same chart, other cards")
    progress.done()
    worth = worth_of_deals(switch, dealt, step.values)
    insured = _insured(switch, dealt) * analysis.strategy.insurance
    return float((dealt.chance * (np.where(switches, worth.switched, worth.kept) + insured)).sum()) / 2


SELDOM = 1e-9
"""The weight with which a pair that is always switched away is charted."""


def _pair_moves(prepared: PreparedShoe, moves: Moves, split: Floats, rows: Ints) -> Floats:
    double = np.where(prepared.may_double[rows, None] == 1, moves.double[rows], NOT_OPEN)
    weight = prepared.deal_chances[rows] + SELDOM
    return np.array([moves.stand[rows], moves.hit[rows], double, prepared.surrender_values[rows], split]) * weight


def _best_chart(
    switch: PreparedSwitch, dealt: FirstDeals, by_cards: Floats, any_way_sums: Floats, progress: Progress
) -> tuple[Chart, Floats, float]:
    """Improve the chart cell by cell until neither a cell nor a switch changes."""
    switches = worth_of_deals(switch, dealt, by_cards).switches
    chart = Chart(best_codes(any_way_sums), np.zeros((VALUES, VALUES), dtype=np.int64))
    insurance = bool((dealt.chance * _insured(switch, dealt)).sum() > 0.0)
    seen: list[tuple[Chart, Floats, float]] = []
    for number in range(MOST_STEPS):
        step = _follow(switch, chart, hands_played(dealt, switches), progress, f"the chart, step {number + 1}")
        value = _value_of_round(switch, dealt, step.values, insurance=insurance)
        seen.append((chart._replace(insurance=insurance), step.values, value))
        following = Chart(
            best_codes(np.where(step.sums[..., TOTAL_CODES:] > 0.0, step.sums, any_way_sums)),
            best_pair_codes(*step.pairs),
        )
        now = worth_of_deals(switch, dealt, step.values).switches
        if following.same_as(chart) and (now == switches).all():
            return seen[-1]
        again = [step for step, (old, _, _) in enumerate(seen[:-1]) if old.same_as(following)]
        if again and not following.same_as(chart):
            return max(seen[again[0] :], key=lambda candidate: candidate[2])
        chart, switches = following, now
    raise AssertionError("the chart does not converge")
