"""Foul!: the engine's own judge finds each planted fault and names its paragraph, and finds none in clean rounds."""

from collections import Counter
from random import Random

import pytest
from tests.school.random_play import BLACKJACK, posting_of

from chapter47.school.faults import (
    BY_NAME,
    clean,
    foul_table,
    irregular_table,
    judge,
    kinds_of,
    mark_ruling,
    plant,
    rule_on,
    ruling_of,
)
from chapter47.school.tables import school_tables

GAMES = (*BLACKJACK, "craps", "baccarat")
DEALINGS = (4, pytest.param(1_250, marks=pytest.mark.soak))
"""Of each of eight games: 10,000 in all in the long run."""


@pytest.mark.parametrize("dealings", DEALINGS)
@pytest.mark.parametrize("name", GAMES)
def test_the_judge_names_the_planted_paragraph(name: str, dealings: int) -> None:
    posting, planted_kinds = posting_of(name), Counter[str]()
    for seed in range(dealings):
        dealing = clean(posting, seed)
        assert judge(dealing, dealing.entries) is None
        known = [kind.name for kind in kinds_of(posting)]
        for kind in known if dealings < 100 else Random(seed).sample(known, 4):
            planted = plant(dealing, kind, Random(seed))
            if planted is None:
                continue
            breach = judge(dealing, planted.entries)
            assert breach is not None, kind
            assert (breach.by, breach.place) == (planted.by, planted.place), kind
            planted_kinds[kind] += 1
    assert len(planted_kinds) >= 6
    assert dealings < 100 or planted_kinds.total() >= dealings


def test_every_kind_of_fault_fits_some_game() -> None:
    fits = set()
    for name in GAMES:
        dealing = clean(posting_of(name), 3, rounds=4)
        fits |= {kind for kind in BY_NAME if plant(dealing, kind, Random(1))}
    assert fits == set(BY_NAME)


@pytest.mark.parametrize("name", ["blackjack", "craps", "baccarat"])
def test_a_call_is_scored_and_a_wrong_accusation_is_never_right(name: str) -> None:
    outcomes = Counter[str]()
    for number in range(12):
        table = foul_table(posting_of(name), "seed", number)
        silent = rule_on(table, place=None)
        if table.planted is None:
            assert silent.outcome == "clean"
            assert rule_on(table, place=5, kind="wrong-payout").points < 0
            continue
        place, kind = table.planted.place, table.planted.kind
        assert silent.outcome == "miss"
        assert rule_on(table, place=place, kind=kind).outcome == "catch"
        assert rule_on(table, place=place, kind=kind, remedy=None).should == ""
        assert rule_on(table, place=place, by=table.planted.by).outcome == "catch"
        other = next(each for each in BY_NAME if each != kind)
        assert rule_on(table, place=place, kind=other).outcome == "wrong-reason"
        if place:
            assert rule_on(table, place=place - 1, kind=kind).outcome == "false-call"
        outcomes[kind] += 1
    assert outcomes


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_a_game_has_its_occasion(name: str) -> None:
    """Each fault that a dealer of this game can make is planted sooner or later, at some table of the school."""
    tables = school_tables(name)
    missing = {kind.name for table in tables for kind in kinds_of(table)}
    for seed in range(400):
        dealing = clean(tables[-1 - seed % len(tables)], seed, rounds=4 if name == "craps" else 1)
        missing -= {kind for kind in missing if plant(dealing, kind, Random(seed))}
        if not missing:
            return
    pytest.fail(str(missing))


@pytest.mark.parametrize("name", GAMES)
def test_a_supervisor_gives_the_ruling_of_the_law(name: str) -> None:
    kinds = Counter[str]()
    for number in range(8):
        asked = irregular_table(posting_of(name), "class-1", number)
        kinds[asked.call.kind] += 1
        assert ruling_of(asked.call) in asked.choices
        right = [choice for choice in asked.choices if mark_ruling(asked, choice).right]
        assert right == [ruling_of(asked.call)]
        assert mark_ruling(asked, "", asked.call.by).right
        assert not mark_ruling(asked, "", "19:47-2.99").right
        assert mark_ruling(asked, right[0]).follows
        assert asked == irregular_table(posting_of(name), "class-1", number)
    assert len(kinds) > 2
