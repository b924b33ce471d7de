"""Writes reference.md from the front door's signatures and docstrings: `python docs/reference.py`."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import chapter47
from chapter47.library.answers import Answer
from chapter47.library.laws import law

PAGE: Final = Path(__file__).with_name("reference.md")
CALLS: Final = (
    *("table", "read_table", "starter", "check", "check_floor", "edge", "strategy", "advise", "simulate"),
    *("law", "coverage", "open_table", "replay"),
)
HEAD: Final = """# The library

`import chapter47` gives a program what the commands give to people. Every name is loaded when it is first used.

```python
import chapter47

table = chapter47.table(game="blackjack", decks=6, soft_17="hit")
chapter47.check(table, on="2010-06-07").lawful
chapter47.edge(table).house_edge
chapter47.strategy(table).hard["16"]["T"]
```

Answers are frozen. Their attributes have the names of the keys that the command prints with `--json`, and `to_dict()`
is that JSON. In a notebook they show themselves as a table or a chart. What is wrong with an argument is raised as a
`Chapter47Error`: `problems` are all of them, each with `key`, `got`, `allowed` and, where a paragraph rules it,
`citation`. This page is written by `python docs/reference.py`.
"""


def reference() -> str:
    names = [name for name in chapter47.__all__ if not name.startswith("_")]
    kinds = [getattr(chapter47, name) for name in names if name[0].isupper()]
    answers = [kind for kind in kinds if issubclass(kind, Answer)]
    errors = [kind for kind in kinds if issubclass(kind, chapter47.Chapter47Error)]
    parts = [HEAD, "## Calls\n", *(_call(name) for name in CALLS)]
    parts += ["## Tables in play\n", _members(chapter47.OpenTable)]
    parts += ["## Answers\n", *map(_answer, answers), "## Errors\n", *map(_error, errors)]
    return "\n".join(parts)


def _call(name: str) -> str:
    call = law if name == "law" else getattr(chapter47, name)
    return f"### `{name}`\n\n```python\n{_signature(name, call)}\n```\n\n{_text(call)}\n"


def _signature(name: str, call: Any) -> str:
    """As it is written, one line where that is short."""
    source = _Unquoted().visit(ast.parse(textwrap.dedent(inspect.getsource(call)))).body[0]
    assert isinstance(source, ast.FunctionDef)
    arguments = ast.unparse(source.args)
    assert source.returns is not None
    returns = _plain(ast.unparse(source.returns))
    line = _plain(f"{name}({arguments}) -> {returns}")
    if len(line) <= 100:
        return line
    split = re.sub(r", (?=(?:\*|\w+)(?:,|:|=|$))", ",\n    ", _plain(arguments))
    return f"{name}(\n    {split},\n) -> {returns}"


class _Unquoted(ast.NodeTransformer):
    """Annotations without their quotation marks, defaults with theirs."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = _unquoted(node.annotation)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node.args)
        node.returns = _unquoted(node.returns)
        return node


def _unquoted(annotation: ast.expr | None) -> ast.expr | None:
    if annotation is None:
        return None
    return ast.parse(ast.unparse(annotation).replace("'", ""), mode="eval").body


def _plain(annotation: str) -> str:
    """Types by the names that people know them by."""
    plain = annotation.replace("AnyGame", "Game").replace("AnyTable", "Table")
    return re.sub(r"\bJson\b", "dict[str, Any]", plain)


def _text(documented: object) -> str:
    return inspect.getdoc(documented) or ""


def _members(kind: type) -> str:
    """Everything that may be asked of it, each with what it says of itself or, where that is plain, its type alone."""
    rows = [
        f"| `{name}` | {_returned(member)} | {' '.join(_text(member).split())} |"
        for name, member in vars(kind).items()
        if not name.startswith("_")
    ]
    return f"### `{kind.__name__}`\n\n{_text(kind)}\n\n| name | answers | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _returned(member: object) -> str:
    call = member.fget if isinstance(member, property) else member
    annotation = _plain(inspect.formatannotation(inspect.signature(call).return_annotation))
    return f"`{re.sub(r'[a-z0-9_]+[.]', '', annotation).replace('|', 'or')}`"


def _answer(kind: type[Answer]) -> str:
    rows = "\n".join(f"| `{name}` | {type_} | {words} |" for name, type_, words in _attributes(kind))
    return f"### `{kind.__name__}`\n\n{_text(kind)}\n\n| attribute | type | |\n|---|---|---|\n{rows}\n"


def _attributes(kind: type[Answer]) -> Iterator[tuple[str, str, str]]:
    """Every attribute that the class names, with the words that stand below it."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    for line, below in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            words = ast.literal_eval(below.value) if _is_text(below) else ""  # type: ignore[union-attr]
            type_ = _plain(ast.unparse(line.annotation)).strip("'").replace("|", "or")
            yield line.target.id, f"`{type_}`", " ".join(str(words).split())


def _is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _error(kind: type[Exception]) -> str:
    return f"- `{kind.__name__}`: {' '.join(_text(kind).split())}"


if __name__ == "__main__":
    PAGE.write_text(reference() + "\n", encoding="utf-8", newline="\n")
