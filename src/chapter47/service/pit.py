"""The pit: all tables, what becomes of them at a start, and the cage that changes money into chips."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, cast

import msgspec
from msgspec import Struct

from chapter47 import games
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.event import Event, EventTypes
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import form_of
from chapter47.core.money import dollars
from chapter47.core.posting import Posting
from chapter47.core.text import legible
from chapter47.service import acting, money
from chapter47.service.actor import Actor
from chapter47.service.chance_file import Came, ChanceFile, Commitment, Nameless, pieces, what_came
from chapter47.service.commands import Body, Done, Reply, Watcher
from chapter47.service.errors import ServiceError
from chapter47.service.house import PitHouse, milliseconds, random_id, sign_of
from chapter47.service.keeping import agrees, statement
from chapter47.service.money import OUTSIDE, Entry
from chapter47.service.secrets import NotSealedHereError, Secrets
from chapter47.service.settings import YEAR, PitSettings
from chapter47.service.showing import onlooker
from chapter47.service.store import KeyUsedError, NotWrittenError, Store, StoredTable, StoredUnit, StoreLostError, Unit
from chapter47.service.store.unit import StoredRound
from chapter47.service.table import HostedTable, closed

MOST_AMOUNT: Final = 10**12
UNITS_READ_AT_ONCE: Final = 1000
"""Of a table whose whole history somebody asks for."""
SECONDS_OF_A_DAY: Final = 24 * 60 * 60
LOGGER: Final = logging.getLogger(__name__)
SEES_ALL: Final = ("supervisor", "auditor")


class TableSummary(Struct, frozen=True, kw_only=True):
    """A table in the list of tables."""

    id: str
    name: str
    game: str
    title: str
    minimum: int
    maximum: int
    players: tuple[str, ...]
    practice: bool
    paused: str | None
    round: int


class Pit:
    """All tables of a house."""

    def __init__(
        self,
        store: Store,
        secrets: Secrets,
        settings: PitSettings | None = None,
        *,
        clock: Callable[[], int] = milliseconds,
        new_id: Callable[[], str] = random_id,
        randomness: Random | None = None,
    ) -> None:
        self.house = PitHouse(
            store, secrets, settings or PitSettings(), clock=clock, new_id=new_id, randomness=randomness
        )
        self._tables: dict[str, HostedTable] = {}
        self._forgetting: asyncio.Task[None] | None = None

    @property
    def store(self) -> Store:
        return self.house.store

    # Start and stop --------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Every table goes on as it was last confirmed, and says so; those whose time is over are forgotten."""
        await self._forget()
        resumed, problems = [], []
        for stored in self.store.tables():
            try:
                resumed.append(self._resumed(stored))
            except NotSealedHereError as error:
                problems.append(Problem(f"table {stored.id}", str(error), "the key file with which it was sealed"))
        if problems:
            raise Chapter47Error(problems)
        for table in resumed:
            self._tables[table.id] = table
            table.start()
        self._forgetting = asyncio.create_task(self._forget_every_day())

    async def _forget(self) -> None:
        """What happened at tables that were closed longer ago than it is kept."""
        if years := self.house.settings.retention_years:
            await self.store.forget(now=self.house.now(), retention=years * YEAR)

    async def _forget_every_day(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_OF_A_DAY)
            try:
                await self._forget()
            except (StoreLostError, NotWrittenError):
                LOGGER.warning("what is kept no longer is forgotten tomorrow: the database cannot be written now")

    def _resumed(self, stored: StoredTable) -> HostedTable:
        posting = games.parse(stored.values["file"], source=f"table {stored.id}")
        table = HostedTable(stored.id, stored.values, self.house, games.game_of(posting), posting)
        table.resume_from(table.last_confirmed(stored))
        table.audience.goes_on_again = True
        wrong = agrees(table.id, statement(table.in_play, table.hosting), stored.balances)
        if wrong:
            table.values = {**table.values, "status": "paused", "reason": "; ".join(wrong)}
        return table

    async def stop(self) -> None:
        """Running commands end; nothing is lost."""
        if self._forgetting is not None:
            self._forgetting.cancel()
        await asyncio.gather(*(table.stop() for table in self._tables.values()))

    # Tables ----------------------------------------------------------------------------------------------------------

    def tables(self) -> list[TableSummary]:
        return [self._summary(table) for table in self._tables.values() if table.values["status"] != "closed"]

    def _summary(self, table: HostedTable) -> TableSummary:
        return TableSummary(
            id=table.id,
            name=table.values["name"],
            game=table.game.name,
            title=table.game.title,
            minimum=table.posting.minimum,
            maximum=table.posting.maximum,
            players=tuple(table.hosting.seated(table.in_play)),
            practice=table.values["practice"],
            paused=table.paused or None,
            round=table.round,
        )

    def table(self, table: str) -> HostedTable:
        try:
            return self._tables[table]
        except KeyError:
            raise _no_such_table(table) from None

    async def open_table(
        self, file: str, actor: Actor, *, practice: bool = False, name: str = "", key: str | None = None
    ) -> str:
        """Refused where the table is not lawful on its day, unless it is a practice table, which says so."""
        asked = sign_of("open", file, practice, name)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return str(msgspec.json.decode(earlier)["table"])
        posting = self._lawful(file, practice=practice)
        game = games.game_of(posting)
        if game.playing is None or game.hosting is None:
            raise ServiceError("table.game", "this game is not played here", got=game.name, allowed="another game")
        id_ = self.house.new_id()
        values = {"status": "open", "file": file, "name": name or game.title, "practice": practice, "reason": ""}
        table = HostedTable(id_, values, self.house, game, posting)
        await table.open(actor, key, asked)
        self._tables[id_] = table
        table.start()
        return id_

    def _lawful(self, file: str, *, practice: bool) -> Posting:
        try:
            posting: Posting = games.parse(file)
            verdict = games.check(posting)
        except Chapter47Error as error:
            problems = [problem.data() for problem in error.problems]
            message = "the table file cannot be read"
            allowed = "a table file (TOML), as `problems` tell"
            raise ServiceError(
                "table.file", message, got=str(error)[:500], allowed=allowed, data={"problems": problems}
            ) from None
        if verdict.lawful is not True and not practice:
            findings = [
                {name: getattr(finding, name) for name in ("code", "citation", "message", "got", "want")}
                for finding in verdict.findings
            ]
            raise ServiceError(
                "table.not_lawful",
                "the table is not lawful on its day" if findings else "the text of that day is not held",
                citation=findings[0]["citation"] if findings else "",
                allowed="a lawful table, or a practice table",
                status=409,
                data={"findings": findings},
            )
        return posting

    async def view(self, table: str, actor: Actor | None) -> bytes:
        hosted = self.table(table)
        await hosted.audience.settled.wait()
        return hosted.audience.shown_to(actor)

    def watch(self, table: str, actor: Actor | None) -> Watcher:
        return self.table(table).audience.watch(actor)

    async def act(
        self, table: str, actor: Actor, line: str, *, version: int | None = None, key: str | None = None
    ) -> Reply:
        asked = sign_of("act", table, line)
        return await self._submit(
            table, actor, lambda hosted: acting.by_line(hosted, actor, line), version=version, key=key, asked=asked
        )

    async def pause(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = sign_of("pause", table, reason)
        return await self._submit(
            table, actor, lambda hosted: acting.set_status(hosted, "paused", "paused", reason), key=key, asked=asked
        )

    async def resume(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = sign_of("resume", table, reason)
        return await self._submit(
            table, actor, lambda hosted: acting.set_status(hosted, "open", "resumed", reason), key=key, asked=asked
        )

    async def close_table(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = sign_of("close", table, reason)
        return await self._submit(table, actor, lambda hosted: acting.close(hosted, reason), key=key, asked=asked)

    async def _submit(
        self,
        table: str,
        actor: Actor,
        do: Callable[[HostedTable], Done],
        *,
        version: int | None = None,
        key: str | None,
        asked: str,
    ) -> Reply:
        """To the table; what was done at one that has closed before a start is answered again."""
        if (hosted := self._tables.get(table)) is not None:
            return await hosted.submit(actor, lambda: do(hosted), version=version, key=key, asked=asked)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply.again(earlier)
        raise self._not_open(table)

    # The cage --------------------------------------------------------------------------------------------------------

    async def buy_in(self, table: str, player: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        """Cash into the drop, chips out of the tray."""
        entries = [
            Entry(OUTSIDE, money.drop(table), _good(amount), "cash"),
            Entry(money.inventory(table), money.bankroll(_name(player)), amount, "buy-in"),
        ]
        short = amount - self.house.holds(money.inventory(table))
        fill = [Entry(OUTSIDE, money.inventory(table), max(short, self.house.settings.inventory), "fill")]
        moved = [*(fill if short > 0 else []), *entries]
        return await self._cage("buy-in", actor, moved, key, at=table, player=player)

    async def cash_out(self, player: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        entry = Entry(money.bankroll(_name(player)), OUTSIDE, _good(amount), "cash-out")
        return await self._cage("cash-out", actor, [entry], key, player=player)

    async def issue_coupons(self, player: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        entry = Entry(OUTSIDE, money.coupons(_name(player)), _good(amount), "coupons issued")
        return await self._cage("coupons", actor, [entry], key, player=player)

    async def fill(self, table: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        entry = Entry(OUTSIDE, money.inventory(table), _good(amount), "fill")
        return await self._cage("fill", actor, [entry], key, at=table)

    async def credit(self, table: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        """Of a closed table too: what is left in its tray goes back to the cage."""
        if not self._was_opened(table):
            raise _no_such_table(table)
        entry = Entry(money.inventory(table), OUTSIDE, _good(amount), "credit")
        return await self._cage("credit", actor, [entry], key)

    async def correct(self, entries: tuple[Entry, ...], reason: str, actor: Actor, *, key: str | None = None) -> Reply:
        """New entries, never changed ones; what lies on a layout is the table's to say."""
        if not reason.strip():
            raise ServiceError("correction.reason", "a correction has a reason", got="none", allowed="a reason")
        for entry in entries:
            self._correctable(entry.debit)
            self._correctable(entry.credit)
            _good(entry.amount)
        return await self._cage("correction", actor, list(entries), key, reason=reason)

    def _correctable(self, account: str) -> None:
        """What lies at a table that is open is the table's own to say; what a closed one still holds is not."""
        match account.split("/"):
            case ["outside"]:
                return
            case ["player", name, "bankroll" | "coupons"] if name:
                return
            case ["table", table, "inventory" | "drop"] if self._was_opened(table):
                return
            case ["table", table, "layout" | "owed" | "meter" | "coupons", name] if name and self._is_closed(table):
                return
        allowed = "outside, player/NAME/bankroll or coupons, table/ID/inventory or drop; anything of a closed table"
        raise ServiceError("correction.account", "this account cannot be corrected", got=account[:80], allowed=allowed)

    def _is_closed(self, table: str) -> bool:
        if table in self._tables:
            return bool(self._tables[table].values["status"] == "closed")
        return self._was_opened(table)

    def _was_opened(self, table: str) -> bool:
        """Whether there is or was such a table."""
        return self.store.version(f"table/{table}") > 0

    def _not_open(self, table: str) -> ServiceError:
        return closed() if self._was_opened(table) else _no_such_table(table)

    async def _cage(
        self, kind: str, actor: Actor, entries: list[Entry], key: str | None, *, at: str | None = None, **told: str
    ) -> Reply:
        """`at` is a table that must be open for it."""
        asked = _sign_of_entries(kind, entries, told.get("reason"))
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply(0, earlier)
        if at is not None and (at not in self._tables or self._is_closed(at)):
            raise self._not_open(at)
        for account, change in money.changes(entries).items():
            held = self.house.holds(account)
            if not money.may_overdraw(account) and held + change < 0:
                got, allowed = dollars(-change), f"up to {dollars(held)}"
                raise ServiceError("chips.short", f"{account} holds too little", got=got, allowed=allowed, status=409)
        reply = msgspec.json.encode({"done": kind, **told})
        unit = Unit(
            stream="house",
            kind=kind,
            actor=actor.name,
            at=self.house.now(),
            body=msgspec.json.encode({"kind": kind, **told, "asked": asked}),
            entries=tuple(entries),
            key=key,
            reply=reply,
        )
        try:
            await self.house.commit(unit, lost=lambda why: None, asked=asked)
        except KeyUsedError as used:
            return Reply(0, await self.house.answered_before(actor.name, key, asked) or used.reply or b"")
        except NotWrittenError as error:
            raise ServiceError("cage.not_written", str(error), allowed="something else", status=409) from None
        for table in self._tables.values():
            table.audience.tell_player(told.get("player", ""))
        return Reply(self.store.version("house"), reply)

    def balances(self, prefix: str = "") -> dict[str, int]:
        return self.store.balances(prefix)

    # Recall ----------------------------------------------------------------------------------------------------------

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
        if table is not None and not self._was_opened(table):
            raise _no_such_table(table)
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
        """Of a table that may be closed."""
        if table in self._tables:
            return self._tables[table].posting
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
            raise _no_such_table(table)
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
    return {"version": unit.version, "at": unit.at, "actor": unit.actor, "act": body.act, "events": events}


def _sign_of_entries(kind: str, entries: Iterable[Entry], reason: str | None) -> str:
    """By what moves and, for a correction, why; whether the tray is filled for it first is not asked."""
    moved = [(entry.debit, entry.credit, entry.amount) for entry in entries if entry.why != "fill" or kind == "fill"]
    return sign_of(kind, moved) if reason is None else sign_of(kind, moved, reason)


def _no_such_table(table: str) -> ServiceError:
    return ServiceError("table.unknown", "no such table", got=table[:80], allowed="GET /api/v1/tables", status=404)


def _good(amount: int) -> int:
    if not 0 < amount <= MOST_AMOUNT:
        raise ServiceError("amount", "not an amount", got=str(amount), allowed="cents above 0")
    return amount


def _name(player: str) -> str:
    if not player or not legible(player) or "/" in player:
        raise ServiceError("player.name", "not a player's name", got=player[:80], allowed="letters that can be shown")
    return player


__all__ = ["Pit", "TableSummary"]
