"""How a game's posting is written in a table file: its keys and defaults, its reader and writer."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from chapter47.core.errors import Problem
from chapter47.core.findings import P
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.loose_types import OfItsType
from chapter47.core.tablefile.keys import Key, as_it_is, game_key
from chapter47.core.tablefile.problems import TableFileError, nearest, shown, upside_down, values_of
from chapter47.core.text import printable
from chapter47.law.readings import choices


def _none(table: object) -> Iterable[Problem]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtable(Generic[P]):
    """A table within the table file, such as [wagers]."""

    name: str
    read: Callable[[object, list[Problem]], object]
    """Reads its contents, adding everything that is wrong to the problems."""
    completed: Callable[[P, OfItsType], P]
    """Returns the posting with what was read."""
    write: Callable[[P], Mapping[str, object]]
    schema: Callable[[], Json] = dict
    """Its JSON Schema."""
    example: tuple[str, ...] = ()
    """Its comments in a starter file."""
    contradictions: Callable[[P], Iterable[Problem]] = _none
    """Problems that depend on several keys; checked only if nothing else is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingForm(Generic[P]):
    """The form of a table file for one game."""

    record: type[P]
    keys: tuple[Key, ...]
    """All keys of its table files, `game` first."""
    unused: frozenset[str] = frozenset()
    """Keys that are read but have no meaning at this game."""
    defaults: JsonMapping = field(default_factory=dict)
    """Defaults that differ from the record's."""
    subtables: tuple[Subtable[P], ...] = ()
    subchapters: tuple[str, ...] = ()
    """The subchapters whose readings its tables may choose; all if none are named."""

    def readings(self) -> dict[str, tuple[str, ...]]:
        """The other readings its tables may choose, by edition and citation."""
        own = tuple(f"{subchapter}." for subchapter in self.subchapters)
        return {key: names for key, names in choices().items() if not own or key.partition(" ")[2].startswith(own)}

    def read(self, data: Mapping[str, object], *, source: str = "table file", games: tuple[str, ...] = ()) -> P:
        """Read the posting from TOML data; raises `TableFileError` with all problems.

        `games` are the values of the key `game`, if there are others than this form knows."""
        problems: list[Problem] = []
        tables = {"readings", *(subtable.name for subtable in self.subtables)}
        plain = {key: value for key, value in data.items() if key not in tables}
        values = values_of(plain, {key.name: key for key in self.all_keys(games)}, "", problems)
        problems += upside_down(values, "", self._limits_left_out(plain))
        parts = [subtable.read(data.get(subtable.name, {}), problems) for subtable in self.subtables]
        readings = _readings(data.get("readings", {}), self.readings(), problems)
        if problems:
            raise TableFileError(problems, source)
        table = self.record(**{**self.defaults, **values, "readings": readings})
        for subtable, part in zip(self.subtables, parts, strict=True):
            table = subtable.completed(table, part)
        if contradictions := [problem for subtable in self.subtables for problem in subtable.contradictions(table)]:
            raise TableFileError(contradictions, source)
        return table

    def asked(self, games: tuple[str, ...] = ()) -> list[Key]:
        """The keys that have a meaning at this game, in order."""
        return [key for key in self.all_keys(games) if key.name not in self.unused]

    def all_keys(self, games: tuple[str, ...]) -> list[Key]:
        """Every key that is read, in their order."""
        return [game_key(games) if games and key.name == "game" else key for key in self.keys]

    def _limits_left_out(self, given: Mapping[str, object]) -> dict[str, int]:
        table = self.record(**self.defaults)
        limits = {"minimum": table.minimum, "maximum": table.maximum}
        return {key: limit for key, limit in limits.items() if key not in given}

    def write(self, table: P) -> dict[str, object]:
        """Write the posting as TOML data; `read` restores the same posting."""
        written: dict[str, object] = {}
        for key in self.keys:
            value = getattr(table, key.name)
            if not (value is None or (key.example and value == ())):
                written[key.name] = key.writer(value)
        for subtable in self.subtables:
            if part := subtable.write(table):
                written[subtable.name] = part
        if table.readings:
            written["readings"] = {key: as_it_is(names) for key, names in table.readings.items()}
        return written


Chosen = str | tuple[str, ...]
Choices = Mapping[str, tuple[str, ...]]


def _readings(given: object, known: Choices, problems: list[Problem]) -> dict[str, Chosen]:
    if not isinstance(given, dict):
        key, names = next(iter(known.items()), ("2010 19:47-2.3(a)3", ("literal",)))
        allowed = f'a table such as [readings] "{key}" = "{names[0]}"'
        problems.append(Problem("readings", shown(given), allowed))
        return {}
    chosen: dict[str, Chosen] = {}
    for key, names in given.items():
        if key not in known:
            allowed = nearest(key, known)
            problems.append(Problem(f'readings."{printable(key)}"', "no passage with a choice of readings", allowed))
        elif not _are_choices(known[key], names):
            allowed = " or ".join(f'"{name}"' for name in known[key])
            problems.append(Problem(f'readings."{key}"', shown(names), allowed))
        elif isinstance(names, list):
            different = tuple(dict.fromkeys(names))
            chosen[key] = different if len(different) > 1 else different[0]
        else:
            chosen[key] = names
    return chosen


def _are_choices(known: tuple[str, ...], names: object) -> bool:
    """Return whether this is a name or a list of names."""
    listed = names if isinstance(names, list) else [names]
    return bool(listed) and all(isinstance(name, str) and name in known for name in listed)
