"""The part `simulation` of craps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import amount
from chapter47.core.numeric.confidence import note_if_stopped, notes_on_parts
from chapter47.core.numeric.plots import check_plots
from chapter47.core.numeric.sessions import sessions_in_words
from chapter47.core.numeric.simulated_bets import (
    SimulatedBets,
    edge_in_words,
    meaningless,
    sessions_of,
    texts_of_bets,
)
from chapter47.core.simulating import RunProgress, SimulationOptions, Simulator, Watch
from chapter47.core.tablefile.problems import TableFileError
from chapter47.craps.posting import NAME, CrapsPosting
from chapter47.craps.simulation import run
from chapter47.craps.simulation.run import CrapsSimulation, results_of_rounds
from chapter47.craps.simulation.standing_bets import StandingBet, read_bets, shooters
from chapter47.craps.wagers import WAGERS, stake_at_least

NOT_FOR_CRAPS: Final = ("fresh", "strategy", "count", "boxes")


@dataclass(frozen=True)
class SimulatedCraps(SimulatedBets):
    """The results, with those of each player if there are several."""

    run: CrapsSimulation

    def data(self) -> Json:
        players = self.run.tables.players
        by_player = {"players": {player: self._player(player) for player in players}} if len(players) > 1 else {}
        return {**super().data(), **by_player}

    def _player(self, player: str) -> Json:
        came, tables = self.run, self.run.tables
        places = came.places_of(player)
        results = results_of_rounds(tables, came.seed, came.counted.rounds, tables.net_of(player))
        at_stake = sum(tables.bets[place].amount for place in places)
        sessions = sessions_of(results, came, self.options, at_stake)
        figures = {**came.figures(places), "wagers": came.by_wager(places)}
        return {**figures, **({"sessions": sessions.data()} if sessions else {})}


def simulate(table: CrapsPosting, options: SimulationOptions, watch: Watch) -> SimulatedCraps:
    """Simulate: players bet whenever allowed; the dice pass among those who back the line."""
    bets = _bets(table, options)

    def tell(so_far: CrapsSimulation) -> None:
        edge, error = (so_far.line(*so_far.bets_on_main_wager())[key] for key in ("house_edge", "standard_error"))
        if edge is not None:
            watch(RunProgress(so_far.counted.rounds, options.rounds, edge, error))

    came = run.simulate(
        table,
        bets,
        options.rounds,
        options.seed,
        workers=options.workers,
        cluster=options.cluster,
        checkpoint=options.checkpoint,
        watch=tell,
    )
    return SimulatedCraps(came, options, _notes(came), _own_summary(came.own_figures()))


def _notes(came: CrapsSimulation) -> list[str]:
    bets, players = came.tables.bets, came.tables.players
    notes = note_if_stopped(came.counted.rounds, came.rounds)
    notes += [
        f"bets {f'of {player} ' if len(players) > 1 else ''}made whenever allowed: {_listed(bets, player)}"
        for player in players
    ]
    in_turn = shooters(bets)
    if not in_turn:
        notes.append("another player shoots and backs the line")
    elif len(players) > 1:
        notes.append(f"the dice pass in turn: {', '.join(in_turn)}")
    return [*notes, *notes_on_parts(came.counted.parts, "one stretch of throws", "stretches of throws")]


def _listed(bets: Sequence[StandingBet], player: str) -> str:
    return ", ".join(f"{bet.name}={amount(bet.amount)}" for bet in bets if bet.player == player)


def _bets(table: CrapsPosting, options: SimulationOptions) -> list[StandingBet]:
    """Return the named bets, or pass for the table's minimum."""
    texts = texts_of_bets(options) or [f"pass={amount(stake_at_least(table, WAGERS['pass'], 0))}"]
    bets, problems = read_bets(table, texts)
    if problems := [*meaningless(options, NOT_FOR_CRAPS, NAME), *problems]:
        raise TableFileError(problems, "")
    return bets


def summary(data: JsonMapping) -> dict[str, str]:
    return {**_own_summary(data), **_players(data.get("players", {}))}


def _own_summary(data: JsonMapping) -> dict[str, str]:
    return {
        "rolls": f"{data['rolls']:,}",
        "shooters": f"{data['shooters']:,}",
        "rolls per second": f"{data['rolls_per_second']:,}",
    }


def _players(players: Mapping[str, JsonMapping]) -> dict[str, str]:
    return {f"house edge, bets of {name}": edge_in_words(line) for name, line in players.items()}


SIMULATOR: Final = Simulator[CrapsPosting](
    simulate=simulate,
    check_plots=check_plots,
    summary=summary,
    session_summary=sessions_in_words,
    bets_by_name=True,
)
