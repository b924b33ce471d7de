"""What `chapter47 law` prints."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from textwrap import fill

from chapter47.desk.law_page import LawPage
from chapter47.desk.law_reader import Days, HeldSection, LawChanges, LawMatch, TextOfDay
from chapter47.law.citations import section
from chapter47.law.editions import adopted, last_day
from chapter47.library.contents import Contents, IrregularityAnswer
from chapter47.library.laws import Coverage, Paragraph, ParagraphForm, PartAnswer, Standing
from chapter47.terminal.console import Rows, Terminal, escape


def show_paragraph(paragraph: Paragraph) -> None:
    terminal = Terminal(highlight=False)
    terminal.print(paragraph.citation, style="bold")
    standing = paragraph.in_force
    if not paragraph.forms:
        _show_not_held(terminal, paragraph)
        return
    if standing and paragraph.says is None:
        _show_lines(terminal, [_no_text(paragraph.on, standing)])
    elif standing:
        terminal.print(f"  in force on {paragraph.on}: the text of {' and '.join(standing.editions)}", markup=False)
    for form in paragraph.forms:
        if not standing or set(standing.editions) & set(form.editions):
            _show_form(terminal, form, standing)
    for part in paragraph.paragraphs:
        terminal.print(part.citation, style="bold", markup=False)
        _show_form(terminal, part, standing)
    _show_lines(terminal, _asked(paragraph))
    for place in (*(f"home: {home}" for home in paragraph.home), *(f"tests: {test}" for test in paragraph.tests)):
        terminal.print(f"  {place}", markup=False, soft_wrap=True)
    _show_lines(terminal, _doubts(paragraph))
    if paragraph.irregularities:
        show_irregularities(paragraph.irregularities)


def show_connections(page: LawPage) -> None:
    """Dates, terms, references and options of a paragraph."""
    terminal = Terminal(highlight=False)
    held = [f"{first} to {last} ({edition})" for (first, last), edition in _held(page)]
    listed = {
        f"{page.section.citation} is held": "; ".join(held),
        "amended": ", ".join(page.amended),
        "defined terms": ", ".join(f"{term.name} ({term.citation})" for term in page.terms),
        "refers to": ", ".join(page.refers_to),
        "referred to by": ", ".join(page.referred_by),
        "options": ", ".join(f"{option.key} ({option.name}, since {option.since})" for option in page.options),
        "see": "; ".join(related.command for related in page.commands),
    }
    _show_lines(terminal, (f"{what}: {words}" for what, words in listed.items() if words))


def _held(page: LawPage) -> Iterator[tuple[Days, str]]:
    return zip(page.section.held, page.section.editions, strict=False)  # a text without a date has no days


def _show_form(terminal: Terminal, form: ParagraphForm | PartAnswer, standing: Standing | None) -> None:
    """Show a form; for a date only the editions in force on it."""
    since = f", since {form.since}" if form.since else ""
    editions = [edition for edition in form.editions if not standing or edition in standing.editions]
    terminal.print(f"  {', '.join(editions)} ({', '.join(form.kinds)}{since})", style="dim", markup=False)
    _show_lines(terminal, [form.says], indent=4)


def _show_not_held(terminal: Terminal, paragraph: Paragraph) -> None:
    within = "" if paragraph.citation == section(paragraph.citation) else f" of section {section(paragraph.citation)}"
    known = f"what is known: {paragraph.known}" if paragraph.known else "only the title is known"
    _show_lines(terminal, (f"not held: no text{within} ({paragraph.title})", known))


def _show_lines(terminal: Terminal, lines: Iterable[str], indent: int = 2) -> None:
    blanks = " " * indent
    for line in lines:
        text = fill(line, terminal.width, initial_indent=blanks, subsequent_indent=blanks)
        terminal.print(text, markup=False, soft_wrap=True)


def show_contents(listed: Contents) -> None:
    terminal = Terminal(highlight=False)
    for subchapter in listed.contents:
        table = Rows("section", "subject", "text", title=f"{subchapter.citation}: {subchapter.title}")
        table.title_justify = "left"
        table.columns[0].no_wrap = True
        for line in subchapter.sections:
            table.add_row(line.citation, escape(line.title or ""), ", ".join(line.editions) or "not held")
        terminal.print(table)


def show_irregularities(calls: Iterable[IrregularityAnswer]) -> None:
    """List what `call NAME` says in a script, and the key `!` at the table."""
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


def _asked(paragraph: Paragraph) -> Iterator[str]:
    """Number the duties of a paragraph that has several; for a date, by the text in force."""
    duties = [
        duty
        for duty in paragraph.duties
        if not paragraph.in_force or set(duty.editions) & set(paragraph.in_force.editions)
    ]
    if len(duties) < 2:
        return
    several = len({duty.editions for duty in duties}) > 1
    yield "what it requires:"
    for duty in duties:
        of_text = f"{', '.join(duty.editions)}, " if several else ""
        done = duty.outside and f"outside: {duty.outside}"
        homes = ", ".join(home.removeprefix("chapter47.") for home in duty.home)
        ran = f", {len(duty.tests)} test{'s' * (len(duty.tests) != 1)}" if duty.tests else ", not run yet"
        yield f"  {duty.number}. {duty.says} [{of_text}{duty.kind}] {done or homes + ran}"


def _doubts(paragraph: Paragraph) -> Iterator[str]:
    """Show readings, for a date those of its text; the same doubt in several editions is shown once."""
    editions: dict[tuple[str, str, str], list[str]] = {}
    for doubtful in paragraph.readings:
        if not paragraph.in_force or doubtful.edition in paragraph.in_force.editions:
            named = f" ({doubtful.name})" if doubtful.name else ""
            other_reading = f"other reading{named}: {doubtful.other}" if doubtful.other else ""
            editions.setdefault((doubtful.problem, doubtful.reading, other_reading), []).append(doubtful.edition)
    for (problem, reading, other_reading), of in editions.items():
        yield f"reading ({', '.join(of)}): {problem}: {reading}"
        yield from [f"  {other_reading}"] if other_reading else []
    if paragraph.outside:
        yield f"outside the scope of software: {paragraph.outside}"


def show_coverage(counted: Coverage) -> None:
    console = Terminal()
    table = Rows(title="The law, paragraph by paragraph", show_header=False)
    words: dict[str, str] = {
        "paragraphs": "paragraphs (rows of edition and citation)",
        "headings": "titles only",
        "executed": "rules of play and definitions that situations ran",
        "checked": "limits and notices that situations checked",
        "script": "steps of the dealer's script",
        "outside": "outside the scope of software, with the reason",
    }
    for key, meaning in words.items():
        table.add_row(meaning, str(getattr(counted, key)))
    table.add_row("missing: no test has run them yet", str(len(counted.missing)))
    console.print(table)
    duties = counted.duties
    table = Rows(title="The law, duty by duty", show_header=False)
    table.add_row("duties (what each paragraph asks, for each edition)", str(duties.rows))
    for key in ("executed", "checked", "script", "outside"):
        table.add_row(words[key], str(getattr(duties, key)))
    table.add_row("missing: no home, or no test has run it yet", str(len(duties.missing)))
    console.print(table)
    by_section: dict[str, int] = {}
    for duty in counted.missing:
        number = duty["citation"].split("(")[0]
        by_section[number] = by_section.get(number, 0) + 1
    for number, count in by_section.items():
        console.print(f"  missing in {number}: {count}", highlight=False)


_NOT_HELD, _PARTLY, _HELD = ".", "+", "#"


def show_held(sections: Sequence[HeldSection]) -> None:
    """A timeline: one mark for each half year from 1978 to 2011."""
    terminal = Terminal(highlight=False)
    marks = _half_years()
    terminal.print(f"{_HELD} text held   {_PARTLY} held in part   {_NOT_HELD} not held; each mark is half a year")
    table = Rows("section", f"{marks[0][0].year} to {marks[-1][1].year}", "texts")
    for column in table.columns[:2]:
        column.no_wrap = True
    for row in sections:
        timeline = "".join(_mark(row, first, last) for first, last in marks)
        table.add_row(row.citation, timeline, "; ".join(_texts(row)) or "none held")
    terminal.print(table)


def _texts(row: HeldSection) -> list[str]:
    if not row.held:
        return [f"{edition}, without a date" for edition in row.editions]
    return [f"{edition}: {first} to {last}" for edition, (first, last) in zip(row.editions, row.held, strict=True)]


def _half_years() -> list[tuple[date, date]]:
    """Return the first and last day of every half year in which the chapter was in force."""
    starts = [date(year, month, 1) for year in range(adopted().year, last_day().year + 2) for month in (1, 7)]
    halves = [(start, date.fromordinal(end.toordinal() - 1)) for start, end in pairwise(starts)]
    return [(start, end) for start, end in halves if end >= adopted() and start <= last_day()]


def _mark(row: HeldSection, first: date, last: date) -> str:
    first, last = max(first, adopted()), min(last, last_day())
    held = sum(max(0, (min(last, end) - max(first, start)).days + 1) for start, end in row.held)
    return _HELD if held == (last - first).days + 1 else _PARTLY if held else _NOT_HELD


def show_matches(words: str, matches: Sequence[LawMatch]) -> None:
    terminal = Terminal(highlight=False)
    if not matches:
        terminal.print(f"No paragraph contains all of these words: {words}", markup=False)
        return
    for match in matches:
        edition = f"text of {match.edition}" if match.edition else "not held"
        terminal.print(f"[bold]{match.citation}[/bold]  ({edition}; found in: {match.found_in})")
        terminal.print(fill(match.says, terminal.width, initial_indent="  ", subsequent_indent="  "), markup=False)


def show_changes(paragraph: LawChanges) -> None:
    terminal = Terminal(highlight=False)
    terminal.print(f"{paragraph.citation} between {paragraph.first.on} and {paragraph.second.on}", style="bold")
    for text in (paragraph.first, paragraph.second):
        terminal.print(f"  {text.on}: {_text(text)}", markup=False)
    days = ", ".join(map(str, paragraph.amended))
    terminal.print(
        f"  amended on {days}" if days else "  no amendment is on record between the two dates", markup=False
    )
    for option in paragraph.options:
        word = "became lawful" if option.lawful else "stopped being lawful"
        terminal.print(f"  {option.on}: {option.name} {word} ({option.key}, {option.citation})", markup=False)
    table = Rows("paragraph", "change", f"text of {paragraph.first.edition}", f"text of {paragraph.second.edition}")
    table.columns[0].no_wrap = True
    for change in paragraph.changes:
        table.add_row(change.citation, change.change, escape(change.before or ""), escape(change.after or ""))
    terminal.print(table if paragraph.changes else "  The two texts say the same.")


def _text(text: TextOfDay) -> str:
    if text.edition is None:
        return "no text is held"
    return f"text of {text.edition}" + (
        "" if text.held else ", the nearest one held; the text of that date is not held"
    )
