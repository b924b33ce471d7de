"""The law of the day: what was not yet lawful, what no longer, and which text is not held."""

import tomllib
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest

from chapter47.blackjack.posting import GameName
from chapter47.core.compliance import Judgement
from chapter47.games import check, from_data
from chapter47.law.citations import full
from chapter47.law.homes import HOMES

Claim = Callable[..., None]
Row = dict[str, Any]
DAYS = tomllib.loads(Path(__file__).with_name("days.toml").read_text(encoding="utf-8"))
ROWS: list[Row] = DAYS["rows"]
IN_DOUBT: list[Row] = DAYS["in_doubt"]
LIMITS = {citation for citation, _, kind in HOMES if kind == "limit"}
ADOPTED, REPLACED = date(1978, 6, 2), date(2011, 11, 14)


def _on(day: date, **table: object) -> Judgement:
    return check(from_data(table), day)


def _found(verdict: Judgement) -> list[str]:
    return [finding.citation.removeprefix("19:47-") for finding in verdict.findings]


def _doubted(verdict: Judgement) -> list[tuple[str, date | None, date | None]]:
    return [(doubt.citation, doubt.after, doubt.before) for doubt in verdict.doubts]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['by']} {row['since']}")
def test_the_day_before_it_is_forbidden_and_on_the_day_it_is_not(row: Row, cites: Claim) -> None:
    early = _on(row["since"] - timedelta(days=1), **row["table"])
    assert (early.lawful, _found(early)) == (False, [row["by"]])
    assert early.notices == ()
    in_time = _on(row["since"], **row["table"])
    assert (in_time.lawful, _found(in_time)) == (None, [])
    assert in_time.doubts
    option = full(row["option"] if "option" in row else row["by"])
    cites(*([option] if option in LIMITS else []))


SURRENDER = [
    (date(1978, 6, 2), "allowed"),
    (date(1981, 7, 22), "allowed"),
    (date(1981, 7, 23), "forbidden"),
    (date(1989, 3, 14), "forbidden"),
    (date(1989, 3, 15), "tested"),
    (date(1989, 6, 13), "tested"),
    (date(1989, 6, 14), "forbidden"),
    (date(1990, 1, 15), "forbidden"),
    (date(1990, 1, 16), "allowed"),
]


@pytest.mark.parametrize(("day", "answer"), SURRENDER)
def test_surrender_came_and_went_and_was_tested(day: date, answer: str, cites: Claim) -> None:
    verdict = _on(day, surrender=True)
    doubted = ("19:47-2.8(c)", date(1989, 3, 15), date(1989, 6, 14)) in _doubted(verdict)
    assert _found(verdict) == (["2.8(c)"] if answer == "forbidden" else [])
    assert doubted == (answer == "tested")
    assert verdict.lawful is (False if answer == "forbidden" else None)
    if day >= date(1990, 1, 16):
        cites("19:47-2.8(c)")


def _forbidden(day: date, row: Row) -> bool:
    verdict = _on(day, **row["table"])
    return (verdict.lawful, _found(verdict)) == (False, [row["by"]])


@pytest.mark.parametrize("row", IN_DOUBT, ids=lambda row: f"{row['by']} {row['first']}")
def test_between_two_days_nobody_can_say(row: Row, cites: Claim) -> None:
    doubt = (full(row["by"]), row["first"], row["last"])
    eve = timedelta(days=1)
    assert _forbidden(row["first"] - eve, row)
    for day in (row["first"], row["last"] - eve):
        verdict = _on(day, **row["table"])
        assert (verdict.lawful, verdict.findings) == (None, ())
        assert doubt in _doubted(verdict)
    for day in {row["last"], row["since"] - eve} if row["last"] < row["since"] else set():
        assert _forbidden(day, row)
    in_time = _on(row["since"], **row["table"])
    assert (in_time.lawful, in_time.findings) == (None, ())
    assert doubt not in _doubted(in_time)
    cites(*([full(row["by"])] if full(row["by"]) in LIMITS else []))


WORDS = [
    ({"game": "spanish-21"}, date(1996, 5, 20), "game.not_yet", "it was introduced between 1996-05-21 and 2001-09-17"),
    ({"game": "switch"}, date(2007, 11, 19), "game.not_yet", "it was introduced between 2007-11-20 and 2010-12-31"),
    ({"even_money": True}, date(1998, 12, 6), "even_money.not_yet", "it was introduced on 1998-12-07"),
    ({"surrender": True}, date(1985, 1, 1), "surrender.repealed", "repealed on 1981-07-23 and restored on 1990-01-16"),
    (
        {"surrender": True},
        date(1989, 6, 14),
        "surrender.repealed",
        "repealed on 1981-07-23 and restored on 1990-01-16",
    ),
]


@pytest.mark.parametrize(("table", "day", "code", "words"), WORDS)
def test_a_finding_says_when_it_came_in_or_went(table: Row, day: date, code: str, words: str) -> None:
    (finding,) = _on(day, **table).findings
    assert (finding.code, finding.got) == (code, str(day))
    assert words in finding.message


def test_a_repealed_section_is_no_text_that_is_not_held() -> None:
    assert "19:47-2.8" not in [section for section, _, _ in _doubted(_on(date(1985, 1, 1), surrender=True))]


@pytest.mark.parametrize("game", get_args(GameName))
def test_nothing_was_lawful_before_the_chapter(game: str) -> None:
    (finding,) = _on(ADOPTED - timedelta(days=1), game=game, boxes=9, wagers={"streak": {}}).findings
    assert (finding.citation, finding.got, finding.want) == ("19:47", "1978-06-01", "1978-06-02 or later")


@pytest.mark.parametrize("game", get_args(GameName))
def test_of_the_chapter_that_took_its_place_nothing_is_held(game: str) -> None:
    verdict = _on(REPLACED, game=game, decks=0, wagers={"streak": {}, "progressive": {}})
    assert (verdict.lawful, verdict.findings) == (None, ())
    assert _doubted(verdict) == [("19:47", REPLACED, None)]


@pytest.mark.parametrize("game", get_args(GameName))
def test_without_a_day_the_newest_text_held_answers_and_says_so(game: str) -> None:
    verdict = check(from_data({"game": game}))
    assert verdict.lawful is True
    assert [notice.kind for notice in verdict.notices].count("text") == 1


# Which sections of a table are held of a day, from the notes under each: from which day on and before which.
ALL_OF_1978 = {
    "2.1": date(1982, 9, 15),
    "2.2": date(1982, 9, 15),
    "2.3": date(1979, 1, 5),
    "2.4": date(1980, 3, 31),
    "2.5": date(1979, 1, 5),
    "2.6": date(1979, 9, 26),
    "2.7": date(1979, 9, 26),
    "2.9": date(1979, 9, 26),
    "2.11": date(1980, 4, 29),
    "2.12": date(1981, 11, 2),
    "2.13": date(1981, 7, 23),
    "2.14": date(1991, 9, 16),
    "2.15": date(1980, 3, 31),
}
JULY_1996 = {
    "2.2": (date(1996, 7, 15), date(1998, 9, 8)),
    "2.3": (date(1996, 7, 15), date(1996, 12, 2)),
    "2.6": (date(1996, 7, 15), date(1999, 1, 4)),
    "2.9": (date(1996, 7, 15), date(1998, 12, 7)),
    "2.15": (date(1996, 7, 15), date(1999, 1, 4)),
}
SEPTEMBER_2001 = {
    "2.6": (date(1999, 4, 5), date(2006, 1, 17)),
    "2.7": (date(1999, 1, 4), date(2007, 1, 2)),
    "2.15": (date(1999, 1, 4), date(2005, 1, 18)),
}
UNDATED_SWITCH = {
    "19:46-1.10C": (date(2007, 11, 20), REPLACED),
    "19:47-2A": (date(2007, 11, 20), REPLACED),
}
WITHOUT_2_9 = {section: span for section, span in JULY_1996.items() if section != "2.9"}
HELD: list[tuple[date, Row, dict[str, tuple[date, date]]]] = [
    (ADOPTED, {}, {section: (ADOPTED, end) for section, end in ALL_OF_1978.items()}),
    (date(1996, 5, 19), {}, {"2.5": (date(1994, 6, 6), date(1996, 5, 20))}),
    (date(1996, 5, 20), {}, {}),
    (date(1996, 6, 1), {}, {}),
    (date(1996, 6, 1), {"surrender": True, "wagers": {"same-suit": {}}, "optional_payouts": ["five-card-21"]}, {}),
    (date(1996, 6, 1), {"game": "multiple-action", "shuffle": "continuous"}, {}),
    (date(1996, 6, 1), {"game": "double-exposure"}, {}),
    (date(1996, 7, 14), {}, {}),
    (date(1996, 7, 15), {}, JULY_1996),
    (date(1996, 7, 15), {"game": "double-exposure"}, WITHOUT_2_9),
    (date(1996, 7, 15), {"wagers": {"sevens": {}}}, JULY_1996),
    (date(1996, 7, 15), {"surrender": True}, {**JULY_1996, "2.8": (date(1996, 7, 15), date(2006, 1, 17))}),
    (date(1996, 7, 15), {"game": "multiple-action"}, {**JULY_1996, "2.18": (date(1996, 7, 15), date(1999, 1, 4))}),
    (date(2001, 9, 17), {}, SEPTEMBER_2001),
    (
        date(2001, 9, 17),
        {"wagers": {"streak": {}}},
        {**SEPTEMBER_2001, "2.22": (date(2001, 1, 16), date(2006, 6, 5))},
    ),
    (date(2001, 9, 17), {"game": "spanish-21"}, {"19:47-19": (date(1996, 5, 21), REPLACED)}),
    (date(2010, 6, 6), {}, {"2.10": (date(2006, 1, 17), date(2010, 6, 7))}),
    (date(2010, 6, 7), {}, {}),
    (date(2010, 6, 7), {"game": "six-to-five", "wagers": {"streak": {}}}, {}),
    (date(2010, 6, 7), {"game": "double-exposure", "wagers": {"blackjack-bonus": {}}}, {}),
    (date(2010, 6, 7), {"game": "multiple-action", "wagers": {"sevens": {}}}, {}),
    (date(2010, 6, 7), {"surrender": True, "shuffle": "continuous", "wagers": {"optional-bonus": {}}}, {}),
    (date(2010, 6, 7), {"wagers": {"progressive": {}, "match-the-dealer": {}}}, {}),
    (date(2010, 6, 7), {"wagers": {"twenty-point-bonus": {}}}, {}),
    (date(2010, 6, 7), {"game": "switch"}, UNDATED_SWITCH),
    (date(2010, 6, 7), {"game": "spanish-21"}, {"19:47-19": (date(1996, 5, 21), REPLACED)}),
    (date(2011, 11, 13), {}, {}),
]


@pytest.mark.parametrize(("day", "table", "missing"), HELD)
def test_lawful_where_all_sections_are_held_else_neither_yes_nor_no(
    day: date, table: Row, missing: dict[str, tuple[date, date]]
) -> None:
    verdict = _on(day, **table)
    named = {section if section.startswith("19:") else f"19:47-{section}": span for section, span in missing.items()}
    assert {section: (after, before) for section, after, before in _doubted(verdict)} == named
    assert verdict.lawful is (None if missing else True)
    assert bool(verdict.notices)


def test_a_definite_finding_decides_though_a_text_is_not_held() -> None:
    verdict = _on(date(2001, 9, 17), boxes=8)
    assert (verdict.lawful, [finding.citation for finding in verdict.findings]) == (False, ["19:46-1.10"])
    assert len(verdict.doubts) == len(SEPTEMBER_2001)


def test_the_day_of_the_call_goes_before_the_day_of_the_file() -> None:
    table = from_data({"on": date(2010, 6, 7), "soft_17": "hit"})
    assert check(table).lawful is True
    assert check(table, date(1996, 6, 1)).lawful is False
    assert check(table, date(1996, 6, 1)).table.on == date(1996, 6, 1)
