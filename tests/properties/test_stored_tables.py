"""A table stored and opened again at any moment goes on as if it had never been stored, at every game and shoe."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from tests.properties.strategies import PLAYERS, amounts, lawful_tables, seeds, wager_of

from chapter47.blackjack import acts
from chapter47.blackjack.playing import PLAYING
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe.handling import EmptyShoeError, NoCardsLeftError
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.variations import wager_at
from chapter47.core.act import Act
from chapter47.core.cards import DECK
from chapter47.core.chance import Seeded
from chapter47.core.table_in_play import RefusedError
from chapter47.games import from_data

TABLES: Final[dict[str, dict[str, Any]]] = {
    "manual": {"decks": 2, "split_hands": 4, "wagers": {"streak": {}, "progressive": {}}},
    "machine": {"decks": 6, "shuffle": "machine", "wagers": {"blackjack-bonus": {}, "same-suit": {}}},
    "continuous": {"shuffle": "continuous", "hole_card": "card-reader", "surrender": True},
    "bart-carter": {"shuffle": "bart-carter", "bettors_per_box": 3},
    "double shoe": {"shoe": "double", "double_card": "on-request", "wagers": {"match-the-dealer": {}}},
    "six-to-five": {"game": "six-to-five", "decks": 2},
    "double-exposure": {"game": "double-exposure", "hole_card": "face-up"},
    "multiple-action": {"game": "multiple-action", "hole_card": "card-reader"},
    "switch": {"game": "switch", "decks": 6, "hole_card": "card-reader", "wagers": {"match": {}}},
    "spanish-21": {"game": "spanish-21", "decks": 6, "wagers": {"match-the-dealer": {}}},
}
SIDES: Final[tuple[Side | None, ...]] = (None, "left", "right")


class Twins:
    """The same acts at a table that lives on and at one that is stored and opened again before each of them."""

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.rules = rules
        self.living = PLAYING.open(rules, Seeded(seed), cut=lambda player, stack: stack // 3)
        self.again = PLAYING.open(rules, Seeded(seed), cut=lambda player, stack: stack // 3)

    @property
    def table(self) -> BlackjackInPlay:
        assert isinstance(self.living, BlackjackInPlay)
        return self.living

    def both(self, deed: Callable[[Any], object]) -> None:
        before = len(self.living.log)
        self.reopen()
        answers = [_answer(deed, table) for table in (self.living, self.again)]
        assert answers[0] == answers[1]
        assert self.living.log[before:] == self.again.log

    def perform(self, act: Act) -> None:
        self.both(lambda table: table.perform(act))

    def reopen(self) -> None:
        assert isinstance(self.again, BlackjackInPlay)
        assert isinstance(self.again.chance, Seeded)
        stored, chance = self.again.stored(), Seeded.opened(self.again.chance.stored())
        self.again = PLAYING.open_again(self.rules, stored, chance, cut=lambda player, stack: stack // 3)
        assert isinstance(self.again, BlackjackInPlay)
        assert self.again.stored() == stored
        parts = ("shoe", "state", "carried", "need", "calls", "staked", "down", "aside", "planned_cuts", "named_until")
        assert [getattr(self.again, part) for part in parts] == [getattr(self.living, part) for part in parts]


def _answer(deed: Callable[[Any], object], table: object) -> object:
    try:
        return deed(table)
    except (RefusedError, NoCardsLeftError, EmptyShoeError) as error:
        return str(error)


def session(rules: TableRules, seed: int, moments: int) -> int:
    """Wagers, moves, irregularities and acts of the floor at random; how many rounds were finished."""
    rng, twins, finished = Random(seed), Twins(rules, seed), 0
    for _ in range(moments):
        table, need = twins.table, twins.table.need
        calls = table.calls
        if calls and rng.random() < 0.08:
            twins.perform(acts.Call(rng.choice(calls)))
        elif isinstance(need, NeedMove):
            legal = rng.choice(need.legal)
            twins.perform(acts.Choose(need.bettor, legal.name, rng.choice(amounts(legal))))
        elif not table.between_rounds:
            twins.both(lambda table: str(table.step()))
        else:
            finished += isinstance(need, Settled)
            for act in _before_the_deal(rules, rng):
                twins.perform(act)
    return finished


def _before_the_deal(rules: TableRules, rng: Random) -> list[Act]:
    """What the floor does, then wagers, then the deal."""
    name = rng.choice(PLAYERS)
    floor: list[Act] = [
        acts.Shuffle(),
        acts.Relieve("Zoe"),
        acts.Sit(name, rng.randint(1, rules.boxes)),
        acts.Leave(name),
        rng.choice((acts.DeclineCut(name), acts.CutAt(name, 11), acts.CutAt(name, 30))),
        acts.Stack((rng.choice(DECK),)),
        acts.Recut(),
        acts.Idle(),
        acts.Resume(),
        acts.ShowBurn(name),
        acts.RepairReader(),
    ]
    planned = rng.sample(floor, rng.choice((0, 0, 1, 2)))
    for box in rng.sample(range(1, rules.boxes + 1), min(rules.boxes, rng.choice((1, 1, 2)))):
        planned += [acts.Bet(name, wager_of(rules, rng.randint(0, 99)), str(box))] * rng.choice((1, 3, 3))
        for wager, offer in rules.wagers.items():
            bets = wager_at(rules, wager).bets(rules, offer)
            bet, amount = rng.choice(bets or ("",)), rng.choice((1_00, 5_00))
            planned.append(acts.SideBet(player=name, amount=amount, on=wager, bet=bet, at=box))
        wager = rng.choice(("", *rules.wagers))
        side, main = acts.TakeBackSide(player=name, on=wager, at=box), acts.TakeBack(name, str(box))
        planned += [side if wager else main] * rng.choice((0, 0, 0, 1))
    return [*planned, acts.Deal(rng.choice(SIDES) if rules.shoe == "double" else None)]


@pytest.mark.parametrize("name", TABLES)
def test_a_stored_table_goes_on_as_if_it_had_never_been_stored(name: str) -> None:
    assert sum(session(from_data(TABLES[name]), seed, 120) for seed in (1, 2)) > 5


@settings(max_examples=15)
@given(rules=lawful_tables(), seed=seeds)
def test_so_does_any_lawful_table(rules: TableRules, seed: int) -> None:
    session(rules, seed, 40)
