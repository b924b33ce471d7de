"""A blackjack table as a picture, all six games: the half-moon with its boxes, or a small screen with one's own."""

from typing import Final

from chapter47.blackjack.picture.replayed import replayed
from chapter47.blackjack.picture.seen import SeenBlackjack
from chapter47.blackjack.picture.small import small
from chapter47.blackjack.picture.wide import wide
from chapter47.blackjack.views.records import View
from chapter47.drawing.picture import Picture
from chapter47.drawing.settings import Settings


def draw(view: View, settings: Settings) -> str:
    seen = SeenBlackjack.of(view, settings.viewer)
    return small(seen, settings) if settings.is_small else wide(seen, settings)


PICTURE: Final = Picture(draw=draw, replayed=replayed)
