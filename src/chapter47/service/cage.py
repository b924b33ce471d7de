"""The cage: money into chips and back, fills and credits with their slips, counts, coupons and corrections.

Everything here is a unit on the stream `house` of the journal, with its entries in the ledger."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.text import legible
from chapter47.service import acting, money, slips
from chapter47.service.buy_in_requests import REQUESTS, BuyInRequest, BuyInRequests
from chapter47.service.commands import Reply
from chapter47.service.house import PitHouse, request_fingerprint
from chapter47.service.money import OUTSIDE, Entry
from chapter47.service.past_play import TABLES, PastPlay, no_such_table
from chapter47.service.school_books import SchoolBooks
from chapter47.service.slips import SLIPS, Slip, SlipKind
from chapter47.service.store import (
    KeyUsedError,
    LeaseLostError,
    NewsOfOthers,
    NotWrittenError,
    RowChange,
    Store,
    Unit,
)
from chapter47.service.store.corrections import CORRECTION
from chapter47.service.table import HostedTable, closed
from chapter47.service.terms import Actor, ServiceError, moved

MOST_AMOUNT: Final = 10**12
PENDING_CORRECTIONS: Final = "pending-corrections"
Chips = Mapping[int, int]
"""Number of chips by value in cents."""


class Cage(PastPlay):
    """All movements of chips outside the games."""

    store: Store

    def __init__(self, house: PitHouse) -> None:
        super().__init__(house.store)
        self.house = house
        self._tables: dict[str, HostedTable] = {}
        self._elsewhere: dict[str, Json] = {}
        """Rows of open tables in other processes of a cluster."""
        self.requests = BuyInRequests(house.store.rows(REQUESTS).values(), self._committed, house.now)
        self.school = SchoolBooks(house.store, self._committed, house.now)
        self._slip_turn = asyncio.Lock()
        self._last_slip = slips.last_number(slips.read(house.store.rows(SLIPS)))
        self._approving = asyncio.Lock()

    async def buy_in(
        self, table: str, player: str, amount: int, actor: Actor, *, request: str = "", key: str | None = None
    ) -> Reply:
        """Put cash into the drop box and take chips out of the tray; `request` is the player's request that this
        fulfils."""
        self._check_assigned(table, actor)
        entries = [
            Entry(OUTSIDE, money.drop(table), _good(amount), "cash"),
            Entry(money.inventory(table), money.bankroll(_name(player)), amount, "buy-in"),
        ]
        short = amount - self.house.holds(money.inventory(table))
        if short <= 0:
            return await self._sell(table, player, entries, actor, request, key)
        fill = Entry(OUTSIDE, money.inventory(table), max(short, self.house.settings.inventory), "fill")
        async with self._slip_turn:
            left = self.house.holds(money.inventory(table)) + fill.amount - amount
            slip = self._next_slip("fill", table, fill.amount, "house", tray=left, automatic=True)
            reply = await self._sell(table, player, [fill, *entries], actor, request, key, slip)
            self._note_slip(reply)
            return reply

    async def _sell(
        self,
        table: str,
        player: str,
        moved: list[Entry],
        actor: Actor,
        request: str,
        key: str | None,
        slip: Slip | None = None,
    ) -> Reply:
        extra: Json = {"player": player} | ({} if slip is None else {"slip": slip.number})
        rows = () if slip is None else (slip.row(),)
        if not request:
            return await self._cage("buy-in", actor, moved, key, at=table, rows=rows, **extra)
        asked = _fingerprint_of_entries("buy-in", moved, None)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply(0, earlier)
        with self.requests.met(request, player=player, table=table):
            rows = (*rows, RowChange(REQUESTS, request, None))
            return await self._cage("buy-in", actor, moved, key, at=table, rows=rows, **extra)

    async def request_buy_in(self, table: str, player: str, amount: int) -> BuyInRequest:
        if self._is_closed(table):
            raise self._not_open(table)
        asked = BuyInRequest(
            id=self.house.new_id(), player=_name(player), table=table, amount=_good(amount), at=self.house.now()
        )
        await self.requests.add(asked)
        return asked

    async def colour_change(
        self, table: str, player: str, gives: Chips, takes: Chips, actor: Actor, *, key: str | None = None
    ) -> Reply:
        """Exchange chips for chips of other values worth the same; the player's balance does not change."""
        worth = sum(value * number for value, number in gives.items())
        if worth != (back := sum(value * number for value, number in takes.items())):
            got, allowed = f"{dollars(worth)} for {dollars(back)}", "chips of the same worth on both sides"
            raise ServiceError("colour.worth", "The chips are not worth the same", got=got, allowed=allowed)
        if worth > (held := self.house.holds(money.bankroll(_name(player)))):
            raise ServiceError(
                "chips.short",
                "The player has fewer chips",
                got=dollars(worth),
                allowed=f"up to {dollars(held)}",
                status=409,
            )
        self._check_assigned(table, actor)
        return await self._cage(
            "colour-change", actor, [], key, at=table, player=player, table=table,
            gives={str(value): number for value, number in gives.items()},
            takes={str(value): number for value, number in takes.items()},
        )  # fmt: skip

    async def cash_out(self, player: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        entry = Entry(money.bankroll(_name(player)), OUTSIDE, _good(amount), "cash-out")
        return await self._cage("cash-out", actor, [entry], key, player=player)

    async def issue_coupons(self, player: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        entry = Entry(OUTSIDE, money.coupons(_name(player)), _good(amount), "coupons issued")
        return await self._cage("coupons", actor, [entry], key, player=player)

    async def fill(self, table: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        entry = Entry(OUTSIDE, money.inventory(table), _good(amount), "fill")
        return await self._with_slip("fill", table, entry, actor, key)

    async def credit(self, table: str, amount: int, actor: Actor, *, key: str | None = None) -> Reply:
        """Return chips to the cage, also from the tray of a closed table."""
        if not self.was_opened(table):
            raise no_such_table(table)
        entry = Entry(money.inventory(table), OUTSIDE, _good(amount), "credit")
        return await self._with_slip("credit", table, entry, actor, key)

    async def _with_slip(self, kind: SlipKind, table: str, entry: Entry, actor: Actor, key: str | None) -> Reply:
        """Issue slips one at a time, so that their numbers have no gaps; a refused or repeated command takes no
        number."""
        async with self._slip_turn:
            tray = self.house.holds(money.inventory(table)) + (entry.amount if kind == "fill" else -entry.amount)
            slip = self._next_slip(kind, table, entry.amount, actor.name, tray=tray)
            at = table if kind == "fill" else None
            reply = await self._cage(kind, actor, [entry], key, at=at, rows=(slip.row(),), slip=slip.number)
            self._note_slip(reply)
            return reply

    def _next_slip(
        self, kind: SlipKind, table: str, amount: int, by: str, *, tray: int, automatic: bool = False
    ) -> Slip:
        return Slip(
            number=self._last_slip + 1,
            kind=kind,
            table=table,
            name=self.name_of(table),
            amount=amount,
            by=by,
            at=self.house.now(),
            tray=tray,
            automatic=automatic,
        )

    def _note_slip(self, reply: Reply) -> None:
        """A command that was done before has the number of its own slip."""
        self._last_slip = max(self._last_slip, msgspec.json.decode(reply.body).get("slip", 0))

    def slips(self, table: str = "") -> list[Slip]:
        """List slips, newest first."""
        return [slip for slip in slips.read(self.store.rows(SLIPS)) if table in ("", slip.table)]

    def name_of(self, table: str) -> str:
        """Return the name of an open or former table."""
        if (values := self._open_values(table)) is not None:
            return str(values["name"])
        return str(self.store.rows("tables").get(table, {}).get("name", table))

    async def count(self, table: str, chips: int, cash: int, actor: Actor, *, key: str | None = None) -> Reply:
        """Compare what was counted in the tray and the drop box with the ledger."""
        if not self.was_opened(table):
            raise no_such_table(table)
        due = {"chips": self.house.holds(money.inventory(table)), "cash": self.house.holds(money.drop(table))}
        return await self._cage(
            "count", actor, [], key, table=table, counted={"chips": chips, "cash": cash}, ledger=due
        )

    async def correct(
        self,
        entries: tuple[Entry, ...],
        reason: str,
        actor: Actor,
        *,
        table: str = "",
        round_: int = 0,
        key: str | None = None,
    ) -> Reply:
        """Make correcting entries, for a round if `table` and `round_` name one; entries are never changed, and only
        the table accounts for its layout."""
        if not reason.strip():
            raise ServiceError("correction.reason", "Give a reason for the correction", got="none", allowed="a reason")
        for entry in entries:
            self._correctable(entry.debit)
            self._correctable(entry.credit)
            _good(entry.amount)
        if (table or round_) and (round_ < 1 or not self.store.units_of(table, round_)):
            got, allowed = f"table {table or 'none'}, round {round_ or 'none'}"[:80], "a table and a round played at it"
            raise ServiceError("correction.round", "No such round to correct", got=got, allowed=allowed, status=404)
        of: Json = {"table": table, "round": round_} if table else {}
        limit, total = self.house.settings.second_supervisor_above, sum(entry.amount for entry in entries)
        if limit and total > limit:
            return await self._ask_for_approval(entries, reason, actor, key, of)
        asked = _fingerprint_of_entries(CORRECTION, entries, reason, of)
        return await self._cage(CORRECTION, actor, list(entries), key, asked=asked, reason=reason, **of)

    async def _ask_for_approval(
        self, entries: tuple[Entry, ...], reason: str, actor: Actor, key: str | None, of: Json
    ) -> Reply:
        """Store a correction for approval; no chips move before another supervisor approves it."""
        id_ = self.house.new_id()
        moved = [{"debit": entry.debit, "credit": entry.credit, "amount": entry.amount} for entry in entries]
        values: Json = {"id": id_, "by": actor.name, "at": self.house.now(), "reason": reason, **of, "entries": moved}
        asked = _fingerprint_of_entries("correction-asked", entries, reason, of)
        row = RowChange(PENDING_CORRECTIONS, id_, values)
        return await self._cage("correction-asked", actor, [], key, asked=asked, rows=(row,), correction=id_)

    def pending_corrections(self) -> list[Json]:
        """List the corrections that wait for another supervisor, oldest first."""
        return sorted(self.store.rows(PENDING_CORRECTIONS).values(), key=lambda row: (row["at"], row["id"]))

    async def approve_correction(self, correction: str, actor: Actor, *, key: str | None = None) -> Reply:
        """Approve a correction that another supervisor asked for."""
        async with self._approving:  # so that it is booked once
            return await self._approved(correction, actor, key)

    async def _approved(self, correction: str, actor: Actor, key: str | None) -> Reply:
        asked = request_fingerprint("approve", correction)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply(0, earlier)
        values = self._pending(correction)
        if values["by"] == actor.name:
            allowed = "another supervisor"
            raise ServiceError(
                "correction.own", "You cannot approve your own correction", got=actor.name, allowed=allowed, status=409
            )
        entries = [Entry(each["debit"], each["credit"], each["amount"], values["reason"]) for each in values["entries"]]
        extra = {"reason": values["reason"], "correction": correction, "asked_by": values["by"]}
        of = {name: values[name] for name in ("table", "round") if name in values}
        row = RowChange(PENDING_CORRECTIONS, correction, None)
        return await self._cage(CORRECTION, actor, entries, key, asked=asked, rows=(row,), **extra, **of)

    async def reject_correction(self, correction: str, actor: Actor, *, key: str | None = None) -> Reply:
        """Reject a correction, so that no chips move; the supervisor who requested it may also withdraw it this way."""
        async with self._approving:
            return await self._rejected(correction, actor, key)

    async def _rejected(self, correction: str, actor: Actor, key: str | None) -> Reply:
        asked = request_fingerprint("reject", correction)
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply(0, earlier)
        self._pending(correction)
        row = RowChange(PENDING_CORRECTIONS, correction, None)
        return await self._cage("correction-rejected", actor, [], key, asked=asked, rows=(row,), correction=correction)

    def _pending(self, correction: str) -> Json:
        values = self.store.rows(PENDING_CORRECTIONS).get(correction)
        if values is None:
            allowed = "GET /api/v1/corrections"
            raise ServiceError(
                "correction.unknown", "No such correction is pending", got=correction[:80], allowed=allowed, status=404
            )
        return values

    def _correctable(self, account: str) -> None:
        """Return whether an account may be corrected: an open table accounts for its own chips, a closed one does
        not."""
        match account.split("/"):
            case ["outside"]:
                return
            case ["player", name, "bankroll" | "coupons"] if name:
                return
            case ["table", table, "inventory" | "drop"] if self.was_opened(table):
                return
            case ["table", table, "layout" | "owed" | "meter" | "coupons", name] if (
                name and self.was_opened(table) and self._is_closed(table)
            ):
                return
        allowed = "outside, player/NAME/bankroll or coupons, table/ID/inventory or drop; any account of a closed table"
        raise ServiceError("correction.account", "This account cannot be corrected", got=account[:80], allowed=allowed)

    def _open_values(self, table: str) -> Json | None:
        """Return the row of a table in memory, here or in another process."""
        return self._tables[table].values if table in self._tables else self._elsewhere.get(table)

    def _check_assigned(self, table: str, actor: Actor) -> None:
        if (values := self._open_values(table)) is not None:
            only = self.house.settings.own_tables_only
            acting.check_dealer(str(values.get("dealer", "")), actor, own_tables_only=only)

    def _is_closed(self, table: str) -> bool:
        """Return whether no such table is open."""
        values = self._open_values(table)
        return values is None or values["status"] == "closed"

    def _has_closed(self, table: str) -> bool:
        return self.was_opened(table) and self._is_closed(table)

    def _not_open(self, table: str) -> ServiceError:
        return closed() if self.was_opened(table) else no_such_table(table)

    async def _cage(
        self,
        kind: str,
        actor: Actor,
        entries: list[Entry],
        key: str | None,
        *,
        at: str | None = None,
        asked: str = "",
        rows: tuple[RowChange, ...] = (),
        **extra: Any,
    ) -> Reply:
        """Commit entries of the cage; `at` is a table that must be open."""
        if not entries and not asked:
            asked = request_fingerprint(
                kind, sorted((name, value) for name, value in extra.items() if name != "ledger")
            )
        asked = asked or _fingerprint_of_entries(kind, entries, extra.get("reason"))
        if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
            return Reply(0, earlier)
        if at is not None and self._is_closed(at):
            raise self._not_open(at)
        for account, change in money.changes(entries).items():
            held = self.house.holds(account)
            if not money.may_overdraw(account) and held + change < 0:
                got, allowed = dollars(-change), f"up to {dollars(held)}"
                raise ServiceError(
                    "chips.short", f"{account} does not hold enough", got=got, allowed=allowed, status=409
                )
        reply = msgspec.json.encode({"done": kind, **extra})
        unit = Unit(
            stream="house",
            kind=kind,
            actor=actor.name,
            at=self.house.now(),
            body=msgspec.json.encode({"kind": kind, **extra, "asked": asked}),
            entries=tuple(entries),
            key=key,
            reply=reply,
            rows=rows,
        )
        try:
            await self.house.commit(unit, lost=lambda why: None, asked=asked)
        except KeyUsedError as used:
            return Reply(0, await self.house.answered_before(actor.name, key, asked) or used.reply or b"")
        except LeaseLostError:
            raise moved() from None
        except NotWrittenError as error:
            raise ServiceError("cage.not_written", str(error), allowed="something else", status=409) from None
        self._tell_players({extra.get("player", "")})
        return Reply(self.store.version("house"), reply)

    def _tell_players(self, names: Iterable[str]) -> None:
        for name in names:
            for table in self._tables.values():
                table.audience.tell_player(name)

    def hear(self, news: NewsOfOthers) -> None:
        """Take over what another process of a cluster has written."""
        for (name, key), values in news.rows.items():
            if name == REQUESTS:
                self.requests.hear(key, values)
            elif name == SLIPS and values is not None and not values.get("series"):
                self._last_slip = max(self._last_slip, values["number"])
            elif name == TABLES:
                self._hear_of_table(key, values)
        self._tell_players({parts[1] for name in news.accounts if (parts := name.split("/"))[0] == "player"})

    def _hear_of_table(self, table: str, values: Json | None) -> None:
        self._elsewhere.pop(table, None)
        if values is not None and values["status"] != "closed":
            self._elsewhere[table] = values

    async def _committed(self, unit: Unit) -> None:
        """Commit a unit of the house other than the cage's."""
        try:
            await self.house.commit(unit, lost=lambda why: None)
        except LeaseLostError:
            raise moved() from None
        except NotWrittenError as error:
            raise ServiceError("house.not_written", str(error), allowed="something else", status=409) from None

    def balances(self, prefix: str = "") -> dict[str, int]:
        return self.store.balances(prefix)


def _fingerprint_of_entries(
    kind: str, entries: Iterable[Entry], reason: str | None, of: Mapping[str, object] | None = None
) -> str:
    """Return the fingerprint of a transaction: what moves and, for a correction, why and for which round; whether the
    tray is filled first does not matter."""
    moved = [(entry.debit, entry.credit, entry.amount) for entry in entries if entry.why != "fill" or kind == "fill"]
    said = [] if reason is None else [reason]
    return request_fingerprint(kind, moved, *said, *(of or {}).values())


def _good(amount: int) -> int:
    if not 0 < amount <= MOST_AMOUNT:
        raise ServiceError("amount", "Invalid amount", got=str(amount), allowed="a number of cents above 0")
    return amount


def _name(player: str) -> str:
    if not player or not legible(player) or "/" in player:
        raise ServiceError("player.name", "Invalid player name", got=player[:80], allowed="printable characters")
    return player
