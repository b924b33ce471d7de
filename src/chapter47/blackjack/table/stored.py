"""A blackjack table in play, stored and restored completely: undealt cards, meters, streaks, discards, seats."""

import json
from typing import TYPE_CHECKING, Final

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import shoe_for
from chapter47.blackjack.state import Round
from chapter47.blackjack.table.table_state import TableState
from chapter47.core.act import PlannedCut
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
    "exposed_in_mixing": int,
    "named_until": dict[str, int],
    "amounts_told": tuple[int, ...],
    "down": dict[Place, tuple[Card, ...]],
    "aside": tuple[Card, ...],
    "planned_cuts": tuple[PlannedCut, ...],
}
"""What a table remembers besides its shoe, whose kind follows from the posting."""


def stored(table: "BlackjackInPlay") -> str:
    given = {TableRules: table.rules}
    parts = {name: plain(getattr(table, name), given) for name in PARTS}
    return json.dumps({"shoe": plain(table.shoe, given), **parts}, ensure_ascii=False)


def restore(table: "BlackjackInPlay", text: str) -> None:
    """Restore into a new table of the same posting."""
    data, given = json.loads(text), {TableRules: table.rules}
    table.shoe = made(type(shoe_for(table.rules)), data["shoe"], given)
    for name, kind in PARTS.items():
        setattr(table, name, made(kind, data[name], given))
    table.down = {at: list(cards) for at, cards in table.down.items()}
    table.aside, table.planned_cuts = list(table.aside), list(table.planned_cuts)
    table.amounts_told = list(table.amounts_told)
