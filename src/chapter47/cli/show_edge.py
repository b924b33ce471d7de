"""Text output of `edge`: the price of a table."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from chapter47.core.text import percent
from chapter47.library.prices import SELDOM, Edge
from chapter47.terminal.console import Rows, Terminal, escape

WIDEST: Final = 30
IN_TABLES: Final = frozenset(("house_edge", "house_edge_exact", "outcomes", "rows", "by_chart"))
"""Keys shown in tables; everything else about a bet has its own line."""
WITHOUT: Final = "house_edge_without_"


def show_edge(name: str, edge: Edge) -> None:
    console, data = Terminal(), edge.to_dict()
    basis = edge.titles.get("basis", "from a full shoe")
    console.print(f"{escape(name)}: {basis}", highlight=False)
    console.print(_summary(data, edge.titles))
    if data["variance"] is not None:
        _show_rounds(console, data, edge.titles.get("main", "main wager, basic strategy"))
    for wager, priced in data["wagers"].items():
        title = edge.titles[wager]
        for bet, price in _bets(priced):
            console.print(_price(f"{title} {bet}".strip(), price))
            for key, figure in price.items():
                if key not in IN_TABLES:
                    console.print(f"  {key.replace('_', ' ')}: {_figure(figure, key)}", highlight=False, markup=False)
        if "taken_as" in priced:
            console.print(f"  {title}: {priced['taken_as']}", highlight=False, markup=False)
    if "odds" in data:
        console.print(_odds(data))
    if "cost" in data:
        console.print(_deviations(data))
    for note in data["notes"]:
        console.print(f"note: {note}", highlight=False, markup=False)


def _odds(data: Mapping[str, Any]) -> Rows:
    """Show what odds do to the edge of the line wagers: the same loss over more chips."""
    table = Rows("odds", title="House edge per unit staked, odds included", title_justify="left")
    for line in ("pass", "don't pass"):
        table.add_column(line, justify="right")
    for multiple, edges in data["odds"].items():
        table.add_row(multiple, percent(edges["house_edge"]), percent(edges["house_edge_dont_pass"]))
    return table


def _deviations(data: Mapping[str, Any]) -> Rows:
    title = f"Deviations from basic strategy, {percent(data['house_edge_basic_strategy'])}"
    table = Rows("cell", "move", "best", title=title, title_justify="left")
    table.add_column("cost per 100 rounds, in initial wagers", justify="right")
    for deviation in data["cost"]:
        table.add_row(deviation["cell"], deviation["move"], deviation["best"], f"{deviation['per_100_rounds']:.4f}")
    return table


def _bets(priced: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return the bets of a priced wager."""
    if "why" not in priced:
        yield from priced.get("bets", {"": priced}).items()


def _summary(data: Mapping[str, Any], titles: Mapping[str, str]) -> Rows:
    """Show the main game and every side wager, a line each."""
    table = Rows(title="House edge", title_justify="left")
    for column in ("wager", "house edge", "other play"):
        table.add_column(column, justify="right" if column == "house edge" else "left")
    if data["house_edge"] is not None:
        best = f"{percent(data['house_edge_optimal'])} {titles.get('best', 'optimal play')}"
        main = titles.get("main", "main wager, basic strategy")
        table.add_row(main, percent(data["house_edge"]), best)
    for key in data:
        if key.startswith(WITHOUT):
            prize = key.removeprefix(WITHOUT)
            best = f"{percent(data[f'house_edge_optimal_without_{prize}'])} optimal play"
            table.add_row(f"without the {prize.replace('_', ' ')}", percent(data[key]), best)
    for wager, priced in data["wagers"].items():
        for bet, price in _bets(priced):
            table.add_row(escape(f"{titles[wager]} {bet}".strip()), percent(price["house_edge"]), _other_play(price))
        if "why" in priced:
            table.add_row(escape(titles[wager]), "not priced", escape(priced["why"]))
    return table


def _other_play(price: Mapping[str, Any]) -> str:
    """Show what the same wager costs otherwise: with basic strategy on the main wager, or over all future meters."""
    if chart := price.get("by_chart"):
        return f"{percent(chart['house_edge'])} if the main wager follows basic strategy"
    if (long_run := price.get("long_run_house_edge")) is not None:
        return f"{percent(long_run)} in the long run, including what the meter adds"
    return ""


def _show_rounds(console: Terminal, data: Mapping[str, Any], main: str) -> None:
    table = Rows(title=f"Rounds of the {main}", title_justify="left", show_header=False)
    table.add_row("variance", f"{data['variance']:.6f}")
    table.add_row("standard deviation", f"{data['variance'] ** 0.5:.6f}")
    for name, chance in data.get("outcomes", {}).items():
        table.add_row(f"rounds that end in a {name}", percent(chance))
    console.print(table)
    if "units" in data:
        console.print(_net_results(data["units"], "#" if console.options.ascii_only else "█"))
    for name, key in (("variance", "variance_note"), ("wins, pushes, losses and net results", "units_note")):
        if note := data.get(key):
            console.print(f"  {name}: {note}", highlight=False, markup=False)


def _net_results(units: Mapping[str, float], block: str) -> Rows:
    """Show how often each net result of a round occurs, with a bar."""
    table = Rows(title="Net result of a round, in wagers", title_justify="left", show_header=False)
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    shown = {net: chance for net, chance in units.items() if chance >= SELDOM}
    for net, chance in shown.items():
        bar = block * round(WIDEST * chance / max(shown.values()))
        table.add_row(f"{float(net):+g}" if float(net) else "0", percent(chance), bar)
    if (rest := sum(units.values()) - sum(shown.values())) >= SELDOM / 20:
        table.add_row("any other", percent(rest), "")
    return table


def _price(title: str, price: Mapping[str, Any]) -> Rows:
    table = Rows(title=f"{escape(title)}: house edge {percent(price['house_edge'])}", title_justify="left")
    pays = {row: (price_row["pays"],) for row, price_row in price.get("rows", {}).items()}
    for column in ("outcome", *(("pays",) if pays else ()), "probability", "one in"):
        table.add_column(column, justify="left" if column == "outcome" else "right")
    for row, chance in price["outcomes"].items():
        table.add_row(row, *pays.get(row, ()), f"{chance:.8f}", f"{1 / chance:,.1f}" if chance else "")
    return table


def _figure(figure: object, key: str) -> str:
    """Format a figure; a house edge is a percentage, whatever its key adds to the name."""
    if isinstance(figure, dict):
        return ", ".join(f"{name} {_figure(part, name)}" for name, part in figure.items())
    if figure is None:
        return "none"
    if not isinstance(figure, float):
        return str(figure)
    return percent(figure) if "house_edge" in key else f"{figure:,.4f}"
