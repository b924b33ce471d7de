"""Random lawful tables, shoes and decisions: whatever happens, money and cards are conserved and nothing leaks."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from tests.properties import watching
from tests.properties.strategies import (
    PLAYERS,
    amounts,
    favourites,
    lawful_tables,
    play_at_random,
    seeds,
    table_of,
    wager_of,
)

from chapter47.blackjack.events import Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedBets, NeedMove, Settled
from chapter47.blackjack.shoe.handling import NoCardsLeftError
from chapter47.blackjack.table.in_play import BlackjackInPlay

REFUSED_BETS = {"bet.entry", "bet.entry_minimum", "bet.several_boxes", "bet.twice", "bet.seated", "bet.shared_box"}
"""Why a wager within the limits may still be refused here."""
OF_LITTLE_EFFECT = ("drawn-unseen", "wrong-side", "face-up-in-shoe")

_player = st.integers(0, len(PLAYERS) - 1)
_bet = st.tuples(st.sampled_from((1, 2, 2, 3, 7)), _player, st.integers(0, 99), st.booleans())
"""Box, player, chips, whether seated."""
_choice = st.tuples(st.integers(0, 11), st.integers(0, 99))
"""Which of the legal moves, and which of its amounts."""


BETWEEN_ROUNDS: dict[str, Callable[[BlackjackInPlay, str], object]] = {
    "sit": lambda table, who: table.sit(1 + PLAYERS.index(who), who),
    "leave": lambda table, who: table.leave(who),
    "hold": lambda table, who: table.leave(who, held=True),
    "let in": lambda table, who: table.let_in(who),
    "relieve": lambda table, who: table.relieve(who),
    "repair": lambda table, who: table.repair_reader(),
    "reshuffle": lambda table, who: table.reshuffle(),
    "recut": lambda table, who: table.recut(),
    "recut by the next": lambda table, who: table.recut(same_player=False),
    "idle": lambda table, who: table.go_idle(),
    "idle, face down": lambda table, who: table.go_idle(face_up=False),
    "resume": lambda table, who: table.resume(),
    "resume, asked": lambda table, who: table.resume(asked=True),
}
"""What the floor does; what is not its moment is refused."""


def look_at(watch: watching.Watch) -> None:
    """All that must hold now, and all that must be refused now."""
    watch.look()
    watching.only_needed_acts_are_done(watch.table.state)
    watching.only_possible_calls_are_done(watch.table)
    if isinstance(watch.table.need, NeedMove):
        watching.only_legal_moves_are_done(watch.table)


class Tables(RuleBasedStateMachine):
    """One table from its opening through as many rounds as the steps allow."""

    @initialize(rules=lawful_tables(), seed=seeds, favoured=favourites)
    def opens(self, rules: TableRules, seed: int, favoured: str) -> None:
        self.table = table_of(rules, seed, favoured)
        self.watch = watching.Watch(self.table)
        self.look()

    def look(self) -> None:
        look_at(self.watch)

    @property
    def between(self) -> bool:
        return isinstance(self.table.need, (NeedBets, Settled))

    @rule(bets=st.lists(_bet, min_size=1, max_size=6), choices=st.lists(_choice, min_size=1, max_size=12))
    def plays(self, bets: list[tuple[int, int, int, bool]], choices: list[tuple[int, int]]) -> None:
        """On with the round, or into a new one."""
        if self.between:
            self._begin(bets)
        for move, stake in choices:
            self._to_the_next_decision()
            if not self.between:
                self._decide(move, stake)

    @rule(steps=st.integers(0, 5), which=st.integers(0, 11))
    def slips(self, steps: int, which: int) -> None:
        """An irregularity, after a few more cards."""
        for _ in range(steps):
            self._step()
        possible = sorted(self.table.calls, key=lambda kind: kind in OF_LITTLE_EFFECT)
        if possible:
            self._with_cards(lambda: self._done(self.table.call(possible[which % len(possible)])))

    @rule(act=st.sampled_from(sorted(BETWEEN_ROUNDS)), who=_player)
    def pauses(self, act: str, who: int) -> None:
        if self.between:
            BETWEEN_ROUNDS[act](self.table, PLAYERS[who])
            self.look()

    @rule()
    def asks_for_the_burn_card(self) -> None:
        self.table.show_burned()
        self.look()

    def _begin(self, bets: list[tuple[int, int, int, bool]]) -> None:
        self.table.begin()
        rules = self.table.rules
        for box, player, chips, seated in bets:
            wager = wager_of(rules, chips)
            refusal = self.table.bet(min(box, rules.boxes), PLAYERS[player], wager, seated=seated, consent=True)
            assert refusal is None or refusal.code in REFUSED_BETS
            self.look()
        if self.table.carried.idle and self.table.carried.seats:
            assert self.table.resume() is None
        nobody = not self.table.state.bettors or self.table.carried.idle
        assert (self.table.close_bets() is not None) == nobody
        self.look()

    def _to_the_next_decision(self) -> None:
        while not self.between and not isinstance(self.table.need, NeedMove):
            self._step()

    def _step(self) -> None:
        self._with_cards(self.table.step)

    def _decide(self, move: int, stake: int) -> None:
        need = self.table.need
        assert isinstance(need, NeedMove)
        legal = need.legal[move % len(need.legal)]
        chips = amounts(legal)
        chosen = chips[stake * (len(chips) - 1) // 99]
        self._done(self.table.choose(need.bettor, legal.name, chosen, version=self.table.state.version))
        self.look()

    def _done(self, refusal: object) -> None:
        assert refusal is None

    def _with_cards(self, act: Callable[[], object]) -> None:
        """A round that needs more cards than there are off the layout cannot go on."""
        try:
            act()
        except NoCardsLeftError:
            assert self.table.shoe.cards_left == 0
            assert len(self.table.shoe.discards) < 2
            reject()
        self.look()

    def teardown(self) -> None:
        if hasattr(self, "table"):
            watching.replays(self.table)


def test_a_table_whatever_is_done_at_it() -> None:
    run_state_machine_as_test(Tables, settings=settings(max_examples=80, stateful_step_count=20))


@pytest.mark.soak
def test_a_table_whatever_is_done_at_it_at_length() -> None:
    run_state_machine_as_test(Tables, settings=settings(max_examples=1600, stateful_step_count=20))


def play_and_watch(
    rules: TableRules, seed: int, favoured: str, irregular: float, *, rounds: int = 4
) -> BlackjackInPlay:
    table = table_of(rules, seed, favoured)
    watch = watching.Watch(table)
    play_at_random(table, Random(seed), rounds=rounds, irregular=irregular, look=lambda: look_at(watch))
    watching.replays(table)
    return table


often = st.sampled_from((0, 0.05, 0.2))
"""At what share of the moments an irregularity is called."""


@settings(max_examples=120)
@given(rules=lawful_tables(), seed=seeds, favoured=favourites, irregular=often)
def test_whole_rounds_of_random_play(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    table = play_and_watch(rules, seed, favoured, irregular)
    assert table.state.over or not table.state.bettors


@pytest.mark.soak
@settings(max_examples=2400)
@given(rules=lawful_tables(), seed=seeds, favoured=favourites, irregular=often)
def test_whole_rounds_of_random_play_at_length(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    table = play_and_watch(rules, seed, favoured, irregular)
    assert table.state.over or not table.state.bettors


never_full = lawful_tables(
    decks=1, boxes=7, shoe="single", shuffle="bart-carter", mid_shoe_entry="open", bettors_per_box=1, split_hands=2
)
"""The discards of one deck are never more than a deck, so they come back only when the shoe is empty."""


@settings(max_examples=8)
@given(rules=never_full, seed=seeds, favoured=favourites, irregular=often)
def test_a_shoe_that_runs_out(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    table = play_and_watch(rules, seed, favoured, irregular, rounds=12)
    refilled = [entry.event.by for entry in table.log if isinstance(entry.event, Shuffled)]
    assert "19:47-2.15(f)" in refilled
