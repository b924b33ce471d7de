"""The layout in rows of text, and the events that it makes unnecessary to report."""

from collections.abc import Iterator, Sequence
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.state import INSURANCE, MAIN
from chapter47.blackjack.table.views import result_view
from chapter47.blackjack.views.of_round import round_view
from chapter47.blackjack.views.records import HandView, ResultView, RoundView, StakeView, TableView
from chapter47.core.cards import Faces
from chapter47.core.event import Event
from chapter47.core.log import SHOE, Frame, LogEntry
from chapter47.core.money import dollars
from chapter47.core.words import Chips, Column, LayoutRow, LayoutText


def layout(view: TableView, faces: Faces, chips: Chips) -> LayoutText:
    return round_layout(view.round, view.results, faces, chips)


def round_layout(seen: RoundView, results: tuple[ResultView, ...], faces: Faces, chips: Chips) -> LayoutText:
    """The dealer's cards first, then every hand from the dealer's left."""
    columns = (
        Column("box", right=True),
        Column("player", wraps=True),
        *(Column("chips", right=True),) * bool(chips),
        Column("cards"),
        Column("total"),
        Column("wager"),
        Column(""),
    )
    return LayoutText(columns, tuple(_row(seen, hand, results, faces, chips) for hand in (seen.dealer, *seen.hands)))


def _row(seen: RoundView, hand: HandView, results: tuple[ResultView, ...], faces: Faces, chips: Chips) -> LayoutRow:
    stakes = [stake for stake in seen.stakes if stake.at == hand.at and stake.wager == MAIN]
    at_turn = seen.turn == hand.at
    cells = (
        "" if hand.is_dealer else hand.at,
        "dealer" if hand.is_dealer else "\n".join(stake.bettor for stake in stakes),
        *("\n".join(dollars(chips.get(stake.bettor, 0)) for stake in stakes),) * bool(chips),
        faces.cards(hand.cards),
        worth(hand),
        "\n".join(_wager(seen, stake, results) for stake in stakes),
        faces.turn if at_turn else _mark(hand),
    )
    return LayoutRow(cells, "turn" if at_turn else "out" if hand.dead or hand.surrendered else "")


def worth(hand: HandView) -> str:
    """Return a hand's total as people say it; empty if its first cards are face down."""
    if not hand.known or None in hand.cards[: hand.concealed]:
        return ""
    if hand.blackjack:
        return "blackjack"
    total = f"soft {hand.points}" if hand.soft else f"{hand.points}"
    return f"{total}, over 21" if hand.points > 21 else total


def _mark(hand: HandView) -> str:
    marks = {"dead": hand.dead, "surrendered": hand.surrendered, "doubled": hand.doubled, "stands": hand.stood}
    return next((mark for mark, holds in marks.items() if holds), "")


def _wager(seen: RoundView, stake: StakeView, results: tuple[ResultView, ...]) -> str:
    """Return the chips; for a decided wager, what it won or lost."""
    if not stake.open:
        return signed(sum(_net(result) for result in results if _of(result, stake)))
    return " + ".join(_parts(seen, stake))


def _parts(seen: RoundView, stake: StakeView) -> Iterator[str]:
    yield dollars(stake.amount)
    if stake.double:
        yield f"{dollars(stake.double)} double"
    if stake.coupon:
        yield f"{dollars(stake.coupon)} coupon"
    mine = [other for other in seen.stakes if other.open and (other.at, other.bettor) == (stake.at, stake.bettor)]
    for other in mine:
        if other.wager == INSURANCE and other.spot == stake.spot:
            yield f"{dollars(other.amount)} insurance"
    for other in mine:
        if other.made and not stake.spot:  # side wagers lie beside the first main wager
            yield f"{dollars(other.amount)} {named(other.wager, other.bet)}"


def _of(result: ResultView, stake: StakeView) -> bool:
    same = (result.at, result.bettor, result.spot) == (stake.at, stake.bettor, stake.spot)
    return same and result.wager in (MAIN, INSURANCE)


def _net(result: ResultView) -> int:
    """Return the net result for the bettor."""
    return {"paid": result.amount, "collected": -result.amount}.get(result.result, 0)


def signed(net: int) -> str:
    return f"+{dollars(net)}" if net > 0 else dollars(net)


def named(wager: str, bet: str) -> str:
    return f"{wager} {bet}" if bet else wager


# The layout of a replayed round --------------------------------------------------------------------------------------


def replayed(frame: Frame, events: Sequence[Event], faces: Faces) -> LayoutText | None:
    """Show the layout before a decision, once."""
    asked = round_view(frame.state).asked
    if asked is None or isinstance(frame.entry.event, (e.Did, e.Said)):
        return None
    settled = tuple(result_view(event) for event in events if isinstance(event, (e.Paid, e.Collected, e.Returned)))
    return round_layout(round_view(frame.state, asked.bettor), settled, faces, {})


# Events that the layout or the settlement shows ----------------------------------------------------------------------


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
    """Return whether it is part of the first deal: two cards to each hand of a box and one to the dealer."""
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
