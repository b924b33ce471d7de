"""A table of several seats with PettingZoo's interface plays the engine's game."""

from typing import Any, Final

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import chapter47
from chapter47.core.event import Collected, Paid
from chapter47.environments.several_seats import BlackjackTableEnv, env
from chapter47.library.arguments import BadArgumentError

TABLES: Final = {
    "blackjack": chapter47.table(decks=6, surrender=True),
    "spanish-21": chapter47.table(game="spanish-21"),
    "switch": chapter47.table(game="switch"),
}


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.filterwarnings("ignore::UserWarning")  # its notes on style
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    table = env(table=TABLES[game], seats=3)
    api_test(table, num_cycles=200)
    seed_test(lambda: env(table=TABLES[game], seats=2), num_cycles=20)


def random_rounds(table: BlackjackTableEnv, rounds: int) -> dict[str, float]:
    """Play at random and return each player's rewards."""
    random, totals = np.random.default_rng(47), dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=47)
    for _ in range(rounds):
        for agent in table.agent_iter():
            seen, reward, over, _, info = table.last()
            totals[agent] += reward
            if over:
                table.step(None)
                continue
            assert table.observation_space(agent).contains(seen)
            legal = np.flatnonzero(info["action_mask"])
            others = [table.infos[other]["action_mask"] for other in table.agents if other != agent]
            assert legal.size
            assert not any(mask.any() for mask in others)
            table.step(np.int64(random.choice(legal)))
        table.reset()
    return totals


@pytest.mark.parametrize("game", TABLES)
def test_rewards_are_the_settlements(game: str) -> None:
    table = env(table=TABLES[game], seats=3)
    totals = random_rounds(table, 60)
    logged = dict.fromkeys(totals, 0)
    for entry in table.seat.session.table.log:
        match entry.event:
            case Paid(bettor=bettor, amount=amount):
                logged[bettor] += amount
            case Collected(bettor=bettor, amount=amount):
                logged[bettor] -= amount
    assert {agent: round(total * table.seat.unit, 6) for agent, total in totals.items()} == logged
    assert all(logged.values())


def test_all_bet_before_cards_are_dealt_and_then_play_in_turn() -> None:
    table = env(seats=3)
    table.reset(seed=5)
    betting = []
    while table.to_bet:
        assert table.observe("player_3")["dealer"].sum() == 0
        betting.append(table.agent_selection)
        table.step(np.int64(0))
    assert betting == ["player_1", "player_2", "player_3"]
    assert table.observe("player_1")["dealer"].sum() >= 1
    assert table.infos["player_1"]["citations"]


def test_an_illegal_action_changes_nothing() -> None:
    table = env(seats=2, regret=True)
    table.reset(seed=5)
    before, events = table.observe("player_1"), len(table.seat.session.table.log)
    table.step(np.int64(table.actions.index("hit")))
    after, reward, over, _, info = table.last()
    assert table.agent_selection == "player_1"
    assert info["illegal"]
    assert (reward, over) == (0.0, False)
    assert len(table.seat.session.table.log) == events
    assert after is not None
    assert all(np.array_equal(before[key], after[key]) for key in before)


BAD: Final[list[tuple[dict[str, Any], str]]] = [
    ({"seats": 8}, "seats"),
    ({"seats": 0}, "seats"),
    ({"table": chapter47.table(game="craps")}, "table"),
]


@pytest.mark.parametrize(("settings", "key"), BAD)
def test_bad_settings_are_refused(settings: dict[str, Any], key: str) -> None:
    with pytest.raises(BadArgumentError) as refused:
        env(**settings)
    assert [problem.key for problem in refused.value.problems] == [key]
