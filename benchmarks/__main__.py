"""`make bench`: everything that is measured."""

from benchmarks import analysis, engine, simulation

if __name__ == "__main__":
    engine.report()
    analysis.report()
    simulation.report()
