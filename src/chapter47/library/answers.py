"""Answers: frozen records whose attributes are the keys of the command's JSON, shown as tables in notebooks."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from html import escape
from typing import Any, Final, TypeVar

from msgspec import Struct, json

from chapter47.core.json_object import Json, JsonMapping

LONGEST_REPR: Final = 60
T = TypeVar("T")


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer of the library. An attribute that has its default value is omitted from the JSON."""

    def to_dict(self) -> Json:
        """Return the answer as the command prints it with --json."""
        data: Json = json.decode(json.encode(self))
        return data

    def __hash__(self) -> int:
        return hash((type(self), json.encode(self.to_dict())))

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={_brief(value)}" for key, value in self.to_dict().items())
        return f"{type(self).__name__}({shown})"

    def _repr_html_(self) -> str:
        return html_table("", ("", ""), [(key, _brief(value)) for key, value in self.to_dict().items()])


class GameAnswer(Answer, frozen=True):
    """An answer to which each game adds keys of its own, in `data`; an attribute without a key is None."""

    data: JsonMapping
    """Return the answer as the command prints it with --json."""

    def to_dict(self) -> Json:
        return deepcopy(dict(self.data))

    def __hash__(self) -> int:
        return hash((type(self), json.encode(self.data)))


def by_name(read: Callable[[Any], T], parts: Mapping[str, Any] | None) -> dict[str, T] | None:
    return None if parts is None else {name: read(part) for name, part in parts.items()}


def each(read: Callable[[Any], T], parts: Sequence[Any] | None) -> tuple[T, ...] | None:
    return None if parts is None else tuple(map(read, parts))


def _brief(value: object) -> str:
    match value:
        case dict():
            return f"{{{len(value)}}}" if value else "{}"
        case list() | tuple():
            return f"[{len(value)}]" if value else "[]"
        case str() if len(value) > LONGEST_REPR:
            return repr(value[: LONGEST_REPR - 1] + "…")
    return repr(value)


def html_table(title: str, head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    """Build an HTML table for a notebook."""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    heads = f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>" if any(head) else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{caption}{heads}{body}</table>"
