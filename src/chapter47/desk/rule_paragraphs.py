"""The posted rules of a table with the paragraphs that govern each of them."""

from typing import TYPE_CHECKING, Final

from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.law.citations import order

if TYPE_CHECKING:
    from chapter47.games import AnyTable

LIMITS: Final = {"minimum": ("19:47-8.2",), "maximum": ("19:47-8.2",), "chip": ("19:47-8.2",)}


def rules_with_paragraphs(table: "AnyTable", game: AnyGame) -> list[Json]:
    """List every key of the table with its value and paragraphs: those of the key, and of the options in use."""
    homes = {**LIMITS, **game.key_citations}
    used = [(option.key, option.citation) for option in game.options if option(table)]
    return [
        {
            "key": key,
            "value": value if isinstance(value, str | int | float | bool | list | dict | None) else str(value),
            "citations": sorted(
                {*homes.get(key, ()), *(citation for option, citation in used if option.split(".")[0] == key)},
                key=order,
            ),
        }
        for key, value in game.posting.write(table).items()
    ]
