"""A heads-up round as steps: each card leads from one state to the next, and every end has its result in cents. One
box, the main wager only, decisions by a chart. The rules are evaluated here, once for every state; the kernel then only
follows the table. A state keeps what still matters about the cards seen; states with the same future are merged."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES
from chapter47.blackjack.chart_codes import HARD, SOFT, open_move
from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import LIMIT, Total, ace_as_eleven, total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.double_down import dealt_face_down
from chapter47.blackjack.rules.insurance import insurance_pays, most_insurance
from chapter47.blackjack.rules.pay_blackjack import offers_even_money
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.kinds import shoe_for
from chapter47.blackjack.state import Hand, Round
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import cards
from chapter47.core.money import EVEN, to_the_cent

NO_HOLE: Final = -1
SPLIT_TWENTY_ONE: Final = 6
BUST: Final = 7
DOUBLED: Final = 8
"""Kinds of hands: up to 16, 17 to 21, a two-card 21 after a split, over 21; the same again for doubled hands."""
SURRENDERED, BLACKJACK, EVEN_MONEY = range(2 * DOUBLED, 2 * DOUBLED + 3)
KINDS: Final = EVEN_MONEY + 1

DEALER_BUST: Final = 5
DEALER_BLACKJACK: Final = 6
NOT_DRAWN: Final = 7
OUTCOMES: Final = 8
"""The dealer's outcomes: 17 to 21, bust, a blackjack, or a hand that no longer decides anything."""

_PLAYERS_HANDS: Final = ("Tc 6d", "Tc 7d", "Tc 8d", "Tc 9d", "Tc Jd", "Tc 6d 5h", "Ac Td", "Tc 6d Th")
_DEALERS_HANDS: Final = ("Tc 7d", "Tc 8d", "Tc 9d", "Tc Jd", "Tc 6d 5h", "Tc 6d Th", "Ac Td")

State = tuple[Any, ...]
"""What comes next, then everything that matters about the cards so far."""


def after(points: Total, value: int) -> Total:
    """A total with one more card."""
    low = points.points - 10 * points.soft + value + 1
    has_ace = points.soft or value == ACE
    return ace_as_eleven(low - has_ace, int(has_ace))


def total_of(*values: int) -> Total:
    reached = Total(0)
    for value in values:
        reached = after(reached, value)
    return reached


def kind_of(points: Total) -> int:
    return BUST if points.bust else max(points.points, 16) - 16


def dealer_outcome(points: Total) -> int:
    return DEALER_BUST if points.bust else points.points - 17


class Dealer(NamedTuple):
    up: int
    hole: int = NO_HOLE

    @property
    def is_blackjack(self) -> bool:
        return {self.up, self.hole} == {ACE, TEN}


class HeadsUpRules:
    """The rules for a round of one box, for a table, a chart and a wager in cents."""

    def __init__(self, table: TableRules, chart: Chart, wager: int) -> None:
        self.table, self.chart, self.wager = table, chart, wager
        self.variation = GAMES[table.game]
        self.stands = rulebook.stands_on(table)
        self.most = [rulebook.most_hands(table, pair) for pair in range(VALUES)]
        self.surrenders = rulebook.may_surrender(table)
        self.insurance = most_insurance(table, wager)
        self.keeps_drawing = dealt_face_down(table, asked=False)
        self.burns = isinstance(shoe_for(table), FromTheHand) and table.burn
        self.pays = self._payments()
        self.may_double = {
            (two, split): self._may_double(two, split=split)
            for two in combinations_with_replacement(range(VALUES), 2)
            for split in (False, True)
        }
        self.step_by_name: dict[str, Callable[..., State]] = {
            "start": self._start,
            "after_burn": self._after_burn,
            "first": self._first,
            "second": self._second,
            "hole": self._hole,
            "hit": self._hit,
            "double": self._double,
            "dealers_second": self._dealers_second,
            "dealer": self._dealer,
        }
        """The next step for a card, by what the round is waiting for."""

    @property
    def first_cards(self) -> int:
        """Number of cards dealt before the first decision of a round."""
        return 3 + self.burns + (self.table.hole_card in ("face-down", "card-reader"))

    # Decisions -----------------------------------------------------------------------------------------------------

    def choice(self, points: Total, up: int, two: tuple[int, int] | None, *, split: bool = False) -> str:
        """The chart's move; `two` are the first two cards. A pair that was split is played as its total here."""
        open_moves = self._open_moves(two, split=split)
        if two is not None and two[0] == two[1]:
            move = open_move(int(self.chart.pairs[two[0], up]), open_moves)
            if move is not None:
                return move
        return open_move(self._code(points, up), open_moves) or "stand"

    def _open_moves(self, two: tuple[int, int] | None, *, split: bool) -> set[str]:
        moves = {"hit", "stand"}
        if two is not None:
            moves |= {"double"} if self.may_double[two, split] else set()
            if not split:
                moves |= {"split", "surrender"} if self.surrenders else {"split"}
        return moves

    def _code(self, points: Total, up: int) -> int:
        cell = len(HARD) + points.points - SOFT.start if points.soft else points.points - HARD.start
        return int(self.chart.totals[cell, up])

    def _may_double(self, two: tuple[int, int], *, split: bool) -> bool:
        hand = rulebook.player_hand(two, is_split=split)
        return bool(self.variation.may_double(Round(self.table, hands=(hand,)), hand))

    # Money ---------------------------------------------------------------------------------------------------------

    def _payments(self) -> list[list[int]]:
        """Return the results of a single hand in cents, by kind of hand and dealer's outcome."""
        played_out = [
            [self._paid(kind, outcome, stakes) for outcome in range(OUTCOMES)]
            for stakes in (1, 2)
            for kind in range(DOUBLED)
        ]
        given_up = [to_the_cent(Fraction(self.wager, 2)) - self.wager] * OUTCOMES
        given_up[DEALER_BLACKJACK] = -self.wager
        natural = rulebook.player_hand((ACE, TEN))
        won = self.variation.pays(self.table, natural, self.variation.blackjack_odds).odds.pays(self.wager)
        blackjack = [won] * OUTCOMES
        if self.variation.outcome(self.table, natural, _hand_of(_DEALERS_HANDS[DEALER_BLACKJACK])).result == "push":
            blackjack[DEALER_BLACKJACK] = 0
        return [*played_out, given_up, blackjack, [EVEN.pays(self.wager)] * OUTCOMES]

    def _paid(self, kind: int, outcome: int, stakes: int) -> int:
        hand = _hand_of(_PLAYERS_HANDS[kind], split=kind == SPLIT_TWENTY_ONE)
        if outcome == DEALER_BLACKJACK:
            loses_all = kind == BUST and self.busts_apart(split=False)
            return -self.wager * (stakes if loses_all else 1)
        if outcome == NOT_DRAWN:
            return -self.wager * stakes
        result = self.variation.outcome(self.table, hand, _hand_of(_DEALERS_HANDS[outcome])).result
        if result != "win":
            return -self.wager * stakes if result == "lose" else 0
        odds = self.variation.pays(self.table, hand, self.variation.blackjack_odds)
        return to_the_cent(odds.odds.ratio * self.wager + odds.extra.ratio * self.wager * (stakes - 1))

    def busts_apart(self, *, split: bool) -> bool:
        """Return whether a busted hand loses its whole stake even if the dealer turns up a blackjack."""
        hand = _hand_of(_PLAYERS_HANDS[BUST], split=split)
        reading = self.table.reads("19:47-2.11(d)" if split else "19:47-2.10(b)", "busted-plus-one")
        return self.variation.collected_at_once(hand) or reading

    # Steps ---------------------------------------------------------------------------------------------------------

    def step(self, state: State, card: int) -> State:
        awaited, *seen = state
        return self.step_by_name[awaited](card, *seen)

    def _start(self, card: int) -> State:
        return ("after_burn",) if self.burns else ("first", card)

    def _after_burn(self, card: int) -> State:
        return ("first", card)

    def _first(self, card: int, first: int) -> State:
        return ("second", first, card)

    def _second(self, card: int, first: int, up: int) -> State:
        two = (min(first, card), max(first, card))
        if self.table.hole_card in ("face-down", "card-reader"):
            return ("hole", two, up)
        return self._begin(two, Dealer(up))

    def _hole(self, card: int, two: tuple[int, int], up: int) -> State:
        return self._begin(two, Dealer(up, card))

    def _begin(self, two: tuple[int, int], dealer: Dealer) -> State:
        """Continue after the first cards: questions, the card reader, the first decision."""
        has_blackjack = two == (ACE, TEN)
        is_asked = dealer.up == ACE
        if is_asked and has_blackjack and offers_even_money(self.table) and self.chart.even_money:
            return self._finish(EVEN_MONEY, dealer, insured=False)
        insured = is_asked and self.chart.insurance
        dealer_is_read = self.table.hole_card == "card-reader" and dealer.is_blackjack
        if has_blackjack or dealer_is_read:
            return self._finish(BLACKJACK if has_blackjack else kind_of(total_of(*two)), dealer, insured=insured)
        points = total_of(*two)
        move = self.choice(points, dealer.up, two)
        if move == "split":
            return ("split", two[0], dealer, insured)
        if move == "surrender":
            return self._finish(SURRENDERED, dealer, insured=insured)
        return self._moved(move, points, dealer, insured)

    def _moved(self, move: str, points: Total, dealer: Dealer, insured: bool) -> State:
        if move == "stand":
            return self._finish(kind_of(points), dealer, insured=insured)
        return (move, points, dealer, insured)

    def _hit(self, card: int, points: Total, dealer: Dealer, insured: bool) -> State:
        longer = after(points, card)
        if longer.points >= LIMIT:
            return self._finish(kind_of(longer), dealer, insured=insured)
        return self._moved(self.choice(longer, dealer.up, None), longer, dealer, insured)

    def _double(self, card: int, points: Total, dealer: Dealer, insured: bool) -> State:
        return self._finish(kind_of(after(points, card)) + DOUBLED, dealer, insured=insured)

    def _finish(self, kind: int, dealer: Dealer, *, insured: bool) -> State:
        """The player is done; without a hole card the dealer takes a second one in any case."""
        if dealer.hole == NO_HOLE:
            return ("dealers_second", kind, dealer.up, insured)
        return self._dealers_second(dealer.hole, kind, dealer.up, insured)

    def _dealers_second(self, card: int, kind: int, up: int, insured: bool) -> State:
        dealer = Dealer(up, card)
        insurance = 0
        if insured:
            insurance = insurance_pays(self.insurance) if card == TEN else -self.insurance
        if dealer.is_blackjack:
            return ("end", self.pays[kind][DEALER_BLACKJACK] + insurance)
        if not self.decides(kind):
            return ("end", self.pays[kind][NOT_DRAWN] + insurance)
        return self._dealer_with(total_of(up, card), kind, insurance)

    def _dealer(self, card: int, points: Total, kind: int, insurance: int) -> State:
        return self._dealer_with(after(points, card), kind, insurance)

    def _dealer_with(self, points: Total, kind: int, insurance: int) -> State:
        if points.bust or points in self.stands:
            return ("end", self.pays[kind][dealer_outcome(points)] + insurance)
        return ("dealer", points, kind, insurance)

    def decides(self, kind: int) -> bool:
        """Whether the dealer's count still matters to this hand; a face-down double card may be anything."""
        if kind == BUST + DOUBLED:
            return self.keeps_drawing
        return kind not in (BUST, SURRENDERED, BLACKJACK, EVEN_MONEY)


def _hand_of(text: str, *, split: bool = False) -> Hand:
    hand = cards(text)
    return Hand(Place(1), hand, total(hand), passes=2, split=split)
