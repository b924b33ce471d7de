"""The kernel burns, deals to the cutting card and shuffles when the engine's shoes do."""

from random import Random
from typing import Any, Final

import numpy as np
import pytest

from chapter47.cards import Card
from chapter47.events import Collected, Paid
from chapter47.round.needs import NeedMove, Settled
from chapter47.shoe.double import Double
from chapter47.shoe.single import Single
from chapter47.simulation.generator import Cards, stream
from chapter47.simulation.kernel import blank_felt, play_through
from chapter47.simulation.program import compile_program
from chapter47.simulation.tables import NUMBER
from chapter47.table.in_play import ROUND, TableInPlay
from chapter47.tablefile import from_data

SHOES: Final[dict[str, dict[str, Any]]] = {
    "by hand": {"decks": 4},
    "a machine's batch": {"decks": 2, "shuffle": "machine", "cut_card": 0.4},
    "continuous": {"decks": 6, "shuffle": "continuous"},
    "two sides": {"decks": 5, "shoe": "double"},
    "two sides, red on the right": {"decks": 4, "shoe": "double", "double_shoe_red_side": "right"},
    "from the hand": {"game": "six-to-five"},
    "from the hand with burn cards": {"game": "six-to-five", "burn": True},
    "from the hand, one round": {"game": "six-to-five", "rounds_per_deck": "one"},
    "Spanish": {"game": "spanish-21", "decks": 6},
    "Switch": {"game": "switch", "decks": 6},
}


def order_of(table: TableInPlay) -> Cards:
    """All cards as they lie before the burn card, and room for as many again."""
    shoe = table.shoe
    if isinstance(shoe, Double):
        cards = (*shoe.on_left.cards, *shoe.on_right.cards)
    else:
        assert isinstance(shoe, Single)
        cards = shoe.pile.cards
    return np.array([NUMBER[card] for card in cards] + [0] * len(cards), dtype=np.uint8)


def play_round(table: TableInPlay) -> tuple[int, bool]:
    """Everybody takes the first move there is; what the round won, and whether the cards were shuffled after it."""
    table.begin()
    assert table.bet(1, "Ann", 10_00) is None
    begun, before = len(table.log), order_of(table)
    assert table.close_bets() is None
    while not isinstance(need := table.deal(), Settled):
        assert isinstance(need, NeedMove)
        assert table.choose(need.bettor, need.legal[0].name, need.legal[0].least) is None
    won = 0
    for entry in table.log[begun:]:
        if entry.source == ROUND and isinstance(entry.event, (Paid, Collected)):
            won += entry.event.amount if isinstance(entry.event, Paid) else -entry.event.amount
    return won, not np.array_equal(before, order_of(table))


@pytest.mark.parametrize("name", SHOES)
def test_the_kernel_deals_a_shoe_as_the_engine_does(name: str) -> None:
    rng = Random(name)

    def mix(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(rng.sample(cards, len(cards)))

    rules = from_data({"game": "blackjack", **SHOES[name]})
    program = compile_program(rules, stakes=[[10_00]])
    table = TableInPlay(rules, mix)
    table.open()
    for _ in range(12):
        cards, shuffled, expected = order_of(table), False, []
        while not shuffled:
            won, shuffled = play_round(table)
            expected.append(won)
        results = np.zeros((200, 2), dtype=np.int64)
        rounds = play_through(program.numbers, blank_felt(program.numbers), stream(0, 0), cards, results)
        assert results[:rounds, 1].tolist() == expected
        if isinstance(table.shoe, Double):
            table.reshuffle()
