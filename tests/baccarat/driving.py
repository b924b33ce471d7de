"""A baccarat table driven by the lines of a script."""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from chapter47.baccarat.acts import GRAMMAR
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.state import FEE
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay
from chapter47.core.act import Act
from chapter47.core.chance import Seeded
from chapter47.core.event import Collected, Event, Paid, Returned
from chapter47.core.findings import Refusal
from chapter47.core.money import amount

E = TypeVar("E", bound=Event)
TABLE = BaccaratTable(minimum=1_00)


def opened(table: BaccaratTable = TABLE, seed: int = 1) -> BaccaratInPlay:
    return BaccaratInPlay(table, Seeded(seed))


@cache
def read(line: str) -> Act:
    return GRAMMAR.read(line)


def act(table: BaccaratInPlay, line: str) -> Refusal | None:
    return table.perform(read(line))


def run(table: BaccaratInPlay, script: str) -> None:
    """A line each; after `dealer deal` the round is dealt to its end. `dealer deal!` only closes the bets."""
    for line in filter(None, map(str.strip, script.splitlines())):
        refusal = act(table, line.removesuffix("!"))
        assert refusal is None, (line, refusal)
        if line == "dealer deal":
            finish(table)


def finish(table: BaccaratInPlay) -> None:
    while not isinstance(table.need, WAITS):
        table.step()


def events(table: BaccaratInPlay, kind: type[E]) -> list[E]:
    return [entry.event for entry in table.log if isinstance(entry.event, kind)]


def chips(entries: Sequence[Event]) -> list[str]:
    """`Ann banker paid 131 3.3(c)`."""
    words = {Paid: "paid", Collected: "collected", Returned: "returned"}
    return [
        f"{event.bettor} {event.wager} {words[type(event)]} {amount(event.amount)} {event.by.removeprefix('19:47-')}"
        for event in entries
        if isinstance(event, (Paid, Collected, Returned))
    ]


def balance(table: BaccaratInPlay) -> dict[str, int]:
    """What everybody has won or lost, fees included."""
    won: dict[str, int] = {}
    for event in (*events(table, Paid), *events(table, Collected)):
        won[event.bettor] = won.get(event.bettor, 0) + (event.amount if isinstance(event, Paid) else -event.amount)
    return won


def fees(table: BaccaratInPlay) -> list[str]:
    """`Ann 6.75 fee, on leaving`."""
    collected = [event for event in events(table, Collected) if event.wager == FEE]
    return [f"{event.bettor} {amount(event.amount)} {event.why}" for event in collected]
