"""How vulnerable a side wager is to counting: the best linear count from the effects of removal, and what it wins."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Final

from chapter47.core.json_object import Json
from chapter47.desk.count_quality import correlation

NORMAL: Final = NormalDist()
DEPTHS: Final = 100
"""Number of depths of a shoe at which the count is evaluated."""
LARGEST_TAG: Final = 4
DECK_OF_CARDS: Final = 52
NOTHING: Final = 1e-12


def vulnerability(
    house_edge: float, removal: Mapping[str, float], cards: Mapping[str, int], penetration: float
) -> Json:
    """Estimate what a player gains who follows the effects of removal and bets one unit whenever the edge is theirs.

    The edge is modelled as linear in the cards removed and normally distributed, averaged over the rounds of a shoe.
    The count has whole tags from −4 to 4; `trigger` is its true count, per deck left, at which the wager is even."""
    number = sum(cards.values())
    mean = sum(cards[rank] * effect for rank, effect in removal.items()) / number
    centred = {rank: effect - mean for rank, effect in removal.items()}
    spread = sum(cards[rank] * effect**2 for rank, effect in centred.items()) / number
    largest = max(map(abs, centred.values()))
    if largest < NOTHING or penetration <= 0:
        return {"best_count": None, "bet_frequency": 0.0, "edge_when_bet": None, "units_per_100_rounds": 0.0}
    often = gained = 0.0
    for step in range(DEPTHS):
        gone = penetration * number * (step + 0.5) / DEPTHS
        deviation = sqrt(spread * gone * (number - 1) / (number - gone))
        often += NORMAL.cdf(-house_edge / deviation) / DEPTHS
        gained += (
            deviation * NORMAL.pdf(house_edge / deviation) - house_edge * NORMAL.cdf(-house_edge / deviation)
        ) / DEPTHS
    tags = {rank: round(LARGEST_TAG * effect / largest) for rank, effect in centred.items()}
    return {
        "best_count": tags,
        "correlation": correlation(tags, centred, cards),
        "trigger": house_edge * LARGEST_TAG / largest * DECK_OF_CARDS / number,
        "penetration": penetration,
        "bet_frequency": often,
        "edge_when_bet": gained / often if often else None,
        "units_per_100_rounds": 100 * gained,
    }
