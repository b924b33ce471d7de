"""What `edge` answers: the price of a table, for people and for programs."""

from time import perf_counter
from typing import Any

from rich.table import Table

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.priced import MainGamePrice as MainGame
from chapter47.blackjack.analysis.side_wagers.price import SideWagerPrice, as_data
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.analysis.vary import choices, tables
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.wagers.wager import Price, edge_of
from chapter47.cli.show_strategy import main_game_data
from chapter47.cli.show_vary import readings_data, show_readings, show_vary, vary_data
from chapter47.core.errors import NotPricedError
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import percent
from chapter47.games import check
from chapter47.terminal.console import Terminal, escape


def answer_edge(
    name: str, rules: TableRules, vary: list[str] | None, *, readings: bool, for_people: bool
) -> dict[str, Any] | list[dict[str, str]]:
    """The whole answer, printed where people read it; or what is wrong with the options that shall vary."""
    try:
        chosen = choices(vary) if vary else {}
        tables(rules, chosen)
    except TableFileError as error:
        return [{"key": one.key, "got": one.got, "allowed": one.allowed} for one in error.problems]
    data: dict[str, Any] = {}
    if not (for_people and (chosen or readings)):
        data, priced = edge_data(rules)
        if for_people:
            show_edge(name, data, priced)
    if chosen:
        data["vary"] = vary_data(rules, chosen)
        if for_people:
            show_vary(name, chosen, data["vary"])
    if readings:
        data["readings"] = readings_data(rules)
        if for_people:
            show_readings(name, data["readings"])
    return data


def edge_data(rules: TableRules) -> tuple[dict[str, Any], list[SideWagerPrice]]:
    """The answer for programs, and the prices it was made from."""
    start = perf_counter()
    main, notes = _main_game(rules)
    priced = all_prices(rules, main)
    notes += [f"{one.name}: {one.why}" for one in priced if one.why]
    notes += check(rules).remarks(as_dealt="priced")
    data = {
        **(main_game_data(main) if main else {"house_edge": None, "house_edge_optimal": None, "variance": None}),
        "wagers": {one.name: as_data(one) for one in priced},
        "notes": notes,
        "seconds": round(perf_counter() - start, 3),
    }
    return data, priced


def _main_game(rules: TableRules) -> tuple[MainGame | None, list[str]]:
    """The main wager's analysis, or nothing and the reason."""
    try:
        return analyse(rules), []
    except NotPricedError as error:
        return None, [str(error)]


def show_edge(name: str, data: dict[str, Any], priced: list[SideWagerPrice]) -> None:
    console = Terminal()
    console.print(f"{escape(name)}: from a full shoe", highlight=False)
    console.print(_summary(data, priced))
    if data["variance"] is not None:
        _show_rounds(console, data)
    for one in priced:
        for bet, price in one.bets.items():
            console.print(_price(_title(one, bet), price))
            for key, figure in one.figures.get(bet, {}).items():
                console.print(f"  {key.replace('_', ' ')}: {_figure(figure)}", highlight=False, markup=False)
        if one.taken_as:
            console.print(f"  {one.title}: {one.taken_as}", highlight=False, markup=False)
    for note in data["notes"]:
        console.print(f"note: {note}", highlight=False, markup=False)


def _title(one: SideWagerPrice, bet: str) -> str:
    return f"{one.title}{' ' if bet else ''}{bet}"


def _summary(data: dict[str, Any], priced: list[SideWagerPrice]) -> Table:
    """The main game and every side wager, a line each."""
    table = Table(title="House edge", title_justify="left")
    for column in ("wager", "house edge", "other play"):
        table.add_column(column, justify="right" if column == "house edge" else "left")
    if data["house_edge"] is not None:
        best = f"{100 * data['house_edge_optimal']:.5f} % by the best play"
        table.add_row("main wager, by the chart", f"{100 * data['house_edge']:.5f} %", best)
    if "house_edge_without_super_bonus" in data:
        best = f"{100 * data['house_edge_optimal_without_super_bonus']:.5f} % by the best play"
        table.add_row("without the super bonus", f"{100 * data['house_edge_without_super_bonus']:.5f} %", best)
    for one in priced:
        for bet, price in one.bets.items():
            chart = one.by_chart.get(bet)
            other = f"{float(100 * edge_of(chart)):.5f} % if the main wager is played by the chart" if chart else ""
            table.add_row(escape(_title(one, bet)), f"{float(100 * edge_of(price)):.5f} %", other)
        if one.why:
            table.add_row(escape(one.title), "not priced", escape(one.why))
    return table


def _show_rounds(console: Terminal, data: dict[str, Any]) -> None:
    table = Table(title="Rounds of the main wager, by the chart", title_justify="left", show_header=False)
    table.add_row("variance", f"{data['variance']:.6f}")
    table.add_row("standard deviation", f"{data['variance'] ** 0.5:.6f}")
    for name, chance in data.get("outcomes", {}).items():
        table.add_row(f"rounds that end in a {name}", f"{100 * chance:.4f} %")
    console.print(table)
    if "units" in data:
        console.print(_net_results(data["units"], "#" if console.options.ascii_only else "█"))
    for name, key in (("variance", "variance_note"), ("wins, pushes, losses and net results", "units_note")):
        if note := data.get(key):
            console.print(f"  {name}: {note}", highlight=False, markup=False)


SELDOM = 0.0001
"""Net results that come less often have no line of their own."""
WIDEST = 30


def _net_results(units: dict[str, float], block: str) -> Table:
    """How often each net result of a round comes up, as a bar of blocks too."""
    table = Table(title="Net result of a round, in wagers", title_justify="left", show_header=False)
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    shown = {net: chance for net, chance in units.items() if chance >= SELDOM}
    for net, chance in shown.items():
        bar = block * round(WIDEST * chance / max(shown.values()))
        table.add_row(f"{float(net):+g}" if float(net) else "0", f"{100 * chance:.3f} %", bar)
    if (other := sum(units.values()) - sum(shown.values())) >= SELDOM / 20:
        table.add_row("any other", f"{100 * other:.3f} %", "")
    return table


def _price(title: str, price: Price) -> Table:
    table = Table(title=f"{escape(title)}: house edge {percent(float(edge_of(price)), 4)}", title_justify="left")
    for column in ("outcome", "pays", "probability", "one in"):
        table.add_column(column, justify="left" if column == "outcome" else "right")
    for row, line in price.items():
        one_in = f"{float(1 / line.chance):,.1f}" if line.chance else ""
        table.add_row(row, line.pays, f"{float(line.chance):.8f}", one_in)
    return table


def _figure(figure: object) -> str:
    if isinstance(figure, dict):
        return ", ".join(f"{key} {_figure(one)}" for key, one in figure.items())
    if figure is None:
        return "none"
    return f"{figure:,.4f}" if isinstance(figure, float) else str(figure)
