"""What a table pays besides its main wager's odds, as the layout prints it or a sign at the table tells it."""

from collections.abc import Iterator

from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.views.records import PayTableView
from chapter47.blackjack.wagers.wager import odds_of

BONUSES = "Bonuses"


def pay_tables(rules: TableRules) -> tuple[PayTableView, ...]:
    return tuple(_pay_tables(rules))


def _pay_tables(rules: TableRules) -> Iterator[PayTableView]:
    if bonuses := GAMES[rules.game].posted_bonuses(rules):
        yield PayTableView(title=BONUSES, rows=tuple(bonuses.items()))
    for name, offer in rules.wagers.items():
        wager = wager_at(rules, name)
        rows = {_words(row): str(odds) for row, odds in odds_of(wager, rules, offer).items()}
        prizes = wager.prizes(rules, offer) if wager.prizes else {}
        if rows or prizes:
            yield PayTableView(title=wager.title, rows=(*rows.items(), *prizes.items()))


def _words(row: str) -> str:
    return row.replace("-", " ").capitalize()
