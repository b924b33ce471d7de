"""New Jersey's casino regulation for table games (N.J.A.C. 19:47) as working software.

    import chapter47

    table = chapter47.table(game="blackjack", decks=6)
    chapter47.check(table, on="2010-06-07")
    chapter47.edge(table).house_edge

Every name is loaded when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chapter47.core.errors import Chapter47Error, NotPossibleError, NotPricedError, Problem
    from chapter47.core.log import LogError
    from chapter47.core.tablefile.problems import TableFileError
    from chapter47.desk.compare import Comparison, compare
    from chapter47.desk.counting import CountAnalysis, count
    from chapter47.desk.guide import Guide, guide
    from chapter47.desk.law_page import LawAnswer, law
    from chapter47.desk.report import Report, report
    from chapter47.desk.win_per_hour import Assumptions
    from chapter47.games import NotATableError
    from chapter47.library.arguments import BadArgumentError
    from chapter47.library.checks import FloorVerdict, NotLawfulError, Verdict, check, check_floor
    from chapter47.library.histories import records_of_log, replay_history
    from chapter47.library.laws import Coverage, NoSuchParagraphError, Paragraph, coverage
    from chapter47.library.playing import NotOpenedError, OpenTable, Replay, open_table, replay
    from chapter47.library.prices import Advice, Edge, NotOfferedError, Strategy, advise, edge, strategy
    from chapter47.library.simulations import Simulation, simulate
    from chapter47.library.tables import read_table, starter, table

__version__ = "0.2.0"

__all__ = [
    "Advice",
    "Assumptions",
    "BadArgumentError",
    "Chapter47Error",
    "Comparison",
    "CountAnalysis",
    "Coverage",
    "Edge",
    "FloorVerdict",
    "Guide",
    "LawAnswer",
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
    "Report",
    "Simulation",
    "Strategy",
    "TableFileError",
    "Verdict",
    "__version__",
    "advise",
    "check",
    "check_floor",
    "compare",
    "count",
    "coverage",
    "edge",
    "guide",
    "law",
    "open_table",
    "read_table",
    "records_of_log",
    "replay",
    "replay_history",
    "report",
    "simulate",
    "starter",
    "strategy",
    "table",
]

_HOMES: Final = {
    "core.errors": ("Chapter47Error", "NotPossibleError", "NotPricedError", "Problem"),
    "core.log": ("LogError",),
    "core.tablefile.problems": ("TableFileError",),
    "desk.compare": ("Comparison", "compare"),
    "desk.guide": ("Guide", "guide"),
    "desk.law_page": ("LawAnswer", "law"),
    "desk.win_per_hour": ("Assumptions",),
    "games": ("NotATableError",),
    "desk.counting": ("CountAnalysis", "count"),
    "desk.report": ("Report", "report"),
    "library.arguments": ("BadArgumentError",),
    "library.checks": ("FloorVerdict", "NotLawfulError", "Verdict", "check", "check_floor"),
    "library.histories": ("records_of_log", "replay_history"),
    "library.laws": ("Coverage", "NoSuchParagraphError", "Paragraph", "coverage"),
    "library.playing": ("NotOpenedError", "OpenTable", "Replay", "open_table", "replay"),
    "library.prices": ("Advice", "Edge", "NotOfferedError", "Strategy", "advise", "edge", "strategy"),
    "library.simulations": ("Simulation", "simulate"),
    "library.tables": ("read_table", "starter", "table"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # type checkers then report unknown names
    import chapter47.law  # noqa: F401 the package; importing it later would hide the function `law`

    del globals()["law"]

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'chapter47' has no attribute {name!r}")
        value = getattr(import_module(f"chapter47.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
