"""The command `simulate`."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import (
    DONE,
    STOPPED,
    UNREADABLE,
    AsJson,
    TableFile,
    flag,
    option,
    print_json,
    read_table,
    refusals,
)
from chapter47.terminal.whole_number import WHOLE_NUMBER


@Parameter(name="*")
@dataclass(frozen=True)
class HowToPlay:
    """What is bet, and how it is played."""

    fresh: Annotated[bool, flag("--fresh", "Shuffle all cards before every round.")] = False
    boxes: Annotated[int, WHOLE_NUMBER, option("--boxes", "How many boxes are played, one bettor each.")] = 1
    bet: Annotated[
        list[str] | None,
        option(
            "--bet",
            "The wager on each box and spot, else the least; at craps and baccarat NAME=AMOUNT, repeated.",
        ),
    ] = None
    side: Annotated[
        list[str] | None,
        option("--side", "A side bet: NAME=AMOUNT or NAME:BET=AMOUNT; `none` for none. Else all that go together."),
    ] = None
    detailed: Annotated[
        bool,
        flag("--detailed", "Also by how much of the shoe was gone; takes longer."),
    ] = False
    strategy: Annotated[Path | None, option("--strategy", "A strategy file; else the table's best chart.")] = None
    count: Annotated[Path | None, option("--count", "A count system: tags, bet ramp, index plays.")] = None


@Parameter(name="*")
@dataclass(frozen=True)
class WhereItGoes:
    """Who plays it, and where what comes out is written."""

    workers: Annotated[int | None, WHOLE_NUMBER, option("--workers", "Cores to use (default: all).")] = None
    cluster: Annotated[str | None, option("--cluster", "The address of a Dask scheduler.")] = None
    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Keep the run here, and go on from there if it was broken off.")
    ] = None
    session: Annotated[int | None, WHOLE_NUMBER, option("--session", "Look at sessions of so many rounds.")] = None
    bankroll: Annotated[str | None, option("--bankroll", "What a player brings to a session; else 100 wagers.")] = None
    records: Annotated[Path | None, option("--records", "Write rounds here, a row each (.csv, .parquet).")] = None
    sample: Annotated[int, WHOLE_NUMBER, option("--sample", "How many rounds go to --records.")] = 100_000
    plots: Annotated[Path | None, option("--plots", "Write a page of plots here (.html).")] = None
    force: Annotated[bool, flag("--force", "Write over files that are there.")] = False


def simulate(
    path: TableFile,
    /,
    *,
    rounds: Annotated[int, WHOLE_NUMBER, option("--rounds", "How many rounds.")] = 10_000_000,
    seed: Annotated[int, WHOLE_NUMBER, option("--seed", "The same seed and rounds give the same digits.")] = 0,
    how: HowToPlay = HowToPlay(),  # noqa: B008 - frozen
    output: WhereItGoes = WhereItGoes(),  # noqa: B008 - frozen
    json_: AsJson = False,
) -> int:
    """Play millions of rounds: what is the house edge, with which error, and how do sessions end?

    Irregularities and shared boxes are not simulated. Ctrl-C ends it early and tells what was played.
    Exit: 0 all rounds played, 2 something cannot be read or done, 130 stopped before the end.

    Example: chapter47 simulate examples/blackjack.toml --rounds 100000000 --seed 1
    """
    table = read_table(path, json_)
    from chapter47.cli import show_simulation as shown
    from chapter47.library import simulations

    options = {"rounds", *(field.name for record in (HowToPlay, WhereItGoes) for field in fields(record))}
    with refusals(json_, options=options), shown.progress(quiet=json_) as watch:
        simulation = simulations.simulate(
            table, rounds, seed, **asdict(how), **asdict(output), table_file=path, watch=watch
        )
    if json_:
        print_json(simulation.to_dict())
    else:
        shown.show(str(path), simulation, simulations.simulator_of(table))
    return UNREADABLE if not simulation.is_written else DONE if simulation.whole else STOPPED
