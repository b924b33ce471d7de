"""How texts and percentages are shown: what a terminal can display of outside text."""

import re
from typing import Final

LONGEST: Final = 80
ONE_OF_TWO: Final = re.compile(r"\bover under 13 (over|under)\b")
"""The two bets of a wager, which people call over 13 and under 13."""


def spoken(name: str) -> str:
    """Turn a name of a table file or script into everyday words: don't pass for dont-pass."""
    plain = " ".join("don't" if word == "dont" else word for word in name.replace("-", " ").split(" "))
    return ONE_OF_TWO.sub(r"\1 13", plain)


def legible(text: str) -> bool:
    """Return whether a text has no control characters or lone surrogates, so that terminals and files can hold it."""
    return text.isprintable()


def printable(text: str) -> str:
    """Make outside text printable: control characters escaped, cut to one line."""
    cut = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return "".join(
        character if legible(character) else character.encode("unicode_escape").decode("ascii") for character in cut
    )


def money(amount: float) -> str:
    """Format dollars to the cent, as in -$3.27."""
    return f"{'-' if round(amount, 2) < 0 else ''}${abs(amount):,.2f}"


def percent(share: float, *, signed: bool = False) -> str:
    """Format a computed share, as in 0.43210 %: always to the same digit, so that figures can be compared."""
    return f"{100 * share:{'+' if signed else ''}z.5f} %"


def rate(share: float) -> str:
    """Format a chosen rate, as in 5 % or 4.25 %."""
    return f"{round(100 * share, 6):g} %"


def short_citation(citation: str) -> str:
    """2.3(a)1 for 19:47-2.3(a)1; `chapter47 law` understands it."""
    return citation.removeprefix("19:47-").removeprefix("19:")
