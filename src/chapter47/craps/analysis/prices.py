"""All prices of a craps table: every wager and number, odds by their multiple, how long a shooter throws."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from chapter47.craps.analysis.chain import Move, solved
from chapter47.craps.analysis.wager_price import WEIGHTED_ROLLS, WagerPrice, wager_price
from chapter47.craps.posting import FULL_DOUBLE, THREE_FOUR_FIVE, CrapsPosting, OddsMultiple, times
from chapter47.craps.rules import shooter
from chapter47.craps.rules.buy_and_lay import TRUE_ODDS
from chapter47.craps.rules.come_out import NO_POINT, POINTS, point_after
from chapter47.craps.wagers import ALL, WAGERS, Wager, is_offered

USUAL_MULTIPLES: Final = (
    *(times(multiple) for multiple in (1, 2, 3, 5, 10, 20, 100)),
    FULL_DOUBLE,
    THREE_FOUR_FIVE,
)


@dataclass(frozen=True)
class CrapsPrices:
    """By wager name and number, 0 where the wager has none."""

    wagers: dict[str, dict[int, WagerPrice]]
    odds: dict[str, dict[str, Fraction]]
    """By multiple and line wager: the house edge per unit of all that is staked, odds included."""
    rolls_per_shooter: Fraction

    @property
    def best(self) -> Fraction | None:
        """The least house edge of any wager offered, odds aside."""
        return min((price.house_edge for prices in self.wagers.values() for price in prices.values()), default=None)


def prices(posting: CrapsPosting, stake: int = 0) -> CrapsPrices:
    """Each wager at its least stake, or at the least that is as large as `stake`."""
    wagers = {wager.name: _by_number(posting, wager, stake) for wager in ALL if not wager.supports}
    return CrapsPrices(
        {name: by_number for name, by_number in wagers.items() if by_number},
        _odds(posting),
        rolls_per_shooter(),
    )


def _by_number(posting: CrapsPosting, wager: Wager, stake: int) -> dict[int, WagerPrice]:
    numbers = [number for number in wager.numbers or (0,) if is_offered(posting, wager, number)]
    return {number: wager_price(posting, wager, number, stake=stake) for number in numbers}


def _odds(posting: CrapsPosting) -> dict[str, dict[str, Fraction]]:
    """Of pass and don't pass; come and don't come are the same wager later."""
    multiples = {multiple.name: multiple for multiple in (*USUAL_MULTIPLES, posting.odds_multiple)}
    lines = {name: wager_price(posting, WAGERS[name]) for name in ("pass", "dont-pass")}
    return {
        name: {line: _with_odds(price, multiple, WAGERS[line]) for line, price in lines.items()}
        for name, multiple in multiples.items()
    }


def _with_odds(price: WagerPrice, multiple: OddsMultiple, line: Wager) -> Fraction:
    """Odds are paid truly and so cost nothing: the same loss is spread over more chips."""
    return price.house_edge / (1 + sum(_chance(point) * _staked(multiple, point, line) for point in POINTS))


def _staked(multiple: OddsMultiple, point: int, line: Wager) -> Fraction:
    return multiple.by_point[point] * (TRUE_ODDS[point] if line.against else 1)


def _chance(point: int) -> Fraction:
    """Of a come out point."""
    weight = sum(weight for weight, roll in WEIGHTED_ROLLS if point_after(NO_POINT, roll.total) == point)
    return Fraction(weight, sum(weight for weight, _ in WEIGHTED_ROLLS))


def rolls_per_shooter() -> Fraction:
    """Until the loser 7 takes the dice away."""

    def moves(point: int) -> Iterator[Move[int, str]]:
        for weight, roll in WEIGHTED_ROLLS:
            if shooter.must_pass_the_dice(point, roll.total):
                yield Move(weight, None, "loser 7")
            else:
                yield Move(weight, point_after(point, roll.total), None)

    return solved(NO_POINT, moves).steps
