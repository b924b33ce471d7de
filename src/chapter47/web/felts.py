"""A table of the pit as its game draws it and speaks of it."""

from typing import Any

from chapter47.core.onlookers import Who
from chapter47.drawing.settings import Settings
from chapter47.service.table import HostedTable


def drawn(table: HostedTable, who: Who, settings: Settings) -> str:
    """What this onlooker sees; every game that is played here has a picture."""
    assert table.game.picture
    svg: str = table.game.picture.load().draw(table.in_play.view(who), settings)
    return svg


def words(table: HostedTable) -> Any:
    """The words of the game for front ends; every game that is played here has them."""
    assert table.game.words
    return table.game.words.load()
