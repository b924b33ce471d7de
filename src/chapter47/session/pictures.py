"""Pictures of a table as files, and as notebooks show them."""

import os
from pathlib import Path

from chapter47.core import onlookers
from chapter47.core.files import why_not_begun
from chapter47.core.game import AnyGame
from chapter47.core.log import Frame
from chapter47.core.loose_types import OfItsGame
from chapter47.core.table_in_play import TableInPlay
from chapter47.drawing.settings import Picture, Settings
from chapter47.session.problems import ProblemInWords, UnusableError


def picture_of(game: AnyGame) -> Picture:
    if game.picture is None:
        raise LookupError(f"{game.name} has no picture")
    picture: Picture = game.picture.load()
    return picture


def drawn_table(game: AnyGame, table: TableInPlay, settings: Settings) -> str:
    """Draw the table as the player named in the settings sees it, or as everybody does."""
    who = onlookers.player(settings.viewer) if settings.viewer else onlookers.ANYBODY
    return picture_of(game).draw(table.view(who), settings)


def drawn_log(game: AnyGame, posting: OfItsGame, frames: list[Frame], settings: Settings) -> str:
    """Draw the table as everybody saw it after these log lines."""
    picture = picture_of(game)
    return picture.draw(picture.replayed(posting, frames), settings)


class PictureFile:
    """A new file that can be redrawn atomically: a viewer sees the old picture or the new one, never a part."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.open("x").close()
        except OSError as error:
            raise UnusableError(ProblemInWords("--svg", f"{path}: {why_not_begun(error)}", "a new file")) from None

    def draw(self, svg: str) -> None:
        part = self.path.with_name(f"{self.path.name}.part")
        part.write_text(svg, encoding="utf-8", newline="\n")
        os.replace(part, self.path)
