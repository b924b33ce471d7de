"""Steps a second of the environments: many tables at once on compiled code, and one table of the engine."""

from collections.abc import Iterator
from time import process_time

import gymnasium
import numpy as np

from benchmarks.figures import Figure, Size, main
from chapter47.environments import NAMES

BLACKJACK = next(iter(NAMES))
TABLES = 1024


def vector(steps: int) -> float:
    """Millions of steps a second of one core, at random among the legal actions of a table prepared beforehand."""
    envs = gymnasium.make_vec(BLACKJACK, TABLES, "vector_entry_point")
    seen, _ = envs.reset(seed=1)
    actions = envs.unwrapped.actions  # type: ignore[attr-defined]  # ours names them
    stand, hit, decline = (actions.index(name) for name in ("stand", "hit", "decline"))
    start, number = 0.0, max(2, steps // TABLES)
    for step in range(number):
        if step == 1:  # compiled by then
            start = process_time()
        moves = np.where(seen[:, 1] < 17, hit, stand)
        seen, _, _, _, _ = envs.step(np.where(seen[:, 0] == 0, 0, np.where(seen[:, 0] == 1, moves, decline)))
    return (number - 1) * TABLES / (process_time() - start) / 1e6


def single(steps: int) -> float:
    """Steps a second of the engine's environment."""
    env = gymnasium.make(BLACKJACK)
    _, info = env.reset(seed=1)
    start = process_time()
    for _ in range(steps):
        _, _, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        if over:
            _, info = env.reset()
    return steps / (process_time() - start)


def measure(size: Size) -> Iterator[Figure]:
    yield Figure("many blackjack tables at once", vector(size.number(10_000_000)), "million steps/s of one core")
    yield Figure("one blackjack table of the engine", single(size.number(5_000)), "steps/s")


if __name__ == "__main__":
    main(measure)
