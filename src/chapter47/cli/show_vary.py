"""What `edge --vary` and `edge --readings` answer."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from rich.table import Table

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.other_readings import ComparedReading, applicable, compared
from chapter47.blackjack.analysis.vary import Choices, VariedTable, priced, tables
from chapter47.blackjack.keys import as_written
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.compliance import Verdict
from chapter47.core.errors import NotPricedError
from chapter47.games import check
from chapter47.terminal.console import Terminal

Item = TypeVar("Item")
_WORD = {True: "lawful", False: "not lawful", None: "cannot be told"}


def _progress(items: Iterable[Item], what: str, total: int) -> Iterable[Item]:
    """On the error stream, so that the answer stays clean."""
    from rich.progress import track

    return track(items, what, total, console=Terminal(file=sys.stderr), transient=True)


def vary_data(table: TableRules, chosen: Choices) -> list[dict[str, Any]]:
    """A row for each combination: its options, its edges, the difference from the file's table, its lawfulness."""
    try:
        usual: float | None = analyse(table).house_edge
    except NotPricedError:
        usual = None
    rows = tables(table, chosen)
    return [_row_data(priced(*one), usual) for one in _progress(rows, "pricing tables", len(rows))]


def _row_data(row: VariedTable, usual: float | None) -> dict[str, Any]:
    verdict = check(row.table)
    known = row.house_edge is not None and usual is not None
    return {
        **{name: _plain(as_written(name, value)) for name, value in row.options.items()},
        "house_edge": row.house_edge,
        "house_edge_optimal": row.house_edge_optimal,
        "difference": row.house_edge - usual if known else None,  # type: ignore[operator]
        "lawful": verdict.lawful,
        "forbidden_by": _citations(verdict),
        **({"why": row.why} if row.why else {}),
    }


def _citations(verdict: Verdict) -> list[str]:
    return list(dict.fromkeys(finding.citation for finding in verdict.findings))


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, float, str, list)) else str(value)


def show_vary(name: str, chosen: Choices, rows: list[Mapping[str, Any]]) -> None:
    console = Terminal(highlight=False)
    console.print(f"{name}: house edge by {', '.join(chosen)}", markup=False, soft_wrap=True)
    table = Table()
    for column in (*chosen, "by the chart", "best play", "difference", "law"):
        table.add_column(column, justify="left" if column in (*chosen, "law") else "right", no_wrap=column != "law")
    for row in rows:
        law = " ".join([_WORD[row["lawful"]], *map(_short, row["forbidden_by"])])
        edges = [_percent(row[key]) for key in ("house_edge", "house_edge_optimal")]
        cells = [_word(row[option]) for option in chosen]
        table.add_row(*cells, *edges, _percent(row["difference"], "+"), law)
    console.print(table)
    for why in dict.fromkeys(row["why"] for row in rows if "why" in row):
        console.print(f"note: {why}", markup=False)


def _word(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _percent(edge: float | None, sign: str = "") -> str:
    return "not priced" if edge is None else format(100 * edge, f"{sign}.5f") + " %"


def readings_data(table: TableRules) -> list[dict[str, Any]]:
    found = _progress(compared(table), "pricing readings", len(applicable(table)))
    return [_compared_data(one) for one in found]


def _compared_data(one: ComparedReading) -> dict[str, Any]:
    here, there = one.passage.reading, one.passage.other
    return {
        "citation": one.passage.citation,
        "edition": one.passage.edition,
        "name": one.passage.name,
        "reading": there if one.other_chosen else here,
        "other": here if one.other_chosen else there,
        "figures": [
            {"figure": name, "house_edge": usual, "house_edge_other": other, "difference": other - usual}
            for name, (usual, other) in one.figures.items()
        ],
        **({"why": one.why} if one.why else {}),
    }


def show_readings(name: str, found: list[dict[str, Any]]) -> None:
    console = Terminal(highlight=False)
    console.print(f"{name}: what other readings of doubtful passages would change", markup=False)
    for one in found:
        console.print(f"{_short(one['citation'])} {one['name']}: {one['other']}", style="bold", markup=False)
        if not one["figures"]:
            console.print(f"  {one.get('why', 'no difference at this table')}", markup=False)
            continue
        table = Table("figure", box=None, padding=(0, 0, 0, 2))
        for column in ("as taken", "other", "difference"):
            table.add_column(column, justify="right", no_wrap=True)
        for figure in one["figures"]:
            edges = (_percent(figure["house_edge"]), _percent(figure["house_edge_other"]))
            table.add_row(figure["figure"], *edges, _percent(figure["difference"], "+"))
        console.print(table)


def _short(citation: str) -> str:
    return citation.removeprefix("19:47-")
