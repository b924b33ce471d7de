"""What is staked at which count, as arrays for the kernel."""

from collections.abc import Sequence

import numpy as np

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.payout import STEPS
from chapter47.baccarat.rules.wagers import BANKER
from chapter47.baccarat.simulation.bets import RoundBet, fee_on, nets
from chapter47.baccarat.simulation.count_system import CountSystem
from chapter47.baccarat.simulation.staking_kernel import THOUSAND, Staking
from chapter47.core.count_file import LARGEST
from chapter47.core.errors import Problem
from chapter47.core.money import dollars

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
    """A ramp that leads above the table's maximum."""
    most = max((units for _, units in counting.ramp), default=1)
    return [
        Problem(
            "count",
            f"{most} units of {bet.wager}={dollars(bet.amount)}",
            f"at most {dollars(table.maximum)} on a wager",
            "19:47-8.2",
        )
        for bet in bets
        if most * bet.amount > table.maximum
    ]
