"""Verdicts for days whose text is not held, each reasoned from the amendment notes in the texts."""

from datetime import date
from typing import Any

import pytest

import chapter47
from chapter47 import games
from chapter47.core.neighbours import NeighbourJudgement, by_neighbours, headline

Keys = dict[str, Any]


def inferred(sections: int) -> str:
    return f"lawful by every text held; {sections} section{'s' * (sections > 1)} inferred from both neighbours"


def depends(*changes: tuple[str, str, str, str]) -> str:
    words = [
        f"an amendment of 19:47-{section} between {first} and {last} "
        f"(your {', '.join(f'`{key}`' for key in keys.split())})"
        for section, first, last, keys in changes
    ]
    return f"depends on {' and '.join(words)}"


def judged(day: str, keys: Keys) -> tuple[str, tuple[NeighbourJudgement, ...]]:
    table = chapter47.table(**{"on": date.fromisoformat(day), **keys})
    judgement = games.check(table)
    rows = by_neighbours(judgement, table, games.game_of(table))
    return headline(judgement, rows), rows


DAYS: list[tuple[str, Keys, str]] = [
    # The day of the 1996 print: every section stands as printed.
    ("1996-05-20", {}, "lawful"),
    # No section was amended between the print and 15 July 1996.
    ("1996-07-14", {}, "lawful"),
    # 15 July 1996 amended 2.2, 2.3, 2.6, 2.9 and 2.15 (and 2.8, 2.11, 2.13, 2.17, whose 2010 text stands since then).
    ("1996-07-15", {}, inferred(5)),
    # 2.3 was amended once more on 2 December 1996, which made the form printed in 2001.
    ("1996-12-02", {}, inferred(4)),
    # 2.9 has its 2010 form since 7 December 1998, 2.7 lost its 1996 form that day: still four.
    ("1998-12-07", {}, inferred(4)),
    # 6 July 1999 made 2.2 as printed in 2001; 2.6, 2.7 and 2.15 are open.
    ("1999-07-06", {}, inferred(3)),
    # 2.3 is open from 3 December 2001 to 17 January 2006, beside 2.6, 2.7 and 2.15.
    ("2003-05-01", {}, inferred(4)),
    # Open at the end of 2006: 2.2, 2.5, 2.7, 2.10 and 2.12; 2.3, 2.6 and 2.15 have their 2010 form since January 2006.
    ("2006-12-31", {}, inferred(5)),
    # Only 2.10 was amended after 19 November 2007.
    ("2010-06-06", {}, inferred(1)),
    # The last amendment of all, 2.10 on 7 June 2010: the printed text.
    ("2010-06-07", {}, "lawful"),
    # The last day of the chapter, and the first of 13:69F, which is not held.
    ("2011-11-13", {}, "lawful"),
    ("2011-11-14", {}, "not known"),
    # No table game before the chapter was adopted on 2 June 1978.
    ("1978-06-01", {}, "not lawful"),
    # Before the 1996 print there is a text after, but none before: 2.5 (1994-06-06) and 2.15 (1993-09-20) stay open.
    ("1995-01-01", {}, "not known"),
    ("1990-01-01", {}, "not known"),
    # 2.12 of 1996 has the dealer stand on all 17s; the notes place the option on 19 June 2006.
    ("2006-06-18", {"soft_17": "hit"}, "not lawful"),
    # From that day it may have been lawful; the texts around it (1996 and 2010) differ.
    ("2006-06-19", {"soft_17": "hit"}, depends(("2.12", "2006-01-17", "2007-11-19", "soft_17"))),
    # 2.12 has its 2010 form since 19 November 2007: only 2.10 is left.
    ("2007-11-19", {"soft_17": "hit"}, inferred(1)),
    # 2.10(c), the face-down card, came with the amendment of 18 January 2005.
    ("2005-01-17", {"double_card": "face-down"}, "not lawful"),
    ("2005-01-18", {"double_card": "face-down"}, depends(("2.10", "2005-01-18", "2010-06-07", "double_card"))),
    ("2010-06-07", {"double_card": "on-request"}, "lawful"),
    # 2.3(i) of 2001 knows four options; the free refusal came on 3 December 2001 and is in the 2010 text.
    ("2001-12-02", {"mid_shoe_entry": "barred"}, "not lawful"),
    ("2001-12-03", {"mid_shoe_entry": "barred"}, depends(("2.3", "2001-12-03", "2006-01-17", "mid_shoe_entry"))),
    ("2006-01-17", {"mid_shoe_entry": "barred"}, inferred(5)),
    # The other way round: an old option is lawful by the 2001 text and replaced on that day.
    ("2001-12-02", {"mid_shoe_entry": ["i1"]}, inferred(3)),
    ("2001-12-03", {"mid_shoe_entry": ["i1"]}, "not lawful"),
    # 2.7(c), even money: absent in 1996, in 2010 there; 2.7 and 2.9 both note 7 December 1998.
    ("1998-12-06", {"even_money": True}, "not lawful"),
    ("1998-12-07", {"even_money": True}, depends(("2.7", "1998-12-07", "2007-01-02", "even_money"))),
    # 2.7 has its 2010 form since 2 January 2007; 2.2, 2.5, 2.10 and 2.12 are open but silent on even money.
    ("2007-01-02", {"even_money": True}, inferred(4)),
    # 2.9(b), insurance at the player's own turn: in on 15 July 1996 or 7 December 1998, nobody knows which.
    ("1996-07-14", {"insurance_at_turn": True}, "not lawful"),
    ("1996-07-15", {"insurance_at_turn": True}, depends(("2.9", "1996-07-15", "1998-12-07", "insurance_at_turn"))),
    ("1998-12-07", {"insurance_at_turn": True}, inferred(4)),
    # 2.2(d) was rewritten on 6 July 1999; the 1996 text has none.
    ("1997-01-01", {"shuffle": "machine"}, depends(("2.2", "1996-07-15", "1999-07-06", "shuffle"))),
    ("1999-07-06", {"shuffle": "machine"}, inferred(3)),
    # Pre-shuffled cards: 2.4 and 2.5 note 19 March 2007 and have their 2010 form since then.
    ("2007-03-18", {"preshuffled": True}, "not lawful"),
    ("2007-03-19", {"preshuffled": True}, inferred(3)),
    # Surrender came back on 16 January 1990 and stands in both texts; 2.8 is open from 15 July 1996 on.
    ("1999-03-01", {"surrender": True}, inferred(5)),
    # It was tested from 15 March 1989 for 90 days: no text of that test, and none before it.
    ("1989-04-01", {"surrender": True}, "not known"),
    # It was out of the chapter from 23 July 1981 on.
    ("1985-01-01", {"surrender": True}, "not lawful"),
    # The progressive wager (2.19) came on 15 July 1996 and was never amended; eight decks suit every text of 2.2.
    ("1997-01-01", {"wagers": {"progressive": {}}}, inferred(4)),
    # Four decks for it are in 2.2 of 2001, noted on 6 July 1999; 2.2 of 1996 asks for one.
    (
        "1997-01-01",
        {"decks": 2, "wagers": {"progressive": {}}},
        depends(("2.2", "1996-07-15", "1999-07-06", "decks wagers.progressive")),
    ),
    # 2.20 of 1996 is the continuous shuffler; the bonus took its number on 4 January 1999.
    (
        "2000-01-01",
        {"wagers": {"blackjack-bonus": {}}},
        depends(("2.20", "1999-01-04", "2007-11-19", "wagers.blackjack-bonus")),
    ),
    ("2008-01-01", {"wagers": {"blackjack-bonus": {}}}, inferred(1)),
    # 2.22 came on 16 January 2001 and was amended twice before the only text of it.
    ("2002-01-01", {"wagers": {"streak": {}}}, "not known"),
    # 2.17 has its 2010 form since 15 July 1996 and over/under 13 stands in both: only the basic sections are open.
    ("1998-01-01", {"wagers": {"over-under-13": {}}}, inferred(4)),
    # Two options at once: each has its own section, its own dates.
    (
        "2004-01-01",
        {"even_money": True, "mid_shoe_entry": "barred"},
        depends(
            ("2.3", "2001-12-03", "2006-01-17", "mid_shoe_entry"), ("2.7", "1998-12-07", "2007-01-02", "even_money")
        ),
    ),
    # A definite finding decides, whatever else is open: at most seven boxes.
    ("2003-05-01", {"boxes": 8}, "not lawful"),
    # 2.16 was never amended; the six open basic sections agree.
    ("2005-06-01", {"optional_payouts": ["five-card-21"]}, inferred(6)),
    # 6 to 5 came on 17 January 2006: the texts before that day do not know the game.
    ("2005-12-31", {"game": "six-to-five"}, "not lawful"),
    ("2007-06-01", {"game": "six-to-five"}, "not known"),
    ("2010-06-07", {"game": "six-to-five"}, "lawful"),
    # Double exposure stands on 2.6(k) since 1991 and takes no insurance, so 2.9 is not asked.
    ("1997-01-01", {"game": "double-exposure"}, inferred(3)),
    # 2.18 was amended four times from 1999 on, each time for another side wager, none of which is offered here.
    ("2005-01-01", {"game": "multiple-action"}, inferred(6)),
    # Undated texts are nobody's neighbour.
    ("2009-01-01", {"game": "switch"}, "not known"),
    ("2003-01-01", {"game": "spanish-21"}, "not known"),
    # Craps: 1.4 to 1.7 are not held at all. Baccarat: 3.5 got its printed form on the day of the print itself.
    ("1996-05-20", {"game": "craps"}, "not known"),
    ("1996-05-20", {"game": "baccarat"}, "lawful"),
    ("1995-05-20", {"game": "baccarat"}, "not known"),
    ("2003-01-01", {"game": "baccarat"}, "not known"),
    # Four decks break 3.1 as printed; after the print nothing is known.
    ("1996-05-20", {"game": "baccarat", "decks": 4}, "not lawful"),
    ("2003-01-01", {"game": "baccarat", "decks": 4}, "not known"),
]


@pytest.mark.parametrize(("day", "keys", "expected"), DAYS)
def test_the_headline_of_a_day(day: str, keys: Keys, expected: str) -> None:
    assert judged(day, keys)[0] == expected


@pytest.mark.parametrize(("day", "keys", "expected"), DAYS)
def test_a_headline_is_never_surer_than_the_texts(day: str, keys: Keys, expected: str) -> None:
    del expected
    words, rows = judged(day, keys)
    table = chapter47.table(**{"on": date.fromisoformat(day), **keys})
    lawful = games.check(table).lawful
    assert (words == "lawful", words == "not lawful") == (lawful is True, lawful is False)
    if lawful is None:
        assert words.startswith("lawful by every text held") == (bool(rows) and all(row.same for row in rows))
        assert words.startswith("depends") == (
            all(row.same is not None for row in rows) and any(not row.same for row in rows)
        )


def test_a_difference_names_both_outcomes_the_paragraph_and_the_amendments() -> None:
    _, rows = judged("2006-07-01", {"soft_17": "hit"})
    [row] = [row for row in rows if not row.same]
    assert row.citation == "19:47-2.12"
    assert row.before is not None
    assert row.after is not None
    assert (row.before.edition, row.before.lawful, row.before.until) == ("1996", False, date(2006, 1, 17))
    assert (row.after.edition, row.after.lawful, row.after.since) == ("2010", True, date(2007, 11, 19))
    assert [finding.citation for finding in row.before.findings] == ["19:47-2.12(b)"]
    assert row.amended == (date(2006, 1, 17), date(2006, 6, 19), date(2007, 11, 19))
    assert row.depends_on == ("soft_17",)


def test_a_text_that_does_not_know_the_game_is_not_a_neighbour() -> None:
    _, rows = judged("2007-06-01", {"game": "six-to-five"})
    assert {(row.before and row.before.lawful, row.after and row.after.lawful) for row in rows} == {(None, True)}
    assert {row.same for row in rows} == {None}


def test_an_undated_text_is_reported_beside_the_missing_neighbours() -> None:
    _, rows = judged("2009-01-01", {"game": "switch"})
    assert {(row.citation, row.before, row.after) for row in rows} == {
        ("19:47-2A", None, None),
        ("19:46-1.10C", None, None),
    }
    assert {(row.undated and row.undated.edition, row.undated and row.undated.lawful) for row in rows} == {
        ("switch", True)
    }
    _, rows = judged("2009-01-01", {"game": "switch", "soft_17": "stand"})
    assert {row.citation: row.undated and row.undated.lawful for row in rows}["19:47-2A"] is False
