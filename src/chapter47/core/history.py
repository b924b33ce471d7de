"""Hand histories: one row per round, of any game, with its hands, decisions, settlements and events.

The schema is versioned. Amounts are in cents; `value_lost` is in cents too."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from chapter47.core.log import LogEntry

SCHEMA: Final = 1
"""Schema number, increased when a column changes its meaning or is removed, but not for a new column."""


class HandRow(Struct, frozen=True, gc=False):
    """The cards of a hand at the end of its round."""

    hand: str
    """A box such as `1`, a split hand such as `1.1`, `D` for the dealer, or `player` and `banker`."""
    cards: tuple[str, ...]
    total: int
    soft: bool = False
    doubled: bool = False
    surrendered: bool = False


class DecisionRow(Struct, frozen=True, gc=False):
    """A decision: the choice somebody had, and the move they made."""

    player: str
    hand: str
    question: str
    cards: tuple[str, ...]
    """The cards of the hand at the decision."""
    up: tuple[str, ...]
    """The dealer's visible cards."""
    legal: tuple[str, ...]
    move: str
    amount: int
    """The amount of a double or insurance."""
    paragraph: str
    value_lost: float | None = None
    """Cents lost against the best move from a full shoe, if values were requested and can be computed."""


class SettlementRow(Struct, frozen=True, gc=False):
    """One wager and its result."""

    player: str
    hand: str
    wager: str
    bet: str
    spot: int
    stake: int
    """Chips collected or returned; 0 for a fee."""
    paid: int
    collected: int
    returned: int
    net: int
    why: str
    paragraphs: tuple[str, ...]


class RoundHistory(Struct, frozen=True, gc=False):
    """One round."""

    schema: int
    game: str
    table: str
    """The table's keys and values as JSON, as a table file has them."""
    table_hash: str
    source: str
    """Source of the row: `play`, `simulate`, `server`, or `log` for a converted log."""
    sitting: int
    """Number shared by consecutive rounds at one table; replay goes through each sitting from its start."""
    seed: int | None
    round: int
    cards_gone: int
    """Cards that had left the shoe when the round began; 0 at craps."""
    running_count: float | None
    true_count: float | None
    """The count before the round, if one was kept."""
    staked: int
    """Wagers of all players before the deal, without side wagers."""
    net: int
    """The net result of all wagers except side wagers, including insurance and bonuses."""
    side_net: int
    final_stake: int
    """All chips of decided wagers, including doubles, splits, insurance and side wagers."""
    up_card: str | None
    dice: tuple[str, ...]
    hands: tuple[HandRow, ...]
    decisions: tuple[DecisionRow, ...]
    settlements: tuple[SettlementRow, ...]
    paragraphs: tuple[str, ...]
    events: tuple[str, ...]
    """The log lines since the end of the previous round, which `replay` performs again."""


NESTED: Final = {"hands": HandRow, "decisions": DecisionRow, "settlements": SettlementRow}
"""Columns that are lists of records."""


class PlayedRound(NamedTuple):
    """A simulated round: its events, and what only the simulator knows."""

    entries: Sequence[LogEntry]
    sitting: int = 1
    cards_gone: int | None = None
    running_count: float | None = None
    true_count: float | None = None
    more: Mapping[str, int] = {}
    """Columns of this run only, such as the result of a side bet."""
