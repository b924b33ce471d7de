"""What a shoe refuses, and the mistakes of whoever drives it."""

from chapter47.core.findings import Finding
from chapter47.core.table_in_play import RefusedError as RefusedError


class EmptyShoeError(Exception):
    """A card was asked of an empty shoe: 2.15(f) comes first (`refill`)."""


class NoCardsLeftError(Exception):
    """The shoe is empty and the discards are too few to go on with: 2.15(f) cannot be followed."""


class NotAPermutationError(ValueError):
    """A source of order gave back other cards than it was given."""


class CardsMissingError(ValueError):
    """The cards picked up after a round are not those that were dealt."""


class NoSuchShoeError(ValueError):
    """A combination of shoe and shuffle that is not built here."""


def refuse(finding: Finding | None) -> None:
    if finding:
        raise RefusedError(finding)
