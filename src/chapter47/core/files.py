"""Files that a command reads or writes, and in plain words why it cannot. Nothing is overwritten without `--force`."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from chapter47.core.errors import Problem, ProblemInWords

_WORDS: Final[dict[type[Exception], str]] = {
    FileNotFoundError: "no such file",
    IsADirectoryError: "a folder, not a file",
    NotADirectoryError: "a file has the name of its folder",
    PermissionError: "no permission to read it",
    UnicodeDecodeError: "not UTF-8",
}


class UnreadableFileError(Exception):
    """A file that cannot be read, and why."""


def read_text(path: Path) -> str:
    """Read a UTF-8 text file, without its byte order mark; raises `UnreadableFileError`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFileError(why_not_read(error)) from None
    except ValueError:  # a path with a zero byte
        raise UnreadableFileError("not a valid file name") from None


def why_not_read(error: OSError | UnicodeDecodeError) -> str:
    """Explain why a file cannot be read, in plain words if possible."""
    words = _WORDS.get(type(error))
    return words or getattr(error, "strerror", None) or "it cannot be read"


def why_not_begun(error: OSError) -> str:
    """Explain why no file can be created there; device errors are raised again."""
    match error:
        case FileExistsError():
            return "the file already exists"
        case FileNotFoundError():
            return "no such folder"
        case IsADirectoryError() | NotADirectoryError():
            return _WORDS[type(error)]
        case PermissionError():
            return "no permission to write it"
    raise error


def output_problems(outputs: Mapping[str, Path | None], inputs: Iterable[Path | None], *, force: bool) -> list[Problem]:
    """List everything that prevents writing these files, by option."""
    read = {path.resolve() for path in inputs if path is not None}
    problems: list[Problem] = []
    written: dict[Path, str] = {}
    for option, path in outputs.items():
        if path is None:
            continue
        place = path.resolve()
        if place in read:
            problems.append(ProblemInWords(option, f"{path}, which this command reads", "another file"))
        elif place in written:
            problems.append(ProblemInWords(option, f"{path}, which {written[place]} also writes", "another file"))
        elif path.exists() and not path.is_dir() and not force:
            problems.append(ProblemInWords(option, f"{path}, which already exists", "a new file, or --force"))
        written.setdefault(place, option)
    return problems
