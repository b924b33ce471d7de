"""The environments play the engine's game: Gymnasium's checker, masks, illegal actions, rewards."""

import subprocess
import sys
from typing import Any, Final

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import chapter47
from chapter47.baccarat.events import FeeMarked
from chapter47.core.event import Collected, Paid
from chapter47.environments import NAMES
from chapter47.environments.table_env import PLAYER, TableEnv
from chapter47.library.arguments import BadArgumentError

SITUATIONS: Final = [(name, bet) for name in NAMES for bet in (False, True)]
ROUNDS: Final = 200


def made(name: str, **settings: Any) -> TableEnv:
    env = gymnasium.make(name, **settings).unwrapped
    assert isinstance(env, TableEnv)
    return env


def same(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return all(np.array_equal(before[key], after[key]) for key in before)


@pytest.mark.parametrize(("name", "bet"), SITUATIONS)
def test_gymnasium_finds_nothing_wrong(name: str, bet: bool) -> None:
    env = made(name, bet=bet)
    check_env(env, skip_render_check=True)
    assert env.observation_space.contains(env.reset(seed=1)[0])


@pytest.mark.parametrize(("name", "bet"), SITUATIONS)
def test_rewards_are_the_settlements_and_masks_the_legal_acts(name: str, bet: bool) -> None:
    """Random play; the mask is compared with what the table lists as legal, and the rewards with its log."""
    env, random, total, logged = made(name, bet=bet), np.random.default_rng(47), 0.0, 0
    usual = 0.85 if env.posting.game in ("craps", "baccarat") else 0.0  # how often the first legal action is taken
    _, info = env.reset(seed=47)
    for _ in range(ROUNDS):
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            if env.posting.game not in ("craps", "baccarat") and not env.session.between_rounds:
                assert {env.actions[number] for number in legal} == {move.name for move in env._seat().legal}
            elif bet and env.posting.game in ("craps", "baccarat"):
                offered = [offer for offer in env._offers() if offer.kind == "bet" and offer.most >= env.unit]
                assert sum(env.actions[number].startswith("bet ") for number in legal) == len(offered)
            chosen = legal[0] if random.random() < usual else random.choice(legal)
            seen, reward, over, truncated, info = env.step(np.int64(chosen))
            assert env.observation_space.contains(seen)
            assert not truncated
            assert not info["illegal"]
            assert info["citations"]
            total += float(reward)
        _, info = env.reset()
    for entry in env.session.table.log:
        match entry.event:
            case Paid(bettor=bettor, amount=amount) if bettor == PLAYER:
                logged += amount
            case Collected(bettor=bettor, amount=amount, is_fee=False) if bettor == PLAYER:
                logged -= amount
            case FeeMarked(bettor=bettor, amount=amount) if bettor == PLAYER:
                logged -= amount
    assert logged != 0
    assert round(total * env.unit, 6) == logged


@pytest.mark.parametrize(("name", "bet"), SITUATIONS)
def test_an_illegal_action_changes_nothing(name: str, bet: bool) -> None:
    env = made(name, bet=bet)
    before, info = env.reset(seed=3)
    if info["action_mask"].all():  # a single action: after the round nothing is legal
        before, _, _, _, info = env.step(np.int64(0))
    events = len(env.session.table.log)
    for number in np.flatnonzero(info["action_mask"] == 0):
        after, reward, _, _, after_info = env.step(np.int64(number))
        assert after_info["illegal"]
        assert reward == 0.0
        assert same(before, after)
        assert np.array_equal(after_info["action_mask"], info["action_mask"])
    assert len(env.session.table.log) == events


def test_regret_is_what_a_move_loses() -> None:
    env = made("chapter47/Blackjack-v0", regret=True)
    _, info = env.reset(seed=5)
    _, _, over, _, info = env.step(np.int64(0))
    while over:
        env.reset()
        _, _, over, _, info = env.step(np.int64(0))
    assert info["regret"] == 0.0
    seat = env._seat()
    hit = env.step(np.int64(env.actions.index("hit")))[4]["regret"]
    assert hit >= 0.0
    assert seat.legal


BAD: Final = [
    ("chapter47/Blackjack-v0", {"table": chapter47.table(game="craps")}, "table"),
    ("chapter47/Blackjack-v0", {"unit": 1}, "unit"),
    ("chapter47/Craps-v0", {"wager": "field"}, "wager"),
    ("chapter47/Baccarat-v0", {"wager": "pass"}, "wager"),
]


@pytest.mark.parametrize(("name", "settings", "key"), BAD)
def test_bad_settings_are_refused(name: str, settings: dict[str, Any], key: str) -> None:
    with pytest.raises(BadArgumentError) as refused:
        gymnasium.make(name, **settings)
    assert [problem.key for problem in refused.value.problems] == [key]


def test_the_package_needs_gymnasium_only_for_environments() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import chapter47; chapter47.table(game='craps')\n"
        "try: import chapter47.environments\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "chapter47[gym]" in printed
