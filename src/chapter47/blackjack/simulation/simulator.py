"""What the blackjack games answer where rounds by the million are asked for: their part `simulation`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from chapter47.blackjack import strategy_file
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.simulation.counting.count_file import read_count
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.program import Program, least_wagers, refuse_what_the_table_refuses
from chapter47.blackjack.simulation.report.figures import figures, notes_on, summary
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets, side_bets
from chapter47.blackjack.simulation.run.sampled import sampled_records, sampled_sessions
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.blackjack.simulation.run.simulate import simulate as run
from chapter47.blackjack.simulation.run.tally import Tally
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.errors import NotPossibleError, NotPricedError
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import cents
from chapter47.core.numeric import records
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.plots import check_plots
from chapter47.core.numeric.sessions import Sessions, sessions_in_words
from chapter47.core.simulating import RunProgress, SimulationOptions, Simulator, Watch


class NoStrategyError(NotPossibleError):
    """No strategy was named, and the table has no best chart."""

    key = "strategy"


@dataclass(frozen=True)
class SimulatedTable:
    """What came out, with what is to be said about it."""

    simulation: SimulationRun
    notes: Sequence[str]
    session: int | None
    bankroll: str | None

    @property
    def is_whole(self) -> bool:
        return self.simulation.is_whole

    @cached_property
    def sessions(self) -> Sessions | None:
        """Where sessions were asked for, and one was played to its end."""
        request, rounds = self.simulation.request, self.simulation.tally.rounds
        if not self.session or rounds < self.session:
            return None
        bankroll = cents(self.bankroll) if self.bankroll else 100 * sum(map(sum, request.wagers))
        return sampled_sessions(request, rounds, self.session, bankroll)

    def data(self) -> Json:
        return figures(self.simulation, self.sessions)

    def write_records(self, path: Path, sample: int) -> None:
        request, rounds = self.simulation.request, self.simulation.tally.rounds
        records.write_records(path, sampled_records(request, min(sample, rounds)))

    def write_plots(self, path: Path, name: str) -> None:
        from chapter47.blackjack.simulation.report.page import write_plots

        write_plots(path, name, self.simulation, self.data(), self.sessions)


def simulate(table: TableRules, options: SimulationOptions, watch: Watch) -> SimulatedTable:
    """Irregularities (2.15) and shared boxes (2.13) are not simulated."""
    request, notes = _request(table, options)
    simulation = run(
        request,
        workers=options.workers,
        cluster=options.cluster,
        checkpoint=options.checkpoint,
        watch=_watched_by(watch),
    )
    return SimulatedTable(simulation, [*notes, *notes_on(simulation)], options.session, options.bankroll)


def _watched_by(watch: Watch) -> Callable[[RunState[Tally]], None]:
    def tell(course: RunState[Tally]) -> None:
        if course.counts is not None:
            main = course.counts.bets["main"]
            error = main.standard_error if course.counts.shuffles > 1 else None
            watch(RunProgress(course.played, course.rounds, main.edge, error))

    return tell


def _request(table: TableRules, options: SimulationOptions) -> tuple[SimulationRequest, list[str]]:
    """What is to be played, and what is to be said about it."""
    spots = least_wagers(table)
    stakes = [(cents(options.bet),) * len(spots) if options.bet else spots] * options.boxes
    bets_made = side_bets(table, [text for text in options.side or () if text != "none"])
    refuse_what_the_table_refuses(table, stakes, bets_made)
    counting = read_count(options.count) if options.count else None  # before anything that takes time
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
    """What the strategy of another game leaves undone here, or tells in vain."""
    asked = {"switch": program.numbers[mem.OFFERS_SWITCH], "rescue": program.numbers[mem.OFFERS_RESCUE]}
    for key, is_asked in asked.items():
        if is_asked and not strategy.get(key):
            yield f"the strategy says nothing of a {key}: none is made"
        elif strategy.get(key) and not is_asked:
            yield f"the strategy tells of a {key}, which this game does not have: it is that of another game"


def _strategy(table: TableRules, given: Path | JsonMapping | None) -> Json:
    if isinstance(given, Path):
        return strategy_file.read(given).data()
    if given is not None:
        return strategy_file.from_data(dict(given), source="strategy").data()
    try:
        return analyse(table).strategy_data()
    except NotPricedError as error:
        raise NoStrategyError(f"a strategy file: {error.why}", "none") from None


SIMULATOR: Final = Simulator[TableRules](
    simulate=simulate, check_plots=check_plots, summary=summary, session_summary=sessions_in_words
)
