"""The kernel burns, deals to the cutting card, shuffles and refills as the engine's shoes do: the same cards come in
the same rounds, and the same round is the last of a shoe."""

from collections import Counter
from typing import Any, Final, NamedTuple

import pytest
from tests.agreement.engine_side import Asked, Policy
from tests.agreement.kernel_shoe import KernelShoe, played

from chapter47.blackjack.events import Collected, DeterminantDrawn, Paid, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.rules.shuffle_and_cut import can_be_cut
from chapter47.blackjack.simulation.kernel.game_tables import DECK, NUMBER
from chapter47.blackjack.simulation.kernel.program import compile_program, least_wagers
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import Card
from chapter47.core.chance import Scripted
from chapter47.core.log import ROUND, SHOE
from chapter47.games import from_data

SHOES: Final[dict[str, dict[str, Any]]] = {
    "by hand": {"decks": 4},
    "a machine's two batches": {"decks": 2, "shuffle": "machine", "cut_card": 0.4},
    "continuous": {"decks": 6, "shuffle": "continuous"},
    "Bart Carter": {"decks": 4, "shuffle": "bart-carter"},
    "two sides": {"decks": 5, "shoe": "double"},
    "two sides, red on the right": {"decks": 4, "shoe": "double", "double_shoe_red_side": "right"},
    "from the hand": {"game": "six-to-five"},
    "from the hand with burn cards": {"game": "six-to-five", "burn": True},
    "from the hand, one round": {"game": "six-to-five", "rounds_per_deck": "one"},
    "from the hand, one round with burn cards": {"game": "six-to-five", "rounds_per_deck": "one", "burn": True},
    "three spots": {"game": "multiple-action", "decks": 6},
    "both cards open": {"game": "double-exposure", "decks": 6},
    "Spanish": {"game": "spanish-21", "decks": 6},
    "Switch": {"game": "switch", "decks": 6},
    "Switch from a machine": {"game": "switch", "decks": 6, "shuffle": "machine"},
}
EMPTIED: Final[dict[str, dict[str, Any]]] = {
    "by hand": {"decks": 2, "cut_card": 0.02},
    "a machine's two batches": {"decks": 2, "shuffle": "machine", "cut_card": 0.02},
    "two sides": {"decks": 4, "shoe": "double", "cut_card": 0.02},
    "Spanish": {"game": "spanish-21", "decks": 2, "cut_card": 0.02},
    "Switch": {"game": "switch", "decks": 2, "cut_card": 0.02},
}
"""Where the shoe runs out in the middle of rounds (2.15(f))."""
ROUNDS: Final = 150


class Mixed:
    """Shuffles as the kernel did; where the stack is cut in its middle afterwards, it is turned about before."""

    def __init__(self, table: TableRules, kernel: KernelShoe):
        self.table, self.fills, self.parts = table, iter(kernel.fills), iter(kernel.parts)
        self.whole = {len(order) for order in kernel.fills}
        self.as_it_came = table.shuffle == "machine"
        """Whether the next one is the first batch in the order in which it came, before the machine shuffles it."""

    def __call__(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        if self.as_it_came:
            self.as_it_came = False
            return cards
        is_whole = len(cards) in self.whole
        numbers = next(self.fills if is_whole else self.parts, None)
        if numbers is None:  # a machine shuffles a batch ahead
            return cards
        order = tuple(DECK[number] for number in numbers)
        assert Counter(order) == Counter(cards)
        if not can_be_cut(len(order)) or not self._is_cut(is_whole=is_whole):
            return order
        middle = len(order) - len(order) // 2
        return order[middle:] + order[:middle]

    def _is_cut(self, *, is_whole: bool) -> bool:
        if self.table.shuffle == "continuous" or (self.table.shuffle == "bart-carter" and not is_whole):
            return False
        return not is_whole or GAMES[self.table.game].is_cut(by_machine=self.table.shuffle == "machine")


class Round(NamedTuple):
    asked: list[Asked]
    drawn: list[int]
    won: int
    was_last: bool


class Watched(BlackjackInPlay):
    """Notes every card that goes to a hand."""

    drawn: list[int]

    def _draw(self, at: Place) -> Card:
        card = super()._draw(at)
        self.drawn.append(NUMBER[card])
        return card

    def play(self, stakes: list[tuple[int, ...]], policy: Policy) -> Round:
        assert self.begin() is None
        for box, wagers in enumerate(stakes, start=1):
            assert all(self.bet(box, str(box), amount) is None for amount in wagers)
        begun, self.drawn, asked = len(self.log), [], []
        assert self.close_bets() is None
        for entry in self.log[begun:]:
            if isinstance(entry.event, DeterminantDrawn) and entry.event.deals == entry.event.drawn_from:
                self.drawn.append(NUMBER[entry.event.card])
        while not isinstance(need := self.deal(), Settled):
            assert isinstance(need, NeedMove)
            name, amount = policy.choose(need.legal)
            moves = tuple(legal.name for legal in need.legal)
            asked.append(Asked(need.at.box, need.at.hand, need.question, need.spot, moves, name, amount))
            assert self.choose(need.bettor, name, amount) is None
        return Round(asked, self.drawn, *self._told(begun))

    def _told(self, begun: int) -> tuple[int, bool]:
        """What was won, and whether cards were shuffled after the last event of the round."""
        won, last = 0, False
        for entry in self.log[begun:]:
            if entry.source == ROUND:
                last = False
                won += entry.event.amount if isinstance(entry.event, Paid) else 0
                won -= entry.event.amount if isinstance(entry.event, Collected) else 0
            last |= entry.source == SHOE and isinstance(entry.event, Shuffled)
        return won, last


def _refills(options: dict[str, Any], boxes: int, number: int) -> int:
    """Both play the same rounds; how often the shoe ran out in the middle of one."""
    rules = from_data({"game": "blackjack", **options})
    stakes = [least_wagers(rules)] * boxes
    rounds, kernel = played(compile_program(rules, stakes=stakes), boxes, number)
    table = Watched(rules, Scripted(order=Mixed(rules, kernel)))
    table.open()
    for dealt in rounds:
        as_played = table.play(stakes, Policy(dealt.seed))
        assert as_played == (dealt.asked, dealt.drawn, dealt.won, dealt.was_last)
    assert any(dealt.was_last for dealt in rounds)
    return sum(dealt.refilled for dealt in rounds)


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("name", SHOES)
def test_the_kernel_deals_a_shoe_as_the_engine_does(name: str, boxes: int) -> None:
    assert _refills(SHOES[name], boxes, ROUNDS) < ROUNDS


@pytest.mark.parametrize("name", EMPTIED)
def test_the_kernel_refills_a_shoe_as_the_engine_does(name: str) -> None:
    assert _refills(EMPTIED[name], 3, ROUNDS) > 5


@pytest.mark.soak
@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("name", SHOES)
def test_the_kernel_deals_many_shoes_as_the_engine_does(name: str, boxes: int) -> None:
    assert _refills(SHOES[name], boxes, 20 * ROUNDS) < 20 * ROUNDS


@pytest.mark.soak
@pytest.mark.parametrize("name", EMPTIED)
def test_the_kernel_refills_many_shoes_as_the_engine_does(name: str) -> None:
    assert _refills(EMPTIED[name], 3, 20 * ROUNDS) > 100
