"""What happened at the tables of a house, told to whoever may see it: rounds, logs, what chance was committed to."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, cast

import msgspec

from chapter47 import games
from chapter47.core.event import Event, EventTypes
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import form_of
from chapter47.core.posting import Posting
from chapter47.service.actor import Actor
from chapter47.service.chance_file import Came, ChanceFile, Commitment, Nameless, pieces, what_came
from chapter47.service.commands import Body
from chapter47.service.errors import ServiceError
from chapter47.service.showing import onlooker
from chapter47.service.store import Store, StoredUnit
from chapter47.service.store.unit import StoredRound

UNITS_READ_AT_ONCE: Final = 1000
"""Of a table whose whole history somebody asks for."""
SEES_ALL: Final = ("supervisor", "auditor")


class PastPlay:
    """What a store tells of tables that are open or closed."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def was_opened(self, table: str) -> bool:
        """Whether there is or was such a table."""
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
        """Own rounds for a player, any for a supervisor or an auditor."""
        if table is not None and not self.was_opened(table):
            raise no_such_table(table)
        whose = player if actor.role in SEES_ALL else actor.name
        return self.store.rounds(table=table, player=whose, since=since, before=before, limit=limit)

    def round(self, actor: Actor, table: str, number: int) -> Json:
        """What happened in a round, as this actor saw it."""
        units = self.store.units_of(table, number)
        if not units or not self._was_there(actor, table, number):
            raise ServiceError(
                "round.unknown",
                "no such round of yours",
                got=f"{table} {number}"[:80],
                allowed="a round that you played",
                status=404,
            )
        bodies = [msgspec.json.decode(unit.body, type=Body) for unit in units]
        sees_all = actor.role in SEES_ALL
        events = [body.events for body in bodies] if sees_all else self._seen_then(actor, table, bodies)
        told = zip(units, bodies, events, strict=True)
        return {"table": table, "round": number, "units": [_recalled(*unit) for unit in told]}

    def _seen_then(self, actor: Actor, table: str, bodies: Sequence[Body]) -> list[msgspec.Raw]:
        """The events of each unit, with the backs of cards that were for others alone."""
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
        return cast(Posting, games.parse(self._bodies(table, with_secrets=True)[0][1].file))

    def _was_there(self, actor: Actor, table: str, number: int) -> bool:
        return actor.role in SEES_ALL or self.store.played(table, number, actor.name)

    def log(self, actor: Actor, table: str) -> str:
        """The log of a whole table, which `replay` does again; for whoever may see all of it."""
        if actor.role not in SEES_ALL:
            raise ServiceError("log.not_yours", "the log of a whole table", allowed="a supervisor", status=403)
        bodies = self._bodies(table)
        lines = [*games.log_lines(games.parse(bodies[0][1].file), ())]
        for _, body in bodies:
            events: list[Json] = msgspec.json.decode(body.events)
            lines += [msgspec.json.format(msgspec.json.encode(event), indent=0).decode() for event in events]
        return "".join(f"{line}\n" for line in lines)

    def commitments(self, table: str) -> list[Json]:
        """Everything that was committed to at a table, and what was opened of it."""
        return [msgspec.to_builtins(secret) for secret in _committed(self._bodies(table, with_secrets=True))]

    def chance_file(self, table: str) -> Iterator[bytes]:
        """All that chance did at a table, which `chapter47 verify` plays again from what was opened, piece by piece: as
        long as a table may be in play, never all of it is in memory."""
        last = self.store.version(f"table/{table}")
        bodies = [told for told in self._bodies(table, with_secrets=True) if told[0] <= last]
        game = games.game_of(self.posting_of(table))
        assert game.playing is not None
        assert game.hosting is not None
        head = ChanceFile(table=table, file=bodies[0][1].file, commitments=tuple(_committed(bodies)), units=())
        came = partial(_came, game.hosting.load(), Nameless(game.playing.load()), form_of(game).events)
        return pieces(head, (came(*told) for told in self._all_bodies(table, last)))

    def _all_bodies(self, table: str, last: int) -> Iterator[tuple[int, Body]]:
        """Up to a version, so many at a time as are read at once."""
        for after in range(0, last, UNITS_READ_AT_ONCE):
            for unit in self.store.units_of(table, after=after, up_to=min(after + UNITS_READ_AT_ONCE, last)):
                yield unit.version, msgspec.json.decode(unit.body, type=Body)

    def _bodies(self, table: str, *, with_secrets: bool = False) -> list[tuple[int, Body]]:
        """Of every unit of a table, or of those that committed to something or opened it (the first one does)."""
        units = self.store.units_with_secrets(table) if with_secrets else self.store.units_of(table)
        if not units or not units[0].body:
            raise no_such_table(table)
        return [(unit.version, msgspec.json.decode(unit.body, type=Body)) for unit in units]


def _came(hosting: Hosting, nameless: Nameless, types: EventTypes, version: int, body: Body) -> Came:
    act, came = nameless.line(body.act), what_came(_events(types, body), hosting)
    return Came(version=version, act=act, opens=body.opens, steps=body.steps, came=came)


def _committed(bodies: Iterable[tuple[int, Body]]) -> list[Commitment]:
    told: dict[str, Commitment] = {}
    for version, body in bodies:
        for secret in body.published:
            told[secret["id"]] = msgspec.convert({**secret, "version": version}, Commitment)
        for secret in body.opened:
            told[secret["id"]] = msgspec.structs.replace(told[secret["id"]], opened=secret)
    return list(told.values())


def _events(types: EventTypes, body: Body) -> list[Event]:
    lines: list[Json] = msgspec.json.decode(body.events)
    return [types.from_json({name: value for name, value in line.items() if name != "of"}) for line in lines]


def _recalled(unit: StoredUnit, body: Body, events: msgspec.Raw) -> Json:
    """With what was said of it then, such as that the house decided for somebody whose time was up."""
    done = {"version": unit.version, "at": unit.at, "actor": unit.actor, "act": body.act}
    return {**done, "note": body.note, "events": events}


def no_such_table(table: str) -> ServiceError:
    return ServiceError("table.unknown", "no such table", got=table[:80], allowed="GET /api/v1/tables", status=404)
