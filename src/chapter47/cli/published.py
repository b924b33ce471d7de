"""The command `published`."""

from chapter47.cli.common import DONE, AsJson, print_json


def published(*, json_: AsJson = False) -> int:
    """Show published figures beside ours, with source, difference and the reason for it.

    A figure is met if ours rounds to it, and explained if ours does so under the assumption given as the reason.
    Exit 0: answered.

    Example: chapter47 published
    """
    from chapter47.desk.published import published as compare

    rows = compare()
    if json_:
        print_json([row.to_dict() for row in rows])
        return DONE
    from chapter47.terminal.console import Rows, Terminal

    table = Rows("figure", "source", title="Figures in print and ours", title_justify="left")
    for column in ("in print", "ours", "difference"):
        table.add_column(column, justify="right")
    table.add_column("status")
    for row in rows:
        figures = (f"{row.published:g}", f"{row.ours:.4f}", f"{row.difference:+.4f}")
        table.add_row(row.figure, row.source, *figures, row.status)
    console = Terminal(highlight=False)
    console.print(table)
    for row in rows:
        if row.reason:
            again = "" if row.recomputed is None else f" ({row.recomputed:.4f})"
            console.print(f"{row.figure}: {row.status}: {row.reason}{again}", markup=False)
    return DONE
