"""Which backend plays a request: the fast path if it can, otherwise the general kernel."""

from functools import partial
from hashlib import sha256
from typing import NamedTuple

from chapter47.blackjack.analysis.chart.chart import Chart, chart_of
from chapter47.blackjack.simulation.heads_up import fast_path
from chapter47.blackjack.simulation.kernel.program import refuse_what_the_table_refuses
from chapter47.blackjack.simulation.run.request import SimulationRequest, fingerprint
from chapter47.blackjack.simulation.run.tally import BetTotals, Tally, play_block, word_of
from chapter47.core.numeric.blocks import Play


class Backend(NamedTuple):
    play: Play[Tally]
    fingerprint: str
    """Identifies what is played: rules, chart, stakes, cards and backend."""
    is_fast: bool


def backend_for(request: SimulationRequest) -> Backend:
    """Choose the backend; the fast path plays one box on the main wager only, without single-round records."""
    refuse_what_the_table_refuses(request.table, request.wagers, request.sides)
    if _may_be_fast(request):
        chart = request.strategy if isinstance(request.strategy, Chart) else chart_of(request.strategy)
        try:
            fast = fast_path.heads_up_table(request.table, chart, wager=request.wagers[0][0], fresh=request.fresh)
        except fast_path.NotHeadsUpError:
            pass
        else:
            return Backend(partial(play_fast_block, fast, request.seed), _fast_fingerprint(fast), is_fast=True)
    program = request.program()
    return Backend(partial(play_block, program, request.seed), fingerprint(program), is_fast=False)


def _may_be_fast(request: SimulationRequest) -> bool:
    if request.detailed or request.sides or request.counting or request.table.hole_card == "face-up":
        return False
    return [len(wagers) for wagers in request.wagers] == [1]


def _fast_fingerprint(fast: fast_path.HeadsUpTable) -> str:
    digest = sha256(fast.steps.tobytes())
    digest.update(fast.cards.tobytes())
    digest.update(repr(fast[2:]).encode())
    return digest.hexdigest()[:16]


def play_fast_block(fast: fast_path.HeadsUpTable, seed: int, block: int, rounds: int) -> Tally:
    """Play a block on the fast path, with its sums in the common form."""
    sums = fast_path.play_block(fast, word_of(seed), block, rounds)
    main = BetTotals(
        wagers=sums.rounds,
        staked=sums.rounds * fast.wager,
        net=sums.net,
        net_squares=sums.squares,
        shoe_net_squares=sums.net_squared,
        shoe_products=sums.rounds_by_net * fast.wager,
        shoe_staked_squares=sums.rounds_squared * fast.wager**2,
    )
    return Tally(sums.rounds, sums.shoes, bets={"main": main}, results=sums.results, shuffles=sums.shuffles)
