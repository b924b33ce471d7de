"""The report of a table as one self-contained page that prints."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from chapter47.core.json_object import JsonMapping
from chapter47.core.text import percent
from chapter47.desk.report_document import Bars, Block, Charts, Heading, StrategyGrid, TableBlock, Text, document

STYLE: Final = """
@page{size:A4;margin:14mm}
:root{color-scheme:light}
body{font:13px/1.45 system-ui,sans-serif;color:#1c2430;background:#fff}
body{max-width:62rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:22px;margin:0 0 .3rem}
h2{font-size:17px;margin:1.8rem 0 .4rem;padding-bottom:2px;border-bottom:2px solid #1f4e79;color:#1f4e79}
h3{font-size:14px;margin:1.3rem 0 .2rem}
.scroll{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:2px 0;color:#44505f}
th,td{border-bottom:1px solid #d5dbe3;padding:2px 9px;text-align:right;vertical-align:top}
th{background:#eef2f7;font-weight:600}
.l{text-align:left}
.code{word-break:break-all}
.charts{display:flex;flex-wrap:wrap;gap:6px 22px}
.charts th,.charts td{text-align:center;min-width:22px;padding:1px 3px;border:1px solid #aab3bf}
.bar{background:#1f4e79;height:11px;display:inline-block}
.bars td{border:0;padding:1px 8px}
@media print{body{margin:0;font-size:11px}table,.charts section{break-inside:avoid}h2,h3{break-after:avoid}}
"""
WIDEST: Final = 280


def page(name: str, data: JsonMapping) -> str:
    return page_of(f"Mathematical report of {name}", document(data))


def page_of(name: str, blocks: Iterable[Block]) -> str:
    """Render blocks as one self-contained page."""
    title = escape(name)
    body = "\n".join(map(_drawn, blocks))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}</body></html>\n"
    )


def _drawn(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level + 1}>{escape(text)}</h{level + 1}>"
        case Text(text, strong):
            return f"<p><b>{escape(text)}</b></p>" if strong else f"<p>{escape(text)}</p>"
        case TableBlock():
            return _table(block)
        case Charts(charts):
            return f'<div class="charts">{"".join(map(_chart, charts))}</div>'
        case Bars(caption, shares):
            return _bars(caption, shares)


def _table(table: TableBlock) -> str:
    def cell(tag: str, place: int, text: str) -> str:
        is_text = place < table.left or (table.heads[place] == "figure")
        return f"<{tag}{' class=l' if is_text else ''}>{escape(text)}</{tag}>"

    heads = "".join(cell("th", place, head) for place, head in enumerate(table.heads)) if any(table.heads) else ""
    rows = "".join(
        f"<tr>{''.join(cell('td', place, text) for place, text in enumerate(row))}</tr>\n" for row in table.rows
    )
    caption = f"<caption>{escape(table.caption)}</caption>"
    return f'<div class="scroll"><table>{caption}{f"<tr>{heads}</tr>" if heads else ""}\n{rows}</table></div>'


def _chart(chart: StrategyGrid) -> str:
    heads = "".join(f"<th>{escape(column)}</th>" for column in next(iter(chart.rows.values())))
    rows = "".join(
        f"<tr><th>{escape(row)}</th>"
        + "".join(f'<td style="background:{chart.colours[code[0]]}">{escape(code)}</td>' for code in cells.values())
        + "</tr>"
        for row, cells in chart.rows.items()
    )
    return f"<section><h3>{escape(chart.title)}</h3><table><tr><th></th>{heads}</tr>{rows}</table></section>"


def _bars(caption: str, shares: Mapping[str, float]) -> str:
    most = max(shares.values())
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{percent(share)}</td>"
        f'<td class=l><span class="bar" style="width:{max(1, round(WIDEST * share / most))}px"></span></td></tr>'
        for name, share in shares.items()
    )
    return f'<div class="scroll"><table class="bars"><caption>{escape(caption)}</caption>{rows}</table></div>'
