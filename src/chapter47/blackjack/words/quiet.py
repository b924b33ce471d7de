"""What need not be told at a terminal: the layout or the settlement shows it."""

from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.rules.deal import FIRST_CARD, SECOND_CARD, UPCARD
from chapter47.blackjack.state import INSURANCE, MAIN
from chapter47.blackjack.table.log import SHOE
from chapter47.blackjack.variations import GAMES
from chapter47.core.log import Entry

_BASIC: Final = (FIRST_CARD, UPCARD, SECOND_CARD)
_FIRST_CARDS: Final = {*_BASIC, *(game.cites.get(by, by) for game in GAMES.values() for by in _BASIC)}
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


def quiet(entry: Entry) -> bool:
    event = entry.event
    if isinstance(event, e.Dealt):
        return event.by in _FIRST_CARDS
    if isinstance(event, e.SplitStaked):
        return event.both
    if isinstance(event, (e.Insured, e.Doubled)):
        return event.amount == 0
    if isinstance(event, (e.Paid, e.Collected)) and event.wager not in (MAIN, INSURANCE):
        return False  # a side wager is decided before the settlement shows it
    return isinstance(event, _QUIET) or (entry.source == SHOE and isinstance(event, e.CutOffered))
