"""Split rounds that a dealer's blackjack ends after the hands were played.

It takes the original wager, or: beside all hands over 21 one unit of what is left (`all_hands_bust`); of several
rescued hands all (`dealer_blackjack`). Two hands are exact. For three and four the chances are put together from the
tables of every two, but mean and mean square are exact: their sum needs every two hands only, and that all are over
21, or that none is rescued, is known exactly besides."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Plan
from chapter47.blackjack.analysis.exact.dealer import Floats
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.split.all_hands import JointResults, Moments
from chapter47.blackjack.analysis.split.all_hands_bust import BustingPair
from chapter47.blackjack.analysis.split.dealer_blackjack import RescuedHands, all_two_card_21s


class LateBlackjackResults(NamedTuple):
    """Net results other than the loss of the original wager, and how often; given the pair and the view."""

    units: dict[float, float]
    exact_correction: Moments
    """What chance, mean and mean square are beyond those of `units`, the original wager lost otherwise."""
    error: float = 0.0
    """What the mean square can be wrong by."""


def ended_by_blackjack(
    prepared: PreparedShoe, plan: Plan, pair: int, view: int, endings: list[JointResults]
) -> LateBlackjackResults:
    units: dict[float, float] = {}
    mean = square = error = 0.0
    for joint in endings:
        if not joint.late_chances.size or not joint.late_moments.chance:
            continue
        nets, chances = _nets(prepared, joint), joint.late_chances.ravel()
        for net in np.unique(nets[chances > 0.0]):
            if net != -1.0:
                units[float(net)] = units.get(float(net), 0.0) + float(chances[nets == net].sum())
        if joint.ending.hands > 2:
            exact, wrong = _exact(prepared, plan, pair, view, joint)
            mean += exact.mean - float(chances @ nets)
            square += exact.square - float(chances @ nets**2)
            error += wrong
    return LateBlackjackResults(units, Moments(0.0, mean, square), error)


def _nets(prepared: PreparedShoe, joint: JointResults) -> Floats:
    """What each combination of hands comes to: with a hand left the original wager, unless a rescue cost that much."""
    hands = _taken_from_each(joint)
    left = np.any([hand == 0.0 for hand in hands], axis=0)
    if not prepared.bust_rules.split:
        left &= ~np.any([hand < 0.0 for hand in hands], axis=0)
    nets: Floats = (np.sum(hands, axis=0) - left).ravel()
    return nets


def _taken_from_each(joint: JointResults) -> list[Floats]:
    """What the blackjack takes from each hand or wins for it, in every combination."""
    return list(np.meshgrid(*[np.array(joint.results)] * joint.ending.hands, indexing="ij"))


def _exact(prepared: PreparedShoe, plan: Plan, pair: int, view: int, joint: JointResults) -> tuple[Moments, float]:
    """Mean and mean square, and what that can be wrong by."""
    chance, mean, square = joint.late_moments
    if prepared.bust_rules.split:
        over, units = (joint.orders * part for part in BustingPair(prepared, plan, pair, view).all_bust(joint.ending))
        return Moments(chance, mean - chance + over, square - 2.0 * mean + chance - 2.0 * units - over), 0.0
    rescued, hands = RescuedHands(prepared, plan, pair, view), joint.ending.hands
    groups = [joint.orders * rescued.groups(joint.ending, size) for size in range(1, hands + 1)]
    left = chance - sum(group * (-1.0) ** number for number, group in enumerate(groups))
    wins = rulebook.split_21_against_blackjack(prepared.table)
    if wins <= 0.0:
        return Moments(chance, mean - left, square + left), 0.0
    return _with_winners(prepared, pair, view, joint, wins, left, groups[0])


def _with_winners(
    prepared: PreparedShoe, pair: int, view: int, joint: JointResults, wins: float, left: float, rescued: float
) -> tuple[Moments, float]:
    """With two-card 21s that win (19.5(a)3, read literally): exact but for how many of them win beside a rescued hand.

    Without one the original wager is lost, and its product with what they win is taken from the tables of every two;
    its mean lies between that of all they win and so much less as rescued hands are dealt in the mean."""
    chance, mean, square = joint.late_moments
    hands = joint.ending.hands
    all_win = joint.orders * all_two_card_21s(prepared, pair, view, hands)
    won = mean + rescued
    none_rescued = np.all([hand >= 0.0 for hand in _taken_from_each(joint)], axis=0)
    lost_beside = float((joint.late_chances * none_rescued * np.sum(_taken_from_each(joint), axis=0)).sum())
    lost_beside = min(max(lost_beside, won - wins * hands * rescued), won)
    mean_square = square + left - 2.0 * lost_beside - (1.0 - 2.0 * wins * hands) * all_win
    return Moments(chance, mean - left + all_win, mean_square), 2.0 * wins * hands * rescued
