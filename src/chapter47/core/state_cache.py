"""Values computed once for each frozen state."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def computed_once(compute: Callable[[S], T]) -> Callable[[S], T]:
    """Compute a value of a frozen state once. It is kept in the state's `__dict__`, beside its fields, so the state is
    a Struct with `dict=True`; equality, copies and the stored form ignore it."""
    key = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def computed(state: S) -> T:
        cache = state.__dict__
        if key in cache:
            value: T = cache[key]
            return value
        cache[key] = value = compute(state)
        return value

    return computed
