"""Text output of `strategy` and `advise`."""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from chapter47.core.pricing import Grid, Listing, StrategySheet
from chapter47.core.text import percent
from chapter47.terminal.console import Rows, Terminal


def show_strategy(name: str, sheet: StrategySheet, notes: Iterable[str] = ()) -> None:
    """Show the strategy; `notes` say what forbids the table, or that the text of its date is not held."""
    terminal = Terminal(highlight=False)
    terminal.print(f"{name}: house edge {percent(sheet.house_edge)} with basic strategy", markup=False)
    for grid in sheet.grids:
        if not grid.is_scores:
            terminal.print(_chart(grid, sheet))
    terminal.print(", ".join(f"{code} {meaning}" for code, meaning in sheet.legend.items()), markup=False)
    terminal.print(sheet.answers, markup=False)
    for note in (*sheet.footnotes, *notes):
        terminal.print(f"note: {note}", markup=False)
    for grid in sheet.grids:
        if grid.is_scores:
            for columns in _columns_that_fit(grid, terminal.width):
                terminal.print(_scores(grid, columns))
    for line in sheet.scores_in_words:
        terminal.print(line, markup=False)
    if sheet.house_edge_with_exceptions is not None:
        terminal.print(_exceptions(sheet, sheet.house_edge_with_exceptions))


def _chart(grid: Grid, sheet: StrategySheet) -> Table:
    table = Table(title=grid.title, padding=(0, 0), collapse_padding=True)
    table.add_column("")
    for column in next(iter(grid.rows.values())):
        table.add_column(column, justify="center")
    for row, codes in grid.rows.items():
        cells = [str(code) for code in codes.values()]
        table.add_row(row, *(Text(code.center(4), style=f"black on {sheet.colours[code[0]]}") for code in cells))
    return table


def _columns_that_fit(grid: Grid, width: int) -> list[list[str]]:
    """Split the columns of a wide table into several tables beside the same rows."""
    parts: list[list[str]] = [[]]
    used = edge = max(map(len, grid.rows)) + 2
    for column in next(iter(grid.rows.values())):
        needed = 1 + max(len(column), *(len(str(scores[column])) for scores in grid.rows.values()))
        if parts[-1] and used + needed > width:
            parts.append([])
            used = edge
        parts[-1].append(column)
        used += needed
    return parts


def _scores(grid: Grid, columns: Sequence[str]) -> Table:
    """Sort scores, best hands first."""
    table = Table(title=grid.title, padding=(0, 0), collapse_padding=True)
    for column in ("", *columns):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for row, scores in grid.rows.items():
        table.add_row(row, *(str(scores[column]) for column in columns))
    return table


def _exceptions(sheet: StrategySheet, edge: float) -> Rows:
    table = Rows(title=f"Exceptions to the chart: with all of them {percent(edge)}", title_justify="left")
    for column in ("hand", "against", "when", "play", "chart"):
        table.add_column(column)
    table.add_column("gains", justify="right")
    for exception in sheet.exceptions:
        words = [exception[key] for key in ("hand", "against", "when", "play", "chart")]
        table.add_row(*words, percent(exception["gain"]))
    return table


def show_advice(parts: Iterable[Listing | str]) -> None:
    for part in parts:
        if isinstance(part, str):
            print(part)
            continue
        table = Rows(title=part.title, show_header=False)
        for row in part.rows:
            table.add_row(*row)
        Terminal().print(table)
