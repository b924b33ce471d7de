"""One table of the pit: an ordered stream of commands in one task, each committed before anybody is told of it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from chapter47.core.act import Act, BadActError, Open, Steps
from chapter47.core.event import ChipsMoved, RoundBegan, RoundOver
from chapter47.core.findings import Refusal
from chapter47.core.game import Game
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.log import Entry, line_of
from chapter47.core.money import dollars
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import RefusedError, TableInPlay, declines
from chapter47.games import AnyTable
from chapter47.service import keeping, money
from chapter47.service.actor import Actor
from chapter47.service.chance import CommittedChance, Held, Secret
from chapter47.service.commands import Body, Command, Done, Reply, Snapshot, Watcher
from chapter47.service.errors import ServiceError
from chapter47.service.house import House
from chapter47.service.showing import CREW, Happened, offers, onlooker
from chapter47.service.store import (
    KeyUsedError,
    NotWrittenError,
    OpenedSecret,
    RowChange,
    SecretRow,
    StoredUnit,
    StoreLostError,
    Unit,
)
from chapter47.session.script import words_of

LOGGER: Final = logging.getLogger(__name__)
DEALER: Final = Actor("dealer", "dealer")
"""The house's own dealer, who follows the law by itself."""
MOST_CUTS_IN_VAIN: Final = 16
"""Each player at a table may have told one."""
ROUNDS_KEPT: Final = 2
"""So many rounds of the log stay in memory: views tell the results of both."""


class HostedTable:
    """A table in play with its players, onlookers and chips."""

    def __init__(self, id_: str, values: dict[str, Any], house: House, game: Game[Any], posting: AnyTable) -> None:
        assert game.playing is not None
        assert game.hosting is not None
        self.id, self.values, self.house, self.game, self.posting = id_, values, house, game, posting
        self.playing: Playing[Any] = game.playing.load()
        self.hosting: Hosting = game.hosting.load()
        self.version = 0
        self.round = 0
        self.in_round = False
        self.lost = ""
        """Why nothing can be written now."""
        self._watchers: set[Watcher] = set()
        self._commands: asyncio.Queue[Command] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._deadline: float | None = None
        self._waits_for: object = None
        self._absent: Counter[str] = Counter()
        self.settled = asyncio.Event()
        """Whether everything that was done is on the disk: before, nobody is shown anything of it."""
        self.settled.set()
        self._begin(None)

    def _begin(self, held: Held | None, stored: str | None = None) -> None:
        self.chance = CommittedChance(
            self.house.new_id,
            by_seed=self.hosting.draws_each_round(self.posting),
            randomness=self.house.randomness,
            held=held,
        )
        self.in_play: TableInPlay = (
            self.playing.open(self.posting, self.chance, cut=declines)
            if stored is None
            else self.playing.open_again(self.posting, stored, self.chance, cut=declines)
        )

    # After a restart -------------------------------------------------------------------------------------------------

    def resume_from(self, sealed: bytes, units: Sequence[StoredUnit], version: int) -> None:
        """As it was last confirmed: the newest snapshot, and everything that was committed after it done again."""
        snapshot = msgspec.json.decode(self.house.secrets.open(sealed, f"table/{self.id}"), type=Snapshot)
        self._begin(snapshot.chance, snapshot.table)
        self.round, self.in_round = snapshot.round, snapshot.in_round
        self.version = version
        self._remember_rounds(units[0].version if units else version + 1)
        for unit in units:
            self._do_again(unit)
        self.chance.told()

    def _remember_rounds(self, before: int) -> None:
        """The log of the rounds before the snapshot, which views tell the results of."""
        log = self.hosting.log(self.in_play)
        for number in range(self.round, max(self.round - ROUNDS_KEPT, 0), -1):
            earlier = [unit for unit in self.house.store.units_of(self.id, number) if unit.version < before]
            log[:0] = [entry for unit in earlier for entry in self._entries(unit)]

    def _entries(self, unit: StoredUnit) -> list[Entry]:
        body = msgspec.json.decode(unit.body, type=Body)
        lines: list[dict[str, Any]] = msgspec.json.decode(body.events)
        return [Entry(line.pop("of"), self.playing.log.events.from_json(line)) for line in lines]

    def _do_again(self, unit: StoredUnit) -> None:
        body = msgspec.json.decode(unit.body, type=Body)
        start = len(self.in_play.log)
        if body.act:
            self.in_play.perform(self._read(body.act))
        if body.opens:
            self.in_play.perform(Open())
        for _ in range(body.steps):
            self._step()
        if list(self.in_play.log[start:]) != self._entries(unit):
            raise ValueError(f"table {self.id}: version {unit.version} does not come again")
        self._note_rounds(self.in_play.log[start:])
        self.chance.open_done(self.hosting.undealt(self.in_play))

    def _note_rounds(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            match entry.event:
                case RoundBegan(number=number):
                    self.round, self.in_round = number, True
                case RoundOver():
                    self.in_round = False

    # The task --------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def stop(self) -> None:
        """After the command that is being done; those that wait are refused."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        while not self._commands.empty():
            command = self._commands.get_nowait()
            command.answer.set_exception(ServiceError("server.stops", "the server is stopping", status=503))
        for watcher in list(self._watchers):
            watcher.close()

    async def submit(
        self, actor: Actor, do: Callable[[], Done], *, version: int | None = None, key: str | None = None
    ) -> Reply:
        if self.values["status"] == "closed":
            raise ServiceError("table.closed", "the table is closed", allowed="another table", status=409)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._commands.put_nowait(Command(actor, do, answer, version, key))
        return await answer

    async def _run(self) -> None:
        while self.values["status"] != "closed":
            command = await self._next()
            if command is not None:
                await asyncio.shield(self._serve(command))

    async def _next(self) -> Command | None:
        """The next command of somebody; or the dealer's own when it is time."""
        self._set_deadline()
        timeout = None if self._deadline is None else max(self._deadline - asyncio.get_running_loop().time(), 0)
        try:
            async with asyncio.timeout(timeout):
                return await self._commands.get()
        except TimeoutError:
            return self._dealers_own()

    def _set_deadline(self) -> None:
        """When the dealer goes on by itself. Further wagers do not put it off."""
        waits_for, seconds = self._patience()
        if waits_for != self._waits_for:
            self._waits_for = waits_for
            self._deadline = asyncio.get_running_loop().time() + seconds if seconds is not None else None

    def _patience(self) -> tuple[object, float | None]:
        settings = self.house.settings
        if self.paused:
            return "resumed", None
        if not self._waits:
            return (self.version, "step"), settings.pace
        if awaited := self.hosting.awaited(self.in_play):
            return (self.version, awaited), settings.to_decide or None
        if self.hosting.closes_wagers(self.in_play):
            return (self.round, "wagers"), settings.to_wager or None
        if self._absentees():
            return (self.version, "absent"), 0
        return "wagers", None

    @property
    def _waits(self) -> bool:
        return isinstance(self.in_play.need, self.playing.waits_for_people)

    def _dealers_own(self) -> Command | None:
        self._waits_for = None
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.exception())
        if not self._waits:
            return Command(DEALER, lambda: self.steps(Steps()), answer)
        if gone := self._absentees():
            self._absent[gone[0]] = 0
            leaves = self.hosting.leaves(gone[0])
            return Command(DEALER, lambda: self.act(leaves, f"{gone[0]} was away and gets up"), answer)
        act = self.hosting.time_is_up(self.in_play)
        if act is None:
            return None
        return Command(DEALER, lambda: self.act(act, self._time_is_up(act)), answer)

    def _time_is_up(self, act: Act) -> str:
        awaited = self.hosting.awaited(self.in_play)
        if not awaited:
            return "time is up: no more bets"
        self._absent[awaited] += 1
        return f"{awaited}'s time is up; the house does for {awaited}: {act}"

    def _absentees(self) -> list[str]:
        """Who let the time pass too often and has nothing on the layout."""
        most = self.house.settings.absences
        gone = [name for name, times in self._absent.items() if most and times >= most]
        at_table = set(self.hosting.seated(self.in_play)) if gone and self.in_play.between_rounds else set()
        return [name for name in gone if name in at_table and name not in self.in_play.staked]

    # A command -------------------------------------------------------------------------------------------------------

    async def _serve(self, command: Command) -> None:
        try:
            reply = await self._reply_to(command)
        except ServiceError as error:
            command.settle(self._answered_before(command) or error)
        except Exception:  # whatever it is: players are not told what it says, it may name cards
            LOGGER.exception("table %s: a command failed", self.id)
            self._go_back()
            message = "the command failed and nothing of it was done"
            command.settle(ServiceError("table.failed", message, status=500))
        else:
            command.settle(reply)

    def _answered_before(self, command: Command) -> Reply | None:
        try:
            earlier = self.house.answered_before(command.actor.name, command.key)
        except StoreLostError:
            return None
        return None if earlier is None else self._again(earlier)

    async def _reply_to(self, command: Command) -> Reply:
        if (lately := self.house.answered_lately(command.actor.name, command.key)) is not None:
            return self._again(lately)
        if command.version is not None and command.version != self.version:
            raise ServiceError(
                "version.old",
                "the table has gone on since",
                got=str(command.version),
                allowed=str(self.version),
                status=409,
                data={"version": self.version},
            )
        start = len(self.in_play.log)
        try:
            done = command.do()
        except ServiceError:
            if len(self.in_play.log) != start:  # refused in its second half
                self._go_back()
            raise
        if not self.house.settings.pace:
            done.body = msgspec.structs.replace(done.body, steps=done.body.steps + self._deal())
        return await self._confirm(command, done)

    def _again(self, stored: bytes) -> Reply:
        told: dict[str, Any] = msgspec.json.decode(stored) if stored else {}
        return Reply(told.get("version", self.version), stored)

    def _deal(self) -> int:
        """All that needs no decision, if the dealer takes no time for it."""
        steps = 0
        while not self._waits and not self.paused:
            self._step()
            steps += 1
        return steps

    def _step(self) -> None:
        """A cut that a player told in vain counts as none: the shuffle goes on without it."""
        for _ in range(MOST_CUTS_IN_VAIN):
            with suppress(RefusedError):
                self.in_play.step()
                return
        self.in_play.step()

    async def _confirm(self, command: Command, done: Done) -> Reply:
        """Onto the disk, then to everybody."""
        entries = self.in_play.log[done.start :]
        was_in = self.round if self.in_round else 0
        self._note_rounds(entries)
        happened = Happened(self.playing, self.hosting, self.in_play, entries)
        reply = {"version": self.version + 1, "events": happened.seen_by(onlooker(command.actor))}
        body = msgspec.json.encode(reply)
        unit = self._unit(command, done, entries, body, round_=was_in or (self.round if _has_round(entries) else 0))
        self.settled.clear()
        try:
            await self.house.commit(unit, lost=self._tell_lost)
        except (NotWrittenError, KeyUsedError) as error:
            self._go_back()
            raise ServiceError("table.not_written", str(error), status=409) from None
        finally:
            self.settled.set()
        self.lost = ""
        self.version += 1
        self._forget(entries)
        self._tell(happened, done.body.note)
        return Reply(self.version, body)

    def _unit(self, command: Command, done: Done, entries: Sequence[Entry], reply: bytes, *, round_: int) -> Unit:
        after = keeping.statement(self.in_play, self.hosting)
        moved = keeping.entries(self.id, done.before, after, (entry.event for entry in entries))
        inventory = self.house.holds(money.inventory(self.id))
        moved = [*keeping.fill_for(self.id, moved, inventory, self.house.settings.inventory), *moved]
        self.chance.open_done(self.hosting.undealt(self.in_play))
        published, opened = self.chance.told()
        lines = b",".join(line_of(self.playing.log.events, entry).encode() for entry in entries)
        body = msgspec.structs.replace(
            done.body,
            events=msgspec.Raw(b"[" + lines + b"]"),
            published=[secret.announced for secret in published],
            opened=[secret.revealed for secret in opened],
        )
        moved_for = {entry.event.bettor for entry in entries if isinstance(entry.event, ChipsMoved)}
        players = {*done.before.staked, *after.staked, *moved_for}
        ends_here = done.kind != "command" or not self.in_round or bool(published)
        return Unit(
            stream=f"table/{self.id}",
            version=self.version + 1,
            kind=done.kind,
            actor=command.actor.name,
            at=self.house.now(),
            body=msgspec.json.encode(body),
            entries=tuple(moved),
            key=command.key,
            reply=reply if command.key is not None else None,
            snapshot=self._snapshot() if ends_here else None,
            secrets=tuple(self._sealed(secret) for secret in published),
            opened=tuple(OpenedSecret(secret.id, msgspec.json.encode(secret.revealed)) for secret in opened),
            round=round_,
            players=tuple(sorted(players)) if round_ else (),
            rows=done.rows,
        )

    def _snapshot(self) -> bytes:
        snapshot = Snapshot(self.in_play.stored(), self.chance.held, self.round, self.in_round)
        return self.house.secrets.seal(msgspec.json.encode(snapshot), f"table/{self.id}")

    def _sealed(self, secret: Secret) -> SecretRow:
        sealed = self.house.secrets.seal(msgspec.json.encode(secret), secret.id)
        return SecretRow(secret.id, secret.kind, secret.commitment, sealed)

    def _forget(self, entries: Sequence[Entry]) -> None:
        """What happened before the last rounds is on the disk."""
        if not _has_round(entries):
            return
        log = self.hosting.log(self.in_play)
        begins = [place for place, entry in enumerate(log) if isinstance(entry.event, RoundBegan)]
        if len(begins) > ROUNDS_KEPT:
            del log[: begins[-ROUNDS_KEPT]]

    def _go_back(self) -> None:
        """To what was last confirmed; where that cannot be read, nothing goes on at this table before a restart."""
        try:
            self._read_again()
        except Exception:
            LOGGER.exception("table %s cannot be read again", self.id)
            self.lost = "the table could not be read again; it goes on after a restart"
        else:
            self._tell(Happened(self.playing, self.hosting, self.in_play, ()), "the last command was taken back")

    def _read_again(self) -> None:
        stored = next(table for table in self.house.store.tables() if table.id == self.id)
        assert stored.snapshot is not None
        self.resume_from(stored.snapshot, stored.units, stored.version)

    # What commands do ------------------------------------------------------------------------------------------------

    def line(self, actor: Actor, line: str) -> Callable[[], Done]:
        """An act as it is written in scripts, by somebody who may do it."""
        act = self._read(line)
        self._may(actor, act)
        return lambda: self.act(act)

    def _read(self, line: str) -> Act:
        try:
            words = words_of(line)
            if not words:
                raise BadActError("an act")
            return self.playing.acts.read(words)
        except BadActError as error:
            raise ServiceError("act.unknown", "not an act of this game", got=line[:200], allowed=str(error)) from None

    def _may(self, actor: Actor, act: Act) -> None:
        doer = act.done_by
        if doer == "script" or isinstance(act, (Open, Steps)):
            raise ServiceError("act.not_here", "nobody can do this at a real table", got=str(act), status=403)
        if actor.role == "player":
            if doer == "player" and act.name_in_it in (actor.name, ""):
                return
            if act == self.hosting.closes_wagers(self.in_play) and self._may_close(actor):
                return
        elif (actor.role == "supervisor" and doer != "player") or (actor.role == "dealer" and doer == "dealer"):
            return
        allowed = f"acts in the name of {actor.name}" if actor.role == "player" else f"acts of a {actor.role}"
        raise ServiceError("act.not_yours", "this is for others to do", got=str(act), allowed=allowed, status=403)

    def _may_close(self, actor: Actor) -> bool:
        """A player need not wait for the time to pass once everybody at the table has a wager."""
        staked = self.in_play.staked
        return actor.name in staked and all(name in staked for name in self.hosting.seated(self.in_play))

    def act(self, act: Act, note: str = "") -> Done:
        self._not_paused()
        done = self._started(Body(act=str(act), note=note))
        if not self._waits and not act.at_once:
            raise ServiceError("act.not_now", "the dealer is dealing", got=str(act), allowed="when cards lie still")
        self._affordable(act)
        try:
            refusal = self.in_play.perform(act)
        except RefusedError as error:
            refusal = error.refusal
        if refusal is not None:
            raise refused(refusal)
        if not self.in_play.is_open and any(True for _ in self.hosting.seated(self.in_play)):
            if refusal := self.in_play.perform(Open()):
                raise refused(refusal)
            done.body = msgspec.structs.replace(done.body, opens=True)
        if act.name_in_it and not note:
            self._absent[act.name_in_it] = 0
        return done

    def steps(self, steps: Steps) -> Done:
        self._not_paused()
        done = self._started(Body(steps=steps.number))
        for _ in range(steps.number):
            self._step()
        return done

    def set_status(self, status: str, kind: str, reason: str = "") -> Callable[[], Done]:
        def do() -> Done:
            done = self._started(Body(reason=reason, note=f"the table is {kind}" + (f": {reason}" if reason else "")))
            if status == "closed":
                self._close(done)
            self.values = {**self.values, "status": status, "reason": reason}
            done.kind, done.rows = kind, (RowChange("tables", self.id, self.values),)
            return done

        return do

    def _close(self, done: Done) -> None:
        if self.in_play.staked:
            who = ", ".join(sorted(self.in_play.staked))
            raise ServiceError("table.wagers", "wagers lie on the layout", got=who, allowed="after they are decided")
        if (act := self.hosting.on_closing) is not None and self.in_play.is_open:
            if refusal := self.in_play.perform(act):
                raise refused(refusal)
            done.body = msgspec.structs.replace(done.body, act=str(act))
        self.chance.close()

    def opened(self) -> Done:
        """The first unit of a table: its file, its chips, its commitments."""
        done = self._started(Body(file=self.values["file"], note="the table is open"))
        done.kind, done.rows, done.before = "opened", (RowChange("tables", self.id, self.values),), keeping.NOTHING
        return done

    async def confirm_opening(self, actor: Actor, key: str | None) -> Reply:
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        return await self._confirm(Command(actor, self.opened, answer, key=key), self.opened())

    def _started(self, body: Body) -> Done:
        return Done(body=body, start=len(self.in_play.log), before=keeping.statement(self.in_play, self.hosting))

    def _not_paused(self) -> None:
        if self.paused:
            raise ServiceError("table.paused", self.paused, allowed="when the table goes on", status=409)

    def _affordable(self, act: Act) -> None:
        cost = self.in_play.cost(act)
        if cost is None:
            return
        chips = self.house.holds(money.bankroll(cost.player))
        if cost.amount > chips:
            raise ServiceError(
                "chips.short",
                "not enough chips",
                got=dollars(cost.amount),
                allowed=f"up to {dollars(chips)}",
                status=409,
            )

    @property
    def paused(self) -> str:
        """Why nothing goes on now; empty while it does."""
        if self.lost:
            return f"nothing can be written: {self.lost}"
        return (self.values.get("reason") or "paused") if self.values["status"] == "paused" else ""

    # Onlookers -------------------------------------------------------------------------------------------------------

    def watch(self, actor: Actor | None) -> Watcher:
        watcher = Watcher(actor, self.house.settings.most_waiting, self._watchers.discard)
        self._watchers.add(watcher)
        if self.settled.is_set():  # else the message of what is being done comes soon
            watcher.tell(self.shown_to(actor))
        elif self.lost:
            watcher.tell(self._waiting())
        return watcher

    def shown_to(self, actor: Actor | None) -> bytes:
        return self.message(actor, Happened(self.playing, self.hosting, self.in_play, ()))

    def message(self, actor: Actor | None, happened: Happened, note: str = "") -> bytes:
        who = onlooker(actor)
        view = self.in_play.view(who)
        return msgspec.json.encode(
            {
                "table": self.id,
                "name": self.values["name"],
                "game": self.game.name,
                "version": self.version,
                "practice": self.values["practice"],
                "paused": self.paused or None,
                "closed": self.values["status"] == "closed",
                "chips": self.house.holds(money.bankroll(who.name)) if who.kind == "player" else None,
                "awaited": self.hosting.awaited(self.in_play) or None,
                "seconds_left": self._seconds_left(),
                "commitments": self.chance.commitment_texts,
                "may": list(self._offers(actor)),
                "view": view,
                "events": happened.seen_by(who),
                "note": note,
            }
        )

    def _offers(self, actor: Actor | None) -> Iterator[Offer]:
        if not self.paused and self._waits:
            yield from offers(actor, self.in_play, self.hosting, self._closing(actor))

    def _closing(self, actor: Actor | None) -> Act | None:
        if actor is None or not (actor.role in CREW or self._may_close(actor)):
            return None
        return self.hosting.closes_wagers(self.in_play)

    def _seconds_left(self) -> float | None:
        if self._deadline is None or not self._waits:
            return None
        return round(max(self._deadline - asyncio.get_running_loop().time(), 0), 1)

    def _tell(self, happened: Happened, note: str = "") -> None:
        self._set_deadline()
        messages: dict[Actor | None, bytes] = {}
        for watcher in list(self._watchers):
            if watcher.actor not in messages:
                messages[watcher.actor] = self.message(watcher.actor, happened, note)
            watcher.tell(messages[watcher.actor])
        if self.values["status"] == "closed":
            for watcher in list(self._watchers):
                watcher.close()

    def tell_player(self, name: str) -> None:
        """Whose chips have changed elsewhere."""
        if self.settled.is_set():
            for watcher in list(self._watchers):
                if watcher.actor is not None and watcher.actor.name == name:
                    watcher.tell(self.shown_to(watcher.actor))

    def _tell_lost(self, why: str) -> None:
        if self.lost != why:
            self.lost = why
            for watcher in list(self._watchers):
                watcher.tell(self._waiting())

    def _waiting(self) -> bytes:
        """Nothing is shown of what is not written yet."""
        note = "the table waits until what was done can be written"
        return msgspec.json.encode({"table": self.id, "version": self.version, "paused": self.paused, "note": note})


def _has_round(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry.event, RoundBegan) for entry in entries)


def refused(refusal: Refusal) -> ServiceError:
    return ServiceError(
        refusal.code, refusal.message, citation=refusal.citation, got=refusal.got, allowed=refusal.want, status=409
    )
