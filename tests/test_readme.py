"""The README's round runs, prints what the README says, and comes to its end whatever cards are dealt."""

import contextlib
import io
import re
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
CODE, SAID = re.findall(r"```(?:python|text)\n(.*?)```", README, re.DOTALL)
MOST_DECISIONS = 5


def run(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {"left": iter(range(MOST_DECISIONS))})
    return printed.getvalue()


def test_the_round_of_the_readme_runs() -> None:
    assert run(CODE) == SAID
    assert "19:47-2.3(e)" in SAID


def test_the_round_of_the_readme_ends_for_every_seed() -> None:
    counted = CODE.replace("        table.perform(Choose", "        next(left)\n        table.perform(Choose")
    assert counted != CODE
    for seed in range(120):
        assert run(counted.replace("seed=47", f"seed={seed}")).splitlines()[-1] == "RoundOver  19:47-2.3(e)"
