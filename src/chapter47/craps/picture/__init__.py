"""A craps table as a picture: one end of the layout with the line, the numbers and the field, and the centre.

The areas are those of the wagers offered (19:47-1.2), with the posted odds (1.4)."""

from collections.abc import Sequence
from typing import Final

from chapter47.core.log import Frame
from chapter47.craps.picture.layout import SeenCraps
from chapter47.craps.picture.table import drawn
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.views import CrapsView, CrewView, PlayerView, table_view
from chapter47.drawing.settings import Picture, Settings


def draw(view: CrapsView | PlayerView | CrewView, settings: Settings) -> str:
    """Draw the table as a player sees it, own chips first, or as everybody does."""
    return drawn(SeenCraps.of(view, settings.viewer), settings)


def replayed(posting: CrapsPosting, frames: Sequence[Frame]) -> CrapsView:
    del posting
    return table_view(frames[-1].state)


PICTURE: Final = Picture(draw=draw, replayed=replayed)
