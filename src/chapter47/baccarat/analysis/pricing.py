"""The part `pricing` of baccarat."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from chapter47.baccarat.analysis.price import BaccaratPrice, Ending, WagerPrice
from chapter47.baccarat.posting import EDITION, LAWFUL_OFFERS, BaccaratTable
from chapter47.baccarat.rules.cards import DIGITS, value
from chapter47.baccarat.rules.wagers import BANKER, PLAYER, TIE, Result
from chapter47.baccarat.table_file import FORM
from chapter47.core.cards import A_CARD, ACE, Card, read_card, show
from chapter47.core.errors import Chapter47Error, NotPricedError, Problem
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import Odds, dollars
from chapter47.core.pricing import Listing, Price, Pricing, Several, VariedTable, unpriced
from chapter47.core.text import percent, printable, rate
from chapter47.core.varying import tables
from chapter47.law.readings import Reading, readings

TITLES: Final = {BANKER: "Banker's Hand", PLAYER: "Player's Hand", TIE: "Tie"}
SHOWN_AS: Final = {"basis": "from a full shoe", "main": "wager on the Banker's Hand", "best": "for the best wager"}
COUNTS: Final = ("T", ACE, *map(str, range(2, DIGITS)))
"""Card values: `T` stands for tens and court cards."""


def price(table: BaccaratTable) -> Price:
    """Price at the table's minimum: `house_edge` is Banker's, `house_edge_optimal` that of the best wager offered."""
    return price_at(table, table.least_stake)


def price_at(table: BaccaratTable, stake: int) -> Price:
    """Price at a stake; a rounded fee weighs more on a small one."""
    priced = BaccaratPrice(table)
    wagers = {name: priced.wager(name, stake) for name in priced.offered()}
    banker = wagers.get(BANKER)
    return Price(
        house_edge=float(banker.house_edge) if banker else None,
        house_edge_optimal=min((float(wager.house_edge) for wager in wagers.values()), default=None),
        variance=float(banker.variance) if banker else None,
        main={
            "house_edge_unrounded": float(priced.unrounded().house_edge) if banker else None,
            **_on_collection(priced, stake),
            "stake": stake / 100,
            "orders": priced.orders,
            **_chances_of_hands(priced),
            "removal": _removal(priced, stake),
            "covariance": {
                name: float(priced.covariance(BANKER, name, stake)) for name in wagers if banker and name != BANKER
            },
        },
        wagers={**{name: _figures(wager) for name, wager in wagers.items()}, **_not_authorized(table)},
        titles={**{name: TITLES.get(name, name) for name in table.offers}, **SHOWN_AS},
        notes=tuple(_notes(table, stake, is_offered=banker is not None)),
    )


def _not_authorized(table: BaccaratTable) -> dict[str, Json]:
    """List offered wagers that no paragraph describes: they have no odds to price."""
    why = "19:47-3.2(a) does not authorize this wager and gives no odds for it"
    return {name: unpriced(why) for name in table.offers if name not in LAWFUL_OFFERS}


def _on_collection(priced: BaccaratPrice, stake: int) -> dict[str, float]:
    """Return the upper bound if fees are rounded once per shoe, which depends on all of a shoe's wagers."""
    if not priced.table.rounds_on_collection or BANKER not in priced.offered():
        return {}
    return {"house_edge_at_most": float(priced.rounded_by_itself(stake).house_edge)}


def _notes(table: BaccaratTable, stake: int, *, is_offered: bool) -> Iterator[str]:
    if not is_offered:
        yield "banker is not offered, so the table has no house edge of its own"
        return
    if len(table.rates) > 1:
        yield f"the fee differs by seat: {rate(float(table.rate()))} is used here"
    if table.rounds_on_collection:
        yield (
            "fees are rounded when they are collected: this edge is that of the exact percentage, which many wagers "
            f"in a shoe approach, and at most that of a single wager of {dollars(stake)}; simulate counts the rounding"
        )
    elif table.vigorish_rounding:
        yield f"banker at a stake of {dollars(stake)}, on which the fee is rounded up"


def _figures(wager: WagerPrice) -> Json:
    return {
        "house_edge": float(wager.house_edge),
        "house_edge_resolved": float(wager.house_edge_resolved),
        "exact": str(wager.house_edge),
        "variance": float(wager.variance),
        "outcomes": {result: float(chance) for result, chance in wager.chances.items() if chance},
        "rows": {
            result: {"probability": str(chance), "pays": _pays(wager, result), "net": float(_net(wager, result))}
            for result, chance in wager.chances.items()
            if chance
        },
    }


def _net(wager: WagerPrice, result: Result) -> Fraction:
    return {"win": wager.pays, "lose": Fraction(-1), "void": Fraction(0)}[result]


def _pays(wager: WagerPrice, result: Result) -> str:
    return {"win": str(Odds(wager.pays)), "lose": "nothing", "void": "push"}[result]


def _chances_of_hands(priced: BaccaratPrice) -> Json:
    """Return the probabilities of point counts, numbers of cards, and both for both hands."""
    return {
        "player_points": _chances(priced, lambda ending: str(ending.player)),
        "banker_points": _chances(priced, lambda ending: str(ending.banker)),
        "cards": _chances(priced, lambda ending: str(ending.player_cards + ending.banker_cards)),
        "hands": [
            {**ending._asdict(), "chance": float(Fraction(ways, priced.orders))}
            for ending, ways in priced.endings.items()
        ],
    }


def _chances(priced: BaccaratPrice, kind: Callable[[Ending], str]) -> dict[str, float]:
    ways: Counter[str] = Counter()
    for ending, count in priced.endings.items():
        ways[kind(ending)] += count
    return {name: float(Fraction(count, priced.orders)) for name, count in sorted(ways.items())}


def _removal(priced: BaccaratPrice, stake: int) -> dict[str, dict[str, float]]:
    effects = priced.removal(stake)
    return {COUNTS[count]: {name: float(by) for name, by in effect.items()} for count, effect in effects.items()}


def removal(table: BaccaratTable) -> dict[str, dict[str, float]]:
    """Return effects by wager and card value; Banker's is also `main`."""
    by_card = _removal(BaccaratPrice(table), table.least_stake)
    wagers = next(iter(by_card.values()), {})
    effects = {name: {card: effect[name] for card, effect in by_card.items()} for name in wagers}
    return {**({"main": effects[BANKER]} if BANKER in effects else {}), **effects}


def cards(table: BaccaratTable) -> dict[str, int]:
    return dict(zip(COUNTS, BaccaratPrice(table).shoe, strict=True))


# From the cards that are left ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WagersAdvised:
    """The value of each wager from the cards left, in units of the wager."""

    seen: tuple[Card, ...]
    cards_left: int
    wagers: Mapping[str, WagerPrice]

    def data(self) -> Json:
        values = {name: -float(wager.house_edge) for name, wager in self.wagers.items()}
        return {
            "seen": show(self.seen),
            "cards_left": self.cards_left,
            "moves": values,
            "best": max(values, key=lambda name: values[name]),
            "wagers": {name: _figures(wager) for name, wager in self.wagers.items()},
        }

    def lines(self, hands: Sequence[str], up: str) -> Iterable[Listing | str]:
        del hands, up
        rows = [(TITLES[name], percent(worth, signed=True)) for name, worth in self.data()["moves"].items()]
        yield Listing(f"What each wager is worth, {self.cards_left} cards left", rows)


def advise(table: BaccaratTable, known: Mapping[str, str]) -> WagersAdvised:
    """Value the wagers; `seen` names the cards out of the shoe."""
    problems = [
        Problem(name, printable(given), "only `seen` at baccarat") for name, given in known.items() if name != "seen"
    ]
    seen, wrong = _read(known.get("seen", ""), table.decks)
    if problems + wrong:
        raise Chapter47Error(problems + wrong)
    shoe = list(BaccaratPrice(table).shoe)
    for card in seen:
        shoe[value(card)] -= 1
    priced = BaccaratPrice(table, shoe)
    if not priced.offered():
        raise NotPricedError("none of banker, player and tie is offered")
    return WagersAdvised(seen, sum(shoe), {name: priced.wager(name) for name in priced.offered()})


def _read(text: str, decks: int) -> tuple[tuple[Card, ...], list[Problem]]:
    seen, problems = [], []
    for word in text.split():
        try:
            seen.append(read_card(word))
        except ValueError:
            problems.append(Problem("seen", printable(word), f"a card: {A_CARD}"))
    for card, copies in Counter(seen).items():
        if copies > decks:
            problems.append(
                Problem("seen", f"{card} {copies} times", f"{decks} copies, one of each deck", "19:47-3.1(a)")
            )
    return tuple(seen), problems


# Over other values and readings --------------------------------------------------------------------------------------

VARIED: Final[Mapping[str, tuple[object, ...]]] = {
    "decks": (6, 7, 8),
    "minimum": ("5", "10", "25", "100"),
    "tie_pays": ("8 to 1", "9 to 1"),
    "vigorish": (0.04, 0.05),
    "vigorish_rounding": (True, False),
}


def vary(table: BaccaratTable, words: Sequence[str]) -> Several[VariedTable[BaccaratTable]]:
    rows = tables(FORM, table, words, VARIED)
    usual = _edges(table)
    return Several(len(rows), (_varied(options, varied, usual) for options, varied in rows))


def _varied(options: JsonMapping, table: BaccaratTable, usual: Mapping[str, float]) -> VariedTable[BaccaratTable]:
    edges = _edges(table)
    best = min(edges.values(), default=None)
    changed = {name: edge for name, edge in edges.items() if name != BANKER and usual.get(name) != edge}
    return VariedTable(options, table, edges.get(BANKER), best, figures=changed)


def _edges(table: BaccaratTable) -> dict[str, float]:
    priced = BaccaratPrice(table)
    return {name: float(priced.wager(name).house_edge) for name in priced.offered()}


def other_readings(table: BaccaratTable) -> Several[Json]:
    """Compare each passage of baccarat with a choice: the figures that the other reading changes."""
    passages = [passage for passage in readings() if passage.name and passage.citation.startswith("19:47-3.")]
    return Several(len(passages), (_compared(table, passage) for passage in passages))


def _compared(table: BaccaratTable, passage: Reading) -> Json:
    kept = {key: names for key, names in table.readings.items() if key != passage.key}
    is_taken = table.reads(passage.citation, passage.name or "")
    read_otherwise = replace(table, readings=kept if is_taken else {**kept, passage.key: passage.name or ""})
    return {
        "citation": passage.citation,
        "edition": EDITION,
        "name": passage.name,
        "reading": passage.reading,
        "other": passage.other,
        "figures": [*_changed(_edges(table), _edges(read_otherwise))],
    }


def _changed(here: Mapping[str, float], there: Mapping[str, float]) -> Iterator[Json]:
    for name, edge in here.items():
        if edge != there[name]:
            edge_there = there[name]
            yield {"figure": name, "house_edge": edge, "house_edge_other": edge_there, "difference": edge_there - edge}


PRICING: Final = Pricing[BaccaratTable](
    price=price,
    price_at=price_at,
    advise_without_hands=advise,
    vary=vary,
    edges=("Banker's Hand", "best wager"),
    other_readings=other_readings,
    removal=removal,
    cards=cards,
    varied_options=VARIED,
)
