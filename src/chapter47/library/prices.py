"""The house edge of a table, its basic strategy, and the value of each move."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from chapter47.core.cards import Card
from chapter47.core.errors import Chapter47Error, NotPossibleError, NotPricedError, Problem
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import cents, dollars
from chapter47.core.pricing import Advised, Price, Pricing, Several, StrategySheet, VariedTable
from chapter47.core.text import percent
from chapter47.library.answers import Answer, GameAnswer, by_name, each, html_table
from chapter47.library.arguments import check_texts, strategy_of
from chapter47.library.checks import check, remarks
from chapter47.library.pages import bars, chart
from chapter47.library.tables import identity

if TYPE_CHECKING:
    from chapter47.games import AnyTable

ABOUT_THE_SHOE = ("seen", "without", "count")
SELDOM = 0.0001
"""Less frequent net results have no bar of their own."""
T = TypeVar("T")
StrategyFunction = Callable[[tuple[Card, ...], tuple[Card, ...], tuple[str, ...]], str]
"""Takes the hand, the dealer's visible cards and the legal moves, and returns one of the moves."""


class ItemProgress(Protocol):
    """Iterates over items and shows how many are done."""

    def __call__(self, items: Iterable[T], what: str, number: int, /) -> Iterable[T]: ...


class NotOfferedError(NotPossibleError):
    """The request has no meaning at this game."""

    key = "game"


class WagerEdge(GameAnswer, frozen=True):
    """The price of a side wager, or of one of its bets."""

    house_edge: float | None
    outcomes: Mapping[str, float] | None
    bets: "Mapping[str, WagerEdge] | None"
    why: str | None
    """The reason, if the wager is not priced."""

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        return cls(
            data=data,
            house_edge=data.get("house_edge"),
            outcomes=data.get("outcomes"),
            bets=by_name(WagerEdge.of, data.get("bets")),
            why=data.get("why"),
        )


class CostOfDeviation(Answer, frozen=True):
    """One cell in which a strategy differs from basic strategy."""

    cell: str
    move: str
    best: str
    per_100_rounds: float
    """In units of the initial wager."""
    hands: int | None = None
    """For a function: the number of hands in the cell, by their cards, that it plays differently."""


class VariedEdge(GameAnswer, frozen=True):
    """The edge of the table with other values of some options, which are also keys of `to_dict()`."""

    options: Mapping[str, Any]
    """The values of the options."""
    house_edge: float | None
    house_edge_optimal: float | None
    difference: float | None
    """Difference from the original table."""
    lawful: bool | None
    forbidden_by: tuple[str, ...]
    figures: Mapping[str, float] | None
    """Edges of other wagers that these values change, by name."""
    why: str | None
    """The reason, if the table is not priced."""


class ReadingEdge(GameAnswer, frozen=True):
    """What another reading of a doubtful passage would change."""

    citation: str
    edition: str
    name: str
    reading: str
    other: str
    figures: tuple[Mapping[str, Any], ...]
    why: str | None
    """The reason, if no figure changes or none is known."""

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        return cls(
            data=data,
            citation=data["citation"],
            edition=data["edition"],
            name=data["name"],
            reading=data["reading"],
            other=data["other"],
            figures=tuple(data["figures"]),
            why=data.get("why"),
        )


class Edge(GameAnswer, frozen=True):
    """The house edge of a table: as a share of the initial wager or wagers, from a full shoe."""

    house_edge: float | None
    """House edge of the main wager with basic strategy; None if it is not priced, with the reason in `notes`."""
    house_edge_optimal: float | None
    """House edge of the main wager with optimal play."""
    variance: float | None
    """Variance of a round's net result, in units of the initial wager or wagers."""
    outcomes: Mapping[str, float] | None
    units: Mapping[str, float] | None
    """The probability of each net result of a round."""
    wagers: Mapping[str, WagerEdge]
    notes: tuple[str, ...]
    seconds: float
    cost: tuple[CostOfDeviation, ...] | None
    """With `strategy`: what each deviation from basic strategy costs, most expensive first."""
    version: str
    table_hash: str
    """SHA-256 of the table in canonical form."""
    vary: tuple[VariedEdge, ...] | None
    readings: tuple[ReadingEdge, ...] | None
    titles: Mapping[str, str]
    """Everyday names of the wagers."""

    @classmethod
    def of(cls, data: JsonMapping, vary: tuple[VariedEdge, ...] | None, titles: Mapping[str, str]) -> Self:
        return cls(
            data=data,
            house_edge=data["house_edge"],
            house_edge_optimal=data["house_edge_optimal"],
            variance=data["variance"],
            outcomes=data.get("outcomes"),
            units=data.get("units"),
            wagers=by_name(WagerEdge.of, data["wagers"]) or {},
            notes=tuple(data["notes"]),
            seconds=data["seconds"],
            cost=each(lambda row: CostOfDeviation(**row), data.get("cost")),
            version=data["version"],
            table_hash=data["table_hash"],
            vary=vary,
            readings=each(ReadingEdge.of, data.get("readings")),
            titles=titles,
        )

    def __repr__(self) -> str:
        edge = "not priced" if self.house_edge is None else f"house edge {percent(self.house_edge)}"
        return f"<{edge}{''.join(f'; {name} {text}' for name, text in self._wager_edges())}>"

    def _wager_edges(self) -> Iterator[tuple[str, str]]:
        for name, wager in self.wagers.items():
            for bet, price in (wager.bets or {"": wager}).items():
                edge = price.house_edge
                yield f"{name} {bet}".strip(), "not priced" if edge is None else percent(edge)

    def _repr_html_(self) -> str:
        named = (
            (self.titles.get("main", "basic strategy"), self.house_edge),
            (
                self.titles.get("best", "optimal play"),
                self.house_edge_optimal,
            ),
        )
        main = [(name, "not priced" if edge is None else percent(edge)) for name, edge in named]
        edges = html_table("House edge", ("wager", "house edge"), [*main, *self._wager_edges()])
        often = {net: chance for net, chance in (self.units or {}).items() if chance >= SELDOM}
        notes = "".join(html_table("", ("",), [(note,)]) for note in self.notes)
        return edges + (bars("Net result of a round, in wagers", often) if often else "") + notes


class Strategy(GameAnswer, frozen=True):
    """Optimal play for a table: the strategy file, and a chart for people."""

    hard: Mapping[str, Mapping[str, str]] | None
    soft: Mapping[str, Mapping[str, str]] | None
    pairs: Mapping[str, Mapping[str, str]] | None
    insurance: bool | None
    even_money: bool | None
    surrender: Any
    sheet: StrategySheet
    """The same in words and grids, for a page."""

    @classmethod
    def of(cls, sheet: StrategySheet) -> Self:
        file = sheet.file
        return cls(
            data=file,
            hard=file.get("hard"),
            soft=file.get("soft"),
            pairs=file.get("pairs"),
            insurance=file.get("insurance"),
            even_money=file.get("even_money"),
            surrender=file.get("surrender"),
            sheet=sheet,
        )

    def __repr__(self) -> str:
        return f"<{self.sheet.title}, {', '.join(self.sheet.posted)}: {self.sheet.edges}>"

    def _repr_html_(self) -> str:
        return chart(self.sheet)


class Advice(GameAnswer, frozen=True):
    """The value of each legal move, from a full shoe and in units of the wager."""

    moves: Mapping[str, float] | None
    best: str
    chart: str | None
    insurance: float | None
    hands: tuple[str, ...]
    up: str
    """The cards asked about."""
    advised: Any
    """The answer of the game's own analysis."""

    @classmethod
    def of(cls, advised: Advised, hands: Sequence[str], up: str) -> Self:
        data = advised.data()
        return cls(
            data=data,
            moves=data.get("moves"),
            best=data["best"],
            chart=data.get("chart"),
            insurance=data.get("insurance"),
            hands=tuple(hands),
            up=up,
            advised=advised,
        )

    def lines(self) -> list[Any]:
        """Return lines and titled tables for people."""
        return [*self.advised.lines(self.hands, self.up)]

    def __repr__(self) -> str:
        return f"<{' and '.join(self.hands)} against {self.up}: {self.best}>" if self.hands else f"<{self.best}>"

    def _repr_html_(self) -> str:
        return "".join(
            f"<p>{part}</p>" if isinstance(part, str) else html_table(part.title, ("",), [*map(tuple, part.rows)])
            for part in self.lines()
        )


def pricing_of(table: "AnyTable", game: "AnyGame | None" = None) -> Pricing[Any]:
    """Return the game's pricing; raises `NotOfferedError` if it has none."""
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.pricing is None:
        raise NotOfferedError("a game that can be priced", game.name)
    part: Pricing[Any] = game.pricing.load()
    return part


def silent(items: Iterable[T], what: str, number: int) -> Iterable[T]:
    del what, number
    return items


def edge(
    table: "AnyTable",
    *,
    vary: str | Sequence[str] | None = None,
    readings: bool = False,
    bet: str | None = None,
    strategy: "str | PathLike[str] | Mapping[str, Any] | Strategy | StrategyFunction | None" = None,
    game: "AnyGame | None" = None,
    progress: ItemProgress = silent,
) -> Edge:
    """What is the house edge of this table? The main wager and all side wagers, exact, with the probability of each
    outcome.

    `vary` asks for the edge over values of options, such as `"soft_17,decks"` or `["decks=1,2,6"]`, `readings` for the
    edge under other readings of the law; `bet` names a stake if the price depends on it. `strategy`, a strategy file,
    its data, what `strategy(table)` returns or a function `(hand, up, legal) -> move`, is priced instead of basic
    strategy; `cost` then has the cost of each deviation. The function gets cards (`up` has two of them at double
    exposure) and a tuple of moves such as `("hit", "stand", "double")`, and returns one of these. `game` is the record
    of a game that is not one of the chapter's."""
    pricing = pricing_of(table, game)
    varied = _varied(pricing, table, vary)
    price_it = _priced_at(pricing, table, bet, alone=not (vary or readings))
    if strategy is not None:
        price_it = _priced_by(pricing, table, strategy, alone=not (vary or readings or bet))
    start = perf_counter()
    price = price_it(table)
    data = {**identity(table, game), **price.data()}
    data["notes"] += remarks(table, game, as_dealt="priced")
    data["seconds"] = round(perf_counter() - start, 3)
    rows = None if varied is None else varied_edges(varied, price.house_edge, progress)
    if rows is not None:
        data["vary"] = [row.to_dict() for row in rows]
    if readings:
        data["readings"] = readings_data(pricing, table, progress)
    return Edge.of(data, rows, price.titles)


def _priced_at(pricing: Pricing[Any], table: "AnyTable", bet: str | None, *, alone: bool) -> Callable[[Any], Price]:
    """Price at the table's minimum, or at the given stake; raises if the table does not allow that stake.

    Other options and readings are priced at the minimum, so a stake together with them is refused rather than ignored.
    """
    if bet is None:
        return pricing.price
    price_at = pricing.price_at
    try:
        stake = cents(bet)
    except ValueError:
        raise Chapter47Error([Problem("bet", bet, "an amount such as 15 or 2.50")]) from None
    if price_at is None:
        raise NotOfferedError("a game whose edge depends on the stake", table.game)
    if not alone:
        raise Chapter47Error([Problem("bet", f"{bet}, together with vary or readings", "bet without them")])
    if stake <= 0 or stake % table.chip or not table.minimum <= stake <= table.maximum:
        limits = f"{dollars(table.minimum)} to {dollars(table.maximum)} in steps of {dollars(table.chip)}"
        raise Chapter47Error([Problem("bet", bet, limits, "19:47-8.2")])
    return lambda posting: price_at(posting, stake)


def _priced_by(
    pricing: Pricing[Any],
    table: "AnyTable",
    strategy: "str | PathLike[str] | Mapping[str, Any] | Strategy | StrategyFunction",
    *,
    alone: bool,
) -> Callable[[Any], Price]:
    """Price a given chart or function."""
    price_strategy = pricing.price_strategy
    if price_strategy is None:
        raise NotOfferedError("a game with player decisions", table.game)
    if not alone:
        raise Chapter47Error([Problem("strategy", "together with vary, readings or bet", "strategy without them")])
    data = strategy.to_dict() if isinstance(strategy, Strategy) else strategy
    given = strategy_of(data)

    def priced(posting: Any) -> Price:
        try:
            return price_strategy(posting, given)
        except NotPricedError as error:
            raise NotPricedError(error.why, table.game) from None

    return priced


def comparisons(
    table: "AnyTable",
    vary: Sequence[str] | None,
    *,
    readings: bool,
    bet: str | None = None,
    progress: ItemProgress = silent,
) -> Json:
    """Return the comparisons of `edge` with other options and readings, without the table's own price."""
    pricing = pricing_of(table)
    varied = _varied(pricing, table, vary)
    _priced_at(pricing, table, bet, alone=False)
    data: Json = {}
    if varied is not None and pricing.vary is not None:
        (as_it_is,) = pricing.vary(table, ()).answers
        data["vary"] = [row.to_dict() for row in varied_edges(varied, as_it_is.house_edge, progress)]
    if readings:
        data["readings"] = readings_data(pricing, table, progress)
    return data


def _varied(
    pricing: Pricing[Any], table: "AnyTable", vary: str | Sequence[str] | None
) -> "Several[VariedTable[AnyTable]] | None":
    if not vary:
        return None
    if pricing.vary is None:
        raise NotOfferedError("a game whose edge can be varied", table.game)
    return pricing.vary(table, [vary] if isinstance(vary, str) else vary)


def varied_edges(
    varied: "Several[VariedTable[AnyTable]]", usual: float | None, progress: ItemProgress
) -> tuple[VariedEdge, ...]:
    """Build a row for each combination: its options, its edges, the difference from the original table, its
    lawfulness."""
    return tuple(_varied_edge(row, usual) for row in progress(varied.answers, "pricing tables", varied.number))


def _varied_edge(row: "VariedTable[AnyTable]", usual: float | None) -> VariedEdge:
    verdict = check(row.table)
    figures: Json = {
        "house_edge": row.house_edge,
        "house_edge_optimal": row.house_edge_optimal,
        "difference": None if row.house_edge is None or usual is None else row.house_edge - usual,
        "lawful": verdict.lawful,
        "forbidden_by": tuple(dict.fromkeys(finding.citation for finding in verdict.findings)),
    }
    others = {**({"why": row.why} if row.why else {}), **({"figures": dict(row.figures)} if row.figures else {})}
    return VariedEdge(
        data={**row.options, **figures, "forbidden_by": [*figures["forbidden_by"]], **others},
        options=row.options,
        **figures,
        why=row.why or None,
        figures=row.figures or None,
    )


def readings_data(pricing: Pricing[Any], table: "AnyTable", progress: ItemProgress) -> list[Json]:
    if pricing.other_readings is None:
        return []
    several = pricing.other_readings(table)
    return [*progress(several.answers, "pricing readings", several.number)]


def strategy(table: "AnyTable", *, game: "AnyGame | None" = None) -> Strategy:
    """Return the best chart for this table; `to_dict()` is a strategy file that `simulate` and `chapter47 play` read.

    Raises `NotPricedError` if the table has no price. `game` is the record of a game that is not one of the chapter's.
    """
    part = pricing_of(table, game).strategy
    if part is None:
        raise NotOfferedError("a game with player decisions", table.game)
    try:
        return Strategy.of(part(table))
    except NotPricedError as error:
        raise NotPricedError(error.why, table.game) from None


def advise(table: "AnyTable", *hands: str, up: str = "", game: "AnyGame | None" = None, **known: str) -> Advice:
    """What is each legal move of a hand worth? `advise(table, "As 6d", up="5h")`.

    At Switch name both hands; at double exposure `up` has both of the dealer's cards. Of the shoe, give
    `seen="As Kd 5"`, `without="5=4 A=2"` or `count="hi-lo +4"`; without these it is full. At games without hands, give
    what is `known` of the table: at craps `point="6", layout="pass 6=10"`, at baccarat `seen="As Kd"`. Raises if a word
    is not a card, or the cards cannot be on this table together. `game` is the record of a game that is not one of the
    chapter's."""
    pricing = pricing_of(table, game)
    check_texts({**{f"hand {number}": hand for number, hand in enumerate(hands, 1)}, "up": up, **known})
    if pricing.advise_without_hands is not None:
        asked = {**({"hand": " and ".join(hands)} if hands else {}), **({"up": up} if up else {}), **known}
        return Advice.of(pricing.advise_without_hands(table, asked), (), "")
    if pricing.advise is None:
        raise NotOfferedError("a game with player decisions", table.game)
    from_shoe = pricing.advise_from_shoe
    meaningless = [
        Problem(name, given, f"nothing; leave it out at {table.game}")
        for name, given in known.items()
        if from_shoe is None or name not in ABOUT_THE_SHOE
    ]
    if meaningless:
        cards = pricing.wrong_cards(table, hands, up) if pricing.wrong_cards else ()
        raise Chapter47Error((*meaningless, *cards))
    try:
        if known and from_shoe is not None:
            return Advice.of(from_shoe(table, hands, up, known), hands, up)
        return Advice.of(pricing.advise(table, hands, up), hands, up)
    except NotPricedError as error:
        raise NotPricedError(error.why, table.game) from None
