"""The law reader: days held, search, and changes between two dates."""

from datetime import date, timedelta

import pytest
from tests.cli.commands import LAWFUL, NOT_HELD, UNLAWFUL, UNREADABLE, Within

from chapter47.desk.law_reader import changes_between, held_sections, irregularity_named, search
from chapter47.law.editions import Held, in_force


def test_the_days_held_are_those_on_which_a_text_is_in_force() -> None:
    sections = {row.citation: row for row in held_sections()}
    assert [(str(first), str(last)) for first, last in sections["19:47-2.12"].held] == [
        ("1984-03-05", "2006-01-16"),
        ("2007-11-19", "2011-11-13"),
    ]
    assert (sections["19:47-2A.5"].held, sections["19:47-2A.5"].editions) == ((), ("switch",))
    assert (sections["19:47-8.5"].held, sections["19:47-8.5"].editions) == ((), ())
    for row in sections.values():
        for first, last in row.held:
            assert isinstance(in_force(row.citation, first), Held)
            assert isinstance(in_force(row.citation, last), Held)
            before = first - timedelta(days=1)
            assert before < date(1978, 6, 2) or not _same_text(row.citation, before, first)


def _same_text(citation: str, one_day: date, another_day: date) -> bool:
    return in_force(citation, one_day) == in_force(citation, another_day)


def test_the_timeline_has_a_mark_for_every_half_year(within: Within) -> None:
    ran = within("law", "--held", columns="200")
    assert (ran.code, ran.err) == (LAWFUL, "")
    [line] = [line for line in ran.out.splitlines() if "19:47-2.12 " in line]
    timeline = line.split("│")[2].strip()
    assert timeline == "." * 12 + "+" + "#" * 43 + "+" + ".." + "+" + "#" * 8
    rows = within("law", "--held", "--json").json["sections"]
    assert next(row["held"] for row in rows if row["citation"] == "19:47-2.25") == [["2007-11-19", "2011-11-13"]]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("soft 17", "19:47-2.12(b)2"),
        ("soft_17", "19:47-2.12(b)2"),
        ("overdrew", "19:47-2.15(d)"),
        ("gaming guides", "19:47-8.5"),
        ("six-to-five", "19:47-2.6A"),
        ("even money", "19:47-2.7(c)"),
        ("face-down double", "19:47-2.10(c)"),
    ],
)
def test_words_keys_and_names_find_their_paragraph(words: str, first: str) -> None:
    assert search(words)[0].citation == first


def test_a_search_needs_all_words_and_says_when_nothing_is_found(within: Within) -> None:
    assert all("split" in match.says.lower() for match in search("split") if match.found_in == "text")
    answer = within("law", "--search", "split aces", "--json")
    assert answer.code == LAWFUL
    assert {tuple(match) for match in answer.json["matches"]} == {("citation", "edition", "says", "found_in")}
    nothing = within("law", "--search", "roulette wheel", "--json")
    assert (nothing.code, nothing.json["matches"]) == (UNLAWFUL, [])
    assert within("law", "--search", " ", "--json").code == UNREADABLE


def test_an_irregularity_leads_to_its_paragraph(within: Within) -> None:
    assert irregularity_named("overdrew") == "19:47-2.15(d)"
    assert irregularity_named("missed card") == "19:47-2.15(g)"
    assert irregularity_named("card") is None
    assert within("law", "overdrew", "--json").json["citation"] == "19:47-2.15(d)"


def test_what_changed_between_two_texts(within: Within) -> None:
    ran = within("law", "2.12", "--between", "1996-05-20", "2010-06-07", "--json")
    assert ran.code == LAWFUL
    assert ran.json["amended"] == ["2006-01-17", "2006-06-19", "2007-11-19"]
    assert {change["citation"]: change["change"] for change in ran.json["changes"]} == {
        "19:47-2.12(b)": "changed",
        "19:47-2.12(b)1": "added",
        "19:47-2.12(b)2": "added",
        "19:47-2.12(b)2i": "added",
        "19:47-2.12(b)2ii": "added",
        "19:47-2.12(c)": "changed",
        "19:47-2.12(d)": "added",
    }
    assert [option["on"] for option in ran.json["options"]] == ["2006-06-19"]
    for_people = within("law", "2.12", "--between", "1996-05-20", "2010-06-07").out
    assert "2006-06-19: the option to hit soft 17 became lawful (soft_17, 19:47-2.12(b)2)" in for_people


def test_a_text_that_is_not_held_is_said_to_be_the_nearest(within: Within) -> None:
    changes = changes_between("19:47-2.12", date(1996, 5, 20), date(2006, 7, 1))
    assert (changes.first.held, changes.second.held) == (True, False)
    ran = within("law", "2.12", "--between", "1996-05-20", "2006-07-01")
    assert ran.code == NOT_HELD
    assert "the nearest one held; the text of that date is not held" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("2.12", "--between", "2010-06-07", "1996-05-20"),
        ("2.12", "--between", "yesterday", "today"),
        ("--between", "1996-05-20", "2010-06-07"),
        ("2.99", "--between", "1996-05-20", "2010-06-07"),
    ],
)
def test_bad_dates_and_paragraphs_are_refused(arguments: tuple[str, ...], within: Within) -> None:
    ran = within("law", *arguments, "--json")
    assert ran.code == UNREADABLE
    assert len(ran.json["errors"]) == 1
