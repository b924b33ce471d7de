"""What defines a side wager: its name, its table file keys, its odds, and its part in a round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.wagers.facts import Facts, Placing, WagerDecision
from chapter47.core.findings import Announcement, Breach, Display, FloorRule, Limit, Option, Refusal
from chapter47.core.money import DOLLAR, Odds, dollars


def exactly(table: TableRules, name: str, amounts: tuple[int, ...]) -> Breach | None:
    """Return the breach of limits that are not the only possible stakes."""
    for offer in table.offering(name):
        stakes = [stake for stake in (offer.minimum, offer.maximum) if stake is not None]
        if any(stake not in amounts for stake in stakes):
            want = " or ".join(map(dollars, amounts))
            got = " to ".join(map(dollars, stakes))
            code = f"{name.replace('-', '_')}.stake"
            return Breach(code, f"the {name} wager must be {want}", got, want, f"wagers.{name}")
    return None


def one_dollar_to_the_main_wager(table: TableRules, name: str) -> Breach | None:
    """Return the breach of a minimum below a dollar, or a maximum above that of the main wager."""
    for offer in table.offering(name):
        key = name.replace("-", "_")
        if offer.minimum is not None and offer.minimum < DOLLAR:
            message = f"the {name} wager must be at least $1"
            return Breach(f"{key}.minimum", message, dollars(offer.minimum), "$1 or more", f"wagers.{name}.minimum")
        if offer.maximum is not None and offer.maximum > table.maximum:
            message = f"the {name} wager must not exceed the main wager"
            most = f"at most {dollars(table.maximum)}"
            return Breach(f"{key}.maximum", message, dollars(offer.maximum), most, f"wagers.{name}.maximum")
    return None


def needs_a_main_wager(placing: Placing, by: str) -> Refusal | None:
    if placing.main:
        return None
    message = "needs a main wager on the same box"
    return Refusal("side_bet.no_main_wager", by, message, "no main wager", "a main wager first")


def once(placing: Placing, by: str) -> Refusal | None:
    """Allow one bet of a kind per bettor and round."""
    if not placing.same_round:
        return None
    message = f"the {placing.offer.name} wager has already been made"
    return Refusal("side_bet.twice", by, message, placing.bet or "a second one", "one per round")


PayTable = Mapping[str, Odds]
"""What each winning row pays, or its minimum."""


Whose = Literal["own", "dealer"]
Order = Literal["from-right", "from-left", "losers-first"]
Words = Iterable[Said | Did]


class Stakes(NamedTuple):
    """What may be staked, in cents."""

    least: int
    most: int
    step: int


class Winner(NamedTuple):
    """A winner of a shared prize: the stake, and what the odds alone would pay."""

    stake: int
    pays: int


def _one_bet(table: TableRules, offer: WagerOffer) -> tuple[str, ...]:
    del table, offer
    return ("",)


def posted_limits(placing: Placing) -> Stakes:
    """Return the posted limits, regardless of the main wager."""
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
    """One side wager: everything that distinguishes it."""

    name: str
    title: str
    section: str
    games: tuple[str, ...]
    """The games at which it may be offered; it is unlawful elsewhere."""
    only_there: Limit[TableRules] | None = None
    """The limit that forbids it at all other games, if a paragraph says so."""
    floor: Callable[[TableRules, WagerOffer], PayTable]
    """The odds of the text, which a licensee may improve if they are minimums."""
    pays_by: str = ""
    """The paragraph of its odds; its section if empty."""
    rows: tuple[str, ...] = ()
    keys: tuple[str, ...] = ("minimum", "maximum")
    defaults: Mapping[str, object] = field(default_factory=dict)
    limits: tuple[Limit[TableRules], ...] = ()
    options: tuple[Option[TableRules], ...] = ()
    notices: tuple[Announcement[TableRules] | Display[TableRules], ...] = ()
    floor_rules: tuple[FloorRule[TableRules], ...] = ()
    """What the paragraph requires across all tables that offer it."""

    bets: Callable[[TableRules, WagerOffer], tuple[str, ...]] = _one_bet
    """The bets a player chooses from; a single nameless one if there is no choice."""
    stakes: Callable[[Placing], Stakes] = posted_limits
    stakes_by: str = "19:47-8.2"
    takes_coupons: Callable[[TableRules], bool] = _no_coupons
    """Whether a match play coupon may be added to the chips."""
    coupons_by: str = ""
    cash_by: str = ""
    """The paragraph by which a spoken bet with cash counts; empty if the wager takes chips only."""
    may_place: Callable[[Placing], Refusal | None] = _welcome
    placed: Callable[[Placing], Words] = _unnoticed
    """What happens when it is made."""
    reads: tuple[Whose, ...] = ()
    """Whose cards it reads, in the order an enumeration draws them."""
    suits_alike: bool = False
    """No row names a suit, so an enumeration may let one suit of its first card stand for all four."""
    ranks_only: bool = False
    """Whether it ignores suits, so that an enumeration may draw ranks."""
    decide: Callable[[Facts], WagerDecision | None] | None = None
    """Its decision, from the facts so far; None while it is undecided."""
    order: Order = "from-right"
    before: Callable[[Facts, WagerDecision], Words] = _silent
    """What the dealer says and does before it is settled."""
    returns_stake: Callable[[TableRules], bool] = _with_a_win
    """Whether the stake is returned with the winnings."""
    share: Callable[[TableRules, WagerOffer, str, Sequence[Winner]], list[int]] | None = None
    """What the winners of one row in one round are paid, in box order."""
    meters: "Meters | None" = None
    """With meters the chip goes into an acceptor when betting closes; a light shows the wager from then on."""
    display: "Displaying | None" = None
    """How a prize chosen by a display is handled."""
    draws_to_dealer: Callable[[Facts], bool] | None = None
    """Whether the dealer must draw although the main wagers are decided."""
    draws_to_dealer_by: str = ""
    offers_card: Callable[[Facts], bool] | None = None
    """Whether a player is offered a card although the dealer has blackjack."""
    offers_card_by: str = ""
    carries: Callable[[Facts], tuple[int, str]] | None = None
    """For a wager that stays from round to round: its wins in a row, and why it stays."""
    moved: Callable[[Facts], Words] | None = None
    """What the dealer does with the marker of a wager that stays."""
    prizes: Callable[[TableRules, WagerOffer], Mapping[str, str]] | None = None
    """What is posted beside the odds: prizes that are amounts."""
    layout: Callable[[TableRules, WagerOffer], Iterable[str]] | None = None
    """What the table needs for it, on the layout or beside it."""
    layout_by: str = "19:46-1.10"
    unpriced: str = ""
    """Why it has no price, if it has none."""
    figures: Callable[[TableRules, WagerOffer, "Price"], Mapping[str, object]] | None = None
    """Further figures beside its price."""


MeterState = tuple[int, int, int]


class Meters(NamedTuple):
    """How the meters of a progressive wager move."""

    by: str
    checked: Callable[[int], Did]
    """What the dealer does before betting ends, by the number of wagers whose lights are on."""
    opening: Callable[[WagerOffer], MeterState]
    register: Callable[[MeterState, int], MeterState]
    shows: Callable[[MeterState, WagerOffer], int]
    after_a_win: Callable[[MeterState, WagerOffer], MeterState]
    after_a_fixed_prize: Callable[[MeterState, TableRules, WagerOffer, int], MeterState]


class Displaying(NamedTuple):
    """How a prize chosen by a display is handled."""

    held: Callable[[], Did]
    asked: Callable[[], Did]
    before: Callable[[int], Words]
    paid_by: str
    failed: Callable[[int], int]
    failed_by: str
    cleared: Callable[[], Did]
    cleared_by: str


class PriceLine(NamedTuple):
    """One outcome in a price: its exact probability, what it pays in words, and the return per unit staked."""

    chance: Fraction
    pays: str
    back: Fraction


Price = Mapping[str, PriceLine]
"""The outcomes of one bet, exact; their probabilities add up to one."""


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
    """Parse several pay tables side by side, a column per option, all "to 1"."""
    names = rows.split()
    lines = [line.split() for line in text.strip().splitlines()]
    return {
        option: {name: Odds.of(f"{line[column]} to 1") for name, line in zip(names, lines, strict=True)}
        for column, option in enumerate(options)
    }


def odds_of(wager: Wager, table: TableRules, offer: WagerOffer) -> PayTable:
    """Return what the table pays: the text's odds with the licensee's improvements."""
    return {**wager.floor(table, offer), **offer.odds}


def below(offer: WagerOffer, floor: PayTable) -> Breach | None:
    """Return the breach of paying less than the minimum, all rows at once."""
    short = {row: odds for row, odds in offer.odds.items() if row in floor and odds.ratio < floor[row].ratio}
    if not short:
        return None
    got = ", ".join(f"{row} {odds}" for row, odds in short.items())
    want = ", ".join(f"{row} at least {floor[row]}" for row in short)
    return Breach(
        f"{_key(offer)}.odds_too_low",
        f"{offer.name} pays less than the minimum odds",
        got,
        want,
        f"wagers.{offer.name}.odds",
    )


def other_than(offer: WagerOffer, fixed: PayTable) -> Breach | None:
    """Return the breach of paying anything but the fixed odds."""
    off = {row: odds for row, odds in offer.odds.items() if row in fixed and odds != fixed[row]}
    if not off:
        return None
    got = ", ".join(f"{row} {odds}" for row, odds in off.items())
    want = ", ".join(f"{row} {fixed[row]}" for row in off)
    return Breach(
        f"{_key(offer)}.odds_fixed", f"{offer.name} must pay fixed odds", got, want, f"wagers.{offer.name}.odds"
    )


def clash(table: TableRules, name: str, others: tuple[str, ...]) -> Breach | None:
    """Return the breach of offering `name` together with wagers or at games that it excludes."""
    excluded = table.having(*others)
    if not table.offering(name) or not excluded:
        return None
    key = name.replace("-", "_")
    return Breach(
        f"{key}.excludes",
        f"{name} must not be combined with these",
        ", ".join(excluded),
        "none of them",
        f"wagers.{name}",
    )


def wrong_game(table: TableRules, wager: Wager) -> Breach | None:
    """Return the breach of offering a wager at a game it does not name, unless the game's own law forbids it by
    name."""
    name = wager.name
    if not table.offering(name) or table.having(*wager.games) or name in table.traits.forbids:
        return None
    key, want = name.replace("-", "_"), " or ".join(wager.games)
    return Breach(f"{key}.not_at_this_game", f"{name} is not a wager of this game", table.game, want, f"wagers.{name}")


def not_at_this_game(wager: Wager) -> Limit[TableRules]:
    """Forbid a wager at games it does not name, if no paragraph of its own does."""
    return Limit(wager.section, lambda table: wrong_game(table, wager), None, None)


def _key(offer: WagerOffer) -> str:
    return offer.name.replace("-", "_")
