"""A log that names its seed is dealt again: no line of it can be changed unnoticed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from chapter47.blackjack import events as e
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.log import ROUND, TABLE
from chapter47.blackjack.table.redeal import redeal
from chapter47.blackjack.table.replay import replay
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.chance import Seeded
from chapter47.core.log import LogEntry, LogError
from chapter47.games import from_data, log_lines, parse_log

SEED = 21


def opened(rules: TableRules) -> BlackjackInPlay:
    """Bob takes every cut that comes to him."""
    table = BlackjackInPlay(rules, Seeded(SEED), cut=lambda player, stack: 30 if player == "Bob" else None)
    table.open()
    return table


def a_round(table: BlackjackInPlay, *players: str) -> None:
    """Everybody takes the first move there is."""
    table.begin()
    for box, player in enumerate(players, start=1):
        assert table.bet(box, player, 10_00) is None
    assert table.close_bets() is None
    while isinstance(need := table.deal(), NeedMove):
        assert table.choose(need.bettor, need.legal[0].name) is None


@pytest.fixture(params=[{}, {"decks": 2, "shoe": "double"}, {"decks": 2, "shuffle": "machine"}])
def lines(request: pytest.FixtureRequest) -> list[str]:
    table = opened(from_data(request.param))
    a_round(table, "Ann", "Bob")
    table.reshuffle()
    a_round(table, "Ann")
    table.relieve("Zoe")
    a_round(table, "Ann", "Bob")
    return list(log_lines(table.rules, table.log, seed=SEED))


def checked(lines: list[str]) -> None:
    """As `chapter47 replay` does it: by the rules, then by the seed."""
    _, rules, _, entries = parse_log("\n".join(lines))
    list(replay(rules, entries))
    redeal(rules, entries, SEED)


def test_a_true_log_is_dealt_again(lines: list[str]) -> None:
    checked(lines)
    kinds = {json.loads(line).get("event") for line in lines}
    assert {"Shuffled", "DealerRelieved", "CutOffered", "Dealt", "Stood"} <= kinds


def other(value: Any) -> Any:
    """A value of the same type that is another one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case "Ah":
            return "2c"
    return "Ah"


def test_every_changed_value_is_found(lines: list[str]) -> None:
    for number, line in enumerate(lines[1:], start=1):
        data = json.loads(line)
        name = "card" if data.get("card") else next(key for key in data if key not in ("of", "event", "at", "new"))
        data[name] = other(data[name])
        with pytest.raises(LogError):
            checked([*lines[:number], json.dumps(data), *lines[number + 1 :]])


def test_every_line_left_out_is_found(lines: list[str]) -> None:
    """But for a new dealer at a double shoe, who burns no card: nothing follows from it."""
    for number in range(1, len(lines) - 1):
        if '"DealerRelieved"' in lines[number] and '"Burned"' not in lines[number + 1]:
            continue
        with pytest.raises(LogError):
            checked([*lines[:number], *lines[number + 1 :]])


def test_another_seed_deals_other_cards(lines: list[str]) -> None:
    _, rules, _, entries = parse_log("\n".join(lines))
    with pytest.raises(LogError):
        redeal(rules, entries, SEED + 1)


FALSE = [
    ('{"of": "shoe", "event": "RoundOver", "by": "19:47-2.3(e)"}', "RoundOver is not an event of the shoe"),
    ('{"of": "table", "event": "Hit", "by": "19:47-2.12(a)", "at": "1"}', "Hit is not an event of the table"),
    ('{"of": "table", "event": "RoundBegan", "by": "19:47-2.3(a)", "number": 2}', "round 2 begins after 0 rounds"),
]


@pytest.mark.parametrize(("line", "why"), FALSE)
def test_what_a_log_without_a_seed_cannot_say(line: str, why: str) -> None:
    _, rules, _, entries = parse_log('{"chapter47": "log", "form": 1, "seed": null, "table": {}}\n' + line)
    with pytest.raises(LogError, match=why) as error:
        list(replay(rules, entries))
    assert error.value.line == 2


def test_somebody_kept_out_cannot_have_bet(cites: Callable[..., None]) -> None:
    table = opened(from_data({"mid_shoe_entry": "barred"}))
    a_round(table, "Ann")
    table.begin()
    stranger = e.Bet(by="19:47-2.3(a)", box=1, bettor="Bob", amount=10_00)
    with pytest.raises(LogError, match="sat out since the shuffle"):
        list(replay(table.rules, [*table.log, LogEntry(ROUND, stranger)]))
    cites("19:47-2.3(i)")


OLD = {"on": "1996-05-20"}
NOT_ALLOWED: list[tuple[dict[str, str], list[e.Event], str]] = [
    ({}, [e.Left(by="19:47-2.3(j)", player="Ann", held=True)], "no paragraph of that day holds the place"),
    (OLD, [e.LetIn(by="19:47-2.3(i)", player="Ann")], "no paragraph of that day leaves it to the licensee"),
    ({}, [e.ReaderRepaired(by="19:47-2.15(k)")], "the table has no card reader"),
    ({}, [e.Sat(by="19:47-2.4(b)", box=8, player="Ann")], "no such box"),
    (OLD, [e.WentIdle(by="19:47-2.5(j)", face_up=True)], "says nothing of an idle table"),
    ({}, [e.Resumed(by="19:47-2.5(j)", asked=False)], "the table is not idle"),
    (
        {},
        [e.WentIdle(by="19:47-2.5(j)", face_up=True), e.DealerRelieved(by="19:47-2.6(c)", dealer="Zoe")],
        "the table is idle",
    ),
]


@pytest.mark.parametrize(("data", "events", "why"), NOT_ALLOWED)
def test_what_the_floor_cannot_have_done(data: dict[str, str], events: list[e.Event], why: str) -> None:
    head = {"chapter47": "log", "form": 1, "seed": None, "table": data}
    _, rules, _, _ = parse_log(json.dumps(head))
    with pytest.raises(LogError, match=why) as error:
        list(replay(rules, [LogEntry(TABLE, event) for event in events]))
    assert error.value.line == 1 + len(events)
