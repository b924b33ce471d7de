"""Craps: the exact prices, the kernel and the engine with its log. CPU of one core, warm."""

from random import Random
from time import process_time

import numpy as np

from chapter47.core.dice import ROLLS
from chapter47.core.findings import Refusal
from chapter47.core.numeric.generator import stream
from chapter47.craps.analysis.prices import prices
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.rules.come_out import POINTS
from chapter47.craps.simulation.kernels import throw_rounds
from chapter47.craps.simulation.standing_bets import read_bets
from chapter47.craps.simulation.tabulated import tabulated
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS

TABLE = CrapsPosting(buy=POINTS, lay=POINTS, maximum=5000_00)


def exact() -> float:
    """Milliseconds for everything that `edge` tells."""
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


def report() -> None:
    print(f"exact, every wager and number      {exact():8.1f} ms")
    print(f"kernel, pass and odds              {kernel(['pass=10', 'pass-odds=10'], 20_000_000):8.1f} million rolls/s")
    print(f"kernel, every wager standing       {kernel(every_bet(), 5_000_000):8.1f} million rolls/s")
    print(f"engine with its log                {engine(20_000):8,.0f} rolls/s")


if __name__ == "__main__":
    report()
