"""The order in which three testers take the tests, so that none waits for the others at the end.

xdist's `worksteal` gives each tester a third of the list and lets an idle tester take the end of another's. So each
third begins with what takes long and ends with the many short ones. One tester begins with what compiles the simulator,
one with what compiles the analysis, so that nothing is compiled twice; the third with what mostly waits, for servers
and browsers, and leaves the two cores to the others."""

from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
SIMULATOR: Final = (
    "agreement/test_agreement.py",
    "agreement",
    "blackjack/simulation",
    "craps/test_craps_simulation.py",
    "baccarat/simulation",
    "baccarat/test_play_properties.py",
)
ANALYSIS: Final = (
    "library/test_answers.py",
    "blackjack/analysis/test_variance.py",
    "blackjack/analysis",
    "published",
    "properties",
    "drawing",
    "blackjack/wagers",
)
WAITING: Final = ("service/test_kills.py", "browser", "service", "web")


def in_three_queues(items: list[pytest.Item]) -> list[pytest.Item]:
    ordered: list[pytest.Item] = []
    queues, short = [], items
    for places in (SIMULATOR, ANALYSIS, WAITING):
        long, short = _taken(places, short)
        queues.append(long)
    for number, long in enumerate(queues, 1):
        room = max(len(items) * number // len(queues) - len(ordered) - len(long), 0)
        ordered += [*long, *short[:room]]
        short = short[room:]
    return [*ordered, *short]


def _taken(places: tuple[str, ...], items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests of these files and folders in their order, and the others as they are."""
    ranked = [(_rank(places, item), item) for item in items]
    taken = sorted((row for row in ranked if row[0] < len(places)), key=lambda row: row[0])
    return [item for _, item in taken], [item for rank, item in ranked if rank == len(places)]


def _rank(places: tuple[str, ...], item: pytest.Item) -> int:
    path = item.path.relative_to(TESTS)
    return next((rank for rank, place in enumerate(places) if path.is_relative_to(place)), len(places))
