"""Measured speed. `make bench` runs every benchmark, `python -m benchmarks.NAME` one; no test asserts seconds.

A benchmark is a module with a function `measure(size)` that yields a `Figure` for each thing it measured."""
