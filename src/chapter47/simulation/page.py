"""One page of plots about a run."""

import json
from pathlib import Path
from typing import Any

from chapter47.simulation.plots import (
    bankroll_figure,
    penetration_figure,
    results_figure,
    sessions_figure,
    write_page,
)
from chapter47.simulation.sessions import Sessions
from chapter47.simulation.simulate import Simulation


def write_plots(path: Path, name: str, found: Simulation, data: dict[str, Any], sessions: Sessions | None) -> None:
    figures = []
    if found.tally.results:
        staked, rounds = found.tally.lines["main"].staked / found.tally.rounds, found.tally.rounds
        results = {net / staked: often / rounds for net, often in sorted(found.tally.results.items())}
        figures.append(results_figure(results, "How rounds end on the main wager, all boxes together"))
    if data["penetration"]:
        figures.append(penetration_figure(data["penetration"]))
    if sessions is not None:
        figures += [sessions_figure(sessions), bankroll_figure(sessions)]
    told = {key: data[key] for key in data if key != "penetration"}
    write_page(path, f"Simulation of {name}", json.dumps(told, indent=2), figures)
