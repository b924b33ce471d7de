"""A hand history replayed by the engine: every line and column that does not follow from the rules is reported."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from chapter47.core import log
from chapter47.core.errors import Chapter47Error, NotPossibleError, Problem
from chapter47.core.history import NESTED, SCHEMA, RoundHistory
from chapter47.core.json_object import Json
from chapter47.core.log import FIRST_EVENT_LINE, Log, LogEntry, LogError, MismatchError
from chapter47.core.numeric.records import FORMS, read_records
from chapter47.games import GAMES
from chapter47.session.histories import TableOrigin, as_data, rounds
from chapter47.session.session import playing_of

SIMULATED: Final = "simulate"
MOST_DIFFERENCES: Final = 1000
"""Most differences reported for one file."""
NOT_DERIVED: Final = ("schema", "source", "sitting", "seed", "running_count", "true_count", "events")
"""Columns that state the origin of a round, or that do not follow from its events."""


class HistoryError(Chapter47Error):
    """A file that is not a hand history: what is wrong."""


class Difference(NamedTuple):
    """What the file says, and what follows from the rules."""

    round: int
    where: str
    """A column such as `settlements[0].net`, or `events[12]`."""
    found: str
    follows: str

    def data(self) -> Json:
        return self._asdict()

    def __str__(self) -> str:
        return f"round {self.round}, {self.where}: the file says {self.found}, {self.follows}"


class HistoryReplay(NamedTuple):
    """A replayed history."""

    rounds: int
    sittings: int
    differences: tuple[Difference, ...]
    unchecked: int
    """Rounds that could not be checked, after a line that cannot be replayed."""

    @property
    def reproduces(self) -> bool:
        return not self.differences and not self.unchecked

    def data(self) -> Json:
        return {
            "schema": SCHEMA,
            "reproduces": self.reproduces,
            "rounds": self.rounds,
            "sittings": self.sittings,
            "unchecked": self.unchecked,
            "differences": [difference.data() for difference in self.differences],
        }


def is_history(path: Path) -> bool:
    """Return whether a file is a history by its name, and not a log with the same ending."""
    if path.suffix not in FORMS:
        return False
    try:
        with path.open("rb") as file:
            return not file.readline(200).replace(b" ", b"").startswith(b'{"chapter47":"log"')
    except OSError:
        return True


def replay_history(path: Path) -> HistoryReplay:
    """Perform every round of a history again; raises `HistoryError` if it is not one."""
    try:
        return _replayed(read_records(path))
    except NotPossibleError as error:
        raise HistoryError([Problem("file", str(path), error.why)], str(path)) from None
    except (OSError, ValueError, KeyError, msgspec.MsgspecError) as error:
        raise HistoryError([Problem("file", f"{path}: {error}", "a history of rounds")], str(path)) from None


def _replayed(rows: Iterator[Json]) -> HistoryReplay:
    number, sittings, unchecked = 0, 0, 0
    differences: list[Difference] = []
    for _, sitting in groupby(rows, key=_sitting):
        played = [_typed(row) for row in sitting]
        number, sittings = number + len(played), sittings + 1
        in_sitting, missed = _sitting_again(played)
        differences += in_sitting
        unchecked += missed
    return HistoryReplay(number, sittings, tuple(differences[:MOST_DIFFERENCES]), unchecked)


def _sitting(row: Json) -> tuple[object, ...]:
    if row.get("schema") != SCHEMA:
        raise ValueError(f"schema {row.get('schema')} is not known; this version reads schema {SCHEMA}")
    return row["table"], row["source"], row["sitting"], row["seed"]


def _typed(row: Json) -> RoundHistory:
    return msgspec.convert(row, RoundHistory)


def _sitting_again(played: Sequence[RoundHistory]) -> tuple[list[Difference], int]:
    """Return all differences of one sitting, and how many of its rounds could not be checked."""
    first = played[0]
    lines = [(row, place) for row in played for place in range(len(row.events))]
    try:
        text = "\n".join([_head(first), *(line for row in played for line in row.events)])
        parsed = log.parse(text, GAMES)
    except LogError as error:
        at = _place(lines, error.line)
        return [Difference(*at, "a line that cannot be read", error.why)], len(played)
    origin = TableOrigin(parsed.game, parsed.table, first.source, first.seed, first.sitting)
    differences: list[Difference] = []
    entries = parsed.entries
    while True:
        again: list[RoundHistory] = []
        try:
            again.extend(rounds(origin, entries))
        except MismatchError as error:
            differences.append(_event_difference(parsed, _place(lines, error.line), error))
            if len(differences) < MOST_DIFFERENCES:
                entries = _corrected(entries, error)
                continue
        except LogError as error:
            differences.append(Difference(*_place(lines, error.line), "this line", error.why))
        break
    for row, follows in zip(played, again, strict=False):
        differences += _columns(row, follows)
    if not differences and first.seed is not None and first.source != SIMULATED:
        differences += _by_seed(parsed, first.seed, lines)
    return sorted(differences), max(0, len(played) - len(again))


def _head(row: RoundHistory) -> str:
    return json.dumps({"chapter47": "log", "form": log.FORM, "seed": None, "table": json.loads(row.table)})


def _place(lines: Sequence[tuple[RoundHistory, int]], line: int) -> tuple[int, str]:
    number = min(max(line - FIRST_EVENT_LINE, 0), len(lines) - 1)
    if not lines:
        return 0, "events"
    row, place = lines[number]
    return row.round, f"events[{place}]"


def _event_difference(parsed: Log, at: tuple[int, str], error: MismatchError) -> Difference:
    types = playing_of(parsed.game).log.events
    logged, follows = (log.written(types.to_json(event)) for event in (error.logged, error.follows))
    return Difference(*at, logged, f"{error.says} {follows}")


def _corrected(entries: list[LogEntry], error: MismatchError) -> list[LogEntry]:
    place = error.line - FIRST_EVENT_LINE
    return [
        msgspec.structs.replace(entry, event=error.follows) if number == place else entry
        for number, entry in enumerate(entries)
    ]


def _columns(row: RoundHistory, follows: RoundHistory) -> Iterator[Difference]:
    """Compare each column that follows from the events; a simulation also counts cards that its events do not show."""
    in_file, given = as_data(row), as_data(follows)
    skipped = (*NOT_DERIVED, "cards_gone") if row.source == SIMULATED else NOT_DERIVED
    for name, value in given.items():
        if name in skipped or in_file[name] == value:
            continue
        if name in NESTED:
            yield from _records(row.round, name, in_file[name], value)
        else:
            yield Difference(row.round, name, _shown(in_file[name]), f"the rules give {_shown(value)}")


def _records(number: int, name: str, in_file: Sequence[Json], given: Sequence[Json]) -> Iterable[Difference]:
    if len(in_file) != len(given):
        yield Difference(number, name, f"{len(in_file)} rows", f"the rules give {len(given)}")
        return
    for place, (record, follows) in enumerate(zip(in_file, given, strict=True)):
        for key, value in follows.items():
            if key != "value_lost" and record[key] != value:
                yield Difference(
                    number, f"{name}[{place}].{key}", _shown(record[key]), f"the rules give {_shown(value)}"
                )


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _by_seed(parsed: Log, seed: int, lines: Sequence[tuple[RoundHistory, int]]) -> Iterator[Difference]:
    """Deal a sitting again from its seed. A script that names cards has none."""
    try:
        playing_of(parsed.game).redeal(parsed.table, parsed.entries, seed)
    except LogError as error:
        yield Difference(*_place(lines, error.line), "this line", error.why)
