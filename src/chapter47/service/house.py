"""What all tables of a pit share: the store, the key, the clock, and what is spent but not committed yet."""

import asyncio
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from chapter47.service import money, points
from chapter47.service.errors import ServiceError
from chapter47.service.secrets import Secrets
from chapter47.service.settings import PitSettings
from chapter47.service.store import KeyUsedError, NotWrittenError, Store, StoreLostError, Unit

MOST_REPLIES: Final = 10_000


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def random_id() -> str:
    return uuid.uuid4().hex[:12]


class AnsweredCommand(NamedTuple):
    """What was answered to a command, and a sign of what was asked."""

    asked: str
    reply: bytes

    def to(self, asked: str) -> bytes:
        """A key stands for one command: whoever uses it for another one is told so."""
        if self.asked and self.asked != asked:
            raise ServiceError(
                "key.used",
                "something else was asked under this key",
                got="another command",
                allowed="a key of its own for each command",
                status=409,
            )
        return self.reply


def sign_of(*asked: object) -> str:
    """A short sign of what was asked, by which a retry is told from another command under the same key."""
    return sha256(repr(asked).encode("utf-8", "replace")).hexdigest()[:16]


class PitHouse:
    """What all tables of a pit share: the store, the clock, the settings and what is on its way to the disk."""

    def __init__(
        self,
        store: Store,
        secrets: Secrets,
        settings: PitSettings,
        *,
        clock: Callable[[], int] = milliseconds,
        new_id: Callable[[], str] = random_id,
        randomness: Random | None = None,
    ) -> None:
        self.store, self.secrets, self.settings = store, secrets, settings
        self.now, self.new_id, self.randomness = clock, new_id, randomness
        self._spent: dict[str, int] = {}
        """What leaves each account with units that are on their way to the disk."""
        self._replies: OrderedDict[tuple[str, str], AnsweredCommand] = OrderedDict()

    def holds(self, account: str) -> int:
        """What can be spent of it now."""
        return self.store.balance(account) - self._spent.get(account, 0)

    async def commit(self, unit: Unit, *, lost: Callable[[str], None], asked: str = "") -> None:
        """Until it is on the disk, however long that takes; `lost` is told why it takes long.

        Raises `NotWrittenError` where the unit cannot be written at all."""
        leaves = {account: -change for account, change in money.changes(unit.entries).items() if change < 0}
        for account, amount in leaves.items():
            self._spent[account] = self._spent.get(account, 0) + amount
        try:
            await self._committed(unit, lost)
        finally:
            for account, amount in leaves.items():
                self._spent[account] -= amount
        if unit.key is not None:
            self._remember(unit.actor, unit.key, AnsweredCommand(asked, unit.reply or b""))
        points.passing(8)

    async def _committed(self, unit: Unit, lost: Callable[[str], None]) -> None:
        while True:
            try:
                await self.store.commit(unit)
            except StoreLostError as error:
                lost(str(error))
                await self.store.back()
            else:
                return

    # Retried commands ------------------------------------------------------------------------------------------------

    def _remember(self, actor: str, key: str, answered: AnsweredCommand) -> None:
        self._replies[actor, key] = answered
        while len(self._replies) > MOST_REPLIES:
            self._replies.popitem(last=False)

    def answered_lately(self, actor: str, key: str | None, asked: str) -> bytes | None:
        """What was answered to this command, if it is a retry of a recent one.

        Raises `ServiceError` where something else was asked under this key."""
        answered = None if key is None else self._replies.get((actor, key))
        return None if answered is None else answered.to(asked)

    async def answered_before(self, actor: str, key: str | None, asked: str) -> bytes | None:
        """The same for a command of any age: looked up only when a command would be refused."""
        if key is None:
            return None
        answered = await asyncio.to_thread(self.store.answered, actor, key)
        return None if answered is None else AnsweredCommand(*answered).to(asked)


__all__ = ["KeyUsedError", "NotWrittenError", "PitHouse", "milliseconds", "random_id"]
