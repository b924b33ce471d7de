"""The documentation is true: every code block of every page runs, and every link leads somewhere.

`python` blocks of a page run one after the other in one program, `sh` lines as commands in a folder with the examples,
`console` blocks as well, and these must print what the page says. `toml` blocks are table files or
lesson files, `json` blocks parse; `text` is for output and outlines."""

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from tests.cli.commands import Ran, Within
from tests.cli.commands import chapter47 as command_line

import chapter47
from chapter47.school.lessons import read_course

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
PAGES: Final = sorted([*DOCS.rglob("*.md"), ROOT / "CONTRIBUTING.md"])
FENCE: Final = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK: Final = re.compile(r"\]\((?!https?:)([^)#\s]+)")
LANGUAGES: Final = ("python", "sh", "console", "toml", "json", "text", "{toctree}", "{eval-rst}")
ENDLESS: Final = re.compile(r"chapter47 serve\b|make\b|pip install\b|pipx\b|\. \.venv")
"""Commands that serve until they are stopped, or that set up a machine: their words are checked, they are not run."""
NEEDS_A_SERVER: Final = {"server.md": "tests/client/test_client.py runs it"}
ANSWERS: Final = (0, 1, 3)
"""Exit codes of a command that has answered."""


class Block(NamedTuple):
    language: str
    text: str


def blocks(page: Path, language: str) -> list[str]:
    listed = [Block(*block) for block in FENCE.findall(page.read_text(encoding="utf-8"))]
    return [block.text for block in listed if block.language == language]


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder with the examples, as a reader has it; nobody types anything."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    with open(os.devnull, encoding="utf-8") as nothing_typed:
        monkeypatch.setattr(sys, "stdin", nothing_typed)
        yield tmp_path


FOR_A_SHELL: Final = re.compile(r"[|<>;&$*]")


def ran(line: str, folder: Path, within: Within) -> Ran:
    """Run a command of ours in this process, which need not import everything again; a shell runs all other lines."""
    if line.startswith("chapter47 ") and not FOR_A_SHELL.search(line):
        return within(*shlex.split(line)[1:], columns="80")
    ended = shell(line, folder)
    return Ran(ended.returncode, ended.stdout, ended.stderr)


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    source = {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1", "COLUMNS": "80"}
    environment = {**os.environ, **source, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_names_its_language(page: Path) -> None:
    languages = [language for language, _ in FENCE.findall(page.read_text(encoding="utf-8"))]
    assert [language for language in languages if language not in LANGUAGES] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


RUN_HERE: Final = [page for page in pages_with("python") if page.name not in NEEDS_A_SERVER]


@pytest.mark.parametrize("page", RUN_HERE, ids=name_of)
def test_the_python_of_a_page_runs(page: Path, folder: Path) -> None:
    names: dict[str, Any] = {"__name__": "page"}
    for text in blocks(page, "python"):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, name_of(page), "exec"), names)


@pytest.mark.parametrize("page", pages_with("sh"), ids=name_of)
def test_the_commands_of_a_page_run(page: Path, folder: Path, within: Within) -> None:
    for line in "".join(blocks(page, "sh")).replace("\\\n", " ").splitlines():
        command = line.partition(" #")[0].strip()
        if command and not ENDLESS.match(command):
            ended = ran(command, folder, within)
            assert ended.code in ANSWERS, f"{command}: {ended.err[-2000:]}"
            assert "Traceback" not in ended.err, command


@pytest.mark.parametrize("page", pages_with("sh"), ids=name_of)
def test_the_words_of_commands_that_do_not_end_are_known(page: Path) -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in "".join(blocks(page, "sh")).splitlines():
        words = line.partition(" #")[0].split()
        if words[:1] == ["make"]:
            assert words[1] in targets
        if words[:2] == ["chapter47", "serve"]:
            known = command_line("serve", "--help").out
            assert [word for word in words[2:] if word.startswith("--") and word not in known] == []


@pytest.mark.parametrize("page", pages_with("console"), ids=name_of)
def test_the_sessions_of_a_page_print_what_it_says(page: Path, folder: Path, within: Within) -> None:
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = part.splitlines()
            ended = ran(command, folder, within)
            assert [line.rstrip() for line in (ended.out + ended.err).splitlines()] == printed, command


@pytest.mark.parametrize("page", pages_with("toml"), ids=name_of)
def test_the_table_and_lesson_files_of_a_page_are_read(page: Path, folder: Path) -> None:
    for number, text in enumerate(blocks(page, "toml")):
        if "[[lesson]]" in text:
            assert read_course(text)[1] == []
            continue
        file = folder / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        assert chapter47.read_table(file)


def parses(text: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool([json.loads(line) for line in text.splitlines()])
    return False


def test_the_json_of_all_pages_parses() -> None:
    """One test for all pages: there may be none with such a block."""
    assert [parses(text) for text in ("{", "", '{"a": 1}')] == [False, False, True]
    assert [name_of(page) for page in PAGES for text in blocks(page, "json") if not parses(text)] == []
