"""The end of the journal, noted in a file beside the key and outside the database. A database that does not contain the
noted row was restored from a backup, or rows were removed or rewritten."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

SUFFIX: Final = ".head"


class NotedHead(Struct, frozen=True):
    """A row known to have been in the journal: its number and its hash in hexadecimal."""

    seq: int
    hash: str


class Anchor:
    """The file `pit.head` beside `pit.key`."""

    def __init__(self, key_file: Path) -> None:
        self.path = key_file.with_suffix(SUFFIX)
        self._noted: NotedHead | None = None

    def read(self) -> NotedHead | None:
        """Read the note; None if there is no readable file."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=NotedHead)
        except (OSError, msgspec.MsgspecError):
            return None

    def note(self, head: NotedHead) -> None:
        """Replace the file atomically, without waiting for the disk, since an older note is still true."""
        if head == self._noted:
            return
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        with suppress(OSError):  # a full disk: the older note stays
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(head) + b"\n")
            new.replace(self.path)
            self._noted = head
