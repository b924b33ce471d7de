"""What a game's part `picture` provides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from chapter47.core.log import Frame
from chapter47.drawing.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Picture:
    """How a table of a game is drawn. Pictures are drawn from views and know nothing else."""

    draw: Callable[[Any, Settings], str]
    """Any onlooker's view of a table as an SVG document."""
    replayed: Callable[[Any, Sequence[Frame]], Any]
    """From the posting and the lines of a log that were done again: the view that everybody had after the last one."""
