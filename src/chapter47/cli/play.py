"""The command `play`."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import EXIT, LAWFUL, UNREADABLE, TableFile, print_answer, read_table, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.terminal.options import PlayOptions

if TYPE_CHECKING:
    from chapter47.games import AnyTable
    from chapter47.library.checks import Verdict


def play(
    path: TableFile,
    /,
    *,
    options: Annotated[PlayOptions, Parameter(name="*")] = PlayOptions(),  # noqa: B008 frozen
) -> int:
    """Play a table in the terminal, by a script, or by the chart of a strategy file.

    With --reconstruct, rule on a disputed round: nothing is dealt at random, and unknown cards stay unknown.

    Exit 0: played. 1: the table is not lawful. 2: bad file, option or script line. 3: the text is not held.

    Example: chapter47 play examples/blackjack.toml --boxes 2 --seed 47
    """
    from chapter47.library.checks import check
    from chapter47.terminal.play import play as sit_down

    table = read_table(path, options.json)
    if options.reconstruct:
        return _reconstruct(path, table, options)
    verdict = check(table)
    if not verdict.lawful:
        return _not_lawful(path, verdict, options.json)
    with refusals(options.json):
        played = sit_down(table, options)
    if options.json:
        print_answer(played.data(), table)
    elif played.refused:
        sys.stdout.flush()
        print(f"{options.script}: {played.refused}", file=sys.stderr)
    return UNREADABLE if played.refused else LAWFUL


def _reconstruct(path: Path, table: "AnyTable", options: PlayOptions) -> int:
    """The ruling on a round from notes; a table that is not lawful has disputes too."""
    from chapter47.core.files import UnreadableFileError, output_problems, read_text
    from chapter47.desk.reconstruct import reconstruct
    from chapter47.desk.ruling_report import to_html, to_pdf

    notes = options.reconstruct
    assert notes is not None
    problems = output_problems({"--report": options.report}, [path, notes], force=False)
    on_paper = options.report is not None and options.report.suffix.lower() == ".pdf"
    if on_paper and find_spec("typst") is None:
        problems.append(Problem("--report", "typst is not installed", "pip install 'chapter47[print]'"))
    if problems:
        refuse(problems, options.json)
    try:
        text = read_text(notes)
    except UnreadableFileError as error:
        refuse([Problem("--reconstruct", f"{notes}: {error}", "a text file in UTF-8")], options.json)
    with refusals(options.json, source=str(notes)):
        ruling = reconstruct(table, text)
    title = f"Ruling on a round of {table.game}"
    if options.report and on_paper:
        options.report.write_bytes(to_pdf(ruling, title))
    elif options.report:
        options.report.write_text(to_html(ruling, title), encoding="utf-8")
    if options.json:
        print_answer(ruling.to_dict(), table)
    else:
        from chapter47.cli.show_ruling import show

        show(ruling)
    return LAWFUL


def _not_lawful(path: Path, verdict: "Verdict", json_: bool) -> int:
    if json_:
        print_answer(verdict.to_dict())
    else:
        from chapter47.cli import show_check as show

        show.verdict(str(path), verdict)
    return EXIT[verdict.lawful]
