"""What a side wager is worth to a player who plays the main wager by the chart.

Sevens and progressive go on with the third and the fourth card of the box. Their own price takes those cards as always
drawn; here the chart decides whether they are: it may stand, split or surrender, and a card reader may end a round."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from chapter47.analysis.shoe import full_shoes
from chapter47.analysis.side_wagers import Found, Stock, counted, price_of
from chapter47.analysis.values import ACE, NAMES, TEN, VALUES, value_index
from chapter47.cards import Card
from chapter47.games import GAMES
from chapter47.hands import LIMIT, total
from chapter47.money import DOLLAR
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.facts import Decision, Facts
from chapter47.wagers.wager import Price, Wager

Codes = Mapping[str, Any]
"""A chart as a strategy file."""


class Deal:
    """One side wager, a chart for the main wager, the cards left.

    Cards unseen come in any order with the same chance: so the cards of the box are drawn first, then the up card by
    its value, then the card that makes a blackjack of it or not. All is counted in orders of that many cards."""

    def __init__(self, wager: Wager, facts: Facts, stock: Stock, codes: Codes) -> None:
        self.wager, self.facts, self.codes = wager, facts, codes
        self.left = dict(zip(stock.cards, stock.counts, strict=True))
        self.readily = dict(zip(stock.cards, stock.readily, strict=True))
        self.values = Counter(dict.fromkeys(range(VALUES), 0))
        for card, count in self.left.items():
            self.values[value_index(card)] += count
        self.cards = sum(stock.counts)
        self.slots = len(wager.reads) + 2
        self.known: dict[tuple[tuple[Card, ...], int, bool], Decision | None] = {}

    def drawing(self, own: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
        """The box with one more card, and in how many ways; the card is gone while the caller works."""
        for card, count in self.left.items():
            if count:
                self.left[card] -= 1
                self.values[value_index(card)] -= 1
                yield (*own, card), count
                self.left[card] += 1
                self.values[value_index(card)] += 1

    def first_card(self) -> Iterator[tuple[tuple[Card, ...], int]]:
        """As `drawing`; a determinant card that became the first card has told its colour."""
        return ((one, ways * self.readily[one[0]]) for one, ways in self.drawing(()) if self.readily[one[0]])

    def ways(self, own: tuple[Card, ...], *, up: int | None = None, blackjack: bool | None = None) -> int:
        """The orders of all slots with this box: any up card or one value, any card under it or a blackjack or none."""
        unseen = self.cards - len(own)
        found = self.values[up] if up is not None else unseen
        making = self.values[_completes(up)] if up in (ACE, TEN) else 0
        found *= unseen - 1 if blackjack is None else making if blackjack else unseen - 1 - making
        for further in range(self.slots - len(own) - 2):
            found *= unseen - 2 - further
        return found

    def decided(self, own: tuple[Card, ...], *, hands: int = 1, done: bool = False) -> Decision | None:
        assert self.wager.decide is not None
        key = (own, hands, done)
        if key not in self.known:
            self.known[key] = self.wager.decide(self.facts._replace(own=own, hands=hands, own_done=done))
        return self.known[key]

    def at_the_end(self, own: tuple[Card, ...], hands: int = 1) -> Decision:
        """What becomes of it when no further card comes."""
        decision = self.decided(own, hands=hands, done=True)
        assert decision is not None, f"{self.wager.name} is undecided at the end of the box"
        return decision


def _completes(up: int | None) -> int:
    return TEN if up == ACE else ACE


def goes_on_with_the_hand(wager: Wager, table: TableRules) -> bool:
    """Whether more of the box's cards count than the first two of each hand."""
    first_cards = 2 * GAMES[table.game].hands_per_box
    return len(wager.reads) > first_cards and set(wager.reads) == {"own"}


def price_by_chart(wager: Wager, table: TableRules, offer: WagerOffer, codes: Codes) -> Price:
    facts = Facts(table, offer, "", DOLLAR)
    deals = (Deal(wager, facts, counted(wager, shoe), codes) for shoe in full_shoes(table))
    return price_of(wager, facts, [_first_cards(deal) for deal in deals])


def _first_cards(deal: Deal) -> Found:
    for one, ways in deal.first_card():
        for two, more in deal.drawing(one):
            if decision := deal.decided(two):
                yield decision, ways * more * deal.ways(two)
                continue
            for up in range(VALUES):
                for decided, rest in _against(deal, two, up):
                    yield decided, ways * more * rest


def _against(deal: Deal, own: tuple[Card, ...], up: int) -> Found:
    """With a card reader a blackjack ends the round before anybody draws, unless a card is still offered."""
    reads = deal.facts.table.hole_card == "card-reader" and up in (ACE, TEN)
    yield from _played(deal, own, up, hands=1, read=False if reads else None)
    if not reads:
        return
    if deal.wager.offers_card and deal.wager.offers_card(deal.facts._replace(own=own)):
        for longer, ways in deal.drawing(own):
            yield deal.at_the_end(longer), ways * deal.ways(longer, up=up, blackjack=True)
    else:
        yield deal.at_the_end(own), deal.ways(own, up=up, blackjack=True)


def _played(deal: Deal, own: tuple[Card, ...], up: int, *, hands: int, read: bool | None) -> Found:
    """By the chart, as long as the wager is undecided; `read` says what the card reader said."""
    code = _code(deal.codes, own, up)
    hands = 2 if hands > 1 or (len(own) == 2 and code == "P") else 1
    decision = deal.decided(own, hands=hands)
    if decision or not (hands > 1 or _draws(code, first=len(own) == 2)):
        yield decision or deal.at_the_end(own, hands), deal.ways(own, up=up, blackjack=read)
        return
    for longer, ways in deal.drawing(own):
        if settled := deal.decided(longer, hands=hands):
            yield settled, ways * deal.ways(longer, up=up, blackjack=read)
        else:
            for decided, rest in _played(deal, longer, up, hands=hands, read=read):
                yield decided, ways * rest


def _code(codes: Codes, own: tuple[Card, ...], up: int) -> str:
    shown = NAMES[up]
    if len(own) == 2 and own[0].value == own[1].value:
        return str(codes["pairs"][NAMES[value_index(own[0])]][shown])
    count = total(own)
    return "S" if count.points >= LIMIT else str(codes["soft" if count.soft else "hard"][str(count.points)][shown])


def _draws(code: str, *, first: bool) -> bool:
    """A doubled hand gets a card too; on more than two cards the second choice counts."""
    return code in ("H", "D", "Ds") if first else code in ("H", "D", "Rh")
