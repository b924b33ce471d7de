"""Plots of a run as a page. Plotly's own code is in one file beside it, which pages in the same folder share."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from chapter47.core.errors import NotPossibleError
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.numeric.confidence import SURE
from chapter47.core.numeric.sessions import PERCENTILES, Sessions
from chapter47.core.text import percent

SCRIPT: Final = "plotly.min.js"


Figure = Any
"""Plotly has no types, and is loaded only when something is drawn."""


class NoPlotsError(NotPossibleError):
    """Plotly is not installed."""

    key = "plots"


def check_plots() -> None:
    """Raise if plots cannot be made here."""
    graphs()


def graphs() -> Any:
    try:
        from plotly import graph_objects
    except ImportError as error:
        raise NoPlotsError("plots need Plotly: install chapter47[plots]") from error
    return graph_objects


def write_page(path: Path, title: str, rows: dict[str, str], figures: list[Figure]) -> None:
    """Write the page atomically, and the script beside it once for all pages."""
    parts = [figure.to_html(full_html=False, include_plotlyjs=False, default_height="420px") for figure in figures]
    _write_script(path.with_name(SCRIPT))
    style = "body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto}td{padding:.1rem 1rem}"
    cells = "".join(f"<tr><td>{escape(key)}</td><td>{escape(value)}</td></tr>" for key, value in rows.items())
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<style>{style}</style><script src="{SCRIPT}"></script></head>'
        f"<body><h1>{escape(title)}</h1><table>{cells}</table>{''.join(parts)}"
        "</body></html>"
    )
    _write_whole(path, page)


def _write_script(path: Path) -> None:
    from plotly.offline import get_plotlyjs

    script = str(get_plotlyjs())
    if not path.exists() or path.stat().st_size != len(script.encode()):
        _write_whole(path, script)


def _write_whole(path: Path, text: str) -> None:
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def penetration_figure(rows: list[Json]) -> Figure:
    """Plot the edge of rounds by penetration at their start."""
    go = graphs()
    errors = [SURE * (row["standard_error"] or 0.0) for row in rows]
    figure = go.Figure()
    figure.add_scatter(
        x=[row["gone"] for row in rows],
        y=[row["house_edge"] for row in rows],
        error_y={"type": "data", "array": errors},
        mode="markers",
        name="house edge",
    )
    figure.update_xaxes(tickformat=".0%")
    return titled(figure, "House edge by penetration", "penetration", "house edge", ".2%")


def edges_of(data: JsonMapping, main: str = "main wager") -> dict[str, JsonMapping]:
    """Return the results of all bets together and of each wager by name, leaving out undecided ones."""
    lines: dict[str, JsonMapping] = {main: data}
    for wager, wager_data in data["wagers"].items():
        lines |= {f"{wager} {bet}".strip(): line for bet, line in wager_data.get("bets", {"": wager_data}).items()}
    return {name: line for name, line in lines.items() if line["house_edge"] is not None}


def edges_in_words(edges: Mapping[str, JsonMapping]) -> dict[str, str]:
    def error(line: JsonMapping) -> str:
        return "unknown error" if line["standard_error"] is None else percent(line["standard_error"])

    return {f"house edge, {name}": f"{percent(line['house_edge'])} ± {error(line)}" for name, line in edges.items()}


def edges_figure(edges: Mapping[str, JsonMapping]) -> Figure:
    """Plot the house edge of each wager with its 95 % interval."""
    go = graphs()
    figure = go.Figure()
    figure.add_scatter(
        x=list(edges),
        y=[line["house_edge"] for line in edges.values()],
        error_y={"type": "data", "array": [SURE * (line["standard_error"] or 0.0) for line in edges.values()]},
        mode="markers",
        name="house edge",
    )
    return titled(figure, "House edge by wager, with 95 % intervals", "wager", "house edge", ".2%")


def results_figure(
    results: dict[float, float], title: str, unit: str = "net result, in units of the base wager"
) -> Figure:
    """Plot how often a round ends in each net result."""
    go = graphs()
    figure = go.Figure()
    figure.add_bar(x=list(results), y=list(results.values()))
    return titled(figure, title, unit, "share of rounds", ".1%")


def sessions_figure(sessions: Sessions) -> Figure:
    go = graphs()
    figure = go.Figure()
    figure.add_histogram(x=(sessions.results / 100).tolist(), nbinsx=120, histnorm="probability")
    title = f"Result of a session of {sessions.length:,} rounds"
    return titled(figure, title, "dollars won or lost", "share of sessions", ".1%")


def bankroll_figure(sessions: Sessions) -> Figure:
    go = graphs()
    figure = go.Figure()
    at = sessions.stops.tolist()
    for path in sessions.paths:
        line = {"width": 1, "color": "rgba(120,120,120,0.4)"}
        figure.add_scatter(x=at, y=(path / 100).tolist(), mode="lines", line=line, showlegend=False)
    for number, level in enumerate(PERCENTILES):
        figure.add_scatter(x=at, y=(sessions.bands[:, number] / 100).tolist(), mode="lines", name=f"{level} %")
    return titled(figure, "Bankroll over a session, by percentile", "rounds", "dollars won or lost", ",.0f")


def titled(figure: Figure, title: str, x: str, y: str, form: str) -> Figure:
    figure.update_layout(title=title, xaxis_title=x, yaxis_title=y, yaxis_tickformat=form, template="plotly_white")
    return figure
