"""A task of a drill: a question that the rules can answer. The learner's form has no field for the answer."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from msgspec import Struct

from chapter47.core.loose_types import OfItsGame

Form = Literal["dollars", "number", "choice", "cards"]


class DrillTask(Struct, frozen=True, kw_only=True):
    """A question with its answer."""

    prompt: str
    form: Form
    answer: str
    """The answer: cents for `dollars`, digits for `number`, one of the choices for `choice`."""
    choices: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Cards, shown side by side or, if `one_by_one` is set, one after another."""
    one_by_one: bool = False
    picture: str = ""
    """An SVG, such as chips or a discard rack."""
    spoken: str = ""
    """What the picture shows, for those who do not see it."""
    by: str = ""
    explains: str = ""
    """Shown after the answer."""


class ShownTask(Struct, frozen=True, kw_only=True):
    """The same without its answer."""

    prompt: str
    form: Form
    choices: tuple[str, ...]
    cards: tuple[str, ...]
    one_by_one: bool
    picture: str


Drill = Callable[[OfItsGame, Random], DrillTask]
"""Makes a task from a posting and a source of chance."""
Drills = Mapping[str, Drill]


def without_answer(task: DrillTask) -> ShownTask:
    return ShownTask(**{name: getattr(task, name) for name in ShownTask.__struct_fields__})
