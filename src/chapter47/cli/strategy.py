"""The command `strategy`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, flag, print_json, read_table, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.core.input_files import why_not_begun
from chapter47.core.output_files import output_problems


def strategy(
    path: TableFile,
    /,
    *,
    csv: Annotated[bool, flag("--csv", "Answer in CSV.")] = False,
    html: Annotated[Path | None, Parameter("--html", help="Write a page that prints on one sheet.")] = None,
    force: Annotated[bool, flag("--force", "Write over a file that is there.")] = False,
    json_: AsJson = False,
) -> int:
    """The best chart for this table: hard and soft totals, pairs, surrender, insurance and even money.

    Exit: 0 told, 2 the file cannot be read, or this game is not priced yet.

    Example: chapter47 strategy examples/blackjack.toml --html chart.html
    """
    from chapter47.library.checks import judged_by, remarks
    from chapter47.library.pages import page
    from chapter47.library.prices import strategy as best_strategy

    if csv and json_:
        refuse([Problem("--csv", "--csv and --json", "one of the two")], json_)
    table = read_table(path, json_)
    if problems := output_problems({"--html": html}, [path], force=force):
        refuse(problems, json_)
    with refusals(json_, source=str(path)):
        best = best_strategy(table)
    notes = remarks(table, as_dealt="priced")
    if html is not None:
        try:
            html.write_text(page(best.sheet, f"{path}, {judged_by(table)}", notes), encoding="utf-8")
        except OSError as error:
            refuse([Problem("--html", f"{html}: {why_not_begun(error)}", "a file to write")], json_)
    if json_:
        print_json(best.to_dict())
    elif csv:
        print(best.sheet.csv, end="")
    elif html is None:
        from chapter47.cli.show_strategy import show_strategy

        show_strategy(str(path), best.sheet, notes)
    else:
        print(f"wrote {html}")
    return LAWFUL
