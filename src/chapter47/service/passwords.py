"""Passwords: Argon2id, equal work whether a name exists or not, and one-time passwords."""

import asyncio
import os
import re
import secrets
import sys
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import get_native_id
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

AT_ONCE: Final = max(1, min(2, (os.cpu_count() or 1) - 1))
"""Passwords checked at once: one processor is left to the tables."""
NICENESS: Final = 10
SHORTEST: Final = 10
LONGEST: Final = 200
DIFFERENT: Final = 4
LEAST_OF_A_NAME: Final = 3
ALLOWED: Final = (
    f"{SHORTEST} to {LONGEST} characters, at least {DIFFERENT} of them different; not your name or a common password"
)
COMMON: Final = frozenset(
    _word
    for _row in (
        "admin administrator baccarat baseball blackjack casino changeme chapter computer craps dealer default dragon",
        "football freedom gambling guest hello iloveyou internet jackpot jesus letmein lovely login master michael",
        "monkey mustang newjersey pass passphrase passw passwd password player poker princess root secret shadow",
        "starwars summer sunshine superman supervisor temp temporary test testing trustno welcome whatever winter",
        "wordpass asdfghjkl qwerty qwertyuiop qwertyuiopasdfghjkl qazwsx qazwsxedc zxcvbnm asdfgh asdf zaq",
    )
    for _word in _row.split()
)
"""Words on which most guessed passwords are based; adding digits, signs or repetition does not help."""
_ROWS: Final = ("0123456789" * 3, "abcdefghijklmnopqrstuvwxyz" * 2, "qwertyuiopasdfghjklzxcvbnm")
_LOOKALIKES: Final = str.maketrans("013457@$!|", "oleastasil")
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet without characters that look alike."""


def _let_players_go_first() -> None:
    """On Linux every thread has a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)


class Passwords:
    """Hashes and checks passwords in threads, a few at a time: each check uses 64 MiB on purpose."""

    def __init__(self, hasher: PasswordHasher | None = None, at_once: int = AT_ONCE) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1, type=Type.ID)
        self._few = asyncio.Semaphore(at_once)
        self._threads = ThreadPoolExecutor(at_once, "chapter47 door", _let_players_go_first)
        self._nobodys = self._hasher.hash(secrets.token_hex(16))
        """Checked in place of an unknown user's password."""

    async def hash(self, password: str) -> str:
        async with self._few:
            hashed: str = await self._in_thread(self._hasher.hash, _plain(password))
        return hashed

    async def fits(self, stored: str | None, password: str) -> bool:
        """Check a password; without a stored hash it takes as long and fails."""
        async with self._few:
            right = await self._in_thread(self._verified, stored or self._nobodys, _plain(password))
        return right and stored is not None

    async def _in_thread(self, do: Callable[..., Any], *arguments: str) -> Any:
        """Run in separate threads, so that reading history never delays a sign-in."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, do, *arguments)

    def _verified(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


def why_not(password: str, name: str) -> str:
    """Return what is wrong with a new password; empty if nothing is."""
    if not SHORTEST <= len(password) <= LONGEST or len(set(password)) < DIFFERENT:
        return f"{len(password)} characters, {len(set(password))} of them different"
    letters = _letters(password)
    if len(name) >= LEAST_OF_A_NAME and _rest(letters, _letters(name)) < SHORTEST - 2:
        return "mostly your name"
    if _is_common(password.casefold()):
        return "a common password"
    return ""


def _letters(text: str) -> str:
    """Normalize: lower case, without signs, with look-alikes replaced by letters."""
    return "".join(letter for letter in _plain(text).casefold().translate(_LOOKALIKES) if letter.isalnum())


def _rest(letters: str, word: str) -> int:
    """Return how many letters remain when all occurrences of a word are removed."""
    without = letters.replace(word, "").replace(word[::-1], "") if word else letters
    return len(set(without)) if len(without) < len(letters) else len(letters)


def _is_common(password: str) -> bool:
    without_ends = password.strip("0123456789!?.,-_#$*+ ").translate(_LOOKALIKES)
    for words in (re.findall(r"[^\W\d_]+", password), re.findall(r"[^\W\d_]+", without_ends)):
        if any(word in COMMON for word in words) and all(word in COMMON or len(word) < 3 for word in words):
            return True
    plain = "".join(letter for letter in password if letter.isalnum())
    if any(plain in row or plain[::-1] in row for row in _ROWS) or (plain.isdigit() and len(set(plain)) < 6):
        return True
    return any(len(plain) >= 2 * part and plain == (plain[:part] * len(plain))[: len(plain)] for part in range(1, 5))


def one_time() -> str:
    """Make a one-time password: four groups of five letters, 98 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4))


def _plain(password: str) -> str:
    """Normalize text that keyboards enter differently."""
    return unicodedata.normalize("NFKC", password)
