"""The double shoe of 2.2(c) and 2.6(d): two sides, and a determinant card that may become the player's first card."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import perm
from pathlib import Path

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart, SplitsAlways
from tests.blackjack.analysis.spread import Spreading, mean_and_variance

from chapter47.blackjack.analysis.advice import UnlikelyCardsError
from chapter47.blackjack.analysis.chart.best_chart import worth_of_chart
from chapter47.blackjack.analysis.chart.chart import cells_of
from chapter47.blackjack.analysis.exact.game import BLACKJACK
from chapter47.blackjack.analysis.exact.prepared import prepare
from chapter47.blackjack.analysis.exact.rulebook import blackjack_pays
from chapter47.blackjack.analysis.exact.shoe import both_sides, full_shoes
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.analysis.results.round_results import round_results
from chapter47.blackjack.analysis.side_wagers.by_chart import price_by_chart
from chapter47.blackjack.analysis.side_wagers.price import price, streak_price
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.hands import is_blackjack
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.round import play
from chapter47.blackjack.rules.burn_and_reshuffle import side_that_deals
from chapter47.blackjack.rules.decks import sides
from chapter47.blackjack.table_file import from_data
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.wager import Price, edge_of
from chapter47.cli.app import app
from chapter47.core.cards import SUITS, Card, cards
from chapter47.core.errors import NotPricedError

Cards = tuple[Card, ...]


def pile(text: str) -> Cards:
    """`8*4 T*6` is four eights and six tens, half of them spades and half of them hearts."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, suit) for rank, _, count in words for suit in "sh" for _ in range(int(count) // 2))


class FromADoubleShoe(Spreading):
    """Every determinant card is drawn from the left; then the engine deals on."""

    def begun(self, left: Cards, right: Cards) -> Iterator[tuple[float, play.Result | None, Counter[Card]]]:
        """The chance of each determinant card, the round that began with it, and the cards to deal from."""
        for determinant, count in Counter(left).items():
            if side_that_deals(determinant, self.table.double_shoe_red_side) == "left":
                first = play.give(self._staked(), determinant, determinant=True)
                yield count / len(left), first, Counter(left) - Counter((determinant,))
            else:
                yield count / len(left), None, Counter(right)

    def both(self, left: Cards, right: Cards) -> dict[float, float]:
        results: dict[float, float] = defaultdict(float)
        self.spreads = {}
        for often, first, cards_left in self.begun(left, right):
            dealt = self._after(first, cards_left, None) if first else self._spread(self._staked(), cards_left, None)
            for net, chance in dealt.items():
                results[net / self.stakes] += often * chance
        return results

    def part(self, left: Cards, right: Cards, side: str) -> float:
        """What the rounds from one side add to the mean."""
        value = 0.0
        for often, first, cards_left in self.begun(left, right):
            if first and side != "right":
                value += often * self._go_on(first, cards_left, None)
            elif not first and side != "left":
                value += often * self._value(self._staked(), cards_left, None)
        return value


def table(**given: object) -> TableRules:
    return from_data({"shoe": "double", **given})


DESIGNATED = {"optional_payouts": ["designated-blackjack"], "hole_card": "card-reader"}
ROWS = [
    ("T*4 9*4 8*2", "8*2 T*6 9*2", table()),
    ("T*6 A*2 9*4", "T*8 A*2", table(even_money=True)),
    ("T*6 A*2 9*2", "T*8 A*2", table(designated_blackjack="As Ts", **DESIGNATED)),
    ("T*6 A*2 9*2", "T*8 A*2", table(designated_blackjack="As Ts", double_shoe_red_side="right", **DESIGNATED)),
    ("T*6 A*2 9*2", "T*8 A*2", table(designated_blackjack="Ah Ts", **DESIGNATED)),
    ("T*6 A*2 9*2", "T*6 A*2 9*2", table(designated_blackjack="Ah Th", **DESIGNATED)),
    ("8*4 T*6 9*2", "9*4 T*6", table(split_hands=3, surrender=True)),
    ("T*8 9*4", "8*2 T*8 9*2", table(game="multiple-action", multiple_action_wagers=2)),
    ("T*4 9*4 8*2", "T*6 A*2 9*2", table(game="double-exposure")),
]
"""2.6(d): left side, right side, table."""


def priced(left: str, right: str, rules: TableRules) -> OneWagerAnalysis:
    return analyse_one_hand(rules, *both_sides(rules, pile(left), pile(right)))


@pytest.mark.parametrize(("left", "right", "rules"), ROWS)
def test_edge_and_variance_by_the_chart_are_those_of_every_deal(left: str, right: str, rules: TableRules) -> None:
    analysed = priced(left, right, rules)
    dealt = FromADoubleShoe(rules, ByChart(analysed)).both(pile(left), pile(right))
    mean, variance = mean_and_variance(dealt)
    assert -analysed.house_edge == pytest.approx(mean, abs=1e-12)
    assert analysed.results.mean == pytest.approx(mean, abs=1e-12)
    assert analysed.variance == pytest.approx(variance, abs=1e-11)


OPEN = [row for row in ROWS if row[2].hole_card == "none"]


@pytest.mark.parametrize(
    ("left", "right", "rules"), [*OPEN[:2], *(pytest.param(*row, marks=pytest.mark.soak) for row in OPEN[2:])]
)
def test_the_best_play_is_the_best_of_all_moves_on_each_side(left: str, right: str, rules: TableRules) -> None:
    analysed = priced(left, right, rules)
    best = (FromADoubleShoe(rules, SplitsAlways(side, free=True)) for side in analysed.sides)
    parts = [
        play.part(pile(left), pile(right), side.shoe.side) for play, side in zip(best, analysed.sides, strict=True)
    ]
    assert -analysed.house_edge_optimal == pytest.approx(sum(parts), abs=1e-12)


def beginnings(rules: TableRules) -> Iterator[tuple[Fraction, Card, Card]]:
    """The first two cards of the box after every determinant card, with their chances: by counting and no more."""
    left, right = sides(rules)
    for first, second in permutations(left, 2):
        if side_that_deals(first, rules.double_shoe_red_side) == "left":
            yield Fraction(1, perm(len(left), 2)), first, second
    for first, second in permutations(right, 2):
        yield Fraction(1, 2 * perm(len(right), 2)), first, second


SHARES = [
    (2, "left", "As Ks", Fraction(1, 128)),
    (2, "right", "As Ks", Fraction(3, 128)),
    (2, "left", "As Kh", Fraction(1, 64)),
    (3, "left", "Ah Kd", Fraction(3, 128)),
    (3, "right", "Ah Kd", Fraction(1, 128)),
    (3, "right", "Ad Ks", Fraction(1, 64)),
]


@pytest.mark.parametrize(("decks", "red", "named", "share"), SHARES)
def test_how_many_blackjacks_are_the_designated_one(decks: int, red: str, named: str, share: Fraction) -> None:
    """Where both cards are of the colour that chooses the left side three times as many as of the other (2.3(e))."""
    rules = table(decks=decks, double_shoe_red_side=red, designated_blackjack=named, **DESIGNATED)
    shoes = full_shoes(rules)
    ours = [blackjack_pays(rules, shoe).designated_share for shoe in shoes]
    blackjacks = designated = Fraction(0)
    for chance, *two in beginnings(rules):
        blackjacks += chance * is_blackjack(tuple(two))
        designated += chance * (set(two) == set(cards(named)))
    if len(shoes) == 1:
        assert ours == [designated / blackjacks] == [share]
    assert sum(ours) / len(ours) == share


@pytest.mark.parametrize(("decks", "sides_of"), [(3, (2, 1)), (5, (3, 2)), (7, (4, 3))])
def test_sides_of_different_size_are_the_mean_of_two_shoes(decks: int, sides_of: tuple[int, int]) -> None:
    """The best play knows the side, the chart does not: it costs no less than a chart for each side."""
    analysed = analyse(table(decks=decks))
    each = [analyse(from_data({"decks": side})) for side in sides_of]
    assert analysed.house_edge_optimal == pytest.approx(
        sum(of_side.house_edge_optimal for of_side in each) / 2, abs=1e-14
    )
    charts = sum(of_side.house_edge for of_side in each) / 2
    assert charts - 1e-14 <= analysed.house_edge < charts + 0.0002


def test_the_chart_of_both_sides_is_better_than_the_chart_of_either() -> None:
    analysed = analyse_one_hand(table(decks=3))
    for decks in (2, 1):
        chart = analyse_one_hand(from_data({"decks": decks})).strategy
        assert not chart.same_as(analysed.strategy)
        value = sum(
            worth_of_chart(side.prepared, chart, cells_of(side.prepared.hands)).value for side in analysed.sides
        )
        assert value < -analysed.house_edge


@pytest.mark.parametrize("decks", [2, 4, 6, 8])
def test_sides_alike_are_one_shoe(decks: int) -> None:
    double, single = analyse(table(decks=decks)), analyse(from_data({"decks": decks // 2}))
    assert (double.house_edge, double.house_edge_optimal) == (single.house_edge, single.house_edge_optimal)


QUEENS = cards("Qh Qh")
COLOURS = [(4, "left"), (4, "right"), (5, "left"), (5, "right")]


@pytest.mark.parametrize(("decks", "red"), COLOURS)
def test_two_queens_of_hearts_come_as_often_as_their_colour_comes_first(decks: int, red: str) -> None:
    """2.24(b): the only side wager that names a suit."""
    rules = table(decks=decks, double_shoe_red_side=red, wagers={"twenty-point-bonus": {}})
    wager = WAGERS["twenty-point-bonus"]
    wager_price = price(wager, rules, rules.wagers[wager.name], "")
    ours = sum(line.chance for row, line in wager_price.items() if row.startswith("queens"))
    assert ours == sum(chance for chance, *two in beginnings(rules) if tuple(two) == QUEENS)
    assert sum(line.chance for line in wager_price.values()) == 1


def mean(prices: list[Price]) -> Fraction:
    return sum(map(edge_of, prices), Fraction(0)) / len(prices)


ALIKE = [
    ("over-under-13", "over"),
    ("sevens", ""),
    ("progressive", ""),
    ("blackjack-bonus", "1"),
]


@pytest.mark.parametrize(("name", "bet"), ALIKE)
def test_side_wagers_are_the_mean_of_both_sides(name: str, bet: str) -> None:
    """Whatever colour came first: these look at no suit, or at all suits alike."""
    offer = offered(name)
    at = [from_data({"decks": decks, "wagers": {name: offer}}) for decks in (4, 3)]
    both, wager = table(decks=7, wagers={name: offer}), WAGERS[name]
    of_a_side = [price(wager, side_rules, both.wagers[name], bet) for side_rules in at]
    assert edge_of(price(wager, both, both.wagers[name], bet)) == mean(of_a_side)


def offered(name: str) -> dict[str, object]:
    return {"payouts": {"1": {"5": 1, "50": 1}}} if name == "blackjack-bonus" else {}


def test_the_streak_wager_goes_by_rounds_from_either_side() -> None:
    """2.22: each round is won, pushed and lost as often as in the mean over the sides, by the chart of both."""
    both = table(decks=5, wagers={"streak": {}})
    analysed = analyse_one_hand(both)
    shoes = [full_shoes(from_data({"decks": decks}))[0] for decks in (3, 2)]
    each = [
        round_results(prepare(both, shoe, BLACKJACK), side.by_chart.followed, insured=False, even_money=False).hands
        for shoe, side in zip(shoes, analysed.sides, strict=True)
    ]
    scores = {score: (each[0].get(score, 0.0) + each[1].get(score, 0.0)) / 2 for score in {*each[0], *each[1]}}
    (priced_streak,) = all_prices(both, analysed)
    for bet, bet_price in priced_streak.bets.items():
        expected = streak_price(WAGERS["streak"], both, both.wagers["streak"], bet, scores)
        assert float(edge_of(bet_price)) == pytest.approx(float(edge_of(expected)), abs=1e-12)


@pytest.mark.parametrize("name", ["sevens", "progressive"])
def test_wagers_that_go_on_with_the_hand_follow_the_chart_of_both_sides(name: str) -> None:
    both = table(decks=7, wagers={name: {}})
    main = analyse(both)
    (wager_price,) = all_prices(both, main)
    of_a_side = [_by_chart(name, decks, main.strategy.data(), both.wagers[name]) for decks in (4, 3)]
    assert edge_of(wager_price.by_chart[""]) == mean(of_a_side)


def _by_chart(name: str, decks: int, codes: dict[str, object], offer: WagerOffer) -> Price:
    return price_by_chart(WAGERS[name], from_data({"decks": decks}), offer, codes)


ADVICE = [
    ("9s 7d", "Th", ["left", "right"]),
    ("9h 7d", "Th", ["left", "right"]),
    ("9s 7s", "Th", ["right"]),
    ("8s 8d", "As", ["left", "right"]),
    ("7h 7h 7h", "2h", ["left"]),
]
"""The hand, the up card, and the sides that can have dealt them: hearts and diamonds choose the left one."""


@pytest.mark.parametrize(("hand", "up", "possible"), ADVICE)
def test_advice_is_the_mean_of_the_sides_that_can_have_dealt_the_cards(hand: str, up: str, possible: list[str]) -> None:
    advice = analyse_one_hand(table(decks=5, hole_card="card-reader")).advise(cards(hand), up=cards(up))
    assert list(advice.sides) == possible
    for move, value in advice.moves.items():
        each = [advised.moves[move] for advised in advice.sides.values()]
        assert min(each) <= value <= max(each)


@pytest.mark.parametrize("hand", ["9s 8h", "9h 8h", "9h 9s"])
def test_each_side_weighs_as_much_as_it_deals_these_cards(hand: str) -> None:
    left, right = pile("T*4 9*4 8*4"), pile("8*2 T*6 9*2")
    rules = table(hole_card="none")
    advice = analyse_one_hand(rules, *both_sides(rules, left, right)).advise(cards(hand), up=cards("Th"))
    ours, up = sorted(cards(hand), key=str), cards("Th")[0]
    often = {
        name: sum(
            sorted((first, two), key=str) == ours and seen == up and (name == "right" or 2 * first.is_red)
            for first, two, seen in permutations(cards_of_side, 3)
        )
        / perm(len(cards_of_side), 3)
        for name, cards_of_side in (("left", left), ("right", right))
    }
    for move, value in advice.moves.items():
        mean_value = sum(often[side] * advised.moves[move] for side, advised in advice.sides.items()) / sum(
            often.values()
        )
        assert value == pytest.approx(mean_value, abs=1e-14)


def test_cards_that_no_side_holds_are_refused() -> None:
    with pytest.raises(UnlikelyCardsError, match="7h, 4 times is not allowed; allowed: at most 2"):
        analyse_one_hand(table(decks=3)).advise(cards("7h 7h 7h"), up=cards("7h"))


NOT_PRICED = [
    ({"decks": 1}, "a deck on each side"),
    ({"game": "switch", "decks": 5}, "2A.7"),
    ({"game": "spanish-21", "decks": 6}, "spades"),
]


@pytest.mark.parametrize(("given", "why"), NOT_PRICED)
def test_what_is_not_priced_is_not_lawful(given: dict[str, object], why: str) -> None:
    with pytest.raises(NotPricedError, match=why):
        analyse(table(**given))


def test_the_commands_take_an_odd_number_of_decks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "double.toml"
    path.write_text('shoe = "double"\ndecks = 5\n', encoding="utf-8")
    assert app(["edge", str(path), "--vary", "decks=2,3,5", "--json"], result_action="return_value") == 0
    data = json.loads(capsys.readouterr().out)
    assert all(row["house_edge"] is not None for row in data["vary"])
    assert (data["vary"][2]["difference"], data["notes"]) == (0.0, [])
    assert app(["strategy", str(path), "--json"], result_action="return_value") == 0
    assert json.loads(capsys.readouterr().out)["hard"]["16"]["T"] == "H"
    assert app(["advise", str(path), "9s 7d", "--up", "Th"], result_action="return_value") == 0
    assert "from the left side" in " ".join(capsys.readouterr().out.split())


def test_suits_of_full_decks_are_as_many_red_as_black() -> None:
    for shoe in full_shoes(table(decks=5)):
        assert len({sum(card.suit == suit for card in shoe.cards) for suit in SUITS}) == 1
