"""The words that a layout bears, from the notices that order them."""

import re
from collections.abc import Iterator
from typing import Final

from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES, blackjack
from chapter47.core.findings import Display

_QUOTED: Final = re.compile(r'"([^"]+)"')


def inscriptions(rules: TableRules) -> tuple[str, ...]:
    """Each line that is printed on the felt, in the order of its paragraph (19:46-1.10, 1.10B, 1.10C)."""
    return tuple(dict.fromkeys(_printed(rules)))


def _printed(rules: TableRules) -> Iterator[str]:
    game = GAMES[rules.game]
    basic = (blackjack.layout,) if game.traits.basic else ()
    for notice in (*basic, *game.own_notices):
        if isinstance(notice, Display) and notice.kind == "layout":
            for line in notice(rules):
                if words := _words(line):
                    yield words


def _words(line: str) -> str | None:
    """Words that are quoted stand there as they are; what the layout says in other words is told in ours."""
    if quoted := _QUOTED.match(line):
        return quoted[1]
    return line[5].upper() + line[6:] if line.startswith("that ") else None
