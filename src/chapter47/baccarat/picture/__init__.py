"""A baccarat table as a picture: the long oval with its numbered seats, the two hands, the fee box and the scoreboards.

Every seat has areas for the wagers offered (19:47-3.2); the felt shows what a tie pays and the fee on Banker wins
(3.3)."""

from collections.abc import Sequence
from typing import Final

from chapter47.baccarat.picture.oval import oval
from chapter47.baccarat.picture.sheet import SeenBaccarat
from chapter47.baccarat.picture.small import small
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table.views import TableView, View, table_view
from chapter47.core.log import Frame
from chapter47.drawing.settings import Picture, Settings


def draw(view: View, settings: Settings) -> str:
    seen = SeenBaccarat.of(view, settings.viewer)
    return small(seen, settings) if settings.is_small else oval(seen, settings)


def replayed(posting: BaccaratTable, frames: Sequence[Frame]) -> TableView:
    del posting
    return table_view(frames[-1].state)


PICTURE: Final = Picture(draw=draw, replayed=replayed)
