"""What a picture shows of a view: the viewer, the boxes in order, and what was won and lost."""

from dataclasses import dataclass
from typing import NamedTuple

from chapter47.blackjack.views.records import (
    HandView,
    OfferView,
    ResultView,
    SeatView,
    StakeView,
    TableView,
    View,
)
from chapter47.core.money import dollars
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import Mood, badge_size
from chapter47.drawing.placards import PayRows

MAIN, INSURANCE = "main", "insurance"
DEALER = "d"


@dataclass(frozen=True)
class SeenBlackjack:
    """A table and its viewer."""

    table: TableView
    viewer: str

    @classmethod
    def of(cls, view: View, viewer: str) -> "SeenBlackjack":
        if isinstance(view, SeatView):
            return cls(view.table, viewer or view.player)
        return cls(view if isinstance(view, TableView) else view.table, viewer)

    @property
    def own_boxes(self) -> tuple[int, ...]:
        """The boxes where the viewer sits or has bet."""
        sits = {seat.box for seat in self.table.seats if seat.player == self.viewer}
        staked = {bettor.box for bettor in self.table.round.bettors if bettor.name == self.viewer}
        return tuple(sorted(sits | staked)) if self.viewer else ()

    @property
    def boxes_in_order(self) -> tuple[int, ...]:
        """Return boxes from the right, the dealer's left; rotated so that the viewer's own box is in the middle."""
        boxes = tuple(range(1, self.table.sign.boxes + 1))
        own = self.own_boxes
        if not own:
            return boxes
        first = boxes.index(own[len(own) // 2]) - len(boxes) // 2
        return tuple(boxes[(first + place) % len(boxes)] for place in range(len(boxes)))

    def hands(self, box: int) -> tuple[HandView, ...]:
        return tuple(hand for hand in self.table.round.hands if hand.box == box)

    def names(self, box: int) -> tuple[str, ...]:
        """Return who has bet on a box, or else who sits there."""
        bettors = tuple(bettor.name for bettor in self.table.round.bettors if bettor.box == box)
        seated = tuple(seat.player for seat in self.table.seats if seat.box == box)
        return bettors or seated

    def stakes(self, box: int) -> tuple[StakeView, ...]:
        """Return the chips on a box, including those that stay for the next round."""
        stakes = (*self.table.round.stakes, *(() if self.table.round.bettors else self.table.standing))
        return tuple(stake for stake in stakes if stake.open and box_of(stake.at) == box)

    def results(self, box: int) -> tuple[ResultView, ...]:
        return tuple(result for result in self.table.results if box_of(result.at) == box)

    def is_turn(self, at: str) -> bool:
        return self.table.round.turn == at and not self.table.round.over

    def net(self, results: tuple[ResultView, ...]) -> int:
        """Return what moved chips mean for the viewer, if some are theirs, or else for all bettors."""
        own = [result for result in results if result.bettor == self.viewer]
        return sum(_net(result) for result in own or results)


def _net(result: ResultView) -> int:
    return {"paid": result.amount, "collected": -result.amount}.get(result.result, 0)


def box_of(at: str) -> int:
    return int(at.split(".")[0]) if at[0].isdigit() else 0


def number_of(at: str) -> int:
    """Return a hand's number within its box: `4` is the first, 0."""
    return int(at.partition(".")[2] or 0)


class Area:
    """A place for a side wager at every box."""

    def __init__(self, offer: OfferView, bet: str) -> None:
        self.wager, self.bet = offer.name, bet
        self.is_first = not offer.bets or bet == offer.bets[0]

    @property
    def label(self) -> str:
        """Return the label: the first of several bets shows the wager's name, the others only their own."""
        return area_label(self.wager, self.bet) if self.is_first else self.bet.capitalize()

    @property
    def short_label(self) -> str:
        """Return the label for narrow boxes: each of several bets shows its own name, or the first the wager's."""
        if self.bet.isalpha():
            return self.bet.capitalize()
        return area_label(self.wager, "") if self.is_first else self.bet

    @property
    def spoken(self) -> str:
        return f"{self.wager.replace('-', ' ')} {self.bet}".strip()


_SHORT = {
    "over-under-13": "13",
    "same-suit": "Suited",
    "sevens": "Sevens",
    "progressive": "Prog.",
    "blackjack-bonus": "Bonus",
    "streak": "Streak",
    "match-the-dealer": "Match",
    "twenty-point-bonus": "20 pts",
    "optional-bonus": "Lucky",
    "match": "Match",
}
"""Inscriptions if the whole name is too long."""


def area_label(wager: str, bet: str) -> str:
    short = _SHORT.get(wager, wager.replace("-", " ").capitalize())
    if bet.isalpha():
        return f"{bet.capitalize()} {short}".strip()
    return f"{short} {bet}".strip()


def areas(table: TableView) -> tuple[Area, ...]:
    """An area for each bet of each side wager that is offered."""
    return tuple(Area(offer, bet) for offer in table.sign.side_wagers for bet in offer.bets or ("",))


def pay_rows(seen: SeenBlackjack) -> tuple[PayRows, ...]:
    return tuple(PayRows(table.title, table.rows) for table in seen.table.sign.pay_tables)


class Badge(NamedTuple):
    words: tuple[str, ...]
    """From the fullest form to the shortest."""
    mood: Mood

    def fitting(self, size: float, room: float) -> str:
        for words in self.words:
            if badge_size(words, size)[0] <= room:
                return words
        return shortened(self.words[-1], size, room - size * 1.1, "sans-bold")


def total_of(hand: HandView) -> str:
    """Return the total as people say it; empty if its first cards are face down."""
    if not hand.known or None in hand.cards[: hand.concealed]:
        return ""
    if hand.blackjack:
        return "Blackjack"
    return f"soft {hand.points}" if hand.soft and hand.points < 21 else f"{hand.points}"


def badge_of(seen: SeenBlackjack, hand: HandView) -> Badge | None:
    """Return the badge of a hand, if there is anything to show."""
    total = total_of(hand)
    results = tuple(result for result in seen.table.results if result.at == hand.at and result.wager == MAIN)
    lies = any(stake.open and stake.at == hand.at and stake.wager == MAIN for stake in seen.table.round.stakes)
    if results and not lies:
        return _ended(hand, total, seen.net(results), paid=any(result.result == "paid" for result in results))
    if not total:
        return None
    if seen.is_turn(hand.at):
        return Badge((total, short_total(total)), "turn")
    if hand.points > 21:
        return Badge((f"{hand.points} bust",), "lost")
    return Badge((total, short_total(total)), "blackjack" if hand.blackjack else "plain")


def short_total(total: str) -> str:
    return "BJ" if total == "Blackjack" else total.removeprefix("soft ")


def _ended(hand: HandView, total: str, net: int, *, paid: bool) -> Badge:
    amount = signed(net)
    short = short_total(total)
    if hand.surrendered:
        return Badge((f"{total} surrendered {amount}", f"{short} {amount}", amount), "lost")
    if net > 0:
        mood: Mood = "blackjack" if hand.blackjack else "won"
        word = "" if hand.blackjack else " won"
        return Badge((f"{total}{word} {amount}", f"{short} {amount}", amount), mood)
    if net < 0:
        word = "bust" if hand.points > 21 else "lost"
        return Badge((f"{total} {word} {amount}", f"{short} {amount}", amount), "lost")
    word = "push" if not paid else "even"
    return Badge((f"{total} {word}".strip(), f"{short} {word}".strip(), word), "push")


def fitting_amount(cents: int, size: float, room: float, sign: str = "") -> str:
    """Format dollars; without a sign, or in thousands, if the room is too narrow."""
    exact, thousands = dollars(cents), f"{cents / 1000_00:.1f}".removesuffix(".0")
    for says in (sign + exact, sign + exact.removeprefix("$")):
        if text_width(says, size, "sans-bold") <= room:
            return says
    return f"{sign}{thousands}K"


def signed(net: int) -> str:
    return f"+{dollars(net)}" if net > 0 else f"−{dollars(-net)}" if net < 0 else dollars(0)
