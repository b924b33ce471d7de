"""How fast the fast path plays: beside a plain loop over the same steps, on two cores, and in how much memory."""

import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, cast

import numpy as np

from benchmarks.figures import Figure, Size, main
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.fast_path import DEALS, HeadsUpTable, heads_up_table, play_block
from chapter47.blackjack.simulation.heads_up.kernels import CURSOR_SIZE, NEXT_CARD, Shoes, finish
from chapter47.blackjack.simulation.heads_up.transition_table import START, TransitionTable
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.simulate import simulate
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle, stream

ROUNDS = 10_000_000
SMALL_ERROR = 0.0001
_I = cast(Callable[[Any], int], np.int64)


def table(**keys: object) -> HeadsUpTable:
    """Six decks unless `keys` say otherwise, the chart of that table, a quarter behind the cutting card."""
    rules = TableRules(**{"boxes": 6, "decks": 6, "split_hands": 4, **keys})  # type: ignore[arg-type]
    return heads_up_table(rules, analyse(rules).strategy)


def fresh(fast_rules: TableRules) -> HeadsUpTable:
    return heads_up_table(fast_rules, analyse(fast_rules).strategy, fresh=True)


@compiled_with(generator, heads_up.steps, heads_up.transition_table, heads_up.kernels)
def plain(steps: TransitionTable, cards: Cards, first: int, cut: int, chance: Stream, rounds: int) -> int:
    """One shoe after the other, one round after the other, one card after the other."""
    size, net = len(cards), 0
    shoes, cursor = Shoes(steps, cards, size, size, cut + 8, first, cut, 0), np.zeros(CURSOR_SIZE, dtype=np.int64)
    cursor[NEXT_CARD] = size
    for _ in range(rounds):
        if cursor[NEXT_CARD] > cut:
            shuffle(chance, cards, 0, cut + 8)
            cursor[NEXT_CARD] = first
        begun = _I(cursor[NEXT_CARD])
        state = _I(steps[_I(steps[START]) + _I(cards[begun])])
        result = finish(chance, shoes, 0, begun, begun, state, cursor)
        net += result
    return net


def seconds(play: Callable[[], object], runs: int = 5) -> float:
    """The best of several runs: CPU seconds on one core."""
    play()
    times = []
    for _ in range(runs):
        begun = time.process_time()
        play()
        times.append(time.process_time() - begun)
    return min(times)


def rate(fast: HeadsUpTable, rounds: int, deals: int = DEALS) -> float:
    """Rounds per second of one core, warm."""
    return rounds / seconds(lambda: play_block(fast, 1, 0, rounds, deals))


def plain_rate(fast: HeadsUpTable, rounds: int) -> float:
    cards, chance = fast.cards.copy(), stream(1, 0)
    return rounds / seconds(lambda: plain(fast.steps, cards, fast.first, fast.cut, chance, rounds))


def to_a_small_error(fast: HeadsUpTable, rounds: int, deals: int) -> float:
    """CPU seconds to a standard error of 0.01 % of the wager."""
    tally = play_block(fast, 1, 0, rounds, deals)
    return rounds / rate(fast, rounds, deals) * (tally.standard_error / SMALL_ERROR) ** 2


def _block(rounds: int, block: int) -> float:
    """CPU seconds of a block."""
    fast = table()
    play_block(fast, 1, block, rounds // 10)
    begun = time.process_time()
    play_block(fast, 1, block, 4 * rounds)
    return time.process_time() - begun


def two_cores(rounds: int) -> float:
    """How many times as many rounds two processes side by side play as one, by the CPU time of each.

    So it shows what they take from each other, not what else runs on the machine."""
    block = partial(_block, rounds)
    with ProcessPoolExecutor(2) as pool:
        alone = min(next(iter(pool.map(block, (number,)))) for number in range(3))
        both = min(sum(pool.map(block, (number, number + 1))) / 2 for number in range(4, 10, 2))
    return 2 * alone / both


def wall_times(rounds: int, runs: int) -> tuple[float, float]:
    """Seconds on the clock for the same run with one worker and with two; other programs of the machine slow both."""
    rules = TableRules(boxes=6, decks=6, split_hands=4)
    order = SimulationRequest(rules, analyse(rules).strategy, 10 * rounds)
    alone, two = (min(simulate(order, workers=count).seconds for _ in range(runs)) for count in (1, 2))
    return alone, two


def memory_growth(fast: HeadsUpTable, rounds: int) -> int:
    """By how many kilobytes fifty times as many rounds raise the peak memory."""
    play_block(fast, 1, 0, rounds // 10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play_block(fast, 1, 1, 5 * rounds)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


VARIANTS: dict[str, dict[str, object]] = {
    "card reader": {"hole_card": "card-reader"},
    "surrender": {"surrender": True},
    "soft 17 hit": {"soft_17": "hit"},
    "two decks": {"decks": 2},
}


def measure(size: Size) -> Iterator[Figure]:
    usual, rounds, unit = table(), size.number(ROUNDS), "million rounds/s of one core"
    fast, plain = rate(usual, rounds), plain_rate(usual, size.number(1_000_000))
    yield Figure("six decks, one box", fast / 1e6, unit)
    yield Figure("beside a plain loop", fast / plain, "times as fast")
    yield Figure("each shoe dealt once", rate(usual, rounds, 1) / 1e6, unit)
    for name, keys in VARIANTS.items():
        yield Figure(name, rate(table(**keys), rounds) / 1e6, unit)
    rules = TableRules(boxes=6, decks=6, split_hands=4)
    yield Figure("fresh cards every round", rate(fresh(rules), rounds) / 1e6, unit)
    for deals in (1, DEALS, 9):
        yield Figure(
            f"to a standard error of 0.01 %, {deals} deals a shoe", to_a_small_error(usual, rounds, deals), "s"
        )
    yield Figure("two cores, by CPU time", two_cores(rounds), "times as many rounds", "1.8")
    alone, two = wall_times(rounds, size.number(3))
    yield Figure("ten runs, one worker, on the clock", alone, "s")
    yield Figure("ten runs, two workers, on the clock", two, "s")
    yield Figure("fifty times as many rounds", memory_growth(usual, rounds), "KB more memory")


if __name__ == "__main__":
    main(measure)
