"""Citations: their text form, their order, their section."""

import re
from functools import lru_cache
from typing import Final

_FORM: Final = re.compile(
    r"(?P<chapter>19:4[0-9])-(?P<sub>\d+)(?P<subletter>[A-Z]?)"
    r"(?:\.(?P<section>\d+)(?P<letter>[A-Z]?))?"
    r"(?P<rest>(?:\([a-z]\))?(?:\d+)?(?:[ivx]+)?)",
    re.ASCII,
)
_ROMAN: Final = {
    numeral: n for n, numeral in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"], start=1)
}
_REST: Final = re.compile(r"(?:\(([a-z])\))?(\d+)?([ivx]+)?", re.ASCII)

REMEMBERED: Final = 4096
"""Citations whose parts are kept; the regulation has about 900."""
Order = tuple[str, int, str, int, str, str, int, int]


def is_citation(text: str) -> bool:
    return _FORM.fullmatch(text) is not None


CITATION_LOOKS: Final = "a form such as 19:47-2.3(a)1, or 2.3(a)1 for short"


def full(text: str) -> str:
    """Return the full citation: `2.3(a)`, `2.3 (a)`, `§ 2.3(a)`, `47-2.3(a)` and `N.J.A.C. 19:47-2.3(a)` all
    mean `19:47-2.3(a)`."""
    bare = text.strip().removeprefix("N.J.A.C.").strip().removeprefix("§").strip().replace("–", "-").replace(" (", "(")
    for prefix in ("", "19:", "19:47-"):
        if is_citation(prefix + bare):
            return prefix + bare
    raise ValueError(f"{text!r} is not a citation: {CITATION_LOOKS}")


@lru_cache(maxsize=REMEMBERED)
def section(citation: str) -> str:
    """Return the section of a paragraph: `19:47-2.6(k)4` is in `19:47-2.6`."""
    match = _FORM.fullmatch(citation)
    if not match:
        raise ValueError(f"{citation!r} is not a citation")
    return citation[: match.start("rest")]


def subchapter(citation: str) -> str:
    """Return the subchapter of a paragraph: `19:47-2A.6(d)` is in `19:47-2A`."""
    return section(citation).partition(".")[0]


def is_part_of(citation: str, whole: str) -> bool:
    """Return whether a paragraph is part of another: `19:47-2.6(k)4` is part of `19:47-2.6(k)` and `19:47-2.6`."""
    if section(citation) != section(whole) or citation == whole:
        return False
    return _steps(citation)[: len(_steps(whole))] == _steps(whole)


@lru_cache(maxsize=REMEMBERED)
def _steps(citation: str) -> tuple[str, ...]:
    """Split `(k)4` into k and 4."""
    rest = _REST.fullmatch(citation.removeprefix(section(citation)))
    return tuple(step for step in rest.groups() if step) if rest else ()


def order(citation: str) -> Order:
    """Sort key in the order of the regulation: 2.6 before 2.6A before 2.7, 2.25 before 2A.1."""
    match = _FORM.fullmatch(citation)
    if not match:
        return (citation, 0, "", 0, "", "", 0, 0)
    rest = _REST.fullmatch(match["rest"])
    letter, number, numeral = rest.groups() if rest else (None, None, None)
    return (
        match["chapter"],
        int(match["sub"]),
        match["subletter"],
        int(match["section"] or 0),
        match["letter"] or "",
        letter or "",
        int(number or 0),
        _ROMAN.get(numeral or "", 0),
    )
