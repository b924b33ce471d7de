"""One table of the pit: an ordered stream of commands in one task, each committed before anybody is told of it."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from chapter47.core.event import ChipsMoved
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.games import AnyTable
from chapter47.service import acting, keeping, money
from chapter47.service.actor import Actor
from chapter47.service.audience import Audience
from chapter47.service.chance import Secret
from chapter47.service.commands import Command, Done, Reply
from chapter47.service.errors import ServiceError
from chapter47.service.house import PitHouse
from chapter47.service.patience import DEALER, Patience
from chapter47.service.recorded_table import LastConfirmed, RecordedTable, begins_round
from chapter47.service.showing import Happened, onlooker
from chapter47.service.store import KeyUsedError, NotWrittenError, OpenedSecret, SealedSecret, StoreLostError, Unit

UNITS_TO_DO_AGAIN: Final = 40
"""After so many the table is stored as a whole, once no round is played."""
MOST_UNITS_OF_A_ROUND: Final = 500
"""After so many it is stored in a round too: wagers can be made and taken back without end."""
LOGGER: Final = logging.getLogger(__name__)
SECONDS_TO_END: Final = 5
"""For the command that is being done when the server stops; a lost database may never come back."""


class HostedTable(RecordedTable):
    """A table in play with its players, onlookers and chips."""

    def __init__(self, id_: str, values: Json, house: PitHouse, game: AnyGame, posting: AnyTable) -> None:
        super().__init__(id_, values, house, game, posting)
        self.patience = Patience(self)
        self.audience = Audience(self, self.patience)
        self._commands: asyncio.Queue[Command] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._since_put_away = 0
        self._serves = False
        self._stops = False

    # The task --------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def stop(self) -> None:
        """After the command that is being done; those that wait are refused, and those that come later."""
        self._stops = True
        if self._task is not None:
            if not self._serves:
                self._task.cancel()
            await asyncio.wait((self._task,), timeout=SECONDS_TO_END)
        while not self._commands.empty():
            command = self._commands.get_nowait()
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

    async def open(self, actor: Actor, key: str | None, asked: str) -> None:
        """Its first unit; the task is started afterwards."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        command = Command(actor, lambda: acting.opened(self), answer, key=key, asked=asked)
        await self._confirm(command, acting.opened(self))

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
        """Their commands came while the one that closed the table was being done."""
        self._serves = True
        while not self._commands.empty():
            command = self._commands.get_nowait()
            command.settle(await self._answered_before(command, _stopping() if self._stops else closed()))

    async def _next(self) -> Command | None:
        """The next command of somebody; or the dealer's own when it is time."""
        self.patience.begin()
        if (left := self.patience.left) is None or not self._commands.empty():
            return await self._commands.get()
        try:
            async with asyncio.timeout(left):
                return await self._commands.get()
        except TimeoutError:
            return self._dealers_own()

    def _dealers_own(self) -> Command | None:
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.exception())
        do = self.patience.dealers_own()
        return None if do is None else Command(DEALER, do, answer)

    # A command -------------------------------------------------------------------------------------------------------

    async def _serve(self, command: Command) -> None:
        try:
            reply = await self._reply_to(command)
        except ServiceError as error:
            command.settle(await self._answered_before(command, error))
        except Exception:  # whatever it is: players are not told what it says, it may name cards
            LOGGER.exception("table %s: a command failed", self.id)
            await self._go_back()
            message = "the command failed and nothing of it was done"
            command.settle(ServiceError("table.failed", message, allowed="something else, or later", status=500))
        else:
            command.settle(reply)

    async def _answered_before(self, command: Command, error: ServiceError) -> Reply | ServiceError:
        """What was answered to the same command before, or else why it is refused."""
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
                await self._go_back()
            raise
        if command.actor.role == "player":
            self.patience.is_here(command.actor.name)
        if not self.house.settings.pace:
            done.body = msgspec.structs.replace(done.body, steps=done.body.steps + self.deal())
        return await self._confirm(command, done)

    async def _confirm(self, command: Command, done: Done) -> Reply:
        """Onto the disk, then to everybody."""
        entries = self.in_play.log[done.start :]
        was_in = self.round if self.in_round else 0
        self.note_rounds(entries)
        happened = Happened(self.playing, self.hosting, self.in_play, entries)
        reply: Json = {"version": self.version + 1, "events": happened.seen_by(onlooker(command.actor))}
        if done.kind == "opened":
            reply["table"] = self.id
        body = msgspec.json.encode(reply)
        unit = self._unit(command, done, happened, body, round_=was_in or (self.round if begins_round(entries) else 0))
        self.audience.settled.clear()
        try:
            await self.house.commit(unit, lost=self.audience.tell_lost, asked=command.asked)
        except (NotWrittenError, KeyUsedError) as error:
            await self._go_back()
            raise ServiceError("table.not_written", str(error), allowed="the same again", status=409) from None
        finally:
            self.audience.settled.set()
        self.lost = ""
        self.version += 1
        self.forget(entries)
        self.audience.tell(happened, done.body.note)
        return Reply(self.version, body)

    def _unit(self, command: Command, done: Done, happened: Happened, reply: bytes, *, round_: int) -> Unit:
        entries = happened.entries
        after = keeping.statement(self.in_play, self.hosting)
        moved = keeping.entries(self.id, done.before, after, (entry.event for entry in entries))
        inventory = self.house.holds(money.inventory(self.id))
        moved = [*keeping.fill_for(self.id, moved, inventory, self.house.settings.inventory), *moved]
        self.chance.open_done(self.hosting.undealt(self.in_play))
        published, opened = self.chance.told()
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
            rows=done.rows,
        )

    def _is_put_away(self, done: Done, published: Sequence[Secret]) -> bool:
        """Whether all of the table is stored with this unit: from there it can be done again unit by unit.

        What came from outside does not come again: an order of cards, a file. And it must not take long."""
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
        """To what was last confirmed; where that cannot be read, nothing goes on at this table before a restart.

        Nobody is shown the table meanwhile."""
        self.audience.settled.clear()
        try:
            self.resume_from(await asyncio.to_thread(self._read_again))
        except Exception:
            LOGGER.exception("table %s cannot be read again", self.id)
            self.lost = "the table could not be read again; it goes on after a restart"
        finally:
            self.audience.settled.set()
        if not self.lost:
            self.audience.tell(
                Happened(self.playing, self.hosting, self.in_play, ()), "the last command was taken back"
            )

    def _read_again(self) -> LastConfirmed:
        return self.last_confirmed(self.house.store.table(self.id))


def closed() -> ServiceError:
    return ServiceError("table.closed", "the table is closed", allowed="another table", status=409)


def _stopping() -> ServiceError:
    return ServiceError("server.stops", "the server is stopping", allowed="the same again later", status=503)
