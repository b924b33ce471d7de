"""The options of a command that draws a table."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.drawing.settings import NARROWEST, WIDEST, FeltColour, Settings
from chapter47.session.problems import Problem, UnusableError
from chapter47.terminal.whole_number import WHOLE_NUMBER


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """Where the felt is drawn, and how."""

    svg: Annotated[Path | None, Parameter("--svg", help="Draw the table to this new file, as SVG.")] = None
    width: Annotated[int, WHOLE_NUMBER, Parameter("--svg-width", help="How wide the picture is, in pixels.")] = 1280
    felt: Annotated[FeltColour, Parameter("--felt", help="The colour of the felt.")] = "green"
    four_colours: Annotated[
        bool, Parameter("--four-colours", negative=(), show_default=False, help="A colour for each suit.")
    ] = False

    def settings(self, viewer: str = "") -> Settings:
        if not NARROWEST <= self.width <= WIDEST:
            allowed = f"{NARROWEST} to {WIDEST} pixels"
            raise UnusableError(Problem("--svg-width", str(self.width), allowed))
        return Settings(width=self.width, felt=self.felt, four_colours=self.four_colours, viewer=viewer)
