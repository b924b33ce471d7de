"""What the wagers of a blackjack table pay, for its gaming guide."""

from collections.abc import Iterator
from typing import Final

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.views.of_table import pay_tables
from chapter47.core.money import EVEN, Odds
from chapter47.core.pay_lines import PayLine

INSURANCE_PAYS: Final = Odds.of("2 to 1")


def pay_lines(rules: TableRules) -> Iterator[PayLine]:
    """List the main wager, insurance and every side wager with what each way to win pays."""
    game = GAMES[rules.game]
    yield PayLine("Main wager", "a win", str(EVEN), game.pays_by)
    if game.blackjack_odds != EVEN:
        yield PayLine("Main wager", "blackjack", str(game.blackjack_odds), game.pays_by)
    for wins, pays in game.posted_bonuses(rules).items():
        yield PayLine("Main wager", wins, pays, game.bonus_by(wins))
    if rules.hole_card != "face-up":
        pays = str(INSURANCE_PAYS)
        limits = "up to half of the bet"
        yield PayLine("Insurance", "dealer's blackjack", pays, game.insurance_by, "insurance", limits=limits)
    tables = {table.title: table.rows for table in pay_tables(rules)}
    for name, offer in rules.wagers.items():
        wager = wager_at(rules, name)
        for wins, pays in tables.get(wager.title, ()) or [("", "")]:
            yield PayLine(wager.title, wins, pays, wager.pays_by or wager.section, name, offer.minimum, offer.maximum)
