"""A cache for the newest frozen state, about which a table asks several times in a row."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def keeps_latest(compute: Callable[[S], T]) -> Callable[[S], T]:
    """Keep the value for the state that was asked about last; another state, even an equal one, is computed again."""
    latest: tuple[S, T] | tuple[None, None] = None, None

    @wraps(compute)
    def computed(state: S) -> T:
        nonlocal latest
        known, value = latest  # one tuple, so that threads never mix two states
        if known is not state:
            value = compute(state)
            latest = state, value
        return value  # type: ignore[return-value]  # None only if it was computed

    return computed
