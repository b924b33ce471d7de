"""How text and shares are shown: what a terminal can show of text from outside, and per cent."""

from typing import Final

LONGEST: Final = 80


def spoken(name: str) -> str:
    """A name of a table file or of a script as people say it: don't pass for dont-pass."""
    return " ".join("don't" if word == "dont" else word for word in name.replace("-", " ").split(" "))


def legible(text: str) -> bool:
    """No control characters, no halves of characters: a terminal shows it, and every file can hold it."""
    return text.isprintable()


def printable(text: str) -> str:
    """Text from a file as it may be shown: control characters by their escapes, and cut to a line."""
    cut = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return "".join(
        character if legible(character) else character.encode("unicode_escape").decode("ascii") for character in cut
    )


def money(amount: float) -> str:
    """Dollars to the cent, as in -$3.27."""
    return f"{'-' if round(amount, 2) < 0 else ''}${abs(amount):,.2f}"


def percent(share: float, *, signed: bool = False) -> str:
    """A share that was worked out, as in 0.43210 %: to the same digit everywhere, so that figures can be compared."""
    return f"{100 * share:{'+' if signed else ''}z.5f} %"


def rate(share: float) -> str:
    """A share that somebody chose, as in 5 % or 4.25 %."""
    return f"{round(100 * share, 6):g} %"


def short_citation(citation: str) -> str:
    """2.3(a)1 for 19:47-2.3(a)1; `chapter47 law` understands it."""
    return citation.removeprefix("19:47-").removeprefix("19:")
