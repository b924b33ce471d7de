"""Split rounds that a dealer's blackjack ends after the hands were played.

It takes the original wager, or: beside all busted hands one unit of what is left (`all_hands_bust`); nothing if every
hand is a two-card 21 that wins (19.5(a)3, read literally). Two hands are exact. For three and four the probabilities
are composed from the tables of every two, but mean and mean square are exact: they need only every two hands, and the
probability that all bust, or that all win, is known exactly as well."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Plan
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.split.all_hands import JointResults, Moments
from chapter47.blackjack.analysis.split.all_hands_bust import BustingPair
from chapter47.blackjack.analysis.split.dealer_blackjack import chance_all_are_two_card_21s


class LateBlackjackResults(NamedTuple):
    """Net results other than losing the original wager, with their probabilities, given the pair and the view."""

    units: dict[float, float]
    exact_correction: Moments
    """The difference of exact probability, mean and mean square from those of `units`, with the original wager lost
    otherwise."""


def ended_by_blackjack(
    prepared: PreparedShoe, plan: Plan, pair: int, view: int, endings: list[JointResults]
) -> LateBlackjackResults:
    units: dict[float, float] = {}
    mean = square = 0.0
    for joint in endings:
        if not joint.late_chances.size or not joint.late_moments.chance:
            continue
        nets, chances = _nets(joint), joint.late_chances.ravel()
        for net in np.unique(nets[chances > 0.0]):
            if net != -1.0:
                units[float(net)] = units.get(float(net), 0.0) + float(chances[nets == net].sum())
        if joint.ending.hands > 2:
            exact = _exact_moments(prepared, plan, pair, view, joint)
            mean += exact.mean - float(chances @ nets)
            square += exact.square - float(chances @ nets**2)
    return LateBlackjackResults(units, Moments(0.0, mean, square))


def _nets(joint: JointResults) -> Floats:
    """Return the result of each combination of hands: the original wager is lost with any hand that does not win."""
    hands = _taken_from_each(joint)
    original_is_lost = np.any([hand == 0.0 for hand in hands], axis=0)
    nets: Floats = (np.sum(hands, axis=0) - original_is_lost).ravel()
    return nets


def _taken_from_each(joint: JointResults) -> list[Floats]:
    """Return what the blackjack takes from or wins for each hand, in every combination."""
    return list(np.meshgrid(*[np.array(joint.results)] * joint.ending.hands, indexing="ij"))


def _exact_moments(prepared: PreparedShoe, plan: Plan, pair: int, view: int, joint: JointResults) -> Moments:
    """Return mean and mean square; what two-card 21s win beside a lost wager is known without its probabilities."""
    chance, mean, square = joint.late_moments
    if prepared.bust_rules.split:
        all_bust = BustingPair(prepared, plan, pair, view).all_bust(joint.ending)
        bust_chance, bust_units = (joint.orders * part for part in all_bust)
        square = square - 2.0 * mean + chance - 2.0 * bust_units - bust_chance
        return Moments(chance, mean - chance + bust_chance, square)
    wins = rulebook.split_21_against_blackjack(prepared.table)
    all_win = (
        joint.orders * chance_all_are_two_card_21s(prepared, pair, view, joint.ending.hands) if wins > 0.0 else 0.0
    )
    lost, lost_while_winning = chance - all_win, mean - wins * joint.ending.hands * all_win
    return Moments(chance, mean - lost, square - 2.0 * lost_while_winning + lost)
