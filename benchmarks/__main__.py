"""`make bench`: everything that is measured."""

from benchmarks import engine

if __name__ == "__main__":
    engine.report()
