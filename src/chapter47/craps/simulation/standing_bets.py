"""Standing bets: wagers that are made whenever they are allowed and not on the layout."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chapter47.core import money
from chapter47.core.errors import Problem
from chapter47.core.money import dollars
from chapter47.core.text import legible, printable
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import limits_of, name_of
from chapter47.craps.rules.payout_odds import most_odds
from chapter47.craps.wagers import WAGERS, is_offered, unit_of_stakes

PLAYER: Final = "You"
"""The owner of bets without a named player."""
SHOOTS: Final = ("pass", "dont-pass")


class StandingBet(NamedTuple):
    """One wager of one player. Odds are requested up to this amount, within the limit behind each point."""

    wager: str
    number: int
    amount: int
    player: str = PLAYER

    @property
    def name(self) -> str:
        return name_of(self.wager, self.number)


def read_bets(posting: CrapsPosting, texts: Sequence[str]) -> tuple[list[StandingBet], list[Problem]]:
    """Parse `pass=10`, `place-to-win 6=12`, or for a player `Ann:pass=10`: the bets, and all their problems."""
    bets: list[StandingBet] = []
    problems: list[Problem] = []
    for text in texts:
        bet = _read(text)
        problem = bet if isinstance(bet, Problem) else _problem(posting, bet, bets)
        if problem is None and isinstance(bet, StandingBet):
            bets.append(bet)
        elif problem is not None:
            problems.append(problem)
    problems += [problem for bet in bets if (problem := _unsupported(bet, bets))]
    return bets, [*problems, *_crowded(posting, bets)]


def shooters(bets: Sequence[StandingBet]) -> tuple[str, ...]:
    """Return the players whose line wagers let them shoot, in the order of the dice (1.8, 1.11)."""
    return tuple(dict.fromkeys(bet.player for bet in bets if bet.wager in SHOOTS))


def _crowded(posting: CrapsPosting, bets: Sequence[StandingBet]) -> Iterator[Problem]:
    """Add a player at the rail to shoot if nobody bets the line."""
    players = {bet.player for bet in bets}
    room = posting.positions - (not shooters(bets))
    if len(players) > room:
        yield Problem("bet", f"{len(players)} players", f"{room} places at the rail, not counting the shooter's")


def _read(text: str) -> StandingBet | Problem:
    name, _, amount = text.partition("=")
    before, is_named, after = (part.strip() for part in name.partition(":"))
    player, bet = (before, after) if is_named else (PLAYER, before)
    wager, _, number = bet.partition(" ")
    try:
        staked = money.cents(amount.strip())
    except ValueError:
        return Problem("bet", f"'{printable(text)}'", "NAME=AMOUNT, such as pass=10 or 'place-to-win 6=12'")
    if not player or not legible(player):
        return Problem("bet", f"'{printable(text)}'", "PLAYER:NAME=AMOUNT, such as Ann:pass=10")
    if wager not in WAGERS or (number and not number.isascii()) or (number and not number.isdigit()):
        return Problem("bet", f"'{printable(name)}'", ", ".join(WAGERS), "19:47-1.2(a)")
    return StandingBet(wager, int(number[:3] or 0), staked, player)


def _problem(posting: CrapsPosting, bet: StandingBet, others: Sequence[StandingBet]) -> Problem | None:
    wager = WAGERS[bet.wager]
    if bet.number not in (wager.numbers or (0,)):
        allowed = ", ".join(f"{bet.wager} {number}" for number in wager.numbers) or f"{bet.wager} without a number"
        return Problem("bet", bet.name, allowed, wager.by)
    if not is_offered(posting, wager, bet.number):
        return Problem("bet", bet.name, "a wager this table offers", wager.by)
    if any(other._replace(amount=bet.amount) == bet for other in others):
        return Problem("bet", f"{bet.name} twice", "one entry for each wager of a player")
    if wager.supports:
        return None
    least, most = posting.limits(bet.wager)
    unit = unit_of_stakes(posting, wager, bet.number)
    if not least <= bet.amount <= most:
        return Problem(
            "bet", f"{bet.name}={money.amount(bet.amount)}", f"{dollars(least)} to {dollars(most)}", limits_of(posting)
        )
    if bet.amount % unit:
        return Problem("bet", f"{bet.name}={money.amount(bet.amount)}", f"multiples of {dollars(unit)}", "19:47-1.4")
    return None


def _unsupported(bet: StandingBet, bets: Sequence[StandingBet]) -> Problem | None:
    supports = WAGERS[bet.wager].supports
    if not supports or any((other.wager, other.player) == (supports, bet.player) for other in bets):
        return None
    return Problem("bet", bet.name, f"odds with their {supports} wager", "19:47-1.6")


def odds_behind(posting: CrapsPosting, bet: StandingBet, bets: Sequence[StandingBet], point: int) -> int:
    """Return how much of the requested odds is allowed behind a point, in payable multiples."""
    wager = WAGERS[bet.wager]
    flat = next(other.amount for other in bets if other.wager == wager.supports and other.player == bet.player)
    unit = unit_of_stakes(posting, wager, point)
    limit = most_odds(posting, flat, point, against=wager.against, unit=unit)
    return min(bet.amount // unit * unit, limit)
