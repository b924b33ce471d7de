"""One page of plots about a run."""

from collections import Counter
from pathlib import Path

from chapter47.blackjack.simulation.report.figures import summary
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.core.json_object import Json
from chapter47.core.numeric.plots import (
    bankroll_figure,
    edges_figure,
    edges_in_words,
    edges_of,
    penetration_figure,
    results_figure,
    sessions_figure,
    write_page,
)
from chapter47.core.numeric.sessions import Sessions, sessions_in_words


def write_plots(path: Path, name: str, run: SimulationRun, data: Json, sessions: Sessions | None) -> None:
    figures = []
    if run.tally.results:
        base, rounds = sum(map(sum, run.request.wagers)), run.tally.rounds
        counted = run.tally.results - Counter({0: run.tally.sat_out})
        results = {net / base: count / rounds for net, count in sorted(counted.items())}
        figures.append(results_figure(results, "How rounds end on the main wager, all boxes together"))
    if data["penetration"]:
        figures.append(penetration_figure(data["penetration"]))
    if sessions is not None:
        figures += [sessions_figure(sessions), bankroll_figure(sessions)]
    edges = edges_of(data)
    figures.append(edges_figure(edges))
    rows = {"rounds": f"{data['rounds']:,}", "seed": str(data["seed"]), **edges_in_words(edges), **summary(data)}
    if sessions is not None:
        rows |= sessions_in_words(data["sessions"])
    write_page(path, f"Simulation of {name}", rows, figures)
