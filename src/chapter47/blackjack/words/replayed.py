"""The layout of a round that is done again from its log."""

from collections.abc import Sequence

from chapter47.blackjack import events as e
from chapter47.blackjack.table.views import result_view
from chapter47.blackjack.views.of_round import round_view
from chapter47.blackjack.words.layout import round_layout
from chapter47.core.event import Event
from chapter47.core.faces import Faces
from chapter47.core.log import Frame
from chapter47.core.words import LayoutText


def replayed(frame: Frame, events: Sequence[Event], faces: Faces) -> LayoutText | None:
    """Before a decision; once, not again after the words that go with it."""
    asked = round_view(frame.state).asked
    if asked is None or isinstance(frame.entry.event, (e.Did, e.Said)):
        return None
    settled = tuple(result_view(event) for event in events if isinstance(event, (e.Paid, e.Collected, e.Returned)))
    return round_layout(round_view(frame.state, asked.bettor), settled, faces, {})
