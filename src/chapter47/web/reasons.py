"""Why the dealer does something: a paragraph in our own words, with the reading that was taken where it is doubtful."""

from typing import Final

import nicegui

from chapter47.core.errors import Chapter47Error
from chapter47.core.json_object import Json
from chapter47.library.laws import law

NOT_HELD: Final = "No text of it is held."
MOST_PARTS: Final = 8
LONGEST: Final = 60


def add_reasons() -> None:
    @nicegui.app.get("/why/{citation:path}")
    def why(citation: str) -> Json:
        return explained(citation[:LONGEST])


def explained(citation: str) -> Json:
    try:
        paragraph = law(citation)
    except Chapter47Error:
        return {"citation": citation, "title": "", "says": NOT_HELD, "parts": [], "readings": []}
    return {
        "citation": paragraph.citation,
        "title": paragraph.title or "",
        "says": paragraph.says or paragraph.known or NOT_HELD,
        "parts": [{"citation": part.citation, "says": part.says} for part in paragraph.paragraphs[:MOST_PARTS]],
        "readings": [{"problem": doubtful.problem, "reading": doubtful.reading} for doubtful in paragraph.readings],
    }
