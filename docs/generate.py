"""Writes the pages that list what the program has: `python docs/generate.py`.

library.md comes from the signatures and docstrings of `import chapter47`, tablefile.md from the games' forms,
commands.md from the commands' help, api.md from the server's endpoints, roles.md from the permissions."""

import ast
import inspect
import io
import json
import pkgutil
import re
import textwrap
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from rich.console import Console

import chapter47
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.wager import Wager
from chapter47.cli.app import COMMANDS, app
from chapter47.core.game import Game
from chapter47.games import GAMES
from chapter47.library.answers import Answer
from chapter47.service import api as service_api
from chapter47.service.permissions import RULES, Rule
from chapter47.service.terms import ROLES, Role
from chapter47.web.page_roles import STAFF_PAGES

AnyGame = Game[Any]

DOCS: Final = Path(__file__).parent
CALLS: Final = (
    *(
        "table",
        "read_table",
        "starter",
        "check",
        "check_floor",
        "edge",
        "strategy",
        "advise",
        "simulate",
        "report",
        "count",
    ),
    *("law", "coverage", "open_table", "replay", "records_of_log", "replay_history", "compare", "guide"),
)
DESK: Final = ("Assumptions", "Comparison", "Guide")
"""Records of the desk, which are shown like answers."""
LIBRARY: Final = """# The library

Everything the commands do, you can do from Python.

```python
import chapter47

table = chapter47.table(game="blackjack", decks=6, soft_17="hit")
print(chapter47.check(table, on="2010-06-07").lawful)
print(chapter47.edge(table).house_edge)
print(chapter47.strategy(table).hard["16"]["T"])
```

Each call returns a frozen answer. Its attributes have the names of the JSON keys that the command prints with
`--json`, and `to_dict()` is that JSON. A notebook shows an answer as a table or a chart.

A bad argument raises a `Chapter47Error`. Its `problems` list everything that is wrong at once, each with `key`, `got`,
`allowed` and, where a paragraph decides, `citation`.

This page is generated: `python docs/generate.py`.
"""


def library() -> str:
    names = [name for name in chapter47.__all__ if not name.startswith("_")]
    kinds = [getattr(chapter47, name) for name in names if name[0].isupper()]
    answers = [kind for kind in kinds if issubclass(kind, Answer) or kind.__name__ in DESK]
    errors = [kind for kind in kinds if issubclass(kind, chapter47.Chapter47Error)]
    parts = [LIBRARY, "## Calls\n", *(_call(name) for name in CALLS)]
    parts += ["## Tables in play\n", _members(chapter47.OpenTable)]
    parts += ["## Answers\n", *map(_answer, answers), "## Errors\n", *map(_error, errors)]
    return "\n".join(parts)


def _call(name: str) -> str:
    call = getattr(chapter47, name)
    return f"### `{name}`\n\n```text\n{_signature(name, call)}\n```\n\n{_text(call)}\n"


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


def _returned(member: Any) -> str:
    call: Any = member.fget if isinstance(member, property) else member
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


# Table files --------------------------------------------------------------------------------------------------------

TABLE_FILES: Final = """# Table files

A table file describes one table in TOML: its game, limits, options and side wagers. Write one, change it, check it:

```sh
chapter47 new spanish-21 --output my-table.toml
chapter47 check my-table.toml
```

Every key is optional; `chapter47 new GAME` writes all of them with their lawful defaults. Here is a blackjack table
with a side wager and a chosen reading:

```toml
game = "blackjack"
boxes = 6
decks = 6
soft_17 = "hit"
hole_card = "card-reader"
split_hands = 4
optional_payouts = ["five-card-21"]

[wagers.match-the-dealer]
minimum = "1"
maximum = "100"
odds = { suited = "12 to 1" }

[readings]
"2010 19:47-2.3(a)3" = "literal"
```

Money is a string of dollars (`"15"`, `"2.50"`), odds are strings (`"3 to 2"`), fractions are numbers (`0.25`) or
strings (`"1/3"`).

A wrong type or an unknown word is an error of the file: exit 2, with all problems listed at once. A value that a
paragraph forbids is never an error of the file; [`check`](check.md) reports it as a finding.

This page is generated: `python docs/generate.py`.
"""
READINGS: Final = """## Readings

`[readings]` chooses another reading of a doubtful passage, by edition and citation. `chapter47 law CITATION` explains
the passage and its readings.

| passage | other readings |
|---|---|
"""


def table_files() -> str:
    """The keys of all games: those of blackjack once, with the defaults in which its variations differ."""
    shared, *variations = [game for game in GAMES if "soft_17" in _keys_of(game)]
    others = [game for game in GAMES if "soft_17" not in _keys_of(game)]
    games = ", ".join(f"`{game.name}`" for game in GAMES)
    parts = [TABLE_FILES, f"## Games\n\nThe key `game` is one of {games}.\n"]
    parts += [f"## Keys of {shared.title.lower()} and its variations\n", _keys(shared, *variations)]
    parts += ["Where a variation has other defaults, or does not use a key:\n", _differences(shared, variations)]
    for game in others:
        parts += [f"## Keys of {game.title.lower()}\n", _keys(game)]
    parts += ["## Side wagers of blackjack\n", SIDE_WAGERS, *map(_side_wager, WAGERS.values())]
    names = {passage: names for game in GAMES for passage, names in game.posting.readings().items()}
    parts += [f"\n{READINGS}" + "\n".join(f"| `{passage}` | {_words(names[passage])} |" for passage in sorted(names))]
    return "\n".join(parts)


SIDE_WAGERS: Final = """A table `[wagers.NAME]` for each side wager the table offers.

| name | section | keys | rows of `odds` |
|---|---|---|---|"""


def _side_wager(wager: Wager) -> str:
    keys = _words([*wager.keys, *(["odds"] if wager.rows and "odds" not in wager.keys else [])])
    return f"| `{wager.name}` | {wager.section} | {keys} | {_words(wager.rows)} |"


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _keys_of(game: AnyGame) -> set[str]:
    return {key.name for key in game.posting.keys}


def _keys(game: AnyGame, *variations: AnyGame) -> str:
    defaults = {name: value for user in (*reversed(variations), game) for name, value in _defaults(user).items()}
    rows = []
    for key in game.posting.keys:
        users = [user.name for user in (game, *variations) if key.name not in user.posting.unused]
        only = "" if game.name in users else f" (only at {_words(users)})"
        if users and key.name != "game":
            values = "money" if key.allowed.startswith("dollars") else _cell(key.allowed)
            rows.append(f"| `{key.name}` | {_cell(key.means)}{only} | {values} | {_default(defaults.get(key.name))} |")
    return "| key | meaning | values | default |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "or")


def _default(value: object) -> str:
    if isinstance(value, list) and len(value) > 6:
        return "all lawful ones"
    return "" if value is None else f"`{json.dumps(value, ensure_ascii=False)}`"


def _defaults(game: AnyGame) -> dict[str, object]:
    form = game.posting
    return form.write(form.read({"game": game.name}, games=tuple(game.name for game in GAMES)))


def _differences(shared: AnyGame, variations: Iterable[AnyGame]) -> str:
    rows, usual = [], _defaults(shared)
    for game in variations:
        own, unused = _defaults(game), game.posting.unused - shared.posting.unused
        other = [key.name for key in game.posting.asked() if own.get(key.name) != usual.get(key.name)]
        shown = ", ".join(f"`{name} = {json.dumps(own.get(name))}`" for name in other if name != "game")
        rows.append(f"| `{game.name}` | {shown} | {_words(sorted(unused))} |")
    return "| game | other defaults | unused keys |\n|---|---|---|\n" + "\n".join(rows) + "\n"


# Commands -----------------------------------------------------------------------------------------------------------

COMMANDS_HEAD: Final = """# Commands

```sh
chapter47 --help
chapter47 check --help
```

Every command prints a table for people and, with `--json`, the same as JSON for programs. No command overwrites a file
unless you say `--force`, and none overwrites its input. Exit 2 means bad input, 74 an output that cannot be written,
130 Ctrl-C.

This page is generated: `python docs/generate.py`.
"""


def commands() -> str:
    return "\n".join([COMMANDS_HEAD, *(_command(command.__name__) for command in COMMANDS)])


def _command(name: str) -> str:
    text = io.StringIO()
    app.help_print([name], console=Console(file=text, width=100, color_system=None, legacy_windows=False))
    return f"## `{name}`\n\n```text\n{_without_frames(text.getvalue())}\n```\n"


def _without_frames(text: str) -> str:
    lines = (line.strip("│╭╮╰╯─ ") if line[:1] in "╭╰" else line.strip("│").rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


# API ----------------------------------------------------------------------------------------------------------------

API: Final = """# The HTTP API

Everything a page does, a program can do. A running server describes every route, with its parameters and answers, at
`/openapi.json`; [Run a server](server.md) shows how to sign in, and a client in Python.

Money is whole cents. An act is one line of text, as in a [script](acts.md). A command with a `key` is done once,
however often you send it. Every error is JSON with `code`, `message`, `citation`, `got` and `allowed`.

This page is generated: `python docs/generate.py`.

| route | what it does |
|---|---|
"""


def api() -> str:
    names = [module.name for module in pkgutil.iter_modules(service_api.__path__, f"{service_api.__name__}.")]
    endpoints = [endpoint for name in names for endpoint in getattr(import_module(name), "ENDPOINTS", ())]
    rows = {
        f"| `{endpoint.method} /api/v1{endpoint.path}` | {_first_sentence(endpoint.function)} |"
        for endpoint in endpoints
    }
    return API + "\n".join(sorted(rows, key=lambda row: row.partition(" /")[2]))


def _first_sentence(documented: object) -> str:
    return " ".join(_text(documented).partition("\n\n")[0].split())


# Roles --------------------------------------------------------------------------------------------------------------

ROLES_PAGE: Final = """# Roles by page and route

Who may open which page and use which route. Anything that is not listed is refused to everybody, and every
refusal is recorded.

This page is generated: `python docs/generate.py`.

- **yes**: may use it. **own**: only what is their own, by the name in the address. **theirs**: the server decides, for
  example by the players of a round.
- **open**: without signing in too. **demo**: in demo mode only.
- **token**: the scope that a program's token needs; pages act with the role of the person who signed in.

"""


def roles() -> str:
    head = f"| {' | '.join(('page', *ROLES))} |\n|{'---|' * (len(ROLES) + 1)}\n"
    listed = "\n".join(
        f"| `{page.path}` | {' | '.join('yes' if role in page.roles else '' for role in ROLES)} |"
        for page in STAFF_PAGES
    )
    route_head = f"| {' | '.join(('route', *ROLES, 'token'))} |\n|{'---|' * (len(ROLES) + 2)}\n"
    routes = "\n".join(
        f"| `{key}` | {' | '.join(_permission(rule, role) for role in ROLES)} | {'' if rule.anybody else rule.scope} |"
        for key, rule in sorted(RULES.items(), key=lambda item: item[0].partition(" ")[2])
    )
    sockets = "## Routes and sockets\n\n`WS` is a WebSocket.\n\n"
    return f"{ROLES_PAGE}## Pages\n\n{head}{listed}\n\n{sockets}{route_head}{routes}"


def _permission(rule: Rule, role: Role) -> str:
    if rule.demo_only:
        return "demo"
    if rule.anybody:
        return "open"
    if role in rule.roles:
        return "yes"
    if role in rule.own:
        return "own" if rule.own_by == "path" else "theirs"
    return "demo" if role in rule.own_in_demo else ""


PAGES: Final = {
    "library.md": library,
    "tablefile.md": table_files,
    "commands.md": commands,
    "api.md": api,
    "roles.md": roles,
}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page() + "\n", encoding="utf-8", newline="\n")
