"""Exact prices of side wagers: the cards a wager reads are enumerated, and the wager's own rule decides."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.results.round_results import Score
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers.facts import LOSE, Facts, FixedPrize, Result, Shown, WagerDecision, WholeMeter
from chapter47.blackjack.wagers.wager import Price, PriceLine, Wager, edge_of, odds_of
from chapter47.core.cards import SUITS, Card
from chapter47.core.errors import NotPricedError
from chapter47.core.money import DOLLAR, Odds, amount, cents, dollars
from chapter47.core.pricing import unpriced

NO_PAY_TABLE: Final = "this table has no pay table for it"


class SideWagerPrice(NamedTuple):
    """A side wager's prices, one per bet; empty if `why` gives a reason."""

    name: str
    title: str
    bets: Mapping[str, Price]
    figures: Mapping[str, Mapping[str, object]]
    why: str = ""
    by_chart: Mapping[str, Price] = MappingProxyType({})
    """For a player who plays the main wager by basic strategy, if that makes a difference."""
    taken_as: str = ""
    """The assumption behind a price that is not a count of cards; its probabilities are not fractions."""


class CardStock(NamedTuple):
    """The distinct cards, how many of each are left, and their weights as first card."""

    cards: list[Card]
    counts: list[int]
    readily: list[int]


DecisionsByWays = Iterable[tuple[WagerDecision, int]]
"""Each decision with its number of ways."""


def prices(table: TableRules) -> list[SideWagerPrice]:
    """Every side wager that the table offers."""
    return [_priced(wager_at(table, name), table, offer) for name, offer in table.wagers.items()]


def _priced(wager: Wager, table: TableRules, offer: WagerOffer) -> SideWagerPrice:
    if why := _unpriced(wager, table, offer):
        return SideWagerPrice(wager.name, wager.title, {}, {}, why)
    by_bet = {bet: price(wager, table, offer, bet) for bet in wager.bets(table, offer)}
    figures = (
        {bet: wager.figures(table, offer, bet_price) for bet, bet_price in by_bet.items()} if wager.figures else {}
    )
    return SideWagerPrice(wager.name, wager.title, by_bet, figures)


def _unpriced(wager: Wager, table: TableRules, offer: WagerOffer) -> str:
    if wager.unpriced or wager.decide is None:
        return wager.unpriced or "it has no rule of its own yet"
    if table.decks < 1 or set(wager.rows) - set(odds_of(wager, table, offer)):
        return NO_PAY_TABLE
    try:
        full_shoes(table)
    except NotPricedError as error:
        return str(error)
    return ""


def price(
    wager: Wager, table: TableRules, offer: WagerOffer, bet: str, shoes: Sequence[CardCounts] | None = None
) -> Price:
    """Price one bet exactly, from a full shoe unless other `shoes` are given, whose suits may differ."""
    if shoes is not None:
        wager = replace(wager, suits_alike=False)
    stake = cents(bet) if offer.payouts else DOLLAR
    facts = Facts(table, offer, bet, stake)
    stocks = [counted(wager, shoe) for shoe in shoes or full_shoes(table)]
    ways = [_ways_to_come(sum(stock.counts), len(wager.reads)) for stock in stocks]
    return price_of(
        wager, facts, [_decided(wager, facts, *stock_and_ways, 0) for stock_and_ways in zip(stocks, ways, strict=True)]
    )


def price_of(wager: Wager, facts: Facts, by_shoe: Sequence[DecisionsByWays]) -> Price:
    """Combine the decisions with each shoe, all equally likely."""
    chances: dict[str, Fraction] = {}
    decisions: dict[str, WagerDecision] = {}
    for decided in by_shoe:
        counts: Counter[str] = Counter()
        for decision, ways in decided:
            counts[decision.row] += ways
            decisions[decision.row] = decision
        for row, ways in counts.items():
            chances[row] = chances.get(row, Fraction(0)) + Fraction(ways, counts.total() * len(by_shoe))
    lines = [line for row, decision in decisions.items() for line in lines_of(wager, facts, decision, chances[row])]
    return dict(sorted(lines, key=lambda row_and_line: (row_and_line[0] == LOSE, -row_and_line[1].back)))


def counted(wager: Wager, shoe: CardCounts) -> CardStock:
    """Return the stock with one card per rank if suits are ignored; colours are merged unless a row names a suit."""
    cards = Counter(Card(card.rank, SUITS[0]) for card in shoe.cards) if wager.ranks_only else Counter(shoe.cards)
    readily = [1 if wager.ranks_only or wager.suits_alike else shoe.readily(card) for card in cards]
    return CardStock(list(cards), list(cards.values()), readily)


def _ways_to_come(cards: int, draws: int) -> list[int]:
    """Count, after each number of cards drawn, the ways in which the rest can come."""
    ways = [1]
    for drawn in reversed(range(draws)):
        ways.insert(0, ways[0] * (cards - drawn))
    return ways


def _decided(
    wager: Wager, facts: Facts, stock: CardStock, ways: list[int], drawn: int
) -> Iterator[tuple[WagerDecision, int]]:
    """Yield every decision with its number of ways; cards are drawn only while the wager is undecided."""
    assert wager.decide is not None
    assert drawn < len(wager.reads), f"{wager.name} is undecided with all the cards it reads"
    for place, count in _next_cards(wager, stock, drawn):
        after = _with(facts, wager.reads[drawn], stock.cards[place], last=drawn + 1 == len(wager.reads))
        decision = wager.decide(after)
        if decision is not None:
            yield decision, count * ways[drawn + 1]
            continue
        stock.counts[place] -= 1
        for further, weight in _decided(wager, after, stock, ways, drawn + 1):
            yield further, count * weight
        stock.counts[place] += 1


def _next_cards(wager: Wager, stock: CardStock, drawn: int) -> list[tuple[int, int]]:
    """Yield the possible next cards with their ways; the box's first card is weighted by its colour."""
    possible = [(place, count) for place, count in enumerate(stock.counts) if count]
    if wager.reads[drawn] == "own" and "own" not in wager.reads[:drawn]:
        possible = [(place, count * stock.readily[place]) for place, count in possible if stock.readily[place]]
    if drawn or not wager.suits_alike:
        return possible
    return [(place, count * len(SUITS)) for place, count in possible if stock.cards[place].suit == SUITS[0]]


def _with(facts: Facts, place: str, card: Card, *, last: bool) -> Facts:
    if place == "own":
        return facts._replace(own=(*facts.own, card), own_done=last)
    return facts._replace(dealer=(*facts.dealer, card), own_done=last)


def lines_of(wager: Wager, facts: Facts, decision: WagerDecision, chance: Fraction) -> Iterator[tuple[str, PriceLine]]:
    stake = 1 if wager.returns_stake(facts.table) else 0
    match decision.prize:
        case None:
            yield decision.row, PriceLine(chance, "nothing", Fraction(0))
        case Odds(ratio) as odds:
            yield decision.row, PriceLine(chance, str(odds), ratio + stake)
        case FixedPrize(paid):
            yield decision.row, PriceLine(chance, dollars(paid), Fraction(paid, facts.stake) + stake)
        case WholeMeter():
            reset = facts.offer.reset or 0
            yield decision.row, PriceLine(chance, "the meter", Fraction(reset, facts.stake) + stake)
        case Shown(weights):
            for paid, weight in sorted(weights.items()):
                part = chance * Fraction(weight, sum(weights.values()))
                yield (
                    f"{decision.row} {amount(paid)}",
                    PriceLine(part, dollars(paid), Fraction(paid, facts.stake) + stake),
                )


def as_data(priced: SideWagerPrice) -> dict[str, object]:
    """Return one wager for `chapter47 edge --json`."""
    if priced.why:
        return unpriced(priced.why)
    bets = {bet: _bet_data(priced, bet, bet_price) for bet, bet_price in priced.bets.items()}
    return bets.get("", {"bets": bets, **({"taken_as": priced.taken_as} if priced.taken_as else {})})


def _bet_data(priced: SideWagerPrice, bet: str, bet_price: Price) -> dict[str, object]:
    by_chart = {"by_chart": _price_data(priced.by_chart[bet])} if bet in priced.by_chart else {}
    return {**_price_data(bet_price, exact=not priced.taken_as), **priced.figures.get(bet, {}), **by_chart}


def _price_data(bet_price: Price, *, exact: bool = True) -> dict[str, object]:
    edge = edge_of(bet_price)
    chances: dict[str, object] = {row: float(line.chance) for row, line in bet_price.items()}
    shown = {row: str(line.chance) for row, line in bet_price.items()} if exact else chances
    return {
        "house_edge": float(edge),
        **({"house_edge_exact": str(edge)} if exact else {}),
        "outcomes": chances,
        "rows": {
            row: {"probability": shown[row], "pays": line.pays, "net": float(line.back - 1)}
            for row, line in bet_price.items()
        },
    }


TAKEN_AS: Final = "rounds are independent, each dealt from a full shoe and played by basic strategy; none is sat out"

Scores = Mapping[Score, float]


def priced_by_rounds(wager: Wager) -> bool:
    """Return whether the wager stays from round to round and depends only on main-wager results."""
    return wager.carries is not None and not wager.reads


def streak_price(wager: Wager, table: TableRules, offer: WagerOffer, bet: str, scores: Scores) -> Price:
    assert wager.decide is not None
    chances, decisions = _ends_from(wager, Facts(table, offer, bet, DOLLAR), scores)
    lines = {row: _line(decisions[row], chances[row]) for row in decisions}
    return dict(sorted(lines.items(), key=lambda row_and_line: row_and_line[0] == LOSE))


def _ends_from(wager: Wager, facts: Facts, scores: Scores) -> tuple[dict[str, float], dict[str, WagerDecision]]:
    """Return how the wager ends after this many wins; rounds that change nothing are ignored."""
    assert wager.decide is not None
    assert wager.carries is not None
    chances: dict[str, float] = defaultdict(float)
    carried: dict[int, float] = defaultdict(float)
    decisions: dict[str, WagerDecision] = {}
    for score, chance in scores.items():
        after = facts._replace(results=results_of(score))
        if decision := wager.decide(after):
            chances[decision.row] += chance
            decisions[decision.row] = decision
        else:
            carried[wager.carries(after)[0]] += chance
    moving = 1.0 - carried.pop(facts.won, 0.0)
    for won, chance in carried.items():
        further_chances, further_decisions = _ends_from(wager, facts._replace(won=won), scores)
        decisions |= further_decisions
        for row, part in further_chances.items():
            chances[row] += chance * part
    return {row: chance / moving for row, chance in chances.items()}, decisions


def results_of(score: Score) -> tuple[Result, ...]:
    results: tuple[tuple[Result, int], ...] = (("win", score.won), ("push", score.pushed), ("lose", score.lost))
    return tuple(result for result, hands in results for _ in range(hands))


def _line(decision: WagerDecision, chance: float) -> PriceLine:
    if not isinstance(decision.prize, Odds):
        return PriceLine(Fraction(chance), "nothing", Fraction(0))
    return PriceLine(Fraction(chance), str(decision.prize), decision.prize.ratio + 1)
