"""Who plays an order: the fast path where it can, else the general kernel."""

from functools import partial
from hashlib import sha256
from typing import NamedTuple

from chapter47.blackjack.analysis.chart.chart import Chart, chart_of
from chapter47.blackjack.simulation.heads_up import fast_path
from chapter47.blackjack.simulation.kernel.program import refuse_what_the_table_refuses
from chapter47.blackjack.simulation.kernel.rounds import play_and_add
from chapter47.blackjack.simulation.run.request import SimulationRequest, fingerprint
from chapter47.blackjack.simulation.run.tally import BetTotals, Tally, play_block, word_of
from chapter47.core.numeric.blocks import Play
from chapter47.core.numeric.compiled import say_if_cold


class Backend(NamedTuple):
    play: Play[Tally]
    fingerprint: str
    """Tells apart what could be played: rules, chart, stakes, cards, and who plays."""
    is_fast: bool


def backend_for(order: SimulationRequest) -> Backend:
    """The fast path plays one box that bets on the main wager only; what it plays is not looked at round by round."""
    refuse_what_the_table_refuses(order.table, order.wagers, order.sides)
    if _may_be_fast(order):
        chart = order.strategy if isinstance(order.strategy, Chart) else chart_of(order.strategy)
        try:
            fast = fast_path.heads_up_table(order.table, chart, wager=order.wagers[0][0], fresh=order.fresh)
        except fast_path.NotHeadsUpError:
            pass
        else:
            return Backend(partial(play_fast_block, fast, order.seed), _fast_fingerprint(fast), is_fast=True)
    program = order.program()
    say_if_cold(play_and_add, what="the simulator")
    return Backend(partial(play_block, program, order.seed), fingerprint(program), is_fast=False)


def _may_be_fast(order: SimulationRequest) -> bool:
    if order.detailed or order.sides or order.counting or order.table.hole_card == "face-up":
        return False
    return [len(wagers) for wagers in order.wagers] == [1]


def _fast_fingerprint(fast: fast_path.HeadsUpTable) -> str:
    found = sha256(fast.steps.tobytes())
    found.update(fast.cards.tobytes())
    found.update(repr(fast[2:]).encode())
    return found.hexdigest()[:16]


def play_fast_block(fast: fast_path.HeadsUpTable, seed: int, block: int, rounds: int) -> Tally:
    """The fast path's sums in the common form."""
    found = fast_path.play_block(fast, word_of(seed), block, rounds)
    main = BetTotals(
        wagers=found.rounds,
        staked=found.rounds * fast.wager,
        net=found.net,
        net_squares=found.squares,
        shoe_net_squares=found.net_squared,
        shoe_products=found.rounds_by_net * fast.wager,
        shoe_staked_squares=found.rounds_squared * fast.wager**2,
    )
    return Tally(found.rounds, found.shoes, lines={"main": main}, results=found.results, shuffles=found.shuffles)
