"""Chance: a seed deals the same again, the system favours nothing, a script and an enumerator tell all."""

from collections import Counter
from fractions import Fraction

import pytest

from chapter47.core.cards import DECK, cards
from chapter47.core.chance import (
    Chance,
    FromGenerator,
    Scripted,
    ScriptEndedError,
    Seeded,
    SystemRandomness,
    at_place,
    every_outcome,
    fresh_seed,
)

WEIGHTS = {5_00: 3, 10_00: 1}


def test_a_seed_deals_the_cards_that_it_always_dealt() -> None:
    chance = Seeded(47)
    assert chance.order(DECK)[:6] == cards("Tc 4d Qd 7h 4s 5c")
    assert [chance.by_weight(WEIGHTS) for _ in range(8)] == [5_00] * 6 + [10_00, 5_00]
    assert chance.order(DECK)[:6] == cards("4h Jh 8h Ah Qc 5d")


def test_a_seed_goes_on_from_where_it_was_stored() -> None:
    chance = Seeded(47)
    chance.order(DECK)
    again = Seeded.opened(chance.stored())
    answers = [
        (source.order(DECK), source.dice(), source.by_weight(WEIGHTS), source.order(DECK)) for source in (chance, again)
    ]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("chance", [Seeded(47), SystemRandomness()])
def test_every_number_comes_by_its_weight_and_every_throw_as_often(chance: FromGenerator) -> None:
    numbers = Counter(chance.by_weight(WEIGHTS) for _ in range(2000))
    assert (set(numbers), 1380 < numbers[5_00] < 1620) == (set(WEIGHTS), True)
    throws = Counter(chance.dice() for _ in range(7200))
    assert len(throws) == 36
    assert all(110 < times < 300 for times in throws.values())
    assert Counter(chance.order(DECK)) == Counter(DECK)


def test_fresh_seeds_differ() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100


def test_a_number_has_its_share_of_the_places() -> None:
    assert [at_place(WEIGHTS, place) for place in range(4)] == [5_00, 5_00, 5_00, 10_00]
    with pytest.raises(ValueError, match="beyond the sum"):
        at_place(WEIGHTS, 4)


def test_a_script_tells_what_comes_and_says_when_it_ends() -> None:
    chance = Scripted(order=lambda stack: stack[::-1], dice=[(6, 1)], numbers=[10_00, 7_00])
    assert (chance.order(cards("As Kh")), chance.dice(), chance.by_weight(WEIGHTS)) == (cards("Kh As"), (6, 1), 10_00)
    with pytest.raises(ScriptEndedError, match="700 is not one of 500, 1000"):
        chance.by_weight(WEIGHTS)
    with pytest.raises(ScriptEndedError, match="does not supply another throw"):
        chance.dice()


def test_every_outcome_comes_once_with_its_probability() -> None:
    def play(chance: Chance) -> tuple[str, int]:
        first, *_ = chance.order(cards("As As Kh"))
        return str(first), chance.by_weight(WEIGHTS) if first.is_ace else 0

    outcomes = list(every_outcome(play))
    shares: Counter[tuple[str, int]] = Counter()
    for probability, result in outcomes:
        shares[result] += probability  # type: ignore[assignment]
    assert sum(probability for probability, _ in outcomes) == 1
    assert shares == {("As", 5_00): Fraction(1, 2), ("As", 10_00): Fraction(1, 6), ("Kh", 0): Fraction(1, 3)}


def test_every_throw_of_two_dice_is_one_of_thirty_six() -> None:
    throws = list(every_outcome(lambda chance: chance.dice()))
    assert len({throw for _, throw in throws}) == len(throws) == 36
    assert {probability for probability, _ in throws} == {Fraction(1, 36)}
