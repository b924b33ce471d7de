"""`make bench`: everything that is measured."""

from benchmarks import (
    analysis,
    baccarat,
    commands,
    control_variate,
    craps,
    engine,
    felt,
    general_simulation,
    pit,
    simulation,
    start,
    store,
)

if __name__ == "__main__":
    start.report()
    commands.report()
    engine.report()
    analysis.report()
    simulation.report()
    control_variate.report()
    general_simulation.report()
    craps.report()
    baccarat.report()
    pit.report()
    store.report()
    felt.report()
