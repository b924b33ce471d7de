"""Multiple action: how many wagers, and what each of them takes with it, 19:47-2.18(b) to (d)."""

from collections.abc import Callable

import pytest

from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round
from chapter47.core.cards import cards
from chapter47.core.findings import Refusal
from chapter47.games import from_data

Claim = Callable[..., None]


def taken(result: play.Result) -> Round:
    assert isinstance(result, play.Step), result
    return result.state


def staked(least: int, *amounts: int) -> Round:
    state = play.open_round(from_data({"game": "multiple-action", "multiple_action_wagers": least}))
    for amount in amounts:
        state = taken(play.bet(state, 1, "Ann", amount))
    return state


def dealt(shoe: str, *amounts: int) -> Round:
    state = taken(play.close_bets(staked(2, *amounts)))
    for card in cards(shoe):
        state = taken(play.give(state, card))
    return state


@pytest.mark.parametrize(
    ("least", "made", "code"),
    [(2, 1, "bets.too_few_wagers"), (2, 2, None), (2, 3, None), (3, 2, "bets.too_few_wagers"), (3, 3, None)],
)
def test_the_least_number_of_wagers(least: int, made: int, code: str | None, cites: Claim) -> None:
    result = play.close_bets(staked(least, *[10_00] * made))
    assert (result.code if isinstance(result, Refusal) else None) == code
    cites("19:47-2.18(b)")


def test_a_fourth_wager_is_refused(cites: Claim) -> None:
    result = play.bet(staked(2, 10_00, 20_00, 30_00), 1, "Ann", 10_00)
    assert isinstance(result, Refusal)
    assert (result.code, result.want) == ("bet.twice", "3 wagers")
    cites("19:47-2.18(b)")


def test_another_game_takes_one_wager() -> None:
    state = taken(play.bet(play.open_round(from_data({"game": "blackjack"})), 1, "Ann", 10_00))
    result = play.bet(state, 1, "Ann", 10_00)
    assert isinstance(result, Refusal)
    assert (result.code, result.want) == ("bet.twice", "one wager")


# the amounts offered beside wagers of $10, $20 and $15, in turn; the last one is refused or closes the double
DOUBLES = [
    ((10_00, 20_00, 15_00), None),
    ((1_00, 1_00, 1_00), None),
    ((10_00, 10_50), "move.amount"),
    ((10_00, 21_00), "move.amount"),
    ((10_00, 20_00, 16_00), "move.amount"),
    ((10_00, 20_00, 0), "move.amount"),
]


@pytest.mark.parametrize(("amounts", "code"), DOUBLES)
def test_each_wager_is_doubled_up_to_its_own_amount(amounts: tuple[int, ...], code: str | None, cites: Claim) -> None:
    state = dealt("6c 6d 5d", 10_00, 20_00, 15_00)
    for amount in amounts[:-1]:
        state = taken(play.choose(state, "Ann", "double", amount))
    result = play.choose(state, "Ann", "double", amounts[-1])
    assert (result.code if isinstance(result, Refusal) else None) == code
    cites("19:47-2.18(c)")


def test_a_double_once_begun_covers_every_wager(cites: Claim) -> None:
    state = taken(play.choose(dealt("6c 6d 5d", 10_00, 20_00), "Ann", "double", 10_00))
    need = pending(state)
    assert isinstance(need, NeedMove)
    assert [(legal.name, legal.most, legal.by) for legal in need.legal] == [("double", 20_00, "19:47-2.18(c)")]
    cites("19:47-2.18(c)")


def test_a_split_takes_a_further_wager_beside_every_wager() -> None:
    state = taken(play.choose(dealt("8c 6d 8d", 10_00, 20_00, 15_00), "Ann", "split"))
    stakes = [(str(stake.at), stake.spot, stake.amount) for stake in state.stakes]
    assert sorted(stakes) == [
        (at, spot, amount) for at in ("1", "1.1") for spot, amount in enumerate((1000, 2000, 1500))
    ]


def test_insurance_is_measured_by_each_wager(cites: Claim) -> None:
    state = dealt("Tc Ad 9d", 10_00, 20_00, 15_00)
    most = []
    for _ in range(3):
        need = pending(state)
        assert isinstance(need, NeedMove)
        most.append((need.spot, need.legal[1].most))
        state = taken(play.choose(state, "Ann", "decline"))
    assert most == [(0, 5_00), (1, 10_00), (2, 8_00)]
    cites("19:47-2.18(d)")


EACH = {"2010 19:47-2.17(g)1": "each"}


@pytest.mark.parametrize(
    ("readings", "amount", "most"),
    [({}, 45, None), ({}, 46, "$1 to $45"), (EACH, 10, None), (EACH, 11, "$1 to $10")],
)
def test_an_additional_wager_is_at_most_the_sum_or_by_the_other_reading_each_wager(
    readings: dict[str, str], amount: int, most: str | None, cites: Claim
) -> None:
    table = from_data({"game": "multiple-action", "wagers": {"over-under-13": {}}, "readings": readings})
    state = play.open_round(table)
    for wager in (10_00, 20_00, 15_00):
        state = taken(play.bet(state, 1, "Ann", wager))
    result = play.side_bet(state, 1, "Ann", "over-under-13", 100 * amount, "over")
    refused = (result.citation, result.want.partition(" in")[0]) if isinstance(result, Refusal) else None
    assert refused == (most and ("19:47-2.17(g)", most))
    cites("19:47-2.17(g)1")
