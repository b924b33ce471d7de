"""Files that a command reads or begins: why one cannot be, in plain words."""

from pathlib import Path
from typing import Final

_WORDS: Final[dict[type[Exception], str]] = {
    FileNotFoundError: "there is no such file",
    IsADirectoryError: "a folder, not a file",
    NotADirectoryError: "a file stands where its folder would be",
    PermissionError: "it may not be read",
    UnicodeDecodeError: "not UTF-8",
}


class UnreadableFileError(Exception):
    """A file that cannot be read, and why."""


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, without a mark at its start; raises `UnreadableFileError`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFileError(why_not_read(error)) from None
    except ValueError:  # a path with a zero byte
        raise UnreadableFileError("not a name of a file") from None


def why_not_read(error: OSError | UnicodeDecodeError) -> str:
    """In plain words where there are some."""
    words = _WORDS.get(type(error))
    return words or getattr(error, "strerror", None) or "it cannot be read"


def why_not_begun(error: OSError) -> str:
    """Why no file can be written at that place; an error of the device itself is raised again."""
    match error:
        case FileExistsError():
            return "there is such a file already"
        case FileNotFoundError():
            return "there is no such folder"
        case IsADirectoryError() | NotADirectoryError():
            return _WORDS[type(error)]
        case PermissionError():
            return "it may not be written"
    raise error
