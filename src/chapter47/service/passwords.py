"""Passwords: Argon2id, the same work whether a name exists or not, and one-time passwords."""

import asyncio
import secrets
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

SHORTEST: Final = 10
LONGEST: Final = 200
DIFFERENT: Final = 4
ALLOWED: Final = f"a text of {SHORTEST} to {LONGEST} characters, at least {DIFFERENT} of them different"
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like another one."""


class Passwords:
    """Hashes and checks passwords in threads, a few at a time: each check takes 64 MiB on purpose."""

    def __init__(self, hasher: PasswordHasher | None = None, at_once: int = 2) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1, type=Type.ID)
        self._few = asyncio.Semaphore(at_once)
        self._nobodys = self._hasher.hash(secrets.token_hex(16))
        """Checked in place of the password of somebody who does not exist."""

    async def hash(self, password: str) -> str:
        async with self._few:
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether it is the password; without one that is stored it takes as long and is not."""
        async with self._few:
            right = await asyncio.to_thread(self._verified, stored or self._nobodys, _plain(password))
        return right and stored is not None

    def _verified(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


def good(password: str) -> bool:
    return SHORTEST <= len(password) <= LONGEST and len(set(password)) >= DIFFERENT


def one_time() -> str:
    """Four groups of five letters: 98 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4))


def _plain(password: str) -> str:
    """One text for what several keyboards type differently."""
    return unicodedata.normalize("NFKC", password)
