"""Craps: the exact prices, the kernel and the engine with its log. CPU of one core, warm."""

from collections.abc import Iterator
from random import Random
from time import process_time

import numpy as np

from benchmarks.figures import Figure, Size, main
from chapter47.core.dice import ROLLS
from chapter47.core.findings import Refusal
from chapter47.core.numeric.generator import stream
from chapter47.craps.analysis.prices import prices
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.simulation.kernels import throw_rounds
from chapter47.craps.simulation.standing_bets import read_bets
from chapter47.craps.simulation.tabulated import tabulated
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS

TABLE = CrapsPosting(buy=POINTS, lay=POINTS, maximum=5000_00)


def exact() -> float:
    """Milliseconds for everything that `edge` reports."""
    prices(TABLE)
    start = process_time()
    for _ in range(10):
        prices(TABLE)
    return 100 * (process_time() - start)


def every_bet() -> list[str]:
    bets = ["pass=10", "pass-odds=10", "dont-pass=10", "dont-pass-odds=20"]
    bets += ["come=10", "come-odds=10", "dont-come=10", "dont-come-odds=20"]
    for name, wager in WAGERS.items():
        if not wager.supports and not wager.line:
            bets += [f"{name} {number}=1320" for number in wager.numbers] or [f"{name}=120"]
    return bets


def kernel(texts: list[str], rounds: int) -> float:
    """Million throws a second."""
    bets, _ = read_bets(TABLE, texts)
    tables = tabulated(TABLE, bets)
    counts = np.zeros(len(tables.following), dtype=np.int64)
    chance = stream(1, 0)
    throw_rounds(chance, tables.following, tables.round_over, 0, 1000, counts)
    start = process_time()
    _, throws = throw_rounds(chance, tables.following, tables.round_over, 0, rounds, counts)
    return throws / (process_time() - start) / 1e6


def done(result: play.Result) -> play.Step:
    if isinstance(result, Refusal):
        raise SystemExit(str(result))
    return result


def engine(throws: int) -> float:
    """Throws a second with pass and odds, all events kept."""
    random = Random(1)
    layout = done(play.join(Layout(CrapsPosting()), "Ann")).layout
    log = []
    start = process_time()
    for _ in range(throws):
        steps = []
        if not layout.shooter:
            steps.append(done(play.take_dice(layout, "Ann")))
            layout = steps[-1].layout
        if not layout.point:
            steps.append(done(play.bet(layout, "Ann", "pass", 10_00)))
        elif not layout.staked("Ann", "pass-odds", layout.point):
            steps.append(done(play.bet(layout, "Ann", "pass-odds", 10_00)))
        layout = steps[-1].layout if steps else layout
        steps.append(done(play.send_dice(layout)))
        steps.append(done(play.roll_dice(steps[-1].layout, random.choice(ROLLS))))
        layout = steps[-1].layout
        log += [event for step in steps for event in step.events]
    return throws / (process_time() - start)


def measure(size: Size) -> Iterator[Figure]:
    line, unit = ["pass=10", "pass-odds=10"], "million rolls/s of one core"
    yield Figure("exact, every wager and number", exact(), "ms")
    yield Figure("kernel, pass and odds", kernel(line, size.number(20_000_000)), unit)
    yield Figure("kernel, every wager standing", kernel(every_bet(), size.number(5_000_000)), unit)
    yield Figure("engine with its log, pass and odds", engine(size.number(20_000)), "rolls/s")


if __name__ == "__main__":
    main(measure)
