"""The command `verify`."""

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, print_json, refuse
from chapter47.core.errors import Problem
from chapter47.core.input_files import why_not_read


def verify(
    file: Annotated[Path, Parameter(help="All that chance did at a table, or one opened commitment, in JSON.")],
    *,
    json_: AsJson = False,
) -> int:
    """Check that cards and throws were fixed before the first wager: is every commitment that of what was opened, and
    did all that came follow from it?

    A server gives the file of a table: GET /api/v1/tables/ID/chance.

    Exit: 0 it holds, 1 it does not, 2 the file cannot be read.

    Example: chapter47 verify table.json
    """
    from chapter47.service.chance import Opening, problems_with
    from chapter47.service.chance_file import Checked, problems_with_file
    from chapter47.service.long_chance_file import read

    try:
        told = read(file)
    except OSError as error:
        refuse([Problem("FILE", f"{file}: {why_not_read(error)}", "a file that can be read")], json_)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        allowed = "the chance of a table, or a commitment that was opened, in JSON"
        refuse([Problem("FILE", f"{file}: {error}", allowed)], json_)
    checked = Checked(problems_with(told), 0, 0) if isinstance(told, Opening) else problems_with_file(told)
    if json_:
        print_json({"ok": not checked.problems, **checked._asdict()})
    else:
        print("\n".join((*checked.problems, _verdict(checked))))
    return UNLAWFUL if checked.problems else LAWFUL


def _verdict(checked: "tuple[list[str], int, int]") -> str:
    problems, units, sealed = checked
    if problems:
        return "It does not hold"
    if not units and not sealed:
        return "It holds: this was fixed when its commitment was published"
    rest = f"; {sealed:,} wait{'s' * (sealed == 1)} until more is opened" if sealed else ""
    return f"It holds: {units:,} act{'s' * (units != 1)} came again from what was fixed before{rest}"
