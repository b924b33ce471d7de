"""Tables of one player each, decided move by move on the compiled kernel."""

from typing import Any, Final

import numpy as np

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.kernel import stepping as s
from chapter47.blackjack.simulation.kernel.program import compile_program, least_wagers
from chapter47.blackjack.simulation.kernel.rounds import open_table
from chapter47.blackjack.simulation.kernel.side_bet_tables import CannotSimulateError
from chapter47.blackjack.simulation.kernel.table_record import TABLE
from chapter47.blackjack.simulation.run.engine_rounds import MOVES, QUESTIONS
from chapter47.blackjack.simulation.run.tally import word_of
from chapter47.core.numeric.generator import STREAM_SIZE
from chapter47.core.simulating import SteppedTables

ACTIONS: Final = ("deal", *dict.fromkeys(move for moves in MOVES.values() for move in moves if move))
OBSERVATION: Final = ("question", "total", "soft", "pair", "up", "hands", "cards_left")


class SteppedBlackjack(SteppedTables):
    """`number` tables with one box each; the wager is `unit` cents on each of its hands and spots."""

    actions = ACTIONS
    observation = OBSERVATION
    questions = ("bet", *QUESTIONS)

    def __init__(self, rules: TableRules, number: int, unit: int) -> None:
        if not rules.traits.one_upcard or len(least_wagers(rules)) > 1 or rules.shoe == "double":
            raise CannotSimulateError("many tables at once have one up card, one wager and a single shoe")
        self.program = compile_program(rules, stakes=[(unit,)])
        self.unit, self.number = unit, number
        self.tables: Any = np.zeros(number, dtype=TABLE)
        self.kept = np.zeros((number, s.SAVED), dtype=np.int64)
        cards = int(self.program.rules.all_cards)
        self.cards = np.zeros((number, cards), dtype=np.uint8)
        self.chance = np.zeros((number, STREAM_SIZE), dtype=np.uint64)
        self.moves = np.full((len(QUESTIONS), len(ACTIONS)), -1, dtype=np.int8)
        for question, named in enumerate(MOVES.values()):
            for move, name in enumerate(named):
                if name:
                    self.moves[question, ACTIONS.index(name)] = move
        self.seen = np.zeros((number, s.COLUMNS), dtype=np.int16)
        self.legal = np.zeros((number, len(ACTIONS)), dtype=np.int8)
        self.nets = np.zeros(number, dtype=np.int64)
        self.ended = np.zeros(number, dtype=np.int8)
        self.illegal = np.zeros(number, dtype=np.int8)

    def open(self, seed: int) -> None:
        for number in range(self.number):
            opened: Any = open_table(self.program.rules, self.program.cards, word_of(seed), number)
            self.tables[number] = opened
        self.kept[:] = 0
        s.open_tables(self.program.rules, self.tables, self.kept)
        self._look()

    def step(self, actions: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        program = self.program
        shoes = (self.kept, self.cards, self.chance)
        results = (self.nets, self.ended, self.illegal)
        s.step_tables(program.rules, self.tables, program.prizes, *shoes, self.moves, actions, *results)
        self._look()

    def _look(self) -> None:
        tables = (self.program.rules, self.tables, self.kept)
        s.look_at_tables(*tables, self.moves, self.seen, self.legal)
