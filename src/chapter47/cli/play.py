"""The command `play`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import EXIT, LAWFUL, UNREADABLE, TableFile, print_json, read_table, refusals
from chapter47.terminal.options import PlayOptions

if TYPE_CHECKING:
    from chapter47.library.checks import Verdict


def play(
    path: TableFile,
    /,
    *,
    options: Annotated[PlayOptions, Parameter(name="*")] = PlayOptions(),  # noqa: B008 frozen
) -> int:
    """Play a table in the terminal, or a script of decisions, or by the chart of a strategy file.

    Exit: 0 played, 1 the table is not lawful, 2 a file, an option or a line is refused, 3 the text is not held.

    Example: chapter47 play examples/blackjack.toml --boxes 2 --seed 47
    """
    from chapter47.library.checks import check
    from chapter47.terminal.play import play as sit_down

    table = read_table(path, options.json)
    verdict = check(table)
    if not verdict.lawful:
        return _not_lawful(path, verdict, options.json)
    with refusals(options.json):
        played = sit_down(table, options)
    if options.json:
        print_json(played.data())
    elif played.refused:
        sys.stdout.flush()
        print(f"{options.script}: {played.refused}", file=sys.stderr)
    return UNREADABLE if played.refused else LAWFUL


def _not_lawful(path: Path, verdict: "Verdict", json_: bool) -> int:
    if json_:
        print_json(verdict.to_dict())
    else:
        from chapter47.cli import show_check as show

        show.verdict(str(path), verdict)
    return EXIT[verdict.lawful]
