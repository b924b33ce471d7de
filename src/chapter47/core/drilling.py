"""A task of a drill: a question whose answer the rules give. What a learner sees has no field for the answer."""

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
    """For `dollars` in cents, for `number` as digits, for `choice` one of the choices."""
    choices: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Cards that are shown side by side, or one after the other where `one_by_one` is set."""
    one_by_one: bool = False
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


Drill = Callable[[OfItsGame, Random], DrillTask]
"""Makes a task from a posting and a source of chance."""
Drills = Mapping[str, Drill]


def without_answer(task: DrillTask) -> ShownTask:
    return ShownTask(**{name: getattr(task, name) for name in ShownTask.__struct_fields__})
