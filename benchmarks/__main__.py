"""`make bench`: everything that is measured."""

from benchmarks import analysis, engine, general_simulation, simulation, start

if __name__ == "__main__":
    start.report()
    engine.report()
    analysis.report()
    simulation.report()
    general_simulation.report()
