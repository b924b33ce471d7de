"""What a side wager is: its name, its keys in a table file, its odds, and its part in a round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.wagers.facts import Facts, Placing, WagerDecision
from chapter47.core.findings import Announcement, Breach, Display, FloorRule, Limit, Option, Refusal
from chapter47.core.money import Odds

PayTable = Mapping[str, Odds]
"""What each winning row pays, or the least it may pay."""


Whose = Literal["own", "dealer"]
Order = Literal["from-right", "from-left", "losers-first"]
Words = Iterable[Said | Did]


class Stakes(NamedTuple):
    """What may be staked, in cents."""

    least: int
    most: int
    step: int


class Winner(NamedTuple):
    """Somebody who has won, for those wagers whose winners share: the stake, and what the odds alone would pay."""

    stake: int
    pays: int


def _one_bet(table: TableRules, offer: WagerOffer) -> tuple[str, ...]:
    del table, offer
    return ("",)


def posted_limits(placing: Placing) -> Stakes:
    """From the posted minimum to the posted maximum, whatever the main wager is."""
    offer, table = placing.offer, placing.table
    least = offer.minimum if offer.minimum is not None else table.chip
    most = offer.maximum if offer.maximum is not None else table.maximum
    return Stakes(least, most, table.chip)


def _welcome(placing: Placing) -> Refusal | None:
    del placing
    return None


def _unnoticed(placing: Placing) -> Words:
    del placing
    return ()


def _silent(facts: Facts, decision: WagerDecision) -> Words:
    del facts, decision
    return ()


def _with_a_win(table: TableRules) -> bool:
    del table
    return True


def _no_coupons(table: TableRules) -> bool:
    del table
    return False


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
    limits: tuple[Limit[TableRules], ...] = ()
    options: tuple[Option[TableRules], ...] = ()
    notices: tuple[Announcement[TableRules] | Display[TableRules], ...] = ()
    floor_rules: tuple[FloorRule[TableRules], ...] = ()
    """What the paragraph asks of all tables that offer it, together."""

    bets: Callable[[TableRules, WagerOffer], tuple[str, ...]] = _one_bet
    """The bets a player chooses from; a nameless one where there is no choice."""
    stakes: Callable[[Placing], Stakes] = posted_limits
    stakes_by: str = "19:47-8.2"
    takes_coupons: Callable[[TableRules], bool] = _no_coupons
    """Whether a match play coupon may lie with the chips."""
    coupons_by: str = ""
    may_place: Callable[[Placing], Refusal | None] = _welcome
    placed: Callable[[Placing], Words] = _unnoticed
    """What is done when it is made."""
    reads: tuple[Whose, ...] = ()
    """Whose cards it reads, in the order in which an enumeration draws them."""
    suits_alike: bool = False
    """No row names a suit, so that an enumeration may let one suit of its first card stand for all four."""
    ranks_only: bool = False
    """It looks at no suit at all, so that an enumeration may draw ranks."""
    decide: Callable[[Facts], WagerDecision | None] | None = None
    """What became of it, from the facts so far; nothing while it is undecided."""
    order: Order = "from-right"
    before: Callable[[Facts, WagerDecision], Words] = _silent
    """What the dealer says and does before it is settled."""
    returns_stake: Callable[[TableRules], bool] = _with_a_win
    """Whether the stake goes back with the winnings."""
    share: Callable[[TableRules, WagerOffer, str, Sequence[Winner]], list[int]] | None = None
    """What the winners of one row in one round are paid, in the order of their boxes."""
    meters: "Meters | None" = None
    """With meters the chip goes into an acceptor when the bets close; a light shows the wager from then on."""
    display: "Displaying | None" = None
    """How a prize is handled that a display chooses."""
    draws_to_dealer: Callable[[Facts], bool] | None = None
    """Whether the dealer must draw although the main wagers are decided."""
    draws_to_dealer_by: str = ""
    offers_card: Callable[[Facts], bool] | None = None
    """Whether a player is offered a card although the dealer has blackjack."""
    offers_card_by: str = ""
    carries: Callable[[Facts], tuple[int, str]] | None = None
    """For a wager that stays from round to round: how many hands it has now won in a row, and why it stays."""
    moved: Callable[[Facts], Words] | None = None
    """What the dealer does with the marker of a wager that stays."""
    prizes: Callable[[TableRules, WagerOffer], Mapping[str, str]] | None = None
    """What is posted beside the odds: prizes that are amounts."""
    layout: Callable[[TableRules, WagerOffer], Iterable[str]] | None = None
    """What the table needs for it, on the layout or beside it."""
    layout_by: str = "19:46-1.10"
    unpriced: str = ""
    """Why it has no price, where it has none."""
    figures: Callable[[TableRules, WagerOffer, "Price"], Mapping[str, object]] | None = None
    """Further figures beside its price."""


MeterState = tuple[int, int, int]


class Meters(NamedTuple):
    """How the meters of a progressive wager move."""

    by: str
    opening: Callable[[WagerOffer], MeterState]
    register: Callable[[MeterState, int], MeterState]
    shows: Callable[[MeterState, WagerOffer], int]
    after_a_win: Callable[[MeterState, WagerOffer], MeterState]
    after_a_fixed_prize: Callable[[MeterState, TableRules, WagerOffer, int], MeterState]


class Displaying(NamedTuple):
    """How a prize is handled that a display chooses."""

    held: Callable[[], Did]
    asked: Callable[[], Did]
    before: Callable[[int], Words]
    paid_by: str
    failed: Callable[[int], int]
    failed_by: str
    cleared: Callable[[], Did]
    cleared_by: str


class PriceLine(NamedTuple):
    """One outcome in a price: its exact chance, what is paid on it in words, and what comes back per unit staked."""

    chance: Fraction
    pays: str
    back: Fraction


Price = Mapping[str, PriceLine]
"""The outcomes of one bet, exact; their chances add up to one."""


def edge_of(price: "Price") -> Fraction:
    return 1 - sum((line.chance * line.back for line in price.values()), Fraction(0))


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
    return Breach(f"{_key(offer)}.odds_too_low", f"{offer.name} pays less than the least odds", got, want)


def other_than(offer: WagerOffer, fixed: PayTable) -> Breach | None:
    """The breach of paying anything but the fixed odds."""
    off = {row: odds for row, odds in offer.odds.items() if row in fixed and odds != fixed[row]}
    if not off:
        return None
    got = ", ".join(f"{row} {odds}" for row, odds in off.items())
    want = ", ".join(f"{row} {fixed[row]}" for row in off)
    return Breach(f"{_key(offer)}.odds_fixed", f"{offer.name} pays fixed odds", got, want)


def clash(table: TableRules, name: str, others: tuple[str, ...]) -> Breach | None:
    """The breach of offering `name` together with wagers or at games that it excludes."""
    excluded = table.having(*others)
    if not table.offering(name) or not excluded:
        return None
    key = name.replace("-", "_")
    return Breach(
        f"{key}.excludes", f"{name} may not be offered together with these", ", ".join(excluded), "none of them"
    )


def wrong_game(table: TableRules, name: str) -> Breach | None:
    """The breach of offering a wager at a game whose subchapter does not know it."""
    if not table.offering(name) or name not in table.traits.strangers:
        return None
    key = name.replace("-", "_")
    return Breach(f"{key}.not_at_this_game", f"{name} is not a wager of this game", table.game, "a game that has it")


def _key(offer: WagerOffer) -> str:
    return offer.name.replace("-", "_")
