"""The command `verify`."""

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, print_answer, refuse
from chapter47.core.errors import Problem
from chapter47.core.files import why_not_read


def verify(
    file: Annotated[Path, Parameter(help="A table's chance file, or one revealed commitment, as JSON.")],
    *,
    json_: AsJson = False,
) -> int:
    """Verify that cards and throws were fixed before the first wager: every commitment must match what was revealed,
    and every card and throw must follow from it.

    Download the file of a table from GET /api/v1/tables/ID/chance.

    Exit 0: verified. 1: not verified. 2: the file cannot be read.

    Example: chapter47 verify table.json
    """
    from chapter47.service.chance import Opening, problems_with
    from chapter47.service.chance_file import Checked, problems_with_file
    from chapter47.service.long_chance_file import read

    try:
        contents = read(file)
    except OSError as error:
        refuse([Problem("FILE", f"{file}: {why_not_read(error)}", "a file that can be read")], json_)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        allowed = "a table's chance file or an opened commitment, as JSON"
        refuse([Problem("FILE", f"{file}: {error}", allowed)], json_)
    checked = Checked(problems_with(contents), 0, 0) if isinstance(contents, Opening) else problems_with_file(contents)
    if json_:
        print_answer({"ok": not checked.problems, **checked._asdict()})
    else:
        print("\n".join((*checked.problems, _verdict(checked))))
    return UNLAWFUL if checked.problems else LAWFUL


def _verdict(checked: "tuple[list[str], int, int]") -> str:
    problems, units, sealed = checked
    if problems:
        return "Verification failed"
    if not units and not sealed:
        return "Verified: this was fixed when its commitment was published"
    rest = f"; {sealed:,} wait{'s' * (sealed == 1)} for secrets that are still sealed" if sealed else ""
    return f"Verified: {units:,} act{'s' * (units != 1)} reproduced from what was fixed in advance{rest}"
