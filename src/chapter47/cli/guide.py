"""The command `guide`."""

from pathlib import Path
from typing import Annotated

from chapter47.cli.common import DONE, AsJson, Day, TableFile, flag, option, print_answer, read_table, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.core.files import output_problems


def guide(
    path: TableFile,
    /,
    *,
    on: Day = None,
    html: Annotated[Path | None, option("--html", "Write the guide as an HTML page.")] = None,
    pdf: Annotated[Path | None, option("--pdf", "Write the guide as a PDF; needs chapter47[print].")] = None,
    edge: Annotated[bool, flag("--edge", "Add the house edge of each wager.")] = False,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
    json_: AsJson = False,
) -> int:
    """Write the gaming guide of a table: how it is played, its rule card, its wagers, and every sign as text.

    Each sentence cites its paragraph.
    Exit 0: written. 2: the file cannot be read, or an output file already exists.

    Example: chapter47 guide examples/blackjack.toml --html guide.html
    """
    table = read_table(path, json_)
    problems = output_problems({"--html": html, "--pdf": pdf}, [path], force=force)
    if pdf and not _prints():
        problems.append(Problem("--pdf", "typst is not installed", "pip install 'chapter47[print]'"))
    if problems:
        refuse(problems, json_)
    from chapter47.desk.guide import guide as written
    from chapter47.desk.guide import to_pdf

    with refusals(json_, options=("on",)):
        answer = written(table, on, with_edge=edge)
    if html:
        html.write_text(answer.to_html(), encoding="utf-8")
    if pdf:
        pdf.write_bytes(to_pdf(answer))
    if json_:
        print_answer(answer.to_dict(), table)
    elif not (html or pdf):
        from chapter47.cli.show_guide import show

        show(answer)
    return DONE


def _prints() -> bool:
    from importlib.util import find_spec

    return find_spec("typst") is not None
