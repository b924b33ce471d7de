"""What a side wager is: its name, its keys in a table file, its odds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chapter47.findings import Breach
from chapter47.money import Odds
from chapter47.posting import TableRules, WagerOffer

PayTable = Mapping[str, Odds]
"""What each winning row pays, or the least it may pay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """One side wager: what tells it from the others."""

    name: str
    title: str
    section: str
    floor: Callable[[TableRules, WagerOffer], PayTable]
    """The odds of the text, which a licensee may better where they are floors."""
    rows: tuple[str, ...] = ()
    keys: tuple[str, ...] = ("minimum", "maximum")
    defaults: Mapping[str, object] = field(default_factory=dict)


def paytable(text: str) -> dict[str, Odds]:
    """A pay table as it is printed: a row's name, then its odds.

    suited    11 to 1
    unsuited   4 to 1
    """
    rows = (line.split(maxsplit=1) for line in text.strip().splitlines())
    return {name: Odds.of(odds) for name, odds in rows}


def printed(rows: str, *options: int, text: str) -> dict[int, dict[str, Odds]]:
    """Several pay tables side by side, a column for each option, all "to 1"."""
    names = rows.split()
    lines = [line.split() for line in text.strip().splitlines()]
    return {
        option: {name: Odds.of(f"{line[column]} to 1") for name, line in zip(names, lines, strict=True)}
        for column, option in enumerate(options)
    }


def odds_of(wager: Wager, table: TableRules, offer: WagerOffer) -> PayTable:
    """What the table pays: the text's odds with those the licensee bettered."""
    return {**wager.floor(table, offer), **offer.odds}


def below(offer: WagerOffer, floor: PayTable) -> Breach | None:
    """The breach of paying less than a floor, all rows at once."""
    short = {row: odds for row, odds in offer.odds.items() if row in floor and odds.ratio < floor[row].ratio}
    if not short:
        return None
    got = ", ".join(f"{row} {odds}" for row, odds in short.items())
    want = ", ".join(f"{row} at least {floor[row]}" for row in short)
    return (f"{_key(offer)}.odds_too_low", f"{offer.name} pays less than the least odds", got, want)


def other_than(offer: WagerOffer, fixed: PayTable) -> Breach | None:
    """The breach of paying anything but the fixed odds."""
    off = {row: odds for row, odds in offer.odds.items() if row in fixed and odds != fixed[row]}
    if not off:
        return None
    got = ", ".join(f"{row} {odds}" for row, odds in off.items())
    want = ", ".join(f"{row} {fixed[row]}" for row in off)
    return (f"{_key(offer)}.odds_fixed", f"{offer.name} pays fixed odds", got, want)


def clash(table: TableRules, name: str, others: tuple[str, ...]) -> Breach | None:
    """The breach of offering `name` together with wagers it excludes (`multiple-action` is a game)."""
    if not table.offering(name):
        return None
    found = [other for other in others if table.is_game(other) or table.offering(other)]
    if not found:
        return None
    key = name.replace("-", "_")
    return (f"{key}.excludes", f"{name} may not be offered together with these", ", ".join(found), "none of them")


def wrong_game(table: TableRules, name: str, games: tuple[str, ...]) -> Breach | None:
    """The breach of offering a wager at a game whose subchapter does not know it."""
    if not table.offering(name) or not table.is_game(*games):
        return None
    key = name.replace("-", "_")
    return (f"{key}.not_at_this_game", f"{name} is not a wager of this game", table.game, "a game that has it")


def _key(offer: WagerOffer) -> str:
    return offer.name.replace("-", "_")
