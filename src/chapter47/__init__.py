"""New Jersey's casino regulation for table games (N.J.A.C. 19:47) as working software.

    import chapter47

    table = chapter47.table(game="blackjack", decks=6)
    chapter47.check(table, on="2010-06-07")
    chapter47.edge(table).house_edge

Every name is loaded when it is first used."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chapter47.core.errors import Chapter47Error, NotPossibleError, NotPricedError, Problem
    from chapter47.core.log import LogError
    from chapter47.core.tablefile.problems import TableFileError
    from chapter47.games import NotATableError
    from chapter47.library.arguments import BadArgumentError
    from chapter47.library.checks import FloorVerdict, NotLawfulError, Verdict, check, check_floor
    from chapter47.library.laws import Coverage, NoSuchParagraphError, Paragraph, coverage, law
    from chapter47.library.playing import NotOpenedError, OpenTable, Replay, open_table, replay
    from chapter47.library.prices import Advice, Edge, NotOfferedError, Strategy, advise, edge, strategy
    from chapter47.library.simulations import Simulation, simulate
    from chapter47.library.tables import read_table, starter, table

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "BadArgumentError",
    "Chapter47Error",
    "Coverage",
    "Edge",
    "FloorVerdict",
    "LogError",
    "NoSuchParagraphError",
    "NotATableError",
    "NotLawfulError",
    "NotOfferedError",
    "NotOpenedError",
    "NotPossibleError",
    "NotPricedError",
    "OpenTable",
    "Paragraph",
    "Problem",
    "Replay",
    "Simulation",
    "Strategy",
    "TableFileError",
    "Verdict",
    "__version__",
    "advise",
    "check",
    "check_floor",
    "coverage",
    "edge",
    "law",
    "open_table",
    "read_table",
    "replay",
    "simulate",
    "starter",
    "strategy",
    "table",
]

_HOMES: Final = {
    "core.errors": ("Chapter47Error", "NotPossibleError", "NotPricedError", "Problem"),
    "core.log": ("LogError",),
    "core.tablefile.problems": ("TableFileError",),
    "games": ("NotATableError",),
    "library.arguments": ("BadArgumentError",),
    "library.checks": ("FloorVerdict", "NotLawfulError", "Verdict", "check", "check_floor"),
    "library.laws": ("Coverage", "NoSuchParagraphError", "Paragraph", "coverage"),
    "library.playing": ("NotOpenedError", "OpenTable", "Replay", "open_table", "replay"),
    "library.prices": ("Advice", "Edge", "NotOfferedError", "Strategy", "advise", "edge", "strategy"),
    "library.simulations": ("Simulation", "simulate"),
    "library.tables": ("read_table", "starter", "table"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # so that a name that is not there is told before the program runs

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'chapter47' has no attribute {name!r}")
        value = getattr(import_module(f"chapter47.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Law(ModuleType):
    """`chapter47.law` is the package of the paragraphs, and the question what one of them says."""

    def __call__(self, citation: str, on: Any = None) -> Any:
        return import_module("chapter47.library.laws").law(citation, on)


class _FrontDoor(ModuleType):
    """Importing the package `chapter47.law` would hide a function of the same name: so the package answers itself."""

    @property
    def law(self) -> ModuleType:
        return import_module("chapter47.law")

    @law.setter
    def law(self, package: ModuleType) -> None:
        package.__class__ = _Law


sys.modules[__name__].__class__ = _FrontDoor
