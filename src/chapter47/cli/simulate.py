"""The command `simulate`; loaded when it is called."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.simulation.counting.count_file import CountSystemError, read_count
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.program import Program, least_wagers, refuse_what_the_table_refuses
from chapter47.blackjack.simulation.kernel.side_bet_tables import CannotSimulateError, OtherStrategyError
from chapter47.blackjack.simulation.report.figures import figures, notes_on
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets, side_bet
from chapter47.blackjack.simulation.run.sampled import sampled_records, sampled_sessions
from chapter47.blackjack.simulation.run.simulate import Simulation
from chapter47.blackjack.simulation.run.simulate import simulate as run_it
from chapter47.blackjack.strategy_file import StrategyFileError
from chapter47.blackjack.strategy_file import read as read_strategy
from chapter47.blackjack.table_rules import TableRules
from chapter47.cli.common import DONE, STOPPED, UNREADABLE, AsJson, print_json, read_table, refuse
from chapter47.core.errors import NotPricedError
from chapter47.core.money import cents
from chapter47.core.numeric import records
from chapter47.core.numeric.checkpoint import CheckpointError
from chapter47.core.numeric.runs import NoClusterError
from chapter47.core.numeric.sessions import MOST_SESSIONS, Sessions
from chapter47.core.output_files import output_problems
from chapter47.games import check


def _option(name: str, text: str) -> Parameter:
    return Parameter(name, help=text)


@Parameter(name="*")
@dataclass(frozen=True)
class HowToPlay:
    """What is bet, and how it is played."""

    fresh: Annotated[bool, Parameter("--fresh", negative=(), help="Shuffle all cards before every round.")] = False
    boxes: Annotated[int, _option("--boxes", "How many boxes are played, one bettor each.")] = 1
    bet: Annotated[str | None, _option("--bet", "The wager on each box and spot; else the least.")] = None
    side: Annotated[
        list[str] | None,
        _option("--side", "A side bet: NAME=AMOUNT or NAME:BET=AMOUNT; `none` for none. Else all that go together."),
    ] = None
    detailed: Annotated[
        bool, Parameter("--detailed", negative=(), help="Also by how much of the shoe was gone; takes longer.")
    ] = False
    strategy: Annotated[Path | None, _option("--strategy", "A strategy file; else the table's best chart.")] = None
    count: Annotated[Path | None, _option("--count", "A count system: tags, bet ramp, index plays.")] = None


@Parameter(name="*")
@dataclass(frozen=True)
class WhereItGoes:
    """Who plays it, and where what comes out is written."""

    workers: Annotated[int | None, _option("--workers", "How many cores; else all.")] = None
    cluster: Annotated[str | None, _option("--cluster", "The address of a Dask scheduler.")] = None
    checkpoint: Annotated[
        Path | None, _option("--checkpoint", "Keep the run here, and go on from there if it was broken off.")
    ] = None
    session: Annotated[int | None, _option("--session", "Look at sessions of so many rounds.")] = None
    bankroll: Annotated[str | None, _option("--bankroll", "What a player brings to a session; else 100 wagers.")] = None
    records: Annotated[Path | None, _option("--records", "Write rounds here, a row each (.csv, .parquet).")] = None
    sample: Annotated[int, _option("--sample", "How many rounds go to --records.")] = 100_000
    plots: Annotated[Path | None, _option("--plots", "Write a page of plots here (.html).")] = None
    force: Annotated[bool, Parameter("--force", negative=(), help="Write over files that are there.")] = False


def simulate(
    path: Annotated[Path, Parameter(help="A table file.")],
    /,
    *,
    rounds: Annotated[int, _option("--rounds", "How many rounds.")] = 10_000_000,
    seed: Annotated[int, _option("--seed", "The same seed and rounds give the same digits.")] = 0,
    how: HowToPlay = HowToPlay(),  # noqa: B008 - frozen
    where: WhereItGoes = WhereItGoes(),  # noqa: B008 - frozen
    json_: AsJson = False,
) -> int:
    """Play millions of rounds: what does the table hold, with which error, and how do sessions end?

    Irregularities and shared boxes are not simulated. Ctrl-C ends it early and tells what was played.
    Exit: 0 all rounds played, 2 something cannot be read or done, 130 stopped before the end.

    Example: chapter47 simulate examples/blackjack.toml --rounds 100000000 --seed 1
    """
    from chapter47.cli import show_simulation as shown

    table = read_table(path, json_)
    _check_all(path, rounds, how, where, json_)
    looked_at = bool(where.session or where.records or where.plots)
    order, notes = _request(table, rounds, seed, replace(how, detailed=how.detailed or looked_at), json_)
    try:
        with shown.progress(quiet=json_) as watch:
            found = run_it(
                order, workers=where.workers, cluster=where.cluster, checkpoint=where.checkpoint, watch=watch
            )
    except (CheckpointError, NoClusterError) as error:
        key = "--cluster" if isinstance(error, NoClusterError) else "--checkpoint"
        refuse([{"key": key, "got": str(error), "allowed": "see chapter47 simulate --help"}], json_)
    sessions = _sessions(found, where, json_)
    notes += notes_on(found)
    data = {**figures(found, sessions), "notes": notes}
    is_written = _is_written(path, found, data, sessions, where)
    print_json(data) if json_ else shown.show(str(path), data, notes)
    return UNREADABLE if not is_written else DONE if found.is_whole else STOPPED


def _check_all(table: Path, rounds: int, how: HowToPlay, where: WhereItGoes, json_: bool) -> None:
    """Everything that is wrong with the options, before anything is played."""
    wrong: list[dict[str, str]] = []

    def at_least(key: str, got: int | None, least: int) -> None:
        if got is not None and got < least:
            wrong.append({"key": key, "got": str(got), "allowed": f"{least} or more"})

    at_least("--rounds", rounds, 1)
    at_least("--boxes", how.boxes, 1)
    at_least("--workers", where.workers, 1)
    at_least("--session", where.session, 1)
    at_least("--sample", where.sample, 1)
    if where.session and rounds // where.session not in range(1, MOST_SESSIONS + 1):
        allowed = f"rounds for 1 to {MOST_SESSIONS:,} sessions"
        wrong.append({"key": "--session", "got": f"{rounds // where.session:,} sessions", "allowed": allowed})
    for key, amount in (("--bet", how.bet), ("--bankroll", where.bankroll)):
        if amount is not None and not _is_money(amount):
            wrong.append({"key": key, "got": amount, "allowed": "an amount such as 15 or 2.50"})
    outputs = {"--records": where.records, "--plots": where.plots}
    inputs = (table, how.strategy, how.count, where.checkpoint)
    wrong += [one.data() for one in output_problems(outputs, inputs, force=where.force)]
    wrong += [one.data() for one in output_problems({"--checkpoint": where.checkpoint}, inputs[:3], force=True)]
    wrong += _records_problems(where.records)
    wrong += _plots_problems(where.plots)
    for key, path in (("--records", where.records), ("--plots", where.plots), ("--checkpoint", where.checkpoint)):
        if path is not None and (why := _not_written(path)) and key not in (one["key"] for one in wrong):
            wrong.append({"key": key, "got": f"{path}: {why}", "allowed": "a file that can be written"})
    if wrong:
        refuse(wrong, json_)


def _is_money(text: str) -> bool:
    with suppress(ValueError):
        return cents(text) > 0
    return False


def _not_written(path: Path) -> str:
    """Why nothing can be written there, tried before hours of play."""
    if path.is_dir():
        return "a folder"
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("ab"):
            pass
        beside.unlink()
    except OSError as error:
        return error.strerror or "not writable"
    return ""


def _records_problems(path: Path | None) -> list[dict[str, str]]:
    if path is None:
        return []
    try:
        records.check_records(path)
    except records.RecordsError as error:
        return [{"key": "--records", "got": str(path), "allowed": str(error)}]
    return []


def _plots_problems(path: Path | None) -> list[dict[str, str]]:
    if path is None:
        return []
    from chapter47.blackjack.simulation.report.plots import NoPlotsError, graphs

    try:
        graphs()
    except NoPlotsError as error:
        return [{"key": "--plots", "got": str(path), "allowed": str(error)}]
    return []


def _request(
    table: TableRules, rounds: int, seed: int, how: HowToPlay, json_: bool
) -> tuple[SimulationRequest, list[str]]:
    """What is to be played, and what is to be said about it."""
    spots = least_wagers(table)
    stakes = [(cents(how.bet),) * len(spots) if how.bet else spots] * how.boxes
    notes = check(table).remarks(as_dealt="played")
    try:
        bets_made = [side_bet(table, text) for text in how.side or () if text != "none"]
        refuse_what_the_table_refuses(table, stakes, bets_made)
        strategy = _strategy(table, how.strategy, json_)
        if how.side is None:
            bets = all_side_bets(table, stakes)
            sides = bets.made
            notes += [f"{name} is not bet: {why}" for name, why in bets.left_out.items()]
        else:
            sides = bets_made
        counting = read_count(how.count) if how.count else None
        order = SimulationRequest(table, strategy, rounds, seed, how.fresh, stakes, sides, counting, how.detailed)
        if how.strategy or how.count:
            program = order.program()
            notes += _strange(program, strategy) if how.strategy else ()
    except OtherStrategyError as error:
        refuse([{"key": "--strategy", "got": str(error), "allowed": "a strategy for this game"}], json_)
    except CannotSimulateError as error:
        refuse([{"key": "wagers", "got": str(error), "allowed": "what the table takes"}], json_)
    except CountSystemError as error:
        refuse([one.data() for one in error.problems], json_, str(how.count))
    return order, notes


def _strange(program: Program, strategy: dict[str, Any]) -> Iterator[str]:
    """What the strategy of another game leaves undone here, or tells in vain."""
    asked = {"switch": program.numbers[mem.OFFERS_SWITCH], "rescue": program.numbers[mem.OFFERS_RESCUE]}
    for key, is_asked in asked.items():
        if is_asked and not strategy.get(key):
            yield f"the strategy says nothing of a {key}: none is made"
        elif strategy.get(key) and not is_asked:
            yield f"the strategy tells of a {key}, which this game does not have: it is that of another game"


def _strategy(table: TableRules, path: Path | None, json_: bool) -> dict[str, Any]:
    try:
        if path is None:
            return analyse(table).strategy_data()
        return read_strategy(path).data()
    except NotPricedError as error:
        refuse([{"key": "--strategy", "got": "none", "allowed": f"a strategy file: {error}"}], json_)
    except StrategyFileError as error:
        told = [{"key": one.key, "got": one.got, "allowed": one.allowed} for one in error.problems]
        refuse(told, json_, error.source)


def _sessions(found: Simulation, where: WhereItGoes, json_: bool) -> Sessions | None:
    if not where.session or found.tally.rounds < where.session:
        return None
    bankroll = cents(where.bankroll) if where.bankroll else 100 * sum(map(sum, found.order.wagers))
    return sampled_sessions(found.order, found.tally.rounds, where.session, bankroll)


def _is_written(
    path: Path, found: Simulation, data: dict[str, Any], sessions: Sessions | None, where: WhereItGoes
) -> bool:
    try:
        _write(path, found, data, sessions, where)
    except OSError as error:
        data["notes"].append(f"not written: {error}")
        return False
    return True


def _write(path: Path, found: Simulation, data: dict[str, Any], sessions: Sessions | None, where: WhereItGoes) -> None:
    if where.records:
        records.write_records(where.records, sampled_records(found.order, min(where.sample, found.tally.rounds)))
    if where.plots:
        from chapter47.blackjack.simulation.report.page import write_plots

        write_plots(where.plots, path.name, found, data, sessions)
