"""The order in which two testers take the tests, so that neither waits for the other at the end.

xdist's `worksteal` gives each tester one half of the list and lets whoever is done take the end of the other's. So each
half begins with what takes long and ends with the many short ones. One tester begins with what compiles the simulator,
the other with what compiles the analysis: nothing is compiled twice."""

from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
FIRST: Final = (
    "agreement/test_agreement.py",
    "agreement",
    "blackjack/simulation",
    "service/test_kills.py",
    "browser",
    "craps/test_craps_simulation.py",
    "baccarat/simulation",
    "baccarat/test_play_properties.py",
)
SECOND: Final = (
    "library/test_answers.py",
    "blackjack/analysis/test_variance.py",
    "blackjack/analysis",
    "published",
    "properties",
    "service",
    "drawing",
    "blackjack/wagers",
    "web",
)


def in_two_queues(items: list[pytest.Item]) -> list[pytest.Item]:
    first, others = _taken(FIRST, items)
    second, short = _taken(SECOND, others)
    half = max(len(items) // 2 - len(first), 0)
    return [*first, *short[:half], *second, *short[half:]]


def _taken(places: tuple[str, ...], items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests of these files and folders in their order, and the others as they are."""
    ranked = [(_rank(places, item), item) for item in items]
    taken = sorted((row for row in ranked if row[0] < len(places)), key=lambda row: row[0])
    return [item for _, item in taken], [item for rank, item in ranked if rank == len(places)]


def _rank(places: tuple[str, ...], item: pytest.Item) -> int:
    path = item.path.relative_to(TESTS)
    return next((rank for rank, place in enumerate(places) if path.is_relative_to(place)), len(places))
