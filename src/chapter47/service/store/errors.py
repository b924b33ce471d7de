"""Why something was not stored."""

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.money import dollars


class StoreError(Chapter47Error):
    """A database that cannot be opened: which, and why."""

    def __init__(self, got: str, allowed: str) -> None:
        super().__init__([Problem("database", got, allowed)])


class NotWrittenError(Exception):
    """This unit was not written, not even partly."""


class LedgerRefusedError(NotWrittenError):
    """An account holds less than the amount to withdraw."""

    def __init__(self, account: str, balance: int, amount: int) -> None:
        super().__init__(f"{account} holds {dollars(balance)}, less than {dollars(amount)}")
        self.account, self.balance, self.amount = account, balance, amount


class VersionTakenError(NotWrittenError):
    """Another unit came first, or an earlier one is missing: the stream is at `version`."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"{stream} is at version {version}")
        self.stream, self.version = stream, version


class LeaseLostError(NotWrittenError):
    """Another server process writes this stream now."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"another server process has {stream}")
        self.stream = stream


class KeyUsedError(NotWrittenError):
    """The actor's key has been used: `reply` is the earlier reply."""

    def __init__(self, actor: str, key: str, reply: bytes | None) -> None:
        super().__init__(f"{actor} has used the key {key}")
        self.actor, self.key, self.reply = actor, key, reply


class StoreLostError(Exception):
    """The database cannot be written now: disk full, or unreachable.

    After `back()` the same unit is committed again; if it was written after all, it is not written twice."""
