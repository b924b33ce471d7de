"""Exact prices: the chain over the rules agrees, as fractions, with the engine walked over every throw."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from chapter47.core.dice import ROLLS
from chapter47.core.findings import Refusal
from chapter47.craps import events as e
from chapter47.craps.analysis.prices import Move, prices, solved, wager_price
from chapter47.craps.posting import FULL_DOUBLE, THREE_FOUR_FIVE, CrapsPosting, OddsMultiple, times
from chapter47.craps.round import play
from chapter47.craps.round.betting import stakeable
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.state import Layout
from chapter47.craps.wagers import ALL, WAGERS, is_offered, unit_of_stakes

ALL_NUMBERS = CrapsPosting(buy=POINTS, lay=POINTS, vigorish=Fraction(1, 20))
WON = CrapsPosting(buy=POINTS, lay=POINTS, vigorish_when="won", lay_vigorish_of="wager")
BARS_2 = CrapsPosting(bars=2, readings={"1996 19:47-1.2(a)5": "both", "1996 19:47-1.2(a)7": "working"})
BETS = [
    (name, posting, wager.name, number)
    for name, posting in (("all", ALL_NUMBERS), ("fee on wins", WON), ("bars 2", BARS_2))
    for wager in ALL
    for number in wager.numbers or (0,)
    if not wager.supports and is_offered(posting, wager, number)
]


def step(result: play.Result) -> play.Step:
    assert not isinstance(result, Refusal), str(result)
    return result


def with_the_wager(posting: CrapsPosting, wager: str, number: int) -> tuple[Layout, int, int]:
    """The shooter bets pass, Ann the wager; come wagers once a point stands. With stake and fee."""
    layout = step(play.join(Layout(posting), "Shooter")).layout
    layout = step(play.join(layout, "Ann")).layout
    layout = step(play.take_dice(layout, "Shooter")).layout
    layout = step(play.bet(layout, "Shooter", "pass", 5_00)).layout
    if wager in ("come", "dont-come"):
        layout = step(play.send_dice(layout)).layout
        layout = step(play.roll_dice(layout, ROLLS[0]._replace(first=2, second=2))).layout
    unit = unit_of_stakes(posting, WAGERS[wager], number)
    amount = 600_00 // unit * unit  # a fee of 5 percent of it, or of what it wins, is exact in cents
    made = step(play.bet(layout, "Ann", wager, amount, number))
    fee = sum(event.amount for event in made.events if isinstance(event, e.FeeTaken))
    return made.layout, amount, fee


def ready(layout: Layout) -> Layout:
    """With a shooter and a line wager, as the table needs them."""
    if not layout.shooter:
        layout = step(play.decline_dice(layout, "Ann")).layout if layout.offered == "Ann" else layout
        layout = step(play.take_dice(layout, layout.offered)).layout
    if not layout.point and not layout.staked("Shooter", "pass"):
        layout = step(play.bet(layout, "Shooter", "pass", 5_00)).layout
    return step(play.send_dice(layout)).layout


State = tuple[int, int]


@pytest.mark.parametrize(("name", "posting", "wager", "number"), BETS, ids=lambda value: str(value)[:20])
def test_the_price_is_that_of_the_engine(name: str, posting: CrapsPosting, wager: str, number: int) -> None:
    """Every throw of every state that the engine reaches; come out rolls at rest are counted."""
    first, amount, fee = with_the_wager(posting, wager, number)
    layouts: dict[State, Layout] = {(first.point, number): first}

    def moves(state: State) -> Iterator[Move[State, Fraction]]:
        layout = ready(layouts[state])
        for roll in ROLLS:
            thrown = step(play.roll_dice(layout, roll))
            ends = [event for event in thrown.events if getattr(event, "bettor", "") == "Ann"]
            stake = next((stake for stake in thrown.layout.stakes if stake.bettor == "Ann"), None)
            if stake is not None:
                after = (thrown.layout.point, stake.number)
                layouts.setdefault(after, thrown.layout)
                yield Move(1, after, None)
            else:
                yield Move(1, None, Fraction(sum(map(net, ends)) - fee, amount))

    walked = solved((first.point, number), moves)
    price = wager_price(posting, WAGERS[wager], number)
    mean = sum(value * chance for value, chance in walked.ends.items())
    squares = sum(value**2 * chance for value, chance in walked.ends.items())
    assert -mean == price.house_edge
    assert squares - mean**2 == price.variance
    if wager not in ("come", "dont-come"):
        assert walked.steps == price.rolls_with_rests
    else:
        assert walked.steps == price.rolls


def net(event: object) -> int:
    match event:
        case e.Paid():
            return event.amount
        case e.Collected():
            return -event.amount
    return 0


WITH_ODDS = [
    (line, multiple)
    for line in ("pass", "dont-pass")
    for multiple in (times(1), times(2), times(3), times(100), FULL_DOUBLE, THREE_FOUR_FIVE)
]


@pytest.mark.parametrize(("line", "multiple"), WITH_ODDS, ids=lambda value: getattr(value, "name", value))
def test_the_price_with_odds_is_that_of_the_engine(line: str, multiple: OddsMultiple) -> None:
    """Ann backs the line and, behind her point, takes or lays all the odds that the table allows."""
    posting = CrapsPosting(odds_multiple=multiple, maximum=100_000_00)
    first, amount, _ = with_the_wager(posting, line, 0)
    staked: dict[int, int] = {0: amount}
    layouts = {0: first}

    def moves(point: int) -> Iterator[Move[int, tuple[int, int]]]:
        layout = ready(layouts[point])
        for roll in ROLLS:
            thrown = step(play.roll_dice(layout, roll))
            mine = [event for event in thrown.events if getattr(event, "bettor", "") == "Ann"]
            if thrown.layout.stakes and (after := thrown.layout.point):
                if after not in layouts:
                    allowed = stakeable(thrown.layout, "Ann", f"{line}-odds", after)
                    assert not isinstance(allowed, Refusal)
                    layouts[after] = step(play.bet(thrown.layout, "Ann", f"{line}-odds", allowed.most, after)).layout
                    staked[after] = amount + allowed.most
                yield Move(1, after, None)
            else:
                yield Move(1, None, (sum(map(net, mine)), staked[point]))

    ends = solved(0, moves).ends
    lost = -sum(chance * won for (won, _), chance in ends.items())
    chips = sum(chance * laid for (_, laid), chance in ends.items())
    assert lost / chips == prices(posting).odds[multiple.name][line]


def test_a_shooter_throws_1671_in_196_times() -> None:
    assert prices(CrapsPosting()).rolls_per_shooter == Fraction(1671, 196)


def test_the_best_wager_is_dont_pass() -> None:
    assert prices(CrapsPosting()).best == Fraction(3, 220)


def test_only_what_is_offered_is_priced() -> None:
    offered = prices(CrapsPosting(offers=("pass", "field"), buy=(4,)))
    assert list(offered.wagers) == ["pass", "field", "buy"]
    assert list(offered.wagers["buy"]) == [4]
