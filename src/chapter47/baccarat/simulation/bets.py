"""The wagers that are made in every round of a simulation: `banker=25`."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.payout import fee, odds_of
from chapter47.baccarat.rules.wagers import BANKER, WAGERS, outcome
from chapter47.baccarat.simulation.kernel import BANKER_WINS, PLAYER_WINS, RESULTS, TIES
from chapter47.core.errors import Problem
from chapter47.core.money import amount, cents, dollars

POINTS = {BANKER_WINS: (0, 1), PLAYER_WINS: (1, 0), TIES: (1, 1)}
"""Point counts of Player and Banker that stand for each result."""


class RoundBet(NamedTuple):
    """A wager and its amount in cents."""

    wager: str
    amount: int


def read_bets(table: BaccaratTable, texts: Sequence[str]) -> tuple[list[RoundBet], list[Problem]]:
    """All bets, or everything that is wrong with them."""
    bets: list[RoundBet] = []
    problems: list[Problem] = []
    offered = [wager for wager in WAGERS if wager in table.offers]
    for text in texts:
        wager, _, money = text.partition("=")
        if wager not in offered:
            problems.append(Problem("bet", text, f"NAME=AMOUNT with a wager of {', '.join(offered)}", "19:47-3.2(b)"))
            continue
        try:
            stake = cents(money)
        except ValueError:
            problems.append(Problem("bet", text, "NAME=AMOUNT, such as banker=25"))
            continue
        if stake % table.chip or not table.minimum <= stake <= table.maximum:
            limits = f"{dollars(table.minimum)} to {dollars(table.maximum)} in steps of {dollars(table.chip)}"
            problems.append(Problem("bet", text, limits, "19:47-8.2"))
        elif wager in [bet.wager for bet in bets]:
            problems.append(Problem("bet", text, "each wager once"))
        else:
            bets.append(RoundBet(wager, stake))
    return bets, problems


def usual_bets(table: BaccaratTable) -> list[str]:
    """Every wager that is offered, for the table's minimum."""
    return [f"{wager}={amount(table.least_stake)}" for wager in WAGERS if wager in table.offers]


def nets(table: BaccaratTable, bet: RoundBet) -> NDArray[np.int64]:
    """What each result brings, in cents."""
    net = np.zeros(RESULTS, dtype=np.int64)
    for result, (player, banker) in POINTS.items():
        match outcome(bet.wager, player, banker)[0]:
            case "win":
                net[result] = _won(table, bet)
            case "lose":
                net[result] = -bet.amount
    return net


def _won(table: BaccaratTable, bet: RoundBet) -> int:
    won = odds_of(table, bet.wager).pays(bet.amount)
    if bet.wager != BANKER:
        return won
    return won - fee_on(table, bet)


def fee_on(table: BaccaratTable, bet: RoundBet) -> int:
    """What a win of this wager is charged by itself; where a sum is rounded when it is collected, before that."""
    if bet.wager != BANKER:
        return 0
    rounded = table.vigorish_rounding and not table.rounds_on_collection
    return fee(odds_of(table, BANKER).pays(bet.amount), table.rate(), rounded=rounded)
