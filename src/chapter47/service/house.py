"""What all tables of a server share: store, key, clock, and amounts spent but not yet committed."""

import asyncio
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from chapter47.service import crash_points, money
from chapter47.service.secrets import Secrets
from chapter47.service.store import KeyUsedError, NotWrittenError, Store, StoreLostError, Unit
from chapter47.service.terms import PitSettings, ServiceError

MOST_REPLIES: Final = 10_000


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def random_id() -> str:
    return uuid.uuid4().hex[:12]


class AnsweredCommand(NamedTuple):
    """The reply to an earlier command, with the fingerprint of its request."""

    asked: str
    reply: bytes

    def to(self, asked: str) -> bytes:
        """Return the reply, or raise if the idempotency key was used for a different request."""
        if self.asked and self.asked != asked:
            raise ServiceError(
                "key.used",
                "This idempotency key was used for a different request",
                got="a different request",
                allowed="Use a new key for each command",
                status=409,
            )
        return self.reply


def request_fingerprint(*asked: object) -> str:
    """Return a short fingerprint of a request, which tells a retry from another command under the same key."""
    return sha256(repr(asked).encode("utf-8", "replace")).hexdigest()[:16]


class PitHouse:
    """What all tables of a server share: store, clock, settings and writes in progress."""

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
        self._lookups = ThreadPoolExecutor(2, thread_name_prefix="chapter47 cage")
        """Separate threads, so that reading history never delays a command."""
        self._spent: dict[str, int] = {}
        """Amounts that leave each account with units being written."""
        self._replies: OrderedDict[tuple[str, str], AnsweredCommand] = OrderedDict()

    def holds(self, account: str) -> int:
        """Return what can be spent from an account now."""
        return self.store.balance(account) - self._spent.get(account, 0)

    async def commit(
        self, unit: Unit, *, lost: Callable[[str], None], asked: str = "", epoch: int | None = None
    ) -> None:
        """Write a unit to disk, however long that takes; `lost` is called with the reason for a delay.

        `epoch` is that of the lease on the stream in a cluster, by default the one held now.

        Raises `NotWrittenError` if the unit cannot be written at all."""
        leaves = {account: -change for account, change in money.changes(unit.entries).items() if change < 0}
        for account, amount in leaves.items():
            self._spent[account] = self._spent.get(account, 0) + amount
        try:
            await self._committed(unit, lost, self.store.epoch_of(unit.stream) if epoch is None else epoch)
        finally:
            for account, amount in leaves.items():
                self._spent[account] -= amount
        if unit.key is not None:
            self._remember(unit.actor, unit.key, AnsweredCommand(asked, unit.reply or b""))
        crash_points.passing(8)

    async def _committed(self, unit: Unit, lost: Callable[[str], None], epoch: int) -> None:
        while True:
            try:
                await self.store.commit(unit, epoch)
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
        """Return the reply to this command if it is a retry of a recent one.

        Raises `ServiceError` if the idempotency key was used for a different request."""
        answered = None if key is None else self._replies.get((actor, key))
        return None if answered is None else answered.to(asked)

    async def answered_before(self, actor: str, key: str | None, asked: str) -> bytes | None:
        """Return the reply to a retry of any age; looked up only when a command would be refused."""
        if key is None:
            return None
        loop = asyncio.get_running_loop()
        answered = await loop.run_in_executor(self._lookups, self.store.answered, actor, key)
        return None if answered is None else AnsweredCommand(*answered).to(asked)


__all__ = ["KeyUsedError", "NotWrittenError", "PitHouse", "milliseconds", "random_id"]
