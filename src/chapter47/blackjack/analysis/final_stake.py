"""The average final stake of a round: the initial wager, and what doubles and splits add to it. The sweep that values a
plan is run again, with each hand paying its own stake at the end. If a dealer's blackjack ends the round, the stake is
the initial wager: what was added is returned."""

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Chart, FollowedChart, cells_of, follow
from chapter47.blackjack.analysis.exact.arrays import BustCosts, Floats, Payoffs
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, split_values, unsplit_moves
from chapter47.blackjack.analysis.main_game import analysed_game
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.switch.prepared import NATURAL, prepare_switch
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis
from chapter47.blackjack.posting import TableRules
from chapter47.core.errors import NotPricedError


def average_final_stake(table: TableRules, analysis: MainGamePrice) -> float:
    """Return the mean final stake of basic strategy, in units of the initial wager or wagers."""
    if isinstance(analysis, OneWagerAnalysis):
        return sum(_stake_of_side(side.prepared, side.by_chart.followed) for side in analysis.sides)
    if isinstance(analysis, SwitchAnalysis):
        return _stake_at_switch(table, analysis)
    raise NotPricedError("the final stake is not computed for this game")


def _stake_of_side(prepared: PreparedShoe, followed: FollowedChart) -> float:
    rows = np.flatnonzero(prepared.hands.size == 2)
    staked = _staked(prepared, followed)[rows] + 1.0 - prepared.no_blackjack[prepared.removed.of_hand[rows]]
    staked[rows == prepared.blackjack_row] = 1.0
    return float((prepared.deal_chances[rows] * staked).sum())


def _staked(prepared: PreparedShoe, followed: FollowedChart) -> Floats:
    """Return the stake at the end of each two-card hand, times the probability that the dealer has no blackjack."""
    paying = prepared._replace(
        pays=_paying_the_stake(prepared.pays),
        split_payoffs=(prepared.split_payoffs[0]._replace(pays=_paying_the_stake(prepared.split_payoffs[0].pays)),),
    )
    moves = unsplit_moves(paying, followed.plan, choose=False)
    staked = np.where(followed.surrenders, prepared.no_blackjack[prepared.removed.of_hand], moves.best)
    rows, values = prepared.pairs
    splits = followed.splits & ~followed.surrenders[rows]
    staked[rows] = np.where(splits, split_values(paying, followed.plan)[values], staked[rows])
    return np.asarray(staked)


def _paying_the_stake(pays: Payoffs) -> Payoffs:
    return pays._replace(
        once=np.ones_like(pays.once),
        doubled=np.full_like(pays.doubled, 2.0),
        bust_costs=BustCosts(-1.0, -2.0, 0.0, 0.0),
        bonus=np.zeros((len(pays.bonus), 0)),
        forfeit=2.0,
    )


def _stake_at_switch(table: TableRules, analysis: SwitchAnalysis) -> float:
    switch = prepare_switch(table, analysis.prepared_hands.shoe, analysed_game(table))
    staked = np.array(
        [_beside(prepared, analysis.strategy)[switch.row_of_two_cards] for prepared in switch.by_other_hand]
    )
    dealt, up, switches = analysis.dealt, np.arange(staked.shape[2]), analysis.rounds.switches
    ended = 1.0 - switch.no_blackjack[dealt.first_hand, dealt.second_hand, up]
    switched = (
        staked[dealt.second_switched, dealt.first_switched, up]
        + staked[dealt.first_switched, dealt.second_switched, up]
    )
    staked[:, NATURAL] = switch.no_blackjack[:, NATURAL]
    kept = staked[dealt.second_hand, dealt.first_hand, up] + staked[dealt.first_hand, dealt.second_hand, up]
    return float((dealt.chance * (np.where(switches, switched, kept) / 2.0 + ended)).sum())


def _beside(prepared: PreparedShoe, chart: Chart) -> Floats:
    return _staked(prepared, follow(chart, prepared.hands, cells_of(prepared.hands), prepared.pairs))
