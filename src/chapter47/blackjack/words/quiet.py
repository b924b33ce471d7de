"""What need not be told at a terminal: the layout or the settlement shows it."""

from collections.abc import Sequence
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.state import INSURANCE, MAIN
from chapter47.blackjack.table.log import SHOE
from chapter47.core.log import LogEntry

_QUIET: Final = (
    e.Bet,
    e.BetsClosed,
    e.Collected,
    e.CuttingCardPlaced,
    e.DealerDone,
    e.Did,
    e.Hit,
    e.Paid,
    e.Returned,
    e.RoundBegan,
    e.RoundOver,
    e.Sat,
    e.SideBet,
    e.Split,
    e.TakenIn,
    e.Stood,
)


def quiet(entry: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    event = entry.event
    if isinstance(event, e.Dealt):
        return _is_first_card(event, earlier)
    if isinstance(event, e.SplitStaked):
        return event.both
    if isinstance(event, (e.Insured, e.Doubled)):
        return event.amount == 0
    if isinstance(event, (e.Paid, e.Collected)) and event.wager not in (MAIN, INSURANCE):
        return False  # a side wager is decided before the settlement shows it
    return isinstance(event, _QUIET) or (entry.source == SHOE and isinstance(event, e.CutOffered))


def _is_first_card(dealt: e.Dealt, earlier: Sequence[LogEntry]) -> bool:
    """Two cards to each hand of a box and one to the dealer, as long as everybody only watches the deal."""
    cards = 0
    for entry in reversed(earlier):
        match entry.event:
            case e.BetsClosed():
                break
            case e.Called() | e.Split():
                return False
            case e.Dealt(at=at) if at == dealt.at:
                cards += 1
    return cards < (1 if dealt.at.is_dealer else 2)
