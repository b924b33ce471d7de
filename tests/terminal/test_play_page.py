"""The pages on playing, acts and logs: their sessions run as printed, and nothing is missing from their lists."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from chapter47.blackjack.acts import GRAMMAR
from chapter47.blackjack.events import EVENTS
from chapter47.blackjack.words.questions import KEYS
from chapter47.terminal import keys

ROOT = Path(__file__).parents[2]
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
ENVIRONMENT = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "PATH": PATH}
PAGE = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("play.md", "acts.md", "log.md"))


def sessions() -> Iterator[tuple[str, list[str]]]:
    """Each command of the page and what it prints there."""
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            yield command, shown


def test_the_sessions_of_the_page_run_as_printed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for command, shown in sessions():
        done = subprocess.run(command, shell=True, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False)
        out = (done.stdout + done.stderr).decode("utf-8")
        assert [line.rstrip() for line in out.splitlines()] == shown, command


def test_the_page_runs_something() -> None:
    assert len(list(sessions())) == 6


def test_the_page_lists_every_event_with_its_fields() -> None:
    rows = re.findall(r"^\| `([A-Z]\w+)` \| ([^|:]*)", PAGE, flags=re.MULTILINE)
    listed = {name: re.findall(r"`(\w+)`", shown) for name, shown in rows}
    assert listed == {
        name: [field for field in event.__struct_fields__ if field != "by"] for name, event in EVENTS.by_tag.items()
    }


def test_the_page_lists_every_key_and_every_line_of_a_script() -> None:
    for key in [*KEYS.values(), keys.HELP, keys.IRREGULARITY, keys.CITE, keys.STEP, keys.LEAVE]:
        assert f"`{key}`" in PAGE
    spans = re.findall(r"`([^`\n]+)`", PAGE)
    for form in GRAMMAR.forms:
        words = " ".join(filter(None, (form.actor, *form.verb))) or "Ann stand"
        assert any(f"{span} ".removeprefix("Ann ").startswith(f"{words} ".removeprefix("Ann ")) for span in spans), (
            words
        )
    for move in KEYS:
        assert any(span.removeprefix("Ann ").split(" ")[0] == move for span in spans), move
