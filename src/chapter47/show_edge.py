"""What `edge` answers: the price of a table, for people and for programs."""

from time import perf_counter
from typing import Any

from rich.table import Table

from chapter47.analysis.main_game import analyse
from chapter47.analysis.shoe import NotPricedError
from chapter47.analysis.side_wagers import Priced, as_data, prices
from chapter47.posting import TableRules
from chapter47.show_strategy import main_game_data, show_main_game
from chapter47.terminal import Terminal, escape
from chapter47.wagers.wager import Price, edge_of


def edge_data(rules: TableRules) -> tuple[dict[str, Any], list[Priced]]:
    """The answer for programs, and the prices it was made from."""
    start = perf_counter()
    main, notes = _main_game(rules)
    priced = prices(rules)
    notes += [f"{one.name}: {one.why}" for one in priced if one.why]
    data = {
        **main,
        "wagers": {one.name: as_data(one) for one in priced},
        "notes": notes,
        "seconds": round(perf_counter() - start, 3),
    }
    return data, priced


def _main_game(rules: TableRules) -> tuple[dict[str, Any], list[str]]:
    """The main wager's price, or nothing and the reason."""
    try:
        return main_game_data(analyse(rules)), []
    except NotPricedError as error:
        return {"house_edge": None, "house_edge_optimal": None, "variance": None}, [str(error)]


def show_edge(name: str, data: dict[str, Any], priced: list[Priced]) -> None:
    console = Terminal()
    console.print(f"{escape(name)}: from a full shoe", highlight=False)
    if data["house_edge"] is not None:
        show_main_game(data)
    for one in priced:
        for bet, price in one.bets.items():
            console.print(_price(f"{one.title}{' ' if bet else ''}{bet}", price))
            for key, figure in one.figures.get(bet, {}).items():
                console.print(f"  {key.replace('_', ' ')}: {_figure(figure)}", highlight=False, markup=False)
    for note in data["notes"]:
        console.print(f"note: {note}", highlight=False, markup=False)


def _price(title: str, price: Price) -> Table:
    table = Table(title=f"{escape(title)}: house edge {float(edge_of(price)):.4%}", title_justify="left")
    for column in ("outcome", "pays", "probability", "one in"):
        table.add_column(column, justify="left" if column == "outcome" else "right")
    for row, line in price.items():
        one_in = f"{float(1 / line.chance):,.1f}" if line.chance else ""
        table.add_row(row, line.pays, f"{float(line.chance):.8f}", one_in)
    return table


def _figure(figure: object) -> str:
    if isinstance(figure, dict):
        return ", ".join(f"{key} {_figure(one)}" for key, one in figure.items())
    return f"{figure:,.4f}" if isinstance(figure, float) else str(figure)
