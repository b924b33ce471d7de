"""The kernel plays one round by given cards and the hash policy, and its state is read in the engine's words."""

from collections import Counter
from functools import cache
from typing import Final

import numpy as np
from tests.agreement.engine_side import Asked, Won

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.program import Program, SideStake
from chapter47.blackjack.simulation.kernel.rounds import blank_state, play_given
from chapter47.core.numeric.generator import Cards, stream

MOVES: Final = {
    "play": ("stand", "hit", "double", "double-face-down", "split", "surrender", "switch-back"),
    "even money": ("decline", "even-money"),
    "insurance": ("decline", "insure"),
    "double": ("", "", "double"),
    "switch": ("keep", "switch"),
    "switched": ("keep", "switch-back"),
    "rescue": ("let-stand", "rescue"),
    "third card": ("stand", "hit"),
}
QUESTIONS: Final = tuple(MOVES)
STAKING: Final = ("double", "double-face-down", "insure")


class KernelTable:
    """What the kernel carries from round to round."""

    def __init__(self, program: Program, side_bets: list[SideStake]):
        self.program = program
        self.side_bets = side_bets
        self.state: Ints = blank_state(program.numbers)
        self.chance = stream(0, 0)

    def play(self, cards: Cards, seed: int) -> bool:
        """Whether the cards lasted."""
        state = self.state
        state[mem.NEXT_CARD], state[mem.DECIDES_BY_HASH], state[mem.SEED], state[mem.KEEPS_LOG] = 0, 1, seed, 1
        play_given(self.program.numbers, state, self.chance, cards)
        return not state[mem.OUT_OF_CARDS]

    @property
    def cards(self) -> int:
        return int(self.state[mem.NEXT_CARD])

    def won(self) -> Won:
        by_wager: Won = Counter()
        numbers, state = self.program.numbers, self.state
        for box in range(int(numbers[mem.BOXES])):
            box_base = mem.BOX + box * mem.BOX_SIZE
            by_wager[box + 1, 0, "super-bonus", 0, ""] = int(state[box_base + mem.SUPER_BONUS])
            for hand in range(int(state[box_base + mem.HAND_COUNT])):
                hand_base = mem.HAND + (box * mem.MOST_HANDS + hand) * mem.HAND_SIZE
                for spot in range(int(numbers[mem.SPOTS])):
                    by_wager[box + 1, hand, "main", spot, ""] = int(state[hand_base + mem.NET + spot])
                    by_wager[box + 1, hand, "insurance", spot, ""] = int(state[hand_base + mem.INSURANCE_NET + spot])
            for number, side in enumerate(self.side_bets):
                net = int(state[box_base + mem.SIDE_NET + number])
                if side.on(box) and net != mem.UNDECIDED:
                    by_wager[box + 1, 0, side.wager, 0, side.bet] = net
        return by_wager

    def asked(self) -> list[Asked]:
        return asked_of(self.state)


def asked_of(state: Ints) -> list[Asked]:
    logged = int(state[mem.LOG_LENGTH])
    assert logged <= mem.LONGEST_LOG
    entries = np.reshape(state[mem.LOG : mem.LOG + mem.LOG_SIZE * logged], (logged, mem.LOG_SIZE)).tolist()
    return [_asked(*entry) for entry in entries]


def _asked(box: int, hand: int, question: int, spot: int, moves: int, move: int, amount: int, _: int) -> Asked:
    kind = QUESTIONS[question]
    name = MOVES[kind][move]
    return Asked(box + 1, hand, kind, spot, _names(kind, moves), name, amount if name in STAKING else 0)


@cache
def _names(kind: str, moves: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(MOVES[kind]) if moves >> number & 1)
