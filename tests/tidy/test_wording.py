"""Plain English: the worst habits of wording are found wherever a person reads, and named by file and line."""

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.tidy.test_tidy import ROOT

READ: Final = ("src", "tests", "docs", "examples", "benchmarks", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
SUFFIXES: Final = (".py", ".md", ".toml", ".js", ".html", ".jinja", ".round", ".script")
HABITS: Final = {
    r"(?<!\bthere )\b(?:is|are|was|were) none\b": '"is not one", or say what is wrong',
    r"\bwho(?:so?)?ever\b": '"the player", "anyone who"',
    r"\banew\b": '"again"',
    r"\b(?:is|are|was|were|be|been) told\b": '"is shown", "reports", or name who says it',
    r"\bof before\b": '"earlier", "previous"',
    r"\bthe own\b": '"their own", "its own"',
    r"\b(?:lie|lies|lay) there\b": '"is there", "stands on the layout"',
    r"\bbears\b": '"carries", "holds", "has"',
    r"\bas well as not\b": '"or not"',
    r"\beverything is done again\b": '"is replayed", "is repeated"',
    r"\bcame again\b": '"reproduced", "matched"',
    r"\bcount as given back\b": '"are returned"',
    r"\bwrite over\b": '"overwrite"',
    r"\bwhat becomes of\b": '"what happens to"',
    r"\bsends the reader\b": '"refers to"',
    r"\b(?:go|goes|going) on by itself\b": '"continues automatically"',
    r"\bkeep(?:s)? (?:their|its|his or her) hands off\b": '"may not touch"',
    r"\b(?:is|are) (?:worked|reckoned) out beside\b": '"is computed in another process"',
}
"""What is found, and what to write instead."""
EXCEPTIONS: Final = {"tests/tidy/test_wording.py": "names what it looks for"}


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """What a person reads in a file, line by line: of Python the comments, texts and names."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(text.splitlines(), start=1)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield from enumerate(token.string.splitlines(), start=token.start[0])
        elif token.type == tokenize.NAME and "_" in token.string:
            yield token.start[0], token.string.replace("_", " ")


def habits(path: Path) -> Iterator[str]:
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
    for number, line in lines(path):
        for habit, better in HABITS.items():
            if match := re.search(habit, line):
                yield f"{name}:{number} {match[0]}: {better}"


def files() -> list[Path]:
    listed = [ROOT / name for name in READ if (ROOT / name).is_file()]
    listed += [path for name in READ for path in (ROOT / name).rglob("*") if path.suffix in SUFFIXES]
    return sorted(path for path in listed if path.relative_to(ROOT).as_posix() not in EXCEPTIONS)


def test_people_read_plain_english() -> None:
    assert [habit for path in files() for habit in habits(path)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "the first line\nWho asks is told so; whoever asks\n"),
        ("module.py", '"""First."""\nX = "a host that is none"\n'),
        ("module.py", "x = 1\ndef drawn_anew(): ...\n"),
        ("module.py", "x = 1\ny = 2  # guests of before\n"),
        ("module.py", '"""First\nits name is told."""\n'),
    ],
)
def test_a_habit_is_named_by_file_and_line(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert {habit.split()[0] for habit in habits(path)} == {f"{name}:2"}


def test_an_operator_of_python_is_not_english(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("def first(x): return 0 if x is None else x\n", encoding="utf-8")
    assert [*habits(path)] == []


@pytest.mark.parametrize(("length", "refused"), [(72, 0), (73, 1)])
def test_a_long_commit_subject_is_refused(tmp_path: Path, length: int, refused: int) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("x" * length + "\n\nThe reason may be as long as it needs to be, on lines of any length." * 2)
    ended = subprocess.run([ROOT / ".ci/commit-subject", message], capture_output=True, text=True, check=False)
    assert ended.returncode == refused
    assert (f"{length} characters" in ended.stderr) == bool(refused)
