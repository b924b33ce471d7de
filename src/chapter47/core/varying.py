"""A table over other values of its keys: `decks,vigorish` or `decks=6,8`, read as in a table file."""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from itertools import product

from chapter47.core.errors import Problem, ProblemInWords
from chapter47.core.findings import P
from chapter47.core.json_object import Json
from chapter47.core.tablefile.keys import Key
from chapter47.core.tablefile.posting_form import PostingForm
from chapter47.core.tablefile.problems import TableFileError

SOURCE = "vary"
Usual = Mapping[str, Sequence[object]]
"""The keys that affect a price, each with its default values to compare."""


def tables(form: PostingForm[P], table: P, words: Sequence[str], usual: Usual) -> list[tuple[Json, P]]:
    """Yield every combination, the last key changing fastest; raises `TableFileError` with all problems."""
    chosen = _choices(form, words, usual)
    posted = form.write(table)
    rows = [dict(zip(chosen, values, strict=True)) for values in product(*chosen.values())]
    return [(options, form.read({**posted, **options}, source=SOURCE)) for options in rows]


def _choices(form: PostingForm[P], words: Sequence[str], usual: Usual) -> dict[str, list[object]]:
    problems: list[Problem] = []
    keys = {key.name: key for key in form.keys if key.name in usual}
    chosen: dict[str, list[object]] = {}
    for name, given in named(words, keys).items():
        if name not in keys:
            problems.append(ProblemInWords(name or SOURCE, "not a key that affects the price", ", ".join(keys)))
            continue
        chosen[name] = [written(keys[name], text, problems) for text in given] if given else list(usual[name])
    if problems:
        raise TableFileError(problems, SOURCE)
    return chosen


def named(words: Sequence[str], keys: Collection[str]) -> dict[str, list[str]]:
    """Parse `a,b=1,2,c`: it names `a` and `c` without values and `b` with two."""
    values: dict[str, list[str]] = {}
    for word in words:
        last = ""
        for part in word.split(","):
            name, is_assigned, value = (piece.strip() for piece in part.partition("="))
            if is_assigned or name in keys or not last:
                last = name
                values.setdefault(name, [])
            else:
                value = name
            if value:
                values[last].append(value)
    return values


def written(key: Key, text: str, problems: list[Problem], *forms: str) -> object:
    """Parse a value as a table file writes it; a word may omit its quotation marks. `forms` are other ways to write
    it."""
    for form in ("{}", '"{}"', *forms):
        try:
            value = tomllib.loads(f"value = {form.format(text)}")["value"]
            key.reader(value)
        except ValueError:
            continue
        return value
    problems.append(Problem(key.name, text, key.allowed))
    return None
