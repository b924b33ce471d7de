"""The text output of `simulate`: a progress bar and the results."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chapter47.core.json_object import Json
from chapter47.core.numeric.confidence import SURE
from chapter47.core.numeric.simulated_bets import ALL_BETS
from chapter47.core.simulating import RunProgress, Simulator, Watch
from chapter47.core.text import money, percent, rate
from chapter47.library.simulation_plan import SimulationPlan
from chapter47.library.simulations import Simulation
from chapter47.terminal.console import Rows, Terminal, escape


@contextmanager
def progress(*, quiet: bool) -> Iterator[Watch]:
    """Show a bar on the error stream with the running estimate; the last line stays."""
    console = Terminal(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as bar:
        task = bar.add_task("rounds", total=None)
        shown_at = 0.0

        def watch(reached: RunProgress) -> None:
            nonlocal shown_at
            if monotonic() - shown_at < 0.2:
                return
            shown_at = monotonic()
            error = "" if reached.standard_error is None else f" ± {percent(SURE * reached.standard_error)}"
            text = f"house edge {percent(reached.house_edge)}{error}"
            bar.update(task, total=reached.rounds, completed=reached.played, description=text)

        yield watch


def show(name: str, simulation: Simulation, simulator: Simulator[Any]) -> None:
    console, data = Terminal(), simulation.to_dict()
    console.print(_edges(name, data))
    console.print(_figures(simulator.summary(data)))
    if data.get("penetration"):
        console.print(_penetration(data["penetration"]))
    if "sessions" in data:
        console.print(_sessions(data["sessions"], simulator.session_summary(data["sessions"])))
    for note in data["notes"]:
        console.print(f"note: {note}", highlight=False, markup=False)


def show_plan(plan: SimulationPlan) -> None:
    """Show what a long run takes."""
    console = Terminal()
    rows = {
        "rounds": f"{plan.rounds:,}",
        "blocks": f"{plan.blocks:,} of {plan.rounds_per_block:,} rounds",
        "pace of one worker": f"{plan.rounds_per_second:,} rounds per second (measured on {plan.rounds_measured:,})",
        **{
            f"hours with {number} worker{'' if number == '1' else 's'}": f"{hours:,.2f}"
            for number, hours in plan.hours.items()
        },
        "workers that one run can use": f"{plan.most_workers:,}",
        "standard error": "unknown" if plan.standard_error is None else f"{plan.standard_error:.3g}",
        "a checkpoint": (
            f"{plan.checkpoint.bytes:,} bytes, {1000 * plan.checkpoint.seconds:.1f} ms every "
            f"{plan.checkpoint.every_seconds:g} s"
        ),
    }
    console.print(_figures(rows))
    for note in plan.notes:
        console.print(f"note: {note}", highlight=False, markup=False)


def _edges(name: str, data: Json) -> Rows:
    kind = ", a fresh shoe every round" if data.get("fresh") else ", from the shoe" if "fresh" in data else ""
    title = f"{escape(name)}: {data['rounds']:,} rounds{kind}, seed {data['seed']}"
    table = Rows("wager", title=title, title_justify="left")
    for column in ("house edge", "standard error", "95 % confidence"):
        table.add_column(column, justify="right")
    if "all_bets" not in data:
        table.add_row("main wager", *_edge(data))
    for wager, result in data["wagers"].items():
        for bet, line in result.get("bets", {"": result}).items():
            table.add_row(escape(f"{wager} {bet}".strip()), *_edge(line))
            if "with_meter" in line:
                table.add_row(escape(f"{wager}, with what the meter added"), *_edge(line["with_meter"]))
    if "all_bets" in data and table.row_count > 1:
        table.add_row(ALL_BETS, *_edge(data["all_bets"]))
    return table


def _edge(line: Json) -> tuple[str, ...]:
    if line["house_edge"] is None:
        return ("never decided", "", "")
    if line["standard_error"] is None:
        return (percent(line["house_edge"]), "unknown", "unknown")
    low, high = line["confidence_95"]
    return (
        percent(line["house_edge"]),
        percent(line["standard_error"]),
        f"{percent(low)} to {percent(high)}",
    )


def _figures(summary: Mapping[str, str]) -> Table:
    table = Table.grid(padding=(0, 2))
    for key, value in summary.items():
        table.add_row(key, value)
    return table


def _penetration(rows: list[Json]) -> Rows:
    table = Rows(title="by penetration", title_justify="left")
    for column in ("penetration", "rounds", "house edge", "standard error", "staked"):
        table.add_column(column, justify="right")
    for row in rows:
        half = 0.5 / 10
        table.add_row(
            f"{rate(row['gone'] - half)} to {rate(row['gone'] + half)}",
            f"{row['rounds']:,}",
            percent(row["house_edge"]),
            "unknown" if row["standard_error"] is None else percent(row["standard_error"]),
            money(row["staked_per_round"]),
        )
    return table


def _sessions(result: Json, summary: Mapping[str, str]) -> Rows:
    title = f"{result['sessions']:,} sessions of {result['rounds_each']:,} rounds, bankroll {money(result['bankroll'])}"
    table = Rows(title=title, title_justify="left", show_header=False)
    for key, value in summary.items():
        table.add_row(key, value)
    return table
