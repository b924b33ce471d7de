"""The command `replay`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, flag, print_json, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.terminal.picture_options import PictureOptions
from chapter47.terminal.whole_number import WHOLE_NUMBER

if TYPE_CHECKING:
    from chapter47.session.replays import Replayed


def replay(
    path: Annotated[Path, Parameter(help="An event log that `play --log` wrote.")],
    /,
    *,
    round_: Annotated[int | None, WHOLE_NUMBER, Parameter("--round", help="Show only this round.")] = None,
    step: Annotated[bool, flag("--step", "Wait after each step.")] = False,
    partial: Annotated[bool, flag("--partial", "A log may end in the middle of a round.")] = False,
    raw: Annotated[bool, flag("--raw", "Show a mismatch as the log writes it, in JSON.")] = False,
    picture: Annotated[PictureOptions, Parameter(name="*")] = PictureOptions(),  # noqa: B008 frozen
    json_: AsJson = False,
) -> int:
    """Show what happened at a table, step by step, and whether the log is true: everything is done again.

    `--svg` draws the table as everybody saw it at the end of the log, or of the round that is shown.

    Exit: 0 the log reproduces, 1 it does not or ends within a round, 2 it cannot be read or has no such round.

    Example: chapter47 replay session.log --round 3 --step
    """
    from chapter47.library.playing import replay as do_again
    from chapter47.terminal import replay as showing

    with refusals(json_, source=str(path)):
        done_again = do_again(path).done_again
    numbers = [part.result.number for part in done_again.rounds]
    if round_ is not None and round_ not in numbers and not done_again.error:
        allowed = f"1 to {max(numbers)}" if numbers else "no round: none was played"
        refuse([Problem("--round", str(round_), allowed)], json_)
    with refusals(json_):
        _draw(done_again, round_, picture)
    if json_:
        print_json(done_again.data(round_))
    else:
        waits = step and sys.stdin.isatty()
        showing.show(done_again, number=round_, wait=showing.at_the_keyboard if waits else None)
        sys.stdout.flush()
        stream = sys.stdout if done_again.holds(partial=partial) else sys.stderr
        print(f"{path} {showing.verdict(done_again, raw=raw)}", file=stream)
    return LAWFUL if done_again.holds(partial=partial) else UNLAWFUL


def _draw(done_again: "Replayed", number: int | None, options: PictureOptions) -> None:
    """From all lines up to the end of that round, or of the log."""
    from chapter47.session.pictures import PictureFile, drawn_log
    from chapter47.session.problems import UnusableError

    if options.svg is None:
        return
    shown = [part for part in done_again.parts if number is None or part.result.number <= number]
    frames = [frame for part in shown for frame in part.frames]
    if not frames:
        raise UnusableError(Problem("--svg", "a log without a line that came again", "a log with events"))
    svg = drawn_log(done_again.game, done_again.rules, frames, options.settings())
    PictureFile(options.svg).draw(svg)
