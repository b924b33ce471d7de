"""The figures of a simulation, for programs."""

from math import isnan
from typing import Any, Final

from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.run.simulate import Simulation
from chapter47.blackjack.simulation.run.tally import BetTotals
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.numeric.sessions import Sessions, rounds_to_overcome_chance, ruin_forever
from chapter47.core.text import percent

SURE: Final = 1.959963984540054
"""So many standard errors to either side hold the true value 95 times in a hundred."""


def figures(found: Simulation, sessions: Sessions | None = None) -> dict[str, Any]:
    """All figures of a run; dollars where not said otherwise."""
    main, order = found.tally.lines["main"], found.order
    rounds = found.tally.rounds
    data = {
        "rounds": rounds,
        "seed": order.seed,
        "fresh": order.fresh,
        "boxes": len(order.wagers),
        **_line(main),
        "variance": found.variance,
        "staked_per_round": main.staked / rounds / 100,
        "hold_per_100_rounds": -100 * main.net / rounds / 100,
        "n0": rounds_to_overcome_chance(found.mean, found.variance_in_cents),
        "outcomes": outcomes(found),
        "rounds_not_in_histogram": sum(found.tally.untold),
        "shoes": found.tally.shoes,
        "rounds_dealt_again": found.tally.abandoned,
        "rounds_refilled": found.tally.refilled if found.tally.slices else None,
        "wagers": _wagers(order.table, {name: sums for name, sums in found.tally.lines.items() if name != "main"}),
        "penetration": penetration(found),
        "rounds_per_second": round(found.rounds_per_second),
        "seconds": round(found.seconds, 3),
        "whole": found.is_whole,
    }
    if sessions is not None:
        forever = ruin_forever(found.mean, found.variance_in_cents, sessions.bankroll)
        data["sessions"] = {**sessions.data(), "risk_of_ruin_forever": forever}
    return data


def _line(sums: BetTotals) -> dict[str, Any]:
    return _told(sums.edge, sums.standard_error)


def _told(edge: float, error: float) -> dict[str, Any]:
    if isnan(edge) or isnan(error):
        return {"house_edge": None, "standard_error": None, "confidence_95": None}
    return {
        "house_edge": edge,
        "standard_error": error,
        "confidence_95": [edge - SURE * error, edge + SURE * error],
    }


def _wagers(table: TableRules, lines: dict[str, BetTotals]) -> dict[str, Any]:
    """By wager; a wager of several bets has `bets`."""
    found: dict[str, Any] = {}
    for name in table.wagers:
        bets = {line.removeprefix(name).strip(): sums for line, sums in lines.items() if line.split(" ")[0] == name}
        told = {bet: {**_line(sums), "decided": sums.wagers, **_meters(sums)} for bet, sums in bets.items()}
        if told:
            found[name] = told.get("", {"bets": told})
    return found


def _meters(sums: BetTotals) -> dict[str, Any]:
    """A meter begins anew with each block, so what was paid in a run says little of what the wager costs for long."""
    return {"with_meter": _told(sums.edge_with_meters, sums.error_with_meters)} if sums.meter_rose else {}


def outcomes(found: Simulation) -> dict[str, float] | None:
    """How often all boxes together win, push and lose on the main wager."""
    results, rounds = found.tally.results, found.tally.rounds
    if not results:
        return None
    losses, pushes, wins = found.tally.untold
    return {
        "win": (wins + sum(often for net, often in results.items() if net > 0)) / rounds,
        "push": (pushes + results.get(0, 0)) / rounds,
        "loss": (losses + sum(often for net, often in results.items() if net < 0)) / rounds,
    }


def penetration(found: Simulation) -> list[dict[str, Any]] | None:
    """The edge of the rounds that began when so much of the shoe was gone."""
    if not found.tally.slices or found.order.program().numbers[mem.FRESH]:
        return None
    return [
        {
            "gone": (number + 0.5) / mem.SHOE_TENTHS,
            "rounds": part.rounds,
            "house_edge": -part.net / part.staked,
            "standard_error": part.standard_error,
            "staked_per_round": part.staked / part.rounds / 100,
        }
        for number, part in enumerate(found.tally.slices)
        if part.staked
    ]


def summary(data: dict[str, Any]) -> dict[str, str]:
    """The main figures in words, for the terminal and the page of plots."""
    rows = {
        "boxes": str(data["boxes"]),
        "staked per round": f"${data['staked_per_round']:,.2f}",
        "the house holds per 100 rounds": f"${data['hold_per_100_rounds']:,.2f}",
        "variance of a round, in first wagers": f"{data['variance']:.4f}",
        "N0, rounds": f"{data['n0']:,.0f}" if data["n0"] else "without end",
        "rounds per second": f"{data['rounds_per_second']:,}",
    }
    if data["outcomes"]:
        rows["win, push, loss"] = ", ".join(percent(chance, 2) for chance in data["outcomes"].values())
    if data["rounds_not_in_histogram"]:
        rows["rounds with results too many to be told apart"] = f"{data['rounds_not_in_histogram']:,}"
    if data["rounds_refilled"]:
        rows["rounds in which the shoe ran out"] = f"{data['rounds_refilled']:,}"
    if data["rounds_dealt_again"]:
        rows["rounds dealt again, the shoe being empty"] = f"{data['rounds_dealt_again']:,}"
    return rows


def session_summary(told: dict[str, Any]) -> dict[str, str]:
    levels = {f"{level} % end at or below": f"${at:,.2f}" for level, at in told["percentiles"].items()}
    return {
        "mean result": f"${told['mean']:,.2f}",
        "standard deviation": f"${told['standard_deviation']:,.2f}",
        "ahead, even, behind": f"{percent(told['ahead'], 2)}, {percent(told['even'], 2)}, {percent(told['behind'], 2)}",
        **levels,
        "bankroll lost in the session": " ± ".join(
            percent(told[key], 3) for key in ("risk_of_ruin", "risk_of_ruin_standard_error")
        ),
        "bankroll lost sooner or later": percent(told["risk_of_ruin_forever"], 3),
    }
