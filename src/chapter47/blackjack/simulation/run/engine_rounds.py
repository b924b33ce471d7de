"""The simulator's rounds replayed by the engine: the same cards and decisions, with every event."""

from collections.abc import Iterator
from typing import Final, TypeVar, cast

import numpy as np

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Place
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.game_tables import DECK
from chapter47.blackjack.simulation.kernel.program import Program
from chapter47.blackjack.simulation.kernel.rounds import close_round, deal_round, open_shoe, open_table, rounds_by_table
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.tally import RoundRecords, Tally, record_block, word_of
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.core.cards import Card
from chapter47.core.chance import Scripted
from chapter47.core.findings import Refusal
from chapter47.core.history import PlayedRound
from chapter47.core.log import LogEntry
from chapter47.core.numeric.blocks import RunState

E = TypeVar("E", bound=e.Event)
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
"""The moves of each question, in the kernel's order."""
QUESTIONS: Final = tuple(MOVES)


def played_rounds(request: SimulationRequest, rounds: int) -> Iterator[PlayedRound]:
    """Yield the first rounds of a run with all their events. Rounds that a count sits out are left out."""
    program = request.program()
    course: RunState[Tally] = RunState(rounds)
    sitting = 0
    for block in range(course.blocks):
        noted, number = record_block(program, request.seed, block, course.rounds_of(block)), 0
        for place, of_table in enumerate(rounds_by_table(course.rounds_of(block))):
            shoe = _KernelShoe(program, request.seed, r.LANES * block + place)
            engine, sitting = _EngineTable(request), sitting + 1
            for _ in range(of_table):
                cards = shoe.deal()
                if request.fresh or shoe.was_filled:
                    engine, sitting = _EngineTable(request), sitting + 1
                if noted.staked[number]:
                    yield _played(request, engine, shoe, noted, number, sitting, cards)
                number += 1


def _played(
    request: SimulationRequest,
    engine: "_EngineTable",
    shoe: "_KernelShoe",
    noted: RoundRecords,
    number: int,
    sitting: int,
    cards: list[Card],
) -> PlayedRound:
    entries = engine.play_round(cards, shoe)
    net = sum(net_of(entry.event) for entry in entries if getattr(entry.event, "wager", "") not in request.table.wagers)
    assert net == noted.net[number], f"round {number + 1}: the engine pays {net}, the kernel {noted.net[number]}"
    more: dict[str, int] = {}
    for place, side in enumerate(request.sides):
        name = side.name.replace(" ", "_")
        more |= {
            f"{name}_staked": int(noted.side_staked[number, place]),
            f"{name}_net": int(noted.side_net[number, place]),
        }
    counted = request.counting is not None
    return PlayedRound(
        entries,
        sitting=sitting,
        cards_gone=int(noted.cards_gone[number]),
        running_count=float(noted.running_count[number]) if counted else None,
        true_count=float(noted.true_count[number]) if counted else None,
        more=more,
    )


def net_of(event: e.Event) -> int:
    """Return what an event adds to the players' result."""
    if isinstance(event, e.Paid):
        return event.amount
    return -event.amount if isinstance(event, e.Collected) else 0


class _KernelShoe:
    """Deals rounds with the kernel's random numbers, and reports the cards."""

    def __init__(self, program: Program, seed: int, number: int) -> None:
        self.program, self.rules = program, program.rules
        self.table = open_table(program.rules, program.cards, word_of(seed), number)
        self.table.keeps_log = 1
        open_shoe(self.rules, self.table)
        self._is_dealt = self.was_filled = self.deals_the_determinant = False
        self.determinant: Card | None = None

    def deal(self) -> list[Card]:
        """Return the cards of the next round in order, without burned ones. A round for which there were too few cards
        is dealt again from a new shoe."""
        self.was_filled = False
        while True:
            if self._is_dealt:
                close_round(self.rules, self.table)
            self._is_dealt = True
            table, begun = self.table, self._at()
            table.decisions = table.log_length = 0
            deal_round(self.rules, table, self.program.prizes)
            if not table.out_of_cards:
                cards = self._drawn(begun[int(table.shoe_side)])
                self._note_determinant(cards, begun[0])
                return cards
            self.was_filled = True

    def _note_determinant(self, cards: list[Card], first: int) -> None:
        """Note the determinant card: the first card of the left side decides which side deals, and is itself dealt if
        that is the left."""
        if self.rules.shoe_sides == 2:
            self.deals_the_determinant = not self.table.shoe_side
            self.determinant = cards[0] if self.deals_the_determinant else DECK[int(self.table.cards[first])]

    def _at(self) -> list[int]:
        if self.rules.shoe_sides == 2:
            return [int(self.table.sides[side].next_card) for side in range(2)]
        return [int(self.table.next_card)]

    def _drawn(self, begun: int) -> list[Card]:
        """Return the round's cards; if the discards were shuffled, the cards dealt before come first, and one was
        burned."""
        table, burned, at = self.table, int(self.rules.burns_each_round), int(self.table.next_card)
        if not table.cutting_card_out:
            return _cards(table.cards[begun + burned : at])
        left, every = int(self.rules.left_side_cards), int(self.rules.all_cards)
        ends = (left, every) if self.rules.shoe_sides == 2 else (every,)
        end = ends[int(table.shoe_side)]
        start = left if self.rules.shoe_sides == 2 and table.shoe_side else 0
        first = start + end - begun
        before = table.cards[start + burned : first]
        return _cards(np.concatenate((before, table.cards[first + 1 : at])))


def _cards(numbers: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> list[Card]:
    return [DECK[number] for number in numbers.tolist()]


class _KernelCards:
    """The kernel's cards and amounts, in place of the log that a replaying table reads."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.amounts: list[int] = []
        self.determinant: Card | None = None
        self.dealt = 0

    def next(self, kind: type[E]) -> E | None:
        """Return the next card as it is dealt, or the amount that the display shows; the rest follows from these."""
        event: e.Event | None = None
        if kind is e.Dealt and self.dealt < len(self.cards):
            self.dealt += 1
            event = e.Dealt(by="", at=Place(0), card=self.cards[self.dealt - 1])
        elif kind is e.AmountShown and self.amounts:
            event = e.AmountShown(by="", at=Place(0), bettor="", wager="", amount=self.amounts.pop(0))
        return cast(E | None, event)

    def following(self, kind: type[E]) -> E | None:
        """Return the determinant card of a double shoe."""
        drawn = self.determinant and e.DeterminantDrawn(by="", card=self.determinant, drawn_from="", deals="")
        return cast(E | None, drawn if kind is e.DeterminantDrawn else None)


class _EngineTable:
    """An engine table that is dealt the kernel's cards and makes the kernel's decisions."""

    def __init__(self, request: SimulationRequest) -> None:
        self.wagers, self.sides = request.wagers, request.sides
        self.came = _KernelCards()
        self.table = BlackjackInPlay(request.table, Scripted())
        self.table.logged = self.came
        self.seen = 0
        self._do(self.table.open())

    def play_round(self, cards: list[Card], shoe: _KernelShoe) -> list[LogEntry]:
        """Play the round that the kernel has just dealt, and return its lines of the log."""
        table, came = self.table, self.came
        came.cards, came.determinant = cards, shoe.determinant
        came.dealt = int(shoe.deals_the_determinant)
        came.amounts = self._amounts(shoe)
        self._do(table.begin())
        standing = table.carried.standing
        for box, wagers in enumerate(self.wagers, start=1):
            for amount in wagers:
                self._do(table.bet(box, player_of(box), amount * int(shoe.table.units_bet)))
        for box in range(1, len(self.wagers) + 1):
            stays = {stake.wager for stake in standing if stake.at.box == box}
            for side in self.sides:
                if side.wager not in stays and (amount := side.on(box - 1)):
                    self._do(table.side_bet(box, player_of(box), side.wager, amount, side.bet))
        self._do(table.close_bets())
        asked = iter(np.asarray(shoe.table.log)[: int(shoe.table.log_length)].tolist())
        while isinstance(need := table.deal(), NeedMove):
            _, _, question, _, _, move, amount = next(asked)
            name = MOVES[QUESTIONS[question]][move]
            legal = need.named(name)
            self._do(table.choose(need.bettor, name, amount if legal and legal.most else 0))
        entries = table.log[self.seen :]
        self.seen = len(table.log)
        return entries

    def _amounts(self, shoe: _KernelShoe) -> list[int]:
        """Return the amounts on the display: the results of winning bets that use one, in the order of the boxes."""
        offers = self.table.rules.wagers
        shown = [place for place, side in enumerate(self.sides) if offers[side.wager].payouts]
        nets = [int(shoe.table.boxes[box].side_net[place]) for box in range(len(self.wagers)) for place in shown]
        return [net for net in nets if net > 0]

    def _do(self, refusal: Refusal | None) -> None:
        assert refusal is None, str(refusal)


def player_of(box: int) -> str:
    return f"Player {box}"
