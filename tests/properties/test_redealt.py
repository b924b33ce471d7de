"""Whatever is done at a table, refused cuts among it: its log is dealt again from its seed, line for line."""

from collections.abc import Callable
from random import Random
from typing import Final

from hypothesis import given, settings
from tests.properties.strategies import PLAYERS, lawful_tables, play_at_random, seeds
from tests.properties.test_table_machine import BETWEEN_ROUNDS

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe.handling import NoCardsLeftError, RefusedError
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import redeal, replay
from chapter47.core.chance import Seeded

PLACES: Final = (None, None, 3, 11, 26)
"""Where a cut is made; the third is refused, in a small stack the last too."""


def refused_or_done(act: Callable[[], object]) -> bool:
    try:
        act()
    except RefusedError:
        return False
    return True


@settings(max_examples=80)
@given(rules=lawful_tables(), seed=seeds)
def test_a_log_is_dealt_again_whatever_was_refused(rules: TableRules, seed: int) -> None:
    rng = Random(seed)
    table = BlackjackInPlay(rules, Seeded(seed), cut=lambda _, stack: rng.choice(PLACES))
    if rng.random() < 0.5:
        table.sit(1, PLAYERS[0])
    while not refused_or_done(table.open):
        assert not table.is_open
    for _ in range(6):
        act = BETWEEN_ROUNDS[rng.choice(sorted(BETWEEN_ROUNDS))]
        refused_or_done(lambda act=act: act(table, rng.choice(PLAYERS)))  # type: ignore[misc]
        refused_or_done(table.show_burned)
        try:
            refused_or_done(lambda: play_at_random(table, rng, rounds=1, irregular=0.02))
        except NoCardsLeftError:
            break
    list(replay(table.rules, table.log))
    redeal(table.rules, table.log, seed)
