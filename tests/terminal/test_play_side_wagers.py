"""Side wagers at `chapter47 play`: in scripts, at the keyboard, and in logs that are dealt again."""

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chapter47.games import from_data
from chapter47.session.replays import replayed
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Scripted = Callable[..., PlayedSession]


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    def run(text: str, *, table: dict[str, object], **options: Any) -> PlayedSession:
        path = tmp_path / "table.script"
        path.write_text(text, encoding="utf-8")
        return play(from_data(table), PlayOptions(script=path, json=True, seed=1, **options))

    return run


SIDE_WAGERS: list[tuple[str, dict[str, object], dict[str, int], list[tuple[str, str, int, str]]]] = [
    # a nine matches the dealer's in another suit: 4 to 1; 19 loses to 21
    (
        "cards Th 9d 9c 2c Td\nAnn bet 10 on 1\nAnn bet 5 on match-the-dealer at 1\ndealer deal\nAnn stand\n",
        {"decks": 6, "wagers": {"match-the-dealer": {}}},
        {"Ann": 1000},
        [
            ("match-the-dealer", "", 2000, "paid"),
            ("match-the-dealer", "", 500, "returned"),
            ("main", "", 1000, "collected"),
        ],
    ),
    # ten and nine are over 13, and 19 beats 18
    (
        "cards Th 6d 9c Td 2c\nAnn bet 10 on 1\nAnn bet 5 on over-under-13 over at 1\ndealer deal\nAnn stand\n",
        {"wagers": {"over-under-13": {}}},
        {"Ann": 1500},
        [
            ("over-under-13", "over", 500, "paid"),
            ("over-under-13", "over", 500, "returned"),
            ("main", "", 1000, "paid"),
            ("main", "", 1000, "returned"),
        ],
    ),
]


@pytest.mark.parametrize(("text", "table", "net", "rows"), SIDE_WAGERS)
def test_side_wagers_from_scripts(
    scripted: Scripted,
    text: str,
    table: dict[str, object],
    net: dict[str, int],
    rows: list[tuple[str, str, int, str]],
) -> None:
    played = scripted(text, table=table)
    assert played.refused is None
    (only_round,) = played.session.book.finished
    assert only_round.net == net
    assert [(row.wager, row.bet, row.amount, row.result) for row in only_round.rows] == rows


SIDE_REFUSALS = [
    ("Ann bet 5 on match at 1\n", 1, "side_bet.no_main_wager", "19:47-2A.6(b)"),
    ("Ann bet 10 on 1\nAnn bet 1 on sevens at 1\n", 2, "side_bet.not_offered", "19:47-8.2"),
    ("Ann bet 10 on 1\nAnn bet 90 on match at 1\n", 2, "chips.short", ""),
    ("Ann bet 10 on 1\ndealer deal\nAnn bet 5 on match at 1\n", 3, "bet.closed", "19:47-2A.5(e)"),
]


@pytest.mark.parametrize(("text", "line", "code", "citation"), SIDE_REFUSALS)
def test_a_refused_side_wager_stops_the_script(
    scripted: Scripted, text: str, line: int, code: str, citation: str
) -> None:
    refused = scripted(text, table={"game": "switch", "wagers": {"match": {}}}, bankroll="100").refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.code, refused.refusal.citation) == (line, code, citation)


SIDE_TYPED = [
    ("q\n", "Side wagers: over-under-13 (over | under), streak (2 | 3 | 4 | 5)."),
    ("10\n?\nq\n", "Here: over-under-13 (over | under), streak (2 | 3 | 4 | 5)."),
    ("10\nfive\nq\n", "Write a side wager as WAGER [BET] AMOUNT"),
    ("10\nover-under-13 5\nq\n", "No: no such bet (2.17). Found nothing; allowed: over, under."),
    ("10\nover-under-13 over 5\n\nq\n", "over-under-13 over – "),
    ("10\nstreak 2 5\n\nq\n", "$10 + $5 streak 2"),
    ("10\nstreak 2 5\nq\n", "Undecided wagers are returned: Ann $15."),
]


@pytest.mark.parametrize(("typed", "shown"), SIDE_TYPED)
def test_side_wagers_at_the_keyboard(capsys: pytest.CaptureFixture[str], typed: str, shown: str) -> None:
    rules = from_data({"wagers": {"over-under-13": {}, "streak": {}}})
    play(rules, PlayOptions(seed=14, bankroll="100"), io.StringIO(f"\n{typed}"))  # the cut is declined first
    assert shown in capsys.readouterr().out


MAIN_KEYS = ("", "10", "25", "s", "s", "h", "d 5", "p", "n", "k", "m", "y")


def fingers(table: dict[str, Any], seed: int) -> io.StringIO:
    """Keys at random, and the side wagers of the table."""
    sides = [f"{name} {bet} 1" for name in table["wagers"] for bet in ("", "2", "5", "over")] + ["blackjack-bonus 5 5"]
    chance = Random(seed)
    return io.StringIO("\n".join(chance.choice((*MAIN_KEYS, *sides)) for _ in range(600)))


TABLES: list[dict[str, Any]] = [
    {"decks": 6, "surrender": True, "wagers": {"over-under-13": {}, "streak": {}, "match-the-dealer": {}}},
    {"game": "switch", "decks": 6, "wagers": {"match": {}}},
    {"game": "spanish-21", "decks": 6, "wagers": {"match-the-dealer": {}}},
    {"decks": 8, "wagers": {"progressive": {}}},
    {"decks": 8, "wagers": {"blackjack-bonus": {}}},
]


@pytest.mark.parametrize("table", TABLES)
def test_a_session_with_side_wagers_is_dealt_again_from_its_log_and_from_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: dict[str, Any]
) -> None:
    rules, log, record, again = from_data(table), tmp_path / "a.log", tmp_path / "a.script", tmp_path / "b.log"
    played = play(rules, PlayOptions(players="Ann,Bob", seed=7, log=log, record=record), fingers(table, 1))
    rows = [row for ended in played.session.book.finished for row in ended.rows]
    assert set(table["wagers"]) <= {row.wager for row in rows}
    assert replayed(log).error is None
    assert play(rules, PlayOptions(seed=7, script=record, log=again)).refused is None
    assert again.read_bytes().startswith(log.read_bytes())
    capsys.readouterr()
