"""The pit: all tables, what becomes of them at a start, and the cage that changes money into chips."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from chapter47 import games
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.money import dollars
from chapter47.core.posting import Posting
from chapter47.core.text import legible
from chapter47.service import acting, money
from chapter47.service.actor import Actor
from chapter47.service.commands import Done, Reply, Watcher
from chapter47.service.errors import ServiceError
from chapter47.service.house import PitHouse, milliseconds, random_id, sign_of
from chapter47.service.keeping import agrees, statement
from chapter47.service.money import OUTSIDE, Entry
from chapter47.service.past_play import PastPlay, no_such_table
from chapter47.service.secrets import NotSealedHereError, Secrets
from chapter47.service.settings import YEAR, PitSettings
from chapter47.service.store import KeyUsedError, NotWrittenError, Store, StoredTable, StoreLostError, Unit
from chapter47.service.table import HostedTable, closed

MOST_AMOUNT: Final = 10**12
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


class Pit(PastPlay):
    """All tables of a house, and what it remembers of them."""

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
        super().__init__(store)
        self.house = PitHouse(
            store, secrets, settings or PitSettings(), clock=clock, new_id=new_id, randomness=randomness
        )
        self._tables: dict[str, HostedTable] = {}
        self._forgetting: asyncio.Task[None] | None = None

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
        table.patience.expect_players_of_before()
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
            raise no_such_table(table) from None

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
        if not self.was_opened(table):
            raise no_such_table(table)
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
            case ["table", table, "inventory" | "drop"] if self.was_opened(table):
                return
            case ["table", table, "layout" | "owed" | "meter" | "coupons", name] if name and self._is_closed(table):
                return
        allowed = "outside, player/NAME/bankroll or coupons, table/ID/inventory or drop; anything of a closed table"
        raise ServiceError("correction.account", "this account cannot be corrected", got=account[:80], allowed=allowed)

    def _is_closed(self, table: str) -> bool:
        if table in self._tables:
            return bool(self._tables[table].values["status"] == "closed")
        return self.was_opened(table)

    def _not_open(self, table: str) -> ServiceError:
        return closed() if self.was_opened(table) else no_such_table(table)

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

    def posting_of(self, table: str) -> Posting:
        """Of a table that may be closed."""
        return self._tables[table].posting if table in self._tables else super().posting_of(table)


def _sign_of_entries(kind: str, entries: Iterable[Entry], reason: str | None) -> str:
    """By what moves and, for a correction, why; whether the tray is filled for it first is not asked."""
    moved = [(entry.debit, entry.credit, entry.amount) for entry in entries if entry.why != "fill" or kind == "fill"]
    return sign_of(kind, moved) if reason is None else sign_of(kind, moved, reason)


def _good(amount: int) -> int:
    if not 0 < amount <= MOST_AMOUNT:
        raise ServiceError("amount", "not an amount", got=str(amount), allowed="cents above 0")
    return amount


def _name(player: str) -> str:
    if not player or not legible(player) or "/" in player:
        raise ServiceError("player.name", "not a player's name", got=player[:80], allowed="letters that can be shown")
    return player


__all__ = ["Pit", "TableSummary"]
