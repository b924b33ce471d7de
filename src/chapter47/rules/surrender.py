"""19:47-2.8: surrender."""

from datetime import date

from chapter47.findings import Breach, announced, limit, option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option(
    "surrender", "surrender",
    "19:47-2.8(c)",
    since=date(1990, 1, 16),
    before=((date(1978, 6, 2), date(1981, 7, 23)),),
    tests=((date(1989, 3, 15), date(1989, 6, 14)),),
)
def offers_surrender(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.surrender


@limit("19:47-2.8(c)", editions="1996 2010", since=date(1990, 1, 16))
def surrender_stands_alone(table: TableRules) -> Breach | None:
    """Not with multiple action; since 1996 not with the progressive wager; not at 6 to 5."""
    if not offers_surrender(table):
        return None
    clashes = [game for game in ("multiple-action", "six-to-five") if table.is_game(game)]
    clashes += [offer.name for offer in table.offering("progressive")]
    if not clashes:
        return None
    got = "surrender with " + ", ".join(clashes)
    return ("surrender.not_available", "surrender is not available here", got, "surrender = false")


@announced("19:47-2.8(c)", "surrender", editions="1996 2010", start=True, stop=True)
def surrender(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.surrender
