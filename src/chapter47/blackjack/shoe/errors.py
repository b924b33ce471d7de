"""What a shoe refuses, and the mistakes of whoever drives it."""

from chapter47.core.findings import Finding
from chapter47.core.table_in_play import CannotPlayError
from chapter47.core.table_in_play import RefusedError as RefusedError


class EmptyShoeError(CannotPlayError):
    """A card was asked of an empty shoe: 2.15(f) comes first (`refill`)."""

    key = "decks"
    allowed = "more decks, or fewer boxes"


class NoCardsLeftError(CannotPlayError):
    """The shoe is empty and the discards are too few to go on with: 2.15(f) cannot be followed."""

    key = "decks"
    allowed = "more decks, or fewer boxes"


class NotAPermutationError(ValueError):
    """A source of order gave back other cards than it was given."""


class CardsMissingError(ValueError):
    """The cards picked up after a round are not those that were dealt."""


class NoSuchShoeError(CannotPlayError, ValueError):
    """A combination of shoe and shuffle that is not built here."""

    key = "shoe"
    allowed = "a shoe that is dealt here"


def refuse(finding: Finding | None) -> None:
    if finding:
        raise RefusedError(finding)
