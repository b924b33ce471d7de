"""Rounds looked at one by one: the first ones of a run, which are the same as those that were added up."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.simulation.kernel.rounds import play_and_note
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.tally import RoundRecords, Tally, record_block
from chapter47.core.numeric.blocks import BLOCK, RunState
from chapter47.core.numeric.compiled import say_if_cold
from chapter47.core.numeric.sessions import Sessions, sessions


def _blocks(request: SimulationRequest, rounds: int) -> Iterator[RoundRecords]:
    program = request.program()
    say_if_cold(play_and_note, what="the simulator that notes each round")
    course: RunState[Tally] = RunState(rounds)
    for block in range(course.blocks):
        yield record_block(program, request.seed, block, course.rounds_of(block))


def sampled_sessions(request: SimulationRequest, rounds: int, length: int, bankroll: int) -> Sessions:
    """Sessions of all boxes together, one after the other; none goes over the end of a block."""
    return sessions((block.net for block in _blocks(request, rounds)), length, bankroll)


def sampled_records(request: SimulationRequest, rounds: int) -> Iterator[dict[str, NDArray[np.generic]]]:
    """A row for each round, amounts in cents."""
    names = [side.name.replace(" ", "_") for side in request.sides]
    for number, block in enumerate(_blocks(request, rounds)):
        first = number * BLOCK
        columns: dict[str, NDArray[np.generic]] = {
            "round": np.arange(first + 1, first + len(block.net) + 1),
            "cards_gone": block.cards_gone,
            "staked": block.staked,
            "net": block.net,
        }
        if request.counting is not None:
            columns |= {"running_count": block.running_count, "true_count": block.true_count}
        for place, name in enumerate(names):
            columns |= {f"{name}_staked": block.side_staked[:, place], f"{name}_net": block.side_net[:, place]}
        yield columns
