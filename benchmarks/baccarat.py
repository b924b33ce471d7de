"""Baccarat: the exact prices, the kernel and the engine with its log. CPU of one core, warm."""

from pathlib import Path
from time import process_time

from chapter47.baccarat.acts import Bet, Deal, Open, Sit
from chapter47.baccarat.analysis.counts import endings, full_shoe
from chapter47.baccarat.analysis.pricing import price
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.baccarat.simulation.bets import RoundBet
from chapter47.baccarat.simulation.count_system import CountSystem, read_count
from chapter47.baccarat.simulation.run import BaccaratRequest, play_block
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay
from chapter47.core.chance import Seeded
from chapter47.core.numeric.blocks import BLOCK

TABLE = BaccaratTable()
COUNT = read_count(Path(__file__).parents[1] / "examples/baccarat.count")


def exact() -> float:
    """Milliseconds for every ending of eight decks."""
    endings(full_shoe(TABLE.decks))
    start = process_time()
    for _ in range(10):
        endings(full_shoe(TABLE.decks))
    return 100 * (process_time() - start)


def with_removals() -> float:
    """Milliseconds for everything that `edge` tells."""
    start = process_time()
    price(TABLE)
    return 1000 * (process_time() - start)


def kernel(blocks: int, *, fresh: bool = False, counting: CountSystem | None = None) -> float:
    """Million rounds a second."""
    request = BaccaratRequest(TABLE, (RoundBet("banker", 25_00),), 1, fresh, counting)
    play_block(request, 0, 1000)
    start = process_time()
    for block in range(blocks):
        play_block(request, block, BLOCK)
    return blocks * BLOCK / (process_time() - start) / 1e6


def engine(rounds: int, wagers: tuple[str, ...] = ("banker",)) -> float:
    """Rounds a second with these wagers of one seat and the full log."""
    playing = BaccaratInPlay(TABLE, Seeded(1))
    playing.perform(Sit(1, "Ann"))
    playing.perform(Open())
    start = process_time()
    for _ in range(rounds):
        for wager in wagers:
            playing.perform(Bet("Ann", wager, TABLE.minimum))
        playing.perform(Deal())
        while not isinstance(playing.need, WAITS):
            playing.step()
    return rounds / (process_time() - start)


def report() -> None:
    print(f"exact, eight decks            {exact():8.1f} ms")
    print(f"with removals                 {with_removals():8.1f} ms")
    print(f"kernel, real shoes            {kernel(20):8.1f} million rounds a second")
    print(f"kernel, fresh                 {kernel(20, fresh=True):8.1f} million rounds a second")
    print(f"kernel, a count               {kernel(20, counting=COUNT):8.1f} million rounds a second")
    print(f"engine, full log, one wager   {engine(5000):8,.0f} rounds a second")
    print(f"engine, full log, three       {engine(5000, WAGERS):8,.0f} rounds a second")


if __name__ == "__main__":
    report()
