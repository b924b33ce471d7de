"""All tables of one casino: one same-suit option for each number of decks, one bonus advantage for each stake."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from chapter47.core.compliance import Floor
from chapter47.games import check_floor, from_data

Claim = Callable[..., None]
SAME_SUIT, BONUS = "19:47-2.17(e)2", "19:47-2.20(k)"
PARTS = 10**6


def _floor(tables: dict[str, dict[str, Any]], on: date | None = None) -> Floor:
    return check_floor({name: from_data(data) for name, data in tables.items()}, on)


def _suited(decks: int, paytable: int | None = None) -> dict[str, Any]:
    return {"decks": decks, "wagers": {"same-suit": {"paytable": paytable} if paytable else {}}}


def _bonus(decks: int = 8, **tops: int) -> dict[str, Any]:
    """`one` and `five` say how many parts in a million pay the most on $1 and on $5."""
    stakes = {"one": ("1", "5", "1000"), "five": ("5", "50", "5000")}
    payouts = {stake: {least: PARTS - tops[key], most: tops[key]} for key, (stake, least, most) in stakes.items()}
    return {"decks": decks, "wagers": {"blackjack-bonus": {"payouts": payouts}}}


# One part more pays $995 more on $1 and $4,950 more on $5, at 256/5395 a time from eight decks: 21 parts stay below a
# tenth of a percentage point (0.0991 and 0.0987), 22 go above it (0.1039 and 0.1033).
ONE, FIVE = 10_050, 6_060
SITUATIONS: list[tuple[str, dict[str, dict[str, Any]], list[str]]] = [
    ("no table at all", {}, []),
    ("one table", {"a": _suited(8, 2)}, []),
    ("the same option", {"a": _suited(8, 2), "b": _suited(8, 2)}, []),
    ("the first option, named or not", {"a": _suited(8, 1), "b": _suited(8)}, []),
    ("two options with eight decks", {"a": _suited(8, 2), "b": _suited(8, 1)}, [SAME_SUIT]),
    ("two options, but of different decks", {"a": _suited(8, 2), "b": _suited(6, 1)}, []),
    ("the same odds under two options", {"a": _suited(6, 2), "b": _suited(6, 3)}, [SAME_SUIT]),
    (
        "two options with six decks and two with eight",
        {"a": _suited(8, 2), "b": _suited(6, 4), "c": _suited(8, 3), "d": _suited(6, 1)},
        [SAME_SUIT, SAME_SUIT],
    ),
    ("the same advantage", {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE, five=FIVE)}, []),
    ("$1 just within", {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE + 21, five=FIVE)}, []),
    ("$1 just without", {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE + 22, five=FIVE)}, [BONUS]),
    ("$1 just without, downwards", {"a": _bonus(one=ONE + 22, five=FIVE), "b": _bonus(one=ONE, five=FIVE)}, [BONUS]),
    ("$5 just within", {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE, five=FIVE + 21)}, []),
    ("$5 just without", {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE, five=FIVE + 22)}, [BONUS]),
    ("both without", {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE + 99, five=FIVE + 99)}, [BONUS, BONUS]),
    (
        "three, each within of the next",
        {name: _bonus(one=ONE + step, five=FIVE) for name, step in (("a", 0), ("b", 21), ("c", 42))},
        [BONUS],
    ),
    (
        "the same pay-outs from two decks and eight",
        {"a": _bonus(2, one=ONE, five=FIVE), "b": _bonus(one=ONE, five=FIVE)},
        [BONUS, BONUS],
    ),
    (
        "both rules at once, in the order of the regulation",
        {
            "a": _bonus(one=ONE, five=FIVE),
            "b": _bonus(one=ONE + 22, five=FIVE),
            "c": _suited(8, 1),
            "d": _suited(8, 2),
        },
        [SAME_SUIT, BONUS],
    ),
]


@pytest.mark.parametrize(("tables", "findings"), [row[1:] for row in SITUATIONS], ids=[row[0] for row in SITUATIONS])
def test_what_binds_the_tables_of_a_casino_to_each_other(
    tables: dict[str, dict[str, Any]], findings: list[str], cites: Claim
) -> None:
    floor = _floor(tables)
    assert [finding.citation for finding in floor.findings] == findings
    assert [verdict.lawful for verdict in floor.tables.values()] == [True] * len(tables)
    assert floor.lawful is (not findings)
    cites(*findings)


def test_a_floor_finding_names_the_tables() -> None:
    floor = _floor({"zebra": _suited(8, 2), "ape": _suited(8, 3), "bear": _suited(8, 2), "cat": _suited(2, 3)})
    (finding,) = floor.findings
    assert finding.got == "option 3: ape; option 2: bear, zebra"


def test_deck_numbers_and_stakes_go_upwards() -> None:
    suited = {"a": _suited(8, 2), "b": _suited(6, 4), "c": _suited(8, 3), "d": _suited(6, 1)}
    assert [finding.message[:23] for finding in _floor(suited).findings] == [
        "all tables with 6 decks",
        "all tables with 8 decks",
    ]
    bonus = {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE + 99, five=FIVE + 99)}
    assert ["$1" in finding.message for finding in _floor(bonus).findings] == [True, False]


TWO_OPTIONS = {"a": _suited(8, 1), "b": _suited(8, 2)}
TWO_ADVANTAGES = {"a": _bonus(one=ONE, five=FIVE), "b": _bonus(one=ONE + 22, five=FIVE)}
DAYS: list[tuple[dict[str, dict[str, Any]], date, bool | None, list[str]]] = [
    (TWO_OPTIONS, date(1978, 6, 1), False, []),
    (TWO_OPTIONS, date(1994, 2, 21), False, []),  # the wager itself is not lawful yet
    (TWO_OPTIONS, date(1996, 6, 1), False, [SAME_SUIT]),
    (TWO_OPTIONS, date(2010, 6, 7), False, [SAME_SUIT]),
    (TWO_OPTIONS, date(2011, 11, 14), None, []),
    (TWO_ADVANTAGES, date(1999, 1, 3), False, []),
    (TWO_ADVANTAGES, date(1999, 1, 4), False, [BONUS]),
    (TWO_ADVANTAGES, date(2011, 11, 14), None, []),
]


@pytest.mark.parametrize(("tables", "day", "lawful", "findings"), DAYS)
def test_the_floor_is_judged_by_the_law_of_the_day(
    tables: dict[str, dict[str, Any]], day: date, lawful: bool | None, findings: list[str]
) -> None:
    floor = _floor(tables, day)
    assert (floor.lawful, [finding.citation for finding in floor.findings]) == (lawful, findings)


MIXTURES: list[tuple[list[dict[str, Any]], bool | None]] = [
    ([{}, {}], True),
    ([{}, {"decks": 0}], False),
    ([{}, {"on": date(2010, 6, 6)}], None),
    ([{"decks": 0}, {"on": date(2010, 6, 6)}], False),
    ([{"on": date(2010, 6, 6)}, *TWO_OPTIONS.values()], False),
]


@pytest.mark.parametrize(("tables", "lawful"), MIXTURES)
def test_a_floor_is_as_lawful_as_its_worst_table(tables: list[dict[str, Any]], lawful: bool | None) -> None:
    assert _floor({str(number): table for number, table in enumerate(tables)}).lawful is lawful
