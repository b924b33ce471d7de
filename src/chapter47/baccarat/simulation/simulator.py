"""The part `simulation` of baccarat."""

from typing import Final

from chapter47.baccarat.posting import NAME, BaccaratTable
from chapter47.baccarat.simulation import run
from chapter47.baccarat.simulation.run import BaccaratRequest, BaccaratSimulation
from chapter47.baccarat.simulation.staking import (
    CountSystem,
    RoundBet,
    ramp_problems,
    read_bets,
    read_count,
    usual_bets,
)
from chapter47.core.count_file import unbalanced
from chapter47.core.errors import Problem
from chapter47.core.json_object import JsonMapping
from chapter47.core.money import amount
from chapter47.core.numeric.confidence import note_if_stopped, notes_on_parts
from chapter47.core.numeric.plots import check_plots
from chapter47.core.numeric.sessions import sessions_in_words
from chapter47.core.numeric.simulated_bets import SimulatedBets, meaningless, texts_of_bets
from chapter47.core.simulating import RunProgress, SimulationOptions, Simulator, Watch
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import rate

NOT_FOR_BACCARAT: Final = ("strategy", "boxes")


def simulate(table: BaccaratTable, options: SimulationOptions, watch: Watch) -> SimulatedBets:
    """Simulate the same bets in every round, or bets that follow a count."""
    request = _request(table, options)

    def tell(so_far: BaccaratSimulation) -> None:
        edge, error = (so_far.line(*so_far.bets_on_main_wager())[key] for key in ("house_edge", "standard_error"))
        if edge is not None:
            watch(RunProgress(so_far.counted.rounds, options.rounds, edge, error))

    came = run.simulate(
        request,
        options.rounds,
        workers=options.workers,
        cluster=options.cluster,
        checkpoint=options.checkpoint,
        watch=tell,
    )
    return SimulatedBets(came, options, _notes(came), _own_summary(came.own_figures()))


def _request(table: BaccaratTable, options: SimulationOptions) -> BaccaratRequest:
    """Parse `banker=25,tie=5`; by default every wager for the table's minimum."""
    counting = read_count(options.count) if options.count else None
    bets, problems = read_bets(table, texts_of_bets(options) or usual_bets(table))
    if not bets and not problems:
        problems.append(Problem("offers", ", ".join(table.offers), "a wager of 3.2(a)", "19:47-3.2(b)"))
    problems += ramp_problems(table, bets, counting) if counting else []
    if problems := [*meaningless(options, NOT_FOR_BACCARAT, NAME), *problems]:
        raise TableFileError(problems, "")
    return BaccaratRequest(table, tuple(bets), options.seed, options.fresh, counting, options.detailed)


def _notes(came: BaccaratSimulation) -> list[str]:
    request = came.request
    notes = note_if_stopped(came.counted.rounds, came.rounds)
    notes.append(f"{_when(request.counting)}: {', '.join(map(_bet_in_words, request.bets))}")
    if len(request.table.rates) > 1:
        notes.append(f"the fee differs by seat: {rate(float(request.table.rate()))} is used here")
    if request.counting is not None:
        notes += unbalanced(request.counting.of_a_deck, request.counting.begins)
    return [*notes, *notes_on_parts(came.shoes, "one shoe", "shoes")]


def _when(counting: CountSystem | None) -> str:
    return "bets of one unit, raised by the count" if counting else "bets in every round"


def _bet_in_words(bet: RoundBet) -> str:
    return f"{bet.wager}={amount(bet.amount)}"


def summary(data: JsonMapping) -> dict[str, str]:
    return {**_own_summary(data), "rounds per second": f"{data['rounds_per_second']:,}"}


def _own_summary(data: JsonMapping) -> dict[str, str]:
    return {"shoes": f"{data['shoes']:,}"}


SIMULATOR: Final = Simulator[BaccaratTable](
    simulate=simulate,
    check_plots=check_plots,
    summary=summary,
    session_summary=sessions_in_words,
    bets_by_name=True,
)
