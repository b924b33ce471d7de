"""What happened at the tables, for those who may see it: rounds, logs, commitments."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, cast

import msgspec

from chapter47 import games
from chapter47.core.event import Event, EventTypes, RoundOver
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import form_of
from chapter47.core.posting import Posting
from chapter47.service.chance_file import ChanceFile, ChanceRecord, Commitment, Nameless, pieces, what_came
from chapter47.service.commands import Body, UnitLog
from chapter47.service.money import changes
from chapter47.service.store import StoredHistory, StoredUnit
from chapter47.service.store.corrections import StoredCorrection
from chapter47.service.store.unit import StoredRound
from chapter47.service.table_messages import onlooker
from chapter47.service.terms import Actor, ServiceError
from chapter47.session.session import playing_of

UNITS_READ_AT_ONCE: Final = 1000
"""Units read at once when a table's whole history is requested."""
TABLES: Final = "tables"
SEES_ALL: Final = ("supervisor", "auditor")


class PastPlay:
    """The stored history of open and closed tables."""

    def __init__(self, store: StoredHistory) -> None:
        self.store = store

    def was_opened(self, table: str) -> bool:
        """Return whether there is or was such a table."""
        return self.store.version(f"table/{table}") > 0

    def rounds(
        self,
        actor: Actor,
        *,
        table: str | None = None,
        player: str | None = None,
        since: int = 0,
        before: int | None = None,
        limit: int = 100,
    ) -> Sequence[StoredRound]:
        """List rounds: a player's own, or any for a supervisor or auditor."""
        if table is not None and not self.was_opened(table):
            raise no_such_table(table)
        whose = player if actor.role in SEES_ALL else actor.name
        rounds = self.store.rounds(table=table, player=whose, since=since, before=before, limit=limit)
        return [msgspec.structs.replace(each, results=_visible(each.results, actor)) for each in rounds]

    def round(self, actor: Actor, table: str, number: int) -> Json:
        """Return what happened in a round, as this actor saw it."""
        units = self.store.units_of(table, number)
        if not units or not self._was_there(actor, table, number):
            raise ServiceError(
                "round.unknown",
                "You did not play this round",
                got=f"{table} {number}"[:80],
                allowed="a round that you played",
                status=404,
            )
        if not units[0].body:
            raise purged(table)
        bodies = [msgspec.json.decode(unit.body, type=Body) for unit in units]
        over = number == 0 or self._ends_round(table, bodies)
        sees_all = over and actor.role in SEES_ALL
        events = [body.events for body in bodies] if sees_all else self._seen_then(actor, table, bodies)
        bodies_read = zip(units, bodies, events, strict=True)
        results = _visible(self.store.results(table, number), actor)
        recalled = [_recalled(*unit) for unit in bodies_read]
        corrections = self.corrections(actor, table, number)
        shown = {"over": over, "results": results, "corrections": corrections, "units": recalled}
        return {"table": table, "round": number, **shown}

    def corrections(self, actor: Actor, table: str, number: int) -> list[Json]:
        """List what corrections of a round gave to or took from each player: a player's own, or all for staff."""
        lines = [line for made in self.store.corrections(table, number) for line in _corrected(made)]
        return [line for line in lines if actor.role in SEES_ALL or line["player"] == actor.name]

    def _ends_round(self, table: str, bodies: Iterable[Body]) -> bool:
        """Return whether a unit ends its round; until then, concealed cards stay concealed from everybody."""
        types = form_of(games.game_of(self.posting_of(table))).events
        return any(_has(RoundOver, types, body) for body in bodies)

    def _seen_then(self, actor: Actor, table: str, bodies: Sequence[Body]) -> list[msgspec.Raw]:
        """Yield the events of each unit, with other players' hidden cards face down."""
        game = games.game_of(self.posting_of(table))
        assert game.hosting is not None
        hosting: Hosting = game.hosting.load()
        types = form_of(game).events
        lines = [msgspec.json.decode(body.events) for body in bodies]
        sources = [[line.pop("of") for line in unit] for unit in lines]
        seen = iter(hosting.recalled([types.from_json(line) for unit in lines for line in unit], onlooker(actor)))
        return [
            msgspec.Raw(msgspec.json.encode([{"of": of, **types.to_json(next(seen))} for of in unit]))
            for unit in sources
        ]

    def posting_of(self, table: str) -> Posting:
        return cast(Posting, games.parse(self.file_of(table)))

    def file_of(self, table: str) -> str:
        """Return the table file of a table, open or closed."""
        values = self.store.row(TABLES, table)
        if values is None:
            raise no_such_table(table)
        return str(values["file"])

    def _was_there(self, actor: Actor, table: str, number: int) -> bool:
        return actor.role in SEES_ALL or self.store.played(table, number, actor.name)

    def log(self, actor: Actor, table: str) -> str:
        """Return the log of a whole table, for those who may see all of it; `replay` reproduces it."""
        if actor.role not in SEES_ALL:
            raise ServiceError(
                "log.not_yours", "Only staff may read the log of a whole table", allowed="a supervisor", status=403
            )
        game = games.game_of(self.posting_of(table))
        bodies = [body for _, body in self._bodies(table)]
        log = UnitLog(playing_of(game))
        units = [log.entries(body) for body in bodies]
        ends = [place for place, unit in enumerate(units, start=1) if any(isinstance(e.event, RoundOver) for e in unit)]
        over = ends[-1] if ends else 0
        finished = [entry for unit in units[:over] for entry in unit]
        open_round = [entry for unit in units[over:] for entry in unit]
        assert game.hosting is not None
        seen = game.hosting.load().recalled([entry.event for entry in open_round], onlooker(actor))
        masked = [msgspec.structs.replace(entry, event=event) for entry, event in zip(open_round, seen, strict=True)]
        return "".join(f"{line}\n" for line in games.log_lines(games.parse(bodies[0].file), (*finished, *masked)))

    def commitments(self, table: str) -> list[Json]:
        """List every commitment of a table, and what was opened."""
        return [msgspec.to_builtins(secret) for secret in _committed(self._bodies(table, with_secrets=True))]

    def chance_file(self, table: str) -> Iterator[bytes]:
        """Yield the table's chance file, which `chapter47 verify` checks, in pieces: a long one is never in memory as a
        whole."""
        last = self.store.version(f"table/{table}")
        bodies = [unit for unit in self._bodies(table, with_secrets=True) if unit[0] <= last]
        game = games.game_of(self.posting_of(table))
        assert game.playing is not None
        assert game.hosting is not None
        head = ChanceFile(table=table, file=bodies[0][1].file, commitments=tuple(_committed(bodies)), units=())
        came = partial(_came, game.hosting.load(), Nameless(game.playing.load()), form_of(game).events)
        return pieces(head, (came(*unit) for unit in self._all_bodies(table, last)))

    def _all_bodies(self, table: str, last: int) -> Iterator[tuple[int, Body]]:
        """Yield all bodies up to a version, in batches."""
        for after in range(0, last, UNITS_READ_AT_ONCE):
            for unit in self.store.units_of(table, after=after, up_to=min(after + UNITS_READ_AT_ONCE, last)):
                yield unit.version, msgspec.json.decode(unit.body, type=Body)

    def _bodies(self, table: str, *, with_secrets: bool = False) -> list[tuple[int, Body]]:
        """Yield the bodies of all units of a table, or of those with commitments or openings (always including the
        first)."""
        units = self.store.units_with_secrets(table) if with_secrets else self.store.units_of(table)
        if not units:
            raise no_such_table(table)
        if not units[0].body:
            raise purged(table)
        return [(unit.version, msgspec.json.decode(unit.body, type=Body)) for unit in units]


def _came(hosting: Hosting, nameless: Nameless, types: EventTypes, version: int, body: Body) -> ChanceRecord:
    act, came = nameless.line(body.act), what_came(_events(types, body), hosting)
    return ChanceRecord(version=version, act=act, opens=body.opens, steps=body.steps, came=came)


def _committed(bodies: Iterable[tuple[int, Body]]) -> list[Commitment]:
    commitments: dict[str, Commitment] = {}
    for version, body in bodies:
        for secret in body.published:
            commitments[secret["id"]] = msgspec.convert({**secret, "version": version}, Commitment)
        for secret in body.opened:
            commitments[secret["id"]] = msgspec.structs.replace(commitments[secret["id"]], opened=secret)
    return list(commitments.values())


def _events(types: EventTypes, body: Body) -> list[Event]:
    lines: list[Json] = msgspec.json.decode(body.events)
    return [types.from_json({name: value for name, value in line.items() if name != "of"}) for line in lines]


def _has(kind: type[Event], types: EventTypes, body: Body) -> bool:
    return any(isinstance(event, kind) for event in _events(types, body))


def _visible(results: dict[str, int], actor: Actor) -> dict[str, int]:
    """Filter results: staff see every player's, players only their own."""
    return {name: won for name, won in results.items() if actor.role in SEES_ALL or name == actor.name}


def _corrected(made: StoredCorrection) -> list[Json]:
    """Return a line for each player whose chips the correction changed, or one line without a player."""
    players: Counter[str] = Counter()
    for account, change in changes(made.entries).items():
        match account.split("/"):
            case ["player", name, _] | ["table", _, "layout" | "owed" | "coupons", name]:
                players[name] += change
    total = sum(entry.amount for entry in made.entries)
    said = {"reason": made.reason, "by": made.by, "asked_by": made.asked_by, "at": made.at}
    return [{"player": name, "amount": amount, **said} for name, amount in (players or {"": total}).items()]


def _recalled(unit: StoredUnit, body: Body, events: msgspec.Raw) -> Json:
    """Return the round with the notices shown at the time, such as that the house decided for a player whose time was
    up."""
    done = {"version": unit.version, "at": unit.at, "actor": unit.actor, "act": body.act}
    return {**done, "notices": body.notices, "events": events}


def purged(table: str) -> ServiceError:
    return ServiceError(
        "history.purged",
        "The history of this table was purged after the retention period",
        got=table[:80],
        allowed="the list of rounds and the ledger, which are kept",
        status=410,
    )


def no_such_table(table: str) -> ServiceError:
    return ServiceError("table.unknown", "No such table", got=table[:80], allowed="GET /api/v1/tables", status=404)
