"""What `law` prints for people: a paragraph, or the coverage."""

from collections.abc import Iterator

from rich.table import Table

from chapter47.library.laws import Coverage, Paragraph, Standing
from chapter47.terminal.console import Terminal


def show_paragraph(told: Paragraph) -> None:
    terminal = Terminal(highlight=False)
    terminal.print(told.citation, style="bold")
    standing = told.in_force
    if standing and told.says is None:
        terminal.print(f"  {_no_text(told.on, standing)}", style="yellow")
    for form in told.forms:
        here = not standing or set(standing.editions) & set(form.editions)
        since = f", since {form.since}" if form.since else ""
        heading = f"  {', '.join(form.editions)} ({', '.join(form.kinds)}{since})"
        terminal.print(heading, style="bold" if here else "dim", markup=False)
        terminal.print(f"    {form.says}", markup=False)
    for line in _more(told):
        terminal.print(f"  {line}", markup=False)


def _no_text(day: str | None, standing: Standing) -> str:
    if standing.held:
        return f"the text of {day} has no such paragraph"
    days = " ".join(f"{word} {end}" for word, end in (("from", standing.after), ("until", standing.before)) if end)
    return f"no text of {day}: {standing.why}" + (f" ({days})" if days else "")


def _more(told: Paragraph) -> Iterator[str]:
    yield from (f"home: {home}" for home in told.home)
    yield from (f"tests: {test}" for test in told.tests)
    for doubtful in told.readings:
        yield f"reading ({doubtful.edition}): {doubtful.problem}: {doubtful.reading}"
        if doubtful.other:
            named = f" ({doubtful.name})" if doubtful.name else ""
            yield f"  other reading{named}: {doubtful.other}"
    if told.outside:
        yield f"outside any program: {told.outside}"


def show_coverage(counted: Coverage) -> None:
    console = Terminal()
    table = Table(title="The law, paragraph by paragraph", show_header=False)
    words: dict[str, str] = {
        "paragraphs": "paragraphs (rows of edition and citation)",
        "headings": "titles only",
        "executed": "rules of play and definitions that situations ran",
        "checked": "limits and notices that situations checked",
        "script": "steps of the dealer's script",
        "outside": "outside any program, with the reason",
    }
    for key, meaning in words.items():
        table.add_row(meaning, str(getattr(counted, key)))
    table.add_row("missing: nothing has run them yet", str(len(counted.missing)))
    console.print(table)
    by_section: dict[str, int] = {}
    for duty in counted.missing:
        number = duty["citation"].split("(")[0]
        by_section[number] = by_section.get(number, 0) + 1
    for number, count in by_section.items():
        console.print(f"  missing in {number}: {count}", highlight=False)
