"""How long the exact analysis takes in a warm process: a chart with its edges, and the moves of one hand."""

import time
from collections.abc import Iterator

from benchmarks.figures import Figure, Size, main
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.move_values import move_values
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import cards
from chapter47.games import from_data

AIM_SIX_DECKS = "0.25 s"
AIM_OTHERS = "2 s"
AIM_SWITCH = "20 s"
SIX_DECKS, EIGHT_DECKS = (TableRules(decks=n, boxes=6, hole_card="card-reader", split_hands=4) for n in (6, 8))
SPANISH_21 = TableRules(game="spanish-21", boxes=6, surrender=True, split_hands=4, resplit_aces=True)
TABLES = {
    "blackjack, 6 decks, four hands": (SIX_DECKS, AIM_SIX_DECKS),
    "blackjack, 8 decks, four hands": (EIGHT_DECKS, ""),
    "6 to 5, 2 decks": (TableRules(game="six-to-five", decks=2, soft_17="hit"), ""),
    "multiple action, 8 decks": (TableRules(game="multiple-action"), ""),
    "double exposure, 8 decks": (TableRules(game="double-exposure", hole_card="face-up"), AIM_OTHERS),
    "Spanish 21, 8 decks": (SPANISH_21, AIM_OTHERS),
    "Blackjack Switch, 8 decks": (TableRules(game="switch", boxes=5, soft_17="hit"), AIM_SWITCH),
}


def seconds(table: TableRules, runs: int) -> float:
    """The best of several warm runs: CPU seconds on one core."""
    analyse(table)
    return min(_once(table) for _ in range(runs))


def _once(table: TableRules) -> float:
    begun = time.process_time()
    analyse(table)
    return time.process_time() - begun


COACHED = {
    "blackjack": ("8c 8d", "Kh", "20"),
    "spanish-21": ("8c 8d", "Kh", "60"),
    "double-exposure": ("8c 8d", "Kh 6d", "60"),
    "multiple-action": ("8c 8d", "Kh", "60"),
    "switch": ("8c 8d/Kc 5d", "Kh", "60"),
}
"""By game: the hand or hands, what is seen of the dealer, the goal in milliseconds."""
GONE = cards("2c 3d 4h 5s 6c 7d 8h 9s Kc Ad 2h 3s")


def coach_milliseconds(game: str, hands: str, up: str, runs: int) -> float:
    """CPU time of the value of every legal move of one hand, with cards gone from a shoe of six decks."""
    table, held = from_data({"game": game, "decks": 6}), [cards(hand) for hand in hands.split("/")]
    move_values(table, *held, up=cards(up), gone=GONE)
    begun = time.process_time()
    for _ in range(runs):
        move_values(table, *held, up=cards(up), gone=GONE)
    return 1000 * (time.process_time() - begun) / runs


def measure(size: Size) -> Iterator[Figure]:
    for name, (table, aim) in size.some(TABLES.items()):
        yield Figure(name, seconds(table, size.number(5)), "s of CPU", aim)
    for game, (hands, up, aim) in size.some(COACHED.items()):
        yield Figure(f"moves of one hand, {game}", coach_milliseconds(game, hands, up, size.number(10)), "ms", aim)


if __name__ == "__main__":
    main(measure)
