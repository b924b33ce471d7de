"""The notebooks of the examples, one for each profession, run from the first cell to the last."""

import ast
import json
import tempfile
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NOTEBOOKS: Final = {path.stem: path for path in sorted((ROOT / "examples").glob("*.ipynb"))}


def cells(name: str) -> list[dict[str, Any]]:
    notebook: dict[str, Any] = json.loads(NOTEBOOKS[name].read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_every_profession_has_a_notebook() -> None:
    assert set(NOTEBOOKS) == {"auditor", "counter", "manager", "mathematician", "researcher", "trainer"}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Jupyter runs it: the last expression of a cell is its answer, shown as HTML where it has that form."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    names: dict[str, Any] = {"__name__": "__main__"}
    answers = []
    for cell in cells(name):
        assert cell["outputs"] == [], "outputs would grow old"
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            answer = eval(compile(ast.Expression(last.value), name, "eval"), names)
            answers.append(getattr(answer, "_repr_html_", lambda answer=answer: repr(answer))())
    assert len(answers) >= 2
    assert all(answers)
