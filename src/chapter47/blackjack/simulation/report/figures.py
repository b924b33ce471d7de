"""The figures of a simulation, for programs."""

from math import isnan

from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.simulation.counting.count_system import CountSystem
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.blackjack.simulation.run.tally import BetTotals
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.count_file import unbalanced
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.numeric.confidence import (
    between,
    interval,
    line_figures,
    n0_interval,
    note_if_stopped,
    notes_on_parts,
    rounds_to_overcome_chance,
    ruin_forever,
    ruin_interval,
)
from chapter47.core.numeric.sessions import Sessions
from chapter47.core.text import money, percent


def figures(run: SimulationRun, sessions: Sessions | None = None) -> Json:
    """All figures of a run; dollars where not said otherwise."""
    main, request = run.tally.bets["main"], run.request
    rounds, error = run.tally.rounds, run.mean_error
    data = {
        "rounds": rounds,
        "seed": request.seed,
        "fresh": request.fresh,
        "boxes": len(request.wagers),
        **_edge(run, main),
        "variance": run.variance,
        "staked_per_round": main.staked / rounds / 100,
        "house_win_per_100_rounds": -run.mean,
        "house_win_per_100_rounds_95": _interval(-run.mean, run.mean_error),
        **_under_the_old_name(run),
        "n0": rounds_to_overcome_chance(run.mean, run.variance_in_cents),
        "n0_95": None if error is None else list(n0_interval(run.mean, error, run.variance_in_cents)),
        "outcomes": outcomes(run),
        "rounds_not_in_histogram": sum(run.tally.untold),
        "shoes": run.tally.shoes,
        "rounds_dealt_again": run.tally.abandoned,
        "rounds_refilled": run.tally.refilled if run.tally.tenths else None,
        "wagers": _wagers(run),
        "penetration": penetration(run),
        "rounds_per_second": round(run.rounds_per_second),
        "seconds": round(run.seconds, 3),
        "whole": run.is_whole,
    }
    if sessions is not None:
        forever = ruin_forever(run.mean, run.variance_in_cents, sessions.bankroll)
        session_figures = {**sessions.data(), "risk_of_ruin_forever": forever, "risk_of_ruin_forever_95": None}
        if error is not None:
            ends = ruin_interval(run.mean, error, run.variance_in_cents, sessions.bankroll)
            session_figures["risk_of_ruin_forever_95"] = list(ends)
        data["sessions"] = session_figures
    return data


def _under_the_old_name(run: SimulationRun) -> Json:
    """Hold is what is won of the drop, which no simulation knows; the keys stay for scripts that read them."""
    return {
        "hold_per_100_rounds": -run.mean,
        "hold_per_100_rounds_95": _interval(-run.mean, run.mean_error),
    }


def notes_on(run: SimulationRun) -> list[str]:
    """What a reader must know to take the figures for what they are."""
    notes = note_if_stopped(run.tally.rounds, run.request.rounds)
    notes += notes_on_parts(run.tally.shuffles, "one shoe", "shoes")
    if run.request.counting is not None:
        notes += imbalance(run.request.counting, run.request.table)
    return notes


def imbalance(counting: CountSystem, table: TableRules) -> list[str]:
    return unbalanced(sum(counting.tags[card.rank] for card in full_set(table, 1)), counting.begins)


def _interval(estimate: float, error: float | None) -> list[float] | None:
    return None if error is None else list(interval(estimate, error))


def _edge(run: SimulationRun, sums: BetTotals) -> Json:
    return _edge_figures(sums.edge, sums.standard_error if run.has_error else None)


def _edge_figures(edge: float, error: float | None) -> Json:
    return line_figures(None if isnan(edge) else edge, error)


def _wagers(run: SimulationRun) -> Json:
    """By wager; a wager of several bets has `bets`."""
    wagers: Json = {}
    for name in run.request.table.wagers:
        bets = {
            bet.removeprefix(name).strip(): {**_edge(run, sums), "decided": sums.wagers, **_meters(run, sums)}
            for bet, sums in run.tally.bets.items()
            if bet.split(" ")[0] == name
        }
        if bets:
            wagers[name] = bets.get("", {"bets": bets})
    return wagers


def _meters(run: SimulationRun, sums: BetTotals) -> Json:
    """A meter begins anew with each block, so what was paid in a run says little of what the wager costs for long."""
    error = sums.error_with_meters if run.has_error else None
    return {"with_meter": _edge_figures(sums.edge_with_meters, error)} if sums.meter_rose else {}


def outcomes(run: SimulationRun) -> dict[str, float] | None:
    """How often all boxes together win, push and lose on the main wager, or sit the round out."""
    results, rounds = run.tally.results, run.tally.rounds
    if not results:
        return None
    losses, pushes, wins = run.tally.untold
    return {
        "win": (wins + sum(count for net, count in results.items() if net > 0)) / rounds,
        "push": (pushes + results.get(0, 0) - run.tally.sat_out) / rounds,
        "loss": (losses + sum(count for net, count in results.items() if net < 0)) / rounds,
        "sat_out": run.tally.sat_out / rounds,
    }


def penetration(run: SimulationRun) -> list[Json] | None:
    """The edge of the rounds that began when so much of the shoe was gone."""
    if not run.tally.tenths or run.request.program().numbers[mem.FRESH]:
        return None
    return [
        {
            "gone": (number + 0.5) / mem.SHOE_TENTHS,
            "rounds": part.rounds,
            "house_edge": -part.net / part.staked,
            "standard_error": part.standard_error if run.has_error else None,
            "staked_per_round": part.staked / part.rounds / 100,
        }
        for number, part in enumerate(run.tally.tenths)
        if part.staked
    ]


def summary(data: JsonMapping) -> dict[str, str]:
    """The main figures in words, for the terminal and the page of plots."""
    rows = {
        "boxes": str(data["boxes"]),
        "staked per round": money(data["staked_per_round"]),
        "the house wins per 100 rounds": money(data["house_win_per_100_rounds"]),
        "  95 % confidence": between(data["house_win_per_100_rounds_95"], money),
        "variance of a round, in first wagers": f"{data['variance']:.4f}",
        "N0, rounds": f"{data['n0']:,.0f}" if data["n0"] else "without end",
        "  95 % confidence ": between(data["n0_95"], "{:,.0f}".format),
        "rounds per second": f"{data['rounds_per_second']:,}",
    }
    if data["outcomes"]:
        chances = {name: percent(chance) for name, chance in data["outcomes"].items()}
        rows["win, push, loss"] = f"{chances['win']}, {chances['push']}, {chances['loss']}"
        if data["outcomes"]["sat_out"]:
            rows["rounds sat out"] = chances["sat_out"]
    if data["rounds_not_in_histogram"]:
        rows["rounds with results too many to be told apart"] = f"{data['rounds_not_in_histogram']:,}"
    if data["rounds_refilled"]:
        rows["rounds in which the shoe ran out"] = f"{data['rounds_refilled']:,}"
    if data["rounds_dealt_again"]:
        rows["rounds dealt again, the shoe being empty"] = f"{data['rounds_dealt_again']:,}"
    return rows
