"""Explains the dealer's acts: a paragraph in our own words, with the reading taken if it is doubtful."""

from typing import Annotated, Final

from fastapi import Path

from chapter47.core.errors import Chapter47Error
from chapter47.library.laws import law
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint

NOT_HELD: Final = "No text of this paragraph is held."
MOST_PARTS: Final = 8
Citation = Annotated[str, Path(max_length=60, description="Such as 19:47-2.3(c)")]


async def why(citation: Citation) -> models.Why:
    """Show a paragraph of the regulation in our own words."""
    try:
        paragraph = law(citation)
    except Chapter47Error:
        return models.Why(citation=citation, title="", says=NOT_HELD, parts=[], readings=[])
    return models.Why(
        citation=paragraph.citation,
        title=paragraph.title or "",
        says=paragraph.says or paragraph.known or NOT_HELD,
        parts=[models.WhyPart(citation=part.citation, says=part.says) for part in paragraph.paragraphs[:MOST_PARTS]],
        readings=[models.WhyReading(problem=each.problem, reading=each.reading) for each in paragraph.readings],
    )


ENDPOINTS: Final = (Endpoint("GET", "/why/{citation:path}", why, models.Why),)
