"""The part `pricing` of the blackjack games: price, chart and advice."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, cycle
from pathlib import Path
from typing import Final, cast

from chapter47.blackjack import strategy_file
from chapter47.blackjack.analysis import main_game
from chapter47.blackjack.analysis.advice import ImpossibleCardsError, MoveValues, unlikely
from chapter47.blackjack.analysis.exact.values import NAMES
from chapter47.blackjack.analysis.final_stake import average_final_stake
from chapter47.blackjack.analysis.given_chart import analyse_chart
from chapter47.blackjack.analysis.given_function import StrategyFunction, analyse_function
from chapter47.blackjack.analysis.indices import index_rows, known_shoe, playing_efficiency
from chapter47.blackjack.analysis.other_readings import ComparedReading, applicable, compared
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.removal import Effects, main_removal, optimal_removal, side_removal, single_shoe
from chapter47.blackjack.analysis.side_wagers.price import as_data, prices
from chapter47.blackjack.analysis.strategy_sheet import strategy_sheet
from chapter47.blackjack.analysis.switch.advice import SwitchAdvice
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.analysis.vary import choices, priced, tables
from chapter47.blackjack.chart_codes import LEGEND
from chapter47.blackjack.keys import as_written
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import A_CARD, DECK, SUITS, Card, read_rank
from chapter47.core.errors import MissingArgument, NotPricedError, Problem
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.pricing import Advised, Listing, Price, Pricing, Several, StrategySheet, VariedTable
from chapter47.core.text import printable


def price(table: TableRules) -> Price:
    """Price the main wager and every side wager, from a full shoe."""
    try:
        return _price_with(table, main_game.analyse(table))
    except NotPricedError as error:
        return _price_with(table, None, error.why)


def price_strategy(table: TableRules, strategy: Path | JsonMapping | StrategyFunction) -> Price:
    """Price a given chart or function, with the cost of each deviation from basic strategy."""
    if callable(strategy):
        by_function = analyse_function(table, strategy)
        return _of_strategy(table, by_function.analysis, by_function.basic_strategy_edge, by_function.deviations)
    read = strategy_file.read(strategy) if isinstance(strategy, Path) else strategy_file.from_data(strategy)
    given = analyse_chart(table, read)
    return _of_strategy(
        table, given.analysis, given.basic_strategy_edge, [deviation.data() for deviation in given.deviations]
    )


def _of_strategy(table: TableRules, analysis: MainGamePrice, basic: float, deviations: Sequence[Json]) -> Price:
    priced = _price_with(table, analysis)
    cost = {"house_edge_basic_strategy": basic, "cost": [*deviations]}
    return replace(priced, main={**priced.main, **cost}, titles={**priced.titles, "main": "main wager, this strategy"})


def removal(table: TableRules) -> dict[str, Effects]:
    """Return effects of removal; side wagers that follow the whole round are left out."""
    effects = {"main": main_removal(table)}
    for wager in prices(table):
        if not wager.why:
            effects |= {f"{wager.name} {bet}".strip(): side_removal(table, wager.name, bet) for bet in wager.bets}
    return effects


def final_stake(table: TableRules) -> float:
    return average_final_stake(table, main_game.analyse(table))


def cards(table: TableRules) -> dict[str, int]:
    (shoe,) = single_shoe(table)
    return {name: int(number) for name, number in zip(NAMES, shoe.counts, strict=True)}


def _price_with(table: TableRules, main: MainGamePrice | None, *notes: str) -> Price:
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
    """Return figures of the main wager besides its two edges."""
    without_prizes = main.without_prizes()
    if without_prizes is None:
        return main.round_data()
    edges = {"house_edge": without_prizes.house_edge, "house_edge_optimal": without_prizes.house_edge_optimal}
    return {**{f"{name}_without_super_bonus": edge for name, edge in edges.items()}, **main.round_data()}


def strategy(table: TableRules) -> StrategySheet:
    return strategy_sheet(table, main_game.analyse(table))


class OneHandAdvice:
    """The value of each move of one hand."""

    def __init__(self, advice: MoveValues) -> None:
        self.advice = advice

    def data(self) -> Json:
        return self.advice.data()

    def lines(self, hands: Sequence[str], up: str) -> Iterator[Listing | str]:
        return lines_of_one_hand(hands[0], up, self.advice)


class TwoHandAdvice:
    """The values of both hands at Switch, kept and switched."""

    def __init__(self, advice: SwitchAdvice) -> None:
        self.advice = advice

    def data(self) -> Json:
        return self.advice.data()

    def lines(self, hands: Sequence[str], up: str) -> Iterator[Listing | str]:
        del hands
        for name, arranged in (("keep", self.advice.kept), ("switch", self.advice.switched)):
            if arranged is None:
                continue
            best = ", best" if name == self.advice.best else ""
            yield f"{name}: {' and '.join(arranged.hands)} against {up}: {arranged.value:+.6f} together{best}"
            for hand, advice in zip(arranged.hands, arranged.moves, strict=True):
                yield from lines_of_one_hand(hand, up, advice._replace(insurance=None))
        if self.advice.insurance is not None:
            yield f"insurance of each wager for half: {self.advice.insurance:+.6f}"


def lines_of_one_hand(hand: str, up: str, advice: MoveValues) -> Iterator[Listing | str]:
    by_value = sorted(advice.moves.items(), key=lambda pair: -pair[1])
    rows = [(move, f"{value:+.6f}", "best" if move == advice.best else "") for move, value in by_value]
    if advice.insurance is not None:
        rows.append(("insurance", f"{advice.insurance:+.6f}", "for half the wager"))
    yield Listing(f"{hand} against {up}", rows)
    if advice.chart:
        yield f"basic strategy: {advice.chart}, {LEGEND[advice.chart]}"
    for side, on_this_side in advice.sides.items():
        yield from lines_of_one_hand(hand, f"{up}, from the {side} side", on_this_side._replace(chart=None))


def advise(table: TableRules, hands: Sequence[str], up: str) -> Advised:
    """Advise from a full shoe in units of the wager; raises with all problems of the cards."""
    problems, held, seen = _read_cards(table, hands, up)
    if problems:
        raise ImpossibleCardsError(problems)
    advice = main_game.analyse(table).advise(*filter(None, held), up=seen or ())
    if isinstance(advice, MoveValues):
        return OneHandAdvice(advice)
    assert isinstance(advice, SwitchAdvice)
    return TwoHandAdvice(advice)


def advise_from_shoe(table: TableRules, hands: Sequence[str], up: str, known: Mapping[str, str]) -> Advised:
    """Advise from the shoe as it is known; raises with all problems of the cards."""
    problems, held, seen = _read_cards(table, hands, up)
    shoe = known_shoe(table, known, problems)
    cards = (*chain(*filter(None, held)), *(seen or ()))
    if shoe is not None and (short := Counter(cards) - Counter(shoe.cards)):
        problems += [Problem("cards", str(card), "a card that is still in the shoe") for card in short]
    if problems or shoe is None:
        raise ImpossibleCardsError(problems)
    advice = main_game.analyse(table, shoe).advise(*filter(None, held), up=seen or ())
    return OneHandAdvice(advice) if isinstance(advice, MoveValues) else TwoHandAdvice(cast("SwitchAdvice", advice))


def wrong_cards(table: TableRules, hands: Sequence[str], up: str) -> Sequence[Problem]:
    return _read_cards(table, hands, up)[0]


def _read_cards(
    table: TableRules, hands: Sequence[str], up: str
) -> tuple[list[Problem], list[tuple[Card, ...] | None], tuple[Card, ...] | None]:
    """Read the cards: all problems, the cards of the hands, and the dealer's visible cards."""
    problems: list[Problem] = []
    *held, seen = _cards_of(hands, up, problems, ranks_are_enough=not pays_by_suit(table))
    problems += _missing(hands, up)
    problems += unlikely(table, held, seen)
    return problems, held, seen


def _missing(hands: Sequence[str], up: str) -> Iterator[Problem]:
    if not hands:
        yield MissingArgument("hand", "nothing", 'the cards of the hand, such as "As 6d"')
    if not up:
        yield MissingArgument("up", "nothing", "the dealer's up card, such as 5h")


def pays_by_suit(table: TableRules) -> bool:
    """Return whether the suits of a hand affect its play: Spanish 21 pays by suits, and in a double shoe they reveal
    the side that deals."""
    by_suit = {"6-7-8-suited", "designated-blackjack"} & set(table.optional_payouts)
    return bool(by_suit) or table.shoe == "double" or table.traits.deck != DECK


def _cards_of(
    hands: Sequence[str], up: str, problems: list[Problem], *, ranks_are_enough: bool
) -> list[tuple[Card, ...] | None]:
    """Read the cards of each text, None for a word that is not a card; a bare rank gets a suit if suits do not
    matter."""
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
    """Yield every combination of the options' values, as a table file writes them; without any, the table itself."""
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


VARIED: Final[Mapping[str, Sequence[object]]] = {
    "decks": (1, 2, 4, 5, 6, 7, 8),
    "soft_17": ("stand", "hit"),
    "hole_card": ("none", "face-down", "card-reader"),
    "surrender": (False, True),
    "even_money": (False, True),
    "split_hands": (2, 3, 4),
    "resplit_aces": (False, True),
    "double_after_split": (True, False),
    "multiple_action_wagers": (2, 3),
}
"""What affects the edge of the main wager, with the values that a report compares."""

PRICING: Final = Pricing[TableRules](
    price=price,
    strategy=strategy,
    advise=advise,
    advise_from_shoe=advise_from_shoe,
    wrong_cards=wrong_cards,
    vary=vary,
    varied_options=VARIED,
    other_readings=other_readings,
    price_strategy=price_strategy,
    final_stake=final_stake,
    removal=removal,
    optimal_removal=optimal_removal,
    cards=cards,
    indices=index_rows,
    playing_efficiency=playing_efficiency,
)
