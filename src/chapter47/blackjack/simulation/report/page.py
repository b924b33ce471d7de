"""One page of plots about a run."""

from collections import Counter
from pathlib import Path
from typing import Any

from chapter47.blackjack.simulation.report.figures import session_summary, summary
from chapter47.blackjack.simulation.report.plots import (
    bankroll_figure,
    penetration_figure,
    results_figure,
    sessions_figure,
    write_page,
)
from chapter47.blackjack.simulation.run.simulate import Simulation
from chapter47.core.numeric.sessions import Sessions
from chapter47.core.text import percent


def write_plots(path: Path, name: str, found: Simulation, data: dict[str, Any], sessions: Sessions | None) -> None:
    figures = []
    if found.tally.results:
        base, rounds = sum(map(sum, found.order.wagers)), found.tally.rounds
        counted = found.tally.results - Counter({0: found.tally.sat_out})
        results = {net / base: often / rounds for net, often in sorted(counted.items())}
        figures.append(results_figure(results, "How rounds end on the main wager, all boxes together"))
    if data["penetration"]:
        figures.append(penetration_figure(data["penetration"]))
    if sessions is not None:
        figures += [sessions_figure(sessions), bankroll_figure(sessions)]
    rows = {"rounds": f"{data['rounds']:,}", "seed": str(data["seed"]), **_edges(data), **summary(data)}
    if sessions is not None:
        rows |= session_summary(data["sessions"])
    write_page(path, f"Simulation of {name}", rows, figures)


def _edges(data: dict[str, Any]) -> dict[str, str]:
    lines = {"main wager": data}
    for wager, told in data["wagers"].items():
        lines |= {f"{wager} {bet}".strip(): one for bet, one in told.get("bets", {"": told}).items()}
    return {
        f"house edge, {name}": f"{percent(one['house_edge'])} ± {_error(one['standard_error'])}"
        for name, one in lines.items()
        if one["house_edge"] is not None
    }


def _error(error: float | None) -> str:
    return "an unknown error" if error is None else percent(error)
