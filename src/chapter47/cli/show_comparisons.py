"""What `edge --vary` and `edge --readings` print for people, and how far they have come."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from chapter47.core.text import percent, short_citation
from chapter47.library.checks import WORDS
from chapter47.terminal.console import Rows, Terminal

T = TypeVar("T")


def progress(items: Iterable[T], what: str, number: int) -> Iterable[T]:
    """On the error stream, so that the answer stays clean, and only where somebody sees it."""
    from rich.progress import track

    console = Terminal(file=sys.stderr)
    return track(items, what, number, console=console, transient=True, disable=not console.is_terminal)


def show(name: str, data: Mapping[str, Any], edges: tuple[str, str]) -> None:
    """`edges` are the titles of a game's two edges."""
    if "vary" in data:
        show_vary(name, data["vary"], edges)
    if "readings" in data:
        show_readings(name, data["readings"])


def show_vary(name: str, rows: Sequence[Mapping[str, Any]], edges: tuple[str, str]) -> None:
    options = _options(rows)
    console = Terminal(highlight=False)
    console.print(f"{name}: house edge by {', '.join(options)}", markup=False, soft_wrap=True)
    table = Rows()
    for column in (*options, *edges, "difference", "law"):
        table.add_column(column, justify="left" if column in (*options, "law") else "right", no_wrap=column != "law")
    for row in rows:
        law = " ".join([WORDS[row["lawful"]], *map(short_citation, row["forbidden_by"])])
        cells = [_word(row[option]) for option in options]
        cells += [_percent(row[key]) for key in ("house_edge", "house_edge_optimal")]
        table.add_row(*cells, _percent(row["difference"], signed=True), law)
    console.print(table)
    for row in rows:
        if changed := row.get("figures"):
            values = ", ".join(f"{option} {_word(row[option])}" for option in options)
            edges_told = ", ".join(f"{name} {percent(edge)}" for name, edge in changed.items())
            console.print(f"{values}: {edges_told}", markup=False)
    for why in dict.fromkeys(row["why"] for row in rows if "why" in row):
        console.print(f"note: {why}", markup=False)


def _options(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was varied stands before the edges."""
    keys = list(rows[0])
    return keys[: keys.index("house_edge")]


def _word(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _percent(edge: float | None, *, signed: bool = False) -> str:
    return "not priced" if edge is None else percent(edge, signed=signed)


def show_readings(name: str, passages: Sequence[Mapping[str, Any]]) -> None:
    console = Terminal(highlight=False)
    console.print(f"{name}: what other readings of doubtful passages would change", markup=False)
    for passage in passages:
        words = f"{short_citation(passage['citation'])} {passage['name']}: {passage['other']}"
        console.print(words, style="bold", markup=False)
        if not passage["figures"]:
            console.print(f"  {passage.get('why', 'no difference at this table')}", markup=False)
            continue
        table = Rows("figure", box=None, padding=(0, 0, 0, 2))
        for column in ("as taken", "other", "difference"):
            table.add_column(column, justify="right", no_wrap=True)
        for figure in passage["figures"]:
            edges = (_percent(figure["house_edge"]), _percent(figure["house_edge_other"]))
            table.add_row(figure["figure"], *edges, _percent(figure["difference"], signed=True))
        console.print(table)
