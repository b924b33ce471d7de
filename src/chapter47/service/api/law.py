"""Routes of the law reader: contents, search, paragraphs with everything related, changes between dates."""

from datetime import date
from typing import Annotated, Final

from fastapi import Path, Query

from chapter47.core.errors import Chapter47Error
from chapter47.core.json_object import Json
from chapter47.desk import law_reader
from chapter47.desk.law_page import law_page
from chapter47.library.contents import contents as chapter_contents
from chapter47.library.laws import law
from chapter47.service.api.endpoints import Endpoint, TheStudy
from chapter47.service.terms import ServiceError

Citation = Annotated[str, Path(max_length=60, description="Such as 19:47-2.3(c), or 2.3(c) for short")]
AskedCitation = Annotated[str, Query(max_length=60, description="Such as 19:47-2.3(c), or 2.3(c) for short")]
OnDay = Annotated[date | None, Query(description="The law of this date, such as 1996-05-20")]
Words = Annotated[str, Query(min_length=1, max_length=200, description="Words, a key or the name of an irregularity")]


async def contents(study: TheStudy, on: OnDay = None) -> Json:
    """List the subchapters and sections of which something is held or cited."""
    listed: Json = await study(_contents, on)
    return listed


def _contents(on: date | None) -> Json:
    return chapter_contents(on=on).to_dict()


async def held() -> Json:
    """Show on which dates the text of each section is held."""
    return {"sections": [section.to_dict() for section in law_reader.held_sections()]}


async def search(words: Words, study: TheStudy) -> Json:
    """Find paragraphs by words of their text or title, by a key of a table file or by an irregularity."""
    matches: Json = await study(_matches, words)
    return matches


def _matches(words: str) -> Json:
    return {"matches": [match.to_dict() for match in law_reader.search(words)]}


async def paragraph(citation: Citation, study: TheStudy, on: OnDay = None) -> Json:
    """Show a paragraph with its dates, terms, references, options, readings, code and tests."""
    page: Json = await study(_page, citation, on)
    return page


def _page(citation: str, on: date | None) -> Json:
    try:
        return law_page(law_reader.irregularity_named(citation) or citation, on).to_dict()
    except Chapter47Error as error:
        raise _not_found(citation, error) from None


async def changes(citation: AskedCitation, first: date, second: date, study: TheStudy) -> Json:
    """Show what changed in the substance of a paragraph or section between two dates."""
    if first >= second:
        got, allowed = f"{first}, {second}", f"a first date before {second}"
        raise ServiceError("dates.order", "The first date must be before the second", got=got, allowed=allowed)
    listed: Json = await study(_changes, citation, first, second)
    return listed


def _changes(citation: str, first: date, second: date) -> Json:
    try:
        cited = law(citation).citation
    except Chapter47Error as error:
        raise _not_found(citation, error) from None
    return law_reader.changes_between(cited, first, second).to_dict()


def _not_found(citation: str, error: Chapter47Error) -> ServiceError:
    allowed = error.problems[0].allowed if error.problems else ""
    return ServiceError("law.unknown", "No such paragraph", got=citation, allowed=allowed, status=404)


ENDPOINTS: Final = (
    Endpoint("GET", "/law", contents, Json),
    Endpoint("GET", "/law/held", held, Json),
    Endpoint("GET", "/law/search", search, Json),
    Endpoint("GET", "/law/changes", changes, Json),
    Endpoint("GET", "/law/paragraphs/{citation:path}", paragraph, Json),
)
