"""What a picture shows of a view: whose it is, the boxes in the order in which they lie, and what was won and lost."""

from dataclasses import dataclass

from chapter47.blackjack.views.records import (
    HandView,
    OfferView,
    ResultView,
    SeatView,
    StakeView,
    TableView,
    View,
)
from chapter47.drawing.placards import PayRows

MAIN, INSURANCE = "main", "insurance"
DEALER = "d"


@dataclass(frozen=True)
class SeenBlackjack:
    """A table and whoever looks at it."""

    table: TableView
    viewer: str

    @classmethod
    def of(cls, view: View, viewer: str) -> "SeenBlackjack":
        if isinstance(view, SeatView):
            return cls(view.table, viewer or view.player)
        return cls(view if isinstance(view, TableView) else view.table, viewer)

    @property
    def own_boxes(self) -> tuple[int, ...]:
        """Where the onlooker sits or has wagered."""
        sits = {seat.box for seat in self.table.seats if seat.player == self.viewer}
        staked = {bettor.box for bettor in self.table.round.bettors if bettor.name == self.viewer}
        return tuple(sorted(sits | staked)) if self.viewer else ()

    @property
    def boxes_in_order(self) -> tuple[int, ...]:
        """From the right, the dealer's left; turned so that the onlooker's own box lies in the middle."""
        boxes = tuple(range(1, self.table.sign.boxes + 1))
        own = self.own_boxes
        if not own:
            return boxes
        first = boxes.index(own[len(own) // 2]) - len(boxes) // 2
        return tuple(boxes[(first + place) % len(boxes)] for place in range(len(boxes)))

    def hands(self, box: int) -> tuple[HandView, ...]:
        return tuple(hand for hand in self.table.round.hands if hand.box == box)

    def names(self, box: int) -> tuple[str, ...]:
        """Who has wagered on a box, or else who sits there."""
        bettors = tuple(bettor.name for bettor in self.table.round.bettors if bettor.box == box)
        seated = tuple(seat.player for seat in self.table.seats if seat.box == box)
        return bettors or seated

    def stakes(self, box: int) -> tuple[StakeView, ...]:
        """Chips that lie on a box; those that stay for the next round lie there before it begins, too."""
        stakes = (*self.table.round.stakes, *(() if self.table.round.bettors else self.table.standing))
        return tuple(stake for stake in stakes if stake.open and box_of(stake.at) == box)

    def results(self, box: int) -> tuple[ResultView, ...]:
        return tuple(result for result in self.table.results if box_of(result.at) == box)

    def is_turn(self, at: str) -> bool:
        return self.table.round.turn == at and not self.table.round.over

    def net(self, results: tuple[ResultView, ...]) -> int:
        """What chips that moved mean for the onlooker, where some are the onlooker's own, or else for all bettors."""
        own = [result for result in results if result.bettor == self.viewer]
        return sum(_net(result) for result in own or results)


def _net(result: ResultView) -> int:
    return {"paid": result.amount, "collected": -result.amount}.get(result.result, 0)


def box_of(at: str) -> int:
    return int(at.split(".")[0]) if at[0].isdigit() else 0


def number_of(at: str) -> int:
    """Which hand of its box: `4` is the first, 0."""
    return int(at.partition(".")[2] or 0)


class Area:
    """A place for a side wager at every box."""

    def __init__(self, offer: OfferView, bet: str) -> None:
        self.wager, self.bet = offer.name, bet
        self.is_first = not offer.bets or bet == offer.bets[0]

    @property
    def label(self) -> str:
        """The first of several bets bears the wager's name, those beside it only their own."""
        return area_label(self.wager, self.bet) if self.is_first else self.bet.capitalize()

    @property
    def short_label(self) -> str:
        """Where boxes are narrow: of several bets each bears its own name, or the first the wager's."""
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
"""As the areas are inscribed, where the whole name is too long."""


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
