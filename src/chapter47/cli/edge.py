"""The command `edge`."""

from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, flag, option, print_json, read_table, refusals


def edge(
    path: TableFile,
    /,
    *,
    vary: Annotated[
        list[str] | None,
        option("--vary", "The edge over values of options: soft_17,decks or decks=1,2,6."),
    ] = None,
    readings: Annotated[bool, flag("--readings", "The edge under other readings of the law.")] = False,
    bet: Annotated[
        str | None, Parameter("--bet", help="At this stake, where a rounded fee makes the price depend on it.")
    ] = None,
    json_: AsJson = False,
) -> int:
    """What is the house edge of this table? The main wager and all side wagers, exact, with the chance of each outcome.

    Exit: 0 told, 2 the file cannot be read, or an option cannot be varied so.

    Example: chapter47 edge examples/blackjack.toml
             chapter47 edge examples/blackjack.toml --vary soft_17,decks=2,6,8
             chapter47 edge examples/baccarat.toml --bet 12
    """
    table = read_table(path, json_)
    from chapter47.cli import show_comparisons, show_edge
    from chapter47.library import prices

    with refusals(json_, options=("bet", "vary"), source=""):
        if json_:
            told = prices.edge(table, vary=vary, readings=readings, bet=bet, progress=show_comparisons.progress)
            print_json(told.to_dict())
        elif vary or readings:
            data = prices.comparisons(table, vary, readings=readings, bet=bet, progress=show_comparisons.progress)
            show_comparisons.show(str(path), data, prices.pricing_of(table).edges)
        else:
            show_edge.show_edge(str(path), prices.edge(table, bet=bet))
    return LAWFUL
