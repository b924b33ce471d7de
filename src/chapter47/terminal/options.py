"""The options of `chapter47 play` and of commands that draw a table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter, Token

from chapter47.drawing.settings import NARROWEST, WIDEST, FeltColour, Settings
from chapter47.session.problems import Problem, UnusableError


def whole_number(type_: Any, tokens: Sequence[Token]) -> int:
    """Parse the text itself: the parser would silently round 1.5 to 2."""
    return int(tokens[0].value)


WHOLE_NUMBER: Final = Parameter(converter=whole_number)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """Where the felt is drawn, and how."""

    svg: Annotated[Path | None, Parameter("--svg", help="Draw the table to this new file, as SVG.")] = None
    width: Annotated[int, WHOLE_NUMBER, Parameter("--svg-width", help="Width of the picture in pixels.")] = 1280
    felt: Annotated[FeltColour, Parameter("--felt", help="Colour of the felt.")] = "green"
    four_colours: Annotated[
        bool, Parameter("--four-colours", negative=(), show_default=False, help="Use a different colour for each suit.")
    ] = False

    def settings(self, viewer: str = "") -> Settings:
        if not NARROWEST <= self.width <= WIDEST:
            allowed = f"{NARROWEST} to {WIDEST} pixels"
            raise UnusableError(Problem("--svg-width", str(self.width), allowed))
        return Settings(width=self.width, felt=self.felt, four_colours=self.four_colours, viewer=viewer)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of a session."""

    boxes: Annotated[int | None, WHOLE_NUMBER, Parameter("--boxes", help="Number of boxes you play: 1 to 7.")] = None
    players: Annotated[
        str | None, Parameter("--players", help="Player names: Ann,Bob; in Ann,Bob+Cleo, Bob and Cleo share box 2.")
    ] = None
    bankroll: Annotated[str | None, Parameter("--bankroll", help="Chips of each player in dollars, such as 1000.")] = (
        None
    )
    rounds: Annotated[int | None, WHOLE_NUMBER, Parameter("--rounds", help="Stop after this many rounds.")] = None
    seed: Annotated[int | None, WHOLE_NUMBER, Parameter("--seed", help="The same seed deals the same cards.")] = None
    script: Annotated[Path | None, Parameter("--script", help="Play the acts in this file.")] = None
    reconstruct: Annotated[
        Path | None,
        Parameter("--reconstruct", help="Rule on a disputed round from these notes; ? is an unknown card."),
    ] = None
    report: Annotated[
        Path | None,
        Parameter("--report", help="With --reconstruct: write the report to this new file, as HTML or PDF."),
    ] = None
    strategy: Annotated[Path | None, Parameter("--strategy", help="Follow the chart of this strategy file.")] = None
    log: Annotated[Path | None, Parameter("--log", help="Write the log to this new file.")] = None
    records: Annotated[
        Path | None,
        Parameter("--records", help="Write the rounds to this new file, as a hand history (.jsonl, .csv, .parquet)."),
    ] = None
    values: Annotated[
        bool,
        Parameter(
            "--values", negative=(), show_default=False, help="With --records: add the value that each decision lost."
        ),
    ] = False
    record: Annotated[Path | None, Parameter("--record", help="Write your acts to this new file, as a script.")] = None
    picture: Annotated[PictureOptions, Parameter(name="*")] = field(default_factory=PictureOptions)
    cite: Annotated[
        bool, Parameter("--cite", negative=(), show_default=False, help="Show each step with its paragraph.")
    ] = False
    coach: Annotated[
        bool,
        Parameter(
            "--coach",
            negative=(),
            show_default=False,
            help="Judge each decision and price each wager; v shows the value of each move.",
        ),
    ] = False
    step: Annotated[bool, Parameter("--step", negative=(), show_default=False, help="Stop before each card.")] = False
    json: Annotated[
        bool,
        Parameter(
            "--json",
            negative=(),
            show_default=False,
            help="Print the settlement as JSON; needs --script or --strategy.",
        ),
    ] = False
