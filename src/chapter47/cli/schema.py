"""The command `schema`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import DONE, print_json, refuse
from chapter47.core.errors import Problem
from chapter47.core.files import why_not_begun


def schema(
    *,
    output: Annotated[
        Path | None, Parameter(["--output", "-o"], help="Write to this file; it must not exist yet.")
    ] = None,
) -> int:
    """Print the JSON Schema of table files, for completion and checks in editors.

    Name it in the first line of a table file: #:schema ./chapter47.schema.json

    Example: chapter47 schema --output chapter47.schema.json
    """
    import json

    from chapter47.core.tablefile.schema import table_schema
    from chapter47.games import GAMES

    data = table_schema(GAMES)
    if output is None:
        print_json(data)
        return DONE
    try:
        with output.open("x", encoding="utf-8") as file:
            json.dump(data, file, indent=1, ensure_ascii=False)
            file.write("\n")
    except OSError as error:
        refuse([Problem("--output", f"{output}: {why_not_begun(error)}", "a new file")], json_=False)
    print(f"wrote {output}")
    return DONE
