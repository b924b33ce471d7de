"""The command `replay`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, flag, print_answer, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.terminal.options import WHOLE_NUMBER, PictureOptions

if TYPE_CHECKING:
    from chapter47.session.replays import Replayed


def replay(
    path: Annotated[
        Path, Parameter(help="An event log that `play --log` wrote, or a history: .jsonl, .csv or .parquet.")
    ],
    /,
    *,
    round_: Annotated[int | None, WHOLE_NUMBER, Parameter("--round", help="Show this round only.")] = None,
    step: Annotated[bool, flag("--step", "Pause after each step.")] = False,
    partial: Annotated[bool, flag("--partial", "Accept a log that ends in the middle of a round.")] = False,
    raw: Annotated[bool, flag("--raw", "Show a mismatch as raw JSON from the log.")] = False,
    picture: Annotated[PictureOptions, Parameter(name="*")] = PictureOptions(),  # noqa: B008 frozen
    records: Annotated[
        Path | None,
        Parameter("--records", help="Write the log's rounds to this file, as a history (.jsonl, .csv, .parquet)."),
    ] = None,
    values: Annotated[bool, flag("--values", "With --records: add the value that each decision lost.")] = False,
    force: Annotated[bool, flag("--force", "Overwrite an existing file of records.")] = False,
    json_: AsJson = False,
) -> int:
    """Replay a log or a hand history step by step, and verify that it reproduces.

    `--svg` draws the table as everybody saw it at the end of the log, or of the round shown.

    Exit 0: the log reproduces. 1: it does not, or ends in the middle of a round. 2: bad input, or no such round.

    Example: chapter47 replay session.log --round 3 --step

    Example: chapter47 replay rounds.parquet
    """
    from chapter47.session.history_replay import is_history

    if is_history(path):
        return _history(path, json_)
    if records is not None:
        return _to_records(path, records, values=values, force=force, json_=json_)
    from chapter47.library.playing import replay as do_again
    from chapter47.terminal import replay as showing

    with refusals(json_, source=str(path)):
        done_again = do_again(path).done_again
    numbers = [part.result.number for part in done_again.rounds]
    if round_ is not None and round_ not in numbers and not done_again.error:
        allowed = f"1 to {max(numbers)}" if numbers else "the log holds no rounds"
        refuse([Problem("--round", str(round_), allowed)], json_)
    with refusals(json_):
        _draw(done_again, round_, picture)
    if json_:
        print_answer(done_again.data(round_))
    else:
        waits = step and sys.stdin.isatty()
        showing.show(done_again, number=round_, wait=showing.at_the_keyboard if waits else None)
        sys.stdout.flush()
        stream = sys.stdout if done_again.holds(partial=partial) else sys.stderr
        print(f"{path} {showing.verdict(done_again, raw=raw)}", file=stream)
    return LAWFUL if done_again.holds(partial=partial) else UNLAWFUL


def _history(path: Path, json_: bool) -> int:
    """Replay a history, and list every line that the rules do not give."""
    from chapter47.session.history_replay import replay_history

    with refusals(json_, source=str(path)):
        again = replay_history(path)
    if json_:
        print_answer(again.data())
        return LAWFUL if again.reproduces else UNLAWFUL
    for difference in again.differences:
        print(difference)
    sys.stdout.flush()
    rounds = f"{again.rounds:,} round{'s' * (again.rounds != 1)}"
    if again.reproduces:
        print(f"{path} reproduces: {rounds}, as the rules give them")
        return LAWFUL
    unchecked = f"; {again.unchecked:,} of {rounds} could not be checked" if again.unchecked else ""
    print(f"{path} does not reproduce: {len(again.differences):,} differences{unchecked}", file=sys.stderr)
    return UNLAWFUL


def _to_records(path: Path, records: Path, *, values: bool, force: bool, json_: bool) -> int:
    """Write the rounds of a log as a history."""
    from chapter47.library.histories import records_of_log

    with refusals(json_, source=str(path), options=("records",)):
        written = records_of_log(path, records, values=values, force=force)
    if json_:
        print_answer({"records": str(records), "rounds": written})
    else:
        print(f"{records}: {written:,} round{'s' * (written != 1)}")
    return LAWFUL


def _draw(done_again: "Replayed", number: int | None, options: PictureOptions) -> None:
    """Draw the table at the end of that round, or of the log."""
    from chapter47.session.pictures import PictureFile, drawn_log
    from chapter47.session.problems import UnusableError

    if options.svg is None:
        return
    shown = [part for part in done_again.parts if number is None or part.result.number <= number]
    frames = [frame for part in shown for frame in part.frames]
    if not frames:
        raise UnusableError(Problem("--svg", "a log that reproduces at least one line", "a log with events"))
    svg = drawn_log(done_again.game, done_again.rules, frames, options.settings())
    PictureFile(options.svg).draw(svg)
