"""The value of a side wager for a player who plays the main wager by basic strategy.

Sevens and progressive continue with the third and fourth card of the box. Their own price assumes that those cards are
always drawn; here the chart decides: it may stand, split or surrender, and a card reader may end a round."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from chapter47.blackjack.analysis.exact.shoe import full_shoes
from chapter47.blackjack.analysis.exact.values import ACE, NAMES, TEN, VALUES, value_index
from chapter47.blackjack.analysis.side_wagers.price import CardStock, DecisionsByWays, counted, price_of
from chapter47.blackjack.chart_codes import LETTERS, open_move
from chapter47.blackjack.hands import LIMIT, card_value, total
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers.facts import Facts, WagerDecision
from chapter47.blackjack.wagers.wager import Price, Wager
from chapter47.core.cards import Card
from chapter47.core.json_object import JsonMapping
from chapter47.core.money import DOLLAR

Codes = JsonMapping
"""A chart as a strategy file."""


class DealerCards(NamedTuple):
    """What is known about the dealer's two cards: the up card's value, and the other's value or whether both make a
    blackjack."""

    up: int
    under: int | None = None
    blackjack: bool | None = None

    @property
    def shown(self) -> str:
        """Return the chart's column: the up card, or the total if both cards are face up."""
        if self.under is None:
            return NAMES[self.up]
        count = total(tuple(Card(NAMES[value], "s") for value in (self.up, self.under)))
        return f"{'soft ' * count.soft}{count.points}"


class WagerByChart:
    """One side wager, a chart for the main wager, and the cards left.

    All orders of the unseen cards are equally likely: so the cards of the box are drawn first, then the up card by its
    value, then the card that makes it a blackjack or not. Everything is counted in orders of that many cards."""

    def __init__(self, wager: Wager, facts: Facts, stock: CardStock, codes: Codes) -> None:
        self.wager, self.facts, self.codes = wager, facts, codes
        self.left = dict(zip(stock.cards, stock.counts, strict=True))
        self.readily = dict(zip(stock.cards, stock.readily, strict=True))
        self.values = Counter(dict.fromkeys(range(VALUES), 0))
        for card, count in self.left.items():
            self.values[value_index(card)] += count
        self.cards = sum(stock.counts)
        self.slots = len(wager.reads) + 2
        self.known: dict[tuple[tuple[Card, ...], int, bool], WagerDecision | None] = {}

    def drawing(self, own: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Yield each next card of the box with its number of ways; the card is out of the shoe until the next one is
        yielded."""
        for card, count in self.left.items():
            if count:
                self.left[card] -= 1
                self.values[value_index(card)] -= 1
                yield (*own, card), count
                self.left[card] += 1
                self.values[value_index(card)] += 1

    def first_card(self) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Like `drawing`; a determinant card that became the first card has revealed its colour."""
        return ((box, ways * self.readily[box[0]]) for box, ways in self.drawing(()) if self.readily[box[0]])

    def ways(self, own: tuple[Card, ...], dealer: DealerCards | None = None) -> int:
        """Count the orders of all slots with this box and these dealer's cards, or any."""
        unseen = self.cards - len(own)
        ways = unseen * (unseen - 1) if dealer is None else self.values[dealer.up] * self.under(dealer, unseen - 1)
        for further in range(self.slots - len(own) - 2):
            ways *= unseen - 2 - further
        return ways

    def under(self, dealer: DealerCards, unseen: int) -> int:
        if dealer.under is not None:
            return self.values[dealer.under] - (dealer.under == dealer.up)
        making = self.values[_completes(dealer.up)] if dealer.up in (ACE, TEN) else 0
        return unseen if dealer.blackjack is None else making if dealer.blackjack else unseen - making

    def decided(self, own: tuple[Card, ...], *, hands: int = 1, done: bool = False) -> WagerDecision | None:
        assert self.wager.decide is not None
        key = (own, hands, done)
        if key not in self.known:
            self.known[key] = self.wager.decide(self.facts._replace(own=own, hands=hands, own_done=done))
        return self.known[key]

    def at_the_end(self, own: tuple[Card, ...], hands: int = 1) -> WagerDecision:
        """Return the decision when no further card comes."""
        decision = self.decided(own, hands=hands, done=True)
        assert decision is not None, f"{self.wager.name} is undecided at the end of the box"
        return decision


def _completes(up: int | None) -> int:
    return TEN if up == ACE else ACE


def goes_on_with_the_hand(wager: Wager, table: TableRules) -> bool:
    """Return whether the wager reads more cards of the box than the first two of each hand."""
    at_home = min(GAMES[name].hands_per_box for name in wager.games)
    first_cards = 2 * max(GAMES[table.game].hands_per_box, at_home)
    return len(wager.reads) > first_cards and set(wager.reads) == {"own"}


def price_by_chart(wager: Wager, table: TableRules, offer: WagerOffer, codes: Codes) -> Price:
    facts = Facts(table, offer, "", DOLLAR)
    deals = (WagerByChart(wager, facts, counted(wager, shoe), codes) for shoe in full_shoes(table))
    return price_of(wager, facts, [_first_cards(deal) for deal in deals])


def _first_cards(deal: WagerByChart) -> DecisionsByWays:
    for first_card, ways in deal.first_card():
        for two_cards, second_ways in deal.drawing(first_card):
            if decision := deal.decided(two_cards):
                yield decision, ways * second_ways * deal.ways(two_cards)
                continue
            for dealer in _dealer(deal.facts.table):
                for decided, rest in _against(deal, two_cards, dealer):
                    yield decided, ways * second_ways * rest


def _dealer(table: TableRules) -> Iterator[DealerCards]:
    """Return what is known of the dealer: with a card reader a blackjack, with both cards face up everything."""
    for up in range(VALUES):
        if table.hole_card == "face-up":
            yield from (DealerCards(up, under, blackjack={up, under} == {ACE, TEN}) for under in range(VALUES))
        elif table.hole_card == "card-reader" and up in (ACE, TEN):
            yield from (DealerCards(up, blackjack=blackjack) for blackjack in (False, True))
        else:
            yield DealerCards(up)


def _against(deal: WagerByChart, own: tuple[Card, ...], dealer: DealerCards) -> DecisionsByWays:
    """Play against the dealer; a known blackjack ends the round before any draw, unless a card is still offered."""
    if not dealer.blackjack:
        yield from _played(deal, own, dealer, hands=1)
    elif deal.wager.offers_card and deal.wager.offers_card(deal.facts._replace(own=own)):
        for longer, ways in deal.drawing(own):
            yield deal.at_the_end(longer), ways * deal.ways(longer, dealer)
    else:
        yield deal.at_the_end(own), deal.ways(own, dealer)


def _played(deal: WagerByChart, own: tuple[Card, ...], dealer: DealerCards, *, hands: int) -> DecisionsByWays:
    """Play by the chart while the wager is undecided."""
    move = _move(deal.codes, own, dealer.shown)
    hands = 2 if hands > 1 or move == "split" else 1
    decision = deal.decided(own, hands=hands)
    if decision or not (hands > 1 or move in ("hit", "double")):
        yield decision or deal.at_the_end(own, hands), deal.ways(own, dealer)
        return
    for longer, ways in deal.drawing(own):
        if settled := deal.decided(longer, hands=hands):
            yield settled, ways * deal.ways(longer, dealer)
        else:
            for decided, rest in _played(deal, longer, dealer, hands=hands):
                yield decided, ways * rest


def _move(codes: Codes, own: tuple[Card, ...], shown: str) -> str:
    """Return the chart's move; two cards may do everything it names, more cards only hit or stand."""
    points, soft = total(own).points, total(own).soft
    if points >= LIMIT:
        return "stand"
    if len(own) == 2 and card_value(own[0]) == card_value(own[1]):
        code = codes["pairs"][NAMES[value_index(own[0])]][shown]
    else:
        code = codes["soft" if soft else "hard"][str(points)][shown]
    return open_move(str(code), LETTERS if len(own) == 2 else ("hit", "stand")) or "stand"
