"""Learn from your mistakes: missed decisions come back as puzzles, spaced by the FSRS scheduler.

A puzzle is a session of practice up to the decision. Its scheduler card is kept in the browser or on the server."""

from datetime import UTC, datetime

from msgspec import Struct

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.text import printable


class ScheduledPuzzle(Struct, frozen=True, kw_only=True):
    """A scheduler card after an answer, and when its puzzle comes back."""

    card: str
    """The scheduler's JSON."""
    due: int
    """Milliseconds since 1970."""


class PuzzleCardError(Chapter47Error, ValueError):
    """Text that is not a scheduler card."""

    def __init__(self, card: str) -> None:
        super().__init__(
            [Problem("card", printable(card), "the card of an earlier answer, or nothing for a new puzzle")]
        )


def scheduled(card: str, *, right: bool, now: int) -> ScheduledPuzzle:
    """Return the card after an answer at a time in milliseconds; an empty card is a new puzzle."""
    from fsrs import Card, Rating, Scheduler

    at = datetime.fromtimestamp(now / 1000, UTC)
    try:
        held = Card.from_json(card) if card else Card(card_id=1, due=at)
        answered, _ = Scheduler(enable_fuzzing=False).review_card(held, Rating.Good if right else Rating.Again, at)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, ArithmeticError):
        raise PuzzleCardError(card) from None
    return ScheduledPuzzle(card=answered.to_json(), due=round(answered.due.timestamp() * 1000))
