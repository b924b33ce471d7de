"""The exact price against the engine: its own round dealt with every order of the cards of a small shoe."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from chapter47.baccarat import round
from chapter47.baccarat.analysis.price import BaccaratPrice
from chapter47.baccarat.events import BANKER_HAND, PLAYER_HAND, Bet, Sat
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import NeedCard, NeedSettlement, NeedTurn, Step, pending
from chapter47.baccarat.rules.cards import value
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.baccarat.state import TableState, apply
from chapter47.core.cards import Card, cards
from chapter47.core.event import Collected, Paid, RoundBegan
from chapter47.core.findings import Refusal
from chapter47.core.money import Odds

STAKE = 12_00
TABLES = [
    BaccaratTable(),
    BaccaratTable(vigorish=Fraction(4, 100), tie_pays=Odds.of("9 to 1")),
    BaccaratTable(vigorish_rounding=False),
]
SHOES = [
    "Kc Ad 2d 3d 4d 5d 6d",
    "Kc Qc Jc 5d 9d 9h 8d 8h",
    "Kc 6d 6h 7d 7h As Ah",
    "3c 3d 4c 4d 5c 5d 8c",
    "Tc Th 2c 4c 4d 9c Ac",
]


def begun(table: BaccaratTable) -> TableState:
    state = apply(TableState(table), Sat(by="", seat=1, player="Ann"))
    state = apply(state, RoundBegan(by="", number=1))
    for wager in WAGERS:
        state = apply(state, Bet(by="", seat=1, bettor="Ann", wager=wager, amount=STAKE))
    return step(round.close_bets(state)).state


def step(result: Step | Refusal) -> Step:
    assert not isinstance(result, Refusal), str(result)
    return result


class EveryOrder:
    """Everything that the engine pays and collects, over every order of six cards of a shoe."""

    def __init__(self, table: BaccaratTable, shoe: tuple[Card, ...]) -> None:
        self.ways: Counter[tuple[int, int, int, int]] = Counter()
        self.nets: dict[str, Counter[int]] = {wager: Counter() for wager in WAGERS}
        self._deal(begun(table), (), shoe)

    def _deal(self, state: TableState, down: tuple[Card, ...], left: tuple[Card, ...]) -> None:
        """`down` holds the four cards in the order in which they were drawn; every card of the shoe may be the next."""
        match pending(state):
            case NeedCard(face_down=face_down):
                for number, card in enumerate(left):
                    after = step(round.give(state, None if face_down else card)).state
                    rest = (*left[:number], *left[number + 1 :])
                    self._deal(after, (*down, card) if face_down else down, rest)
            case NeedTurn(hand=hand):
                first, second = down[0::2] if hand == PLAYER_HAND else down[1::2]
                self._deal(step(round.turn(state, first, second)).state, down, left)
            case NeedSettlement():
                self._settle(step(round.settle(state)), state, _orders_of_the_rest(state, left))
            case need:
                pytest.fail(f"a round in its middle needs {need}")

    def _settle(self, settled: Step, state: TableState, ways: int) -> None:
        points = state.points(PLAYER_HAND), state.points(BANKER_HAND)
        self.ways[*points, len(state.player), len(state.banker)] += ways
        nets = dict.fromkeys(WAGERS, 0)
        for event in settled.events:
            match event:
                case Paid(wager=wager, amount=amount):
                    nets[wager] += amount
                case Collected(wager=wager, amount=amount):
                    nets[wager] -= amount
        nets["banker"] -= settled.state.owed("Ann")
        for wager, net in nets.items():
            self.nets[wager][net] += ways


def _orders_of_the_rest(state: TableState, left: tuple[Card, ...]) -> int:
    """Six cards are counted, though a round may take fewer."""
    missing = 6 - len(state.player) - len(state.banker)
    return (1, len(left), len(left) * (len(left) - 1))[missing]


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("when", ["paid", "deferred"])
def test_every_order_of_a_small_shoe_is_priced_as_the_engine_settles_it(shoe: str, when: str) -> None:
    table = replace(TABLES[SHOES.index(shoe) % len(TABLES)], vigorish_when=when)  # type: ignore[arg-type]
    in_it = cards(shoe)
    counts = [0] * 10
    for card in in_it:
        counts[value(card)] += 1
    engine = EveryOrder(table, in_it)
    price = BaccaratPrice(table, counts)
    assert {tuple(ending): ways for ending, ways in price.endings.items()} == dict(engine.ways)
    for wager in WAGERS:
        nets = {Fraction(net, STAKE): Fraction(ways, price.orders) for net, ways in engine.nets[wager].items()}
        mean = sum((net * chance for net, chance in nets.items()), Fraction(0))
        squares = sum((net**2 * chance for net, chance in nets.items()), Fraction(0))
        priced = price.wager(wager, STAKE)
        assert sum(nets.values()) == 1
        assert (priced.house_edge, priced.variance) == (-mean, squares - mean**2)
