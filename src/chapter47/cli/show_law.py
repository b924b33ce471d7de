"""What `law` prints for people: a paragraph, the contents, the irregularities, or the coverage."""

from collections.abc import Iterable, Iterator
from textwrap import fill

from chapter47.law.citations import section
from chapter47.library.contents import Contents, IrregularityAnswer
from chapter47.library.laws import Coverage, Paragraph, ParagraphForm, Standing
from chapter47.terminal.console import Rows, Terminal, escape


def show_paragraph(told: Paragraph) -> None:
    terminal = Terminal(highlight=False)
    terminal.print(told.citation, style="bold")
    standing = told.in_force
    if not told.forms:
        _show_not_held(terminal, told)
        return
    if standing and told.says is None:
        _show_lines(terminal, [_no_text(told.on, standing)])
    elif standing:
        terminal.print(f"  in force on {told.on}: the text of {' and '.join(standing.editions)}", markup=False)
    for form in told.forms:
        if not standing or set(standing.editions) & set(form.editions):
            _show_form(terminal, form, standing)
    for part in told.paragraphs:
        terminal.print(part.citation, style="bold", markup=False)
        _show_form(terminal, part, standing)
    for place in (*(f"home: {home}" for home in told.home), *(f"tests: {test}" for test in told.tests)):
        terminal.print(f"  {place}", markup=False, soft_wrap=True)
    _show_lines(terminal, _doubts(told))
    if told.irregularities:
        show_irregularities(told.irregularities)


def _show_form(terminal: Terminal, form: ParagraphForm, standing: Standing | None) -> None:
    """Of a day only the editions that stood on it."""
    since = f", since {form.since}" if form.since else ""
    editions = [edition for edition in form.editions if not standing or edition in standing.editions]
    terminal.print(f"  {', '.join(editions)} ({', '.join(form.kinds)}{since})", style="dim", markup=False)
    _show_lines(terminal, [form.says], indent=4)


def _show_not_held(terminal: Terminal, told: Paragraph) -> None:
    within = "" if told.citation == section(told.citation) else f" of section {section(told.citation)}"
    known = f"what is known: {told.known}" if told.known else "nothing but the title is known"
    _show_lines(terminal, (f"not held: no text{within} ({told.title})", known))


def _show_lines(terminal: Terminal, lines: Iterable[str], indent: int = 2) -> None:
    blanks = " " * indent
    for line in lines:
        text = fill(line, terminal.width, initial_indent=blanks, subsequent_indent=blanks)
        terminal.print(text, markup=False, soft_wrap=True)


def show_contents(listed: Contents) -> None:
    terminal = Terminal(highlight=False)
    for subchapter in listed.contents:
        table = Rows("section", "what it is about", "text", title=f"{subchapter.citation}: {subchapter.title}")
        table.title_justify = "left"
        table.columns[0].no_wrap = True
        for line in subchapter.sections:
            table.add_row(line.citation, escape(line.title), ", ".join(line.editions) or "not held")
        terminal.print(table)


def show_irregularities(calls: Iterable[IrregularityAnswer]) -> None:
    """What `call NAME` says in a script, and at the table with the key `!`."""
    terminal = Terminal(highlight=False)
    terminal.print("Irregularities that can be called", style="bold")
    for call in calls:
        terminal.print(f"{call.name}  {call.citation}", style="bold", markup=False)
        _show_lines(terminal, (f"when: {call.when}", f"effect: {call.effect}"))


def _no_text(day: str | None, standing: Standing) -> str:
    if standing.held:
        return f"the text of {day} has no such paragraph"
    days = " ".join(f"{word} {end}" for word, end in (("from", standing.after), ("until", standing.before)) if end)
    return f"no text of {day}: {standing.why}" + (f" ({days})" if days else "")


def _doubts(told: Paragraph) -> Iterator[str]:
    """Readings, on a day those of its text; what is doubtful in the same way in several editions is told once."""
    editions: dict[tuple[str, str, str], list[str]] = {}
    for doubtful in told.readings:
        if not told.in_force or doubtful.edition in told.in_force.editions:
            named = f" ({doubtful.name})" if doubtful.name else ""
            other_reading = f"other reading{named}: {doubtful.other}" if doubtful.other else ""
            editions.setdefault((doubtful.problem, doubtful.reading, other_reading), []).append(doubtful.edition)
    for (problem, reading, other_reading), of in editions.items():
        yield f"reading ({', '.join(of)}): {problem}: {reading}"
        yield from [f"  {other_reading}"] if other_reading else []
    if told.outside:
        yield f"outside any program: {told.outside}"


def show_coverage(counted: Coverage) -> None:
    console = Terminal()
    table = Rows(title="The law, paragraph by paragraph", show_header=False)
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
