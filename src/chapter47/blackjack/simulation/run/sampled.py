"""Single rounds of a run: its first rounds, identical to those in the sums."""

from collections.abc import Iterator

from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.tally import RoundRecords, Tally, record_block
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.sessions import Sessions, sessions


def round_blocks(request: SimulationRequest, rounds: int) -> Iterator[RoundRecords]:
    """Yield the rounds of a run block by block."""
    program = request.program()
    course: RunState[Tally] = RunState(rounds)
    for block in range(course.blocks):
        yield record_block(program, request.seed, block, course.rounds_of(block))


def sampled_sessions(request: SimulationRequest, rounds: int, length: int, bankroll: int) -> Sessions:
    """Yield sessions of all boxes together, one after another; none crosses the end of a block."""
    return sessions((block.net for block in round_blocks(request, rounds)), length, bankroll)
