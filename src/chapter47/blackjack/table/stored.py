"""A blackjack table in play, stored and opened again: undealt cards, meters, streaks, discards, seats, everything."""

import json
from typing import TYPE_CHECKING, Final

from chapter47.blackjack.shoe import shoe_for
from chapter47.blackjack.state import Round
from chapter47.blackjack.table.table_state import TableState
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.act import CutAt
from chapter47.core.cards import Card
from chapter47.core.event import Place
from chapter47.core.json_object import Json
from chapter47.core.stored import made, plain

if TYPE_CHECKING:
    from chapter47.blackjack.table.in_play import BlackjackInPlay

PARTS: Final[Json] = {
    "carried": TableState,
    "state": Round,
    "begun": bool,
    "uncleared": bool,
    "named_until": dict[str, int],
    "amounts_told": tuple[int, ...],
    "down": dict[Place, tuple[Card, ...]],
    "aside": tuple[Card, ...],
    "cuts_told": tuple[CutAt, ...],
}
"""What a table remembers besides its shoe, whose kind follows from the posting."""


def stored(table: "BlackjackInPlay") -> str:
    given = {TableRules: table.rules}
    parts = {name: plain(getattr(table, name), given) for name in PARTS}
    return json.dumps({"shoe": plain(table.shoe, given), **parts}, ensure_ascii=False)


def restore(table: "BlackjackInPlay", text: str) -> None:
    """Into a table of the same posting that has just been made."""
    data, given = json.loads(text), {TableRules: table.rules}
    table.shoe = made(type(shoe_for(table.rules)), data["shoe"], given)
    for name, kind in PARTS.items():
        setattr(table, name, made(kind, data[name], given))
    table.down = {at: list(cards) for at, cards in table.down.items()}
    table.aside, table.cuts_told = list(table.aside), list(table.cuts_told)
    table.amounts_told = list(table.amounts_told)
