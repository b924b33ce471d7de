"""Simulated edges of fresh shoes are the exact ones, as near as chance allows."""

import os
from typing import Any, Final

import pytest

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.simulation.kernel.program import compile_program
from chapter47.blackjack.simulation.run.tally import Tally, play_block
from chapter47.blackjack.variations import GAMES
from chapter47.games import from_data

TABLES: Final[dict[str, dict[str, Any]]] = {
    "plain": {},
    "card reader": {"hole_card": "card-reader", "decks": 6, "soft_17": "hit"},
    "one deck": {"decks": 1, "boxes": 6, "surrender": True},
    "hole card face down": {"decks": 2, "hole_card": "face-down", "even_money": True},
    "three hands": {"decks": 4, "split_hands": 3, "resplit_aces": True},
    "four hands": {"decks": 6, "boxes": 6, "split_hands": 4, "resplit_aces": True, "hole_card": "card-reader"},
    "aces once": {"decks": 6, "boxes": 6, "split_hands": 4, "surrender": True},
    "suited 6-7-8": {"decks": 6, "optional_payouts": ["6-7-8-suited"]},
    "7-7-7": {"decks": 2, "optional_payouts": ["7-7-7"]},
    "five cards": {"decks": 8, "optional_payouts": ["five-card-21"]},
    "designated": {"decks": 4, "optional_payouts": ["designated-blackjack"], "designated_blackjack": "As Js"},
    "all pay-outs": {"decks": 6, "optional_payouts": ["6-7-8-suited", "7-7-7", "five-card-21"], "soft_17": "hit"},
    "literal split 21": {"decks": 6, "readings": {"2010 19:47-2.3(a)3": "literal"}},
    "first wager": {
        "decks": 6,
        "optional_payouts": ["five-card-21", "7-7-7"],
        "readings": {"2010 19:47-2.3(e)": "first-wager"},
    },
    "double shoe": {"decks": 5, "shoe": "double", "surrender": True},
    "double shoe, designated": {
        "decks": 3,
        "shoe": "double",
        "optional_payouts": ["designated-blackjack"],
        "designated_blackjack": "Ah Qd",
    },
    "6 to 5": {"game": "six-to-five", "hole_card": "card-reader"},
    "6 to 5 without reader": {"game": "six-to-five"},
    "6 to 5, no double after split": {"game": "six-to-five", "hole_card": "card-reader", "double_after_split": False},
    "double exposure": {"game": "double-exposure"},
    "double exposure, one deck": {"game": "double-exposure", "decks": 1},
    "multiple action": {"game": "multiple-action"},
    "switch": {"game": "switch"},
    "Spanish 21": {"game": "spanish-21"},
    "Spanish 21, six decks": {"game": "spanish-21", "decks": 6},
}
SEED: Final = 47
BLOCK: Final = 1 << 20


def priced(name: str) -> tuple[MainGamePrice, dict[str, Any]]:
    data = {"game": "blackjack", **TABLES[name]}
    return analyse(from_data(data)), data


def exact_edge(main_price: MainGamePrice) -> float:
    """Of who plays by the strategy file."""
    edge = main_price.strategy_data().get("switch", {}).get("house_edge")
    return main_price.house_edge if edge is None else float(edge)


def simulated(main_price: MainGamePrice, data: dict[str, Any], rounds: int) -> Tally:
    table = from_data(data)
    least, _ = GAMES[table.game].wagers(table)
    program = compile_program(table, main_price.strategy_data(), stakes=[[10_00] * least], fresh=True)
    tally = Tally()
    for block in range(-(-rounds // BLOCK)):
        tally += play_block(program, SEED, block, min(BLOCK, rounds - block * BLOCK))
    return tally


def near(name: str, rounds: int) -> None:
    main_price, data = priced(name)
    main = simulated(main_price, data, rounds).bets["main"]
    assert abs(main.edge - exact_edge(main_price)) < 4 * main.standard_error


@pytest.mark.parametrize("name", TABLES)
def test_the_simulated_edge_is_near_the_exact_one(name: str) -> None:
    near(name, 1 << 20)


@pytest.mark.soak
@pytest.mark.parametrize("name", TABLES)
def test_the_simulated_edge_is_near_the_exact_one_for_long(name: str) -> None:
    near(name, int(os.environ.get("CHAPTER47_EDGES", 10**8)))


def test_the_spread_of_results_is_the_exact_one() -> None:
    main_price, data = priced("card reader")
    tally = simulated(main_price, data, 1 << 20)
    mean = tally.bets["main"].net / tally.rounds / 10_00
    spread = tally.bets["main"].net_squares / tally.rounds / 10_00**2 - mean**2
    assert spread == pytest.approx(main_price.results.variance, rel=0.01)
    for units, chance in main_price.results.units.items():
        assert tally.results[round(units * 10_00)] / tally.rounds == pytest.approx(chance, abs=0.002)
