"""What a log of a baccarat table is made of: its events, and who may say which of them."""

from typing import Final

from chapter47.baccarat import events as e
from chapter47.core.event import Did, RoundBegan
from chapter47.core.log import LogForm

TABLE, SHOE, ROUND = "table", "shoe", "round"
FORM: Final = LogForm(
    e.EVENTS,
    {
        TABLE: (e.Sat, e.Left, e.ShoeOffered, e.ShoeGivenUp, e.Closed, RoundBegan),
        SHOE: (
            Did,
            e.Shuffled,
            e.CutOffered,
            e.Cut,
            e.RecutOrdered,
            e.CuttingCardPlaced,
            e.CuttingCardOut,
            e.Burned,
        ),
        ROUND: tuple(e.EVENTS.by_tag.values()),
    },
)
