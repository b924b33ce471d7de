"""The best chart as one page that prints on one sheet: the table's rules, the chart, and what goes with it."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.cli.show_strategy import (
    SWITCH_TITLE,
    codes_used,
    parts_of,
    questions,
    switch_scores,
    switch_words,
)
from chapter47.core.money import dollars

COLOURS: Final = {"H": "#f4b6b6", "S": "#f7eca0", "D": "#b9dcf5", "P": "#bfe6bf", "R": "#e3e3e3"}
HOLE_CARDS: Final = {
    "none": "no hole card",
    "face-down": "hole card face down",
    "card-reader": "card reader",
    "face-up": "both dealer's cards face up",
}
STYLE: Final = """
@page{size:A4;margin:9mm}
body{font:11px sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{display:flex;flex-wrap:wrap;gap:2px 12px}
section{break-inside:avoid}
table{border-collapse:collapse}
h1{font-size:16px;margin:0 0 4px}
h2{font-size:11px;margin:6px 0 3px}
p{margin:3px 0}
th,td{border:1px solid #999;min-width:19px;height:14px;padding:0;text-align:center}
.scores td,.scores th{min-width:25px;height:10px;font-size:8px}
.scores th:first-child{text-align:left;padding:0 4px}
ul{columns:3;margin:3px 0;padding-left:12px;font-size:7.5px}
"""


def chart_page(found: MainGamePrice, data: dict[str, Any]) -> str:
    """`data` as its strategy file holds it."""
    table = found.prepared.table
    title = GAMES[table.game].title
    colours = "".join(f".{code}{{background:{colour}}}" for code, colour in COLOURS.items())
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{STYLE}{colours}</style></head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(', '.join(posted(table)))}</p>\n"
        f"<p>House edge {_edges(found)}</p>\n"
        f"<main>{''.join(_sections(data))}</main>\n{''.join(_notes(table, data))}</body></html>\n"
    )


def _edges(found: MainGamePrice) -> str:
    """Beside fixed prizes the edge goes by the wager: what it is without them, too."""
    both = f"by this chart {100 * found.house_edge:.5f} %, by the best play {100 * found.house_edge_optimal:.5f} %"
    if (other := found.without_prizes()) is None:
        return both
    wager = dollars(found.prepared.table.minimum)
    without = f"{100 * other.house_edge:.5f} % and {100 * other.house_edge_optimal:.5f} %"
    return f"{both}; with the super bonus at a wager of {wager}, without it {without}"


def posted(table: TableRules) -> Iterator[str]:
    """The rules of a table that bear on its chart, in words."""
    yield f"{table.decks} deck{'s' * (table.decks != 1)}{' in a double shoe' * (table.shoe == 'double')}"
    yield f"blackjack pays {GAMES[table.game].blackjack_odds}"
    yield "dealer hits soft 17" if table.soft_17 == "hit" else "dealer stands on soft 17"
    yield HOLE_CARDS[table.hole_card]
    yield "surrender" if table.surrender else "no surrender"
    if table.even_money:
        yield "even money"
    yield f"splits to {table.split_hands} hands"
    yield "aces split again" if table.resplit_aces else "aces split once"
    yield "doubles after a split" if table.double_after_split else "no doubles after a split"
    if table.double_card != "face-up":
        yield f"double card {table.double_card.replace('-', ' ')}"
    if table.optional_payouts:
        yield "pay-outs for " + " and ".join(table.optional_payouts)
    for passage, name in table.readings.items():
        yield f"{passage} read as {name}"


def _sections(data: dict[str, Any]) -> Iterator[str]:
    for name, rows in parts_of(data):
        yield _section(name, "", rows)
    if switching := data.get("switch"):
        yield _section(SWITCH_TITLE, "scores", switch_scores(switching))


def _section(name: str, kind: str, rows: Mapping[str, Mapping[str, str | int]]) -> str:
    head = "".join(f"<th>{view.removeprefix('soft ')}</th>" for view in next(iter(rows.values())))
    body = "".join(f"<tr><th>{row}</th>{''.join(_cells(cells.values()))}</tr>\n" for row, cells in rows.items())
    opens = f'<table class="{kind}">' if kind else "<table>"
    return f"<section><h2>{name}</h2>{opens}<tr><th></th>{head}</tr>\n{body}</table></section>\n"


def _cells(cells: Iterable[str | int]) -> Iterator[str]:
    """A move has the colour of its first letter, a score has none."""
    for cell in cells:
        yield f'<td class="{cell[0]}">{cell}</td>' if isinstance(cell, str) else f"<td>{cell}</td>"


def _notes(table: TableRules, data: dict[str, Any]) -> Iterator[str]:
    lines = ["; ".join(f"{code} {meaning}" for code, meaning in codes_used(data).items()), questions(table, data)]
    if switching := data.get("switch"):
        lines += switch_words(switching)
    yield from (f"<p>{line}</p>\n" for line in lines if line)
    if refined := data.get("refinements"):
        yield f"<h2>Exceptions to the chart: with all of them {100 * refined['house_edge']:.5f} %</h2>\n<ul>"
        for one in refined["exceptions"]:
            gain = f"+{100 * one['gain']:.5f} %"
            yield f"<li>{one['hand']} against {one['against']}, {one['when']}: {one['play']} ({gain})</li>\n"
        yield "</ul>\n"
