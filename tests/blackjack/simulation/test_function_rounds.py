"""A strategy written as a function, played by the engine."""

from typing import Any

import pytest
from tests.blackjack.analysis.test_given_function import mimic_the_dealer, played_by

import chapter47
from chapter47.blackjack.hands import total
from chapter47.core.cards import Card
from chapter47.core.simulating import RunProgress

Cards = tuple[Card, ...]
TABLE: Any = chapter47.table(decks=6, surrender=True)
STAND: Any = lambda hand, up, legal: "stand"  # noqa: E731
TIMES = ("seconds", "rounds_per_second")


def follow_the_chart(table: Any) -> Any:
    if table.game == "double-exposure":
        return played_by(chapter47.strategy(table).to_dict(), lambda up: str(total(up)))
    follow = played_by(chapter47.strategy(table).to_dict())
    return lambda hand, up, legal: "stand" if "rescue" in legal else follow(hand, up, legal)


@pytest.mark.parametrize("game", ["blackjack", "six-to-five", "double-exposure", "spanish-21"])
def test_the_chart_as_a_function_meets_its_exact_edge(game: str) -> None:
    table: Any = chapter47.table(game=game)
    function = follow_the_chart(table)
    played = chapter47.simulate(table, rounds=3000, seed=47, strategy=function)
    exact = chapter47.edge(table, strategy=function).house_edge
    assert played.rounds == 3000
    assert played.whole
    assert played.house_edge is not None
    assert played.standard_error is not None
    assert exact is not None
    assert 0.01 < played.standard_error < 0.04
    assert abs(played.house_edge - exact) < 4 * played.standard_error
    assert any("the strategy is a function" in note for note in played.notes)


def test_a_bad_strategy_costs_what_it_costs() -> None:
    """Standing on everything loses about 15 %, far from basic strategy."""
    played = chapter47.simulate(TABLE, rounds=3000, seed=1, strategy=STAND, fresh=True)
    exact = chapter47.edge(TABLE, strategy=STAND).house_edge
    assert played.house_edge is not None
    assert played.standard_error is not None
    assert exact is not None
    assert exact > 0.1
    assert abs(played.house_edge - exact) < 4 * played.standard_error
    assert played.to_dict()["shoes"] == 3000


def test_the_seed_determines_the_result() -> None:
    def figures(seed: int) -> dict[str, Any]:
        played = chapter47.simulate(TABLE, rounds=500, seed=seed, strategy=mimic_the_dealer, boxes=2, bet="25")
        return {key: figure for key, figure in played.to_dict().items() if key not in TIMES}

    assert figures(3) == figures(3)
    assert figures(3)["nets"] != figures(4)["nets"]
    assert figures(3)["main_staked_per_round"] == 50


def test_the_function_gets_tens_by_value_and_open_moves() -> None:
    seen: set[str] = set()

    def watch(hand: Cards, up: Cards, legal: tuple[str, ...]) -> str:
        assert len(up) == 1
        assert len(legal) > 1
        seen.update(card.rank for card in (*hand, *up))
        seen.update(legal)
        return "split" if "split" in legal else "stand"

    chapter47.simulate(TABLE, rounds=300, seed=2, strategy=watch)
    assert seen == {*"23456789TA", "hit", "stand", "double", "split", "surrender"}


def test_progress_and_an_end_at_the_standard_error() -> None:
    reached: list[RunProgress] = []
    played = chapter47.simulate(TABLE, seed=1, until=0.03, strategy=STAND, watch=reached.append)
    assert played.whole
    assert played.rounds == reached[-1].played < 10_000
    assert played.standard_error is not None
    assert played.standard_error <= 0.03


def test_a_wrong_answer_names_hand_up_card_and_legal_moves() -> None:
    with pytest.raises(chapter47.Chapter47Error, match=r"strategy: fold with \S+ \S+ against \S+ is not") as raised:
        chapter47.simulate(TABLE, rounds=10, strategy=lambda hand, up, legal: "fold")
    (problem,) = raised.value.problems
    assert problem.allowed.startswith("hit, stand")


def test_what_needs_a_strategy_file_is_refused_at_once() -> None:
    refused: dict[str, Any] = {
        "count": "hi-lo",
        "workers": 2,
        "checkpoint": "run.json",
        "side": ["a=5"],
        "detailed": True,
    }
    with pytest.raises(chapter47.Chapter47Error) as raised:
        chapter47.simulate(TABLE, rounds=10, strategy=STAND, **refused)
    assert {problem.key for problem in raised.value.problems} == {*refused}


@pytest.mark.parametrize(
    ("game", "why"), [("switch", "both hands"), ("craps", "no meaning"), ("baccarat", "no meaning")]
)
def test_games_without_such_a_function(game: str, why: str) -> None:
    with pytest.raises(chapter47.Chapter47Error, match=f"strategy: .*{why}"):
        chapter47.simulate(chapter47.table(game=game), rounds=10, strategy=STAND)
