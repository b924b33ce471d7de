"""What must be announced, posted, printed or filed: for a table as it stands, and for a change from one to another."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.games import BLACKJACK_GAMES
from chapter47.core.findings import Announcement, Notice
from chapter47.games import changes, check, from_data
from chapter47.law.citations import full
from chapter47.law.homes import HOMES

Claim = Callable[..., None]
Row = dict[str, Any]
DATA: dict[str, list[Row]] = tomllib.loads(Path(__file__).with_name("notices.toml").read_text(encoding="utf-8"))
NOTICES = tuple(dict.fromkeys(notice for game in BLACKJACK_GAMES for notice in game.notices))
HELD = {citation for citation, _, kind in HOMES if kind == "notice"}
WHEN = {
    "used": "before it is used",
    "withdrawn": "before it is withdrawn",
    "change": "when chosen, and on every change",
    "decrease": "on every decrease",
    "open": "while the table is open",
}


def _notices(table: Row, citation: str) -> list[Notice]:
    verdict = check(from_data(table))
    assert verdict.lawful is not False
    return [notice for notice in verdict.notices if notice.citation == citation]


@pytest.mark.parametrize("row", DATA["needs"], ids=lambda row: row["by"])
def test_this_table_needs_it_and_that_one_does_not(row: Row, cites: Claim) -> None:
    citation = full(row["by"])
    needed = _notices(row["table"], citation)
    assert {(notice.kind, notice.when) for notice in needed} == {
        (row["kind"], WHEN[word]) for word in row["when"].split()
    }
    assert all(notice.message for notice in needed)
    assert _notices(row["not"], citation) == []
    cites(*([citation] if citation in HELD else []))


@pytest.mark.parametrize("row", DATA["changes"], ids=lambda row: row["by"] or "nothing")
def test_a_change_needs_just_these_before_it_takes_effect(row: Row, cites: Claim) -> None:
    notices = changes(from_data(row["old"]), from_data(row["new"]))
    expected = [full(word) for word in row["by"].split()]
    assert [notice.citation for notice in notices] == expected
    assert {notice.when for notice in notices} <= {"before the change"}
    cites(*(citation for citation in expected if citation in HELD))


def test_every_notice_is_needed_somewhere_and_spared_elsewhere() -> None:
    """Only the limits of the table, 8.2, are posted everywhere; what a change alone needs is among the changes."""
    standing = {notice.citation for notice in NOTICES if not getattr(notice, "only_on_change", False)}
    assert standing - {full(row["by"]) for row in DATA["needs"]} == {"19:47-8.2"}
    on_change = {notice.citation for notice in NOTICES} - standing
    assert on_change <= {full(by) for row in DATA["changes"] for by in row["by"].split()}


@pytest.mark.parametrize(
    "game", ["blackjack", "six-to-five", "double-exposure", "multiple-action", "switch", "spanish-21"]
)
def test_the_limits_are_posted_at_every_table(game: str) -> None:
    (notice,) = _notices({"game": game, "minimum": "15", "maximum": "250"}, "19:47-8.2")
    assert (notice.kind, notice.when) == ("posting", WHEN["open"])
    assert "$15" in notice.message
    assert "$250" in notice.message


@pytest.mark.parametrize(
    ("words", "start", "stop"),
    [
        ("surrender", "notice under 8.3 to begin surrender", "notice under 8.3 to withdraw surrender"),
        ("even_money", "notice under 8.3 to begin the even-money pay-out", None),
    ],
)
def test_a_notice_says_whether_a_thing_begins_or_ends(words: str, start: str, stop: str | None) -> None:
    without, having = from_data({}), from_data({words: True})
    assert [notice.message for notice in changes(without, having)] == [start]
    assert [notice.message for notice in changes(having, without)] == ([stop] if stop else [])


def test_each_announcement_says_when_it_is_needed() -> None:
    announcements = [notice for notice in NOTICES if isinstance(notice, Announcement)]
    assert announcements
    for announcement in announcements:
        assert announcement.start or announcement.stop or announcement.change or announcement.decrease, (
            announcement.citation
        )


def test_an_unlawful_table_gets_findings_and_no_notices() -> None:
    verdict = check(from_data({"decks": 0, "surrender": True}))
    assert (verdict.lawful, verdict.notices) == (False, ())


LAYOUTS = [
    ({}, "Blackjack pays 3 to 2"),
    ({"game": "six-to-five"}, "Blackjack pays 6 to 5"),
    ({"game": "double-exposure"}, "Blackjack pays 1 to 1"),
    ({"game": "multiple-action"}, "Dealer must draw to 16 and stand on all 17s"),
    ({"soft_17": "hit"}, "Dealer must hit soft 17s"),
    ({"game": "six-to-five"}, "Dealer must hit soft 17s"),
    ({}, "Insurance pays 2 to 1"),
    ({"game": "switch"}, "Blackjack pays 1 to 1"),
    ({"game": "switch"}, "Dealer pushes on 22"),
    ({"game": "switch"}, "Dealer must hit a soft 17"),
    ({"game": "switch"}, "Insurance pays 2 to 1"),
    ({"game": "spanish-21"}, "Dealer must draw to 16 and stand on all 17's"),
    ({"game": "spanish-21"}, "Blackjack pays 3 to 2"),
]


@pytest.mark.parametrize(("table", "inscription"), LAYOUTS)
def test_the_layout_shows_the_inscriptions_of_its_game(table: Row, inscription: str) -> None:
    layout = [notice.message for notice in check(from_data(table)).notices if notice.kind == "layout"]
    assert sum(f'"{inscription}"' in message for message in layout) == 1


def test_double_exposure_has_no_insurance_to_print() -> None:
    layout = [notice.message for notice in check(from_data({"game": "double-exposure"})).notices]
    assert not any("Insurance" in message for message in layout)
