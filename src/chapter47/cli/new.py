"""The command `new`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, print_answer, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.core.files import why_not_begun


def new(
    game: Annotated[str, Parameter(help="A game, such as blackjack or switch.")] = "blackjack",
    /,
    *,
    output: Annotated[
        Path | None, Parameter(["--output", "-o"], help="Write to this file; it must not exist yet.")
    ] = None,
    json_: AsJson = False,
) -> int:
    """Write a commented table file with the lawful defaults of a game.

    Example: chapter47 new switch --output my-table.toml
    """
    from chapter47.library.tables import starter

    with refusals(json_):
        text = starter(game)
    if output is not None:
        try:
            with output.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            refuse([Problem("--output", f"{output}: {why_not_begun(error)}", "a new file")], json_)
    if json_:
        print_answer({"game": game, "output": str(output) if output else None, "toml": text})
    else:
        print(text if output is None else f"wrote {output}\n", end="")
    return LAWFUL
