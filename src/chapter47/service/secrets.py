"""What is sealed at rest: undealt cards and seeds, under a key that lies in a file of its own.

Without the key the database does not tell the next card; whoever loses the key cannot resume the tables in play, and
everything that was opened or played stays readable."""

import os
import secrets
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from chapter47.core.errors import Chapter47Error, Problem

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
OWNER_ONLY: Final = 0o600


class KeyFileError(Chapter47Error):
    """A key file that cannot be used."""

    def __init__(self, path: Path, got: str, allowed: str) -> None:
        super().__init__([Problem("key file", f"{path}: {got}", allowed)])


class NotSealedHereError(Exception):
    """Something that another key has sealed, or that was changed since."""


class Secrets:
    """Seals and opens with one key."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    @classmethod
    def at(cls, path: Path) -> Self:
        """The key in this file, which is made at the first start, for its owner alone to read."""
        try:
            return cls(_read(path) if path.exists() else _made(path))
        except OSError as error:
            raise KeyFileError(path, error.strerror or str(error), "a file that can be read and written") from None

    @classmethod
    def read(cls, path: Path) -> Self:
        """The key in a file that is there."""
        try:
            return cls(_read(path))
        except OSError as error:
            raise KeyFileError(path, error.strerror or str(error), "a key file that can be read") from None

    def seal(self, plain: bytes, label: str) -> bytes:
        """`label` is bound to it: sealed under another one it does not open."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, label.encode())

    def open(self, sealed: bytes, label: str) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], label.encode())
        except InvalidTag:
            raise NotSealedHereError(f"{label} was sealed with another key, or changed since") from None


def _made(path: Path) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w") as file:
        file.write(f"{key.hex()}\n")
        file.flush()
        os.fsync(file.fileno())
    return key


def _read(path: Path) -> bytes:
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise KeyFileError(path, "others may read it", "a file for its owner alone, mode 600")
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise KeyFileError(path, "not a key", f"{2 * KEY_BYTES} hexadecimal digits on a line")
    return key
