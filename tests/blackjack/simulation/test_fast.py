"""The fast path settles what the engine settles, to the cent, and comes to the exact edge."""

import random
import statistics
from collections import Counter
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from chapter47.blackjack import events as e
from chapter47.blackjack.analysis.chart.chart import Chart, chart_of
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.simulation.heads_up.fast_path import (
    AS_IN_6_TO_5,
    ASKED,
    WITHOUT_EFFECT,
    HeadsUpTable,
    HeadsUpTally,
    NotHeadsUpError,
    heads_up_table,
    own_way,
    play_block,
    results_of,
)
from chapter47.blackjack.simulation.heads_up.kernels import (
    SHOES,
    SHUFFLED_AT_A_TIME,
    Shoes,
    more_cards,
    rename_values,
    shuffle_all,
    shuffle_room,
)
from chapter47.blackjack.simulation.heads_up.steps import total_of
from chapter47.blackjack.state import Hand, Round
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.variations import GAMES, blackjack
from chapter47.blackjack.variations.variation import Variation
from chapter47.core.cards import Card
from chapter47.core.chance import Scripted
from chapter47.core.numeric.generator import stream

BLACKJACK = {"boxes": 6, "decks": 6, "minimum": 10_00}
TABLES: dict[str, dict[str, Any]] = {
    "no hole card": {},
    "card reader": {"hole_card": "card-reader", "split_hands": 4},
    "face down, three hands": {"hole_card": "face-down", "split_hands": 3, "surrender": True},
    "surrender": {"surrender": True, "even_money": True, "split_hands": 4, "resplit_aces": True, "decks": 4},
    "soft 17": {"soft_17": "hit", "hole_card": "card-reader", "surrender": True, "even_money": True, "decks": 2},
    "face-down double": {"double_card": "face-down", "split_hands": 4, "decks": 2},
    "one deck": {"decks": 1, "cut_card": Fraction(1, 2), "split_hands": 4, "resplit_aces": True},
    "machine": {"shuffle": "machine", "decks": 8, "cut_card": Fraction(1, 3)},
    "busts apart": {"readings": {"2010 19:47-2.11(d)": "busted-plus-one", "2010 19:47-2.10(b)": "busted-plus-one"}},
    "split 21": {"readings": {"2010 19:47-2.3(a)3": "literal"}, "split_hands": 4},
    "odd wager": {"minimum": 7_50, "chip": 25, "surrender": True, "hole_card": "card-reader"},
    "6 to 5": {
        "game": "six-to-five",
        "decks": 2,
        "soft_17": "hit",
        "shuffle": "machine",
        "cut_card": Fraction(1, 3),
        "hole_card": "none",
    },
    "6 to 5, burned": {
        "game": "six-to-five",
        "decks": 2,
        "soft_17": "hit",
        "burn": True,
        "double_after_split": False,
        "hole_card": "card-reader",
        "cut_card": Fraction(1, 3),
    },
}
ROWS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")


def table_of(name: str) -> TableRules:
    return TableRules(**{**BLACKJACK, **TABLES[name]})


def any_chart(rng: random.Random) -> Chart:
    """Bold and silly: every code somewhere."""
    codes = ("H", "S", "S", "D", "Ds", "Rh", "Rs")
    low = ("H", "H", "D", "Rh")
    data: dict[str, Any] = {
        "hard": {str(n): {up: rng.choice(codes if n > 11 else low) for up in ROWS} for n in range(4, 21)},
        "soft": {str(n): {up: rng.choice(codes) for up in ROWS} for n in range(12, 21)},
        "pairs": {pair: {up: rng.choice(("P", "P", "P", "Rp", "Rh", "S", "D")) for up in ROWS} for pair in ROWS},
        "insurance": rng.random() < 0.5,
        "even_money": rng.random() < 0.5,
    }
    return chart_of(data)


def rank(card: Card) -> str:
    return "T" if card_value(card) == 10 else card.rank


def move(chart: dict[str, Any], state: Round, hand: Hand, need: NeedMove) -> str:
    """What the printed chart says, of what is open."""
    legal = {option.name for option in need.legal}
    if need.question == "insurance":
        return "insure" if chart["insurance"] else "decline"
    if need.question == "even money":
        return "even-money" if chart["even_money"] else "decline"
    assert state.upcard is not None
    up = rank(state.upcard)
    code = chart["soft" if hand.total.soft else "hard"][str(hand.total.points)][up]
    if len(hand.cards) == 2 and rank(hand.cards[0]) == rank(hand.cards[1]):
        pair = chart["pairs"][rank(hand.cards[0])][up]
        if pair.startswith("R") and "surrender" in legal:
            return "surrender"
        if pair in ("P", "Rp"):
            if "split" in legal:
                return "split"
            code = code.replace("Rh", "H").replace("Rs", "S")
        else:
            code = pair
    if code.startswith("R") and "surrender" in legal:
        return "surrender"
    if code.startswith("D") and "double" in legal:
        return "double"
    return "hit" if code in ("H", "D", "Rh") and "hit" in legal else "stand"


def engine_round(table: BlackjackInPlay, chart: dict[str, Any], wager: int) -> int:
    """The result of one round in cents."""
    begun = len(table.log)
    table.begin()
    assert table.bet(1, "Ann", wager) is None
    assert table.close_bets() is None
    while not isinstance(need := table.deal(), Settled):
        assert isinstance(need, NeedMove)
        chosen = move(chart, table.state, table.state.hand(need.at), need)
        most = next(option.most for option in need.legal if option.name == chosen)
        assert table.choose(need.bettor, chosen, most) is None
    events = [entry.event for entry in table.log[begun:]]
    paid = sum(event.amount for event in events if isinstance(event, e.Paid))
    return paid - sum(event.amount for event in events if isinstance(event, e.Collected))


def engine_shoe(rules: TableRules, chart: dict[str, Any], wager: int, seed: int) -> tuple[tuple[Card, ...], list[int]]:
    """A shoe to its cutting card: the order of its cards, and the results."""
    rng = random.Random(seed)

    def mix(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(rng.sample(cards, len(cards)))

    table = BlackjackInPlay(rules, Scripted(order=mix))
    table.open()
    order = table.shoe.pile.cards  # type: ignore[attr-defined]
    results = []
    while table.shoe.pile.cards is order:  # type: ignore[attr-defined]
        results.append(engine_round(table, chart, wager))
    return order, results


@pytest.mark.parametrize("name", TABLES)
def test_the_fast_path_settles_what_the_engine_settles(name: str) -> None:
    """Sixteen shoes with a chart each that tries everything."""
    table = table_of(name)
    rng = random.Random(name)
    rounds = 0
    for _ in range(4):
        chart = any_chart(rng)
        fast = heads_up_table(table, chart)
        shoes = [engine_shoe(table, chart.data(), fast.wager, rng.randrange(10**9)) for _ in range(4)]
        settled = results_of(fast, [order for order, _ in shoes])
        assert settled == [results for _, results in shoes]
        rounds += sum(map(len, settled))
    assert rounds > 40


EXACT = ("no hole card", "card reader", "surrender", "soft 17", "face down, three hands", "6 to 5, burned")


def tables_edge(name: str, rounds: int) -> tuple[HeadsUpTally, float]:
    table = table_of(name)
    analysed = analyse(table)
    block = EXACT.index(name)  # each table its own cards: else all would err the same way
    return play_block(heads_up_table(table, analysed.strategy, fresh=True), 47, block, rounds), analysed.house_edge


@pytest.mark.parametrize("name", EXACT)
def test_fresh_shoes_come_to_the_exact_edge(name: str) -> None:
    tally, exact = tables_edge(name, 3_000_000)
    assert tally.rounds == 3_000_000
    assert abs(tally.house_edge - exact) < 4 * tally.standard_error


@pytest.mark.soak
@pytest.mark.parametrize("name", EXACT)
def test_a_hundred_million_fresh_shoes_come_to_the_exact_edge(name: str) -> None:
    tally, exact = tables_edge(name, 100_000_000)
    assert tally.standard_error < 0.00013
    assert abs(tally.house_edge - exact) < 4 * tally.standard_error


@cache
def ready(name: str = "card reader", *, fresh: bool = False) -> HeadsUpTable:
    table = table_of(name)
    return heads_up_table(table, analyse(table).strategy, fresh=fresh)


@pytest.mark.parametrize("fresh", [False, True])
def test_a_block_is_the_same_again_and_no_other(fresh: bool) -> None:
    fast = ready(fresh=fresh)
    assert play_block(fast, 1, 2, 10_007) == play_block(fast, 1, 2, 10_007)
    nets = {play_block(fast, seed, block, 10_007).net_squared for seed in range(3) for block in range(3)}
    assert len(nets) == 9


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("rounds", [1, 2, 41, 999, 4096, 12_345])
def test_exactly_as_many_rounds_as_were_asked_for(rounds: int, fresh: bool) -> None:
    tally = play_block(ready(fresh=fresh), 3, 0, rounds)
    assert tally.rounds == rounds
    assert sum(tally.results.values()) == rounds
    assert sum(result * often for result, often in tally.results.items()) == tally.net
    assert tally.shoes == rounds if fresh else 1 <= tally.shoes <= rounds


def test_more_rounds_of_a_block_begin_with_the_same_rounds() -> None:
    """A block is counted in order: two counts of it differ by the rounds between them."""
    fast = ready()
    fewer, more = play_block(fast, 3, 0, 5000), play_block(fast, 3, 0, 5001)
    assert more.squares - fewer.squares == (more.net - fewer.net) ** 2


def test_tallies_add_up() -> None:
    fast = ready()
    first, two = play_block(fast, 1, 0, 1000), play_block(fast, 1, 1, 500)
    both = first + two
    assert (both.rounds, both.net, both.shoes) == (1500, first.net + two.net, first.shoes + two.shoes)
    assert both.wager == 10_00
    assert both.results == first.results + two.results


def test_the_standard_error_counts_shoes_not_rounds() -> None:
    """Shoes of four rounds each that all end alike: their rounds tell no more than one of them would."""
    results = Counter({1: 200, -1: 200})
    alike = HeadsUpTally(1, 400, 0, 100, results, shuffles=100, rounds_squared=1600, rounds_by_net=0, net_squared=1600)
    assert alike.standard_error == pytest.approx(1 / 99**0.5)
    apart = HeadsUpTally(1, 400, 0, 400, results, shuffles=400, rounds_squared=400, rounds_by_net=0, net_squared=400)
    assert apart.standard_error == pytest.approx(1 / 399**0.5)
    assert alike.variance == apart.variance == 1


NOT_FAST: list[tuple[dict[str, Any], str]] = [
    *(({"game": game}, "own way") for game in ("switch", "spanish-21", "double-exposure", "multiple-action")),
    ({"optional_payouts": ("7-7-7",)}, "optional pay-outs"),
    ({"shuffle": "bart-carter"}, "BartCarter"),
    ({"shoe": "double"}, "Double"),
    ({"decks": 1}, "too few cards"),
    ({"minimum": 15_25, "chip": 25}, "too many states or results"),
]


@pytest.mark.parametrize(("keys", "why"), NOT_FAST)
def test_other_tables_are_refused_with_the_reason(keys: dict[str, Any], why: str) -> None:
    chart = any_chart(random.Random(1))
    with pytest.raises(NotHeadsUpError, match=why):
        heads_up_table(TableRules(**keys), chart)


def test_totals() -> None:
    assert str(total_of(0, 0)) == "soft 12"
    assert str(total_of(0, 9, 4)) == "16"


def test_renaming_moves_nine_values_in_a_ring_and_leaves_the_tens() -> None:
    shoe = ready().cards
    renamed = shoe.copy()
    seen = set()
    for _ in range(9):
        assert sorted(renamed.tolist()) == sorted(shoe.tolist())
        assert ((renamed == 9) == (shoe == 9)).all()
        seen.add(tuple(renamed.tolist()))
        rename_values(renamed)
    assert len(seen) == 9
    assert (renamed == shoe).all()


def test_shoes_dealt_again_come_to_the_same_edge() -> None:
    """The difference of the two, in its own standard errors; each has streams of its own."""
    fast = ready("surrender")
    once = play_block(fast, 11, 0, 4_000_000, deals=1)
    again = play_block(fast, 11, 1, 12_000_000, deals=9)
    error = (once.standard_error**2 + again.standard_error**2) ** 0.5
    assert abs(once.house_edge - again.house_edge) < 4 * error
    assert once.variance == pytest.approx(again.variance, abs=0.01)


@pytest.mark.parametrize("deals", [1, 4, 9])
def test_the_standard_error_is_how_far_blocks_lie_apart(deals: int) -> None:
    """From 400 blocks their spread is known to about 4 percent; four times that is allowed."""
    blocks = [play_block(ready(), 5, block, 20_000, deals=deals) for block in range(400)]
    spread = statistics.stdev(block.house_edge for block in blocks)
    claimed = statistics.mean(block.standard_error for block in blocks)
    assert spread == pytest.approx(claimed, rel=0.15)


def test_the_results_are_as_often_as_the_analysis_says() -> None:
    """Without a split the chances are exact; with one they are close, so only the common results are compared."""
    table = table_of("surrender")
    analysed = analyse(table)
    tally = play_block(heads_up_table(table, analysed.strategy, fresh=True), 9, 0, 3_000_000)
    for net in (-1.0, -0.5, 0.0, 1.0, 1.5):
        share = tally.results[round(net * tally.wager)] / tally.rounds
        assert share == pytest.approx(analysed.results.units[net], abs=0.0015)


def shuffled(size: int, batches: int, *, biased: bool) -> tuple[float, int]:
    """Card by place of the shoes that are shuffled together: chi-square and its degrees of freedom."""
    end, width = size // SHUFFLED_AT_A_TIME * SHUFFLED_AT_A_TIME, 64
    bounds = np.repeat(size - np.arange(end) - biased, SHOES).astype(np.uint16)
    least = (65536 % bounds.astype(np.int64)).astype(np.uint16)
    room, chance = shuffle_room(size, end)._replace(bounds=bounds, least=least), stream(8, 0)
    counts = np.zeros((end, size), dtype=np.int64)
    for _ in range(batches):
        cards = np.tile(np.arange(width, dtype=np.uint8), SHOES)
        shoes = Shoes(ready().steps, cards, width, size, shuffled=end, first=0, cut=0, first_cards=0)
        shuffle_all(chance, shoes, room)
        for shoe in cards.reshape(SHOES, width):
            counts[np.arange(end), shoe[:end]] += 1
    expected = batches * SHOES / size
    return float(((counts - expected) ** 2).sum() / expected), end * (size - 1)


def test_shoes_that_are_shuffled_together_have_every_card_in_every_place_as_often() -> None:
    value, freedom = shuffled(52, 2500, biased=False)
    assert abs(value - freedom) / (2 * freedom) ** 0.5 < 4


def test_the_same_test_catches_a_bound_that_is_one_too_small() -> None:
    value, freedom = shuffled(52, 250, biased=True)
    assert (value - freedom) / (2 * freedom) ** 0.5 > 20


def test_when_no_card_is_left_the_discards_are_dealt_again() -> None:
    """Of 20 cards the last 8 lie on the layout: they stay out, of the others one is burned."""
    cards = np.arange(30, dtype=np.uint8)
    cursor = np.array([20, 20, 12, 0], dtype=np.int64)
    more_cards(stream(1, 1), cards, 5, 20, cursor)
    assert cursor.tolist() == [9, 20, 0, 1]
    assert cards[5:13].tolist() == list(range(17, 25))
    assert sorted(cards[13:25].tolist()) == list(range(5, 17))
    assert cards[13:25].tolist() != list(range(5, 17))
    assert cards[:5].tolist() + cards[25:].tolist() == [0, 1, 2, 3, 4, 25, 26, 27, 28, 29]


@dataclass(frozen=True, kw_only=True)
class WithAHook(Variation):
    pays_on_sundays: bool = False


def test_a_new_hook_of_a_game_is_not_overlooked() -> None:
    """Whatever a variation gets tomorrow, the fast path refuses it until somebody has looked at it."""
    basic = blackjack.BLACKJACK
    hooks = {field.name: getattr(basic, field.name) for field in fields(basic)}
    assert own_way(WithAHook(**hooks, pays_on_sundays=True)) == ["pays_on_sundays"]
    assert own_way(replace(basic, follows=lambda state: [])) == ["follows"]
    assert {name for name, game in GAMES.items() if not own_way(game)} == {"blackjack", "six-to-five"}


def test_hooks_that_were_looked_at_exist() -> None:
    assert {*ASKED, *WITHOUT_EFFECT, *AS_IN_6_TO_5} <= {field.name for field in fields(Variation)}
