"""How fast the engine plays heads-up rounds with its full event log, and where the time goes."""

import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, Size, main
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.state import Round
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.core.chance import Seeded
from chapter47.games import from_data

TABLE = {"game": "blackjack", "boxes": 6, "decks": 6, "split_hands": 4, "hole_card": "card-reader"}


def simple_move(state: Round, need: NeedMove) -> tuple[str, int]:
    """Stand on 17, on 12 against a small card, split aces and eights, double eleven."""
    hand = state.hand(need.at)
    legal = {move.name: move for move in need.legal}
    if "decline" in legal:
        return "decline", 0
    if "split" in legal and hand.cards[0].rank in "A8":
        return "split", 0
    if "double" in legal and hand.total.points == 11:
        return "double", legal["double"].most
    small = state.upcard is not None and 2 <= card_value(state.upcard) <= 6
    stands = hand.total.points >= (12 if small else 17)
    return ("stand" if stands or "hit" not in legal else "hit"), 0


def play(rounds: int, seed: int) -> BlackjackInPlay:
    """So many rounds of one box."""
    table = BlackjackInPlay(from_data(TABLE), Seeded(seed))
    table.open()
    for _ in range(rounds):
        table.begin()
        table.bet(1, "Ann", 10_00)
        table.close_bets()
        while not isinstance(need := table.deal(), Settled):
            if isinstance(need, NeedMove):
                table.choose(need.bettor, *simple_move(table.state, need))
    return table


def speed(rounds: int) -> float:
    """Rounds per second of one core: the best of five runs, because other programs may run on the machine."""
    play(200, seed=1)
    return max(_once(rounds) for _ in range(5))


def _once(rounds: int) -> float:
    start = time.process_time()
    play(rounds, seed=2)
    return rounds / (time.process_time() - start)


def profile(rounds: int) -> Counter[str]:
    """Share of the time per module, in percent."""
    watcher = cProfile.Profile()
    watcher.runcall(play, rounds, 3)
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(watcher).stats.items():  # type: ignore[attr-defined]
        path = Path(file)
        module = "/".join(path.parts[path.parts.index("chapter47") + 1 :]) if "chapter47" in path.parts else "Python"
        spent[module] += own
    whole = sum(spent.values())
    return Counter({module: round(100 * own / whole) for module, own in spent.items()})


def measure(size: Size) -> Iterator[Figure]:
    rounds = size.number(500)
    yield Figure("heads-up rounds with the full log", speed(size.number(4000)), "rounds/s of one core")
    yield Figure("logged events in a round", len(play(rounds, seed=4).log) / rounds, "events")
    for module, share in profile(size.number(1500)).most_common(8):
        yield Figure(f"time spent in {module}", share, "%")


if __name__ == "__main__":
    main(measure)
