"""19:47-2.19: the progressive blackjack wager."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Final

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Facts, FixedPrize, Placing, WagerDecision, WholeMeter
from chapter47.blackjack.wagers.wager import (
    Meters,
    MeterState,
    PayTable,
    Price,
    Stakes,
    Wager,
    Winner,
    exactly,
    needs_a_main_wager,
    once,
    wrong_game,
)
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Refusal, limit, option
from chapter47.core.money import DOLLAR, dollars
from chapter47.law import law

LEAST_RATE = Fraction(70, 100)
LEAST_METER = 5000 * DOLLAR

AMOUNTS = {
    "three-aces-suited": 2500 * DOLLAR,
    "three-aces": 250 * DOLLAR,
    "two-aces-suited": 100 * DOLLAR,
    "two-aces": 25 * DOLLAR,
}
"""Fixed amounts; four black or four red aces take the meter."""
FOUR_ACES: Final = "four-aces"
RESET_SHARE: Final = Fraction(1, 10)
"""The share of meter contributions for a reset meter, if there is one. The text leaves it to the licensee, and a table
file has no key for it."""


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return {}


@law("19:47-2.19(a)", editions="2010")
@law("19:47-2.3(l)", editions="2001")
@law("19:47-2.3(k)", editions="2010")
def one_dollar(placing: Placing) -> Stakes:
    """Require a dollar chip, or a coupon of the same value."""
    del placing
    return Stakes(DOLLAR, DOLLAR, DOLLAR)


@law("19:47-2.19(f)", editions="2010")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    return needs_a_main_wager(placing, "19:47-2.19(f)") or once(placing, "19:47-2.19(b)")


@law("19:47-2.15(n)", editions="2010")
def needs_its_light(placing: Placing) -> Refusal | None:
    if not placing.light_failed:
        return None
    message = "no progressive wager at a place whose light does not work"
    return Refusal("progressive.light", "19:47-2.15(n)", message, "a broken light", "a place with a working light")


def may_place(placing: Placing) -> Refusal | None:
    return needs_its_light(placing) or beside_a_main_wager(placing)


@law("19:47-2.19(b)", editions="2010", kind="script")
def into_the_acceptor(placing: Placing) -> Iterator[Said | Did]:
    what = f"drops a {dollars(placing.amount)} chip into the acceptor; the light goes on"
    yield Did(by="19:47-2.19(b)", who="player", what=what)


@law("19:47-2.19(b)", editions="2010", kind="script", duty=2)
def checks_the_lights(wagers: int) -> Did:
    """Check the lights before betting ends; one light is one wager."""
    what = f"checks that {wagers} light{'s are' if wagers > 1 else ' is'} on for {wagers} chip{'s' * (wagers > 1)}"
    return Did(by="19:47-2.19(b)", what=what)


@law("19:47-2.19(d)", editions="2010")
def own_cards(facts: Facts) -> tuple[Card, ...]:
    """Decide by the cards of its box in order, independently of the dealer's or other wagers."""
    if facts.hands > 1 and facts.table.reads("19:47-2.19(c)", "unsplit"):
        return facts.own[:2]
    return facts.own[:4]


@law("19:47-2.19(c)", editions="2010")
def made(cards: tuple[Card, ...]) -> list[str]:
    """Return every combination in the cards, best first."""
    aces = next((n for n, card in enumerate(cards) if not card.is_ace), len(cards))
    combinations = []
    if aces == 4 and len({card.is_red for card in cards}) == 1:
        combinations.append(FOUR_ACES)
    for count, name in ((3, "three-aces"), (2, "two-aces")):
        if aces >= count:
            suited = len({card.suit for card in cards[:count]}) == 1
            combinations += [f"{name}-suited"] * suited + [name]
    return combinations


@law("19:47-2.19(e)", editions="2010")
def best_only(combinations: list[str]) -> str:
    return combinations[0] if combinations else LOSE


def decide(facts: Facts) -> WagerDecision | None:
    """Decide the wager; two aces wait for the next cards of the box as long as more may come."""
    cards = own_cards(facts)
    if len(cards) < 2 or not facts.two_each:
        return None
    over = facts.own_done or len(cards) == 4 or (facts.hands > 1 and len(cards) == 2 < len(facts.own))
    if all(card.is_ace for card in cards) and not over:
        return None
    row = best_only(made(cards))
    if row == LOSE:
        return WagerDecision(LOSE, "19:47-2.19(c)", due="with-main")
    prize = WholeMeter() if row == FOUR_ACES else FixedPrize(AMOUNTS[row])
    return WagerDecision(row, "19:47-2.19(h)", prize, due="with-main")


def prizes(table: TableRules, offer: WagerOffer) -> dict[str, str]:
    """Return the amounts of (c); four aces of a colour take the meter."""
    del table, offer
    fixed = {row.replace("-", " ").capitalize(): dollars(prize) for row, prize in AMOUNTS.items()}
    return {FOUR_ACES.replace("-", " ").capitalize(): "the meter", **fixed}


@law("19:47-2.19(h)", editions="2010")
def share(table: TableRules, offer: WagerOffer, row: str, winners: Sequence[Winner]) -> list[int]:
    """Share the meter equally among several winners in a round; odd cents go one each from the dealer's far right."""
    del table, offer
    if row != FOUR_ACES:
        return [winner.pays for winner in winners]
    each, odd = divmod(winners[0].pays, len(winners))
    return [each + (1 if place >= len(winners) - odd else 0) for place in range(len(winners))]


@law("19:47-2.19(g)1", "19:47-2.19(g)2", "19:47-2.19(g)3", "19:47-2.19(h)", editions="2010", kind="script")
def before_a_prize(facts: Facts, decision: WagerDecision) -> Iterator[Said | Did]:
    if decision.prize is None:
        return
    yield Did(by="19:47-2.19(g)1", what=f"checks the cards: {decision.row.replace('-', ' ')}")
    yield Did(by="19:47-2.19(g)2", what="checks that the light is lit")
    yield Did(by="19:47-2.19(g)3", who="supervisor", what="confirms the prize")
    if isinstance(decision.prize, WholeMeter):
        what = "completes the papers of a prize that is not paid from the tray; the cards stay until then"
        yield Did(by="19:47-2.19(h)", who="supervisor", what=what)


def meter_shows(meter: MeterState, offer: WagerOffer) -> int:
    """Return what the meter shows: the licensee's amount, and the rate of wagers since; fractions of a cent carry
    over."""
    base, wagers, _ = meter
    return base + int(wagers * DOLLAR * _to_the_meter(offer))


def reset_meter_shows(meter: MeterState, offer: WagerOffer) -> int:
    _, _, wagers = meter
    return int(wagers * DOLLAR * _rate(offer)) - int(wagers * DOLLAR * _to_the_meter(offer))


def _rate(offer: WagerOffer) -> Fraction:
    return offer.rate if offer.rate is not None else LEAST_RATE


def _to_the_meter(offer: WagerOffer) -> Fraction:
    return _rate(offer) * (1 - RESET_SHARE if offer.reset_meter else 1)


def opening_meter(offer: WagerOffer) -> MeterState:
    return (offer.initial if offer.initial is not None else LEAST_METER, 0, 0)


@law("19:47-2.19(b)", editions="2010")
def register(meter: MeterState, wagers: int) -> MeterState:
    """Add the wagers of a round to the meters before the first card."""
    base, before, for_reset = meter
    return (base, before + wagers, for_reset + wagers)


def after_a_win(meter: MeterState, offer: WagerOffer) -> MeterState:
    """Restart the meter at the licensee's reset amount plus what the reset meter holds."""
    reset = offer.reset if offer.reset is not None else LEAST_METER
    return (reset + reset_meter_shows(meter, offer), 0, 0)


def after_a_fixed_prize(meter: MeterState, table: TableRules, offer: WagerOffer, paid: int) -> MeterState:
    """Charge a fixed prize to the house; by the other reading to the meter, as far as it reaches."""
    if not table.reads("19:47-2.19", "off-meter"):
        return meter
    base, wagers, for_reset = meter
    return (base - min(paid, meter_shows(meter, offer)), wagers, for_reset)


def figures(table: TableRules, offer: WagerOffer, price: Price) -> Mapping[str, object]:
    """Return the break-even meter, and the long-run cost at this rate and reset."""
    fixed = sum((line.chance * line.back for row, line in price.items() if row != FOUR_ACES), Fraction(0))
    chance = price[FOUR_ACES].chance if FOUR_ACES in price else Fraction(0)  # one deck has two aces of a colour
    reset = Fraction(offer.reset if offer.reset is not None else LEAST_METER, DOLLAR)
    off_meter = table.reads("19:47-2.19", "off-meter")
    long_run = 1 - _rate(offer) - chance * reset - (0 if off_meter else fixed)
    even = round(float((1 - fixed) / chance), 2) if chance else None
    whence = "off the meter" if off_meter else "by the house, on top of what goes to the meters"
    return {
        "meter": float(reset),
        "break_even_meter": even,
        "fixed_prizes_return": float(fixed),
        "long_run_house_edge": float(long_run),
        "long_run_note": f"the fixed prizes are paid {whence}"
        + ("; in the long run the house loses" if long_run < 0 else ""),
    }


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table
    yield "a chip acceptor with a light at each place, and a display of the progressive meter"
    if offer.reset_meter:
        yield "a reset meter beside the progressive meter"


@option("wagers.progressive", "the progressive wager", "19:47-2.19(a)", since=date(1996, 7, 15))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.19(a)", since=date(1996, 7, 15))
def one_dollar_at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER) or exactly(table, WAGER.name, (DOLLAR,))


@limit("19:47-2.19(i)", since=date(1996, 7, 15))
def rate_and_meters(table: TableRules) -> Breach | None:
    """Require at least 70 percent for the meters, and at least $5,000 at the start and after a reset."""
    for offer in table.offering(WAGER.name):
        wrong = []
        if offer.rate is not None and offer.rate < LEAST_RATE:
            wrong.append(("rate", f"{float(offer.rate):g}", "0.7 or more"))
        for key, meter in (("initial", offer.initial), ("reset", offer.reset)):
            if meter is not None and meter < LEAST_METER:
                wrong.append((key, dollars(meter), f"{dollars(LEAST_METER)} or more"))
        if wrong:
            got = ", ".join(f"{key} {value}" for key, value, _ in wrong)
            want = ", ".join(f"{key} {least}" for key, _, least in wrong)
            return Breach(
                "progressive.meters", "the rate or a meter is below its minimum", got, want, "wagers.progressive"
            )
    return None


WAGER = Wager(
    name="progressive",
    title="Progressive blackjack",
    section="19:47-2.19",
    pays_by="19:47-2.19(c)",
    games=SUBCHAPTER_2,
    only_there=one_dollar_at_a_blackjack_table,
    floor=_floor,
    prizes=prizes,
    keys=("minimum", "maximum", "rate", "initial", "reset", "reset_meter"),
    defaults={
        "minimum": DOLLAR,
        "maximum": DOLLAR,
        "rate": LEAST_RATE,
        "initial": LEAST_METER,
        "reset": LEAST_METER,
    },
    stakes=one_dollar,
    stakes_by="19:47-2.19(a)",
    may_place=may_place,
    placed=into_the_acceptor,
    reads=("own",) * 4,
    decide=decide,
    before=before_a_prize,
    returns_stake=lambda table: False,
    share=share,
    meters=Meters(
        "19:47-2.19(b)",
        checks_the_lights,
        opening_meter,
        register,
        meter_shows,
        after_a_win,
        after_a_fixed_prize,
    ),
    layout=_layout,
    layout_by="19:46-1.10(j)",
    figures=figures,
    limits=(rate_and_meters,),
    options=(offered,),
)
