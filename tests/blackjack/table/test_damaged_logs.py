"""Damaged logs: each is reported with its line and exit code 2."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import redeal, replay
from chapter47.cli.replay import replay as replay_command
from chapter47.core.cards import cards
from chapter47.core.chance import Scripted, Seeded
from chapter47.core.findings import Refusal
from chapter47.core.log import LogError
from chapter47.games import log_lines, parse_log

HEAD = '{"chapter47": "log", "form": 2, "seed": null, "table": {}}'
DIGITS = "9" * 5000
BET = '{{"of": "round", "event": "Bet", "by": "19:47-2.3(a)", "box": 1, "bettor": {}, "amount": {}}}'
HIT = '{{"of": "round", "event": {}, "by": "19:47-2.12(a)", "at": {}}}'

Output = pytest.CaptureFixture[str]

DAMAGED = [
    (HEAD.replace("null", DIGITS), 1, "a number with thousands of digits"),
    (HEAD.replace("{}", f'{{"decks": {DIGITS}}}'), 1, "a number with thousands of digits"),
    (HEAD.replace("{}", '{"decks": "\\ud800"}'), 1, 'decks: "\\ud800" is not allowed'),
    (HEAD + "\n" + BET.format('"Ann"', DIGITS), 2, "a number with thousands of digits"),
    (HEAD + "\n" + BET.format('"Ann"', 2**63), 2, "Bet: amount is a whole number of at most 63 bits"),
    (HEAD + "\n" + BET.format('"Ann"', "true"), 2, "Bet: amount is a whole number of at most 63 bits"),
    (HEAD + "\n\n" + BET.format('"\\ud800"', 1000), 3, "Bet: bettor is a text without control characters"),
    (HEAD + "\n" + BET.format('"\\u001b[2J"', 1000), 2, "Bet: bettor is a text without control characters"),
    (HEAD + "\n" + BET.format('"An\\u2028n"', 1000), 2, "Bet: bettor is a text without control characters"),
    (HEAD + "\n" + BET.format('"Ann", "\\u001b": 1', 1000), 2, "Bet: it has no field '\\x1b', only"),
    (HEAD + "\n" + HIT.format('"Hit"', "1"), 2, "Hit: at is a hand such as 3, 3.1 or D"),
    (HEAD + "\n" + HIT.format('"Hit"', "null"), 2, "Hit: at is a hand such as 3, 3.1 or D"),
    *(
        (HEAD + "\n" + HIT.format('"Hit"', f'"{at}"'), 2, "is not a hand")
        for at in ("", "x", "-1", "1.0", "1.x", "٣", "0")
    ),
    (HEAD + "\n" + HIT.format('"Turned"', '"D", "card": 7'), 2, "Turned: card is a card such as Ah"),
    (HEAD + "\n" + HIT.format('"Turned"', '"D", "card": "7x"'), 2, "Turned: '7x' is not a card"),
    (HEAD + "\n" + HIT.format("[]", '"1"'), 2, "an event must have a name"),
    (HEAD + "\n" + HIT.format('{"Hit": 1}', '"1"'), 2, "an event must have a name"),
    (HEAD + "\n" + HIT.format("null", '"1"'), 2, "an event must have a name"),
    (HEAD + "\n" + "[" * 100_000, 2, "not JSON"),
]


def written(folder: Path, text: bytes) -> Path:
    path = folder / "a.log"
    path.write_bytes(text)
    return path


@pytest.mark.parametrize(("text", "line", "why"), DAMAGED)
def test_a_damaged_log_is_reported_with_its_line(
    capsys: Output, tmp_path: Path, text: str, line: int, why: str
) -> None:
    path = written(tmp_path, text.encode())
    with pytest.raises(SystemExit, match="2"):
        replay_command(path)
    shown = capsys.readouterr()
    assert (shown.out, f"a.log: line {line}: " in shown.err, why in shown.err) == ("", True, True)
    with pytest.raises(SystemExit, match="2"):
        replay_command(path, json_=True)
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert (error["key"], why in error["got"]) == (f"line {line}", True)


def test_a_binary_file_is_refused_as_a_whole(capsys: Output, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        replay_command(written(tmp_path, b"\x80"))
    assert "a.log: file: " in capsys.readouterr().err


VALUES: tuple[object, ...] = (
    1,
    -1,
    10**30,
    1.5,
    True,
    None,
    "",
    "x",
    "D",
    "99.99",
    "1.-1",
    "²",
    [],
    {},
    [1],
    {"a": 1},
    "\ud800",
    "\x1b",
)


def changed(lines: list[str]) -> Iterator[list[str]]:
    """Every field of every kind of event, and of the head, with every value."""
    seen = set()
    for number, line in enumerate(lines):
        data = json.loads(line)
        for field in data:
            if (data.get("event"), field) not in seen:
                seen.add((data.get("event"), field))
                yield from (
                    [*lines[:number], json.dumps({**data, field: value}), *lines[number + 1 :]] for value in VALUES
                )


def test_whatever_stands_in_a_field_a_log_is_refused_or_done_again() -> None:
    table = table_with("8h Th Ad 8s 9c 3c Kd 4s 9s Kc")
    table.begin()
    assert (table.bet(1, "Ann", 10_00), table.bet(2, "Bob", 20_00), table.close_bets()) == (None, None, None)
    while isinstance(need := table.deal(), NeedMove):
        names = {option.name for option in need.legal}
        assert table.choose(need.bettor, next(move for move in ("split", "decline", "stand") if move in names)) is None
    lines = list(log_lines(table.rules, table.log))
    tried, shown = 0, set()
    for damaged in changed(lines):
        tried += 1
        try:
            _, rules, _, entries = parse_log("\n".join(damaged))
            list(replay(rules, entries))
        except LogError as error:
            shown.add(str(error))
    assert (tried > 1000, len(shown) > 100) == (True, True)
    assert [line for line in shown if not line.isprintable()] == []


def table_with(first: str) -> BlackjackInPlay:
    """These cards come first, after one that is burned."""

    def stacked(deck: Any) -> Any:
        left = list(deck)
        for card in cards(first):
            left.remove(card)
        return (left.pop(), *cards(first), *left)

    table = BlackjackInPlay(TableRules(), Scripted(order=stacked))
    table.open()
    return table


# Who has left cannot leave again


LEAVING = [
    # what Ann does; whether the last of it is refused
    (("leave",), False),
    (("leave", "leave"), True),
    (("hold", "hold"), True),
    (("leave", "hold"), False),
    (("hold", "leave"), False),
    (("leave", "bet", "leave"), False),
    (("leave", "sit", "leave"), False),
]


@pytest.mark.parametrize(("deeds", "refused"), LEAVING)
def test_a_player_who_has_left_cannot_leave_again(deeds: tuple[str, ...], refused: bool) -> None:
    """By the text that holds places."""
    table = BlackjackInPlay(TableRules(on=date(1996, 5, 20)), Seeded(7))
    table.open()
    table.begin()
    shown = None
    for deed in deeds:
        come = {"bet": lambda: table.bet(1, "Ann", 10_00), "sit": lambda: table.sit(1, "Ann")}
        shown = come[deed]() if deed in come else table.leave("Ann", held=deed == "hold")
    by = "19:47-2.3(j)" if deeds[-1] == "hold" else "19:47-2.3(i)"
    assert (shown and (shown.code, shown.citation)) == (("leave.gone", by) if refused else None)


ACTS: tuple[Callable[[BlackjackInPlay, str], Refusal | None], ...] = (
    lambda table, name: table.bet(1, name, 10_00),
    lambda table, name: table.sit(1, name),
    lambda table, name: table.leave(name),
    lambda table, name: table.let_in(name),
    lambda table, name: table.relieve(name),
)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(("name", "fit"), [("Zoë Łem", True), ("A\x1b", False), ("\ud800", False), ("A\u2028", False)])
def test_a_name_that_no_log_could_hold_is_refused(act: Any, name: str, fit: bool) -> None:
    table = BlackjackInPlay(TableRules(), Seeded(7))
    table.open()
    table.begin()
    before = len(table.log)
    refusal = act(table, name)
    assert (refusal and (refusal.code, refusal.citation)) == (None if fit else ("name.letters", "19:47-2.3(a)"))
    assert (len(table.log) > before) is fit
    assert parse_log("\n".join(log_lines(table.rules, table.log))).entries == table.log


@pytest.mark.parametrize("seed", [None, 7])
def test_a_line_that_tells_twice_of_leaving_is_found(seed: int | None) -> None:
    table = BlackjackInPlay(TableRules(), Seeded(7))
    table.open()
    table.leave("Ann")
    lines = list(log_lines(table.rules, table.log, seed=seed))
    _, rules, _, entries = parse_log("\n".join([*lines, lines[-1]]))
    with pytest.raises(LogError, match="Left was refused: the player has already left the table") as error:
        list(replay(rules, entries)) if seed is None else redeal(rules, entries, seed)
    assert error.value.line == len(lines) + 1
