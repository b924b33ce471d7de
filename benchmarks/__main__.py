"""`make bench`: everything that is measured."""

from benchmarks import analysis, engine, simulation, start

if __name__ == "__main__":
    start.report()
    engine.report()
    analysis.report()
    simulation.report()
