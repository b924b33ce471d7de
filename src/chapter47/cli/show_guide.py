"""Text output of `guide`."""

from collections.abc import Iterable
from textwrap import fill

from chapter47.core.text import percent, short_citation
from chapter47.desk.guide import Guide, Sentence
from chapter47.terminal.console import Rows, Terminal, escape


def show(guide: Guide) -> None:
    console = Terminal(highlight=False)
    console.print(guide.title, style="bold", markup=False)
    console.print(f"{guide.headline}, by {guide.text}", markup=False)
    _show_part(console, "Rule card", guide.card)
    for part in guide.sections:
        _show_part(console, part.title, part.sentences)
    wagers = Rows("wager", "limits", "house edge", title="Wagers")
    for row in guide.wagers:
        wagers.add_row(escape(row.wager), row.limits, "" if row.house_edge is None else percent(row.house_edge))
    console.print(wagers)
    signs = [Sentence(f"{sign.kind}, {sign.when}: {sign.says}", sign.citation) for sign in guide.signs]
    _show_part(console, "Signs, inscriptions and announcements", signs)


def _show_part(console: Terminal, title: str, sentences: Iterable[Sentence]) -> None:
    console.print(f"\n{title}", style="bold", markup=False)
    for sentence in sentences:
        cited = f"{short_citation(sentence.citation):<12} "
        console.print(fill(cited + sentence.says, console.width, subsequent_indent=" " * 13), markup=False)
