"""What a log of a blackjack table is made of: its events, and who may say which of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.table_file import from_data, to_data
from chapter47.blackjack.table_rules import TableRules
from chapter47.core import log
from chapter47.core.log import Entry, Log, LogForm

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


def lines(rules: TableRules, entries: Iterable[Entry], *, seed: int | None = None) -> Iterator[str]:
    return log.lines(FORM, to_data(rules), entries, seed=seed)


def line_of(entry: Entry) -> str:
    return log.line_of(FORM.events, entry)


def parse(text: str) -> Log:
    """The table, its seed and its entries; raises `LogError` with the first line that is wrong."""
    return log.parse(text, from_data, lambda rules: FORM)
