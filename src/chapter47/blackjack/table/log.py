"""What a log of a blackjack table is made of: its events, and who may say which of them."""

from typing import Final

from chapter47.blackjack import events as e
from chapter47.core.log import LogForm

TABLE, SHOE, ROUND = "table", "shoe", "round"
FORM: Final = LogForm(
    e.EVENTS,
    {
        TABLE: (
            e.Collected,
            e.DealerRelieved,
            e.Left,
            e.LetIn,
            e.LightFailed,
            e.LightRepaired,
            e.ReaderRepaired,
            e.RecutOrdered,
            e.Resumed,
            e.RoundBegan,
            e.Sat,
            e.WentIdle,
        ),
        SHOE: (
            e.BurnCardShown,
            e.Burned,
            e.Cut,
            e.CutOffered,
            e.CuttingCardOut,
            e.CuttingCardPlaced,
            e.DeterminantDrawn,
            e.Did,
            e.Shuffled,
        ),
        ROUND: tuple(e.EVENTS.by_tag.values()),
    },
)
"""What the table and the shoe say is not derived again, so they may say nothing of a round."""
