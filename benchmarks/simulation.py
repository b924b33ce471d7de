"""How fast the fast path plays, beside a plain loop over the same steps; on two cores; and what memory it takes."""

import os
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, cast

import numpy as np

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.fast_path import DEALS, HeadsUpTable, heads_up_table, play_block
from chapter47.blackjack.simulation.heads_up.kernels import CURSOR_SIZE, NEXT_CARD, Shoes, finish
from chapter47.blackjack.simulation.heads_up.transition_table import START, TransitionTable
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.simulate import simulate
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle, stream

ROUNDS = 10_000_000
SMALL_ERROR = 0.0001
_I = cast(Callable[[Any], int], np.int64)


def table(**keys: object) -> HeadsUpTable:
    """Six decks, a chart, a quarter behind the cutting card."""
    rules = TableRules(boxes=6, decks=6, split_hands=4, **keys)  # type: ignore[arg-type]
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


def rate(fast: HeadsUpTable, deals: int = DEALS) -> float:
    """Rounds per second of one core, warm."""
    return ROUNDS / seconds(lambda: play_block(fast, 1, 0, ROUNDS, deals))


def plain_rate(fast: HeadsUpTable, rounds: int = 1_000_000) -> float:
    cards, chance = fast.cards.copy(), stream(1, 0)
    return rounds / seconds(lambda: plain(fast.steps, cards, fast.first, fast.cut, chance, rounds))


def to_a_small_error(fast: HeadsUpTable, deals: int) -> float:
    """CPU seconds to a standard error of 0.01 % of the wager."""
    tally = play_block(fast, 1, 0, ROUNDS, deals)
    return ROUNDS / rate(fast, deals) * (tally.standard_error / SMALL_ERROR) ** 2


def _block(block: int) -> float:
    """CPU seconds of a block."""
    fast = table()
    play_block(fast, 1, block, ROUNDS // 10)
    begun = time.process_time()
    play_block(fast, 1, block, 4 * ROUNDS)
    return time.process_time() - begun


def two_cores() -> float:
    """How many times as many rounds two processes side by side play as one, by the CPU time of each.

    So it shows what they take from each other, not what else runs on the machine."""
    with ProcessPoolExecutor(2) as pool:
        alone = min(next(iter(pool.map(_block, (block,)))) for block in range(3))
        both = min(sum(pool.map(_block, (block, block + 1))) / 2 for block in range(4, 10, 2))
    return 2 * alone / both


def wall_times(runs: int = 3) -> tuple[float, float]:
    """Seconds on the clock for the same run with one worker and with two; whatever else runs takes its part of them."""
    rules = TableRules(boxes=6, decks=6, split_hands=4)
    order = SimulationRequest(rules, analyse(rules).strategy, 10 * ROUNDS)
    alone, two = (min(simulate(order, workers=count).seconds for _ in range(runs)) for count in (1, 2))
    return alone, two


def memory_growth(fast: HeadsUpTable) -> int:
    """By how many kilobytes fifty times as many rounds raise the highest use of memory."""
    play_block(fast, 1, 0, ROUNDS // 10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play_block(fast, 1, 1, 5 * ROUNDS)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


def report() -> None:
    usual = table()
    quick, slow = rate(usual), plain_rate(usual)
    print(f"simulation: {quick / 1e6:.1f} million rounds per second of one core, {quick / slow:.1f} times a plain loop")
    print(f"  each shoe dealt once: {rate(usual, 1) / 1e6:.1f} million")
    for name, keys in (
        ("card reader", {"hole_card": "card-reader"}),
        ("surrender", {"surrender": True}),
        ("soft 17 hit", {"soft_17": "hit"}),
        ("two decks", {"decks": 2}),
    ):
        rules = TableRules(**{"boxes": 6, "decks": 6, "split_hands": 4, **keys})  # type: ignore[arg-type]
        print(f"  {name}: {rate(heads_up_table(rules, analyse(rules).strategy)) / 1e6:.1f} million")
    print(f"  fresh cards every round: {rate(fresh(TableRules(boxes=6, decks=6, split_hands=4))) / 1e6:.1f} million")
    for deals in (1, DEALS, 9):
        print(f"  to a standard error of 0.01 %, each shoe dealt {deals} times: {to_a_small_error(usual, deals):.2f} s")
    print(f"  two cores play {two_cores():.2f} times as many rounds as one; aim 1.8")
    alone, two = wall_times()
    print(f"  on the clock: {alone:.2f} s with one worker, {two:.2f} s with two, {alone / two:.2f} times as fast")
    if (others := os.getloadavg()[0]) > 2.5:
        print(f"  the machine was busy with other work (load {others:.1f}): the clock says little")
    print(f"  fifty times as many rounds take {memory_growth(usual)} KB more memory")
