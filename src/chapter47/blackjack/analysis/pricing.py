"""What the blackjack games answer where a price, a chart or advice is asked for: their part `pricing`."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Final

from chapter47.blackjack.analysis import main_game
from chapter47.blackjack.analysis.advice import ImpossibleCardsError, MoveValues, unlikely
from chapter47.blackjack.analysis.other_readings import ComparedReading, applicable, compared
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.side_wagers.price import as_data
from chapter47.blackjack.analysis.strategy_sheet import strategy_sheet
from chapter47.blackjack.analysis.switch.advice import SwitchAdvice
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.analysis.vary import choices, priced, tables
from chapter47.blackjack.chart_codes import LEGEND
from chapter47.blackjack.keys import as_written
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import A_CARD, DECK, SUITS, Card, read_rank
from chapter47.core.errors import NotPricedError, Problem
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.pricing import Advised, Listing, Price, Pricing, Several, StrategySheet, VariedTable
from chapter47.core.text import printable


def price(table: TableRules) -> Price:
    """The main wager and every side wager, from a full shoe."""
    try:
        main: MainGamePrice | None = main_game.analyse(table)
        notes: list[str] = []
    except NotPricedError as error:
        main, notes = None, [error.why]
    wagers = all_prices(table, main)
    main_data = main_game_data(main) if main else {"variance": None}
    variance = main_data.pop("variance")
    return Price(
        house_edge=main.house_edge if main else None,
        house_edge_optimal=main.house_edge_optimal if main else None,
        variance=variance,
        main=main_data,
        wagers={wager.name: as_data(wager) for wager in wagers},
        titles={wager.name: wager.title for wager in wagers},
        notes=[*notes, *(f"{wager.name}: {wager.why}" for wager in wagers if wager.why)],
    )


def main_game_data(main: MainGamePrice) -> Json:
    """What is told of the main wager beside its two edges."""
    without_prizes = main.without_prizes()
    if without_prizes is None:
        return main.round_data()
    edges = {"house_edge": without_prizes.house_edge, "house_edge_optimal": without_prizes.house_edge_optimal}
    return {**{f"{name}_without_super_bonus": edge for name, edge in edges.items()}, **main.round_data()}


def strategy(table: TableRules) -> StrategySheet:
    return strategy_sheet(table, main_game.analyse(table))


class OneHandAdvice:
    """What each move of one hand is worth."""

    def __init__(self, advice: MoveValues) -> None:
        self.advice = advice

    def data(self) -> Json:
        return self.advice.data()

    def told(self, hands: Sequence[str], up: str) -> Iterator[Listing | str]:
        return told_of_one_hand(hands[0], up, self.advice)


class TwoHandAdvice:
    """What both hands of Switch are worth, kept and switched."""

    def __init__(self, advice: SwitchAdvice) -> None:
        self.advice = advice

    def data(self) -> Json:
        return self.advice.data()

    def told(self, hands: Sequence[str], up: str) -> Iterator[Listing | str]:
        del hands
        for name, arranged in (("keep", self.advice.kept), ("switch", self.advice.switched)):
            if arranged is None:
                continue
            best = ", best" if name == self.advice.best else ""
            yield f"{name}: {' and '.join(arranged.hands)} against {up}: {arranged.value:+.6f} together{best}"
            for hand, advice in zip(arranged.hands, arranged.moves, strict=True):
                yield from told_of_one_hand(hand, up, advice._replace(insurance=None))
        if self.advice.insurance is not None:
            yield f"insurance of each wager for half: {self.advice.insurance:+.6f}"


def told_of_one_hand(hand: str, up: str, advice: MoveValues) -> Iterator[Listing | str]:
    by_value = sorted(advice.moves.items(), key=lambda pair: -pair[1])
    rows = [(move, f"{value:+.6f}", "best" if move == advice.best else "") for move, value in by_value]
    if advice.insurance is not None:
        rows.append(("insurance", f"{advice.insurance:+.6f}", "for half the wager"))
    yield Listing(f"{hand} against {up}", rows)
    if advice.chart:
        yield f"the chart says {advice.chart}: {LEGEND[advice.chart]}"
    for side, on_this_side in advice.sides.items():
        yield from told_of_one_hand(hand, f"{up}, from the {side} side", on_this_side._replace(chart=None))


def advise(table: TableRules, hands: Sequence[str], up: str) -> Advised:
    """From a full shoe and in units of the wager; raises with everything that is wrong with the cards."""
    problems, held, seen = _read_cards(table, hands, up)
    if problems:
        raise ImpossibleCardsError(problems)
    advice = main_game.analyse(table).advise(*filter(None, held), up=seen or ())
    if isinstance(advice, MoveValues):
        return OneHandAdvice(advice)
    assert isinstance(advice, SwitchAdvice)
    return TwoHandAdvice(advice)


def wrong_cards(table: TableRules, hands: Sequence[str], up: str) -> Sequence[Problem]:
    return _read_cards(table, hands, up)[0]


def _read_cards(
    table: TableRules, hands: Sequence[str], up: str
) -> tuple[list[Problem], list[tuple[Card, ...] | None], tuple[Card, ...] | None]:
    """All that is wrong with them, the cards of the hands, and what is seen of the dealer."""
    problems: list[Problem] = []
    *held, seen = _cards_of(hands, up, problems, ranks_are_enough=not pays_by_suit(table))
    problems += _missing(hands, up)
    problems += unlikely(table, held, seen)
    return problems, held, seen


def _missing(hands: Sequence[str], up: str) -> Iterator[Problem]:
    if not hands:
        yield Problem("hand", "none", 'the cards of the hand, such as "As 6d"')
    if not up:
        yield Problem("up", "none", "the dealer's up card, such as 5h")


def pays_by_suit(table: TableRules) -> bool:
    """Whether the suits of a hand bear on its play; with a Spanish deck 19.5 pays by them, and of a double shoe they
    tell the side that deals."""
    by_suit = {"6-7-8-suited", "designated-blackjack"} & set(table.optional_payouts)
    return bool(by_suit) or table.shoe == "double" or table.traits.deck != DECK


def _cards_of(
    hands: Sequence[str], up: str, problems: list[Problem], *, ranks_are_enough: bool
) -> list[tuple[Card, ...] | None]:
    """The cards of each text, None where a word is not a card; a rank alone gets a suit where suits do not matter."""
    suits = cycle(SUITS if ranks_are_enough else ("",))
    read: list[tuple[Card, ...] | None] = []
    for key, text in (*(("hand", hand) for hand in hands), ("up", up)):
        known, words = [], text.split()
        for word in words:
            try:
                known.append(read_rank(word, next(suits)))
            except ValueError:
                problems.append(Problem(key, printable(word), f"a card: {A_CARD}"))
        read.append(tuple(known) if words and len(known) == len(words) else None)
    return read


def vary(table: TableRules, words: Sequence[str]) -> Several[VariedTable[TableRules]]:
    """Every combination of the options' values, as a table file writes them; without any the table itself."""
    rows = tables(table, choices(words) if words else {})
    return Several(len(rows), (_as_written(*row) for row in rows))


def _as_written(options: JsonMapping, table: TableRules) -> VariedTable[TableRules]:
    varied = priced(options, table)
    return varied._replace(options={name: _plain(as_written(name, value)) for name, value in varied.options.items()})


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, float, str, list)) else str(value)


def other_readings(table: TableRules) -> Several[Json]:
    return Several(len(applicable(table)), map(_compared_data, compared(table)))


def _compared_data(comparison: ComparedReading) -> Json:
    reading, other = comparison.passage.reading, comparison.passage.other
    return {
        "citation": comparison.passage.citation,
        "edition": comparison.passage.edition,
        "name": comparison.passage.name,
        "reading": other if comparison.other_chosen else reading,
        "other": reading if comparison.other_chosen else other,
        "figures": [
            {"figure": name, "house_edge": usual, "house_edge_other": changed, "difference": changed - usual}
            for name, (usual, changed) in comparison.figures.items()
        ],
        **({"why": comparison.why} if comparison.why else {}),
    }


PRICING: Final = Pricing[TableRules](
    price=price, strategy=strategy, advise=advise, wrong_cards=wrong_cards, vary=vary, other_readings=other_readings
)
