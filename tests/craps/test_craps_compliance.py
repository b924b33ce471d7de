"""Is a craps table lawful: one finding per forbidding paragraph, and a doubt where the text of the day is not held."""

import tomllib
from datetime import date

import pytest

from chapter47.core.compliance import Judgement, check, check_floor
from chapter47.core.tablefile.problems import TableFileError
from chapter47.craps.game import CRAPS
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.table_file import FORM

PRINTED = date(1996, 5, 20)


def table(text: str) -> CrapsPosting:
    return FORM.read(tomllib.loads(text))


def judged(text: str, on: date | None = None) -> Judgement:
    return check(table(text), CRAPS, on)


BREACHES = [
    ('offers = ["pass", "hop", "fire"]', "offers.not_permissible", "19:47-1.2(a)", "hop, fire"),
    ('bars = 2\noffers = ["pass", "dont-pass"]', "dont-pass.bars", "19:47-1.2(a)2iv", "2"),
    ('bars = 2\noffers = ["pass", "dont-come"]', "dont-come.bars", "19:47-1.2(a)4iv", "2"),
    ('[wagers.field]\nodds = "1 to 1"', "odds.below_the_floor", "19:47-1.4", "field 2 at 1 to 1, field 12 at 1 to 1"),
    ('[wagers.place-to-win.odds]\n6 = "1 to 1"', "odds.below_the_floor", "19:47-1.4", "place-to-win 6 at 1 to 1"),
    ('[wagers.any-seven]\nodds = "3 to 1"', "odds.below_the_floor", "19:47-1.4", "any-seven at 3 to 1"),
    ("buy = [4]\nvigorish = 0.06", "vigorish.share", "19:47-1.5", "0.06"),
    (
        'lay = [4]\nlay_vigorish_of = "wager"\n[readings]\n"1996 19:47-1.5" = ["of-the-win", "kept"]',
        "vigorish.lay",
        "19:47-1.5",
        "0.05 of the wager",
    ),
    ('odds_multiple = "101x"', "odds_multiple.limit", "19:47-1.6", "101x"),
    (
        "odds_multiple = { 4 = 0.5, 5 = 1, 6 = 1, 8 = 1, 9 = 1, 10 = 1 }",
        "odds_multiple.limit",
        "19:47-1.6",
        "0.5 on 4, 1 on 5, 1 on 6, 1 on 8, 1 on 9, 1 on 10",
    ),
    ("dice = 4", "dice.too_few", "19:47-1.7", "4"),
]
NOT_PAID_HERE = [
    'offers = ["pass", "field"]\n[wagers.any-seven]\nodds = "3 to 1"',
    'offers = ["pass", "craps-eleven"]\n[wagers.craps-2]\nodds = "29 to 1"',
]
PAID_WITHIN = [
    'offers = ["pass", "horn"]\n[wagers.craps-2]\nodds = "29 to 1"',
    'offers = ["pass", "craps-eleven"]\n[wagers.any-craps]\nodds = "6 to 1"',
    'offers = ["pass", "horn-high"]\n[wagers.eleven]\nodds = "14 to 1"',
]


@pytest.mark.parametrize("text", NOT_PAID_HERE)
def test_odds_of_a_wager_that_nobody_can_make_break_nothing(text: str) -> None:
    assert judged(text).lawful is True


@pytest.mark.parametrize("text", PAID_WITHIN)
def test_odds_that_only_a_combined_wager_is_paid_at_are_held_to_the_floor(text: str) -> None:
    assert [finding.code for finding in judged(text).findings] == ["odds.below_the_floor"]
    floor = check_floor({"a": table(text), "b": table('offers = ["pass", "horn", "craps-eleven"]')}, lambda _: CRAPS)
    assert [finding.code for finding in floor.findings] == ["odds.same_everywhere"]


NOT_HELD = ("19:47-1.4", "19:47-1.5", "19:47-1.6", "19:47-1.7")


@pytest.mark.parametrize(("text", "code", "citation", "got"), BREACHES)
def test_without_a_day_it_is_a_finding(text: str, code: str, citation: str, got: str) -> None:
    verdict = judged(text)
    assert verdict.lawful is False
    assert [(finding.code, finding.citation, finding.got) for finding in verdict.findings] == [(code, citation, got)]


@pytest.mark.parametrize(("text", "code", "citation", "got"), BREACHES)
def test_with_the_day_of_the_print_a_section_not_held_gives_a_doubt(
    text: str, code: str, citation: str, got: str
) -> None:
    verdict = judged(text, PRINTED)
    if citation in NOT_HELD:
        assert verdict.lawful is None
        assert any(doubt.citation == citation and got in doubt.message for doubt in verdict.doubts)
    else:
        assert verdict.lawful is False
        assert [finding.code for finding in verdict.findings] == [code]


def test_bars_2_breaks_both_paragraphs() -> None:
    assert [finding.citation for finding in judged("bars = 2").findings] == ["19:47-1.2(a)2iv", "19:47-1.2(a)4iv"]


def test_a_plain_table_without_a_day_is_lawful_and_says_by_which_text() -> None:
    verdict = judged("")
    assert verdict.lawful is True
    assert [(notice.citation, notice.kind) for notice in verdict.notices] == [
        ("19:47", "text"),
        ("19:47-1.4", "layout"),
        ("19:47-8.2", "posting"),
    ]


@pytest.mark.parametrize(
    ("day", "sections"),
    [
        (PRINTED, ["1.4", "1.5", "1.6", "1.7"]),
        (date(1990, 1, 1), ["1.2", "1.4", "1.5", "1.6", "1.7"]),
        (date(1996, 5, 21), ["1.1", "1.2", "1.4", "1.5", "1.6", "1.7"]),
    ],
)
def test_with_a_day_the_sections_that_are_not_held_are_named(day: date, sections: list[str]) -> None:
    verdict = judged("", day)
    assert verdict.lawful is None
    assert [doubt.citation for doubt in verdict.doubts] == [f"19:47-{section}" for section in sections]


def test_coupons_came_in_on_21_march_1994() -> None:
    assert judged("coupons = true", date(1994, 3, 20)).lawful is False
    assert judged("coupons = true", date(1994, 3, 21)).lawful is None
    assert judged("", date(1994, 3, 20)).lawful is None


def test_no_table_before_the_chapter() -> None:
    assert [finding.code for finding in judged("", date(1978, 6, 1)).findings] == ["chapter.not_adopted"]


def test_better_odds_are_the_same_at_all_tables() -> None:
    better = table('[wagers.field.odds]\n12 = "3 to 1"')
    floor = check_floor({"a": better, "b": table("")}, lambda _: CRAPS)
    assert [(finding.code, finding.citation, finding.got) for finding in floor.findings] == [
        ("odds.same_everywhere", "19:47-1.4", "3 to 1: a; 2 to 1: b")
    ]
    assert check_floor({"a": better, "b": better}, lambda _: CRAPS).findings == ()


WRONG = [
    ("decks = 8", "decks"),
    ('soft_17 = "hit"', "soft_17"),
    ("minimum = 5", "minimum"),
    ('minimum = "2000"', "minimum"),
    ("positions = 0", "positions"),
    ("dice = -1", "dice"),
    ('offers = ["pass", "lucky"]', "offers"),
    ('offers = "pass"', "offers"),
    ("bars = 3", "bars"),
    ("bars = true", "bars"),
    ("buy = [7]", "buy"),
    ("lay = [4, 4.5]", "lay"),
    ("vigorish = 2", "vigorish"),
    ('vigorish_when = "later"', "vigorish_when"),
    ('lay_vigorish_of = "all"', "lay_vigorish_of"),
    ('odds_multiple = "0x"', "odds_multiple"),
    ("odds_multiple = 2", "odds_multiple"),
    ("odds_multiple = { 4 = 1 }", "odds_multiple"),
    ("odds_multiple = { 4 = 1, 5 = 1, 6 = true, 8 = 1, 9 = 1, 10 = 1 }", "odds_multiple"),
    ('horn_high_area = "yes"', "horn_high_area"),
    ('coupons = "no"', "coupons"),
    ('chip = "0"', "chip"),
    ('on = "1996-05-20"', "on"),
    ("wagers = 1", "wagers"),
    ("[wagers.streak]", "wagers.streak"),
    ("[wagers.field]\npaytable = 1", "wagers.field.paytable"),
    ('[wagers.field.odds]\n3 = "2 to 1"', "wagers.field.odds.3"),
    ('[wagers.field]\nodds = "two to one"', "wagers.field.odds"),
    ('[wagers.horn]\nodds = "30 to 1"', "wagers.horn.odds"),
    ('[wagers.pass]\nminimum = "20"\nmaximum = "10"', "wagers.pass.minimum"),
    ('[readings]\n"1996 19:47-1.2(a)7" = "both"', 'readings."1996 19:47-1.2(a)7"'),
]


@pytest.mark.parametrize(("text", "key"), WRONG)
def test_a_wrong_value_is_reported_with_its_key(text: str, key: str) -> None:
    with pytest.raises(TableFileError) as error:
        table(text)
    assert [problem.key for problem in error.value.problems] == [key]
    assert error.value.problems[0].allowed


FILES = [
    "",
    'odds_multiple = "3-4-5"\nbuy = [4, 10]\nvigorish_when = "won"',
    'odds_multiple = { 4 = 3, 5 = 4, 6 = 2.5, 8 = 5, 9 = 4, 10 = 3 }\nlay = [6]\nlay_vigorish_of = "wager"',
    '[wagers.field]\nminimum = "1"\n[wagers.field.odds]\n12 = "3 to 1"\n[wagers.eleven]\nodds = "16 to 1"',
    'on = 1996-05-20\nvigorish = 0.04\nbars = 2\n[readings]\n"1996 19:47-1.5" = ["of-the-win", "kept"]',
]


@pytest.mark.parametrize("text", FILES)
def test_a_table_is_written_and_read_back(text: str) -> None:
    assert FORM.read(FORM.write(table(text))) == table(text)
