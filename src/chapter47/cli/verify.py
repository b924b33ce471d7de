"""The command `verify`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, print_json, refuse
from chapter47.core.errors import Problem


def verify(
    file: Annotated[Path, Parameter(help="A commitment as a server has opened it, in JSON.")], *, json_: AsJson = False
) -> int:
    """Check that cards or throws were fixed before the first wager: is the commitment that of what was opened, and did
    the cards and throws follow from it?

    Exit: 0 it holds, 1 it does not, 2 the file cannot be read.

    Example: chapter47 verify opened.json
    """
    import msgspec

    from chapter47.service.chance import Opening, problems_with

    try:
        opening = msgspec.json.decode(file.read_bytes(), type=Opening)
    except OSError as error:
        refuse([Problem("FILE", f"{file}: {error.strerror or error}", "a file that can be read")], json_)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        refuse([Problem("FILE", f"{file}: {error}", "a commitment that was opened, in JSON")], json_)
    problems = problems_with(opening)
    if json_:
        print_json({"ok": not problems, "problems": problems})
    else:
        for problem in problems:
            print(problem)
        print("It does not hold" if problems else "It holds: this was fixed when its commitment was published")
    return UNLAWFUL if problems else LAWFUL
