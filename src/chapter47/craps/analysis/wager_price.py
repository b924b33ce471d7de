"""The exact price of one wager on one number."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from chapter47.core.dice import ROLLS, Roll
from chapter47.craps.analysis.chain import Move, Solved, solved
from chapter47.craps.decision import Result
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules import payout_odds
from chapter47.craps.rules.come_out import NO_POINT, point_after
from chapter47.craps.wagers import Wager, WagerAtThrow, decide, fee_of, is_at_rest, odds_paid, stake_at_least

WEIGHTED_ROLLS: Final = tuple((2 - roll.is_pair, roll) for roll in ROLLS if roll.first <= roll.second)
"""The 21 throws that differ, each with the number of its ways: which die is which never matters."""

End = tuple[Result, Fraction]
"""How a wager ends, and what a won one is paid."""


@dataclass(frozen=True)
class WagerPrice:
    """Everything per unit staked. What is paid and charged is to the cent, so that a price is that of a stake."""

    outcomes: dict[End, Fraction]
    rolls: Fraction
    """Until it is decided, with come out rolls on which it rests left out."""
    rolls_with_rests: Fraction
    """The same from a come out roll on, with those rolls counted, where the player never calls it on."""
    stake: int
    """In cents."""
    fee_in_cents: int = 0
    fee_when_made: bool = True

    @property
    def fee(self) -> Fraction:
        """As a share of the stake, lost whatever happens or only where the wager wins."""
        return Fraction(self.fee_in_cents, self.stake)

    def net(self, end: End) -> Fraction:
        result, paid = end
        match result:
            case Result.WON:
                return Fraction(payout_odds.winnings(self.stake, paid), self.stake) - self.fee
            case Result.LOST:
                return -Fraction(1) - (self.fee if self.fee_when_made else 0)
            case _:
                return Fraction(0)

    @property
    def mean(self) -> Fraction:
        return sum((chance * self.net(end) for end, chance in self.outcomes.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Per unit staked on a wager that is made."""
        return -self.mean

    @property
    def house_edge_resolved(self) -> Fraction:
        """Of the wagers that are won or lost."""
        return -self.mean / (1 - self.chance_of(Result.VOID))

    @property
    def house_edge_per_roll(self) -> Fraction:
        return -self.mean / self.rolls

    @property
    def house_edge_of_outlay(self) -> Fraction:
        """Per unit of stake and fee together, which is what books print."""
        return -self.mean / (1 + (self.fee if self.fee_when_made else 0))

    @property
    def variance(self) -> Fraction:
        squares = sum((chance * self.net(end) ** 2 for end, chance in self.outcomes.items()), Fraction(0))
        return squares - self.mean**2

    def chance_of(self, result: Result) -> Fraction:
        return sum((chance for (ended, _), chance in self.outcomes.items() if ended is result), Fraction(0))


def wager_price(
    posting: CrapsPosting, wager: Wager, number: int = 0, *, stake: int = 0, when: str | None = None
) -> WagerPrice:
    """At the least stake that is as large as `stake`; `when` a fee is taken, where that is not as the table has it."""
    working = _chain(posting, wager, number, called=True)
    rests = is_at_rest(posting, wager, WagerAtThrow(number, NO_POINT))
    rolls = _chain(posting, wager, number, called=False).steps if rests else working.steps
    staked = stake_at_least(posting, wager, 0 if wager.line else number, stake)
    made = (when or posting.vigorish_when) == "made"
    return WagerPrice(working.ends, working.steps, rolls, staked, fee_of(posting, wager, number, staked), made)


_State = tuple[int, int]
"""The wager's own number, and the point of the table where it matters to the wager."""


def _chain(posting: CrapsPosting, wager: Wager, number: int, *, called: bool) -> Solved[End]:
    def moves(state: _State) -> Iterator[Move[_State, End]]:
        own, table_point = state
        standing = WagerAtThrow(own, table_point, "on" if called else "")
        for weight, roll in WEIGHTED_ROLLS:
            decision = decide(posting, wager, standing, roll)
            point = table_point if called else point_after(table_point, roll.total)
            match decision.result:
                case Result.STANDS:
                    yield Move(weight, (own, point), None)
                case Result.TRAVELS:
                    yield Move(weight, (roll.total, point), None)
                case result:
                    yield Move(weight, None, (result, _paid(posting, wager, own, roll, result)))

    return solved((number, NO_POINT), moves)


def _paid(posting: CrapsPosting, wager: Wager, number: int, roll: Roll, result: Result) -> Fraction:
    return odds_paid(posting, wager, number, roll) if result is Result.WON else Fraction(0)
