"""The command `edge`."""

import csv as csv_files
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, flag, option, print_json, read_table, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.core.files import output_problems, why_not_begun
from chapter47.core.json_object import Json

if TYPE_CHECKING:
    from chapter47.library.prices import Edge


def edge(
    path: TableFile,
    /,
    *,
    vary: Annotated[
        list[str] | None,
        option("--vary", "Compare values of options: soft_17,decks or decks=1,2,6."),
    ] = None,
    readings: Annotated[bool, flag("--readings", "Compare other readings of the law.")] = False,
    bet: Annotated[
        str | None, Parameter("--bet", help="The stake, for fees that are rounded and so change the edge.")
    ] = None,
    strategy: Annotated[
        Path | None, Parameter("--strategy", help="Price this strategy file, and each deviation from basic strategy.")
    ] = None,
    csv: Annotated[
        Path | None, option("--csv", "Write every outcome of every wager; with --vary one row per combination.")
    ] = None,
    html: Annotated[
        Path | None, option("--html", "Write the answer as a page; with --vary and two keys a heat map.")
    ] = None,
    force: Annotated[bool, flag("--force", "Overwrite existing files.")] = False,
    json_: AsJson = False,
) -> int:
    """Show the exact house edge of the main wager and every side wager, with the probability of each outcome.

    Exit 0: answered; 2: the file cannot be read, or an option is invalid.

    Example: chapter47 edge examples/blackjack.toml
             chapter47 edge examples/blackjack.toml --vary soft_17,decks=2,6,8
             chapter47 edge examples/blackjack.toml --vary decks=2,6,8 --vary soft_17 --html heat.html --csv sweep.csv
             chapter47 edge examples/baccarat.toml --bet 12
             chapter47 edge examples/blackjack.toml --strategy my-chart.json
             chapter47 edge examples/craps.toml --csv craps.csv --html craps.html
    """
    table = read_table(path, json_)
    if problems := output_problems({"--csv": csv, "--html": html}, [path, strategy], force=force):
        refuse(problems, json_)
    from chapter47.library import prices

    with refusals(json_, options=("bet", "vary", "strategy"), source=""):
        if not (vary or readings):
            answer = prices.edge(table, bet=bet, strategy=strategy)
            _show_price(str(path), answer, json_)
            _write_price(str(path), answer, csv, html, json_)
            return LAWFUL
        from chapter47.cli import show_compare

        if json_ or strategy is not None:
            answer = prices.edge(
                table, vary=vary, readings=readings, bet=bet, strategy=strategy, progress=show_compare.progress
            )
            _show_price(str(path), answer, json_)
            _write_sweep(path, answer.to_dict().get("vary") or [], csv, html)
        else:
            data = prices.comparisons(table, vary, readings=readings, bet=bet, progress=show_compare.progress)
            show_compare.show_comparisons(str(path), data, prices.pricing_of(table).edges)
            show_compare.show_heat_map(data.get("vary") or [])
            _write_sweep(path, data.get("vary") or [], csv, html)
    return LAWFUL


def _show_price(name: str, answer: "Edge", json_: bool) -> None:
    if json_:
        print_json(answer.to_dict())
        return
    from chapter47.cli import show_edge  # the terminal, which takes a moment to load

    show_edge.show_edge(name, answer)


def _write_price(name: str, answer: "Edge", csv: Path | None, html: Path | None, json_: bool) -> None:
    if csv is None and html is None:
        return
    from chapter47.desk.edge_page import edge_page, edge_rows

    try:
        if csv is not None:
            with csv.open("w", newline="", encoding="utf-8") as file:
                csv_files.writer(file).writerows(edge_rows(answer))
        if html is not None:
            html.write_text(edge_page(name, answer), encoding="utf-8")
    except OSError as error:
        refuse([Problem("output", why_not_begun(error), "a writable file")], json_)


def _write_sweep(path: Path, rows: Sequence[Json], csv: Path | None, html: Path | None) -> None:
    from chapter47.desk.heat_map import HeatMap, to_csv
    from chapter47.library.arguments import BadArgumentError

    if csv:
        csv.write_text(to_csv(rows), encoding="utf-8")
    if html:
        heat_map = HeatMap.of(rows)
        if heat_map is None:
            raise BadArgumentError([Problem("--html", f"{len(rows)} rows", "--vary with two keys")])
        html.write_text(heat_map.to_html(f"House edge of {path.name}"), encoding="utf-8")
