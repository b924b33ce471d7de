"""`import chapter47`: every name is there, typed, and loaded only when it is asked for."""

import inspect
import subprocess
import sys

import pytest
from tests.give_up import SECONDS

import chapter47
from chapter47.core.errors import Chapter47Error

HEAVY = ("numpy", "numba", "rich", "cyclopts", "msgspec", "tomllib", "tomlkit", "json", "dataclasses")
CALLS = [
    "read_table",
    "table",
    "starter",
    "check",
    "check_floor",
    "edge",
    "strategy",
    "advise",
    "simulate",
    "law",
    "coverage",
    "open_table",
    "replay",
]


def loaded(code: str) -> set[str]:
    """The modules that a process of its own has loaded after this code."""
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS).stdout.split())


def test_the_package_alone_loads_nothing_heavy() -> None:
    more = loaded("import chapter47") - loaded("import importlib, typing")
    assert more == {"chapter47", "chapter47.law"}
    assert more.isdisjoint(HEAVY)


def test_a_check_loads_no_arrays() -> None:
    modules = loaded("import chapter47; chapter47.check(chapter47.table())")
    assert "chapter47.core.compliance" in modules
    assert modules.isdisjoint(("numpy", "numba", "rich", "cyclopts"))


def test_every_name_is_there() -> None:
    assert {*CALLS, "__version__", "Chapter47Error"} <= set(chapter47.__all__)
    assert set(chapter47.__all__) <= set(dir(chapter47))
    for name in chapter47.__all__:
        assert getattr(chapter47, name) is not None


@pytest.mark.parametrize("name", CALLS)
def test_every_call_says_what_it_answers_and_takes(name: str) -> None:
    call = getattr(chapter47, name)
    assert inspect.getdoc(call)
    signature = inspect.signature(call)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(parameter.annotation is not inspect.Parameter.empty for parameter in signature.parameters.values())


def test_law_is_a_function_whatever_was_imported_before() -> None:
    code = """
import chapter47.law.citations
from chapter47.law import editions
import chapter47
from chapter47 import law
assert chapter47.law is law and not hasattr(law, "__path__"), law
print(law("2.3(a)3").citation)
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "19:47-2.3(a)3"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        chapter47.chekc  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.parametrize("name", [name for name in chapter47.__all__ if name.endswith("Error")])
def test_all_exceptions_are_of_one_family(name: str) -> None:
    assert issubclass(getattr(chapter47, name), Chapter47Error)
