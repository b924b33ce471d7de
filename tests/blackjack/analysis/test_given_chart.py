"""The exact price of any chart, the cost of its deviations, and the effects of removal."""

from typing import Any

import pytest

import chapter47
from chapter47.blackjack.analysis.removal import main_removal, side_removal

TABLE: Any = chapter47.table(decks=6, surrender=True)
NAMES = "A23456789T"


def chart(**changes: str) -> dict[str, Any]:
    """Basic strategy with some cells changed: `hard_16_T="S"`."""
    data = chapter47.strategy(TABLE).to_dict()
    for place, code in changes.items():
        part, row, up = place.split("_")
        data[part] = {**data[part], row: {**data[part][row], up: code}}
    return data


def test_basic_strategy_has_its_own_edge_and_no_deviations() -> None:
    basic, given = chapter47.edge(TABLE), chapter47.edge(TABLE, strategy=chapter47.strategy(TABLE))
    assert given.house_edge == pytest.approx(basic.house_edge, abs=1e-12)
    assert given.variance == pytest.approx(basic.variance, abs=1e-12)
    assert given.cost == ()


def test_one_deviation_costs_the_difference_of_the_edges() -> None:
    given = chapter47.edge(TABLE, strategy=chart(hard_12_2="S"))
    basic = chapter47.edge(TABLE)
    assert given.house_edge is not None
    assert basic.house_edge is not None
    assert given.cost is not None
    (deviation,) = given.cost
    assert (deviation.cell, deviation.move, deviation.best) == ("hard 12 against 2", "S", "H")
    assert deviation.per_100_rounds == pytest.approx(100 * (given.house_edge - basic.house_edge), abs=1e-9)
    assert deviation.per_100_rounds > 0


def test_a_bad_chart_agrees_with_its_simulation() -> None:
    data = chart(hard_16_T="S", hard_15_T="S", hard_11_6="H", pairs_8_8="S", soft_18_9="S")
    exact, played = (
        chapter47.edge(TABLE, strategy=data),
        chapter47.simulate(TABLE, 1_000_000, 5, fresh=True, strategy=data),
    )
    assert played.standard_error is not None
    assert played.house_edge == pytest.approx(exact.house_edge, abs=4 * played.standard_error)
    assert exact.cost is not None
    costs = [deviation.per_100_rounds for deviation in exact.cost]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 5


def test_charts_of_other_games_and_comparisons_are_refused() -> None:
    with pytest.raises(chapter47.Chapter47Error, match="a strategy for another game"):
        chapter47.edge(chapter47.table(game="double-exposure"), strategy=chart())
    with pytest.raises(chapter47.NotOfferedError):
        chapter47.edge(chapter47.table(game="craps"), strategy=chart())
    with pytest.raises(chapter47.Chapter47Error, match="strategy without them"):
        chapter47.edge(TABLE, strategy=chart(), vary="decks=6")


def test_effects_of_removal_cancel_over_a_deck_and_follow_those_in_print() -> None:
    """With a fixed strategy the effects of a whole deck nearly add up to nothing. In print: Griffin, The Theory of
    Blackjack, chapter 4, for one deck and in percent; with six decks a card weighs a sixth."""
    effects = main_removal(chapter47.table(decks=6, double_after_split=False, hole_card="card-reader"))
    assert sum(effect * (4 if name == "T" else 1) for name, effect in effects.items()) == pytest.approx(0, abs=1e-5)
    printed = dict(zip(NAMES, (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51), strict=True))
    for name, effect in effects.items():
        assert 600 * effect == pytest.approx(printed[name], abs=0.04), name


def test_the_effect_of_removal_on_a_side_wager() -> None:
    """Under 13 likes low cards: taking a low one away hurts, taking a ten away helps."""
    table = chapter47.table(decks=6, wagers={"over-under-13": {}})
    under = side_removal(table, "over-under-13", "under")
    assert under["T"] > 0 > under["2"]
    assert sum(effect * (4 if name == "T" else 1) for name, effect in under.items()) == pytest.approx(0, abs=1e-5)


def test_answers_name_the_version_and_the_table() -> None:
    priced, same, other = (chapter47.edge(chapter47.table(game="craps", bars=bars)) for bars in (12, 12, 2))
    assert priced.version == chapter47.__version__
    assert len(priced.table_hash) == 64
    assert priced.table_hash == same.table_hash != other.table_hash
