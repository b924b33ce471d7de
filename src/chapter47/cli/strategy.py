"""The command `strategy`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, flag, print_answer, read_table, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.core.files import output_problems, why_not_begun


def strategy(
    path: TableFile,
    /,
    *,
    csv: Annotated[bool, flag("--csv", "Print CSV.")] = False,
    html: Annotated[Path | None, Parameter("--html", help="Write a page that prints on one sheet of paper.")] = None,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
    json_: AsJson = False,
) -> int:
    """Show basic strategy for a table: hard and soft totals, pairs, surrender, insurance and even money.

    Exit 0: answered; 2: the file cannot be read, or the table has no price.

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
        print_answer(best.to_dict(), table)
    elif csv:
        print(best.sheet.csv, end="")
    elif html is None:
        from chapter47.cli.show_strategy import show_strategy

        show_strategy(str(path), best.sheet, notes)
    else:
        print(f"wrote {html}")
    return LAWFUL
