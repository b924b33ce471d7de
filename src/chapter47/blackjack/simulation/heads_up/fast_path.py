"""The fast path: one box that plays the main wager by a chart, at tables whose rounds the transition table can hold."""

from collections import Counter
from dataclasses import dataclass, fields
from math import sqrt
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.values import value_index
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.handling import Handling
from chapter47.blackjack.shoe.kinds import shoe_for
from chapter47.blackjack.shoe.machine import Continuous, Machine
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.simulation.heads_up import kernels
from chapter47.blackjack.simulation.heads_up import sums as block_sums
from chapter47.blackjack.simulation.heads_up.steps import HeadsUpRules
from chapter47.blackjack.simulation.heads_up.transition_table import (
    FIRST_END,
    STOP_FLAG,
    ZERO_END,
    TooLargeError,
    TransitionTable,
    transition_table_of,
)
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.variations.blackjack import BLACKJACK
from chapter47.blackjack.variations.six_to_five import SIX_TO_FIVE
from chapter47.blackjack.variations.variation import Variation
from chapter47.core.cards import Card
from chapter47.core.chance import Scripted
from chapter47.core.numeric.generator import stream

ASKED: Final = ["may_surrender", "dealer_stands", "blackjack_odds", "collected_at_once", "dealt_from_the_hand"]
"""Hooks of a game that the steps call."""
WITHOUT_EFFECT: Final = [
    "name",
    "title",
    "text",
    "sections",
    "own_limits",
    "own_options",
    "own_notices",
    "without",
    "unused_keys",
    "cites",
    "defaults",
    "playable",
    "side_wagers",
    "wager",
    "dealing",
    "script",
    "asked_aloud",
    "drawing_standard",
    "denied_by",
    "may_enter",
    "lets_in",
    "is_cut",
    "opens_with",
    "restarts_a_stopped_machine",
    "knows_idle_tables",
    "own_irregularities",
    "voids_the_round",
    "conceals_first_cards",
    "blackjack_paid_by",
    "collected_at_once_by",
]
"""Hooks that affect neither the cards nor the money of one box: names, citations, lawful options, words, opening, who
may join."""
AS_IN_6_TO_5: Final = ["next_first_card", "follows", "before_settling"]
"""Hooks that 6 to 5 replaces without changing the order of the cards or their value."""


def own_way(game: Variation) -> list[str]:
    """List the hooks in which a game differs from blackjack (2.6 to 2.12), for which the steps are written. Every hook
    that is not listed above counts, so that a table with a new hook is refused until somebody has checked it."""
    looked_at = {*ASKED, *WITHOUT_EFFECT}
    different = []
    for hook in (field.name for field in fields(game) if field.name not in looked_at):
        models = (BLACKJACK, SIX_TO_FIVE) if hook in AS_IN_6_TO_5 else (BLACKJACK,)
        if all(getattr(game, hook) != getattr(model, hook, None) for model in models):
            different.append(hook)
    return different


class NotHeadsUpError(ValueError):
    """A table that the fast path cannot play; the message says why."""


@dataclass(frozen=True)
class HeadsUpTally:
    """Exact sums over rounds, in cents; the last four are over the rounds of each shuffle together."""

    wager: int
    rounds: int
    net: int
    shoes: int
    results: Counter[int]
    """How often each result of a round occurred."""
    shuffles: int
    rounds_squared: int
    rounds_by_net: int
    net_squared: int

    def __add__(self, other: Self) -> Self:
        assert self.wager == other.wager
        mine, theirs = vars(self), vars(other)
        return type(self)(wager=self.wager, **{key: mine[key] + theirs[key] for key in mine if key != "wager"})

    @property
    def squares(self) -> int:
        return sum(result * result * count for result, count in self.results.items())

    @property
    def house_edge(self) -> float:
        return -self.net / (self.rounds * self.wager)

    @property
    def variance(self) -> float:
        """The variance of a round's result, in units of the wager."""
        return self.squares / (self.rounds * self.wager**2) - self.house_edge**2

    @property
    def standard_error(self) -> float:
        """The standard error of the edge, from shuffles, because the rounds of one shuffle depend on each other."""
        if self.shuffles < 2:
            return float("nan")
        mean = self.net / self.rounds
        spread = self.net_squared - 2 * mean * self.rounds_by_net + mean**2 * self.rounds_squared
        return sqrt(max(spread, 0.0) * self.shuffles / (self.shuffles - 1)) / (self.rounds * self.wager)


class HeadsUpTable(NamedTuple):
    """A table prepared for the fast path."""

    steps: TransitionTable
    cards: NDArray[np.uint8]
    """One shoe, by value."""
    first: int
    cut: int
    """The card behind the cutting card."""
    first_cards: int
    fresh: bool
    unit: int
    wager: int


def heads_up_table(table: TableRules, chart: Chart, *, wager: int | None = None, fresh: bool = False) -> HeadsUpTable:
    """Prepare a table, or raise an error with the reason why it cannot be played."""
    game = GAMES[table.game]
    if different := own_way(game) or ["hole_card"] * (table.hole_card == "face-up"):
        raise NotHeadsUpError(f"{game.title} has its own way of playing a round: {', '.join(different)}")
    if table.optional_payouts:
        raise NotHeadsUpError("the optional pay-outs ask for more than the values of cards")
    step = wager_step(table)
    staked = -(-table.minimum // step) * step if wager is None else wager
    first, cut, fresh = _shoe(table, fresh=fresh)
    rules = HeadsUpRules(table, chart, staked)
    try:
        steps, unit = transition_table_of(rules, fresh=fresh)
    except TooLargeError as error:
        raise NotHeadsUpError(f"too many states or results: {error}") from None
    values = np.array([value_index(card) for card in full_set(table)], dtype=np.uint8)
    return HeadsUpTable(steps, values, first, cut, rules.first_cards, fresh, unit, staked)


def _shoe(table: TableRules, *, fresh: bool) -> tuple[int, int, bool]:
    """Return the first card that is dealt and the card behind the cutting card, as in an opened shoe."""
    shoe = shoe_for(table)
    by_hand = isinstance(shoe, FromTheHand)
    if fresh or isinstance(shoe, Continuous) or (by_hand and table.rounds_per_deck == "one"):
        return 0, 0, True
    if type(shoe) not in (Single, Machine, FromTheHand):
        raise NotHeadsUpError(f"a shoe of the kind {type(shoe).__name__} is dealt otherwise")
    assert isinstance(shoe, Single)
    filled, _ = shoe.open(Handling(chance=Scripted(), players={1: "Ann"}, first=1))
    behind = filled.cards_left + filled.pile.next - filled.pile.cutting_card
    if filled.pile.cutting_card < 2 * kernels.SHUFFLED_AT_A_TIME or behind < 2 * kernels.SHUFFLED_AT_A_TIME:
        raise NotHeadsUpError("too few cards before or behind the cutting card")
    return filled.pile.next, filled.pile.cutting_card, False


DEALS = 4
"""Number of times a shuffled shoe is dealt, with its values renamed; chosen by measurement (see benchmarks)."""


def play_block(fast: HeadsUpTable, seed: int, block: int, rounds: int, deals: int = DEALS) -> HeadsUpTally:
    """Play a number of rounds, always the same for the same seed and block. A shoe that is dealt more than once counts
    as one in the standard error, so the error is valid for any `deals`."""
    shoes, chance = _shoes(fast), stream(seed, block)
    if fast.fresh:
        return _tally(fast, kernels.play_fresh(shoes, chance, rounds))
    return _tally(fast, kernels.play_shoes(shoes, chance, rounds, deals))


def _shoes(fast: HeadsUpTable) -> kernels.Shoes:
    """Make sixteen unshuffled shoes, each starting at a multiple of 64 bytes."""
    size, at_a_time = len(fast.cards), kernels.SHUFFLED_AT_A_TIME
    width = (size + 63) // 64 * 64
    cards = np.zeros((kernels.SHOES, width), dtype=np.uint8)
    cards[:, :size] = fast.cards
    first, cut, shuffled = 0, at_a_time - 1, at_a_time
    if not fast.fresh:
        first, cut = fast.first, fast.cut
        shuffled = min((cut + at_a_time) // at_a_time, size // at_a_time) * at_a_time
    return kernels.Shoes(fast.steps, cards.ravel(), width, size, shuffled, first, cut, fast.first_cards)


def _tally(fast: HeadsUpTable, block: block_sums.Ints) -> HeadsUpTally:
    sums: list[int] = block.tolist()
    unit, zero = fast.unit, int(block_sums.zero_mark(fast.steps))
    return HeadsUpTally(
        wager=fast.wager,
        rounds=sums[block_sums.ROUNDS],
        net=sums[block_sums.NET] * unit,
        shoes=sums[block_sums.SHOES_DEALT],
        results=Counter({(mark - zero) * unit: count for mark, count in enumerate(sums[block_sums.MARKS :]) if count}),
        shuffles=sums[block_sums.SHUFFLES],
        rounds_squared=sums[block_sums.ROUNDS_SQUARED],
        rounds_by_net=sums[block_sums.ROUNDS_BY_NET] * unit,
        net_squared=sums[block_sums.NET_SQUARED] * unit**2,
    )


def results_of(fast: HeadsUpTable, orders: list[tuple[Card, ...]]) -> list[list[int]]:
    """Play the rounds of four shoes in a given order of cards, up to the cutting card, and return their results in
    cents."""
    size = len(fast.cards)
    cards = np.array([[value_index(card) for card in order] for order in orders], dtype=np.uint8).ravel()
    shoes = kernels.Shoes(fast.steps, cards, size, size, size, fast.first, fast.cut, fast.first_cards)
    seen = np.zeros((fast.cut + 1 - fast.first, block_sums.FOUR), dtype=np.uint16)
    states, cursor = np.zeros(block_sums.FOUR, dtype=np.uint16), np.zeros(kernels.CURSOR_SIZE, dtype=np.int64)
    chance = stream(0, 0)
    kernels.deal_four(chance, shoes, 0, states, seen.ravel(), cursor, False)
    by_shoe = []
    for shoe in range(block_sums.FOUR):
        begun = kernels.begun_at(fast.steps, seen.ravel(), shoe, fast.first, fast.cut)
        last = int(kernels.finish(chance, shoes, shoe * size, fast.cut, begun, int(states[shoe]), cursor))
        ends = [int(state) for state in seen[:, shoe] if fast.steps[FIRST_END] <= state < STOP_FLAG]
        results = [(end - int(fast.steps[ZERO_END])) // block_sums.ROW for end in ends]
        by_shoe.append([result * fast.unit for result in (*results, *([last] if last != block_sums.NO_RESULT else []))])
    return by_shoe
