"""The figures of a simulation, for programs."""

from math import isnan

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.simulation.counting.count_system import CountSystem
from chapter47.blackjack.simulation.kernel.records import SHOE_TENTHS
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.blackjack.simulation.run.tally import BetTotals
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
    """Return all figures of a run; in dollars unless noted otherwise."""
    main, request = run.tally.bets["main"], run.request
    rounds, error = run.tally.rounds, run.mean_error
    data = {
        "rounds": rounds,
        "seed": request.seed,
        "fresh": request.fresh,
        "boxes": len(request.wagers),
        **_edge(run, main),
        "variance": run.variance,
        **_money(run),
        "n0": rounds_to_overcome_chance(run.mean, run.variance_in_cents),
        "n0_95": None if error is None else list(n0_interval(run.mean, error, run.variance_in_cents)),
        "outcomes": outcomes(run),
        "nets": {f"{net / 100:g}": count for net, count in sorted(run.tally.results.items())},
        "rounds_not_in_histogram": sum(run.tally.beyond_table),
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


def _money(run: SimulationRun) -> Json:
    """Return stakes and the house's win in dollars: of all wagers, and of the main wager alone.

    The correlation of two wagers is not counted, so the error of all wagers is the sum of theirs: never too small."""
    rounds, main = run.tally.rounds, run.tally.bets["main"]
    wagers = run.tally.bets.values()
    errors = [wager.standard_error * wager.staked / rounds for wager in wagers if wager.staked]
    win = -sum(wager.net for wager in wagers) / rounds
    return {
        "staked_per_round": sum(wager.staked for wager in wagers) / rounds / 100,
        "house_win_per_100_rounds": win,
        "house_win_per_100_rounds_95": _interval(win, sum(errors) if run.has_error else None),
        "main_staked_per_round": main.staked / rounds / 100,
        "main_house_win_per_100_rounds": -run.mean,
        "main_house_win_per_100_rounds_95": _interval(-run.mean, run.mean_error),
    }


def notes_on(run: SimulationRun) -> list[str]:
    """List what a reader must know to interpret the figures."""
    notes = note_if_stopped(run.tally.rounds, run.request.rounds)
    notes += notes_on_parts(run.tally.shuffles, "one shoe", "shoes")
    if run.request.counting is not None:
        notes += imbalance(run.request.counting, run.request.table)
    return notes


def imbalance(counting: CountSystem, table: TableRules) -> list[str]:
    """Note an unbalanced count; a running count is meant to drift, only true counts need a balance."""
    if counting.rounding == "running":
        return []
    deck = full_set(table, 1)
    drift = sum(counting.tag_of(card) for card in deck)
    if drift and counting.begins_per_deck == -drift:
        return []
    return unbalanced(drift, counting.start_of(table.decks))


def _interval(estimate: float, error: float | None) -> list[float] | None:
    return None if error is None else list(interval(estimate, error))


def _edge(run: SimulationRun, sums: BetTotals) -> Json:
    return _edge_figures(sums.edge, sums.standard_error if run.has_error else None)


def _edge_figures(edge: float, error: float | None) -> Json:
    return line_figures(None if isnan(edge) else edge, error)


def _wagers(run: SimulationRun) -> Json:
    """Return figures by wager; a wager with several bets has `bets`."""
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
    """Return meters; they restart with each block, so what a run paid says little about the long-run cost."""
    error = sums.error_with_meters if run.has_error else None
    return {"with_meter": _edge_figures(sums.edge_with_meters, error)} if sums.meter_rose else {}


def outcomes(run: SimulationRun) -> dict[str, float] | None:
    """Return how often all boxes together win, push and lose on the main wager, or sit out."""
    results, rounds = run.tally.results, run.tally.rounds
    if not results:
        return None
    losses, pushes, wins = run.tally.beyond_table
    return {
        "win": (wins + sum(count for net, count in results.items() if net > 0)) / rounds,
        "push": (pushes + results.get(0, 0) - run.tally.sat_out) / rounds,
        "loss": (losses + sum(count for net, count in results.items() if net < 0)) / rounds,
        "sat_out": run.tally.sat_out / rounds,
    }


def penetration(run: SimulationRun) -> list[Json] | None:
    """Return the edge of rounds by penetration at their start."""
    if not run.tally.tenths or run.request.program().rules.fresh:
        return None
    return [
        {
            "gone": (number + 0.5) / SHOE_TENTHS,
            "rounds": part.rounds,
            "house_edge": -part.net / part.staked,
            "standard_error": part.standard_error if run.has_error else None,
            "staked_per_round": part.staked / part.rounds / 100,
        }
        for number, part in enumerate(run.tally.tenths)
        if part.staked
    ]


def summary(data: JsonMapping) -> dict[str, str]:
    """Return the main figures in words, for the terminal and the page of plots."""
    rows = {
        "boxes": str(data["boxes"]),
        "staked per round": money(data["staked_per_round"]),
        "house wins per 100 rounds": money(data["house_win_per_100_rounds"]),
        "  95 % confidence": between(data["house_win_per_100_rounds_95"], money),
        **(_main_wager_alone(data) if data["wagers"] else {}),
        "variance of a round, in initial wagers": f"{data['variance']:.4f}",
        "N0 (rounds to one standard deviation)": f"{data['n0']:,.0f}" if data["n0"] else "infinite",
        "  95 % confidence ": between(data["n0_95"], "{:,.0f}".format),
        "rounds per second": f"{data['rounds_per_second']:,}",
    }
    if data["outcomes"]:
        chances = {name: percent(chance) for name, chance in data["outcomes"].items()}
        rows["win, push, loss"] = f"{chances['win']}, {chances['push']}, {chances['loss']}"
        if data["outcomes"]["sat_out"]:
            rows["rounds sat out"] = chances["sat_out"]
    if data["rounds_not_in_histogram"]:
        rows["rounds outside the histogram"] = f"{data['rounds_not_in_histogram']:,}"
    if data["rounds_refilled"]:
        rows["rounds in which the shoe ran out"] = f"{data['rounds_refilled']:,}"
    if data["rounds_dealt_again"]:
        rows["rounds dealt again because the shoe was empty"] = f"{data['rounds_dealt_again']:,}"
    return rows


def _main_wager_alone(data: JsonMapping) -> dict[str, str]:
    return {
        "  main wager alone, staked": money(data["main_staked_per_round"]),
        "  main wager alone, house wins": money(data["main_house_win_per_100_rounds"]),
        "  95 % confidence  ": between(data["main_house_win_per_100_rounds_95"], money),
    }
