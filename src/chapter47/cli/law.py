"""The command `law`."""

from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, NOT_HELD, AsJson, Day, flag, print_json, refusals


def law(
    citation: Annotated[str | None, Parameter(help="Such as 19:47-2.3(a)1, or 2.3(a)1 for short.")] = None,
    /,
    *,
    on: Day = None,
    coverage: Annotated[
        bool,
        flag("--coverage", "Count what runs and what is missing."),
    ] = False,
    irregularities: Annotated[
        bool,
        flag("--irregularities", "What can be called at a table."),
    ] = False,
    json_: AsJson = False,
) -> int:
    """What a paragraph says, since when, where it is carried out, and which tests ran it.

    Of a section: its paragraphs; of a subchapter such as 2A, or without a citation: the contents.
    Exit: 0 told, 2 no such paragraph, 3 the text, or that of the day, is not held.

    Example: chapter47 law "2.3(a)3" --on 2010-06-07
             chapter47 law 2.15
    """
    from chapter47.cli import show_law as show
    from chapter47.library import contents, laws

    if coverage:
        counted = laws.coverage()
        print_json(counted.to_dict()) if json_ else show.show_coverage(counted)
        return LAWFUL
    if irregularities:
        calls = contents.irregularities()
        print_json(calls.to_dict()) if json_ else show.show_irregularities(calls.irregularities)
        return LAWFUL
    with refusals(json_, options=("on",)):
        if citation is None or contents.is_subchapter(citation):
            listed = contents.contents(citation, on)
            print_json(listed.to_dict()) if json_ else show.show_contents(listed)
            return LAWFUL
        paragraph = laws.law(citation, on)
    print_json(paragraph.to_dict()) if json_ else show.show_paragraph(paragraph)
    return LAWFUL if paragraph.in_force is None or paragraph.in_force.held else NOT_HELD
