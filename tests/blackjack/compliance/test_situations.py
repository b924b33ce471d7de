"""Tables and what forbids them: every row gives all findings, in order, and the limits it keeps to."""

import tomllib
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, comb, floor
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.games import BLACKJACK_GAMES
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.table_file import from_data
from chapter47.core.findings import Finding
from chapter47.games import check, game_of
from chapter47.law.citations import full
from chapter47.law.homes import HOMES

Claim = Callable[..., None]
Row = dict[str, Any]
HERE = Path(__file__).parent


def _rows() -> list[Any]:
    """Each row with its file and number, as pytest wants them."""
    return [
        pytest.param(row, id=f"{path.stem}-{number}")
        for path in sorted(HERE.glob("situations/*.toml"))
        for number, row in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["rows"], start=1)
    ]


ROWS = _rows()
LIMITS = tuple(dict.fromkeys(limit for game in BLACKJACK_GAMES for limit in game.limits))
OPTIONS = tuple(dict.fromkeys(option for game in BLACKJACK_GAMES for option in game.options))
CHECKS = {f"{rule.__module__}.{rule.__qualname__}" for rule in (*(x.check for x in LIMITS), *(x.used for x in OPTIONS))}
HELD = {home.citation for home in HOMES.values() if str(home) in CHECKS}
"""Paragraphs whose words we have; the limits of lost sections have no text to be the home of."""


def _cited(text: str) -> list[str]:
    return [full(word) for word in text.split()]


def _table(row: Row) -> TableRules:
    dated = {"on": row["on"]} if "on" in row else {}
    return from_data({**row["table"], **dated})


def _kept(citation: str, table: TableRules) -> bool:
    """Whether a limit or an option of that paragraph stands on that day and finds nothing wrong."""
    limits = [limit for limit in LIMITS if limit.citation == citation]
    used = [option for option in game_of(table).options if option.citation == citation and option.used(table)]
    assert limits or used, f"{citation} is neither a limit nor an option that this table uses"
    binding = [limit for limit in limits if limit in game_of(table).limits]
    return not any([*limit.findings(table)] for limit in binding) and not any(
        [*option.findings(table)] for option in used
    )


@pytest.mark.parametrize("row", ROWS)
def test_a_situation_breaks_and_keeps_just_these(row: Row, cites: Claim) -> None:
    broken, kept = _cited(row.get("breaks", "")), _cited(row.get("keeps", ""))
    assert broken or kept
    table = _table(row)
    verdict = check(table)
    assert [finding.citation for finding in verdict.findings] == broken
    assert [citation for citation in kept if not _kept(citation, table)] == []
    assert (verdict.lawful is False) == bool(broken)
    stood = [finding.citation for finding in verdict.findings if not finding.code.endswith(".not_yet")]
    cites(*(citation for citation in stood + kept if citation in HELD))


@pytest.mark.parametrize("row", ROWS)
def test_a_finding_says_what_was_got_and_what_is_wanted(row: Row) -> None:
    findings = check(_table(row)).findings
    assert len(findings) == len(row.get("breaks", "").split())
    for finding in findings:
        assert finding.got != finding.want
        assert all((finding.code, finding.message, finding.got, finding.want))


def _days() -> list[tuple[TableRules, str]]:
    """The table of every row of days.toml on the day before its option came in."""
    data = tomllib.loads((HERE / "days.toml").read_text(encoding="utf-8"))
    firsts = [(row, row["since"]) for row in data["rows"]] + [(row, row["first"]) for row in data["in_doubt"]]
    return [(_table({**row, "on": first - timedelta(days=1)}), full(row["by"])) for row, first in firsts]


FORBIDDEN_BY_ANOTHER = {
    "19:47-2.12(b)2": "19:47-2.12(b)",  # which said that the dealer stands
    "19:47-2.21": "19:47-2.20",  # where the shuffler stood before
    "19:47-2A.6(a)": "19:47-2A.1",  # the game, which is as old
}
"""Options whose day before is a breach of another paragraph."""


def test_every_limit_is_broken_and_kept_in_some_situation() -> None:
    tables = [_table(row.values[0]) for row in ROWS]
    broken = {limit.citation for table in tables for limit in game_of(table).limits if [*limit.findings(table)]}
    kept = {citation for row in ROWS for citation in _cited(row.values[0].get("keeps", ""))}
    citations = {limit.citation for limit in LIMITS}
    assert len(citations) > 90
    assert citations - broken == set()
    assert citations - kept == set()


def test_every_option_is_too_early_and_in_time_in_some_situation() -> None:
    early = {by for table, by in _days() if not check(table).lawful}
    kept = {citation for row in ROWS for citation in _cited(row.values[0].get("keeps", ""))}
    citations = {option.citation for option in OPTIONS}
    assert len(citations) > 30
    assert {FORBIDDEN_BY_ANOTHER.get(citation, citation) for citation in citations} - early == set()
    assert citations - kept == set()


FIRST_DAYS: dict[str, date] = {
    full(citation): date.fromisoformat(day)
    for day, citations in tomllib.loads((HERE / "days.toml").read_text(encoding="utf-8"))["limits"].items()
    for citation in citations.split()
}
BROKEN_ONLY_BY_WHAT_CAME_LATER = {"19:47-2.8(c)", "19:47-2.17(a)", "19:47-2.18(a)", "19:47-2.20(l)"}
"""Limits that nothing could break on their first day: the game or the other wager was not yet known."""


def _is_broken(citation: str, day: date) -> bool:
    """Whether one of the situations that break this limit does so on that day, rather than coming too early."""
    rows = [row.values[0] for row in ROWS if citation in _cited(row.values[0].get("breaks", ""))]
    findings = [finding for row in rows for finding in check(from_data(row["table"]), day).findings]
    return any(
        finding.citation == citation and not finding.code.endswith((".not_yet", ".repealed")) for finding in findings
    )


@pytest.mark.parametrize(("citation", "first"), FIRST_DAYS.items())
def test_a_limit_binds_from_its_first_day_on(citation: str, first: date) -> None:
    assert not _is_broken(citation, first - timedelta(days=1))
    assert _is_broken(citation, first)


def test_every_limit_with_a_first_day_has_one_in_the_table() -> None:
    dated = {limit.citation for limit in LIMITS if limit.since is not None}
    assert dated == FIRST_DAYS.keys() | BROKEN_ONLY_BY_WHAT_CAME_LATER


PARTS = 10**9
AMOUNTS = {"1": (5, 1000), "5": (50, 5000)}


def _payouts(stake: str, top: int) -> dict[str, dict[str, int]]:
    least, most = AMOUNTS[stake]
    return {stake: {str(least): PARTS - top, str(most): top}}


def _top(stake: str, decks: int, edge: Fraction) -> Fraction:
    """How many parts in a thousand million must pay the most for just this house advantage."""
    least, most = AMOUNTS[stake]
    chance = Fraction(4 * decks * 16 * decks, comb(52 * decks, 2))
    return ((1 - edge) * int(stake) / chance - least) / (most - least) * PARTS


@pytest.mark.parametrize("stake", ["1", "5"])
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize(
    ("edge", "inside", "outside"),
    [(Fraction(0), floor, lambda top: floor(top) + 1), (Fraction(3, 10), ceil, lambda top: ceil(top) - 1)],
    ids=["nothing", "thirty percent"],
)
def test_the_bonus_advantage_is_judged_by_the_exact_chance(
    stake: str,
    decks: int,
    edge: Fraction,
    inside: Callable[[Fraction], int],
    outside: Callable[[Fraction], int],
    cites: Claim,
) -> None:
    exact = _top(stake, decks, edge)
    for top, findings in ((inside(exact), []), (outside(exact), ["19:47-2.20(k)"])):
        table = from_data({"decks": decks, "wagers": {"blackjack-bonus": {"payouts": _payouts(stake, top)}}})
        assert [finding.citation for finding in check(table).findings] == findings
    cites("19:47-2.20(k)")


def test_findings_of_one_paragraph_are_one_finding() -> None:
    meters = {"rate": 0.5, "initial": "1", "reset": "2"}
    (finding,) = check(from_data({"wagers": {"progressive": meters}}), date(2010, 6, 7)).findings
    assert finding == Finding(
        "progressive.meters",
        "19:47-2.19(i)",
        "the rate or a meter is below its minimum",
        got="rate 0.5, initial $1, reset $2",
        want="rate 0.7 or more, initial $5,000 or more, reset $5,000 or more",
        key="wagers.progressive",
    )


CODES: list[tuple[Row, str]] = [
    ({"game": "six-to-five", "minimum": "12"}, "minimum.multiple_of_five"),
    ({"game": "six-to-five", "maximum": "501"}, "maximum.multiple_of_five"),
    ({"game": "six-to-five", "minimum": "12", "maximum": "501"}, "minimum.multiple_of_five"),
]


@pytest.mark.parametrize(("table", "code"), CODES)
def test_the_code_names_the_key_that_breaks_2_3_d(table: Row, code: str) -> None:
    assert [(finding.citation, finding.code) for finding in check(from_data(table)).findings] == [
        ("19:47-2.3(d)", code)
    ]


WAGER_KEYS = {"minimum", "maximum", "paytable", "odds", "rate", "initial", "reset", "payouts", "cap"}


@pytest.mark.parametrize("row", ROWS)
def test_every_finding_names_a_key_of_the_table_file(row: Row) -> None:
    table = _table(row)
    game = game_of(table)
    known = {key.name for key in game.posting.keys} | {"on", "game"}
    for finding in check(table).findings:
        if finding.key.startswith("wagers."):
            _, wager, *key = finding.key.split(".")
            assert wager in table.wagers, finding
            assert set(key) <= WAGER_KEYS, finding
        else:
            assert finding.key in known, finding
