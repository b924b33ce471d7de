"""The layout of a table, the settlement of a round, and the totals of a session."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich import box
from rich.text import Text

from chapter47.core.event import Place
from chapter47.core.money import dollars
from chapter47.core.words import LayoutText
from chapter47.session.book import RoundResult, Row
from chapter47.terminal.console import Rows, coloured, short

_STYLES: Final = {"turn": "bold", "out": "dim", "": ""}
_WON: Final = r"(?m)^\+\$\S+$"
_LOST: Final = r"(?m)^-\$\S+$"


def layout(lies: LayoutText, title: str = "") -> Rows:
    """Show the table as rows prepared by the game."""
    table = _table(title)
    for column in lies.columns:
        table.add_column(column.title, justify="right" if column.right else "left", no_wrap=not column.wraps)
    for row in lies.rows:
        table.add_row(*map(_cell, row.cells), style=_STYLES[row.mark])
    return table


def _cell(text: str) -> Text:
    """Colour cards and results."""
    shown = coloured(text)
    shown.highlight_regex(_WON, "green")
    shown.highlight_regex(_LOST, "red")
    return shown


def _named(wager: str, bet: str) -> str:
    return f"{wager} {bet}" if bet else wager


def settlement(result: RoundResult, place: str = "box") -> Rows:
    """Show a line for each wager, in the order of settlement."""
    table = _table(f"Round {result.number}: settlement")
    for column in (place, "bettor", "wager", "what happened", "chips", "paragraph", "net"):
        table.add_column(
            column,
            justify="right" if column in (place, "net") else "left",
            no_wrap=column in (place, "paragraph", "net"),
        )
    for rows in _by_wager(result.rows):
        first = rows[0]
        staked = dollars(sum(row.staked for row in rows))
        wager = staked if first.wager == "main" else f"{staked} {_named(first.wager, first.bet)}".removeprefix("$0 ")
        chips = "\n".join(f"{row.result} {dollars(row.amount)}" for row in rows)
        cited = "\n".join(dict.fromkeys(short(row.citation) for row in rows))
        net = sum(row.net for row in rows)
        happened = ", ".join(dict.fromkeys([first.why, *(row.why for row in rows[1:] if row.result != "returned")]))
        table.add_row(str(first.at), Text(first.bettor), wager, Text(happened), chips, cited, signed(net))
    return table


def _by_wager(rows: Iterable[Row]) -> list[list[Row]]:
    rows_by_wager: dict[tuple[Place, str, str, int, str], list[Row]] = {}
    for row in rows:
        rows_by_wager.setdefault((row.at, row.bettor, row.wager, row.spot, row.bet), []).append(row)
    return list(rows_by_wager.values())


def signed(net: int) -> Text:
    if not net:
        return Text("$0")
    return Text(f"+{dollars(net)}", style="green") if net > 0 else Text(dollars(net), style="red")


def totals(net: Mapping[str, int], staked: Mapping[str, int], chips: Mapping[str, int | None], rounds: int) -> Rows:
    """Show what everybody staked, won or lost, and has now, if they brought chips."""
    table = _table(f"After {rounds} round{'s' * (rounds != 1)}")
    counted = any(left is not None for left in chips.values())
    for column in ("bettor", "staked", "net", *("chips",) * counted):
        table.add_column(column, justify="left" if column == "bettor" else "right")
    for bettor, left in chips.items():
        has = () if left is None else (dollars(left),)
        table.add_row(Text(bettor), dollars(staked.get(bettor, 0)), signed(net.get(bettor, 0)), *has)
    return table


def _table(title: str) -> Rows:
    return Rows(box=box.SIMPLE_HEAD, title=title, title_justify="left", padding=(0, 1, 0, 0), show_edge=False)
