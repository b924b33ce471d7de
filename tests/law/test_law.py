"""The law as data: every paragraph once, every home at a paragraph, every day a text or a refusal."""

import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.give_up import SECONDS

import chapter47
from chapter47.law.citations import full, is_citation, order, section
from chapter47.law.coverage import coverage
from chapter47.law.editions import (
    Held,
    NotAdopted,
    NotHeld,
    Repealed,
    adopted,
    edition_days,
    edition_of,
    in_force,
    known_of,
    periods,
    plays_by,
    replaced,
    title_of,
)
from chapter47.law.homes import HOMES, Home, TwoHomesError, law
from chapter47.law.paragraphs import outside, paragraph, paragraphs, stem
from chapter47.law.readings import choices, readings

for module in pkgutil.walk_packages(chapter47.__path__, "chapter47."):
    if ".migrations" not in module.name:  # Alembic runs those, inside a migration
        importlib.import_module(module.name)

ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "citations.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


# Paragraphs.


def test_every_row_of_edition_and_citation_stands_in_the_package_once() -> None:
    held = Counter((edition, form.citation) for form in paragraphs() for edition in form.editions)
    assert held == Counter(ROWS)
    assert len(ROWS) == 867
    assert len({citation for _, citation in ROWS}) == 627


def test_every_paragraph_says_something_of_its_own_kind() -> None:
    kinds = {"heading", "definition", "rule", "limit", "notice", "script", "conduct"}
    wrong = [
        form.citation
        for form in paragraphs()
        if not form.says.endswith(".")
        or not set(form.kinds) <= kinds
        or len(set(form.kinds)) != len(form.kinds)
        or not form.kinds
        or ("heading" in form.kinds and len(form.kinds) > 1)
    ]
    assert wrong == []


def test_a_paragraph_is_not_younger_than_the_editions_that_hold_it() -> None:
    wrong = [
        (form.citation, form.since, edition)
        for form in paragraphs()
        for edition in form.editions
        if form.since and edition in edition_days() and not adopted() <= form.since <= edition_days()[edition]
    ]
    assert wrong == []


def test_paragraphs_are_found_by_their_citation() -> None:
    for _, citation in ROWS:
        assert {form.citation for form in paragraph(citation)} == {citation}
    assert paragraph("19:47-2.99") == ()
    assert stem("19:46-1.10C(b)4i") == "46-1.10C"


# Homes.


def place(home: Home) -> str:
    """The file and line of a home, so that a failure can be opened."""
    module = sys.modules[home.module]
    function = getattr(module, home.function.partition(".")[0], None)
    line = inspect.getsourcelines(function)[1] if inspect.isfunction(function) else 1
    return f"{module.__file__}:{line} {home.function}"


def homes_astray() -> Iterator[str]:
    for (citation, edition, kind), home in HOMES.items():
        forms = [form for form in paragraph(citation) if edition in form.editions]
        if not forms:
            yield f"{place(home)}: there is no {citation} in the edition {edition}"
        elif kind not in forms[0].kinds:
            yield f"{place(home)}: {edition} {citation} is {', '.join(forms[0].kinds)}, not {kind}"


def test_every_home_is_at_a_paragraph_of_its_kind() -> None:
    assert list(homes_astray()) == []


def test_a_home_astray_is_named() -> None:
    before = dict(HOMES)
    try:
        law("19:47-2.99(z)", editions="2010")(place)
        law("19:47-2.3(a)1", editions="1996", kind="notice")(place)
        astray = list(homes_astray())
    finally:
        HOMES.clear()
        HOMES.update(before)
    here = str(Path(__file__))
    assert [line.partition(" place: ")[2] for line in astray if line.startswith(here)] == [
        "there is no 19:47-2.99(z) in the edition 2010",
        "1996 19:47-2.3(a)1 is rule, not notice",
    ]


def test_a_paragraph_has_one_home_per_kind() -> None:
    home = next(iter(HOMES.values()))
    with pytest.raises(TwoHomesError, match="has a home in"):
        law(home.citation, editions=home.edition, kind=home.kind)(place)


def test_a_heading_or_conduct_has_no_home() -> None:
    assert [key for key in HOMES if key[2] in ("heading", "conduct")] == []


# Outside any program, and doubtful passages.


def test_what_no_program_can_perform_is_listed_with_the_reason() -> None:
    conduct = {
        (form.citation, edition) for form in paragraphs() if "conduct" in form.kinds for edition in form.editions
    }
    listed = {(citation, edition) for citation, entry in outside().items() for edition in entry.editions}
    assert conduct - listed == set()
    assert listed - conduct == set()
    assert all(len(entry.reason.split()) > 3 for entry in outside().values())


def test_every_reading_is_of_a_paragraph_that_is_there() -> None:
    rows = set(ROWS)
    unknown = [reading for reading in readings() if (reading.edition, reading.citation) not in rows]
    assert [reading.key for reading in unknown if not title_of(reading.citation)] == []
    assert [reading.key for reading in readings() if reading.name and not reading.other] == []
    named = sum(reading.name is not None for reading in readings())
    assert sum(map(len, choices().values())) == named


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("2010 19:47-2.2(a)4", "at-least"),
        ("1996 19:47-2.3(a)3", "literal"),
        ("2001 19:47-2.3(a)3", "literal"),
        ("2010 19:47-2.3(a)3", "literal"),
        ("2010 19:47-2.3(e)", "first-wager"),
        ("2010 19:47-2.6(k)4", "soft-too"),
        ("2010 19:47-2.10(b)", "busted-plus-one"),
        ("2010 19:47-2.11(d)", "busted-plus-one"),
        ("2010 19:47-2.19(c)", "unsplit"),
        ("2010 19:47-2.20(j)", "returned"),
        ("2010 19:47-2.22(h)", "strict"),
        ("switch 19:47-2A.5(b)1", "loses"),
        ("2001 19:47-19.5(a)3", "literal"),
        ("2001 19:47-19.5(e)", "literal"),
        ("1996 19:47-1.2(a)3", "any-roll"),
        ("1996 19:47-1.2(a)5", "both"),
        ("1996 19:47-1.2(a)7", "working"),
        ("1996 19:47-1.4", "to-the-cent"),
        ("1996 19:47-1.5", "of-the-win"),
        ("1996 19:47-1.5", "kept"),
        ("1996 19:47-3.3(c)", "on-collection"),
    ],
)
def test_a_reading_that_a_table_file_can_choose(key: str, name: str) -> None:
    assert name in choices()[key]


def test_the_doubt_when_aces_could_first_be_held_to_one_split_is_listed() -> None:
    """The check takes one side of it (compliance/situations: 1992-08-16 and 17); the other side stands beside it."""
    of_2_11_e = [reading for reading in readings() if reading.citation == "19:47-2.11(e)" and reading.edition == "1996"]
    (doubt,) = (reading for reading in of_2_11_e if "1992" in reading.problem)
    assert doubt.reading.startswith("the limitation itself was introduced on 17 August 1992")
    assert doubt.other is not None
    assert len(of_2_11_e) == 2


def test_every_duty_of_every_row_is_done_or_missing() -> None:
    counted = coverage()
    duties = sum(len(form.kinds) * len(form.editions) for form in paragraphs())
    done = counted.headings + counted.executed + counted.checked + counted.script + counted.outside
    assert counted.paragraphs == len(ROWS)
    assert done + len(counted.missing) == duties


# Citations.

PRINTED = """
19:46-1.10C  19:46-1.10C(a)  19:46-1.10C(b)4iv  19:46-1.17(a)  19:47-1.1  19:47-1.2(a)1  19:47-2.1  19:47-2.2(a)
19:47-2.2(a)4  19:47-2.2(b)3  19:47-2.2(b)3i  19:47-2.2(b)3ii  19:47-2.2(c)  19:47-2.6(i)  19:47-2.6(k)  19:47-2.6(k)4
19:47-2.6A  19:47-2.6A(e)3  19:47-2.7  19:47-2.10  19:47-2.17(e)2iv  19:47-2.17(e)2v  19:47-2.25(h)  19:47-2A.1
19:47-2A.6  19:47-2A.15  19:47-3.1  19:47-19.4(e)  19:47-19.5(a)
"""


@pytest.mark.parametrize(("first", "second"), list(pairwise(PRINTED.split())))
def test_citations_sort_as_printed(first: str, second: str) -> None:
    assert order(first) < order(second)


def test_the_paragraphs_come_in_that_order() -> None:
    citations = list(dict.fromkeys(form.citation for form in paragraphs()))
    assert citations == sorted({citation for _, citation in ROWS}, key=order)
    assert len({order(citation) for citation in citations}) == len(citations)


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        ("2.3(a)1", "19:47-2.3(a)1"),
        ("47-2.3(a)1", "19:47-2.3(a)1"),
        ("19:47-2.3(a)1", "19:47-2.3(a)1"),
        ("N.J.A.C. 19:47-2.3(a)1", "19:47-2.3(a)1"),
        (" 19:47–2.3 ", "19:47-2.3"),
        ("2A.11(e)", "19:47-2A.11(e)"),
        ("46-1.10C(b)4i", "19:46-1.10C(b)4i"),
        ("2.3 (a)1", "19:47-2.3(a)1"),
        ("N.J.A.C. § 19:47-2.3", "19:47-2.3"),
    ],
)
def test_a_citation_may_be_short(text: str, citation: str) -> None:
    assert full(text) == citation


@pytest.mark.parametrize("text", ["", "2.", "2.3(A)", "2.3(aa)", "2.3(a)1a", "2,3", "20:47-2.3", "٢.٣", "2.3\n2"])
def test_no_citation(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a citation: a form such as 19:47-2.3\(a\)1"):
        full(text)


@given(st.text())
def test_any_text_is_a_citation_or_refused(text: str) -> None:
    try:
        citation = full(text)
    except ValueError:
        assert not is_citation(text)
    else:
        assert is_citation(citation)
        assert citation.startswith(section(citation))


# Which text stood on a day.

REPLACED = "19:47 was replaced by 13:69F, which is not held"
TESTED = "the section was repealed and then under a temporary test, whose text is not held"
DAYS = [
    ("19:47-2.7", date(1997, 1, 1), Held(("1996",))),
    ("19:47-2.7", date(2003, 5, 1), NotHeld(date(1999, 1, 4), date(2007, 1, 2))),
    ("19:47-2.1", date(1993, 1, 18), NotHeld(date(1982, 9, 15), date(1993, 1, 19))),
    ("19:47-2.1", date(1993, 1, 19), Held(("2001", "2010"))),
    ("19:47-2.1", date(2011, 11, 13), Held(("2001", "2010"))),
    (
        "19:47-2.1",
        date(2011, 11, 14),
        NotHeld(date(2011, 11, 14), None, REPLACED),
    ),
    ("19:47-2.2(a)", date(1996, 7, 14), Held(("1996",))),
    ("19:47-2.2(a)", date(1996, 7, 15), NotHeld(date(1996, 7, 15), date(1998, 9, 8))),
    ("19:47-2.2(a)", date(1999, 7, 5), NotHeld(date(1998, 9, 8), date(1999, 7, 6))),
    ("19:47-2.2(a)", date(1999, 7, 6), Held(("2001",))),
    ("19:47-2.2(a)", date(2004, 7, 18), Held(("2001",))),
    ("19:47-2.2(a)", date(2004, 7, 19), NotHeld(date(2004, 7, 19), date(2006, 1, 17))),
    ("19:47-2.2(a)", date(2007, 11, 18), NotHeld(date(2006, 6, 5), date(2007, 11, 19))),
    ("19:47-2.2(a)", date(2007, 11, 19), Held(("2010",))),
    ("19:47-2.3(i)", date(2001, 12, 2), Held(("2001",))),
    ("19:47-2.3(i)", date(2001, 12, 3), NotHeld(date(2001, 12, 3), date(2006, 1, 17))),
    ("19:47-2.5(g)", date(1996, 5, 19), NotHeld(date(1994, 6, 6), date(1996, 5, 20))),
    ("19:47-2.5(g)", date(1996, 5, 20), Held(("1996",))),
    ("19:47-2.6(k)4", date(1994, 6, 5), NotHeld(date(1993, 12, 6), date(1994, 6, 6))),
    ("19:47-2.6(k)4", date(1994, 6, 6), Held(("1996",))),
    ("19:47-2.6A", date(2006, 1, 16), NotAdopted(date(2006, 1, 17))),
    ("19:47-2.6A", date(2006, 1, 17), Held(("2010",))),
    ("19:47-2.10(c)", date(2010, 6, 6), NotHeld(date(2006, 1, 17), date(2010, 6, 7))),
    ("19:47-2.10(c)", date(2010, 6, 7), Held(("2010",))),
    ("19:47-2.10(a)", date(1978, 6, 1), NotAdopted(date(1978, 6, 2))),
    ("19:47-2.10(a)", date(1978, 6, 2), Held(("1996",))),
    ("19:47-2.20", date(1982, 9, 14), NotAdopted(date(1982, 9, 15))),
    ("19:47-2.20", date(1999, 1, 3), Held(("1996",))),
    ("19:47-2.20", date(1999, 1, 4), NotHeld(date(1999, 1, 4), date(2001, 1, 16))),
    ("19:47-2.25(a)", date(2007, 11, 18), NotAdopted(date(2007, 11, 19))),
    ("19:47-2.25(a)", date(2007, 11, 19), Held(("2010",))),
    ("19:47-2A.5(b)", date(2007, 11, 19), NotAdopted(None)),
    ("19:46-1.10C(a)", date(2007, 11, 19), NotAdopted(None)),
    ("19:47-19.5(a)", date(1996, 5, 20), NotAdopted(None)),
    ("19:47-2.8(a)", date(1981, 7, 22), NotHeld(date(1980, 4, 29), date(1981, 7, 23))),
    ("19:47-2.8(a)", date(1981, 7, 23), Repealed(date(1981, 7, 23), date(1990, 1, 16))),
    ("19:47-2.8(a)", date(1989, 3, 14), Repealed(date(1981, 7, 23), date(1990, 1, 16))),
    ("19:47-2.8(a)", date(1989, 3, 15), NotHeld(date(1989, 3, 15), date(1989, 6, 14), TESTED)),
    ("19:47-2.8(a)", date(1989, 6, 13), NotHeld(date(1989, 3, 15), date(1989, 6, 14), TESTED)),
    ("19:47-2.8(a)", date(1990, 1, 15), Repealed(date(1981, 7, 23), date(1990, 1, 16))),
    ("19:47-2.8(a)", date(1990, 1, 16), NotHeld(date(1990, 1, 16), date(1991, 11, 4))),
]


@pytest.mark.parametrize(("citation", "day", "answer"), DAYS)
def test_which_text_stood(citation: str, day: date, answer: object) -> None:
    assert in_force(citation, day) == answer


@pytest.mark.parametrize("citation", ["19:47-2A.5(b)", "19:46-1.10C(a)", "19:46-1.18(n)1", "19:47-19.6(e)2"])
def test_a_text_without_a_day_is_never_said_to_have_stood(citation: str) -> None:
    answer = in_force(citation, date(2010, 6, 7))
    assert isinstance(answer, NotHeld)
    assert answer.why.endswith("has no date")
    assert ("19.4(e) to 19.7(a) only" in answer.why) == citation.startswith("19:47-19.")


@pytest.mark.parametrize(
    ("citation", "title"),
    [
        ("19:47-8.3", "rules of the games; notice"),
        ("19:47-1.9(a)", "invalid roll"),
        ("19:47-2.26", ""),
        ("19:46-1.10", "the blackjack table, its layout and its devices"),
    ],
)
def test_a_section_without_any_text_is_not_held_and_named_by_its_title(citation: str, title: str) -> None:
    answer = in_force(citation, date(2010, 6, 7))
    assert isinstance(answer, NotHeld)
    assert (answer.after, answer.before, answer.title) == (None, None, title)
    assert section(citation) in answer.why
    assert title in answer.why


@given(st.sampled_from(sorted({section(citation) for _, citation in ROWS})), st.dates())
def test_every_day_gives_a_text_or_a_refusal(number: str, day: date) -> None:
    match in_force(number, day):
        case Held(editions):
            start, end = next(span for span in periods(number) if span[0] <= day < span[1])
            assert editions
            assert all(start <= edition_days()[edition] < end for edition in editions)
        case NotHeld(after, before, why):
            assert why
            assert after is None or after <= day
            assert (before is None and day >= replaced()) or (before is not None and day < before)
        case NotAdopted(from_day):
            assert from_day is None or day < from_day
        case Repealed(from_day, until):
            assert from_day <= day < until


# What the notes say came in on which day, and in which sections: at least, it is a new text.
CAME_IN = """
1981-07-23 2.8          1981-11-02 2.12             1982-09-15 2.1 2.2 2.3 2.4 2.5 2.6 2.20
1984-03-05 2.12         1985-05-20 2.4 3.4          1986-10-20 2.9          1989-05-01 2.15
1989-12-04 2.6 2.9      1990-01-16 2.8              1991-09-16 2.14         1991-11-04 2.3 2.6 2.11 2.16
1991-12-16 3.3          1992-04-20 2.2 2.17         1992-08-17 2.11         1993-01-19 2.1 2.6 2.9 2.15
1993-06-07 2.17         1993-06-21 2.3              1993-09-20 2.15 2.18    1993-12-06 2.3 2.6 3.2
1994-02-22 2.2 2.17     1994-03-21 2.3 2.17 3.2     1994-06-06 2.5 2.6      1995-09-05 2.15
1996-05-20 2.5 3.5      1996-07-15 2.2 2.3 2.11 2.17 2.19                   1996-12-02 2.3
1998-09-08 2.2          1998-12-07 2.7 2.9          1999-01-04 2.7 2.15 2.20 2.21
1999-02-16 2.14         1999-04-05 2.6              1999-07-06 2.2 2.4      2001-01-16 2.22
2001-12-03 2.3          2004-07-19 2.23             2005-01-18 2.10 2.15
2006-01-17 2.2 2.3 2.5 2.6 2.6A 2.8 2.10 2.12 2.15
2006-06-05 2.24         2006-06-19 2.12             2007-01-02 2.7          2007-03-19 2.4 2.5
2007-11-19 2.12 2.25    2010-06-07 2.10
"""


def _came_in() -> list[tuple[date, str]]:
    days: list[tuple[date, str]] = []
    day = date.min
    for word in CAME_IN.split():
        if "-" in word:
            day = date.fromisoformat(word)
        else:
            days.append((day, f"19:47-{word}"))
    return days


@pytest.mark.parametrize(("day", "number"), _came_in())
def test_an_amendment_is_a_new_text_on_its_day_and_not_before(day: date, number: str) -> None:
    assert day in [start for start, _ in periods(number)]
    before = in_force(number, day - timedelta(days=1))
    assert before != in_force(number, day)


@pytest.mark.parametrize("citation", ["19:47-99.1", "19:47-5.1(a)"])
def test_a_section_of_which_no_text_is_held_has_no_edition(citation: str) -> None:
    assert edition_of(citation, date(2010, 6, 7)) is None
    assert not plays_by(date(2010, 6, 7), citation, since="1996")


def test_the_days_of_a_section_run_forward() -> None:
    sections = {section(citation) for edition, citation in ROWS if edition != "switch" and "-19." not in citation}
    for number in sorted(sections):
        assert all(start < end for start, end in periods(number)), number


def test_law_shows_the_home_of_every_row_that_has_one() -> None:
    """In a process of its own, which has loaded nothing before."""
    code = (
        "import chapter47\n"
        "from chapter47.law.paragraphs import paragraphs\n"
        "rows = [row for row in paragraphs() if set(row.kinds) - {'heading', 'conduct'}]\n"
        "print(*(row.citation for row in rows if not chapter47.law(row.citation).home))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=SECONDS, check=True)
    assert done.stdout.split() == []


def test_law_tells_what_is_known_of_notices_and_gaming_guides() -> None:
    for section_number, words in (("8.3", ("2.17(e)2", "30 minutes", "3.3(d)")), ("8.5", ("100(f)", "advertising"))):
        known = known_of(full(section_number))
        assert known is not None
        assert [word for word in words if word not in known] == []
