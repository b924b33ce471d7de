"""The layout of a baccarat table in rows of text: both hands with their points, the seats, the fees that are owed."""

from collections.abc import Sequence
from typing import Final

from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.state import FEE, Stake
from chapter47.baccarat.table.views import HandView, TableView, table_view
from chapter47.core.event import Collected, Did, Event, Paid, Returned, RoundBegan, RoundOver
from chapter47.core.faces import Faces
from chapter47.core.log import Frame, LogEntry
from chapter47.core.money import dollars
from chapter47.core.words import Chips, Column, LayoutRow, LayoutText, Places

_QUIET: Final = (
    Did,
    RoundBegan,
    RoundOver,
    Paid,
    Returned,
    e.CutOffered,
    e.CuttingCardPlaced,
    e.BetsClosed,
    e.PointsCalled,
    e.Announced,
)
"""The caller's words, the layout or the settlement tell it."""


def quiet(entry: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    del earlier
    match entry.event:
        case e.Dealt(card=card):
            return card is None
        case Collected(wager=wager):
            return wager != FEE
    return isinstance(entry.event, _QUIET)


def sign(seen: TableView) -> str:
    posted = seen.sign
    day = f", the law of {posted.day}" if posted.day else ""
    limits = f"{dollars(posted.minimum)} to {dollars(posted.maximum)}"
    return f"Baccarat-punto banco, {posted.decks} decks, {limits}, a tie pays {posted.tie_pays}, fee {posted.fee}{day}."


def rules(seen: TableView) -> str:
    posted = seen.sign
    return f"{posted.decks} decks. A tie pays {posted.tie_pays}; Banker wins cost a fee of {posted.fee}."


def places(posted: BaccaratTable) -> Places:
    return Places(posted.numbers, "seat")


def state_of_table(seen: TableView) -> str:
    """Who deals, and whether the shoe comes to its end."""
    nobody = "the shoe is offered next" if seen.result or not seen.round else "the caller deals"
    deals = f"{seen.curator} has the shoe" if seen.curator else nobody
    return deals + (", the cutting card is out" if seen.last_round else "")


def step(done_next: str) -> str:
    return done_next


def layout(seen: TableView, faces: Faces, chips: Chips) -> LayoutText:
    """Both hands first, then every seat that is taken."""
    columns = (
        Column("seat", right=True),
        Column("", wraps=True),
        *(Column("chips", right=True),) * bool(chips),
        Column("cards"),
        Column("points", right=True),
        Column("wagers"),
        Column("owes", right=True),
        Column(""),
    )
    hands = [_hand(title, hand, faces, chips) for title, hand in (("Player", seen.player), ("Banker", seen.banker))]
    return LayoutText(columns, (*hands, *(_seat(seen, seat, name, chips) for seat, name in seen.seats)))


def _hand(title: str, hand: HandView, faces: Faces, chips: Chips) -> LayoutRow:
    cards = faces.cards((*hand.cards, *(None,) * hand.face_down))
    points = "" if hand.points is None else str(hand.points)
    return LayoutRow(("", f"{title}'s Hand", *("",) * bool(chips), cards, points, "", "", ""))


def _staked(stake: Stake) -> str:
    coupon = f" + {dollars(stake.coupon)} coupon" if stake.coupon else ""
    return f"{dollars(stake.amount)}{coupon} {stake.wager}"


def _seat(seen: TableView, seat: int, name: str, chips: Chips) -> LayoutRow:
    staked = [_staked(stake) for stake in seen.stakes if stake.bettor == name]
    owed = sum(fee.amount for fee in seen.fees if fee.bettor == name)
    cells = (
        str(seat),
        name,
        *(dollars(chips[name]) if name in chips else "",) * bool(chips),
        "",
        "",
        "\n".join(staked),
        dollars(owed) if owed else "",
        "curator" if name == seen.curator else "",
    )
    return LayoutRow(cells)


def replayed(frame: Frame, events: Sequence[Event], faces: Faces) -> LayoutText | None:
    """When the bets are closed, and when the result is called."""
    del events
    shows = isinstance(frame.entry.event, (e.BetsClosed, e.Announced))
    return layout(table_view(frame.state), faces, {}) if shows else None
