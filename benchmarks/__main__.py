"""`make bench`: every benchmark one after the other, then one table: work, ours, plain kernel, peer, goal."""

import sys
from typing import Final

from benchmarks import (
    analysis,
    attacks,
    baccarat,
    commands,
    control_variate,
    craps,
    engine,
    environments,
    felt,
    general_simulation,
    pit,
    simulation,
    start,
    store,
    walk,
)
from benchmarks.figures import FULL, TINY, Measure, run, table

BENCHMARKS: Final[dict[str, Measure]] = {
    "start": start.measure,
    "commands": commands.measure,
    "engine": engine.measure,
    "analysis": analysis.measure,
    "simulation": simulation.measure,
    "control_variate": control_variate.measure,
    "general_simulation": general_simulation.measure,
    "craps": craps.measure,
    "baccarat": baccarat.measure,
    "environments": environments.measure,
    "pit": pit.measure,
    "attacks": attacks.measure,
    "store": store.measure,
    "felt": felt.measure,
    "walk": walk.measure,
}

if __name__ == "__main__":
    size = TINY if "--tiny" in sys.argv else FULL
    print("\n" + table({name: run(name, measure, size) for name, measure in BENCHMARKS.items()}))
