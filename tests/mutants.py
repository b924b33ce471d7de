"""Do the tests notice? Small changes to the rules, sampled by seed and tried on a copy of the tree: `make mutants`."""

import argparse
import ast
import importlib.util
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, NoReturn

ROOT: Final = Path(__file__).parents[1]
COPIED: Final = ("src", "tests", "examples", "docs")
SLOWEST: Final = 600
"""Seconds; a change that keeps the tests busy for longer is noticed: something goes on for ever."""

BLACKJACK: Final = "src/chapter47/blackjack"
ROUNDS: Final = ("tests/rounds", "tests/blackjack/compliance")
AT_THE_TABLE: Final = ("tests/blackjack/table", "tests/blackjack/wagers/test_side_wagers_at_a_table.py")
CRAPS: Final = "src/chapter47/craps"
CRAPS_TESTS: Final = (
    tuple(
        f"tests/craps/test_craps_{name}.py" for name in ("transcripts", "refusals", "compliance", "details", "table")
    ),
    ("tests/craps/test_craps_library.py", "tests/craps/test_craps_properties.py"),
)
BACCARAT: Final = "src/chapter47/baccarat"
BACCARAT_TESTS: Final = (
    ("tests/baccarat/rules", *(f"tests/baccarat/test_{name}.py" for name in ("check", "round", "baccarat_in_play"))),
    tuple(
        f"tests/baccarat/test_{name}.py"
        for name in ("baccarat_details", "baccarat_transcripts", "play_properties", "commands")
    ),
)
TESTS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    f"{BLACKJACK}/rules": (("tests/blackjack/rules", *ROUNDS, "tests/blackjack/shoe"), AT_THE_TABLE),
    f"{BLACKJACK}/wagers": (
        (*ROUNDS, "tests/blackjack/wagers/test_side_bets_refused.py"),
        (*AT_THE_TABLE, "tests/blackjack/wagers/test_wager_prices.py", "tests/law/test_law.py"),
    ),
    f"{BLACKJACK}/variations": ((*ROUNDS, "tests/blackjack/variations"), AT_THE_TABLE),
    f"{BLACKJACK}/round": ((*ROUNDS, "tests/blackjack/wagers/test_side_bets_refused.py"), AT_THE_TABLE),
    f"{BLACKJACK}/table": ((*ROUNDS, "tests/blackjack/table"), AT_THE_TABLE),
    f"{BLACKJACK}/shoe": (("tests/blackjack/shoe", "tests/blackjack/rules", *ROUNDS), AT_THE_TABLE),
    **{f"{CRAPS}/{part}": CRAPS_TESTS for part in ("rules", "round", "table", "*.py")},
    **{f"{BACCARAT}/{part}": BACCARAT_TESTS for part in ("rules", "table", "*.py")},
}
"""Per folder, or per game for the modules that stand in its own, the tests that matter: those that answer at once,
then the others."""

TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


class Change(NamedTuple):
    """One expression of a file and what is put in its place."""

    file: str
    node: ast.expr
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.node.lineno}  {ast.unparse(self.node)}  ->  {self.after}"

    def applied(self, source: str) -> str:
        """Columns of a syntax tree count bytes."""
        lines = source.encode().splitlines(keepends=True)
        assert self.node.end_lineno is not None
        before = b"".join(lines[: self.node.lineno - 1]) + lines[self.node.lineno - 1][: self.node.col_offset]
        behind = lines[self.node.end_lineno - 1][self.node.end_col_offset :] + b"".join(lines[self.node.end_lineno :])
        return (before + f"({self.after})".encode() + behind).decode()


def changes_in(file: str, source: str) -> Iterator[Change]:
    tree = ast.parse(source)
    for node in _outside_format_strings(tree):
        if isinstance(node, ast.expr):
            for changed in _changed(node):
                yield Change(file, node, ast.unparse(changed))
    for default in _boolean_defaults(tree):
        yield Change(file, default, str(not default.value))


def _outside_format_strings(node: ast.AST) -> Iterator[ast.AST]:
    """Python 3.11 does not say where the expressions of a format string stand. A negative number is one number."""
    yield node
    if not isinstance(node, ast.JoinedStr) and _number(node) is None:
        for child in ast.iter_child_nodes(node):
            yield from _outside_format_strings(child)


def _changed(node: ast.expr) -> Iterator[ast.expr]:
    """What may stand in its place: a comparison turned, `and` for `or`, a `not` dropped, a number plus one."""
    match node:
        case ast.Compare(ops=operators):
            for index, operator in enumerate(operators):
                turned = deepcopy(node)
                turned.ops[index] = TURNED[type(operator)]()
                yield turned
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case _ if (number := _number(node)) is not None:
            yield ast.Constant(number + 1)


def _number(node: ast.AST) -> int | None:
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
    return None


def _boolean_defaults(tree: ast.Module) -> Iterator[ast.Constant]:
    """Of arguments and of the fields of a record."""
    for node in ast.walk(tree):
        match node:
            case ast.arguments(defaults=defaults, kw_defaults=of_keywords):
                values = [*defaults, *of_keywords]
            case ast.ClassDef(body=body):
                values = [field.value for field in body if isinstance(field, ast.AnnAssign)]
            case _:
                continue
        yield from (value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, bool))


def _modules(place: str) -> list[Path]:
    """Those of a folder with all below it, or those that a pattern names; where things are drawn is no rule."""
    named = ROOT.glob(place if place.endswith(".py") else f"{place}/**/*.py")
    return sorted(module for module in named if module.name != "picture.py")


def all_changes() -> list[Change]:
    files = [file for place in TESTS for file in _modules(place)]
    return [
        change
        for file in files
        for change in changes_in(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
    ]


class Copy:
    """The tree in a temporary folder, where changes are tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tried: set[tuple[str, ...]] = set()
        self.left_out: list[str] = []
        for name in COPIED:
            shutil.copytree(ROOT / name, folder / name)
        for file in ROOT.glob("*.*"):
            if file.is_file():
                shutil.copy2(file, folder)

    def notices(self, change: Change) -> bool:
        stages = next(tests for place, tests in TESTS.items() if ROOT / change.file in _modules(place))
        return any(self._noticed_by(tests, change) for tests in stages)

    def _noticed_by(self, tests: tuple[str, ...], change: Change) -> bool:
        self._leave_out_what_fails_anyway(tests)
        file = self.folder / change.file
        source = file.read_text(encoding="utf-8")
        self._write(file, change.applied(source))
        try:
            return self._failing(tests, "-x") != []
        finally:
            self._write(file, source)

    def _leave_out_what_fails_anyway(self, tests: tuple[str, ...]) -> None:
        if tests not in self.tried:
            self.tried.add(tests)
            for test in self._failing(tests):
                print("fails without any change, left out:", test, flush=True)
                self.left_out.append(f"--deselect={test}")

    @staticmethod
    def _write(file: Path, source: str) -> None:
        file.write_text(source, encoding="utf-8")
        Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)

    def _failing(self, tests: tuple[str, ...], *options: str) -> list[str]:
        """Names of the tests that fail; where there is nothing to name, what happened instead."""
        quiet = ("-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist")
        command = [sys.executable, "-m", "pytest", *quiet, *options, *self.left_out, *tests]
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        ) as running:
            try:
                said, _ = running.communicate(timeout=SLOWEST)
            except subprocess.TimeoutExpired:
                return ["the tests do not end"]
            finally:
                with suppress(ProcessLookupError):  # what the tests started ends with them
                    os.killpg(running.pid, signal.SIGKILL)
        if running.returncode == 0:
            return []
        failed = [line.split(" ")[1] for line in said.splitlines() if line.startswith("FAILED ")]
        return failed or ["the tests do not begin"]


def stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def sample(seconds: float, seed: int, only: str) -> int:
    """Changes in random order until the time is over; how many survived."""
    changes = [change for change in all_changes() if only in change.file]
    print(f"{len(changes)} changes could be made; seed {seed}, {seconds:.0f} s", flush=True)
    random.Random(seed).shuffle(changes)
    end = time.monotonic() + seconds
    counted: Counter[bool] = Counter()
    with TemporaryDirectory(prefix="chapter47-mutants-") as folder:
        copy = Copy(Path(folder))
        try:
            for change in changes:
                if time.monotonic() > end:
                    break
                noticed = copy.notices(change)
                counted[noticed] += 1
                print("noticed  " if noticed else "SURVIVED ", change, flush=True)
        except KeyboardInterrupt:
            print("stopped")
    print(f"{counted.total()} tried, {counted[True]} noticed, {counted[False]} survived")
    return counted[False]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=600, help="begin no further change after this time")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="", help="files whose path holds this")
    given = arguments.parse_args()
    signal.signal(signal.SIGTERM, stop)
    sys.exit(bool(sample(given.seconds, given.seed, given.only)))


if __name__ == "__main__":
    main()
