"""Frozen records as JSON and back, by the types of their fields: the stored form of a table in play."""

from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from chapter47.core.cards import Card, card, cards, show
from chapter47.core.event import Place
from chapter47.core.json_object import Json

Given = Mapping[Any, Any]
"""Values that are not stored, such as the posting; the caller supplies them by type when restoring."""


def plain(value: Any, given: Given) -> Any:
    """Convert to numbers, texts, lists and objects; `made` restores the same value."""
    match value:
        case Card() | Place():
            return str(value)
        case Struct():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return {name: plain(held, given) for name, held in fields if type(held) not in given}
        case Mapping():
            return [[plain(key, given), plain(held, given)] for key, held in value.items()]
        case frozenset():
            return sorted(plain(held, given) for held in value)
        case (Card(), *_):
            return show(value)
        case tuple() | list():
            return [plain(held, given) for held in value]
    return value


def made(kind: Any, data: Any, given: Given) -> Any:
    """Restore a value of this type from the output of `plain`."""
    if kind in given:
        return given[kind]
    if kind in (Card, Place):
        return card(data) if kind is Card else Place.of(data)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = _hints(kind)
        unstored = {name: given[hint] for name, hint in hints.items() if hint in given}
        return kind(**unstored, **{name: made(hints[name], held, given) for name, held in data.items()})
    if isinstance(kind, type) and issubclass(kind, tuple) and kind is not tuple and hasattr(kind, "_fields"):
        return kind(*data)
    return _of_parts(get_origin(kind), get_args(kind), data, given)


def _of_parts(origin: Any, parts: tuple[Any, ...], data: Any, given: Given) -> Any:
    if NoneType in parts:
        kinds = [part for part in parts if part is not NoneType]
        return None if data is None else made(kinds[0], data, given)
    if origin is tuple and parts[-1] is Ellipsis:
        if parts[0] is Card:
            return cards(data or "")
        return tuple(made(parts[0], held, given) for held in data)
    if origin is tuple:
        return tuple(made(part, held, given) for part, held in zip(parts, data, strict=True))
    if origin is frozenset:
        return frozenset(made(parts[0], held, given) for held in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {made(parts[0], key, given): made(parts[1], held, given) for key, held in data}
    return data


@cache
def _hints(kind: type) -> Json:
    return get_type_hints(kind)
