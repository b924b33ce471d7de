"""All that chance did at a table, in one file that anybody can check without the house.

It has the table file, every commitment with what was opened of it, and act by act what came: cards, dice, amounts,
cuts. Nobody is named in it: players are P1, P2, … in the order in which they came. `problems_with_file` plays it again
from what was opened, so that whatever shuffles and deals there (a shoe, both sides of a double one, a machine, a
continuous shuffler, cards that are laced and cut anew) is checked in the same way."""

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
from chapter47.session.script import words_of

NAMES: Final = ("player", "bettor")
"""Where an act tells in whose name it is done."""
MOST_PROBLEMS: Final = 20
MOST_STEPS: Final = 10_000
"""In a unit; a round has far fewer."""
UNITS_IN_A_PIECE: Final = 500
LINES_KEPT: Final = 1000
"""So much of the log stays with the table that is played again."""


class Commitment(Struct, frozen=True, kw_only=True):
    """What was published, and what was opened of it later."""

    id: str = ""
    kind: str
    commitment: str
    version: int = 0
    opened: Mapping[str, str] | None = None


class Came(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act or the dealer's own steps, and what came by it."""

    version: int
    act: str = ""
    opens: bool = False
    steps: int = 0
    came: tuple[str, ...] = ()


class ChanceFile(Struct, frozen=True, kw_only=True):
    """The file; `commitments` in the order in which they were published."""

    table: str = ""
    file: str
    commitments: tuple[Commitment, ...]
    units: tuple[Came, ...]


class Units(Protocol):
    """Units in their order, which can be gone through again."""

    def __iter__(self) -> Iterator[Came]: ...
    def __len__(self) -> int: ...


class ToldChance(Protocol):
    """What is checked: a file in memory, or one that is read piece by piece."""

    @property
    def file(self) -> str: ...
    @property
    def commitments(self) -> tuple[Commitment, ...]: ...
    @property
    def units(self) -> Units: ...


class Checked(NamedTuple):
    """What does not hold, and how much was looked at."""

    problems: list[str]
    units: int
    """Units that came again from what was opened."""
    sealed: int
    """Units behind something that is not opened yet."""


# Writing -------------------------------------------------------------------------------------------------------------


class Nameless:
    """Acts without the names of players."""

    def __init__(self, playing: AnyPlaying) -> None:
        self._playing = playing
        self._names: dict[str, str] = {}

    def line(self, line: str) -> str:
        if not line:
            return ""
        act: Act = self._playing.acts.read(words_of(line))
        fields = [name for name in NAMES if name in act.__struct_fields__ and getattr(act, name)]
        return str(msgspec.structs.replace(act, **{name: self._other(getattr(act, name)) for name in fields}))

    def _other(self, name: str) -> str:
        return self._names.setdefault(name, f"P{len(self._names) + 1}")


def what_came(events: Iterable[Event], hosting: Hosting) -> tuple[str, ...]:
    """The cards and numbers of each event, as everybody saw it."""
    seen = hosting.recalled(list(events), onlookers.ANYBODY)
    told = ((type(event).__name__, list(_values(event))) for event in seen)
    return tuple(" ".join((name, *values)) for name, values in told if values)


def _values(event: Event) -> Iterator[str]:
    for name in event.__struct_fields__:
        match getattr(event, name):
            case Place() | bool() | str():
                continue
            case Card() | int() as value:
                yield str(value)
            case None if name == "card":
                yield UNSEEN


def pieces(head: ChanceFile, units: Iterator[Came]) -> Iterator[bytes]:
    """The file as bytes, so many units in each piece; `head` is the file without any."""
    assert not head.units
    begins, ends, _ = msgspec.json.encode(head).rpartition(b"]}")
    yield begins
    parted = b""
    while page := [msgspec.json.encode(unit) for unit in islice(units, UNITS_IN_A_PIECE)]:
        yield parted + b",".join(page)
        parted = b","
    yield ends


# Checking ------------------------------------------------------------------------------------------------------------


def problems_with_file(told: ToldChance) -> Checked:
    """Every hash, and everything that came, up to what is still sealed."""
    committed = [Committed(secret.kind, secret.commitment, secret.opened) for secret in told.commitments]
    problems = [
        f"commitment {secret.commitment[:12]}…: {problem}" for secret in committed for problem in secret.problems()
    ]
    try:
        posting = games.parse(told.file)
        game = games.game_of(posting)
        assert game.playing is not None
        assert game.hosting is not None
        playing, hosting = game.playing.load(), game.hosting.load()
        chance = OpenedChance(committed, by_seed=hosting.draws_each_round(posting))
        table = playing.open(posting, chance, cut=declines)
    except (Chapter47Error, ValueError) as error:
        return Checked([*problems, f"the table cannot be played: {error}"], 0, len(told.units))
    if problems:
        return Checked(problems[:MOST_PROBLEMS], 0, len(told.units))
    return _played_again(told.units, playing, hosting, table)


def _played_again(units: Units, playing: AnyPlaying, hosting: Hosting, table: TableInPlay) -> Checked:
    for number, unit in enumerate(units):
        try:
            wrong = _wrong(unit, playing, hosting, table)
        except StillSecretError:
            return Checked([], number, len(units) - number)
        except WrongOrderError:
            wrong = "other cards were shuffled than were opened"
        except Exception as error:  # whatever somebody wrote into the file, it is the file that is wrong
            wrong = f"cannot be done again: {error}"
        if wrong:
            return Checked([f"version {unit.version} ({unit.act or 'the dealer'}): {wrong}"], number, 0)
    return Checked([], len(units), 0)


def _wrong(unit: Came, playing: AnyPlaying, hosting: Hosting, table: TableInPlay) -> str:
    log = hosting.log(table)
    del log[:-LINES_KEPT]
    if unit.steps > MOST_STEPS:
        return f"cannot be done again: {unit.steps:,} steps"
    start = len(log)
    if (refused := do_again(playing, table, unit.act, opens=unit.opens, steps=unit.steps)) is not None:
        return f"cannot be done again: {refused}"
    due = what_came((entry.event for entry in table.log[start:]), hosting)
    if due == unit.came:
        return ""
    place = next((n for n, pair in enumerate(zip(unit.came, due, strict=False)) if pair[0] != pair[1]), len(due))
    told, came = (next(iter(values[place:]), "nothing more") for values in (unit.came, due))
    return f"{told} came; {came} follows from what was opened"
