"""A chance file read in pieces, since that of a table open for days can be larger than memory.

Units are read again on each iteration and not kept."""

from codecs import getincrementaldecoder
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from chapter47.service.chance import Opening
from chapter47.service.chance_file import ChanceRecord, Commitment

BYTES_AT_ONCE: Final = 1 << 16
BETWEEN: Final = " \t\r\n,"
"""What separates elements of a well-formed JSON list."""


class _Outline(Struct):
    """The file without its units, which are given by their position."""

    file: str
    commitments: tuple[Commitment, ...]
    units: msgspec.Raw


class UnitsOnDisk:
    """The units of a file, one after another."""

    def __init__(self, units: memoryview) -> None:
        self._units = units
        self._number = sum(1 for _ in self)

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[ChanceRecord]:
        return (msgspec.convert(element, ChanceRecord) for element in _elements(self._units))


class LongChanceFile(Struct, frozen=True):
    """A `ChanceFile` whose units stay on disk."""

    file: str
    commitments: tuple[Commitment, ...]
    units: UnitsOnDisk


def read(path: Path) -> LongChanceFile | Opening:
    """Read the file, looking at every unit; raises `OSError`, `UnicodeDecodeError` or a `msgspec` error."""
    with path.open("rb") as file:
        if not path.stat().st_size:
            raise msgspec.DecodeError("the file is empty")
        content = mmap(file.fileno(), 0, access=ACCESS_READ)
    keys = msgspec.json.decode(content, type=dict[str, msgspec.Raw])
    if "units" not in keys:
        return msgspec.json.decode(content, type=Opening)
    outline = msgspec.json.decode(content, type=_Outline)
    return LongChanceFile(outline.file, outline.commitments, UnitsOnDisk(memoryview(outline.units)))


def _elements(array: memoryview) -> Iterator[object]:
    """Yield the elements of a well-formed JSON list one by one."""
    if bytes(array[:1]) != b"[":
        raise msgspec.ValidationError("Expected `array` - at `$.units`")
    decoder, letters = JSONDecoder(), getincrementaldecoder("utf-8")()
    text, place = "", 0
    for start in range(1, len(array) - 1, BYTES_AT_ONCE):
        text = text[place:] + letters.decode(array[start : min(start + BYTES_AT_ONCE, len(array) - 1)])
        place = 0
        while (begins := _next_element(text, place)) < len(text):
            try:
                element, place = decoder.raw_decode(text, begins)
            except JSONDecodeError:  # the rest of it comes with the next piece
                break
            yield element


def _next_element(text: str, place: int) -> int:
    while place < len(text) and text[place] in BETWEEN:
        place += 1
    return place
