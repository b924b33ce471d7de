"""The JSON Schema of table files, by which editors complete keys and mark mistakes."""

from typing import Any, Final

from msgspec import json

from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.core.tablefile.keys import Key
from chapter47.core.tablefile.posting_form import PostingForm

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The draft that editors of TOML understand."""


def object_schema(properties: Json) -> Json:
    """An object with these keys and no others."""
    return {"type": "object", "properties": properties, "additionalProperties": False}


def key_schema(key: Key) -> Json:
    """What a key of a table file may hold, and its meaning."""
    schema = dict(key.kind) if isinstance(key.kind, dict) else json.schema(key.kind) if key.kind else {}
    return {**schema, "description": f"{key.means} ({key.allowed})"}


def table_schema(games: tuple[AnyGame, ...]) -> Json:
    """Return the schema of table files of all these games; a file without a game belongs to the first."""
    names = tuple(game.name for game in games)
    branches = []
    for game in games:
        named: Json = {"properties": {"game": {"const": game.name}}}
        if game is not games[0]:
            named["required"] = ["game"]
        branches.append({"if": named, "then": _form_schema(game.posting, names)})
    known = {"properties": {"game": {"enum": list(names)}}}
    return {"$schema": DRAFT, "title": "A table of N.J.A.C. 19:47", "type": "object", **known, "allOf": branches}


def _form_schema(form: PostingForm[Any], names: tuple[str, ...]) -> Json:
    properties = {key.name: key_schema(key) for key in form.all_keys(names)}
    properties |= {subtable.name: subtable.schema() for subtable in form.subtables}
    passages = {key: _choice(names) for key, names in form.readings().items()}
    return object_schema({**properties, "readings": object_schema(passages)})


def _choice(names: tuple[str, ...]) -> Json:
    """Return whether this is a name or a list of names."""
    name = {"enum": list(names)}
    return {"anyOf": [name, {"type": "array", "items": name, "minItems": 1}]}
