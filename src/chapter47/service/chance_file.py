"""Everything random at a table in one file, which anybody can verify without the house.

It has the table file, every commitment with what was opened, and the results of each act: cards, dice, amounts, cuts.
Nobody is named: players are P1, P2, … in order of arrival. `problems_with_file` replays the table from the opened
secrets, so everything that shuffles and deals (a shoe, both sides of a double one, a machine, a continuous shuffler,
cards that are laced and cut again) is checked in the same way."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from chapter47 import games
from chapter47.core import onlookers
from chapter47.core.act import Act
from chapter47.core.cards import Card
from chapter47.core.errors import Chapter47Error
from chapter47.core.event import Event, Place
from chapter47.core.hosting import Hosting
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import TableInPlay, declines
from chapter47.service.chance import UNSEEN
from chapter47.service.opened_chance import Committed, OpenedChance, StillSecretError, WrongOrderError, do_again

NAMES: Final = ("player",)
"""Fields in which an act names its player."""
MOST_PROBLEMS: Final = 20
MOST_STEPS: Final = 10_000
"""Dealer's steps in one unit; a round has far fewer."""
UNITS_IN_A_PIECE: Final = 500
LINES_KEPT: Final = 1000
"""Log lines kept in memory while a table is replayed."""


class Commitment(Struct, frozen=True, kw_only=True):
    """What was published, and what was opened later."""

    id: str = ""
    kind: str
    commitment: str
    version: int = 0
    opened: Mapping[str, str] | None = None


class ChanceRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act or the dealer's own steps, with their random results."""

    version: int
    act: str = ""
    opens: bool = False
    steps: int = 0
    came: tuple[str, ...] = ()


class ChanceFile(Struct, frozen=True, kw_only=True):
    """The file; `commitments` are in order of publication."""

    table: str = ""
    file: str
    commitments: tuple[Commitment, ...]
    units: tuple[ChanceRecord, ...]


class Units(Protocol):
    """Units in order, which can be iterated more than once."""

    def __iter__(self) -> Iterator[ChanceRecord]: ...
    def __len__(self) -> int: ...


class OpenedFile(Protocol):
    """The file to check: in memory, or read in pieces."""

    @property
    def file(self) -> str: ...
    @property
    def commitments(self) -> tuple[Commitment, ...]: ...
    @property
    def units(self) -> Units: ...


class Checked(NamedTuple):
    """What does not match, and how much was checked."""

    problems: list[str]
    units: int
    """Units that were reproduced from the opened secrets."""
    sealed: int
    """Units that depend on secrets still sealed."""


# Writing -------------------------------------------------------------------------------------------------------------


class Nameless:
    """Acts with players' names removed."""

    def __init__(self, playing: AnyPlaying) -> None:
        self._playing = playing
        self._names: dict[str, str] = {}

    def line(self, line: str) -> str:
        if not line:
            return ""
        act: Act = self._playing.acts.read(line)
        fields = [name for name in NAMES if name in act.__struct_fields__ and getattr(act, name)]
        return str(msgspec.structs.replace(act, **{name: self._other(getattr(act, name)) for name in fields}))

    def _other(self, name: str) -> str:
        return self._names.setdefault(name, f"P{len(self._names) + 1}")


def what_came(events: Iterable[Event], hosting: Hosting) -> tuple[str, ...]:
    """Return the cards and numbers of each event, as everybody saw them."""
    seen = hosting.recalled(list(events), onlookers.ANYBODY)
    listed = ((type(event).__name__, list(_values(event))) for event in seen)
    return tuple(" ".join((name, *values)) for name, values in listed if values)


def _values(event: Event) -> Iterator[str]:
    for name in event.__struct_fields__:
        match getattr(event, name):
            case Place() | bool() | str():
                continue
            case Card() | int() as value:
                yield str(value)
            case None if name == "card":
                yield UNSEEN


def pieces(head: ChanceFile, units: Iterator[ChanceRecord]) -> Iterator[bytes]:
    """Yield the file as bytes, a number of units per piece; `head` is the file without units."""
    assert not head.units
    begins, ends, _ = msgspec.json.encode(head).rpartition(b"]}")
    yield begins
    parted = b""
    while page := [msgspec.json.encode(unit) for unit in islice(units, UNITS_IN_A_PIECE)]:
        yield parted + b",".join(page)
        parted = b","
    yield ends


# Checking ------------------------------------------------------------------------------------------------------------


def problems_with_file(file: OpenedFile) -> Checked:
    """Check every hash, and everything random up to the first sealed secret."""
    committed = [Committed(secret.kind, secret.commitment, secret.opened) for secret in file.commitments]
    problems = [
        f"commitment {secret.commitment[:12]}…: {problem}" for secret in committed for problem in secret.problems()
    ]
    try:
        posting = games.parse(file.file)
        game = games.game_of(posting)
        assert game.playing is not None
        assert game.hosting is not None
        playing, hosting = game.playing.load(), game.hosting.load()
        chance = OpenedChance(committed, by_seed=hosting.draws_each_round(posting))
        table = playing.open(posting, chance, cut=declines)
    except (Chapter47Error, ValueError) as error:
        return Checked([*problems, f"the table cannot be played: {error}"], 0, len(file.units))
    if problems:
        return Checked(problems[:MOST_PROBLEMS], 0, len(file.units))
    return _played_again(file.units, playing, hosting, table)


def _played_again(units: Units, playing: AnyPlaying, hosting: Hosting, table: TableInPlay) -> Checked:
    for number, unit in enumerate(units):
        try:
            wrong = _wrong(unit, playing, hosting, table)
        except StillSecretError:
            return Checked([], number, len(units) - number)
        except WrongOrderError:
            wrong = "the cards shuffled differ from those opened"
        except Exception as error:  # whatever somebody wrote into the file, it is the file that is wrong
            wrong = f"cannot be replayed: {error}"
        if wrong:
            return Checked([f"version {unit.version} ({unit.act or 'the dealer'}): {wrong}"], number, 0)
    return Checked([], len(units), 0)


def _wrong(unit: ChanceRecord, playing: AnyPlaying, hosting: Hosting, table: TableInPlay) -> str:
    log = hosting.log(table)
    del log[:-LINES_KEPT]
    if unit.steps > MOST_STEPS:
        return f"cannot be replayed: {unit.steps:,} steps"
    start = len(log)
    if (refused := do_again(playing, table, unit.act, opens=unit.opens, steps=unit.steps)) is not None:
        return f"cannot be replayed: {refused}"
    due = what_came((entry.event for entry in table.log[start:]), hosting)
    if due == unit.came:
        return ""
    place = next((n for n, pair in enumerate(zip(unit.came, due, strict=False)) if pair[0] != pair[1]), len(due))
    listed, came = (next(iter(values[place:]), "nothing more") for values in (unit.came, due))
    return f"the file has {listed}; the opened secrets give {came}"
