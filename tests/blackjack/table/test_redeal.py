"""A log that names its seed is dealt again: no line of it can be changed unnoticed."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from chapter47.blackjack import acts
from chapter47.blackjack import events as e
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import redeal, replay
from chapter47.core.act import Act
from chapter47.core.chance import Seeded
from chapter47.core.log import ROUND, TABLE, LogEntry, LogError
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
    ('{"of": "table", "event": "RoundBegan", "by": "19:47-2.3(a)", "number": 2}', 'the rules give .*"number": 1}'),
]


@pytest.mark.parametrize(("line", "why"), FALSE)
def test_what_a_log_without_a_seed_cannot_say(line: str, why: str) -> None:
    _, rules, _, entries = parse_log('{"chapter47": "log", "form": 2, "seed": null, "table": {}}\n' + line)
    with pytest.raises(LogError, match=why) as error:
        list(replay(rules, entries))
    assert error.value.line == 2


def test_somebody_kept_out_cannot_have_bet(cites: Callable[..., None]) -> None:
    table = opened(from_data({"mid_shoe_entry": "barred"}))
    a_round(table, "Ann")
    table.begin()
    stranger = e.Bet(by="19:47-2.3(a)", box=1, bettor="Bob", amount=10_00)
    bet = acts.Bet("Bob", 10_00, "1")
    with pytest.raises(LogError, match="has sat out since the shuffle"):
        list(replay(table.rules, [*table.log, LogEntry(ROUND, stranger, acts=(bet,))]))
    cites("19:47-2.3(i)")


OLD = {"on": date(1996, 5, 20)}
HELD = e.Left(by="19:47-2.3(j)", player="Ann", held=True)
RELIEVED = e.DealerRelieved(by="19:47-2.6(c)", dealer="Zoe")
NOT_ALLOWED: list[tuple[dict[str, Any], Act, e.Event, str]] = [
    ({}, acts.Leave("Ann", held=True), HELD, "no paragraph in force on that date holds the seat"),
    (OLD, acts.LetIn("Ann"), e.LetIn(by="19:47-2.3(i)", player="Ann"), "leaves this to the licensee"),
    ({}, acts.RepairReader(), e.ReaderRepaired(by="19:47-2.15(k)"), "the table has no card reader"),
    ({}, acts.Sit("Ann", 8), e.Sat(by="19:47-2.4(b)", box=8, player="Ann"), "no such box"),
    (OLD, acts.Idle(), e.WentIdle(by="19:47-2.5(j)", face_up=True), "has no rule for an idle table"),
    ({}, acts.Resume(), e.Resumed(by="19:47-2.5(j)", asked=False), "the table is not idle"),
    ({}, acts.Relieve("Zoe"), RELIEVED, "the table is idle"),
]


@pytest.mark.parametrize(("data", "act", "event", "why"), NOT_ALLOWED)
def test_what_the_floor_cannot_have_done(data: dict[str, Any], act: Act, event: e.Event, why: str) -> None:
    table = opened(from_data(data))
    if event is RELIEVED:
        assert table.go_idle() is None
    with pytest.raises(LogError, match=why) as error:
        list(replay(table.rules, [*table.log, LogEntry(TABLE, event, acts=(act,))]))
    assert error.value.line == len(table.log) + 2
