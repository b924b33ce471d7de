"""Situations claim paragraphs: a claim counts only if the paragraph's home really ran, and a false claim fails."""

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import settings
from tests.cli.commands import Ran, Within
from tests.queues import in_three_queues

from chapter47.cli.app import main
from chapter47.law.homes import HOMES_BY_CODE

MEASURED = Path(__file__).parents[1] / "src/chapter47/law/measured.json"
Claim = Callable[..., None]

settings.register_profile("chapter47", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("chapter47")

_measured: dict[str, set[str]] = {}


@pytest.fixture
def cites(request: pytest.FixtureRequest) -> Iterator[Claim]:
    """Claim the paragraphs that this situation shows: `cites("19:47-2.3(a)1", …)`."""
    claimed: list[str] = []
    ran: set[int] = set()

    def claim(*citations: str) -> None:
        claimed.extend(citations)

    def note_call(frame: FrameType, event: str, _: object) -> None:
        del event  # only calls arrive, because lines are not traced
        ran.add(id(frame.f_code))

    tracing_before = sys.gettrace()
    sys.settrace(note_call)
    yield claim
    sys.settrace(tracing_before)
    test = request.node.nodeid.partition("[")[0]
    ran_homes = [home for code in ran for home in HOMES_BY_CODE.get(code, ())]
    for citation in claimed:
        homes = [home for home in ran_homes if home.citation == citation]
        assert homes, f"{request.node.nodeid} claims {citation}, but no home of it ran"
        for home in homes:
            _measured.setdefault(home.key, set()).add(test)


@pytest.fixture
def within(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Within:
    """A command within the process of the tests, where a process is not what is tested."""

    def run(*arguments: object, columns: str = "120") -> Ran:
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setattr(sys, "argv", ["chapter47", *map(str, arguments)])
        often = gc.get_threshold()
        with pytest.raises(SystemExit) as ended:
            main()
        gc.set_threshold(*often)
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-soak", action="store_true", help="run the long tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--run-soak"):
        items[:] = [item for item in items if "soak" not in item.keywords]
    if hasattr(config, "workerinput"):
        items[:] = in_three_queues(items)


def pytest_collection_finish() -> None:
    """What was loaded stays to the end, so Python need not look for garbage in it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: Any) -> None:
    del error
    _merge(getattr(node, "workeroutput", {}).get("measured", {}))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    gc.unfreeze()  # a command that ran in this process leaves nothing to be looked for at its end
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["measured"] = {key: sorted(tests) for key, tests in _measured.items()}
        return
    if exitstatus != 0 or not _whole_suite(config):
        if "CHAPTER47_WRITE_COVERAGE" in os.environ:
            print("\nCoverage is written only when the whole suite passes; measured.json is as it was.")
        return
    measured = {key: sorted(_measured[key]) for key in sorted(_measured)}
    text = json.dumps(measured, indent=0, ensure_ascii=False) + "\n"
    if os.environ.get("CHAPTER47_WRITE_COVERAGE"):
        MEASURED.write_text(text, encoding="utf-8")
    elif changed := _changed(measured):
        print("\nmeasured.json is stale: what the situations ran has changed. Run `make coverage` and review the diff.")
        print(*changed, sep="\n")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _changed(measured: dict[str, list[str]]) -> list[str]:
    """The paragraphs whose situations are no longer those on record."""
    kept = json.loads(MEASURED.read_text(encoding="utf-8"))
    return [key for key in sorted(measured | kept) if measured.get(key) != kept.get(key)]


def _merge(other: dict[str, list[str]]) -> None:
    for key, tests in other.items():
        _measured.setdefault(key, set()).update(tests)


def _whole_suite(config: pytest.Config) -> bool:
    options = ("keyword", "markexpr", "lf", "collectonly")
    return not any(config.getoption(option, False) for option in options) and all(
        argument.startswith("-") or argument.isdigit() for argument in config.invocation_params.args
    )
