"""The exact prices of a craps table, by Markov chains solved with fractions: every wager and
number, odds by their multiple, how long a shooter throws."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, NamedTuple, TypeVar

from chapter47.core.dice import ROLLS, Roll
from chapter47.craps.decision import Result
from chapter47.craps.posting import FULL_DOUBLE, THREE_FOUR_FIVE, CrapsPosting, OddsMultiple, times
from chapter47.craps.rules import payout_odds, throwing
from chapter47.craps.rules.line_wagers import NO_POINT, POINTS, point_after
from chapter47.craps.rules.payout_odds import TRUE_ODDS
from chapter47.craps.wagers import (
    ALL,
    WAGERS,
    Wager,
    WagerAtThrow,
    decide,
    fee_of,
    is_at_rest,
    is_offered,
    odds_paid,
    stake_at_least,
)

S = TypeVar("S", bound=Hashable)
E = TypeVar("E", bound=Hashable)


class Move(NamedTuple, Generic[S, E]):
    """One transition from a state, with its weight: to another state, or to an end."""

    weight: int
    to: S | None
    end: E | None


class Solved(NamedTuple, Generic[E]):
    """The solution from the starting state."""

    ends: dict[E, Fraction]
    steps: Fraction


Moves = Callable[[S], Iterable[Move[S, E]]]


def solved(start: S, moves: Moves[S, E]) -> Solved[E]:
    """Solve by elimination: each removed state is expressed in terms of the remaining ones."""
    rows = _reached(start, moves)
    states = list(rows)
    for state in reversed(states[1:]):
        _eliminate(state, rows)
    own, ends, steps = rows[start]
    stays = 1 - own.pop(start, Fraction(0))
    return Solved({end: share / stays for end, share in ends.items()}, steps / stays)


class _Row(NamedTuple, Generic[S, E]):
    """A state as a linear equation: shares of other states, shares of ends, and its steps."""

    states: dict[S, Fraction]
    ends: dict[E, Fraction]
    steps: Fraction


def _reached(start: S, moves: Moves[S, E]) -> dict[S, _Row[S, E]]:
    rows: dict[S, _Row[S, E]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop(0)
        if state in rows:
            continue
        rows[state] = row = _row(list(moves(state)))
        waiting += [following for following in row.states if following not in rows]
    return rows


def _row(moves: list[Move[S, E]]) -> _Row[S, E]:
    states: dict[S, int] = {}
    ends: dict[E, int] = {}
    for weight, to, end in moves:
        if to is not None:
            states[to] = states.get(to, 0) + weight
        elif end is not None:
            ends[end] = ends.get(end, 0) + weight
    total = sum(states.values()) + sum(ends.values())
    return _Row(_shares(states, total), _shares(ends, total), Fraction(1))


def _shares(weights: dict[S, int], total: int) -> dict[S, Fraction]:
    return {key: Fraction(weight, total) for key, weight in weights.items()}


def _eliminate(state: S, rows: dict[S, _Row[S, E]]) -> None:
    own = rows.pop(state)
    stays = 1 - own.states.pop(state, Fraction(0))
    for name, row in rows.items():
        share = row.states.pop(state, None)
        if share is None:
            continue
        factor = share / stays
        for following, part in own.states.items():
            row.states[following] = row.states.get(following, Fraction(0)) + factor * part
        for end, part in own.ends.items():
            row.ends[end] = row.ends.get(end, Fraction(0)) + factor * part
        rows[name] = row._replace(steps=row.steps + factor * own.steps)


WEIGHTED_ROLLS: Final = tuple((2 - roll.is_pair, roll) for roll in ROLLS if roll.first <= roll.second)
"""The 21 distinct throws, each with its number of ways, since it never matters which die is which."""

End = tuple[Result, Fraction]
"""How a wager ends, and what a winner is paid."""


@dataclass(frozen=True)
class WagerPrice:
    """Figures per unit staked. Payments and fees are to the cent, so a price belongs to a stake."""

    outcomes: dict[End, Fraction]
    rolls: Fraction
    """Rolls until it is decided, without come out rolls on which it is off."""
    rolls_with_rests: Fraction
    """Rolls from a come out roll on, including those on which it is off if the player never turns it on."""
    stake: int
    """In cents."""
    fee_in_cents: int = 0
    fee_when_made: bool = True

    @property
    def fee(self) -> Fraction:
        """The fee as a share of the stake, always or only if the wager wins."""
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
        """House edge per unit staked."""
        return -self.mean

    @property
    def house_edge_resolved(self) -> Fraction:
        """House edge per unit on wagers won or lost."""
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
    """Price at the smallest stake of at least `stake`; `when` overrides when the table takes a fee."""
    working = _chain(posting, wager, number, called=True)
    rests = is_at_rest(posting, wager, WagerAtThrow(number, NO_POINT))
    rolls = _chain(posting, wager, number, called=False).steps if rests else working.steps
    staked = stake_at_least(posting, wager, 0 if wager.line else number, stake)
    made = (when or posting.vigorish_when) == "made"
    return WagerPrice(working.ends, working.steps, rolls, staked, fee_of(posting, wager, number, staked), made)


_State = tuple[int, int]
"""The wager's own number, and the point of the table if it matters to the wager."""


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


USUAL_MULTIPLES: Final = (
    *(times(multiple) for multiple in (1, 2, 3, 5, 10, 20, 100)),
    FULL_DOUBLE,
    THREE_FOUR_FIVE,
)


@dataclass(frozen=True)
class CrapsPrices:
    """Prices by wager name and number, 0 if the wager has none."""

    wagers: dict[str, dict[int, WagerPrice]]
    odds: dict[str, dict[str, Fraction]]
    """By multiple and line wager: the house edge per unit staked in total, odds included."""
    rolls_per_shooter: Fraction

    @property
    def best(self) -> Fraction | None:
        """The lowest house edge of any wager offered, without odds."""
        return min((price.house_edge for prices in self.wagers.values() for price in prices.values()), default=None)


def prices(posting: CrapsPosting, stake: int = 0) -> CrapsPrices:
    """Price each wager at its minimum stake, or at the smallest of at least `stake`."""
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
    """Price odds on pass and don't pass; come and don't come are the same wagers, made later."""
    multiples = {multiple.name: multiple for multiple in (*USUAL_MULTIPLES, posting.odds_multiple)}
    lines = {name: wager_price(posting, WAGERS[name]) for name in ("pass", "dont-pass")}
    return {
        name: {line: _with_odds(price, multiple, WAGERS[line]) for line, price in lines.items()}
        for name, multiple in multiples.items()
    }


def _with_odds(price: WagerPrice, multiple: OddsMultiple, line: Wager) -> Fraction:
    """Return the edge with odds, which pay true odds: the same loss over more chips."""
    return price.house_edge / (1 + sum(_chance(point) * _staked(multiple, point, line) for point in POINTS))


def _staked(multiple: OddsMultiple, point: int, line: Wager) -> Fraction:
    return multiple.by_point[point] * (TRUE_ODDS[point] if line.against else 1)


def _chance(point: int) -> Fraction:
    """Return the chance that the come out roll sets this point."""
    weight = sum(weight for weight, roll in WEIGHTED_ROLLS if point_after(NO_POINT, roll.total) == point)
    return Fraction(weight, sum(weight for weight, _ in WEIGHTED_ROLLS))


def rolls_per_shooter() -> Fraction:
    """Return the rolls until the loser 7 takes the dice away."""

    def moves(point: int) -> Iterator[Move[int, str]]:
        for weight, roll in WEIGHTED_ROLLS:
            if throwing.must_pass_the_dice(point, roll.total):
                yield Move(weight, None, "loser 7")
            else:
                yield Move(weight, point_after(point, roll.total), None)

    return solved(NO_POINT, moves).steps
