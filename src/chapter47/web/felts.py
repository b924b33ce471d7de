"""A table of the pit as its game draws it and speaks of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from chapter47.core.onlookers import Who
from chapter47.drawing.settings import NARROWEST, FeltColour, Settings
from chapter47.service.table import HostedTable

WIDEST_HERE: Final = 4000
NARROWEST_HERE: Final = 860
"""On a screen that is not small: letters do not shrink with the picture, so that it hardly gets lower than so."""
TRIES: Final = 2
COLOURS: Final[tuple[FeltColour, ...]] = get_args(FeltColour)


def look(asked: Mapping[str, Any], viewer: str) -> Settings:
    """How somebody wants tables drawn; whatever makes no sense is as usual."""
    usual, width = Settings(viewer=viewer), asked.get("width")
    return replace(
        usual,
        width=int(min(max(width, NARROWEST), WIDEST_HERE)) if isinstance(width, int | float) else usual.width,
        felt=next((colour for colour in COLOURS if colour == asked.get("felt")), usual.felt),
        four_colours=asked.get("four_colours") is True,
    )


def drawn(table: HostedTable, who: Who, settings: Settings) -> str:
    """What this onlooker sees; every game that is played here has a picture."""
    assert table.game.picture
    svg: str = table.game.picture.load().draw(table.in_play.view(who), settings)
    return svg


def fitted(table: HostedTable, who: Who, settings: Settings, room: float) -> tuple[str, Settings]:
    """The same, narrower where it would be higher than the room that the page has for it; and how it was drawn."""
    svg = drawn(table, who, settings)
    for _ in range(TRIES):
        if settings.is_small or not room or (height := height_of(svg)) <= room or settings.width <= NARROWEST_HERE:
            break
        settings = replace(settings, width=max(NARROWEST_HERE, int(settings.width * room / height)))
        svg = drawn(table, who, settings)
    return svg, settings


def height_of(svg: str) -> float:
    return float(svg.partition('viewBox="')[2].partition('"')[0].split()[3])


def words(table: HostedTable) -> Any:
    """The words of the game for front ends; every game that is played here has them."""
    assert table.game.words
    return table.game.words.load()
