"""The report of a table as a PDF, by typst."""

from typing import Final

from chapter47.core.json_object import JsonMapping
from chapter47.core.text import percent
from chapter47.desk.guide import quoted
from chapter47.desk.report_document import Bars, Block, Charts, Heading, StrategyGrid, TableBlock, Text, document

UNBROKEN: Final = 16
"""Tables with up to this many rows stay on one page."""
PREAMBLE: Final = """
#set text(size: 9pt, font: ("Libertinus Serif", "New Computer Modern"))
#set par(justify: false)
#let ink = rgb("1f4e79")
#show heading.where(level: 1): it => block(above: 18pt, below: 8pt, sticky: true)[
  #text(13pt, fill: ink, it.body)#v(-6pt)#line(length: 100%, stroke: 0.8pt + ink)]
#show heading.where(level: 2): it => block(above: 14pt, below: 6pt, sticky: true)[#text(10.5pt, it.body)]
#set table(stroke: (x, y) => (bottom: 0.4pt + luma(75%)), inset: (x: 4pt, y: 2.4pt),
  fill: (x, y) => if y == 0 { luma(94%) })
#show figure: set block(breakable: true)
#show figure: set align(left)
#show figure.where(kind: table): set figure.caption(position: top)
#show figure.caption: it => align(left, text(8.5pt, fill: luma(30%), style: "italic")[
  Table #context it.counter.display(). #it.body])
#set figure(gap: 4pt)
#let chart-cell(colour, body) = table.cell(fill: colour, align: center, text(7.5pt, body))
"""


def report_pdf(name: str, data: JsonMapping) -> bytes:
    """Render the report as a PDF; needs the extra `chapter47[print]`."""
    import typst

    pdf: bytes = typst.compile(report_typst(name, data).encode())
    return pdf


def report_typst(name: str, data: JsonMapping) -> str:
    title, identity = f"Mathematical report of {name}", data["identity"]
    footer = f"chapter47 {identity['version']}, table {identity['table_hash'][:16]}, {identity['date']}"
    return (
        f"#set document(title: {quoted(title)}, date: none)\n"
        '#set page(paper: "us-letter", margin: (x: 0.75in, top: 0.8in, bottom: 0.8in), '
        f"footer: context [#text(7.5pt, fill: luma(35%))[#{quoted(footer)} #h(1fr) Page #counter(page).display() of "
        "#counter(page).final().first()]])\n"
        f'{PREAMBLE}\n#text(17pt, weight: "bold", {quoted(title)})\n\n' + "\n".join(map(_drawn, document(data))) + "\n"
    )


def _drawn(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"#heading(level: {level}, {quoted(text)})"
        case Text(text, strong):
            return f'#text(weight: "bold", {quoted(text)})\n' if strong else f"#text({quoted(text)})\n"
        case TableBlock():
            return _table(block)
        case Charts(charts):
            return f"#grid(columns: 3, column-gutter: 14pt, row-gutter: 8pt, {', '.join(map(_chart, charts))})\n"
        case Bars():
            return _bars(block)


def _table(table: TableBlock) -> str:
    width = len(table.heads)
    columns = ", ".join("1fr" if place in table.wide else "auto" for place in range(width))
    sides = ", ".join(
        "left" if place < table.left or table.heads[place] == "figure" else "right" for place in range(width)
    )
    heads = (
        f"table.header({', '.join(f'strong({quoted(head)})' for head in table.heads)}), " if any(table.heads) else ""
    )
    fill = "" if heads else "fill: none, "
    cells = ", ".join(quoted(text) for row in table.rows for text in row)
    drawn = f"table(columns: ({columns},), align: ({sides},), {fill}{heads}{cells})"
    figure = f"figure(kind: table, caption: {quoted(table.caption)}, {drawn})"
    return f"#block(breakable: {'true' if len(table.rows) > UNBROKEN else 'false'}, {figure})\n"


def _chart(chart: StrategyGrid) -> str:
    columns = [*next(iter(chart.rows.values()))]
    heads = ", ".join(f"chart-cell(luma(94%), {quoted(text)})" for text in ("", *columns))
    cells = ", ".join(
        f"chart-cell(luma(94%), {quoted(row)}), "
        + ", ".join(f'chart-cell(rgb("{chart.colours[code[0]]}"), {quoted(code)})' for code in codes.values())
        for row, codes in chart.rows.items()
    )
    grid = f"table(columns: {len(columns) + 1}, stroke: 0.3pt + luma(60%), inset: 2pt, {heads}, {cells})"
    return f'block(breakable: false, [#text(8.5pt, weight: "bold", {quoted(chart.title)}) #v(-4pt) #{grid}])'


def _bars(bars: Bars) -> str:
    most = max(bars.shares.values())
    rows = ", ".join(
        f"{quoted(name)}, {quoted(percent(share))}, "
        f"rect(width: {max(0.5, 200 * share / most):.1f}pt, height: 7pt, fill: ink)"
        for name, share in bars.shares.items()
    )
    sides = "(left + horizon, right + horizon, left + horizon)"
    grid = f"grid(columns: 3, align: {sides}, column-gutter: 8pt, row-gutter: 3pt, {rows})"
    caption = f'#text(8.5pt, fill: luma(30%), style: "italic", {quoted(bars.caption)})'
    return f"#block(breakable: false, [{caption} #v(-2pt) #{grid}])\n"
