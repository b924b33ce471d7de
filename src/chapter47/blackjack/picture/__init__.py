"""A blackjack table as a picture, for all six games: the half-moon with its boxes, or a small screen with the viewer's
own."""

from collections.abc import Sequence
from typing import Final

from chapter47.blackjack.picture.seen import SeenBlackjack
from chapter47.blackjack.picture.small import small
from chapter47.blackjack.picture.wide import wide
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.table.table_state import TableState, carry
from chapter47.blackjack.table.views import logged_view
from chapter47.blackjack.views.records import TableView, View
from chapter47.core.log import Frame
from chapter47.drawing.settings import Picture, Settings


def replayed(rules: TableRules, frames: Sequence[Frame]) -> TableView:
    """Return the view after all lines up to that one; nothing about the shoe is needed."""
    carried = TableState()
    for frame in frames:
        carried = carry(carried, frame.entry.event)
    return logged_view(rules, frames[-1].state, carried, [frame.entry for frame in frames])


def draw(view: View, settings: Settings) -> str:
    seen = SeenBlackjack.of(view, settings.viewer)
    return small(seen, settings) if settings.is_small else wide(seen, settings)


PICTURE: Final = Picture(draw=draw, replayed=replayed)
