"""Count systems of blackjack as files: also which plays change with the true count, and when insurance is taken."""

from pathlib import Path
from typing import Final

from chapter47.blackjack.analysis.exact.values import NAMES
from chapter47.blackjack.chart_codes import HARD, SOFT, TEXTS
from chapter47.blackjack.simulation.counting.count_system import CountSystem, IndexPlay
from chapter47.core.count_file import CountReading, CountSystemError, count_data
from chapter47.core.json_object import JsonMapping

KEYS: Final = ("name", "tags", "initial", "true_count", "insurance", "ramp", "index")
CELLS: Final = (
    *(f"hard {total}" for total in HARD),
    *(f"soft {total}" for total in SOFT),
    *(f"pair {name}" for name in NAMES),
)


def read_count(path: Path) -> CountSystem:
    return count_system(count_data(path), str(path))


def count_system(data: JsonMapping, source: str = "count system") -> CountSystem:
    """The system that a file holds; every problem is told at once."""
    reading = CountReading(data, KEYS)
    system = CountSystem(
        tags=reading.tags(),
        ramp=reading.ramp(),
        deviations=_index_plays(reading),
        insurance=reading.number("insurance", data.get("insurance")),
        begins=reading.begins(),
        floored=reading.is_floored(),
    )
    if reading.problems:
        raise CountSystemError(reading.problems, source)
    return system


def _index_plays(reading: CountReading) -> list[IndexPlay]:
    plays = []
    for name, row in reading.rows("index", ("hand", "up", "from", "play")):
        sort, hand = reading.word(f"{name}: hand", row.get("hand"), tuple(CELLS)).split()
        plays.append(
            IndexPlay(
                "pairs" if sort == "pair" else sort,
                hand,
                reading.word(f"{name}: up", row.get("up"), NAMES),
                reading.number(f"{name}: from", row.get("from")) or 0.0,
                reading.word(f"{name}: play", row.get("play"), TEXTS),
            )
        )
    return plays
