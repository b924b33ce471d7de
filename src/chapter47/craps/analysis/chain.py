"""A Markov chain with ends, solved exactly: how likely each end is from a state, and after how many steps it comes."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S", bound=Hashable)
E = TypeVar("E", bound=Hashable)


class Move(NamedTuple, Generic[S, E]):
    """One way on from a state, with its weight: to another state, or to an end."""

    weight: int
    to: S | None
    end: E | None


class Solved(NamedTuple, Generic[E]):
    """From the state where it begins."""

    ends: dict[E, Fraction]
    steps: Fraction


Moves = Callable[[S], Iterable[Move[S, E]]]


def solved(start: S, moves: Moves[S, E]) -> Solved[E]:
    """By elimination: a state that was left for good is written in terms of those that remain."""
    rows = _reached(start, moves)
    states = list(rows)
    for state in reversed(states[1:]):
        _eliminate(state, rows)
    own, ends, steps = rows[start]
    stays = 1 - own.pop(start, Fraction(0))
    return Solved({end: share / stays for end, share in ends.items()}, steps / stays)


class _Row(NamedTuple, Generic[S, E]):
    """A state as a sum: shares of other states, shares of ends, and the steps that it takes."""

    states: dict[S, Fraction]
    ends: dict[E, Fraction]
    steps: Fraction


def _reached(start: S, moves: Moves[S, E]) -> dict[S, _Row[S, E]]:
    rows: dict[S, _Row[S, E]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop(0)
        if state in rows:
            continue
        rows[state] = row = _row(list(moves(state)))
        waiting += [following for following in row.states if following not in rows]
    return rows


def _row(moves: list[Move[S, E]]) -> _Row[S, E]:
    states: dict[S, int] = {}
    ends: dict[E, int] = {}
    for weight, to, end in moves:
        if to is not None:
            states[to] = states.get(to, 0) + weight
        elif end is not None:
            ends[end] = ends.get(end, 0) + weight
    total = sum(states.values()) + sum(ends.values())
    return _Row(_shares(states, total), _shares(ends, total), Fraction(1))


def _shares(weights: dict[S, int], total: int) -> dict[S, Fraction]:
    return {key: Fraction(weight, total) for key, weight in weights.items()}


def _eliminate(state: S, rows: dict[S, _Row[S, E]]) -> None:
    own = rows.pop(state)
    stays = 1 - own.states.pop(state, Fraction(0))
    for name, row in rows.items():
        share = row.states.pop(state, None)
        if share is None:
            continue
        factor = share / stays
        for following, part in own.states.items():
            row.states[following] = row.states.get(following, Fraction(0)) + factor * part
        for end, part in own.ends.items():
            row.ends[end] = row.ends.get(end, Fraction(0)) + factor * part
        rows[name] = row._replace(steps=row.steps + factor * own.steps)
