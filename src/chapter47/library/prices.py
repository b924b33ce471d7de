"""The house edge of a table, the best way to play it, and what each move is worth: asked of the game's record."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from chapter47.core.errors import Chapter47Error, NotPossibleError, NotPricedError, Problem
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.core.money import cents, dollars
from chapter47.core.pricing import Advised, Price, Pricing, Several, StrategySheet, VariedTable
from chapter47.core.text import percent
from chapter47.library.answers import Answer, by_name, each, html_table
from chapter47.library.arguments import check_texts
from chapter47.library.checks import check, remarks
from chapter47.library.pages import bars, chart

if TYPE_CHECKING:
    from chapter47.games import AnyTable

SELDOM = 0.0001
"""Net results that come less often have no bar of their own."""
T = TypeVar("T")


class ItemProgress(Protocol):
    """Goes through the items and shows how many of them are done."""

    def __call__(self, items: Iterable[T], what: str, number: int, /) -> Iterable[T]: ...


class NotOfferedError(NotPossibleError):
    """The game has no such part: it means nothing there."""

    key = "game"


class WagerEdge(Answer):
    """The price of a side wager, or of one of its bets."""

    house_edge: float | None
    outcomes: Mapping[str, float] | None
    bets: "Mapping[str, WagerEdge] | None"
    why: str | None
    """Why there is no price, where there is none."""


WagerEdge._parts = {"bets": by_name(WagerEdge)}


class VariedEdge(Answer):
    """The edge of the table with other values of some options, which are attributes too."""

    house_edge: float | None
    house_edge_optimal: float | None
    difference: float | None
    """From the table that was asked about."""
    lawful: bool | None
    forbidden_by: tuple[str, ...]
    figures: Mapping[str, float] | None
    """Edges of other wagers that these values change, by name."""


class ReadingEdge(Answer):
    """What another reading of a doubtful passage would change."""

    citation: str
    edition: str
    name: str
    reading: str
    other: str
    figures: tuple[Mapping[str, Any], ...]


class Edge(Answer):
    """The house edge of a table: shares of the first wager or wagers, from a full shoe."""

    house_edge: float | None
    """Of the main wager, played by the best chart; None where it is not priced, with the reason among the notes."""
    house_edge_optimal: float | None
    """Played by the best move of every hand."""
    variance: float | None
    """Of a round's net result, in units of the first wager or wagers."""
    outcomes: Mapping[str, float] | None
    units: Mapping[str, float] | None
    """The chance of each net result of a round."""
    wagers: Mapping[str, WagerEdge]
    notes: tuple[str, ...]
    seconds: float
    vary: tuple[VariedEdge, ...] | None
    readings: tuple[ReadingEdge, ...] | None
    titles: Mapping[str, str]

    _parts = {  # noqa: RUF012 never changed
        "wagers": by_name(WagerEdge),
        "vary": each(VariedEdge),
        "readings": each(ReadingEdge),
    }

    def __init__(self, data: Mapping[str, Any], titles: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        object.__setattr__(self, "titles", dict(titles or {}))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data, self.titles)

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
            (self.titles.get("main", "by the chart"), self.house_edge),
            (
                self.titles.get("best", "by the best play"),
                self.house_edge_optimal,
            ),
        )
        main = [(name, "not priced" if edge is None else percent(edge)) for name, edge in named]
        edges = html_table("House edge", ("wager", "house edge"), [*main, *self._wager_edges()])
        often = {net: chance for net, chance in (self.units or {}).items() if chance >= SELDOM}
        notes = "".join(html_table("", ("",), [(note,)]) for note in self.notes)
        return edges + (bars("Net result of a round, in wagers", often) if often else "") + notes


class Strategy(Answer):
    """The best way to play a table: the strategy file, and a chart for people."""

    hard: Mapping[str, Mapping[str, str]] | None
    soft: Mapping[str, Mapping[str, str]] | None
    pairs: Mapping[str, Mapping[str, str]] | None
    insurance: bool | None
    even_money: bool | None
    surrender: Any
    sheet: StrategySheet

    def __init__(self, sheet: StrategySheet) -> None:
        super().__init__(sheet.file)
        object.__setattr__(self, "sheet", sheet)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sheet,)

    def __repr__(self) -> str:
        return f"<{self.sheet.title}, {', '.join(self.sheet.posted)}: {self.sheet.edges}>"

    def _repr_html_(self) -> str:
        return chart(self.sheet)


class Advice(Answer):
    """What each legal move is worth, from a full shoe and in units of the wager."""

    moves: Mapping[str, float] | None
    best: str
    chart: str | None
    insurance: float | None
    advised: Advised

    def __init__(self, advised: Advised, hands: Sequence[str], up: str) -> None:
        super().__init__(advised.data())
        object.__setattr__(self, "advised", advised)
        object.__setattr__(self, "_asked", (tuple(hands), up))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.advised, *self.__dict__["_asked"])

    def told(self) -> list[Any]:
        """In words for people: lines, and tables with a title."""
        return [*self.advised.told(*self.__dict__["_asked"])]

    def __repr__(self) -> str:
        hands, up = self.__dict__["_asked"]
        return f"<{' and '.join(hands)} against {up}: {self.best}>" if hands else f"<{self.best}>"

    def _repr_html_(self) -> str:
        return "".join(
            f"<p>{part}</p>" if isinstance(part, str) else html_table(part.title, ("",), [*map(tuple, part.rows)])
            for part in self.told()
        )


def pricing_of(table: "AnyTable", game: "AnyGame | None" = None) -> Pricing[Any]:
    """The game's part; raises `NotOfferedError` where it has none."""
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.pricing is None:
        raise NotOfferedError("a game that has a price", game.name)
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
    game: "AnyGame | None" = None,
    progress: ItemProgress = silent,
) -> Edge:
    """What is the house edge of this table? The main wager and all side wagers, exact, with the chance of each outcome.

    `vary` asks for the edge over values of options, such as `"soft_17,decks"` or `["decks=1,2,6"]`, `readings` for the
    edge under other readings of the law; `bet` names a stake where the price depends on it. `game` is the record of a
    game that is not one of the chapter's."""
    pricing = pricing_of(table, game)
    varied = _varied(pricing, table, vary)
    price_it = _priced_at(pricing, table, bet, alone=not (vary or readings))
    start = perf_counter()
    price = price_it(table)
    data = price.data()
    data["notes"] += remarks(table, game, as_dealt="priced")
    data["seconds"] = round(perf_counter() - start, 3)
    if varied is not None:
        data["vary"] = vary_data(varied, price.house_edge, progress)
    if readings:
        data["readings"] = readings_data(pricing, table, progress)
    return Edge(data, price.titles)


def _priced_at(pricing: Pricing[Any], table: "AnyTable", bet: str | None, *, alone: bool) -> Callable[[Any], Price]:
    """At the table's minimum, or at the stake that is named; raises where that is not a stake of the table.

    Other options and readings are priced at the minimum, so that a stake beside them would be left out in silence."""
    if bet is None:
        return pricing.price
    price_at = pricing.price_at
    try:
        stake = cents(bet)
    except ValueError:
        raise Chapter47Error([Problem("bet", bet, "an amount such as 15 or 2.50")]) from None
    if price_at is None:
        raise NotOfferedError("a game whose price depends on the stake", table.game)
    if not alone:
        raise Chapter47Error([Problem("bet", f"{bet}, with vary or readings", "the stake without them")])
    if stake <= 0 or stake % table.chip or not table.minimum <= stake <= table.maximum:
        limits = f"{dollars(table.minimum)} to {dollars(table.maximum)} in steps of {dollars(table.chip)}"
        raise Chapter47Error([Problem("bet", bet, limits, "19:47-8.2")])
    return lambda posting: price_at(posting, stake)


def comparisons(
    table: "AnyTable",
    vary: Sequence[str] | None,
    *,
    readings: bool,
    bet: str | None = None,
    progress: ItemProgress = silent,
) -> Json:
    """What `edge` tells of other options and readings, for those who do not ask for the table's own price."""
    pricing = pricing_of(table)
    varied = _varied(pricing, table, vary)
    _priced_at(pricing, table, bet, alone=False)
    data: Json = {}
    if varied is not None and pricing.vary is not None:
        (as_it_is,) = pricing.vary(table, ()).answers
        data["vary"] = vary_data(varied, as_it_is.house_edge, progress)
    if readings:
        data["readings"] = readings_data(pricing, table, progress)
    return data


def _varied(
    pricing: Pricing[Any], table: "AnyTable", vary: str | Sequence[str] | None
) -> "Several[VariedTable[AnyTable]] | None":
    if not vary:
        return None
    if pricing.vary is None:
        raise NotOfferedError("a game whose price can be varied", table.game)
    return pricing.vary(table, [vary] if isinstance(vary, str) else vary)


def vary_data(varied: "Several[VariedTable[AnyTable]]", usual: float | None, progress: ItemProgress) -> list[Json]:
    """A row for each combination: its options, its edges, the difference from the table asked about, its lawfulness."""
    return [_row_data(row, usual) for row in progress(varied.answers, "pricing tables", varied.number)]


def _row_data(row: "VariedTable[AnyTable]", usual: float | None) -> Json:
    verdict = check(row.table)
    difference = None if row.house_edge is None or usual is None else row.house_edge - usual
    return {
        **row.options,
        "house_edge": row.house_edge,
        "house_edge_optimal": row.house_edge_optimal,
        "difference": difference,
        "lawful": verdict.lawful,
        "forbidden_by": list(dict.fromkeys(finding.citation for finding in verdict.findings)),
        **({"why": row.why} if row.why else {}),
        **({"figures": dict(row.figures)} if row.figures else {}),
    }


def readings_data(pricing: Pricing[Any], table: "AnyTable", progress: ItemProgress) -> list[Json]:
    if pricing.other_readings is None:
        return []
    several = pricing.other_readings(table)
    return [*progress(several.answers, "pricing readings", several.number)]


def strategy(table: "AnyTable", *, game: "AnyGame | None" = None) -> Strategy:
    """The best chart for this table; `to_dict()` is a strategy file that `simulate` and `chapter47 play` read.

    Raises `NotPricedError` where the table has no price. `game` is the record of a game that is not one of the
    chapter's."""
    part = pricing_of(table, game).strategy
    if part is None:
        raise NotOfferedError("a game in which the player decides", table.game)
    try:
        return Strategy(part(table))
    except NotPricedError as error:
        raise NotPricedError(error.why, table.game) from None


def advise(table: "AnyTable", *hands: str, up: str = "", game: "AnyGame | None" = None, **known: str) -> Advice:
    """What is each legal move of a hand worth? `advise(table, "As 6d", up="5h")`.

    At Switch both hands are named; at double exposure `up` has both dealer's cards. Where nobody holds a hand, what is
    `known` of the table is named: at craps `point="6", layout="pass 6=10"`, at baccarat `seen="As Kd"`. Raises where a
    word is not a card, or the cards cannot lie on this table together. `game` is the record of a game that is not one
    of the chapter's."""
    pricing = pricing_of(table, game)
    check_texts({**{f"hand {number}": hand for number, hand in enumerate(hands, 1)}, "up": up, **known})
    if pricing.advise_without_hands is not None:
        asked = {**({"hand": " and ".join(hands)} if hands else {}), **({"up": up} if up else {}), **known}
        return Advice(pricing.advise_without_hands(table, asked), (), "")
    if pricing.advise is None:
        raise NotOfferedError("a game in which the player decides", table.game)
    meaningless = [
        Problem(name, given, f"to leave it out: it means nothing at {table.game}") for name, given in known.items()
    ]
    if meaningless:
        cards = pricing.wrong_cards(table, hands, up) if pricing.wrong_cards else ()
        raise Chapter47Error((*meaningless, *cards))
    try:
        return Advice(pricing.advise(table, hands, up), hands, up)
    except NotPricedError as error:
        raise NotPricedError(error.why, table.game) from None
