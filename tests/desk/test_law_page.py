"""The law reader: references, defined terms and everything that is connected to a paragraph."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import Within

import chapter47
from chapter47.core.errors import Chapter47Error
from chapter47.desk.compare import consequences
from chapter47.desk.law_page import VARIED, law_page
from chapter47.law.paragraphs import paragraph, paragraphs
from chapter47.law.references import linked, referred_by, refers_to
from chapter47.law.terms import terms, terms_in

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("text", "within", "links"),
    [
        ("With notice under 8.3 the casino may", "19:47-2.11(e)", ["19:47-8.3"]),
        ("unless the casino allows it under (e).", "19:47-2.11(c)1", ["19:47-2.11(e)"]),
        ("the sevens wager of 2.17(a)3 splits", "19:47-2.11(f)", ["19:47-2.17(a)3"]),
        ("as in 19:46-1.10), the double shoe", "19:47-2.1", ["19:46-1.10"]),
        ("(see 19:46-1.10C) and 2A.7", "19:47-2A.1", ["19:46-1.10C", "19:47-2A.7"]),
        ("pays 2.5 to 1, or $2.50", "19:47-2.17(e)2iv", []),
        ("the amounts of 19:45-1.18 count", "19:47-2.3(d)", []),
        ("2.99 is not a section", "19:47-2.3(d)", []),
    ],
)
def test_a_text_leads_to_the_paragraphs_it_names(text: str, within: str, links: list[str]) -> None:
    parts = linked(text, within)
    assert "".join(part.text for part in parts) == text
    assert [part.citation for part in parts if part.citation] == links


def test_every_reference_leads_to_a_paragraph_and_back() -> None:
    named = 0
    for form in paragraphs():
        for cited in refers_to(form.citation):
            named += 1
            assert law_page(cited).paragraph.citation == cited
            assert form.citation in referred_by(cited)
    assert named > 200


def test_every_term_is_defined_where_it_says() -> None:
    for term in terms():
        words = " ".join(form.says for form in paragraph(term.citation)).lower()
        assert any(word.lower() in words for word in term.words), term.name
    assert [term.name for term in terms_in("A come out roll, then a soft 17.")] == ["come out roll", "soft total"]


def test_a_page_has_everything_of_a_paragraph() -> None:
    page = law_page("2.11(e)", "1996-05-20")
    assert page.above == ("19:47-2", "19:47-2.11")
    assert (page.before, page.after) == ("19:47-2.11(d)", "19:47-2.11(f)")
    assert page.amended[-1] == "1996-07-15"
    assert [str(day) for day in page.section.held[0]] == ["1993-09-20", "1996-07-14"]
    assert "19:47-8.3" in page.refers_to
    assert "19:47-2.11(c)1" in page.referred_by
    assert [option.key for option in page.options] == ["split_hands"]
    assert page.commands[0].command == "chapter47 edge TABLE.toml --vary split_hands"
    assert page.ran
    assert page.paragraph.in_force is not None
    assert page.paragraph.in_force.editions == ("1996",)


def test_what_is_known_of_a_section_without_a_text_is_linked_too() -> None:
    page = law_page("8.3")
    assert not page.ran
    assert {part.citation for text in page.texts for part in text.parts} >= {"19:47-2.3(e)", "19:47-2.11(e)"}


@pytest.mark.parametrize("key", sorted(VARIED))
def test_the_command_that_a_page_names_knows_the_option(key: str) -> None:
    table = chapter47.read_table(EXAMPLES / "blackjack.toml")
    assert chapter47.edge(table, vary=key).vary


def test_the_consequences_of_a_change() -> None:
    table = chapter47.read_table(EXAMPLES / "six-to-five.toml")
    shown = consequences(table, "1996-05-20", "2010-06-07")
    assert [compared.verdict.lawful for compared in shown.tables] == [False, True]
    differences = shown.to_dict()["differences"]
    assert [row["tables"] for row in differences["findings"]] == [["on 1996-05-20"]] * len(differences["findings"])
    assert {row["citation"] for row in differences["findings"]} >= {"19:47-2.6A"}
    assert shown.to_dict()["totals"] is None
    with pytest.raises(Chapter47Error) as refused:
        consequences(table, "then", "now")
    assert [problem.got for problem in refused.value.problems] == ["then", "now"]


def test_the_command_shows_what_is_connected(within: Within) -> None:
    shown = within("law", "2.11(e)")
    assert "referred to by: 19:47-2.11(c)1" in shown.out
    assert "options: split_hands" in shown.out
    data = json.loads(within("law", "2.11(e)", "--json").out)
    assert data["citation"] == "19:47-2.11(e)"
    assert data["refers_to"] == ["19:47-8.3"]


def test_compare_between_takes_one_table(within: Within) -> None:
    both = [EXAMPLES / "blackjack.toml", EXAMPLES / "craps.toml"]
    assert within("compare", *both, "--between", "1996-05-20", "2010-06-07").code == 2
    shown = within("compare", both[0], "--between", "1990-05-20", "2010-06-07")
    assert shown.code == 3
    assert "on 1990-05-20" in shown.out
    assert "All 2 tables" not in shown.out
