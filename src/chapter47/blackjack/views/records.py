"""The views of a table as plain records: text, numbers, yes or no. msgspec converts each to JSON and back.

Cards are written `As`, hands `3` or `3.1`, the dealer's hand `D`, money in cents. A card that is face down for an
onlooker is a back (`None`) in their view: no field names it."""

from typing import Literal

from msgspec import Struct

from chapter47.core.onlookers import CallView as CallView

CardText = str
HandName = str
MayWager = Literal["anything", "minimum", "nothing"]


class HandView(Struct, frozen=True, kw_only=True):
    """A hand as an onlooker sees it."""

    at: HandName
    box: int
    """0 is the dealer."""
    cards: tuple[CardText | None, ...]
    """Cards in order, with a back for each that this onlooker cannot see."""
    concealed: int
    """Number of its first cards that only its box knows."""
    points: int
    """The total of the cards this onlooker can see."""
    soft: bool
    blackjack: bool
    split: bool
    doubled: bool
    stood: bool
    surrendered: bool
    switched: bool
    """Its second card came from the box's other hand, so that it is not a blackjack (2A.1)."""
    dead: bool
    taken_in: bool
    """Its cards are already in the discard rack."""

    @property
    def known(self) -> tuple[CardText, ...]:
        return tuple(card for card in self.cards if card is not None)

    @property
    def face_down(self) -> int:
        return len(self.cards) - len(self.known)

    @property
    def is_dealer(self) -> bool:
        return self.box == 0


class StakeView(Struct, frozen=True, kw_only=True):
    """Chips on the layout; 0 for a decided wager."""

    at: HandName
    bettor: str
    wager: str
    """`main`, `insurance`, or the name of a side wager."""
    bet: str
    """Which bet of a side wager, if it has several."""
    spot: int
    amount: int
    double: int
    made: int
    """A side wager's original amount."""
    open: bool
    lit: bool
    """Whether its chip is in the acceptor and a light shows it."""
    held_back: bool
    """Whether it has won and is paid after all others."""
    shown: int | None
    """What the display chose; 0 if the display failed."""
    won_in_a_row: int
    from_earlier_round: bool
    stays: bool
    """Whether it stays for the next round."""
    coupon: int = 0
    """The match play coupon beside the chips."""

    @property
    def whole(self) -> int:
        return self.amount + self.double


class BettorView(Struct, frozen=True, kw_only=True):
    """A person with a main wager on a box."""

    box: int
    name: str
    amount: int
    seated: bool
    calls: bool
    """Whether this bettor makes the decisions of the box (2.13(b))."""


class AskedView(Struct, frozen=True, kw_only=True):
    """The player whose decision the table waits for, and the question."""

    bettor: str
    at: HandName
    question: str
    spot: int


class ResultView(Struct, frozen=True, kw_only=True):
    """Chips that moved: paid or collected by the house, or returned."""

    at: HandName
    bettor: str
    wager: str
    bet: str
    spot: int
    amount: int
    result: Literal["paid", "collected", "returned"]
    why: str
    by: str


class RoundView(Struct, frozen=True, kw_only=True):
    """A round as an onlooker sees it."""

    version: int
    """A move that names an older version is refused."""
    bettors: tuple[BettorView, ...]
    hands: tuple[HandView, ...]
    dealer: HandView
    dealer_hand: int
    """Which of the dealer's hands is played, from 0, if the game has several."""
    dealt_before: tuple[HandView, ...] = ()
    """The dealer's earlier hands, as everybody saw them; their cards are in the discard rack."""
    stakes: tuple[StakeView, ...]
    turn: HandName | None
    """The hand being asked, dealt to or turned up."""
    asked: AskedView | None
    closed: bool
    over: bool
    void: bool
    exposed: CardText | None
    """A card drawn in error that everybody has seen and that is the next one (2.15(c))."""
    reader_says_blackjack: bool | None

    def hand(self, at: HandName) -> HandView:
        return next(hand for hand in (*self.hands, self.dealer) if hand.at == at)


class StackView(Struct, frozen=True, kw_only=True):
    """Cards to deal from: the shoe, a side of a double shoe, or the pack in the dealer's hand."""

    name: Literal["shoe", "left", "right", "hand"]
    cards_left: int
    discards: int
    before_the_cutting_card: int | None
    """How many cards come before it; `None` if there is none in the stack."""
    cutting_card_out_at: HandName | None
    burned: bool
    """Whether a card was burned since the shuffle."""
    cut_by_box: int | None
    """Which box cut it (0 the dealer), until a card is dealt: only until then can it be cut again."""
    spread: Literal["", "face up", "face down"]
    """How the cards are spread at an idle table."""


ShoeKind = Literal["single", "double", "hand"]


class ShoeView(Struct, frozen=True, kw_only=True):
    kind: ShoeKind
    shuffle: Literal["manual", "machine", "continuous", "bart-carter"]
    stacks: tuple[StackView, ...]
    deals: Literal["left", "right"] | None
    """The side of a double shoe that the determinant card chose for this round."""
    batch: int | None
    """Which batch of a machine is in play."""
    in_the_machine: int
    """Cards of the other batch."""

    @property
    def cards_left(self) -> int:
        """Cards left in the stack that deals; between rounds of a double shoe, on the side with fewer."""
        return min(stack.cards_left for stack in self.stacks if self.deals in (None, stack.name))

    @property
    def discards(self) -> int:
        return sum(stack.discards for stack in self.stacks)


class OfferView(Struct, frozen=True, kw_only=True):
    """A side wager offered here."""

    name: str
    bets: tuple[str, ...]
    minimum: int | None
    maximum: int | None


class PayTableView(Struct, frozen=True, kw_only=True):
    """The printed or posted rows of one wager, each with its odds or its prize."""

    title: str
    rows: tuple[tuple[str, str], ...]


class SignView(Struct, frozen=True, kw_only=True):
    """What is posted at the table."""

    game: str
    title: str
    day: str | None
    boxes: int
    decks: int
    minimum: int
    maximum: int
    chip: int
    least_wagers: int
    most_wagers: int
    """How many main wagers a bettor may make on a box."""
    hands_per_box: int
    bettors_per_box: int
    boxes_per_player: int
    side_wagers: tuple[OfferView, ...]
    inscriptions: tuple[str, ...] = ()
    """Lines printed on the felt, such as `Blackjack pays 3 to 2`."""
    pay_tables: tuple[PayTableView, ...] = ()
    """Bonuses of the main wager, and what each side wager pays."""


class SeatTaken(Struct, frozen=True, kw_only=True):
    box: int
    player: str


class MeterView(Struct, frozen=True, kw_only=True):
    wager: str
    shows: int


class TableView(Struct, frozen=True, kw_only=True):
    """A whole table as an onlooker sees it."""

    sign: SignView
    is_open: bool
    idle: bool
    """Nobody plays, and the cards are spread out (2.5(j))."""
    dealer: str
    """The name of the dealer, after a relief."""
    rounds_played: int
    rounds_since_shuffle: int
    seats: tuple[SeatTaken, ...]
    places_held: tuple[str, ...]
    next_cut: tuple[str, ...]
    """Who would be offered the cut, in order, if the cards were shuffled now."""
    shoe: ShoeView
    meters: tuple[MeterView, ...]
    failed_lights: tuple[int, ...]
    reader_failed: bool
    standing: tuple[StakeView, ...]
    """Side wagers that stay from the last round for the next one."""
    round: RoundView
    results: tuple[ResultView, ...]
    """Chips that moved in this round so far."""
    last_results: tuple[ResultView, ...]
    """Chips that moved in the previous round."""


class MoveView(Struct, frozen=True, kw_only=True):
    """A legal move; with an amount if `most` is not 0."""

    name: str
    by: str
    least: int
    most: int
    step: int


class SeatView(Struct, frozen=True, kw_only=True):
    """A player's view: the table with their own cards visible, and what they may do now."""

    table: TableView
    player: str
    boxes: tuple[int, ...]
    """Where this player sits."""
    mine: tuple[HandName, ...]
    """The hands with chips of this player."""
    calls_for: tuple[int, ...]
    """The boxes whose decisions this player makes."""
    legal: tuple[MoveView, ...]
    may_wager: MayWager
    """What the entry rule lets this player bet on the next round."""
    may_wager_by: str | None


class StepView(Struct, frozen=True, kw_only=True):
    """The next step at the table, and by which paragraph."""

    kind: Literal["bets", "card", "turn", "peek", "move", "settlement", "amount", "settled"]
    at: HandName | None = None
    face_down: bool = False
    bettor: str = ""
    wager: str = ""
    by: str = ""


class DealerView(Struct, frozen=True, kw_only=True):
    """The dealer's view: the table and the next step. The hole card is as unknown here as elsewhere."""

    table: TableView
    next: StepView


class SupervisorView(Struct, frozen=True, kw_only=True):
    """A supervisor's view: the dealer's, and the irregularities that can be called now."""

    table: TableView
    next: StepView
    calls: tuple[CallView, ...]


View = TableView | SeatView | DealerView | SupervisorView
