"""Charts and bars as HTML: for notebooks, and as one page that prints on one sheet."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final

from chapter47.core.pricing import Grid, StrategySheet
from chapter47.core.text import percent

STYLE: Final = """
@page{size:A4;margin:9mm}
body{font:11px sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(225px,1fr));gap:2px 12px}
section{break-inside:avoid}
section:has(.scores){grid-column:1/-1}
table{border-collapse:collapse;width:100%}
h1{font-size:16px;margin:0 0 4px}
h2{font-size:11px;margin:6px 0 3px}
p{margin:3px 0}
th,td{border:1px solid #999;min-width:19px;height:14px;padding:0;text-align:center}
.scores td,.scores th{min-width:25px;height:10px;font-size:8px}
.scores th:first-child{text-align:left;padding:0 4px}
ul{columns:3;margin:3px 0;padding-left:12px;font-size:7.5px}
"""
WIDEST: Final = 30


def page(sheet: StrategySheet, where_from: str = "", notes: Iterable[str] = ()) -> str:
    """Build a page with the table's rules and chart; `where_from` names its file, date or text, `notes` list doubts
    about them."""
    title = escape(sheet.title)
    colours = "".join(f".{code}{{background:{colour}}}" for code, colour in sheet.colours.items())
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f"<style>{STYLE}{colours}</style></head>\n<body>\n"
        f"<h1>{title}</h1>\n{f'<p>{escape(where_from)}</p>' if where_from else ''}"
        f"<p>{escape(', '.join(sheet.posted))}</p>\n"
        f"<p>House edge {sheet.edges}</p>\n"
        f"{''.join(f'<p>{escape(note)}</p>' for note in notes)}"
        f"<main>{''.join(map(_section, sheet.grids))}</main>\n{''.join(_notes(sheet))}</body></html>\n"
    )


def chart(sheet: StrategySheet) -> str:
    """Build the chart for a notebook, each cell in its colour."""
    grids = "".join(_section(grid, sheet.colours) for grid in sheet.grids)
    legend = "; ".join(f"{code} {meaning}" for code, meaning in sheet.legend.items())
    return f"<p>{escape(', '.join(sheet.posted))}</p><p>House edge {sheet.edges}</p>{grids}<p>{escape(legend)}</p>"


def bars(title: str, chances: Mapping[str, float]) -> str:
    """Build bars of how often each result occurs."""
    most = max(chances.values())
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{percent(chance)}</td>"
        f'<td style="text-align:left">{"█" * round(WIDEST * chance / most)}</td></tr>'
        for name, chance in chances.items()
    )
    return f"<table><caption>{escape(title)}</caption>{rows}</table>"


def _section(grid: Grid, colours: Mapping[str, str] | None = None) -> str:
    head = "".join(f"<th>{column}</th>" for column in next(iter(grid.rows.values())))
    body = "".join(
        f"<tr><th>{row}</th>{''.join(_cells(cells.values(), colours))}</tr>\n" for row, cells in grid.rows.items()
    )
    opens = '<table class="scores">' if grid.is_scores else "<table>"
    return f"<section><h2>{grid.title}</h2>{opens}<tr><th></th>{head}</tr>\n{body}</table></section>\n"


def _cells(cells: Iterable[str | int], colours: Mapping[str, str] | None) -> Iterator[str]:
    """Build the cells: a move has the colour of its first letter, a score has none."""
    for cell in cells:
        if not isinstance(cell, str):
            yield f"<td>{cell}</td>"
        elif colours is None:
            yield f'<td class="{cell[0]}">{cell}</td>'
        else:
            yield f'<td style="background:{colours[cell[0]]};color:black">{cell}</td>'


def _notes(sheet: StrategySheet) -> Iterator[str]:
    legend = "; ".join(f"{code} {meaning}" for code, meaning in sheet.legend.items())
    yield from (
        f"<p>{line}</p>\n" for line in (legend, sheet.answers, *sheet.footnotes, *sheet.scores_in_words) if line
    )
    if sheet.house_edge_with_exceptions is not None:
        edge = percent(sheet.house_edge_with_exceptions)
        yield f"<h2>Exceptions to the chart: with all of them {edge}</h2>\n<ul>"
        for exception in sheet.exceptions:
            gain = percent(exception["gain"], signed=True)
            hand = f"{exception['hand']} against {exception['against']}"
            yield f"<li>{hand}, {exception['when']}: {exception['play']} ({gain})</li>\n"
        yield "</ul>\n"
