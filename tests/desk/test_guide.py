"""The gaming guide: every sentence rests on a paragraph, at every game, on screen and on paper."""

from pathlib import Path

import pytest
from tests.cli.commands import LAWFUL, ROOT, UNREADABLE, Within

import chapter47
from chapter47.desk.guide import to_pdf
from chapter47.games import GAMES
from chapter47.law.editions import known_of
from chapter47.law.paragraphs import paragraph

BLACKJACK = ROOT / "examples/blackjack.toml"


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_every_sentence_is_the_restatement_of_its_paragraph(name: str) -> None:
    table = chapter47.table(game=name)
    guide = chapter47.guide(table)
    assert guide.sections
    for part in guide.sections:
        for sentence in part.sentences:
            says = {form.says for form in paragraph(sentence.citation)} | {known_of(sentence.citation)}
            assert sentence.says in says
    inscriptions = {notice.wording for notice in chapter47.check(table).notices if notice.message.startswith('"')}
    assert inscriptions <= {sentence.says for sentence in guide.card}
    assert len(guide.card) - len(inscriptions) >= 3
    for sentence in guide.card[1:]:
        assert paragraph(sentence.citation) or sentence.citation.startswith("19:46-1.10"), sentence
    assert to_pdf(guide).startswith(b"%PDF-")
    assert guide.title in guide.to_html()


def test_an_option_that_is_not_used_is_left_out() -> None:
    def cited(**keys: object) -> set[str]:
        return {row.citation for part in chapter47.guide(chapter47.table(**keys)).sections for row in part.sentences}

    assert "19:47-2.12(b)2ii" not in cited()
    assert "19:47-2.12(b)2ii" in cited(soft_17="hit")
    assert "19:47-2.7(c)" not in cited()
    assert "19:47-2.7(c)" in cited(even_money=True)
    assert not {citation for citation in cited() if citation.startswith(("19:47-2.8", "19:47-2.22"))}
    assert {citation for citation in cited(wagers={"streak": {}}) if citation.startswith("19:47-2.22")}


def test_the_card_shows_limits_and_inscriptions() -> None:
    guide = chapter47.guide(chapter47.table(minimum="25", maximum="500", soft_17="hit"))
    assert guide.card[0].says == "Minimum $25, maximum $500."
    assert "Dealer must hit soft 17s" in {sentence.says for sentence in guide.card}


def test_the_card_says_how_this_table_is_played() -> None:
    def said(**keys: object) -> str:
        return " ".join(sentence.says for sentence in chapter47.guide(chapter47.table(**keys)).card)

    assert "stands on all 17s" in said()
    assert "on soft 17" in said(soft_17="hit")
    assert "surrender" not in said()
    assert "surrender" in said(surrender=True)
    assert "up to 3 hands" in said(split_hands=3)
    assert "Match-the-dealer wins" in said(decks=6, wagers={"match-the-dealer": {}})
    assert "2 is void" in said(game="craps", bars=2)
    assert chapter47.guide(chapter47.table(on="1996-05-20")).card[3].citation == "19:47-2.12(b)"


def test_every_sign_can_be_printed() -> None:
    guide = chapter47.guide(chapter47.table(surrender=True))
    begin, stop = [sign for sign in guide.signs if sign.citation == "19:47-2.8(c)"]
    assert begin.wording == "NOTICE. From ____ o'clock this table offers or uses surrender (N.J.A.C. 19:47-2.8(c))."
    assert stop.to == ("players at the table", "the Commission")
    assert "Blackjack pays 3 to 2" in {sign.wording for sign in guide.signs}


def test_the_house_edge_is_a_choice() -> None:
    table = chapter47.table(game="baccarat")
    assert {row.house_edge for row in chapter47.guide(table).wagers} == {None}
    edges = [row.house_edge for row in chapter47.guide(table, with_edge=True).wagers]
    assert edges[0] == chapter47.edge(table).house_edge


def test_the_command_prints_and_writes(within: Within, tmp_path: Path) -> None:
    shown = within("guide", BLACKJACK)
    assert (shown.code, shown.err) == (LAWFUL, "")
    assert "Rule card" in shown.out
    page, paper = tmp_path / "guide.html", tmp_path / "guide.pdf"
    ran = within("guide", BLACKJACK, "--html", page, "--pdf", paper, "--json")
    assert (ran.code, ran.err) == (LAWFUL, "")
    keys = {"title", "headline", "text", "card", "wagers", "signs", "sections", "version", "table_hash"}
    assert set(ran.json) == keys
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert paper.read_bytes().startswith(b"%PDF-")
    again = within("guide", BLACKJACK, "--html", page, "--pdf", paper, "--json")
    assert (again.code, [error["key"] for error in again.json["errors"]]) == (UNREADABLE, ["--html", "--pdf"])
    assert within("guide", BLACKJACK, "--html", page, "--force").code == LAWFUL


def test_quotation_marks_and_markup_are_only_text() -> None:
    guide = chapter47.guide(chapter47.table())
    assert '\\"' in guide.to_typst() or '"' not in "".join(sign.says for sign in guide.signs)
    assert "<script" not in guide.to_html()
