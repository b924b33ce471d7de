"""The streak wager of 2.22, priced by its own rule from the chances that a round's hands are won, pushed and lost.

Every round is taken as dealt from a full shoe, independent of the round before, and the player never sits one out."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from chapter47.blackjack.analysis.results.round_results import Score
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.wagers.facts import LOSE, Facts, Result, WagerDecision
from chapter47.blackjack.wagers.wager import Price, PriceLine, Wager
from chapter47.core.money import DOLLAR, Odds

TAKEN_AS: Final = "rounds are independent, each from a full shoe and played by the chart; none is sat out"

Scores = Mapping[Score, float]


def priced_by_rounds(wager: Wager) -> bool:
    """Whether the wager stays from round to round and looks at the results of the main wager only."""
    return wager.carries is not None and not wager.reads


def streak_price(wager: Wager, table: TableRules, offer: WagerOffer, bet: str, scores: Scores) -> Price:
    assert wager.decide is not None
    chances, decisions = _ends_from(wager, Facts(table, offer, bet, DOLLAR), scores)
    lines = {row: _line(decisions[row], chances[row]) for row in decisions}
    return dict(sorted(lines.items(), key=lambda row_and_line: row_and_line[0] == LOSE))


def _ends_from(wager: Wager, facts: Facts, scores: Scores) -> tuple[dict[str, float], dict[str, WagerDecision]]:
    """How the wager ends with so many wins behind it; rounds that change nothing are left out of account."""
    assert wager.decide is not None
    assert wager.carries is not None
    chances: dict[str, float] = defaultdict(float)
    goes_on: dict[int, float] = defaultdict(float)
    decisions: dict[str, WagerDecision] = {}
    for score, chance in scores.items():
        after = facts._replace(results=results_of(score))
        if decision := wager.decide(after):
            chances[decision.row] += chance
            decisions[decision.row] = decision
        else:
            goes_on[wager.carries(after)[0]] += chance
    moving = 1.0 - goes_on.pop(facts.won, 0.0)
    for won, chance in goes_on.items():
        further_chances, further_decisions = _ends_from(wager, facts._replace(won=won), scores)
        decisions |= further_decisions
        for row, part in further_chances.items():
            chances[row] += chance * part
    return {row: chance / moving for row, chance in chances.items()}, decisions


def results_of(score: Score) -> tuple[Result, ...]:
    results: tuple[tuple[Result, int], ...] = (("win", score.won), ("push", score.pushed), ("lose", score.lost))
    return tuple(result for result, hands in results for _ in range(hands))


def _line(decision: WagerDecision, chance: float) -> PriceLine:
    if not isinstance(decision.prize, Odds):
        return PriceLine(Fraction(chance), "nothing", Fraction(0))
    return PriceLine(Fraction(chance), str(decision.prize), decision.prize.ratio + 1)
