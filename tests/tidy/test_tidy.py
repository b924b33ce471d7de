"""Rules about the code; a breach is named by file and line."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest

from chapter47.blackjack.posting import GameName
from chapter47.games import GAMES as ALL_GAMES

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src/chapter47"
FOLDERS: Final = ("src", "tests", "docs", "examples", "benchmarks", ".ci")
LONGEST_FUNCTION: Final = 60
LONGEST_MODULE: Final = 600

Breaches = Iterator[str]


def modules(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def texts() -> list[Path]:
    """Every file of ours that is text."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]  # a file in a worktree
    return sorted(path for path in files if "__pycache__" not in path.parts and b"\0" not in path.read_bytes()[:1000])


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}:{line}"


def long_functions(path: Path) -> Breaches:
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{at(path, node.lineno)} {node.name} has {length} lines"


def long_modules(path: Path) -> Breaches:
    length = len(path.read_text(encoding="utf-8").splitlines())
    if length > LONGEST_MODULE:
        yield f"{at(path, length)} is longer than {LONGEST_MODULE} lines"


def without_docstring(path: Path) -> Breaches:
    if not ast.get_docstring(tree(path)):
        yield f"{at(path, 1)} does not say what the module is"


SHARED: Final = ("__init__.py", "variation.py", "wager.py", "facts.py")
"""Modules that several sections use and that carry out none themselves."""
SECTION: Final = re.compile(r"\b19:4[67]-\d+[A-Z]?\.\d+")


def without_section(path: Path) -> Breaches:
    if path.name not in SHARED and not SECTION.search(ast.get_docstring(tree(path)) or ""):
        yield f"{at(path, 1)} does not name its section, such as 19:47-2.3"


def matching(path: Path, pattern: re.Pattern[str], what: str) -> Breaches:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if match := pattern.search(line):
            yield f"{at(path, number)} {what}: {match[0]}"


# Written with classes of one letter so that they do not find themselves.
LEFT_OVER: Final = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X])\b")
REGISTRY: Final = re.compile(r"pypi\.[o]rg|pythonhosted\.[o]rg|index-[u]rl|artifactor[y]|/simpl[e]/?\b|devp[i]")
MACHINE_PATH: Final = re.compile(r"(?<![\w.])/(?:hom[e]|roo[t]|tm[p]|wor[k]|User[s]|mn[t]|va[r])/|\b[A-Z]:\\\w")


GAMES: Final = frozenset(game.name for game in ALL_GAMES)
OF_BLACKJACK: Final = frozenset(get_args(GameName))
OTHER_SENSES: Final = frozenset({"blackjack", "switch"})
"""A hand and a move go by these names too, so that they give a game away only in a comparison."""


def _is_its_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "game"


def _said_of_games(node: ast.AST) -> Breaches:
    match node:
        case ast.Constant(value=str(name)) if name in GAMES - OTHER_SENSES:
            yield f"names {name}"
        case ast.Compare():
            parts = list(ast.walk(node))
            names = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
            yield from (f"compares with {name}" for name in sorted(names & OTHER_SENSES))
            if any(map(_is_its_game, parts)):
                yield "compares games"
        case ast.Match(subject=subject) if _is_its_game(subject):
            yield "compares games"
        case ast.Subscript(value=ast.Name(id=table), slice=key) if _is_its_game(key) and table != "GAMES":
            yield f"looks up a game in {table}"
        case ast.Call(func=ast.Attribute(attr="get" | "is_game" as call), args=keys):
            if call == "is_game" or any(map(_is_its_game, keys)):
                yield f"asks for a game by {call}"


def told_apart(path: Path) -> Breaches:
    """A game's name, or a branch on one; what tells games apart stands in the games' own modules."""
    for node in ast.walk(tree(path)):
        for said in _said_of_games(node):
            yield f"{at(path, getattr(node, 'lineno', 0))} {said}"


def _is_citation(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "by") or (isinstance(node, ast.Name) and node.id == "by")


def _is_one_edition(node: ast.Compare) -> bool:
    """Whether an edition is set against one that is written out, so that a newer text would take the other branch."""
    parts = [node.left, *node.comparators]
    asks = any(isinstance(part, ast.Call) and ast.unparse(part.func).endswith("edition_of") for part in parts)
    return asks and any(isinstance(part, ast.Constant) for part in parts)


def steered_by_citation(path: Path) -> Breaches:
    """A branch on a citation or on one edition: a citation explains an act and never decides one."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn(), *_]):
                if any(map(_is_citation, ast.walk(node))):
                    yield f"{at(path, node.lineno)} compares a citation"
                if _is_one_edition(node):
                    yield f"{at(path, node.lineno)} compares with one edition"
            case ast.Match(subject=subject) if _is_citation(subject):
                yield f"{at(path, node.lineno)} compares a citation"
            case ast.MatchClass(kwd_attrs=names, kwd_patterns=patterns) if any(
                name == "by" and not isinstance(pattern, ast.MatchAs)
                for name, pattern in zip(names, patterns, strict=True)
            ):
                yield f"{at(path, node.lineno)} compares a citation"
            case ast.Subscript(slice=key) if _is_citation(key):
                yield f"{at(path, node.lineno)} looks a citation up"
            case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]) if _is_citation(key):
                yield f"{at(path, node.lineno)} looks a citation up"


CITATION_FOR_CITATION: Final = {
    "blackjack/games.py": "an irregularity under the paragraph of its game",
    "blackjack/round/game_citations.py": "what the basic game cites, as another game cites it",
    "blackjack/variations/six_to_five.py": "the first cards under the paragraphs of 6 to 5",
    "blackjack/shoe/from_the_hand.py": "events under the paragraphs of 6 to 5",
    "library/contents.py": "a citation is what was asked for",
    "school/faults.py": "a trainee names the paragraph that was broken",
}
"""Where a citation is set against others, for another citation or for a list of them: nothing is decided by it."""


def all_of(breaches: Iterator[Breaches]) -> list[str]:
    return [breach for some in breaches for breach in some]


def test_functions_are_short() -> None:
    assert all_of(long_functions(path) for path in modules(SOURCE, ROOT / "tests")) == []


def test_modules_are_short() -> None:
    assert all_of(long_modules(path) for path in modules(SOURCE, ROOT / "tests")) == []


def test_modules_say_what_they_are() -> None:
    assert all_of(without_docstring(path) for path in modules(SOURCE, ROOT / "tests")) == []


def test_rules_games_and_wagers_name_their_section() -> None:
    folders = [SOURCE / "blackjack" / name for name in ("rules", "variations", "wagers")]
    folders += [SOURCE / "craps/rules", SOURCE / "baccarat/rules"]
    assert all_of(without_section(path) for path in modules(*folders)) == []


def test_nothing_is_left_over() -> None:
    assert all_of(matching(path, LEFT_OVER, "is left over") for path in texts()) == []


def test_no_address_of_a_package_registry() -> None:
    assert all_of(matching(path, REGISTRY, "is a registry's") for path in texts()) == []


def test_no_path_of_one_machine() -> None:
    assert all_of(matching(path, MACHINE_PATH, "is a path of one machine") for path in texts()) == []


NO_BRANCH: Final = {
    "blackjack/posting.py": {
        *(f"names {name}" for name in OF_BLACKJACK - OTHER_SENSES),  # the words of the key `game`
        "looks up a game in TRAITS",
        "compares games",  # with what a paragraph lists, in `having`
    },
    "games.py": {"looks up a game in _BY_NAME"},
    "environments/craps.py": {"names craps"},  # whose tables it accepts
    "environments/baccarat.py": {"names baccarat"},
    "environments/blackjack.py": {"names double-exposure", "names six-to-five", "names spanish-21"},
    "desk/guide.py": {"compares games"},  # with the games that a line of the rule card names
    "desk/published.py": {  # whose figures are in print
        *(f"names {name}" for name in ("craps", "baccarat", "double-exposure", "six-to-five", "spanish-21")),
    },
    "school/audition.py": {"compares games", "asks for a game by get"},  # with the names in a settings file
    "craps/posting.py": {"names craps"},  # the word of the key `game`
    "baccarat/posting.py": {"names baccarat"},
    "blackjack/table_file.py": {"looks up a game in FORMS"},
    "blackjack/traits.py": {f"names {name}" for name in OF_BLACKJACK - OTHER_SENSES},  # whose facts they are
    "blackjack/wagers/blackjack_bonus.py": {"names multiple-action"},  # 2.20(l) lists it among what the wager excludes
    "blackjack/wagers/streak.py": {"names multiple-action"},  # so does 2.22(l)
    "blackjack/wagers/twenty_point_bonus.py": {"names multiple-action"},  # and 2.24(i)
    "blackjack/wagers/optional_bonus.py": {"names multiple-action"},  # and 2.25(h)
    "blackjack/analysis/main_game.py": {
        *(f"names {name}" for name in ("six-to-five", "double-exposure", "multiple-action", "spanish-21")),
        "looks up a game in PRICED",
    },
}
"""All that is said of games outside their own modules: names as data, and a table's game set against such data."""


def test_only_their_own_modules_distinguish_games() -> None:
    others = [path for path in modules(SOURCE) if not path.is_relative_to(SOURCE / "blackjack/variations")]
    by_module = {path: set(told_apart(path)) for path in others}
    allowed = {SOURCE / name: said for name, said in NO_BRANCH.items()}
    breaches = [
        breach
        for path, some in by_module.items()
        for breach in sorted(some)
        if breach.partition(" ")[2] not in allowed.get(path, set())
    ]
    assert breaches == []


def test_no_leave_is_given_that_nothing_needs() -> None:
    for name, said in NO_BRANCH.items():
        assert {breach.partition(" ")[2] for breach in told_apart(SOURCE / name)} == said, name


def test_no_citation_decides_anything() -> None:
    others = [path for path in modules(SOURCE) if str(path.relative_to(SOURCE)) not in CITATION_FOR_CITATION]
    assert all_of(steered_by_citation(path) for path in others) == []
    assert all(any(steered_by_citation(SOURCE / name)) for name in CITATION_FOR_CITATION)


BREACHES = [
    ("def f():\n" + "    x = 1\n" * 60, long_functions, ":1 f has 61 lines"),
    ("x = 1\n" * 601, long_modules, ":601 is longer than 600 lines"),
    ("x = 1\n", without_docstring, ":1 does not say what the module is"),
    ('"""Splitting."""\n', without_section, ":1 does not name its section, such as 19:47-2.3"),
    ('x = 1\nif game == "switch":\n    pass\n', told_apart, ":2 compares with switch"),
    ('if game == "craps":\n    pass\n', told_apart, ":1 names craps"),
    ('if game in ("spanish-21",):\n    pass\n', told_apart, ":1 names spanish-21"),
    ("if table.game != other:\n    pass\n", told_apart, ":1 compares games"),
    ("match table.game:\n    case _:\n        pass\n", told_apart, ":1 compares games"),
    ("STEP = BY_GAME[table.game]\n", told_apart, ":1 looks up a game in BY_GAME"),
    ("STEP = BY_GAME.get(table.game)\n", told_apart, ":1 asks for a game by get"),
    ('if event.by in ("19:47-2.15(f)", other):\n    pass\n', steered_by_citation, ":1 compares a citation"),
    ('if "19:47-2.15(f)" == event.by:\n    pass\n', steered_by_citation, ":1 compares a citation"),
    ("match event.by:\n    case _:\n        pass\n", steered_by_citation, ":1 compares a citation"),
    ("match event:\n    case Dealt(by=by) if by != x:\n        pass\n", steered_by_citation, ":2 compares a citation"),
    ('match event:\n    case Dealt(by="x"):\n        pass\n', steered_by_citation, ":2 compares a citation"),
    ("ACTS[event.by]()\n", steered_by_citation, ":1 looks a citation up"),
    ("ACTS.get(event.by)\n", steered_by_citation, ":1 looks a citation up"),
    ('old = edition_of(section, day) != "2010"\n', steered_by_citation, ":1 compares with one edition"),
    ('if table.is_game("blackjack"):\n    pass\n', told_apart, ":1 asks for a game by is_game"),
]
"""What each rule must find, so that none of them is blind."""


@pytest.mark.parametrize(("text", "rule", "breach"), BREACHES)
def test_a_breach_is_named_by_file_and_line(tmp_path: Path, text: str, rule: object, breach: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert callable(rule)
    assert list(rule(path)) == ["module.py" + breach]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (LEFT_OVER, "# TO" + "DO later"),
        (LEFT_OVER, "FIX" + "ME"),
        (REGISTRY, "--index" + "-url=https://example.org/"),
        (REGISTRY, "https://files.python" + "hosted.org/x"),
        (MACHINE_PATH, "see /ho" + "me/me/table.toml"),
        (MACHINE_PATH, '"/t' + 'mp/x"'),
        (MACHINE_PATH, "C:" + "\\Users"),
    ],
)
def test_a_word_that_may_not_stand_is_named_by_file_and_line(
    tmp_path: Path, pattern: re.Pattern[str], text: str
) -> None:
    path = tmp_path / "notes.md"
    path.write_text(f"first line\n{text}\n", encoding="utf-8")
    assert [breach.split()[0] for breach in matching(path, pattern, "found")] == ["notes.md:2"]
