"""Every limit, option, notice and rule of the floor of craps and baccarat, broken once and kept once."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from chapter47.baccarat.game import BACCARAT
from chapter47.core.compliance import changes, check, check_floor
from chapter47.core.findings import Announcement, Display
from chapter47.core.game import Game
from chapter47.core.tablefile.toml import parse
from chapter47.craps.game import CRAPS

OTHERS: Mapping[str, Game[Any]] = {"craps": CRAPS, "baccarat": BACCARAT}


def table(game: str, keys: str) -> Any:
    return parse(f'game = "{game}"\n{keys}', (OTHERS[game],))


class Row(NamedTuple):
    """A table file that breaks a limit, one that keeps it to the last cent, and what is said of the first."""

    game: str
    broken: str
    kept: str
    code: str
    citation: str
    got: str
    want: str


WITH_DRAGON = 'offers = ["banker", "player", "tie", "dragon-7"]'
LIMITS = [
    Row(
        "craps",
        'offers = ["pass", "big-6"]',
        'offers = ["pass"]',
        "offers.not_permissible",
        "1.2(a)",
        "big-6",
        "pass, ",
    ),
    Row(
        "craps", 'bars = 2\noffers = ["dont-pass"]', 'offers = ["dont-pass"]', "dont-pass.bars", "1.2(a)2iv", "2", "12"
    ),
    Row(
        "craps", 'bars = 2\noffers = ["dont-come"]', 'offers = ["dont-come"]', "dont-come.bars", "1.2(a)4iv", "2", "12"
    ),
    Row(
        "craps",
        '[wagers.place-to-win.odds]\n4 = "17 to 10"',
        '[wagers.place-to-win.odds]\n4 = "18 to 10"',
        "odds.below_the_floor",
        "1.4",
        "place-to-win 4 at 17 to 10",
        "place-to-win 4 at 9 to 5 or better",
    ),
    Row(
        "craps",
        "buy = [4]\nvigorish = 0.051",
        "buy = [4]\nvigorish = 0.05",
        "vigorish.share",
        "1.5",
        "0.051",
        "at most 0.05",
    ),
    Row("craps", "lay = [4]\nvigorish = 0.06", "vigorish = 0.06", "vigorish.share", "1.5", "0.06", "at most 0.05"),
    Row(
        "craps",
        'odds_multiple = "101x"',
        'odds_multiple = "100x"',
        "odds_multiple.limit",
        "1.6",
        "101x",
        "from 1 to 100",
    ),
    Row("craps", "dice = 4", "dice = 5", "dice.too_few", "1.7", "4", "5 or more"),
    Row(
        "craps",
        "on = 1994-03-20\ncoupons = true",
        "on = 1994-03-21\ncoupons = true",
        "coupons.not_yet",
        "1.3",
        "1994-03-20",
        "1994-03-21",
    ),
    Row("baccarat", "decks = 5", "decks = 6", "decks.too_few", "3.1(a)", "5", "6 or more"),
    Row(
        "baccarat", WITH_DRAGON, 'offers = ["tie"]', "offers.not_permitted", "3.2(b)", "dragon-7", "banker, player, tie"
    ),
    Row(
        "baccarat",
        'tie_pays = "7.99 to 1"',
        'tie_pays = "8 to 1"',
        "tie_pays.too_low",
        "3.3(b)",
        "799 to 100",
        "8 to 1",
    ),
    Row("baccarat", "vigorish = 0.045", "vigorish = 0.04", "vigorish.rate", "3.3(c)", "0.045", "0.04 or 0.05"),
    Row(
        "baccarat",
        "vigorish = {1 = 0.04, 2 = 0.05}",
        "vigorish = {1 = 0.04, 2 = 0.04}",
        "vigorish.one_rate",
        "3.3(d)",
        "seat 1: 0.04, seat 2: 0.05",
        "one rate",
    ),
    Row("baccarat", "cards_behind = 13", "cards_behind = 14", "cards_behind.too_few", "3.5(d)", "13", "14 or more"),
    Row(
        "baccarat",
        "on = 1994-03-20\ncoupons = true",
        "on = 1994-03-21\ncoupons = true",
        "coupons.not_yet",
        "3.2(c)",
        "1994-03-20",
        "1994-03-21",
    ),
]


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: f"{row.game} {row.code}")
def test_a_limit_is_broken_once_and_kept_once(row: Row) -> None:
    game = OTHERS[row.game]
    [finding] = check(table(row.game, row.broken), game).findings
    assert (finding.code, finding.citation, finding.got) == (row.code, f"19:47-{row.citation}", row.got)
    assert row.want in finding.want
    assert check(table(row.game, row.kept), game).findings == ()


def test_a_practice_before_its_text_is_a_doubt_and_since_then_lawful() -> None:
    """3.3(c): four percent."""
    four = "vigorish = 0.04\ncoupons = false\n"
    before = check(table("baccarat", f"{four}on = 1991-12-15"), BACCARAT)
    assert before.findings == ()
    assert [doubt.citation for doubt in before.doubts if "codified" in doubt.message] == ["19:47-3.3(c)"]
    since = check(table("baccarat", f"{four}on = 1991-12-16"), BACCARAT)
    assert not any("codified" in doubt.message for doubt in since.doubts)


def test_the_rows_leave_out_no_limit_and_no_option() -> None:
    said = {(row.game, f"19:47-{row.citation}") for row in LIMITS} | {("baccarat", "19:47-3.3(c)")}
    limits = {(name, limit.citation) for name, game in OTHERS.items() for limit in game.limits}
    all_of_them = limits | {(name, option.citation) for name, game in OTHERS.items() for option in game.options}
    assert said == all_of_them


# Notices: what a table needs that has it and one that has it not, and what a change needs ----------------------------

ODDS_TO, SIGN = "19:47-1.4", "19:47-8.2"
STANDING = [
    ("craps", "", 'odds on the layout and in brochures are written with "to"', ODDS_TO, "layout"),
    ("craps", 'minimum = "15"', "minimum $15 and the maximum $1,000", SIGN, "posting"),
    ("baccarat", 'minimum = "25"', "the minimum wager, $25, and the maximum, $5,000", SIGN, "sign"),
    ("baccarat", 'tie_pays = "9 to 1"', '"Tie pays 9 to 1", in a form with "to"', "19:46-1.10", "layout"),
    ("baccarat", "vigorish = 0.04", "of an increase of the fee", "19:47-3.3(d)", "notice"),
    ("baccarat", "reshuffle_after_lacing = true", "30 minutes' written notice", "19:47-3.5(b)", "notice"),
]


@pytest.mark.parametrize(("game", "keys", "words", "citation", "kind"), STANDING)
def test_what_a_table_must_announce_and_show(game: str, keys: str, words: str, citation: str, kind: str) -> None:
    notices = check(table(game, keys), OTHERS[game]).notices
    assert any((notice.citation, notice.kind) == (citation, kind) and words in notice.message for notice in notices)


def test_what_a_table_does_not_have_it_need_not_announce() -> None:
    notices = check(table("baccarat", ""), BACCARAT).notices
    assert "19:47-3.5(b)" not in {notice.citation for notice in notices}


def test_the_rows_leave_out_no_notice() -> None:
    said = {(game, citation) for game, _, _, citation, _ in STANDING}
    assert said == {(name, notice.citation) for name, game in OTHERS.items() for notice in game.notices}


CHANGES = [
    ("craps", 'minimum = "5"', 'minimum = "10"', [SIGN]),
    ("craps", 'odds_multiple = "1x"', 'odds_multiple = "2x"', []),
    ("baccarat", "vigorish = 0.04", "vigorish = 0.05", ["19:47-3.3(d)"]),
    ("baccarat", "vigorish = 0.05", "vigorish = 0.04", []),
    ("baccarat", "", "reshuffle_after_lacing = true", ["19:47-3.5(b)"]),
    ("baccarat", "reshuffle_after_lacing = true", "", ["19:47-3.5(b)"]),
    ("baccarat", "", 'maximum = "1000"', [SIGN]),
    ("baccarat", "", "pit = '2'", []),
]


@pytest.mark.parametrize(("game", "old", "new", "citations"), CHANGES)
def test_what_a_change_needs_and_what_needs_nothing(game: str, old: str, new: str, citations: list[str]) -> None:
    notices = changes(table(game, old), table(game, new), OTHERS[game], OTHERS[game])
    assert [notice.citation for notice in notices] == citations


# The floor -----------------------------------------------------------------------------------------------------------

FLOORS = [
    ("craps", '[wagers.field.odds]\n12 = "3 to 1"', "", "odds.same_everywhere", "19:47-1.4"),
    ("baccarat", "reshuffle_after_lacing = true", "", "reshuffle_after_lacing.one_way", "19:47-3.5(b)"),
]


@pytest.mark.parametrize(("game", "first", "other", "code", "citation"), FLOORS)
def test_a_rule_of_the_floor(game: str, first: str, other: str, code: str, citation: str) -> None:
    def judged(*files: str) -> list[tuple[str, str]]:
        tables = {f"{number}.toml": table(game, keys) for number, keys in enumerate(files)}
        return [(finding.code, finding.citation) for finding in check_floor(tables, lambda _: OTHERS[game]).findings]

    assert judged(first, other) == [(code, citation)]
    assert judged(first, first) == judged(other, other) == []


def test_limits_of_one_game_are_never_asked_of_another() -> None:
    for name, game in OTHERS.items():
        others = [other for other_name, other in OTHERS.items() if other_name != name]
        assert not any(set(game.limits) & set(other.limits) for other in others)
        assert not any(set(game.notices) & set(other.notices) for other in others)
        assert all(isinstance(notice, (Announcement, Display)) for notice in game.notices)
