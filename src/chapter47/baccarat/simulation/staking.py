"""The stakes of each round of a simulation: the same bets each time (`banker=25`), or a ramp by a count."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import DIGITS, value
from chapter47.baccarat.rules.wagers import BANKER, STEPS, WAGERS, fee, limits_of, odds_of, outcome
from chapter47.baccarat.simulation.kernel import BANKER_WINS, PLAYER_WINS, RESULTS, TIES
from chapter47.baccarat.simulation.staking_kernel import THOUSAND, Staking
from chapter47.core.cards import decks
from chapter47.core.count_file import LARGEST, CountReading, CountSystemError, count_data
from chapter47.core.errors import Problem
from chapter47.core.json_object import JsonMapping
from chapter47.core.money import amount, cents, dollars

POINTS = {BANKER_WINS: (0, 1), PLAYER_WINS: (1, 0), TIES: (1, 1)}
"""Point counts of Player and Banker that represent each result."""


class RoundBet(NamedTuple):
    """A wager and its amount in cents."""

    wager: str
    amount: int


def read_bets(table: BaccaratTable, texts: Sequence[str]) -> tuple[list[RoundBet], list[Problem]]:
    """Parse all bets, or list all their problems."""
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
            problems.append(Problem("bet", text, limits, limits_of(table)))
        elif wager in [bet.wager for bet in bets]:
            problems.append(Problem("bet", text, "each wager once"))
        else:
            bets.append(RoundBet(wager, stake))
    return bets, problems


def usual_bets(table: BaccaratTable) -> list[str]:
    """Return every wager offered, for the table's minimum."""
    return [f"{wager}={amount(table.least_stake)}" for wager in WAGERS if wager in table.offers]


def nets(table: BaccaratTable, bet: RoundBet) -> NDArray[np.int64]:
    """Return the net result of a bet for each outcome, in cents."""
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
    """Return the fee on a single win of this wager, before rounding a sum on collection."""
    if bet.wager != BANKER:
        return 0
    rounded = table.vigorish_rounding and not table.rounds_on_collection
    return fee(odds_of(table, BANKER).pays(bet.amount), table.rate(), rounded=rounded)


KEYS: Final = ("name", "tags", "initial", "true_count", "ramp")
TEN: Final = "T"
COURT: Final = ("J", "Q", "K")


class CountSystem(NamedTuple):
    """True counts are the running count divided by the decks left in the shoe. Burned cards are shown, and so
    counted."""

    tags: tuple[float, ...]
    """By card value: 0 is a ten or court card."""
    ramp: tuple[tuple[float, int], ...]
    """Units to bet by the true count from which they apply; 0 means that the round is sat out."""
    begins: float
    floored: bool

    @property
    def of_a_deck(self) -> float:
        return sum(self.tags[value(card)] for card in decks(1))


def read_count(path: Path) -> CountSystem:
    return count_system(count_data(path), str(path))


def count_system(data: JsonMapping, source: str = "count system") -> CountSystem:
    """Report every problem at once."""
    reading = CountReading(data, KEYS)
    tags = reading.tags(optional=COURT)
    for rank in COURT:
        if tags.get(rank, tags.get(TEN)) != tags.get(TEN):
            want = f"{tags[TEN]:g}, the tag of a ten: both are worth 0 at the table"
            reading.problems.append(Problem(f"tags.{rank}", f"{tags[rank]:g}", want, "19:47-3.1(b)1"))
    by_value = tuple(tags.get(rank, 0.0) for rank in (TEN, "A", *map(str, range(2, DIGITS))))
    system = CountSystem(by_value, tuple(reading.ramp()), reading.begins(), reading.is_floored())
    if reading.problems:
        raise CountSystemError(reading.problems, source)
    return system


NO_COUNT = CountSystem(tags=(0.0,) * 10, ramp=((-LARGEST, 1),), begins=0.0, floored=False)


def staking(table: BaccaratTable, bets: Sequence[RoundBet], counting: CountSystem | None) -> Staking:
    count = counting or NO_COUNT
    ramp = count.ramp or NO_COUNT.ramp
    raised = [[RoundBet(bet.wager, units * bet.amount) for bet in bets] for _, units in ramp]
    collected = table.rounds_on_collection
    return Staking(
        tags=np.array([round(tag * THOUSAND) for tag in count.tags], dtype=np.int64),
        begins=round(count.begins * THOUSAND),
        floored=count.floored,
        ramp=np.array([round(at * THOUSAND) for at, _ in ramp], dtype=np.int64),
        nets=np.array([[nets(table, bet) for bet in step] for step in raised], dtype=np.int64),
        stakes=np.array([[bet.amount for bet in step] for step in raised], dtype=np.int64),
        owed=np.array([sum(fee_on(table, bet) for bet in step) * collected for step in raised], dtype=np.int64),
        rounded_to=STEPS.get(table.rate(), 1) if collected else 1,
        charged=next((place for place, bet in enumerate(bets) if bet.wager == BANKER), 0),
    )


def ramp_problems(table: BaccaratTable, bets: Sequence[RoundBet], counting: CountSystem) -> list[Problem]:
    """List problems of a ramp that exceeds the table's maximum."""
    most = max((units for _, units in counting.ramp), default=1)
    return [
        Problem(
            "count",
            f"{most} units of {bet.wager}={dollars(bet.amount)}",
            f"at most {dollars(table.maximum)} on a wager",
            limits_of(table),
        )
        for bet in bets
        if most * bet.amount > table.maximum
    ]
