"""Is a baccarat table lawful on a day? Findings, doubts and notices by paragraph."""

from collections.abc import Callable
from datetime import date

import pytest

from chapter47.baccarat.game import BACCARAT
from chapter47.core.compliance import changes, check, check_floor
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.tablefile.toml import parse

Claim = Callable[..., None]

HELD = "on = 1996-05-20\n"
# keys, lawful, (code, citation) of each finding
SITUATIONS = [
    ("", True, []),
    ("decks = 6", True, []),
    ("decks = 5", False, [("decks.too_few", "19:47-3.1(a)")]),
    ('offers = ["banker", "player", "tie", "dragon-7"]', False, [("offers.not_permitted", "19:47-3.2(b)")]),
    ('offers = ["banker", "player"]\ntie_pays = "7 to 1"', True, []),
    ('tie_pays = "7 to 1"', False, [("tie_pays.too_low", "19:47-3.3(b)")]),
    ('tie_pays = "9 to 1"', True, []),
    ("vigorish = 0.04", True, []),
    ("vigorish = 0.03", False, [("vigorish.rate", "19:47-3.3(c)")]),
    ("vigorish = 0.06", False, [("vigorish.rate", "19:47-3.3(c)")]),
    ("vigorish = {1 = 0.04, 2 = 0.05}", False, [("vigorish.one_rate", "19:47-3.3(d)")]),
    ("vigorish = {1 = 0.05, 2 = 0.05}", True, []),
    ('offers = ["player", "tie"]\nvigorish = 0.03', True, []),  # nobody is charged it
    ('offers = ["player"]\nvigorish = {1 = 0.04, 2 = 0.05}', True, []),
    ("cards_behind = 13", False, [("cards_behind.too_few", "19:47-3.5(d)")]),
    ("cards_behind = 0", False, [("cards_behind.too_few", "19:47-3.5(d)")]),
    (
        "decks = 4\ncards_behind = 2",
        False,
        [("decks.too_few", "19:47-3.1(a)"), ("cards_behind.too_few", "19:47-3.5(d)")],
    ),
]


@pytest.mark.parametrize("day", ["", HELD], ids=["without a day", "by the text held"])
@pytest.mark.parametrize(("keys", "lawful", "findings"), SITUATIONS)
def test_what_forbids(day: str, keys: str, lawful: bool, findings: list[tuple[str, str]], cites: Claim) -> None:
    verdict = check(parse(f'game = "baccarat"\n{day}{keys}', (BACCARAT,)), BACCARAT)
    assert [(finding.code, finding.citation) for finding in verdict.findings] == findings
    assert verdict.lawful is lawful
    cites(*(citation for _, citation in findings if citation != "19:47-3.5(d)"))


# day, keys, lawful, sections in doubt
DAYS = [
    ("1996-05-20", "", True, []),
    ("1996-05-19", "", None, ["19:47-3.5"]),
    ("1996-05-21", "", None, ["19:47-3.1", "19:47-3.2", "19:47-3.3", "19:47-3.4", "19:47-3.5"]),
    ("1994-03-20", "", None, ["19:47-3.2", "19:47-3.5"]),
    ("1991-12-15", "coupons = false", None, ["19:47-3.2", "19:47-3.3", "19:47-3.5"]),
    ("1991-12-15", "vigorish = 0.04", None, ["19:47-3.2", "19:47-3.3", "19:47-3.3(c)", "19:47-3.5"]),
    ("1991-12-15", 'vigorish = 0.04\noffers = ["tie"]', None, ["19:47-3.2", "19:47-3.3", "19:47-3.5"]),
    ("1990-01-01", "decks = 5", False, ["19:47-3.2", "19:47-3.3", "19:47-3.5"]),
    ("1990-01-01", "cards_behind = 3", None, ["19:47-3.2", "19:47-3.3", "19:47-3.5(d)"]),
    ("1993-01-01", "coupons = true", False, ["19:47-3.2", "19:47-3.5"]),
    ("1978-06-01", "", False, []),
    ("2012-01-01", "", None, ["19:47"]),
]


@pytest.mark.parametrize(("day", "keys", "lawful", "doubts"), DAYS)
def test_by_day(day: str, keys: str, lawful: bool | None, doubts: list[str]) -> None:
    verdict = check(parse(f'game = "baccarat"\n{keys}', (BACCARAT,)), BACCARAT, date.fromisoformat(day))
    assert [doubt.citation for doubt in verdict.doubts] == doubts
    assert verdict.lawful is lawful


def test_without_a_day_a_notice_says_which_text_judged() -> None:
    verdict = check(parse('game = "baccarat"', (BACCARAT,)), BACCARAT)
    assert verdict.notices[0].kind == "text"
    assert "20 May 1996" in verdict.notices[0].message


# from, to, citations of the notices that the change needs
CHANGES = [
    ("vigorish = 0.04", "vigorish = 0.05", ["19:47-3.3(d)"]),
    ("vigorish = 0.05", "vigorish = 0.04", []),
    ("vigorish = 0", "vigorish = 0.04", ["19:47-3.3(d)"]),
    ("", "reshuffle_after_lacing = true", ["19:47-3.5(b)"]),
    ("reshuffle_after_lacing = true", "", ["19:47-3.5(b)"]),
]


@pytest.mark.parametrize(("old", "new", "citations"), CHANGES)
def test_what_a_change_needs(old: str, new: str, citations: list[str], cites: Claim) -> None:
    before, after = (parse(f'game = "baccarat"\n{keys}', (BACCARAT,)) for keys in (old, new))
    notices = changes(before, after, BACCARAT, BACCARAT)
    assert [notice.citation for notice in notices] == citations
    cites(*citations)


def test_a_pit_shuffles_one_way() -> None:
    tables = {
        "a.toml": parse('game = "baccarat"\nreshuffle_after_lacing = true', (BACCARAT,)),
        "b.toml": parse('game = "baccarat"', (BACCARAT,)),
        "c.toml": parse('game = "baccarat"\npit = "2"', (BACCARAT,)),
    }
    floor = check_floor(tables, lambda table: BACCARAT)
    assert [(finding.code, finding.citation) for finding in floor.findings] == [
        ("reshuffle_after_lacing.one_way", "19:47-3.5(b)")
    ]
    assert "a.toml" in floor.findings[0].got
    assert "c.toml" not in floor.findings[0].got


BAD = [
    ("boxes = 7", "boxes"),
    ("soft_17 = 'hit'", "soft_17"),
    ("decks = 0", "decks"),
    ("decks = '8'", "decks"),
    ("seats = 0", "seats"),
    ("pit = ''", "pit"),
    ("offers = ['streak']", "offers"),
    ("offers = 'tie'", "offers"),
    ("tie_pays = 8", "tie_pays"),
    ("vigorish = 5", "vigorish"),
    ("vigorish = {13 = 0.05}", "vigorish"),
    ("vigorish = {}", "vigorish"),
    ("vigorish_when = 'later'", "vigorish_when"),
    ("cards_behind = -1", "cards_behind"),
    ("minimum = '100'\nmaximum = '50'", "minimum"),
]


@pytest.mark.parametrize(("keys", "key"), BAD)
def test_a_bad_key_is_named(keys: str, key: str) -> None:
    with pytest.raises(TableFileError) as error:
        parse(f'game = "baccarat"\n{keys}', (BACCARAT,))
    assert [problem.key for problem in error.value.problems] == [key]


def test_a_table_is_written_and_read_again() -> None:
    table = parse('game = "baccarat"\nvigorish = {1 = 0.04, 14 = 0.05}\ntie_pays = "9 to 1"', (BACCARAT,))
    assert BACCARAT.posting.read(BACCARAT.posting.write(table)) == table
    assert table.numbers[-2:] == (14, 15)
