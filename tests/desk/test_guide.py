"""The gaming guide: every sentence rests on a paragraph, at every game, on screen and on paper."""

from pathlib import Path

import pytest
from tests.cli.commands import LAWFUL, ROOT, UNREADABLE, Within

import chapter47
from chapter47.desk.guide import to_pdf
from chapter47.games import GAMES
from chapter47.law.editions import known_of, not_held_at_all
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
    lines = [*guide.card, *(sentence for part in guide.play for sentence in part.sentences)]
    for cited in [*(line.citation for line in lines), *(row.citation for row in guide.odds)]:
        assert paragraph(cited) or cited in not_held_at_all(), cited
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
    cited = {sentence.citation for sentence in chapter47.guide(chapter47.table(on="1996-05-20")).card}
    assert "19:47-2.12(b)" in cited


HOW_IT_IS_PLAYED = [
    # keys of the table, words that the guide says, words that it does not say
    ({}, "8 decks of 52 cards", "6 to 5"),
    ({"decks": 1}, "one deck of 52 cards", "1 decks"),
    ({"shuffle": "continuous"}, "shuffles the cards continuously", "A player cuts"),
    ({"hole_card": "card-reader"}, "in a card reader before you play", "takes a second card when all"),
    ({"boxes_per_player": 2}, "on up to 2 boxes", "on one box only"),
    ({"bettors_per_box": 3}, "Up to 3 people may bet on one box", "Spanish"),
    ({"double_card": "on-request"}, "You may ask for your double card face down", "is dealt face down and"),
    ({"mid_shoe_entry": "barred"}, "may refuse your bets until the next shuffle", "a notice says how"),
    ({"optional_payouts": ["designated-blackjack"], "designated_blackjack": "As Kh"}, "pays 2 to 1", "6-7-8"),
    ({"game": "six-to-five"}, "must be multiples of $5", "3 to 2"),
    ({"game": "double-exposure"}, "and so does the dealer", "insure for"),
    ({"game": "multiple-action", "multiple_action_wagers": 2}, "two or three bets", "You make three bets"),
    ({"game": "switch"}, "dealer's 22 pushes", "Blackjack (an ace"),
    ({"game": "spanish-21"}, "decks of 48 cards", "52 cards"),
    ({"game": "craps", "buy": [4, 10]}, "A bet to buy 4 and 10", "A bet to lay"),
    ({"game": "craps", "odds_multiple": "3-4-5"}, "up to 3-4-5 odds", "1x odds"),
    ({"game": "baccarat", "vigorish": 0.04}, "a fee of 4% of the win", "5%"),
    ({"game": "baccarat", "vigorish_when": "paid"}, "on 6 against 6 or 7", "collected later"),
]


@pytest.mark.parametrize(("keys", "says", "never"), HOW_IT_IS_PLAYED)
def test_the_guide_says_how_this_table_is_played(keys: dict[str, object], says: str, never: str) -> None:
    guide = chapter47.guide(chapter47.table(**keys))
    said = " ".join(sentence.says for part in guide.play for sentence in part.sentences)
    assert says in said
    assert never not in said
    assert "{" not in said
    assert all(escape_free in guide.to_html() for escape_free in (guide.title, "How this table is played"))


ODDS = [
    ({}, "Main wager", "blackjack", "3 to 2", "2.3(e)"),
    ({"game": "six-to-five"}, "Main wager", "blackjack", "6 to 5", "2.3(e)"),
    ({"optional_payouts": ["five-card-21"]}, "Main wager", "five-card-21", "2 to 1", "2.3(e)"),
    ({"decks": 6, "wagers": {"match-the-dealer": {"odds": {"suited": "12 to 1"}}}}, "Match the dealer", "Suited",
     "12 to 1", "2.23(f)"),
    ({"wagers": {"progressive": {}}}, "Progressive blackjack", "Four aces", "the meter", "2.19(c)"),
    ({"game": "spanish-21"}, "Main wager", "7-7-7 suited against a 7", "$1,000 or $5,000", "19.5(g)"),
    ({"game": "switch", "wagers": {"match": {}}}, "Switch match", "Two pairs", "7 to 1", "2A.6(c)"),
    ({"game": "craps"}, "Field", "12", "2 to 1", "1.4"),
    ({"game": "craps"}, "Place to lose", "5", "5 to 8", "1.4"),
    ({"game": "craps"}, "Horn", "2 or 12", "27 to 4 on the whole bet", "1.4"),
    ({"game": "craps", "lay": [6]}, "Lay", "6", "5 to 6, less a fee of 5% of what it can win", "1.5"),
    ({"game": "baccarat", "tie_pays": "9 to 1"}, "Tie", "", "9 to 1", "3.3(b)"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "wager", "wins", "pays", "by"), ODDS)
def test_the_guide_lists_what_each_wager_pays(
    keys: dict[str, object], wager: str, wins: str, pays: str, by: str
) -> None:
    rows = chapter47.guide(chapter47.table(**keys)).odds
    assert (wager, wins, pays, f"19:47-{by}") in {(row.wager, row.wins, row.pays, row.citation) for row in rows}


def test_paragraphs_for_other_tables_are_left_out_of_the_rules_in_full() -> None:
    def cited(**keys: object) -> str:
        guide = chapter47.guide(chapter47.table(**keys))
        return " ".join(row.citation.removeprefix("19:47-") for part in guide.sections for row in part.sentences)

    for citation in ("2.2(e)", "2.5(i)", "2.6(d)1", "2.6(m)", "2.12(d)", "2.13(b)", "2.15(m)", "2.15(o)", "2.3(k)"):
        assert f" {citation} " not in f" {cited()} ", citation
    assert " 2.6(d)1 " in cited(shoe="double")
    assert " 2.15(m)" in cited(game="multiple-action")
    assert " 2.13(b) " in cited(bettors_per_box=2)


def test_every_sign_can_be_printed() -> None:
    guide = chapter47.guide(chapter47.table(surrender=True))
    begin, stop = [sign for sign in guide.signs if sign.citation == "19:47-2.8(c)"]
    assert begin.wording == "NOTICE. From ____ o'clock this table offers or uses surrender (N.J.A.C. 19:47-2.8(c))."
    assert stop.to == ("players at the table", "the Commission")
    assert "Blackjack pays 3 to 2" in {sign.wording for sign in guide.signs}
    matches = chapter47.guide(chapter47.table(decks=6, wagers={"match-the-dealer": {}}))
    assert "Match the dealer pays: Unsuited 4 to 1, Suited 11 to 1" in {sign.wording for sign in matches.signs}


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
    keys = {"title", "headline", "text", "card", "play", "odds", "wagers", "signs", "sections", "version", "table_hash"}
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
