"""How cards and citations look in a terminal."""

from typing import Final

from rich.text import Text

from chapter47.core.faces import Faces as Faces
from chapter47.core.text import short_citation as short

__all__ = ["Faces", "coloured", "short"]

RED_CARD: Final = r"(?:10|[2-9AJQK])[♦♥]"


def coloured(text: str, style: str = "") -> Text:
    """Text from anywhere, never read as markup; red cards in red."""
    shown = Text(text, style=style)
    shown.highlight_regex(RED_CARD, "bold red")
    return shown
