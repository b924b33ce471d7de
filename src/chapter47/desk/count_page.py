"""The analysis of a count as a page of plots: frequency, advantage, bets, and the results of a sweep."""

from pathlib import Path

from chapter47.core.json_object import Json
from chapter47.core.numeric.confidence import SURE
from chapter47.core.numeric.plots import Figure, graphs, titled, write_page
from chapter47.core.text import rate

SELDOM = 0.0005
"""Rarer counts are left out of the plots."""


def write_count_page(path: Path, name: str, data: Json) -> None:
    rows = {
        "count": data["count"],
        "rounds": f"{data['rounds']:,}",
        "SCORE": _shown(data["score"]),
        "N0": _shown(data["n0"]),
        "win per 100 rounds": _shown(data["win_per_100"]),
        "risk of ruin": _shown(data["risk_of_ruin"]),
    }
    plots = [_frequency(data), _advantage(data), _bets(data)]
    if data.get("sweep"):
        plots.append(_sweep(data["sweep"]))
    write_page(path, f"{name}: {data['count']}", rows, plots)


def _shown(figure: Json) -> str:
    if figure["value"] is None:
        return "none"
    ends = (
        "" if figure["low"] is None or figure["high"] is None else f" ({figure['low']:,.4g} to {figure['high']:,.4g})"
    )
    return f"{figure['value']:,.4g}{ends}"


def _often(data: Json) -> list[Json]:
    return [row for row in data["by_count"] if row["frequency"] >= SELDOM]


def _frequency(data: Json) -> Figure:
    figure = graphs().Figure()
    rows = _often(data)
    figure.add_bar(x=[row["count"] for row in rows], y=[row["frequency"] for row in rows])
    return titled(figure, "How often a round begins at each count", "count", "share of rounds", ".1%")


def _advantage(data: Json) -> Figure:
    figure = graphs().Figure()
    rows = _often(data)
    figure.add_scatter(
        x=[row["count"] for row in rows],
        y=[row["advantage"] for row in rows],
        error_y={"type": "data", "array": [SURE * (row["standard_error"] or 0.0) for row in rows]},
        mode="markers",
    )
    return titled(figure, "Advantage by count, with 95 % intervals", "count", "player's advantage", ".1%")


def _bets(data: Json) -> Figure:
    figure = graphs().Figure()
    rows = [row for row in data["ramp"] if row["frequency"] >= SELDOM]
    counts = [row["count"] for row in rows]
    figure.add_bar(x=counts, y=[row["bet"] for row in rows], name="as bet")
    figure.add_scatter(x=counts, y=[row["optimal_bet"] for row in rows], name="optimal", mode="lines+markers")
    return titled(figure, "Bet by count", "count", "dollars on each box", ",.0f")


def _sweep(rows: list[Json]) -> Figure:
    figure = graphs().Figure()
    names = [_name(row) for row in rows]
    value = [row["c_score"]["value"] for row in rows]
    above = [(row["c_score"]["high"] or row["c_score"]["value"]) - row["c_score"]["value"] for row in rows]
    below = [row["c_score"]["value"] - (row["c_score"]["low"] or 0.0) for row in rows]
    figure.add_bar(x=names, y=value, error_y={"type": "data", "array": above, "arrayminus": below})
    return titled(figure, "c-SCORE by penetration, boxes and spread", "", "c-SCORE", ",.0f")


def _name(row: Json) -> str:
    dealt = "" if row["penetration"] is None else f"{rate(row['penetration'])}, "
    return f"{dealt}{row['boxes']} box{'es' if row['boxes'] > 1 else ''}, 1 to {row['spread']:g}"
