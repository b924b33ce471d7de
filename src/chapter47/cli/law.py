"""The command `law`."""

from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, NOT_HELD, UNLAWFUL, AsJson, Day, flag, option, print_answer, refusals, refuse
from chapter47.core.errors import Problem


def law(
    citation: Annotated[str | None, Parameter(help="Such as 19:47-2.3(a)1, or 2.3(a)1 for short.")] = None,
    /,
    *,
    on: Day = None,
    coverage: Annotated[bool, flag("--coverage", "Count the paragraphs that tests ran, and those missing.")] = False,
    irregularities: Annotated[
        bool,
        flag("--irregularities", "List the irregularities that can be called at a table."),
    ] = False,
    held: Annotated[bool, flag("--held", "Show the dates for which the text of each section is held.")] = False,
    search: Annotated[str | None, option("--search", "Search paragraphs by words, keys and names.")] = None,
    between: Annotated[tuple[str, str] | None, option("--between", "Two dates: show what changed.")] = None,
    json_: AsJson = False,
) -> int:
    """Show what a paragraph says, since when, where it is implemented, and which tests ran it.

    A section lists its paragraphs; a subchapter such as 2A, or no citation, lists the contents.
    The name of an irregularity, such as dealer-overdrew, leads to its paragraph.
    Exit 0: answered. 1: the search found nothing. 2: no such paragraph. 3: the text, or that of the date, is not held.

    Example: chapter47 law "2.3(a)3" --on 2010-06-07
             chapter47 law --search "soft 17"
             chapter47 law 2.12 --between 1996-05-20 2010-06-07
    """
    from chapter47.cli import show_law as show
    from chapter47.desk.law_page import LawAnswer, law_page
    from chapter47.library import contents, laws

    if held or search is not None:
        return _show_held(json_) if held else _show_matches(search or "", json_)
    if between:
        return _show_changes(citation, between, json_)
    if coverage:
        counted = laws.coverage()
        print_answer(counted.to_dict()) if json_ else show.show_coverage(counted)
        return LAWFUL
    if irregularities:
        calls = contents.irregularities()
        print_answer(calls.to_dict()) if json_ else show.show_irregularities(calls.irregularities)
        return LAWFUL
    citation = _of_irregularity(citation)
    with refusals(json_, options=("on",)):
        if citation is None or contents.is_subchapter(citation):
            listed = contents.contents(citation, on)
            print_answer(listed.to_dict()) if json_ else show.show_contents(listed)
            return LAWFUL
        page = law_page(citation, on)
    paragraph = page.paragraph
    if json_:
        print_answer(LawAnswer.of(page).to_dict())
    else:
        show.show_paragraph(paragraph)
        show.show_connections(page)
    return LAWFUL if paragraph.in_force is None or paragraph.in_force.held else NOT_HELD


def _of_irregularity(name: str | None) -> str | None:
    """Return the paragraph of an irregularity such as `overdrew`; leave everything else unchanged."""
    if name is None or any(sign.isdigit() for sign in name):
        return name
    from chapter47.desk.law_reader import irregularity_named

    return irregularity_named(name) or name


def _show_held(json_: bool) -> int:
    from chapter47.desk.law_reader import held_sections

    sections = held_sections()
    if json_:
        print_answer({"sections": [row.to_dict() for row in sections]})
    else:
        from chapter47.cli.show_law import show_held

        show_held(sections)
    return LAWFUL


def _show_matches(words: str, json_: bool) -> int:
    from chapter47.desk.law_reader import search

    if not words.strip():
        refuse([Problem("--search", "no words", 'words such as "soft 17"')], json_)
    matches = search(words)
    if json_:
        print_answer({"matches": [match.to_dict() for match in matches]})
    else:
        from chapter47.cli.show_law import show_matches

        show_matches(words, matches)
    return LAWFUL if matches else UNLAWFUL


def _show_changes(citation: str | None, between: tuple[str, str], json_: bool) -> int:
    from chapter47.desk.law_reader import changes_between
    from chapter47.library.arguments import day_of
    from chapter47.library.laws import law as paragraph

    if citation is None:
        refuse([Problem("citation", "nothing", "a paragraph or section, such as 2.12")], json_)
    with refusals(json_, options=("on",)):
        first, second = (day_of(day, "--between") for day in between)
        cited = paragraph(_of_irregularity(citation) or citation).citation
    if first is None or second is None or first >= second:
        refuse([Problem("--between", " ".join(between), "two dates, the earlier one first")], json_)
    changes = changes_between(cited, first, second)
    if json_:
        print_answer(changes.to_dict())
    else:
        from chapter47.cli.show_law import show_changes

        show_changes(changes)
    return LAWFUL if changes.held else NOT_HELD
