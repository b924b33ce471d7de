"""`import chapter47`: every name is there, typed, and loaded only when it is asked for."""

import inspect
import subprocess
import sys
from types import ModuleType

import pytest

import chapter47
from chapter47.core.errors import Chapter47Error
from chapter47.library.laws import law

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
    return set(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split())


def test_the_package_alone_loads_nothing_of_ours_and_nothing_heavy() -> None:
    more = loaded("import chapter47") - loaded("import importlib, types, typing")
    assert more == {"chapter47"}
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
    call = law if name == "law" else getattr(chapter47, name)
    assert inspect.getdoc(call)
    signature = inspect.signature(call)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(parameter.annotation is not inspect.Parameter.empty for parameter in signature.parameters.values())


def test_the_law_is_a_package_and_a_question() -> None:
    import chapter47.law.citations

    package: object = chapter47.law
    assert isinstance(package, ModuleType)
    assert chapter47.law.citations.section("19:47-2.3(a)") == "19:47-2.3"  # type: ignore[attr-defined]
    assert chapter47.law("2.3(a)3").citation == "19:47-2.3(a)3"


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        chapter47.chekc  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.parametrize("name", [name for name in chapter47.__all__ if name.endswith("Error")])
def test_all_exceptions_are_of_one_family(name: str) -> None:
    assert issubclass(getattr(chapter47, name), Chapter47Error)
