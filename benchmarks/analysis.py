"""How long the exact analysis takes: chart, its edge and the edge of the best play, in a warm process."""

import time

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.table_rules import TableRules

LIMIT_SIX_DECKS = 0.25
LIMIT_OTHERS = 2.0
OTHERS = {
    "double exposure": TableRules(game="double-exposure", hole_card="face-up"),
    "Spanish 21": TableRules(game="spanish-21", boxes=6, surrender=True, split_hands=4, resplit_aces=True),
}


def blackjack(decks: int) -> TableRules:
    return TableRules(decks=decks, boxes=6, hole_card="card-reader", split_hands=4)


def seconds(table: TableRules, runs: int = 5) -> float:
    """The best of several runs: CPU seconds on one core."""
    analyse(table)
    times = []
    for _ in range(runs):
        begun = time.process_time()
        analyse(table)
        times.append(time.process_time() - begun)
    return min(times)


OTHER_GAMES = {
    "6 to 5, two decks": TableRules(game="six-to-five", decks=2, soft_17="hit"),
    "multiple action, eight decks": TableRules(game="multiple-action"),
    "Blackjack Switch, eight decks": TableRules(game="switch", boxes=5, soft_17="hit"),
}
LIMIT_SWITCH = 20.0


def seconds_of(table: TableRules) -> float:
    """CPU seconds of a second run."""
    analyse(table)
    begun = time.process_time()
    analyse(table)
    return time.process_time() - begun


def report() -> None:
    for name, table in OTHER_GAMES.items():
        print(f"exact analysis, {name}: {seconds_of(table):.3f} s of CPU")
    print(f"aim for Switch: {LIMIT_SWITCH} s")
    for decks in (6, 8):
        print(f"exact analysis, {decks} decks, four hands: {seconds(blackjack(decks)):.3f} s of CPU")
    print(f"aim for six decks: {LIMIT_SIX_DECKS} s")
    for name, table in OTHERS.items():
        print(f"exact analysis of {name}, {table.decks} decks: {seconds(table):.3f} s of CPU (aim: {LIMIT_OTHERS} s)")
