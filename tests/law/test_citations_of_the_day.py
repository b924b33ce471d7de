"""Nothing cites a section that was not in the chapter under that number on the day of the table."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chapter47.blackjack.traits import TRAITS
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.wager import not_at_this_game
from chapter47.core.game import Game
from chapter47.core.table_in_play import RefusedError
from chapter47.games import GAMES, check, from_data
from chapter47.law.citations import section
from chapter47.law.editions import Held, NotAdopted, Repealed, _data, edition_days, in_force
from chapter47.law.paragraphs import paragraphs
from chapter47.library.playing import OpenTable, open_table

SHUFFLER_WAS_2_20_UNTIL = date(1999, 1, 4)
TESTS = Path(__file__).parents[1]
SAYS_WHEN = (".not_yet", ".repealed", ".no_longer")
"""Findings that name the section by which something is lawful on other days, and those days."""


def _days() -> list[date]:
    """Each edition and each amendment; the law is the same from each of these days until the next."""
    days = {*edition_days().values(), date(1978, 6, 2), date(1983, 12, 5), date(2011, 11, 13)}
    for entry in _data()["sections"].values():
        days |= {*entry.get("amended", ()), *entry.get("repealed", ()), *entry.get("tested", ())}
        days |= {entry[key] for key in ("adopted", "silent", "notes_lost") if key in entry}
    return sorted(days)


DAYS = _days()
HELD = {edition: {text.citation for text in paragraphs() if edition in text.editions} for edition in edition_days()}


def misnumbered(citation: str, day: date) -> str:
    """Why this citation cannot be of that day; empty where it can."""
    if citation == "19:47":
        return ""
    answer = in_force(citation, day)
    if isinstance(answer, (NotAdopted, Repealed)):
        return f"{citation} on {day}: {answer}"
    if isinstance(answer, Held) and not any(citation in HELD[edition] for edition in answer.editions):
        return f"{citation} is not in the text of {day}"
    if section(citation) == "19:47-2.20" and citation != "19:47-2.20" and day < SHUFFLER_WAS_2_20_UNTIL:
        return f"{citation} on {day}: 2.20 was the continuous shuffler"
    return ""


BLACKJACK_VALUES: dict[str, list[object]] = {
    "boxes": [5, 6, 7, 8],
    "decks": [1, 2, 4, 6, 8],
    "soft_17": ["stand", "hit"],
    "hole_card": ["none", "face-down", "card-reader", "face-up"],
    "card_reader_visible": [True],
    "shuffle": ["manual", "machine", "continuous", "bart-carter"],
    "preshuffled": [True],
    "shoe": ["double"],
    "cut_card": [0.1, 0.3],
    "rounds_per_deck": ["one", "several"],
    "burn": [True, False],
    "surrender": [True],
    "even_money": [True],
    "insurance_at_turn": [True],
    "resplit_aces": [True],
    "split_hands": [2, 3, 4],
    "double_after_split": [False],
    "double_card": ["face-down", "on-request"],
    "optional_payouts": [["6-7-8-suited"], ["7-7-7"], ["five-card-21"]],
    "mid_shoe_entry": ["barred", ["i1"], ["i1", "i2", "i3", "i4"]],
    "bettors_per_box": [2, 4],
    "boxes_per_player": [2],
    "multiple_action_wagers": [2],
    "coupons": [True, False],
    "wagers": [{name: {}} for name in WAGERS],
}
CRAPS_VALUES: dict[str, list[object]] = {
    "dice": [2],
    "offers": [["pass", "hop"], ["pass", "fire", "field"]],
    "bars": [2],
    "buy": [[4, 10]],
    "lay": [[4, 10]],
    "vigorish": [0.1],
    "vigorish_when": ["won"],
    "lay_vigorish_of": ["wager"],
    "odds_multiple": ["1x", "200x", "3-4-5"],
    "horn_high_area": [False],
    "coupons": [True, False],
    "wagers": [{"field": {"odds": {"2": "1 to 1"}}}],
}
BACCARAT_VALUES: dict[str, list[object]] = {
    "decks": [4, 6],
    "offers": [["banker", "panda-8"]],
    "tie_pays": ["7 to 1"],
    "vigorish": [0.03, 0.04, {"1": 0.04, "2": 0.05}],
    "vigorish_rounding": [False],
    "vigorish_when": ["paid"],
    "cards_behind": [0, 14],
    "reshuffle_after_lacing": [True],
    "coupons": [True, False],
}


def tables(game: Game[Any]) -> Iterator[Any]:
    """The default table, and one for each value of each key."""
    values = {"craps": CRAPS_VALUES, "baccarat": BACCARAT_VALUES}.get(game.name, BLACKJACK_VALUES)
    known = {key.name for key in game.posting.keys} | {"wagers"}
    for data in ({}, *({key: value} for key, listed in values.items() for value in listed if key in known)):
        yield game.posting.read({"game": game.name, **data})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_findings_and_notices_cite_sections_of_their_day(game: Game[Any]) -> None:
    wrong = set()
    for table in tables(game):
        for day in DAYS:
            verdict = check(replace(table, on=day))
            findings = (finding for finding in verdict.findings if not finding.code.endswith(SAYS_WHEN))
            shown = (findings, verdict.notices, verdict.doubts)
            wrong |= {misnumbered(objection.citation, day) for part in shown for objection in part}
    assert wrong <= {""}


ROUNDS = [
    path for folder in ("rounds", "baccarat/rounds", "craps/rounds") for path in sorted(TESTS.glob(f"{folder}/*.round"))
]


def test_events_and_refusals_of_rounds_cite_sections_of_their_day() -> None:
    """Of every round that is worked out by hand: those of 1996, of 2001 and of 2010."""
    days, wrong = set(), set()
    for path in ROUNDS:
        text = path.read_text(encoding="utf-8")
        keys = tomllib.loads(text.partition("== table\n")[2].partition("\n== ")[0])
        game = path.parts[-3] if path.parts[-3] in ("craps", "baccarat") else "blackjack"
        day = from_data({"game": game, **keys}).day
        days.add(day.year)
        cited = {word.rstrip(":") for word in re.findall(r"^(?:refused \S+ )?(19:4\d-\S+) ", text, re.MULTILINE)}
        wrong |= {misnumbered(citation, day) for citation in cited}
    assert {1996, 2001, 2011} <= days
    assert wrong <= {""}


def test_the_continuous_shuffler_is_cited_by_the_number_it_had() -> None:
    table = GAMES[0].posting.read({"shuffle": "continuous"})
    for day, by in (("1996-05-20", "19:47-2.20"), ("1999-01-03", "19:47-2.20"), ("1999-01-04", "19:47-2.21")):
        notices = check(replace(table, on=date.fromisoformat(day))).notices
        assert [notice.citation for notice in notices if notice.kind == "submission"] == [by]


def test_before_switch_its_match_wager_was_not_known() -> None:
    table = GAMES[0].posting.read({"on": date(1996, 5, 20), "wagers": {"match": {}}})
    assert [(finding.code, finding.citation) for finding in check(table).findings] == [
        ("wagers.match.not_yet", "19:47-2A.6(a)")
    ]


def test_a_new_wager_is_unlawful_at_games_it_does_not_name() -> None:
    new = replace(WAGERS["streak"], name="streak", games=("blackjack",), only_there=None)
    forbids = not_at_this_game(new)
    for game in GAMES[:6]:
        table = game.posting.read({"game": game.name, "wagers": {"streak": {}}})
        named = game.name in (*new.games, "switch")  # 2A.5(i) forbids it at Switch by name
        assert bool([*forbids.findings(table)]) != named


def test_a_wager_is_lawful_only_at_the_games_it_names() -> None:
    for name, wager in WAGERS.items():
        for game in TRAITS:
            if game in wager.games:
                continue
            posting = next(listed for listed in GAMES if listed.name == game).posting
            try:
                table = posting.read({"game": game, "wagers": {name: {}}})
            except ValueError:
                continue
            if name == "match-the-dealer" and game == "spanish-21":
                continue  # 19.6 has a wager of that name
            assert check(table).lawful is False, (name, game)


# In play -------------------------------------------------------------------------------------------------------------
ACTS_OF_A_TABLE = 25
IN_DOUBT = ("shuffle", "surrender", "double_card")
"""Keys whose paragraphs came, went or moved: tables with these are played on every day, others on some."""


def played_tables(game: Game[Any]) -> Iterator[tuple[Any, date]]:
    for number, table in enumerate(tables(game)):
        changed = {key for key in IN_DOUBT if getattr(table, key, None) != getattr(game.posting.read({}), key, None)}
        every = 1 if changed or not number else 12
        yield from ((table, day) for day in DAYS[number % every :: every])


def said_by(table: OpenTable, rng: Random, heard: list[str]) -> Iterator[str]:
    """Citations of what is refused: acts that are legal and, at the wrong moment, acts that were legal before."""
    for _ in range(ACTS_OF_A_TABLE):
        offers = [offer for who in ("Ann", "Bob", "dealer") for offer in table.legal(who)]
        heard += [rng.choice(offers).text] if offers else []
        for line in [*heard[-1:], *rng.sample(heard, min(1, len(heard)))]:
            if refusal := table.say(line):
                yield refusal.citation
        yield from dealt(table)


def dealt(table: OpenTable) -> Iterator[str]:
    """Steps of the dealer, until somebody decides or the round is over."""
    before = -1
    while not table.between_rounds and len(table.log) > before:
        before = len(table.log)
        try:
            table.step()
        except RefusedError as error:
            yield error.refusal.citation


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_tables_in_play_cite_sections_of_their_day(game: Game[Any]) -> None:
    """Events and refusals of rounds played at random, with every option, on days on which it is not unlawful."""
    rng, heard, wrong, played = Random(47), list[str](), set(), 0
    for table, day in played_tables(game):
        posted = replace(table, on=day)
        if check(posted).findings:
            continue
        opened = open_table(posted, seed=played, lawful_only=False)
        refused = {*said_by(opened, rng, heard)}
        cited = refused | {entry.event.by for entry in opened.log}
        wrong |= {misnumbered(citation, day) for citation in cited if citation.startswith("19:4")}
        played += 1
    assert played >= 12
    assert wrong <= {""}


@pytest.mark.parametrize(
    ("day", "line", "by"),
    [
        ("1982-09-15", "Ann surrender", "19:47-2.6(f)"),  # 2.8 was repealed
        ("1992-04-20", "Ann surrender", "19:47-2.8(c)"),
        ("1982-09-15", "Ann double-face-down", "19:47-2.10(a)"),
        ("2005-01-18", "Ann double-face-down", "19:47-2.10(c)"),
        ("1983-12-04", "Bob bet 1 on 2", "19:47-2.3(a)"),
        ("1983-12-05", "Bob bet 1 on 2", "19:47-8.2"),
    ],
)
def test_what_is_refused_by_another_paragraph_on_another_day(day: str, line: str, by: str) -> None:
    table = open_table(GAMES[0].posting.read({"on": date.fromisoformat(day)}), seed=2, lawful_only=False)
    if "bet" not in line:
        assert table.say("Ann bet 25 on 1") is None
        assert table.say("dealer deal") is None
        assert [*dealt(table)] == []
    refusal = table.say(line)
    assert refusal is not None
    assert refusal.citation == by
