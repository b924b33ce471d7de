"""The options of `chapter47 play`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.terminal.picture_options import PictureOptions
from chapter47.terminal.whole_number import WHOLE_NUMBER


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """What whoever sits down asks for."""

    boxes: Annotated[int | None, WHOLE_NUMBER, Parameter("--boxes", help="How many boxes you play: 1 to 7.")] = None
    players: Annotated[str | None, Parameter("--players", help="Names: Ann,Bob; Ann,Bob+Cleo share box 2.")] = None
    bankroll: Annotated[str | None, Parameter("--bankroll", help="Chips of each player, such as 1000.")] = None
    rounds: Annotated[int | None, WHOLE_NUMBER, Parameter("--rounds", help="Stop after so many rounds.")] = None
    seed: Annotated[int | None, WHOLE_NUMBER, Parameter("--seed", help="The same number deals the same cards.")] = None
    script: Annotated[Path | None, Parameter("--script", help="Play the decisions of this file.")] = None
    strategy: Annotated[Path | None, Parameter("--strategy", help="Play by the chart of this strategy file.")] = None
    log: Annotated[Path | None, Parameter("--log", help="Write the event log to this new file.")] = None
    record: Annotated[Path | None, Parameter("--record", help="Write your decisions to this new file.")] = None
    picture: Annotated[PictureOptions, Parameter(name="*")] = field(default_factory=PictureOptions)
    cite: Annotated[
        bool, Parameter("--cite", negative=(), show_default=False, help="Show every step with its paragraph.")
    ] = False
    step: Annotated[bool, Parameter("--step", negative=(), show_default=False, help="Stop before every card.")] = False
    json: Annotated[
        bool,
        Parameter(
            "--json", negative=(), show_default=False, help="Print the settlement in JSON; of a script or a chart."
        ),
    ] = False
