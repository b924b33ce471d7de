"""Side wagers as they are offered and named at the table."""

from typing import Final

from chapter47.blackjack.acts import SideBet, side_bet
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import wager_at

LOOKS: Final = "A side wager is written WAGER [BET] AMOUNT, such as: match-the-dealer 5, or over-under-13 over 5."


def offered(rules: TableRules) -> str:
    """The side wagers of a table, each with its bets where it has several."""
    return ", ".join(_with_bets(name, wager_at(rules, name).bets(rules, offer)) for name, offer in rules.wagers.items())


def _with_bets(name: str, bets: tuple[str, ...]) -> str:
    several = " | ".join(bet for bet in bets if bet)
    return f"{name} ({several})" if several else name


def wished(box: int, bettor: str, line: str) -> SideBet | None:
    """The side wager that somebody names; nothing where the line is none."""
    try:
        return side_bet(box, bettor, line.split())
    except ValueError:
        return None
