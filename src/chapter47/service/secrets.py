"""Sealed data: undealt cards and seeds, encrypted with a key from its own file.

Without the key, the database does not reveal the next card. If the key is lost, tables in play cannot be resumed, but
everything opened or played stays readable."""

import hmac
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
    """Data sealed with another key, or changed since."""


class Secrets:
    """Seals and opens data with one key."""

    path: Path | None = None
    """The file of the key, if it came from one."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._signing_key = hmac.digest(key, b"chapter47 journal", "sha256")

    @classmethod
    def at(cls, path: Path) -> Self:
        """Read the key file, creating it at the first start with owner-only permissions."""
        try:
            made = cls(_read(path) if path.exists() else _made(path))
        except OSError as error:
            raise KeyFileError(path, error.strerror or str(error), "a readable and writable file") from None
        made.path = path
        return made

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the key from an existing file."""
        try:
            return cls(_read(path))
        except OSError as error:
            raise KeyFileError(path, error.strerror or str(error), "a readable key file") from None

    def sign(self, data: bytes) -> bytes:
        """Return the HMAC-SHA-256 that proves to the key's owner that something was written with it."""
        return hmac.digest(self._signing_key, data, "sha256")

    @property
    def fingerprint(self) -> str:
        """Return an identifier of the key that reveals nothing about it."""
        return self.sign(b"fingerprint").hex()[:16]

    def seal(self, plain: bytes, label: str) -> bytes:
        """Seal data; it opens only with the same `label`."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, label.encode())

    def open(self, sealed: bytes, label: str) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], label.encode())
        except InvalidTag:
            raise NotSealedHereError(f"{label} was sealed with another key or changed afterwards") from None


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
        raise KeyFileError(path, "other users can read it", "a file that only its owner can read, mode 600")
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise KeyFileError(path, "not a key", f"{2 * KEY_BYTES} hexadecimal digits on one line")
    return key
