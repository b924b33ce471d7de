"""The view that everybody had at a line of a log."""

from collections.abc import Sequence

from chapter47.blackjack.table.table_state import TableState, carry
from chapter47.blackjack.table.views import logged_view
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.views.records import TableView
from chapter47.core.log import Frame


def replayed(rules: TableRules, frames: Sequence[Frame]) -> TableView:
    """From all lines up to that one; nothing has to be known of the shoe."""
    carried = TableState()
    for frame in frames:
        carried = carry(carried, frame.entry.event)
    return logged_view(rules, frames[-1].state, carried, [frame.entry for frame in frames])
