"""The pit: all tables, how they resume after a restart, and what people do at them."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from chapter47 import games
from chapter47.core.act import Act
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.json_object import Json
from chapter47.core.posting import Posting
from chapter47.service import acting
from chapter47.service.audience import Write
from chapter47.service.cage import Cage
from chapter47.service.commands import Done, Reply, Watcher
from chapter47.service.house import PitHouse, milliseconds, random_id, request_fingerprint
from chapter47.service.ledger_entries import agrees, statement
from chapter47.service.past_play import no_such_table
from chapter47.service.secrets import NotSealedHereError, Secrets
from chapter47.service.store import NotWrittenError, RowChange, Store, StoredTable, StoreLostError, Unit
from chapter47.service.table import HostedTable
from chapter47.service.table_messages import TableMessage
from chapter47.service.terms import YEAR, Actor, PitSettings, ServiceError

SETTINGS: Final = "settings"
CLOCK_JUMP: Final = "clock-jump"
LONGEST_SILENCE: Final = 31 * 24 * 60 * 60 * 1000
"""Milliseconds between the last row of the journal and a start-up; after a longer gap the clock may be wrong."""
CLOSED_KEPT: Final = 16
"""Number of closed tables kept in memory, so that open pages still show how they ended."""
HOUSE_ACTOR: Final = Actor("house", "supervisor")
SECONDS_BETWEEN_CHANGES: Final = 1
MILLISECONDS_OF_A_MINUTE: Final = 60_000
SECONDS_OF_A_DAY: Final = 24 * 60 * 60
LOGGER: Final = logging.getLogger(__name__)


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


class Pit(Cage):
    """All tables of a server, and its record of past ones."""

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
        house = PitHouse(store, secrets, settings or PitSettings(), clock=clock, new_id=new_id, randomness=randomness)
        super().__init__(house)
        self._forgetting: asyncio.Task[None] | None = None
        self._opening_for_guests = asyncio.Lock()
        self._files = ThreadPoolExecutor(1, thread_name_prefix="chapter47 table files")
        self._clock_in_doubt = False
        self._just_closed: deque[str] = deque()
        self._changing_rules: asyncio.Task[None] | None = None
        self._to_reopen = {id_ for id_, values in store.rows("tables").items() if values.get("change")}
        """Tables that are closing, or closed before a restart, to be reopened under new rules."""
        self.leads = True
        """Whether this process has the duties of a single process in a cluster, such as purging."""
        self.on_left: Callable[[str], None] = lambda table: None
        """Called with a closed table when it leaves memory."""

    # Start and stop --------------------------------------------------------------------------------------------------

    async def start(self, *, restored: bool = False, clock_confirmed: bool = False) -> None:
        """Resume every table from its last confirmed state, and purge expired data.

        After a restore every table is voided and reopened, because people may already have seen its next cards or
        throws."""
        await self._check_clock(confirmed=clock_confirmed)
        await self._forget()
        resumed, problems = [], []
        for stored in self.store.tables():
            try:
                resumed.append(self._resumed(stored))
            except NotSealedHereError as error:
                problems.append(Problem(f"table {stored.id}", str(error), "the key file that sealed it"))
        if problems:
            raise Chapter47Error(problems)
        for table in resumed:
            if restored:
                await self._open_again(table)
            else:
                self._start_table(table)
        self._start_tasks()

    def _start_tasks(self) -> None:
        self._forgetting = asyncio.create_task(self._forget_every_day())
        self._changing_rules = asyncio.create_task(self._change_rules_in_time())

    # A cluster -------------------------------------------------------------------------------------------------------

    def start_in_cluster(self) -> None:
        """Resume nothing: tables are taken over one by one."""
        self.leads = False
        self._to_reopen.clear()
        for id_, values in self.store.rows("tables").items():
            self._hear_of_table(id_, values)
        self._start_tasks()

    async def lead(self, *, clock_confirmed: bool = False) -> None:
        """Take on the duties of a single process in the cluster."""
        self.leads = True
        self.store.last_written = await asyncio.to_thread(self.store.newest_time)
        await self._check_clock(confirmed=clock_confirmed)
        rows = self.store.rows("tables")
        self._to_reopen |= {id_ for id_, row in rows.items() if row.get("change") and row["status"] == "closed"}

    async def take_over(self, id_: str) -> bool:
        """Resume a table from its last confirmed state; returns False if it has closed."""
        await self.give_up(id_)  # one that has lost its lease before, and has stopped
        epoch = self.store.epoch_of(f"table/{id_}")
        stored = await asyncio.to_thread(self.store.table, id_)
        self._elsewhere.pop(id_, None)
        if stored.values.get("status") == "closed":
            return False
        table = self._resumed(stored)
        table.epoch = epoch
        if table.values.get("change"):
            self._to_reopen.add(id_)
        self._start_table(table)
        return True

    async def give_up(self, id_: str) -> None:
        """Stop a table after its current command, so that another process can continue it."""
        if (table := self._tables.pop(id_, None)) is not None:
            self._to_reopen.discard(id_)
            self._elsewhere[id_] = table.values
            await table.stop()

    def runs(self, id_: str) -> bool:
        return id_ in self._tables

    async def _open_again(self, table: HostedTable) -> None:
        """Return all wagers on the layout and open the same table with new cards, dice and commitments."""
        await table.void("the database was restored from a backup")
        old = table.values
        values = {"status": "open", "file": old["file"], "name": old["name"], "practice": old["practice"], "reason": ""}
        if "guest" in old:
            values["guest"] = old["guest"]
        again = HostedTable(self.house.new_id(), values, self.house, table.game, table.posting)
        await again.open(HOUSE_ACTOR, None, "")
        self._start_table(again)

    def _start_table(self, table: HostedTable) -> None:
        self._tables[table.id] = table
        table.start(self._table_ended)

    def _table_ended(self, table: HostedTable) -> None:
        """Remove closed tables from memory, oldest first; their replies are then read from the database."""
        if not _has_closed(table):
            return
        self._just_closed.append(table.id)
        while len(self._just_closed) > CLOSED_KEPT:
            self._tables.pop(left := self._just_closed.popleft(), None)
            self.on_left(left)

    async def _check_clock(self, *, confirmed: bool) -> None:
        """Stop purging if the clock has jumped since the last row, until a person confirms it (`--confirm-clock`)."""
        doubted = self.store.rows(SETTINGS).get(CLOCK_JUMP)
        last, now = self.store.last_written, self.house.now()
        if confirmed and doubted:
            await self._note_clock("clock-confirmed", {}, None)
            doubted = None
        elif not confirmed and doubted is None and last and now - last > LONGEST_SILENCE:
            doubted = {"from": last, "to": now}
            await self._note_clock("clock-jumped", doubted, doubted)
        self._clock_in_doubt = doubted is not None
        if self._clock_in_doubt:
            LOGGER.warning("The clock has jumped since the last start: nothing is purged before --confirm-clock.")

    async def _note_clock(self, kind: str, body: Json, values: Json | None) -> None:
        row = RowChange(SETTINGS, CLOCK_JUMP, values)
        encoded = msgspec.json.encode(body)
        unit = Unit(stream="house", kind=kind, actor="house", at=self.house.now(), body=encoded, rows=(row,))
        await self.store.commit(unit)

    async def _forget(self) -> None:
        """Purge the history of tables closed longer ago than the retention period."""
        years = self.house.settings.retention_years
        if years and self.leads and not self._clock_in_doubt:
            await self.store.forget(now=self.house.now(), retention=years * YEAR)

    async def _forget_every_day(self) -> None:
        while True:
            clock, stopwatch = self.house.now(), time.monotonic()
            await asyncio.sleep(SECONDS_OF_A_DAY)
            passed = (time.monotonic() - stopwatch) * 1000
            if abs(self.house.now() - clock - passed) > LONGEST_SILENCE:
                self._clock_in_doubt = True
                LOGGER.warning("The clock has jumped: nothing is purged before a restart with --confirm-clock.")
            try:
                await self._forget()
            except (StoreLostError, NotWrittenError):
                LOGGER.warning("expired data is purged tomorrow: the database cannot be written now")

    def _resumed(self, stored: StoredTable) -> HostedTable:
        posting = games.parse(stored.values["file"], source=f"table {stored.id}")
        table = HostedTable(stored.id, stored.values, self.house, games.game_of(posting), posting)
        table.resume_from(table.last_confirmed(stored))
        table.audience.goes_on_again = True
        table.deadlines.expect_earlier_players()
        wrong = agrees(table.id, statement(table.in_play, table.hosting), stored.balances)
        if wrong:
            table.values = {**table.values, "status": "paused", "by": "server", "reason": "; ".join(wrong)}
        return table

    async def stop(self) -> None:
        """Stop after running commands have finished; nothing is lost."""
        for task in (self._forgetting, self._changing_rules):
            if task is not None:
                task.cancel()
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
            raise no_such_table(table) from None

    async def open_table(
        self,
        file: str,
        actor: Actor,
        *,
        practice: bool = False,
        name: str = "",
        key: str | None = None,
        dealer: str | None = None,
    ) -> str:
        """Open a table; refused if it is not lawful on its date, unless it is a practice table, whose views say so."""
        asked = request_fingerprint("open", file, practice, name)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return str(msgspec.json.decode(earlier)["table"])
        posting = await asyncio.get_running_loop().run_in_executor(
            self._files, partial(self._lawful, file, practice=practice)
        )
        game = games.game_of(posting)
        if game.playing is None or game.hosting is None:
            raise ServiceError(
                "table.game", "This game cannot be played on a server", got=game.name, allowed="another game"
            )
        id_ = self.house.new_id()
        values = {"status": "open", "file": file, "name": name or game.title, "practice": practice, "reason": ""}
        if actor.role == "player":
            values["guest"] = actor.name
        if dealer:
            values["dealer"] = dealer
        table = HostedTable(id_, values, self.house, game, posting)
        async with self._opening_for_guests if actor.role == "player" else nullcontext():
            if actor.role == "player":
                await self._make_room_for(actor)
            await table.open(actor, key, asked)
            self._start_table(table)
        return id_

    async def _make_room_for(self, guest: Actor) -> None:
        """Close guests' oldest empty table if they have too many open."""
        settings = self.house.settings
        of_guests = [table for table in self._tables.values() if "guest" in table.values and not _has_closed(table)]
        own = [table for table in of_guests if table.values["guest"] == guest.name]
        for tables, most in ((own, settings.tables_of_a_guest), (of_guests, settings.tables_of_guests)):
            if len(tables) < most:
                continue
            empty = next((table for table in tables if not any(table.hosting.seated(table.in_play))), None)
            if empty is None:
                allowed = f"{settings.tables_of_a_guest} of one guest, {settings.tables_of_guests} in all"
                raise ServiceError("tables.too-many", "Too many tables are open", allowed=allowed, status=429)
            await self.close_table(empty.id, HOUSE_ACTOR, reason="another table was opened")
            of_guests.remove(empty)

    def _lawful(self, file: str, *, practice: bool) -> Posting:
        try:
            posting: Posting = games.parse(file)
            verdict = games.check(posting)
        except Chapter47Error as error:
            problems = [problem.data() for problem in error.problems]
            message = "The table file is invalid"
            allowed = "a table file in TOML; see `problems`"
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
                "The table is not lawful on its date" if findings else "No text is held for that date",
                citation=findings[0]["citation"] if findings else "",
                allowed="a lawful table, or a practice table",
                status=409,
                data={"findings": findings},
            )
        return posting

    async def view(self, table: str, actor: Actor | None) -> bytes:
        hosted = self.table(table)
        await hosted.audience.until_settled()
        return hosted.audience.shown_to(actor)

    def watch(self, table: str, actor: Actor | None, write: Write | None = None) -> Watcher[TableMessage]:
        return self.table(table).audience.watch(actor, write)

    def hold(self, table: str, actor: Actor, *, on: bool) -> None:
        """Stop or start the clock of a table, for its only player."""
        self.table(table).audience.hold(actor, on=on)

    async def act(
        self, table: str, actor: Actor, said: str | Json | Act, *, version: int | None = None, key: str | None = None
    ) -> Reply:
        """Perform an act, given as a line of text, as JSON or as its record."""
        asked = request_fingerprint("act", table, str(said) if isinstance(said, Act) else said)
        return await self._submit(
            table, actor, lambda hosted: acting.by_request(hosted, actor, said), version=version, key=key, asked=asked
        )

    async def pause(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = request_fingerprint("pause", table, reason)
        return await self._submit(
            table, actor, lambda hosted: acting.pause(hosted, actor, reason), key=key, asked=asked
        )

    async def resume(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = request_fingerprint("resume", table, reason)
        return await self._submit(
            table, actor, lambda hosted: acting.resume(hosted, actor, reason), key=key, asked=asked
        )

    async def stop_deal(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = request_fingerprint("stop-deal", table, reason)
        return await self._submit(
            table, actor, lambda hosted: acting.stop_deal(hosted, actor, reason), key=key, asked=asked
        )

    async def start_deal(self, table: str, actor: Actor, *, key: str | None = None) -> Reply:
        asked = request_fingerprint("start-deal", table)
        return await self._submit(table, actor, lambda hosted: acting.start_deal(hosted, actor), key=key, asked=asked)

    async def step_deal(self, table: str, actor: Actor, number: int, *, key: str | None = None) -> Reply:
        """Perform a number of the dealer's steps by hand, while the deal is stopped."""
        asked = request_fingerprint("steps", table, number)
        return await self._submit(
            table, actor, lambda hosted: acting.step_by_hand(hosted, actor, number), key=key, asked=asked
        )

    async def assign_dealer(self, table: str, dealer: str, actor: Actor, *, key: str | None = None) -> Reply:
        asked = request_fingerprint("assign", table, dealer)
        return await self._submit(
            table, actor, lambda hosted: acting.assign_dealer(hosted, actor, dealer), key=key, asked=asked
        )

    # A change of rules ------------------------------------------------------------------------------------------------

    async def announce_rules(
        self,
        table: str,
        file: str,
        actor: Actor,
        *,
        minutes: int | None = None,
        reason: str = "",
        key: str | None = None,
    ) -> Reply:
        """Announce new rules: at that time the table closes after its round and reopens under them with the same
        name."""
        hosted = self.table(table)
        read = partial(self._lawful, file, practice=hosted.values["practice"])
        posting = await asyncio.get_running_loop().run_in_executor(self._files, read)
        notices = tuple(f"{notice.citation}: {notice.message}" for notice in games.changes(hosted.posting, posting))
        wait = self.house.settings.notice_minutes if minutes is None else minutes
        change = {"file": file, "at": self.house.now() + wait * MILLISECONDS_OF_A_MINUTE, "by": actor.name}
        asked = request_fingerprint("rules", table, file, minutes, reason)
        return await self._submit(
            table,
            actor,
            lambda hosted: acting.announce_rules(hosted, actor, {**change, "reason": reason}, notices),
            key=key,
            asked=asked,
        )

    async def keep_rules(self, table: str, actor: Actor, *, key: str | None = None) -> Reply:
        """Cancel an announced change."""
        asked = request_fingerprint("keep-rules", table)
        return await self._submit(table, actor, lambda hosted: acting.keep_rules(hosted, actor), key=key, asked=asked)

    async def change_rules_that_are_due(self) -> None:
        """Close tables whose change is due, and reopen those that have closed for it."""
        now = self.house.now()
        for table in list(self._tables.values()):
            change = table.values.get("change")
            if change and change["at"] <= now and table.values["status"] != "closed" and not table.closing:
                self._to_reopen.add(table.id)
                await self.close_table(
                    table.id, Actor(change["by"], "supervisor"), reason=change["reason"] or "new rules"
                )
        rows = self.store.rows("tables") if self._to_reopen else {}
        for id_ in [id_ for id_ in self._to_reopen if rows[id_]["status"] == "closed"]:
            await self._open_under_new_rules(id_, rows[id_], rows[id_]["change"])
            self._to_reopen.discard(id_)

    async def _open_under_new_rules(self, id_: str, values: Json, change: Json) -> None:
        """Reopen a table under new rules, only once: after a restart the key shows that it was done."""
        by, key = Actor(change["by"], "supervisor"), f"new rules of {id_}"
        asked = request_fingerprint("open", change["file"], values["practice"], values["name"])
        if await self.house.answered_before(by.name, key, asked) is None:
            await self.open_table(
                change["file"],
                by,
                practice=values["practice"],
                name=values["name"],
                key=key,
                dealer=values.get("dealer"),
            )

    async def _change_rules_in_time(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_CHANGES)
            try:
                await self.change_rules_that_are_due()
            except (StoreLostError, NotWrittenError):
                LOGGER.warning("rules cannot be changed: the database cannot be written now")
            except ServiceError as error:
                LOGGER.warning("rules cannot be changed: %s", error)

    async def set_pace(
        self, table: str, actor: Actor, pace: float | None, *, clock: bool, key: str | None = None
    ) -> Reply:
        asked = request_fingerprint("pace", table, pace, clock)
        return await self._submit(
            table, actor, lambda hosted: acting.set_pace(hosted, actor, pace, clock=clock), key=key, asked=asked
        )

    async def close_table(self, table: str, actor: Actor, *, reason: str = "", key: str | None = None) -> Reply:
        asked = request_fingerprint("close", table, reason)
        return await self._submit(
            table, actor, lambda hosted: acting.close(hosted, actor.name, reason), key=key, asked=asked
        )

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
        """Send a command to its table; a retry at a table that closed before a restart gets its earlier reply."""
        if (hosted := self._tables.get(table)) is not None:
            return await hosted.submit(actor, lambda: do(hosted), version=version, key=key, asked=asked)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply.again(earlier)
        raise self._not_open(table)

    # Recall ----------------------------------------------------------------------------------------------------------

    def posting_of(self, table: str) -> Posting:
        """Return the posting of a table, open or closed."""
        return self._tables[table].posting if table in self._tables else super().posting_of(table)


def _has_closed(table: HostedTable) -> bool:
    return bool(table.values["status"] == "closed")


__all__ = ["Pit", "TableSummary"]
