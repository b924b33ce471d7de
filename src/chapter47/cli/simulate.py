"""The command `simulate`."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, Token

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
from chapter47.terminal.options import WHOLE_NUMBER

if TYPE_CHECKING:
    from chapter47.games import AnyTable


def large_number(type_: Any, tokens: Sequence[Token]) -> int:
    """Parse a whole number that may be written as 1e12."""
    number = float(tokens[0].value)
    if not number.is_integer():
        raise ValueError
    return int(number)


@Parameter(name="*")
@dataclass(frozen=True)
class HowToPlay:
    """Options for the bets and the play."""

    fresh: Annotated[bool, flag("--fresh", "Shuffle all cards before each round.")] = False
    boxes: Annotated[int, WHOLE_NUMBER, option("--boxes", "Number of boxes to play, one bettor each.")] = 1
    bet: Annotated[
        list[str] | None,
        option(
            "--bet",
            "The wager on each box and spot (default: the minimum); at craps and baccarat NAME=AMOUNT, repeated.",
        ),
    ] = None
    side: Annotated[
        list[str] | None,
        option(
            "--side", "A side bet: NAME=AMOUNT or NAME:BET=AMOUNT; or `none`. Default: all that can be bet together."
        ),
    ] = None
    detailed: Annotated[
        bool,
        flag("--detailed", "Also show the edge by penetration; takes longer."),
    ] = False
    strategy: Annotated[Path | None, option("--strategy", "A strategy file (default: basic strategy).")] = None
    count: Annotated[Path | None, option("--count", "A count file, or a count by name: hi-lo, ko, zen and others.")] = (
        None
    )


@Parameter(name="*")
@dataclass(frozen=True)
class WhereItGoes:
    """Options for where it runs, and where the results go."""

    workers: Annotated[int | None, WHOLE_NUMBER, option("--workers", "Cores to use (default: all).")] = None
    cluster: Annotated[str | None, option("--cluster", "Address of a Dask scheduler.")] = None
    checkpoint: Annotated[Path | None, option("--checkpoint", "Save progress to this file, and resume from it.")] = None
    session: Annotated[int | None, WHOLE_NUMBER, option("--session", "Also report sessions of this many rounds.")] = (
        None
    )
    bankroll: Annotated[str | None, option("--bankroll", "Bankroll of a session (default: 100 wagers).")] = None
    records: Annotated[
        Path | None,
        option("--records", "Write the first rounds to this file as a hand history (.jsonl, .csv, .parquet)."),
    ] = None
    sample: Annotated[int, WHOLE_NUMBER, option("--sample", "Number of rounds to write to --records.")] = 10_000
    values: Annotated[bool, flag("--values", "With --records: add the value that each decision lost.")] = False
    plots: Annotated[Path | None, option("--plots", "Write a page of plots to this file (.html).")] = None
    force: Annotated[bool, flag("--force", "Overwrite existing files.")] = False


def simulate(
    path: TableFile,
    /,
    *,
    rounds: Annotated[
        int | None,
        WHOLE_NUMBER,
        option("--rounds", "Number of rounds to play (default: 10,000,000; with --until as many as it takes)."),
    ] = None,
    until: Annotated[
        float | None, option("--until", "Stop at this standard error of the house edge, such as 0.0001.")
    ] = None,
    seed: Annotated[
        int,
        WHOLE_NUMBER,
        option("--seed", "The same seed and number of rounds give the same figures to the last digit."),
    ] = 0,
    plan: Annotated[
        int | None,
        Parameter(converter=large_number),
        option("--plan", "Plan a run of this many rounds, such as 1e12: play for a second and estimate the rest."),
    ] = None,
    how: HowToPlay = HowToPlay(),  # noqa: B008 - frozen
    output: WhereItGoes = WhereItGoes(),  # noqa: B008 - frozen
    json_: AsJson = False,
) -> int:
    """Play millions of rounds: the house edge with its standard error, and how sessions end.

    Irregularities and shared boxes are not simulated. Ctrl-C stops early and shows the rounds played.
    Exit 0: all rounds played; 2: bad input; 130: stopped early.

    Example: chapter47 simulate examples/blackjack.toml --rounds 100000000 --seed 1

    Example: chapter47 simulate examples/spanish-21.toml --until 0.001

    Example: chapter47 simulate examples/switch.toml --plan 1e12 --workers 64
    """
    table = read_table(path, json_)
    if plan is not None:
        return _plan(table, plan, {"rounds": rounds, "until": until}, how, output, json_)
    from chapter47.cli import show_simulation as shown
    from chapter47.library import simulations

    options = {"rounds", "until", *(field.name for record in (HowToPlay, WhereItGoes) for field in fields(record))}
    with refusals(json_, options=options), shown.progress(quiet=json_) as watch:
        simulation = simulations.simulate(
            table, rounds, seed, until=until, **asdict(how), **asdict(output), table_file=path, watch=watch
        )
    if json_:
        print_json(simulation.to_dict())
    else:
        shown.show(str(path), simulation, simulations.simulator_of(table))
    return UNREADABLE if not simulation.is_written else DONE if simulation.whole else STOPPED


def _plan(
    table: "AnyTable", rounds: int, numbers: Mapping[str, object], how: HowToPlay, output: WhereItGoes, json_: bool
) -> int:
    from chapter47.cli import show_simulation as shown
    from chapter47.library.simulation_plan import other_options, plan

    usual = asdict(WhereItGoes())
    changed = {key: value for key, value in asdict(output).items() if value != usual[key] and key != "workers"}
    others = {**{key: number for key, number in numbers.items() if number is not None}, **changed}
    options = {
        "plan",
        "rounds",
        "until",
        *(field.name for record in (HowToPlay, WhereItGoes) for field in fields(record)),
    }
    with refusals(json_, options=options):
        other_options(others)
        planned = plan(table, rounds, **asdict(how), workers=output.workers)
    if json_:
        print_json(planned.to_dict())
    else:
        shown.show_plan(planned)
    return DONE
