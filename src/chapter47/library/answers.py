"""Answers: frozen, with an attribute for each key of the command's JSON, and a table or a chart for notebooks."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from html import escape
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never, Self

from chapter47.core.json_object import Json

Maker = Callable[[Any], Any]
"""Makes of a part of the JSON what the attribute holds."""
LONGEST_REPR: Final = 60


class Answer:
    """Its attributes have the names of the keys that the command answers with; a key left out is `None`."""

    _parts: ClassVar[Mapping[str, Maker]] = {}
    _data: Mapping[str, Any]

    def __init__(self, data: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_data", deepcopy(dict(data)))

    if not TYPE_CHECKING:  # so that a name that no answer has is told before the program runs

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            if name not in self._data and name not in self._keys():
                raise AttributeError(f"{type(self).__name__} has no {name}; it has {', '.join(self._data)}")
            value = self._data.get(name)
            return None if value is None else self._parts.get(name, read_only)(value)

    @classmethod
    def _keys(cls) -> set[str]:
        return {name for kind in cls.__mro__ for name in get_annotations(kind)}

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be removed")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Answer) and self._data == other._data

    def __hash__(self) -> int:
        return hash((type(self), json.dumps(self._data, default=str)))

    def __reduce__(self) -> tuple[type[Self], tuple[Mapping[str, Any]]]:
        return type(self), (self._data,)

    def to_dict(self) -> Json:
        """What the command prints with --json."""
        return deepcopy(dict(self._data))

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={_brief(value)}" for key, value in self._data.items())
        return f"{type(self).__name__}({shown})"

    def _repr_html_(self) -> str:
        return html_table("", ("", ""), [(key, _brief(value)) for key, value in self._data.items()])


def read_only(value: Any) -> Any:
    """Lists as tuples, so that an answer stays as it was; mappings are copies."""
    if isinstance(value, list | tuple):
        return tuple(map(read_only, value))
    return deepcopy(value)


def each(kind: type[Answer]) -> Maker:
    return lambda values: tuple(map(kind, values))


def by_name(kind: type[Answer]) -> Maker:
    return lambda values: {name: kind(value) for name, value in values.items()}


def _brief(value: object) -> str:
    match value:
        case dict():
            return f"{{{len(value)}}}" if value else "{}"
        case list() | tuple():
            return f"[{len(value)}]" if value else "[]"
        case str() if len(value) > LONGEST_REPR:
            return repr(value[: LONGEST_REPR - 1] + "…")
    return repr(value)


def html_table(title: str, head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """A table for a notebook."""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    heads = f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>" if any(head) else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{caption}{heads}{body}</table>"
