"""The audition: a mixed exam. Its sections and thresholds are data, which a house replaces in its settings."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, convert

from chapter47.core.errors import Problem
from chapter47.core.text import printable

Positive = Annotated[int, Meta(ge=1, le=1000)]


class AuditionSection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some tasks of one drill."""

    drill: str
    game: str
    tasks: Positive
    seconds: Positive
    """For each task."""


class Audition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"share": "pass"}):
    """The sections, and the share of tasks that must be right and in time."""

    share: Annotated[float, Meta(gt=0, le=1)]
    section: Annotated[tuple[AuditionSection, ...], Meta(min_length=1, max_length=40)]

    def problems(self, key: str) -> Iterator[Problem]:
        """Sections that nobody can take."""
        from chapter47.games import GAMES
        from chapter47.school.drills import drills_of

        drills = {game.name: drills_of(game) for game in GAMES if game.playing}
        for number, section in enumerate(self.section, start=1):
            place = f"{key}.section {number}"
            if (known := drills.get(section.game)) is None:
                yield Problem(f"{place}.game", printable(section.game), ", ".join(drills))
            elif section.drill not in known:
                yield Problem(f"{place}.drill", printable(section.drill), ", ".join(known))


def published() -> Audition:
    """The audition that comes with the program."""
    text = Path(__file__).with_name("audition.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), Audition)
