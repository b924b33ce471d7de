"""A file that is missing, a folder, empty or no text: every command says so in plain words, exit 2."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.commands import BLACKJACK, UNREADABLE, Within

from chapter47.core.files import UnreadableFileError, read_text, why_not_begun

READS: dict[str, tuple[object, ...]] = {
    "check": ("check", "FILE"),
    "check --from": ("check", BLACKJACK, "--from", "FILE"),
    "edge": ("edge", "FILE"),
    "strategy": ("strategy", "FILE"),
    "advise": ("advise", "FILE", "8s 8d", "--up", "Th"),
    "simulate": ("simulate", "FILE", "--rounds", "100"),
    "simulate --strategy": ("simulate", BLACKJACK, "--rounds", "100", "--strategy", "FILE"),
    "simulate --count": ("simulate", BLACKJACK, "--rounds", "100", "--count", "FILE"),
    "play": ("play", "FILE"),
    "play --script": ("play", BLACKJACK, "--script", "FILE"),
    "play --strategy": ("play", BLACKJACK, "--strategy", "FILE", "--rounds", "1"),
    "replay": ("replay", "FILE"),
}


def missing(folder: Path) -> Path:
    return folder / "none"


def a_folder(folder: Path) -> Path:
    return folder


def no_text(folder: Path) -> Path:
    path = folder / "binary"
    path.write_bytes(b"\xff\xfe\x00\x80")
    return path


def below_a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file" / "table"


WRONG: list[tuple[Callable[[Path], Path], str]] = [
    (missing, "no such file"),
    (a_folder, "a folder"),
    (no_text, "not UTF-8"),
    (below_a_file, "a file has the name of its folder"),
]


@pytest.mark.parametrize("command", READS)
@pytest.mark.parametrize(("make", "words"), WRONG)
def test_a_file_that_cannot_be_read(
    command: str, make: Callable[[Path], Path], words: str, tmp_path: Path, within: Within
) -> None:
    path = make(tmp_path)
    ran = within(*(path if word == "FILE" else word for word in READS[command]))
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert words in ran.err
    assert str(path) in ran.err
    assert "Errno" not in ran.err


@pytest.mark.parametrize("command", READS)
def test_an_empty_file(command: str, tmp_path: Path, within: Within) -> None:
    path = tmp_path / "empty"
    path.touch()
    ran = within(*(path if word == "FILE" else word for word in READS[command]))
    if command == "play --script":  # a script without a line does nothing
        assert (ran.code, ran.err) == (0, "")
        return
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert str(path) in ran.err


WRITES: dict[str, tuple[object, ...]] = {
    "new": ("new", "blackjack", "--output", "FILE"),
    "play --log": ("play", BLACKJACK, "--rounds", "1", "--log", "FILE"),
    "play --record": ("play", BLACKJACK, "--rounds", "1", "--record", "FILE"),
    "simulate --plots": ("simulate", BLACKJACK, "--rounds", "100", "--plots", "FILE"),
    "simulate --checkpoint": ("simulate", BLACKJACK, "--rounds", "100", "--checkpoint", "FILE"),
}


@pytest.mark.parametrize("command", WRITES)
@pytest.mark.parametrize(("place", "words"), [("none/file", "no such folder"), (".", "folder")])
def test_a_place_where_nothing_can_be_written(
    command: str, place: str, words: str, tmp_path: Path, within: Within
) -> None:
    path = tmp_path / place
    ran = within(*(path if word == "FILE" else word for word in WRITES[command]))
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert "Errno" not in ran.err
    assert command.split()[-1] in ran.err or command == "new"


def test_the_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def forbidden(self: Path, encoding: str) -> str:
        raise PermissionError(13, "Permission denied", str(self), encoding)

    monkeypatch.setattr(Path, "read_text", forbidden)
    with pytest.raises(UnreadableFileError, match=r"^no permission to read it$"):
        read_text(tmp_path)
    assert why_not_begun(PermissionError(13, "Permission denied")) == "no permission to write it"
    assert why_not_begun(FileExistsError(17, "File exists")) == "the file already exists"
    with pytest.raises(OSError, match="No space left"):  # the device, not the name: exit 74
        why_not_begun(OSError(28, "No space left on device"))


def test_a_name_that_no_file_has() -> None:
    with pytest.raises(UnreadableFileError, match="not a valid file name"):
        read_text(Path("\0"))
