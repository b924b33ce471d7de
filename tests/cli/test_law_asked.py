"""`law` as people ask it: a paragraph of a day, a section, the contents, what is cited and not held, irregularities."""

import ast
from pathlib import Path

import pytest
from tests.cli.commands import LAWFUL, NOT_HELD, ROOT, Within

import chapter47
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.games import GAMES
from chapter47.law.citations import is_citation, is_part_of, subchapter
from chapter47.law.editions import known_of, subchapters
from chapter47.law.paragraphs import paragraphs
from chapter47.library.contents import contents, irregularities, is_subchapter

SOURCE = Path(chapter47.__file__).parent


def test_of_a_day_people_see_only_its_text_and_which_it_is(within: Within) -> None:
    shown = within("law", "2.14", "--on", "1996-05-20").out
    assert "in force on 1996-05-20: the text of 1996" in shown
    assert "2010" not in shown.partition("19:47-2.14 is held")[0]
    shown = within("law", "2.3(a)3", "--on", "2010-06-07").out
    assert "in force on 2010-06-07: the text of 2010\n  2010 (rule)" in shown
    assert "reading (2010)" in shown
    assert "1996" not in shown.partition("19:47-2.3 is held")[0]


def test_readings_that_are_the_same_in_all_editions_are_shown_once(within: Within) -> None:
    assert within("law", "2.3(a)3").out.count("reading (1996, 2001, 2010): speaks of 21 in two cards") == 1


def test_a_section_shows_its_paragraphs(within: Within) -> None:
    shown = within("law", "2.8").out
    assert all(f"19:47-{cited}\n" in shown for cited in ("2.8", "2.8(a)", "2.8(a)1", "2.8(b)", "2.8(c)"))
    section = chapter47.law("2.8", on="2010-06-07")
    assert [part.citation for part in section.paragraphs][:2] == ["19:47-2.8(a)", "19:47-2.8(a)1"]
    assert {edition for part in section.paragraphs for edition in part.editions} >= {"2010"}
    assert [part.citation for part in chapter47.law("2.8(a)").paragraphs] == ["19:47-2.8(a)1", "19:47-2.8(a)2"]
    assert chapter47.law("2.8(a)1").paragraphs == ()


def test_law_alone_is_the_contents(within: Within) -> None:
    ran = within("law")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert all(f"{number}: {title}" in ran.out for number, title in subchapters().items())
    assert "Giving up a hand for half of its wager." in ran.out
    listed = [line.citation for part in contents().contents for line in part.sections]
    assert {form.citation for form in paragraphs() if form.citation.count("(") == 0} <= {*listed, "19:47-2.3(a)"}
    assert within("law", "2A", "--json").json["contents"][0]["citation"] == "19:47-2A"


def test_the_contents_of_a_day_name_the_text_of_that_day() -> None:
    sections = {line.citation: line for part in contents("2", on="1996-05-20").contents for line in part.sections}
    assert (sections["19:47-2.20"].title or "").startswith("A licensee may replace")
    assert sections["19:47-2.20"].editions == ("1996",)
    assert sections["19:47-2.25"].editions == ()


def test_of_every_section_that_a_game_stands_on_something_is_known() -> None:
    """Its text, or where that is not held what is played instead of it and from where."""
    unexplained = {
        section
        for game in GAMES
        for section in game.sections(game.posting.record(**game.posting.defaults))
        if not any(held.citation.startswith(section) for held in paragraphs()) and known_of(section) is None
    }
    assert unexplained == set()


@pytest.mark.parametrize(
    ("citation", "title", "known"),
    [
        ("19.9", "doubling down", "19.5(g)"),
        ("19.10", "splitting pairs", "19.5(g)"),
        ("8.2", "the least and the greatest wager", "2.18(b)"),
        ("8.3", "rules of the games; notice", "2.3(e)"),
        ("19:46-1.10(j)", "the blackjack table", "2.19"),
        ("1.10B", "the Spanish 21 table", "13:69E-1.10B"),
        ("1.3", "how wagers are made and taken down", "13:69F-1.3"),
        ("3.12", "irregularities", "the pattern of 2.15"),
        ("8.4", "new games", "270 days"),
    ],
)
def test_a_cited_paragraph_is_shown_as_not_held(citation: str, title: str, known: str, within: Within) -> None:
    ran = within("law", citation)
    assert (ran.code, ran.err) == (NOT_HELD, "")
    shown = " ".join(ran.out.split())
    assert "not held" in shown
    assert title in shown
    assert known in shown
    for more in (("--json",), ("--json", "--on", "2010-06-07")):
        ran = within("law", citation, *more)
        assert (ran.code, ran.json["in_force"]["held"], ran.json["editions"]) == (NOT_HELD, False, [])


def citations_in_code() -> set[str]:
    words = (
        node.value
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {word for word in words if is_citation(word)}


def test_every_citation_in_the_code_is_answered() -> None:
    cited = citations_in_code()
    assert len(cited) > 400
    for citation in cited:
        assert is_subchapter(citation) or chapter47.law(citation).title


def test_irregularities_have_a_name_a_paragraph_a_moment_and_an_effect(within: Within) -> None:
    calls = irregularities().irregularities
    assert {call.name for call in calls} == {call.kind for game in GAMES for call in game.irregularities}
    assert set(CALLS) < {call.name for call in calls}
    assert all(call.when and call.effect and call.games for call in calls)
    switch = [call for call in calls if call.games == ("switch",)]
    assert {subchapter(call.citation) for call in switch} == {"19:47-2A"}
    shown = within("law", "--irregularities").out
    assert all(f"{call.name}  {call.citation}" in shown for call in calls)
    answer = within("law", "--irregularities", "--json").json
    assert {**irregularities().to_dict(), "version": answer["version"]} == answer
    assert "missed-hit  19:47-2.15(i)" in within("law", "2.15").out
    assert [call.name for call in chapter47.law("2.15(i)").irregularities] == ["missed-hit"]


def test_the_page_on_the_law_lists_every_irregularity() -> None:
    page = (ROOT / "docs/law.md").read_text(encoding="utf-8")
    for call in CALLS.values():
        assert f"| `{call.kind}` | {call.by.removeprefix('19:47-')} | {call.when} |\n" in page


def test_parts_of_a_paragraph() -> None:
    assert is_part_of("19:47-2.2(b)3ii", "19:47-2.2(b)3")
    assert is_part_of("19:47-2.2(b)3ii", "19:47-2.2")
    assert not is_part_of("19:47-2.2(b)10", "19:47-2.2(b)1")
    assert not is_part_of("19:47-2.2(b)3ii", "19:47-2.2(b)3i")
    assert not is_part_of("19:47-2.20(a)", "19:47-2.2")
