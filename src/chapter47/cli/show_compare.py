"""What `chapter47 compare` prints, and `edge --vary` and `--readings`."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from chapter47.core.text import money, percent, rate, short_citation
from chapter47.desk.compare import ComparedTable, Comparison
from chapter47.desk.heat_map import HeatMap
from chapter47.library.checks import WORDS
from chapter47.terminal.console import Rows, Terminal, escape


def show(comparison: Comparison) -> None:
    console = Terminal(highlight=False)
    table = Rows("", *(escape(compared.name) for compared in comparison.tables), title="Side by side")
    for what, cells in _lines(comparison):
        table.add_row(what, *map(escape, cells))
    console.print(table)
    differences = comparison.differences
    _show_keys(console, comparison, differences["keys"])
    if differences["findings"]:
        table = Rows("paragraph", "what is not lawful", "at", title="Findings at only some of the tables")
        for row in differences["findings"]:
            table.add_row(row["citation"], escape(row["message"]), escape(", ".join(row["tables"])))
        console.print(table)
    if differences["notices"]:
        table = Rows(
            "paragraph", "notice, sign or inscription", "at", title="Notices that only some of the tables need"
        )
        for row in differences["notices"]:
            table.add_row(row["citation"], escape(row["message"]), escape(", ".join(row["tables"])))
        console.print(table)
    _show_chart(console, comparison, differences["chart"])
    _show_basis(console, comparison)


def show_heat_map(rows: Sequence[Mapping[str, Any]]) -> None:
    """Show a sweep over two keys as a grid."""
    heat_map = HeatMap.of(rows)
    if heat_map is None:
        return
    title = f"House edge by {heat_map.down} (down) and {heat_map.across} (across)"
    table = Rows("", *(escape(str(column)) for column in heat_map.columns), title=escape(title))
    for row in heat_map.rows:
        table.add_row(escape(str(row)), *(heat_map.text(row, column) for column in heat_map.columns))
    Terminal(highlight=False).print(table)


def _lines(comparison: Comparison) -> list[tuple[str, list[str]]]:
    tables = comparison.tables
    lines = [
        ("game", [table.game for table in tables]),
        ("verdict", [table.verdict.headline or WORDS[table.verdict.lawful] for table in tables]),
        ("house edge", [_share(table.edge.house_edge) for table in tables]),
        ("house edge, optimal play", [_share(table.edge.house_edge_optimal) for table in tables]),
        ("variance", ["not priced" if (v := table.edge.variance) is None else f"{v:.4f}" for table in tables]),
        ("win per hour", [_dollars(table.win_per_hour["total"]) for table in tables]),
        ("standard deviation per hour", [_dollars(table.win_per_hour["standard_deviation"]) for table in tables]),
    ]
    if any(table.win_per_hour["side_wagers"] for table in tables):
        lines.append(("of that, main wager", [_dollars(table.win_per_hour["main"]) for table in tables]))
        lines.append(("of that, side wagers", [_side_wagers(table) for table in tables]))
    if any(table.win_per_hour["hold"] is not None for table in tables):
        holds = [table.win_per_hour["hold"] for table in tables]
        lines.append(("hold (win over drop)", ["" if hold is None else rate(hold) for hold in holds]))
    return lines


def _side_wagers(table: ComparedTable) -> str:
    return "; ".join(f"{name} {_dollars(win)}" for name, win in table.win_per_hour["side_wagers"].items()) or "none"


def _share(edge: float | None) -> str:
    return "not priced" if edge is None else percent(edge)


def _dollars(amount: float | None) -> str:
    return "not priced" if amount is None else money(amount)


def _show_keys(console: Terminal, comparison: Comparison, rows: list[dict[str, object]]) -> None:
    if not rows:
        return
    table = Rows("key", *(escape(compared.name) for compared in comparison.tables), title="Keys that differ")
    for row in rows:
        values = row["values"]
        cells = ["" if value is None else str(value) for value in values] if isinstance(values, list) else []
        table.add_row(str(row["key"]), *map(escape, cells))
    console.print(table)


def _show_chart(console: Terminal, comparison: Comparison, rows: list[dict[str, object]]) -> None:
    if not rows:
        return
    table = Rows("hand", "up card", *(escape(compared.name) for compared in comparison.tables))
    table.title = f"Basic strategy: {len(rows)} cell{'s' * (len(rows) > 1)} differ"
    for row in rows:
        codes = row["codes"]
        cells = ["" if code is None else str(code) for code in codes] if isinstance(codes, list) else []
        table.add_row(f"{row['grid']} {row['hand']}", str(row["up"]), *cells)
    console.print(table)


def _show_basis(console: Terminal, comparison: Comparison) -> None:
    """Show the assumptions behind the win per hour, and the floor's total."""
    for table in comparison.tables:
        hour = table.win_per_hour
        words = (
            f"{hour['rounds_per_hour']:g} rounds an hour, {hour['boxes']:g} boxes, {money(hour['average_wager'])} a box"
        )
        console.print(f"{table.name}: {words}", markup=False)
    if len(comparison.tables) > 1 and (totals := comparison.totals):
        words = f"win per hour {_dollars(totals['win_per_hour'])}"
        spread = f"standard deviation {_dollars(totals['standard_deviation'])}"
        console.print(f"All {totals['tables']} tables: {words}, {spread}", markup=False)


T = TypeVar("T")


def progress(items: Iterable[T], what: str, number: int) -> Iterable[T]:
    """Show progress on the error stream, only if it is a terminal, so that the answer stays clean."""
    from rich.progress import track

    console = Terminal(file=sys.stderr)
    return track(items, what, number, console=console, transient=True, disable=not console.is_terminal)


def show_comparisons(name: str, data: Mapping[str, Any], edges: tuple[str, str]) -> None:
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
            changed_edges = ", ".join(f"{name} {percent(edge)}" for name, edge in changed.items())
            console.print(f"{values}: {changed_edges}", markup=False)
    for why in dict.fromkeys(row["why"] for row in rows if "why" in row):
        console.print(f"note: {why}", markup=False)


def _options(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """List the varied options before the edges."""
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
    console.print(f"{name}: effect of other readings of doubtful passages", markup=False)
    for passage in passages:
        words = f"{short_citation(passage['citation'])} {passage['name']}: {passage['other']}"
        console.print(words, style="bold", markup=False)
        if not passage["figures"]:
            console.print(f"  {passage.get('why', 'no difference at this table')}", markup=False)
            continue
        table = Rows("figure", box=None, padding=(0, 0, 0, 2))
        for column in ("as read here", "other", "difference"):
            table.add_column(column, justify="right", no_wrap=True)
        for figure in passage["figures"]:
            edges = (_percent(figure["house_edge"]), _percent(figure["house_edge_other"]))
            table.add_row(figure["figure"], *edges, _percent(figure["difference"], signed=True))
        console.print(table)
