"""The commands run as people run them: in a process of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.give_up import SECONDS

ROOT = Path(__file__).parents[2]
BLACKJACK = ROOT / "examples/blackjack.toml"
LAWFUL, UNLAWFUL, UNREADABLE, NOT_HELD, CLOSED_PIPE = 0, 1, 2, 3, 141


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def chapter47(*arguments: object, cwd: Path = ROOT) -> Ran:
    command = [sys.executable, "-c", "from chapter47.cli.app import main; main()", *map(str, arguments)]
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, check=False, cwd=cwd, env=environment, timeout=SECONDS)
    ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in ran.out + ran.err
    return ran


Within = Callable[..., Ran]
