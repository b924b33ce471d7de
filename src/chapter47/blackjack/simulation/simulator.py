"""The part `simulation` of the blackjack games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np

from chapter47.blackjack import strategy_file
from chapter47.blackjack.analysis.exact.arrays import Floats
from chapter47.blackjack.analysis.given_function import StrategyFunction
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.counting.count_file import read_count
from chapter47.blackjack.simulation.kernel.program import Program, least_wagers, refuse_what_the_table_refuses
from chapter47.blackjack.simulation.report.figures import figures, notes_on, summary
from chapter47.blackjack.simulation.run.by_count import run_by_count, with_penetration
from chapter47.blackjack.simulation.run.engine_rounds import played_rounds
from chapter47.blackjack.simulation.run.function_rounds import run_function
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets, side_bets
from chapter47.blackjack.simulation.run.sampled import round_blocks, sampled_sessions
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.blackjack.simulation.run.simulate import simulate as run
from chapter47.blackjack.simulation.run.stepped_tables import SteppedBlackjack
from chapter47.blackjack.simulation.run.tally import Tally
from chapter47.core.errors import NotPossibleError, NotPricedError
from chapter47.core.history import PlayedRound
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import cents
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.count_sums import CountSums
from chapter47.core.numeric.plots import check_plots
from chapter47.core.numeric.sessions import Sessions, sessions_in_words
from chapter47.core.simulating import CountingOptions, Covariance, RunProgress, SimulationOptions, Simulator, Watch

BY_THE_ENGINE: Final = (
    "the strategy is a function: the engine plays it, on one core and on the main wager only, at thousands of rounds a "
    "second; a strategy file is played at millions"
)


class NoStrategyError(NotPossibleError):
    """No strategy was given, and the table has no best chart."""

    key = "strategy"


@dataclass(frozen=True)
class SimulatedTable:
    """The results, with notes."""

    simulation: SimulationRun
    notes: Sequence[str]
    session: int | None
    bankroll: str | None

    @property
    def is_whole(self) -> bool:
        return self.simulation.is_whole

    @property
    def counts(self) -> Tally:
        return self.simulation.tally

    @cached_property
    def sessions(self) -> Sessions | None:
        """Return sessions, if requested and at least one was played to its end."""
        request, rounds = self.simulation.request, self.simulation.tally.rounds
        if not self.session or rounds < self.session:
            return None
        bankroll = cents(self.bankroll) if self.bankroll else 100 * sum(map(sum, request.wagers))
        return sampled_sessions(request, rounds, self.session, bankroll)

    def data(self) -> Json:
        return figures(self.simulation, self.sessions)

    def played(self, sample: int) -> Iterator[PlayedRound]:
        return played_rounds(self.simulation.request, min(sample, self.simulation.tally.rounds))

    def write_plots(self, path: Path, name: str) -> None:
        from chapter47.blackjack.simulation.report.page import write_plots

        write_plots(path, name, self.simulation, self.data(), self.sessions)


def simulate(table: TableRules, options: SimulationOptions, watch: Watch) -> SimulatedTable:
    """Simulate; irregularities (2.15) and shared boxes (2.13) are not included."""
    if callable(options.strategy):
        return _simulate_function(table, options, options.strategy, watch)
    request, notes = _request(table, options)
    simulation = run(
        request,
        workers=options.workers,
        cluster=options.cluster,
        checkpoint=options.checkpoint,
        watch=_watched_by(watch),
    )
    return SimulatedTable(simulation, [*notes, *notes_on(simulation)], options.session, options.bankroll)


def _simulate_function(
    table: TableRules, options: SimulationOptions, function: StrategyFunction, watch: Watch
) -> SimulatedTable:
    """Play the main wager by a function, at the speed of the engine."""
    request = SimulationRequest(table, {}, options.rounds, options.seed, options.fresh, _stakes(table, options))
    refuse_what_the_table_refuses(table, request.wagers, ())
    simulation = run_function(request, function, lambda tally: watch(_progress(tally, options.rounds)))
    return SimulatedTable(simulation, [BY_THE_ENGINE, *notes_on(simulation)], None, None)


def _watched_by(watch: Watch) -> Callable[[RunState[Tally]], None]:
    def tell(course: RunState[Tally]) -> None:
        if course.counts is not None:
            watch(_progress(course.counts, course.rounds))

    return tell


def _progress(tally: Tally, rounds: int) -> RunProgress:
    main = tally.bets["main"]
    return RunProgress(tally.rounds, rounds, main.edge, main.standard_error if tally.shuffles > 1 else None)


def _stakes(table: TableRules, options: SimulationOptions) -> list[tuple[int, ...]]:
    """Return the main wagers of each box."""
    spots = least_wagers(table)
    return [(cents(options.bet),) * len(spots) if options.bet else spots] * options.boxes


def _request(table: TableRules, options: SimulationOptions) -> tuple[SimulationRequest, list[str]]:
    """Return what is to be played, with notes."""
    stakes = _stakes(table, options)
    bets_made = side_bets(table, [text for text in options.side or () if text != "none"])
    refuse_what_the_table_refuses(table, stakes, bets_made)
    counting = read_count(options.count) if options.count else None  # before anything that takes time
    assert not callable(options.strategy), "a function is played by the engine"
    strategy = _strategy(table, options.strategy)
    notes: list[str] = []
    if options.side is None:
        bets = all_side_bets(table, stakes)
        sides = bets.made
        notes += [f"{name} is not bet: {why}" for name, why in bets.left_out.items()]
    else:
        sides = bets_made
    request = SimulationRequest(
        table, strategy, options.rounds, options.seed, options.fresh, stakes, sides, counting, options.detailed
    )
    if options.strategy or options.count:
        program = request.program()
        notes += _strange(program, strategy) if options.strategy else ()
    return request, notes


def _strange(program: Program, strategy: JsonMapping) -> Iterator[str]:
    """Note which rules a strategy for another game lacks or has in vain."""
    asked = {"switch": program.rules.offers_switch, "rescue": program.rules.offers_rescue}
    for key, is_asked in asked.items():
        if is_asked and not strategy.get(key):
            yield f"the strategy has no {key} rule, so no such decision is made"
        elif strategy.get(key) and not is_asked:
            yield f"the strategy has a {key} rule, which this game does not have: it was written for another game"


def _strategy(table: TableRules, given: Path | JsonMapping | None) -> Json:
    if isinstance(given, Path):
        return strategy_file.read(given).data()
    if given is not None:
        return strategy_file.from_data(dict(given), source="strategy").data()
    try:
        return analyse(table).strategy_data()
    except NotPricedError as error:
        raise NoStrategyError(f"a strategy file: {error.why}", "none") from None


def by_count(table: TableRules, options: CountingOptions, watch: Watch) -> CountSums:
    """Play the main wager by basic strategy and the count system's plays, with results by the count at the start of a
    round."""
    counted = with_penetration(table, options.penetration)
    stakes = [least_wagers(counted)] * options.boxes
    refuse_what_the_table_refuses(counted, stakes, ())
    counting = read_count(options.count)
    strategy = _strategy(counted, None)
    request = SimulationRequest(
        counted, strategy, options.rounds, options.seed, stakes=stakes, counting=counting._replace(ramp=())
    )
    return run_by_count(request, options.leave, options.workers, watch)


def covariances(table: TableRules, options: SimulationOptions) -> dict[str, Covariance]:
    """Play every side bet that can be made together, and compare its net results with the main wager's."""
    request, _ = _request(table, options)
    main, sides = [], []
    for block in round_blocks(request, options.rounds):
        main.append(block.net / sum(map(sum, request.wagers)))
        sides.append(block.side_net / np.maximum(block.side_staked, 1))
    nets, by_side = np.concatenate(main), np.concatenate(sides)
    return {side.name: _covariance(nets, by_side[:, place]) for place, side in enumerate(request.sides)}


def _covariance(nets: Floats, others: Floats) -> Covariance:
    products = (nets - nets.mean()) * (others - others.mean())
    rounds = len(products)
    return Covariance(float(products.mean()), float(products.std()) / sqrt(rounds), rounds)


SIMULATOR: Final = Simulator[TableRules](
    simulate=simulate,
    check_plots=check_plots,
    summary=summary,
    session_summary=sessions_in_words,
    by_count=by_count,
    stepped=SteppedBlackjack,
    covariances=covariances,
)
