"""The commands within the process of the tests."""

import sys

import pytest
from tests.cli.commands import Ran, Within

from chapter47.cli.app import main


@pytest.fixture
def within(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Within:
    """The same without a process, for the many small refusals."""

    def run(*arguments: object, columns: str = "120") -> Ran:
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setattr(sys, "argv", ["chapter47", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run
