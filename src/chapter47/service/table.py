"""One hosted table: an ordered stream of commands in one task, each committed before anybody hears of it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from chapter47.core.event import ChipsMoved, RoundOver
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.drawing.settings import Settings
from chapter47.games import AnyTable
from chapter47.service import acting, ledger_entries, money
from chapter47.service.audience import Audience
from chapter47.service.chance import Secret
from chapter47.service.commands import Command, Done, Reply
from chapter47.service.deadlines import DEALER, Deadlines
from chapter47.service.house import PitHouse
from chapter47.service.notices import RolledBack
from chapter47.service.recorded_table import LastConfirmed, RecordedTable, begins_round
from chapter47.service.slips import Slip
from chapter47.service.store import (
    KeyUsedError,
    LeaseLostError,
    NotWrittenError,
    OpenedSecret,
    SealedSecret,
    StoreLostError,
    Unit,
)
from chapter47.service.table_messages import EventBatch, onlooker
from chapter47.service.terms import NOT_DONE, Actor, ServiceError, moved

CLOSES: Final = (acting.CLOSED, acting.VOIDED)
UNITS_TO_DO_AGAIN: Final = 40
"""After this many units the table is stored as a whole, once no round is in progress."""
MOST_UNITS_OF_A_ROUND: Final = 500
"""After this many units it is stored even during a round, since wagers can be made and taken back any number of
times."""
ROUND_ENDS_KEPT: Final = 200
LOGGER: Final = logging.getLogger(__name__)
SECONDS_TO_END: Final = 5
"""Seconds for the current command when the server stops; a lost database may never come back."""


class HostedTable(RecordedTable):
    """A table in play with its players, onlookers and chips."""

    def __init__(self, id_: str, values: Json, house: PitHouse, game: AnyGame, posting: AnyTable) -> None:
        super().__init__(id_, values, house, game, posting)
        self.deadlines = Deadlines(self, self.look_at_clock)
        self.audience = Audience(self, self.deadlines)
        self.thumbnail: tuple[tuple[int, Settings], str] | None = None
        """The last public picture: its version and settings, and the SVG."""
        self.rules_line: str | None = None
        """The rules in one line, cached: they do not change."""
        self.round_ends: deque[int] = deque(maxlen=ROUND_ENDS_KEPT)
        """When the last rounds ended, by the clock of the house, for the pace of the table."""
        self._commands: asyncio.Queue[Command | None] = asyncio.Queue()
        """Queued commands; `None` makes the task look at the clock again."""
        self._task: asyncio.Task[None] | None = None
        self._since_put_away = 0
        self._serves = False
        self._stops = False

    # The task --------------------------------------------------------------------------------------------------------

    def start(self, ended: Callable[["HostedTable"], None] | None = None) -> None:
        """`ended` is called when the task has ended, as when the table has closed."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")
        if ended is not None:
            self._task.add_done_callback(lambda task: ended(self))

    async def stop(self) -> None:
        """Stop after the current command; refuse queued and later ones."""
        self._stops = True
        if self._task is not None:
            if not self._serves:
                self._task.cancel()
            await asyncio.wait((self._task,), timeout=SECONDS_TO_END)
        while not self._commands.empty():
            if command := self._commands.get_nowait():
                command.settle(_stopping())
        self.audience.end()

    async def submit(
        self,
        actor: Actor,
        do: Callable[[], Done],
        *,
        version: int | None = None,
        key: str | None = None,
        asked: str = "",
    ) -> Reply:
        if self.values["status"] == "closed":
            if (earlier := await self.house.answered_before(actor.name, key, asked)) is not None:
                return Reply.again(earlier, self.version)
            raise closed()
        if self._stops:
            raise _stopping()
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._commands.put_nowait(Command(actor, do, answer, version, key, asked))
        return await answer

    @property
    def queued(self) -> int:
        """How many commands wait."""
        return self._commands.qsize()

    def look_at_clock(self) -> None:
        """Make the task notice that its deadline has changed."""
        self._commands.put_nowait(None)

    async def open(self, actor: Actor, key: str | None, asked: str) -> None:
        """Commit the first unit; the task is started afterwards."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        command = Command(actor, lambda: acting.opened(self, actor), answer, key=key, asked=asked)
        await self._confirm(command, acting.opened(self, actor))

    async def void(self, reason: str) -> None:
        """Void the table before its task is started: wagers are returned to their bettors."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        command = Command(DEALER, lambda: acting.void(self, reason), answer)
        await self._confirm(command, acting.void(self, reason))

    async def _run(self) -> None:
        while self.values["status"] != "closed" and not self._stops:
            command = await self._next()
            if command is not None:
                self._serves = True
                await self._serve(command)
                self._serves = False
        await self._refuse_those_who_wait()
        self.audience.end()

    async def _refuse_those_who_wait(self) -> None:
        """Refuse commands that arrived while the table was being closed."""
        self._serves = True
        while not self._commands.empty():
            if (command := self._commands.get_nowait()) is None:
                continue
            command.settle(await self._answered_before(command, _stopping() if self._stops else closed()))

    async def _next(self) -> Command | None:
        """Return the next command, or the dealer's own when it is time."""
        self.deadlines.begin()
        if (left := self.deadlines.left) is None or not self._commands.empty():
            return await self._commands.get()
        try:
            async with asyncio.timeout(left):
                return await self._commands.get()
        except TimeoutError:
            return self._dealers_own()

    def _dealers_own(self) -> Command | None:
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.exception())
        do = self.deadlines.dealers_own()
        return None if do is None else Command(DEALER, do, answer)

    # A command -------------------------------------------------------------------------------------------------------

    async def _serve(self, command: Command) -> None:
        try:
            reply = await self._reply_to(command)
        except ServiceError as error:
            command.settle(await self._answered_before(command, error))
        except Exception:  # any error: its text stays hidden from players, since it may name cards
            LOGGER.exception("table %s: a command failed", self.id)
            await self._go_back()
            message = "The command failed; nothing was changed"
            command.settle(ServiceError("table.failed", message, allowed="Try again later", status=500))
        else:
            command.settle(reply)

    async def _answered_before(self, command: Command, error: ServiceError) -> Reply | ServiceError:
        """Return the reply to an earlier attempt of the same command, or raise the refusal."""
        try:
            earlier = await self.house.answered_before(command.actor.name, command.key, command.asked)
        except StoreLostError:
            return error
        except ServiceError as other:
            return other
        return error if earlier is None else Reply.again(earlier, self.version)

    async def _reply_to(self, command: Command) -> Reply:
        if (lately := self.house.answered_lately(command.actor.name, command.key, command.asked)) is not None:
            return Reply.again(lately, self.version)
        if command.version is not None and command.version != self.version:
            raise ServiceError(
                "version.old",
                "The table has changed since this version",
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
                await self._go_back()
            raise
        if command.actor.role == "player":
            self.deadlines.is_here(command.actor.name)
        if not self.pace:
            done.body = msgspec.structs.replace(done.body, steps=done.body.steps + self.deal())
        return await self._confirm(command, done)

    async def _confirm(self, command: Command, done: Done) -> Reply:
        """Write to disk, then notify everybody."""
        entries = self.in_play.log[done.start :]
        was_in = self.round if self.in_round else 0
        self.note_rounds(entries)
        happened = EventBatch(self.playing, self.hosting, self.in_play, entries)
        reply: Json = {"version": self.version + 1, "events": happened.seen_by(onlooker(command.actor))}
        if done.kind == "opened":
            reply["table"] = self.id
        body = msgspec.json.encode(reply)
        unit = self._unit(command, done, happened, body, round_=was_in or self._round_of(entries))
        self.audience.begin_writing()
        try:
            await self.house.commit(unit, lost=self.audience.tell_lost, asked=command.asked, epoch=self.epoch)
        except (NotWrittenError, KeyUsedError) as error:
            await self._go_back()
            if isinstance(error, LeaseLostError):
                self._stops = True
                raise moved() from None
            raise ServiceError(
                "table.not_written", str(error), allowed="Send the same command again", status=409
            ) from None
        finally:
            self.audience.end_writing()
        self.lost = ""
        self.version += 1
        self.forget(entries)
        if any(isinstance(entry.event, RoundOver) for entry in entries):
            self.deadlines.round_ended()
            self.round_ends.append(self.house.now())
        self.audience.tell(happened, *done.body.notices)
        return Reply(self.version, body)

    def _round_of(self, entries: Sequence[LogEntry]) -> int:
        """Return the round of entries; chips that move between rounds, such as a fee at craps, belong to the previous
        round."""
        moves_chips = any(isinstance(entry.event, ChipsMoved) for entry in entries)
        return self.round if moves_chips or begins_round(entries) else 0

    def _unit(self, command: Command, done: Done, happened: EventBatch, reply: bytes, *, round_: int) -> Unit:
        entries = happened.entries
        after = ledger_entries.statement(self.in_play, self.hosting)
        moved = ledger_entries.entries(self.id, done.before, after, (entry.event for entry in entries))
        if done.kind in CLOSES:
            moved += ledger_entries.closing(self.id, after, self._coupons_laid())
        inventory = self.house.holds(money.inventory(self.id))
        fill = ledger_entries.fill_for(self.id, moved, inventory, self.house.settings.inventory)
        moved = [*fill, *moved]
        tray = inventory + money.changes(moved).get(money.inventory(self.id), 0)
        self.chance.open_done(self.hosting.undealt(self.in_play))
        published, opened = self.chance.take_secrets()
        body = msgspec.structs.replace(
            done.body,
            events=happened.logged,
            published=[secret.announced for secret in published],
            opened=[secret.revealed for secret in opened],
            asked=command.asked if command.key is not None else "",
        )
        moved_for = {entry.event.bettor for entry in entries if isinstance(entry.event, ChipsMoved)}
        players = {*done.before.staked, *after.staked, *moved_for}
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
            snapshot=self.sealed() if self._is_put_away(done, published) else None,
            secrets=tuple(self._secret_row(secret) for secret in published),
            opened=tuple(OpenedSecret(secret.id, msgspec.json.encode(secret.revealed)) for secret in opened),
            round=round_,
            players=tuple(sorted(players)) if round_ else (),
            rows=(*done.rows, *(self._slip(entry.amount, tray).row() for entry in fill)),
        )

    def _slip(self, amount: int, tray: int) -> Slip:
        """The slip of a fill that the table makes by itself."""
        return Slip(
            number=self.version + 1,
            kind="fill",
            table=self.id,
            name=self.values["name"],
            amount=amount,
            by="house",
            at=self.house.now(),
            tray=tray,
            automatic=True,
            series=self.id,
        )

    def _coupons_laid(self) -> dict[str, int]:
        prefix = money.coupons_laid(self.id, "")
        return {name.removeprefix(prefix): held for name, held in self.house.store.balances(prefix).items()}

    def _is_put_away(self, done: Done, published: Sequence[Secret]) -> bool:
        """Return whether this unit stores the whole table, so that replay can start from it.

        Data from outside, such as an order of cards or a file, cannot be replayed, and replay must not take long."""
        self._since_put_away += 1
        enough = MOST_UNITS_OF_A_ROUND if self.in_round else UNITS_TO_DO_AGAIN
        if done.kind == "command" and not published and self._since_put_away < enough:
            return False
        self._since_put_away = 0
        return True

    def _secret_row(self, secret: Secret) -> SealedSecret:
        sealed = self.house.secrets.seal(msgspec.json.encode(secret), secret.id)
        return SealedSecret(secret.id, secret.kind, secret.commitment, sealed)

    async def _go_back(self) -> None:
        """Return to the last confirmed state; if it cannot be read, the table stops until a restart. Nobody is shown
        the table meanwhile."""
        self.audience.begin_writing()
        try:
            self.resume_from(await asyncio.to_thread(self._read_again))
        except Exception:
            LOGGER.exception("table %s: reload failed", self.id)
            self.lost = "the table could not be reloaded; it resumes after a restart"
        finally:
            self.audience.end_writing()
        if not self.lost:
            self.audience.tell(EventBatch(self.playing, self.hosting, self.in_play, ()), RolledBack())

    def _read_again(self) -> LastConfirmed:
        return self.last_confirmed(self.house.store.table(self.id))


def closed() -> ServiceError:
    return ServiceError("table.closed", "The table is closed", allowed="another table", status=409)


def _stopping() -> ServiceError:
    error = ServiceError(
        "server.stops", "The server is shutting down", allowed="Send the same command again later", status=503
    )
    error.headers = {NOT_DONE: "1"}
    return error
