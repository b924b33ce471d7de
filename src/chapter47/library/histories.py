"""Hand histories: written from a log or a session, and performed again."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.files import output_problems
from chapter47.core.log import text_of
from chapter47.core.numeric.records import check_records, write_records
from chapter47.library.arguments import BadArgumentError, path_of

if TYPE_CHECKING:
    from chapter47.session.history_replay import HistoryReplay

File = str | PathLike[str]


def records_of_log(log: File, records: File, *, values: bool = False, force: bool = False) -> int:
    """Write the finished rounds of a log as a history and return their number. With `values` each decision has the
    value that it lost. Raises `LogError` if the log does not reproduce."""
    from chapter47.session.histories import rounds_of_log

    path, source = path_of(records, "records"), path_of(log, "log")
    if problems := records_problems(path, (source,), force=force):
        raise BadArgumentError(problems)
    return write_records(path, rounds_of_log(text_of(source), values=values))


def replay_history(history: File) -> "HistoryReplay":
    """Perform every round of a history again: `differences` lists each line that the rules do not give.

    Raises `HistoryError` if the file is not a history."""
    from chapter47.session.history_replay import replay_history as again

    return again(path_of(history, "history"))


def records_problems(
    path: Path, inputs: tuple[Path | None, ...], *, force: bool, key: str = "records"
) -> list[Problem]:
    """List what prevents writing a history there."""
    if problems := output_problems({key: path}, inputs, force=force):
        return problems
    try:
        check_records(path)
    except NotPossibleError as error:
        return [Problem(key, str(path), error.why)]
    return []


def as_rows(path: File) -> list[dict[str, Any]]:
    """Read a history, one dictionary per round."""
    from chapter47.core.numeric.records import read_records

    return list(read_records(path_of(path, "history")))
