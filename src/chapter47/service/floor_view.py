"""The floor at a glance: every open table with its seats, chips, pace, and anything that needs attention."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from chapter47.service import money
from chapter47.service.pit import Pit
from chapter47.service.table import HostedTable

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
PACE_OVER: Final = 15 * MINUTE
"""Period over which the pace is measured: the last quarter of an hour, or since the first round within it."""
FEWEST_ROUNDS: Final = 2
LOW_TRAY: Final = 10
"""A tray is low if it holds fewer chips than this many maximum wagers."""
LONG_WAIT: Final = MINUTE
AlarmCode = Literal[
    "store-lost", "paused", "stopped", "tray-low", "request-waiting", "player-away", "closing", "rules-change"
]


class Alarm(Struct, frozen=True, kw_only=True):
    """An alert at a table for the staff; pages put it into words."""

    code: AlarmCode
    player: str = ""
    since: int = 0
    """Milliseconds since 1970, or 0."""


class SeatedPlayer(Struct, frozen=True, kw_only=True):
    """A player at a table and their chips, in cents."""

    name: str
    chips: int
    on_layout: int
    owed: int
    coupons: int
    away: bool
    """Whether the player has no page or program connected."""


class FloorTable(Struct, frozen=True, kw_only=True):
    """A table on the floor."""

    id: str
    name: str
    game: str
    title: str
    minimum: int
    maximum: int
    practice: bool
    paused: str | None
    stopped: bool
    closing: bool
    dealer: str
    round: int
    in_round: bool
    seats: int
    players: tuple[SeatedPlayer, ...]
    on_layout: int
    in_tray: int
    drop: int
    meters: int
    rounds_per_hour: int | None
    waits_for: str
    """The player whose decision the table waits for."""
    seconds_left: float | None
    requests: int
    change_at: int | None
    """When an announced change of rules takes effect."""
    alarms: tuple[Alarm, ...]


def floor(pit: Pit) -> list[FloorTable]:
    return [shown(pit, pit.table(summary.id)) for summary in pit.tables()]


def shown(pit: Pit, table: HostedTable) -> FloorTable:
    balances = pit.balances(f"table/{table.id}/")
    assert table.game.words
    in_play, settings = table.in_play, table.values
    return FloorTable(
        id=table.id,
        name=settings["name"],
        game=table.game.name,
        title=table.game.title,
        minimum=table.posting.minimum,
        maximum=table.posting.maximum,
        practice=settings["practice"],
        paused=table.paused or None,
        stopped=table.stopped,
        closing=table.closing,
        dealer=table.dealer,
        round=table.round,
        in_round=table.in_round,
        seats=len(table.game.words.load().places(table.posting).numbers),
        players=tuple(_players(pit, table)),
        on_layout=_sum(balances, table.id, "layout"),
        in_tray=balances.get(money.inventory(table.id), 0),
        drop=balances.get(money.drop(table.id), 0),
        meters=_sum(balances, table.id, "meter"),
        rounds_per_hour=pace(list(table.round_ends), table.house.now()),
        waits_for=table.hosting.awaited(in_play) if table.waits and not table.paused else "",
        seconds_left=table.deadlines.shown,
        requests=len(pit.requests.at(table.id)),
        change_at=(settings.get("change") or {}).get("at"),
        alarms=tuple(_alarms(pit, table, balances)),
    )


def _sum(balances: dict[str, int], table: str, kind: str) -> int:
    return sum(held for name, held in balances.items() if name.startswith(f"table/{table}/{kind}/"))


def _players(pit: Pit, table: HostedTable) -> Iterator[SeatedPlayer]:
    owed = table.hosting.owed(table.in_play)
    for name in dict.fromkeys(table.hosting.seated(table.in_play)):
        yield SeatedPlayer(
            name=name,
            chips=pit.house.holds(money.bankroll(name)),
            on_layout=table.in_play.staked.get(name, 0),
            owed=owed.get(name, 0),
            coupons=pit.house.holds(money.coupons(name)),
            away=table.deadlines.is_away(name),
        )


def pace(ends: list[int], now: int) -> int | None:
    """Return rounds per hour; None if too few have ended."""
    recent = [end for end in ends if now - end <= PACE_OVER]
    if len(recent) < FEWEST_ROUNDS or recent[-1] <= recent[0]:
        return None
    return round((len(recent) - 1) * HOUR / (recent[-1] - recent[0]))


def _alarms(pit: Pit, table: HostedTable, balances: dict[str, int]) -> Iterator[Alarm]:
    now, players = table.house.now(), list(table.hosting.seated(table.in_play))
    if table.lost:
        yield Alarm(code="store-lost")
    elif table.paused:
        yield Alarm(code="paused")
    if table.stopped:
        yield Alarm(code="stopped")
    if players and balances.get(money.inventory(table.id), 0) < LOW_TRAY * table.posting.maximum:
        yield Alarm(code="tray-low")
    for request in pit.requests.at(table.id):
        if now - request.at >= LONG_WAIT:
            yield Alarm(code="request-waiting", player=request.player, since=request.at)
    for name in dict.fromkeys(players):
        if table.deadlines.is_away(name):
            yield Alarm(code="player-away", player=name)
    if table.closing:
        yield Alarm(code="closing")
    if change := table.values.get("change"):
        yield Alarm(code="rules-change", since=change["at"])
