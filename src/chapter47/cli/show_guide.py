"""Text output of `guide`."""

from collections.abc import Iterable
from textwrap import fill

from chapter47.core.text import short_citation
from chapter47.desk.guide import (
    IN_FULL,
    ODDS_HEADS,
    PAYS,
    SIGNS,
    Guide,
    Sentence,
    odds_cells,
    wager_cells,
    wager_heads,
)
from chapter47.terminal.console import Rows, Terminal, escape


def show(guide: Guide) -> None:
    console = Terminal(highlight=False)
    console.print(guide.title, style="bold", markup=False)
    console.print(f"{guide.headline}, by {guide.text}", markup=False)
    _show_part(console, "Rule card", guide.card)
    for part in guide.play:
        _show_part(console, part.title, part.sentences)
    _show_table(console, PAYS, ODDS_HEADS, odds_cells(guide))
    _show_table(console, "Wagers and limits", wager_heads(guide), wager_cells(guide))
    signs = [Sentence(f"{sign.kind}, {sign.when}: {sign.says}", sign.citation) for sign in guide.signs]
    _show_part(console, SIGNS, signs)
    console.print(f"\n{IN_FULL}", style="bold underline", markup=False)
    for part in guide.sections:
        _show_part(console, part.title, part.sentences)


def _show_table(console: Terminal, title: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    table = Rows(*heads, title=title)
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)


def _show_part(console: Terminal, title: str, sentences: Iterable[Sentence]) -> None:
    console.print(f"\n{title}", style="bold", markup=False)
    for sentence in sentences:
        cited = f"{short_citation(sentence.citation):<12} "
        console.print(fill(cited + sentence.says, console.width, subsequent_indent=" " * 13), markup=False)
