"""The kernel plays one round by given cards and the hash policy, and its state is read in the engine's words."""

from collections import Counter
from functools import cache
from typing import Final

import numpy as np
from tests.agreement.engine_side import Asked, Won

from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.program import Program, SideStake
from chapter47.blackjack.simulation.kernel.rounds import play_given
from chapter47.blackjack.simulation.kernel.table_record import TableRecord, blank_table
from chapter47.core.numeric.generator import Cards

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
        self.table = blank_table(program.rules, program.cards)

    def play(self, cards: Cards, seed: int) -> bool:
        """Whether the cards lasted."""
        table = self.table
        table.next_card, table.shoe_end, table.cards[: len(cards)] = 0, len(cards), cards
        table.decides_by_hash, table.seed, table.keeps_log = 1, seed, 1
        play_given(self.program.rules, table, self.program.prizes)
        return not table.out_of_cards

    @property
    def cards(self) -> int:
        return int(self.table.next_card)

    def won(self) -> Won:
        by_wager: Won = Counter()
        rules = self.program.rules
        for number in range(rules.boxes):
            box = self.table.boxes[number]
            by_wager[number + 1, 0, "super-bonus", 0, ""] = int(box.super_bonus)
            for hand_number in range(box.hand_count):
                hand = box.hands[hand_number]
                for spot in range(rules.spots):
                    by_wager[number + 1, hand_number, "main", spot, ""] = int(hand.net[spot])
                    by_wager[number + 1, hand_number, "insurance", spot, ""] = int(hand.insurance_net[spot])
            for side_number, side in enumerate(self.side_bets):
                net = int(box.side_net[side_number])
                if side.on(number) and net != r.UNDECIDED:
                    by_wager[number + 1, 0, side.wager, 0, side.bet] = net
        return by_wager

    def asked(self) -> list[Asked]:
        return asked_of(self.table)


def asked_of(table: TableRecord) -> list[Asked]:
    logged = int(table.log_length)
    assert logged <= r.LONGEST_LOG
    return [_asked(*np.asarray(table.log)[number].tolist()) for number in range(logged)]


def _asked(box: int, hand: int, question: int, spot: int, moves: int, move: int, amount: int) -> Asked:
    kind = QUESTIONS[question]
    name = MOVES[kind][move]
    return Asked(box + 1, hand, kind, spot, _names(kind, moves), name, amount if name in STAKING else 0)


@cache
def _names(kind: str, moves: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(MOVES[kind]) if moves >> number & 1)
