"""What `chapter47 law` answers: a paragraph, its editions, its home, its tests, its readings; and the coverage."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from rich.table import Table

from chapter47.blackjack import hands
from chapter47.core import compliance
from chapter47.law.citations import full
from chapter47.law.coverage import coverage, tests_of
from chapter47.law.editions import Held, NotAdopted, NotHeld, Repealed, in_force
from chapter47.law.homes import HOMES, Kind
from chapter47.law.paragraphs import Paragraph, outside, paragraph
from chapter47.law.readings import readings
from chapter47.terminal.console import Terminal

__all__ = ["compliance", "coverage_data", "hands", "paragraph_data", "show_coverage", "show_paragraph"]


def paragraph_data(text: str, day: date | None) -> dict[str, Any] | str:
    """All about one citation, or a word on what would have been one."""
    try:
        citation = full(text)
    except ValueError as error:
        return str(error)
    forms = paragraph(citation)
    if not forms:
        return f"a paragraph of the editions held; {citation} is in none of them"
    standing = _standing(citation, day) if day else None
    chosen = [form for form in forms if standing is None or set(standing["editions"]) & set(form.editions)]
    shown = chosen[-1] if chosen else None
    return {
        "citation": citation,
        "editions": [edition for form in forms for edition in form.editions],
        "since": str(shown.since) if shown and shown.since else None,
        "says": shown.says if shown else None,
        "on": str(day) if day else None,
        "in_force": standing,
        "forms": [_form_data(form) for form in forms],
        "home": sorted({str(home) for (cited, _, _), home in HOMES.items() if cited == citation}),
        "tests": sorted({test for form in forms for test in _tests(form)}),
        "readings": [
            {
                "edition": one.edition,
                "problem": one.problem,
                "reading": one.reading,
                "other": one.other,
                "name": one.name,
            }
            for one in readings()
            if one.citation == citation
        ],
        "outside": outside()[citation].reason if citation in outside() else None,
    }


def _form_data(form: Paragraph) -> dict[str, Any]:
    since = str(form.since) if form.since else None
    return {"editions": list(form.editions), "kinds": list(form.kinds), "since": since, "says": form.says}


def _tests(form: Paragraph) -> list[str]:
    return [test for edition in form.editions for kind in form.kinds for test in tests_of(edition, form.citation, kind)]


def _standing(citation: str, day: date) -> dict[str, Any]:
    match in_force(citation, day):
        case Held(editions):
            return {"held": True, "editions": list(editions), "after": None, "before": None, "why": None}
        case NotHeld(after, before, why):
            days = {"after": str(after) if after else None, "before": str(before) if before else None}
            return {"held": False, "editions": [], **days, "why": why}
        case NotAdopted(from_day):
            until = str(from_day) if from_day else None
            why = "the section was not yet adopted"
            return {"held": False, "editions": [], "after": None, "before": until, "why": why}
        case Repealed(from_day, until_day):
            days = {"after": str(from_day), "before": str(until_day)}
            return {"held": False, "editions": [], **days, "why": "the section was repealed"}


def coverage_data() -> dict[str, Any]:
    counted = coverage()
    return {
        "paragraphs": counted.paragraphs,
        "headings": counted.headings,
        "executed": counted.executed,
        "checked": counted.checked,
        "script": counted.script,
        "outside": counted.outside,
        "missing": [
            {"edition": one.edition, "citation": one.citation, "kind": one.kind, "home": one.home}
            for one in counted.missing
        ],
    }


def show_paragraph(data: dict[str, Any]) -> None:
    terminal = Terminal(highlight=False)
    terminal.print(data["citation"], style="bold")
    standing = data["in_force"]
    if standing and data["says"] is None:
        terminal.print(f"  {_no_text(data['on'], standing)}", style="yellow")
    for form in data["forms"]:
        here = not standing or set(standing["editions"]) & set(form["editions"])
        since = f", since {form['since']}" if form["since"] else ""
        heading = f"  {', '.join(form['editions'])} ({', '.join(form['kinds'])}{since})"
        terminal.print(heading, style="bold" if here else "dim", markup=False)
        terminal.print(f"    {form['says']}", markup=False)
    for line in _more(data):
        terminal.print(f"  {line}", markup=False)


def _no_text(day: str, standing: dict[str, Any]) -> str:
    if standing["held"]:
        return f"the text of {day} has no such paragraph"
    days = " ".join(
        f"{word} {standing[key]}" for word, key in (("from", "after"), ("until", "before")) if standing[key]
    )
    return f"no text of {day}: {standing['why']}" + (f" ({days})" if days else "")


def _more(data: dict[str, Any]) -> Iterator[str]:
    for label in ("home", "tests"):
        for one in data[label]:
            yield f"{label}: {one}"
    for one in data["readings"]:
        yield f"reading ({one['edition']}): {one['problem']}: {one['reading']}"
        if one["other"]:
            named = f" ({one['name']})" if one["name"] else ""
            yield f"  other reading{named}: {one['other']}"
    if data["outside"]:
        yield f"outside any program: {data['outside']}"


def show_coverage(data: dict[str, Any]) -> None:
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
        table.add_row(meaning, str(data[key]))
    table.add_row("missing: nothing has run them yet", str(len(data["missing"])))
    console.print(table)
    by_section: dict[str, int] = {}
    for one in data["missing"]:
        number = one["citation"].split("(")[0]
        by_section[number] = by_section.get(number, 0) + 1
    for number, count in by_section.items():
        console.print(f"  missing in {number}: {count}", highlight=False)


def kinds_with_homes(citation: str) -> set[Kind]:
    return {kind for cited, _, kind in HOMES if cited == citation}
