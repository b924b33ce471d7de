"""Many tables at once: each round is the engine's, to the cent, with the engine's legal moves."""

import runpy
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
import pytest
from tests.agreement.engine_side import EngineRound, Policy, open_round

import chapter47
import chapter47.environments
from chapter47.blackjack.hands import total
from chapter47.blackjack.simulation.kernel import stepping
from chapter47.blackjack.simulation.kernel.game_tables import DECK, NUMBER
from chapter47.blackjack.simulation.run.stepped_tables import SteppedBlackjack
from chapter47.blackjack.state import Legal
from chapter47.core.cards import Card
from chapter47.environments.vector import BlackjackVectorEnv, Spanish21VectorEnv
from chapter47.library.arguments import BadArgumentError

TABLES: Final[list[dict[str, Any]]] = [
    {"decks": 6},
    {"decks": 2, "soft_17": "hit", "surrender": True, "split_hands": 4, "resplit_aces": True, "cut_card": 0.05},
    {"decks": 8, "hole_card": "card-reader", "double_after_split": False, "even_money": True},
    {"decks": 4, "hole_card": "face-down", "double_card": "on-request"},
    {"game": "six-to-five", "burn": True},
    {"game": "spanish-21", "decks": 6},
]
ROOT: Final = Path(__file__).parents[2]
NUMBER_OF_TABLES: Final = 24
STEPS: Final = 150


class AsStepped(Policy):
    """Takes the moves that were taken before, and notes what was legal."""

    def __init__(self, moves: list[str]) -> None:
        super().__init__(0)
        self.moves, self.asked = iter(moves), list[set[str]]()

    def choose(self, legal: tuple[Legal, ...]) -> tuple[str, int]:
        if len(legal) == 1:
            return legal[0].name, legal[0].most
        self.asked.append({move.name for move in legal})
        name = next(self.moves)
        return name, next(move.most for move in legal if move.name == name)


class Stepped:
    """A vector environment beside the moves of each table's round."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.table = chapter47.table(**options)
        kind = Spanish21VectorEnv if self.table.game == "spanish-21" else BlackjackVectorEnv
        self.env = kind(NUMBER_OF_TABLES, self.table, lawful_only=False)
        assert isinstance(self.env.tables, SteppedBlackjack)
        self.tables: SteppedBlackjack = self.env.tables
        self.moves: list[list[str]] = [[] for _ in range(NUMBER_OF_TABLES)]
        self.legal: list[list[set[str]]] = [[] for _ in range(NUMBER_OF_TABLES)]

    def random_actions(self, mask: Any, rng: np.random.Generator) -> Any:
        actions = np.zeros(NUMBER_OF_TABLES, dtype=np.int64)
        for number, row in enumerate(mask):
            legal = np.flatnonzero(row)
            if len(legal) == 0 or legal[0] == 0:
                continue
            actions[number] = rng.choice(legal)
            self.moves[number].append(self.env.actions[int(actions[number])])
            self.legal[number].append({self.env.actions[action] for action in legal.tolist()})
        return actions

    def cards_of(self, number: int) -> Any:
        """The round's cards, unless its shoe has been shuffled since."""
        rules, table = self.tables.program.rules, self.tables.tables[number]
        first = int(self.tables.kept[number, stepping.NEXT_CARD]) + int(rules.burns_each_round)
        if table["next_card"] <= first or table["cutting_card_out"]:
            return None
        return table["cards"][first : int(table["next_card"])]

    def engine(self, number: int, cards: Any) -> tuple[int, list[set[str]]]:
        wagered = open_round(self.table, [[self.tables.unit]], [], (), {})
        shoe = np.array([NUMBER[DECK[card]] for card in cards.tolist()], dtype=np.uint8)
        played = EngineRound(wagered, shoe, 0)
        played.policy = policy = AsStepped(self.moves[number])
        came = played.play()
        assert came.cards == len(cards)
        return sum(came.won.values()), policy.asked


@pytest.mark.parametrize("case", range(len(TABLES)))
def test_rewards_and_masks_are_the_engines(case: int) -> None:
    stepped, rng, compared = Stepped(TABLES[case]), np.random.default_rng(case), 0
    _, info = stepped.env.reset(seed=case)
    for _ in range(STEPS):
        seen, rewards, ended, _, info = stepped.env.step(stepped.random_actions(info["action_mask"], rng))
        assert stepped.env.observation_space.contains(seen)
        assert not info["illegal"].any()
        for number in np.flatnonzero(ended).tolist():
            if (cards := stepped.cards_of(number)) is not None:
                won, legal = stepped.engine(number, cards)
                assert round(rewards[number] * stepped.tables.unit) == won
                assert legal == stepped.legal[number]
                compared += 1
            stepped.moves[number].clear()
            stepped.legal[number].clear()
    assert compared > 300


def test_gymnasium_makes_it_and_the_same_seed_deals_the_same() -> None:
    envs = [gymnasium.make_vec("chapter47/Blackjack-v0", 8, "vector_entry_point") for _ in range(2)]
    seen = [env.reset(seed=3)[0] for env in envs]
    for number in range(40):
        actions = np.full(8, number % 3, dtype=np.int64)
        answers = [env.step(actions) for env in envs]
        seen = [answer[0] for answer in answers]
        np.testing.assert_array_equal(seen[0], seen[1])
        np.testing.assert_array_equal(answers[0][1], answers[1][1])
        assert all(answer[0].shape == envs[0].observation_space.shape for answer in answers)


def test_an_illegal_action_changes_nothing() -> None:
    env = BlackjackVectorEnv(4, chapter47.table(decks=6))
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(np.ones(4, dtype=np.int64))
    assert info["illegal"].all()
    seen, _, ended, _, info = env.step(np.zeros(4, dtype=np.int64))
    switch = env.actions.index("switch")
    again, rewards, _, _, info_after = env.step(np.full(4, switch))
    for number in np.flatnonzero(~ended):
        np.testing.assert_array_equal(again[number], seen[number])
        np.testing.assert_array_equal(info_after["action_mask"][number], info["action_mask"][number])
        assert info_after["illegal"][number]
        assert rewards[number] == 0


def test_bad_settings_are_refused_all_at_once() -> None:
    with pytest.raises(BadArgumentError) as refused:
        BlackjackVectorEnv(0, chapter47.table(game="switch"), regret=True)
    assert [problem.key for problem in refused.value.problems] == ["regret", "table", "num_envs"]


def draws_to_17(hand: tuple[Card, ...], up: tuple[Card, ...], legal: tuple[str, ...]) -> str:
    del up, legal
    return "hit" if total(hand).points < 17 else "stand"


def test_mimicking_the_dealer_loses_what_the_exact_chart_loses() -> None:
    """Drawing to 17, never doubling or splitting: the edge of that chart, within four standard errors."""
    table = chapter47.table(decks=6)
    env = BlackjackVectorEnv(512, table)
    seen, _ = env.reset(seed=5)
    stand, hit, decline = (env.actions.index(name) for name in ("stand", "hit", "decline"))
    results: list[Any] = []
    for _ in range(700):
        actions = np.where(seen[:, 1] < 17, hit, stand)
        actions = np.where(seen[:, 0] == 0, 0, np.where(seen[:, 0] == 1, actions, decline))
        seen, rewards, ended, _, _ = env.step(actions)
        results.append(rewards[ended])
    won = np.concatenate(results)
    exact = chapter47.edge(table, strategy=draws_to_17).house_edge
    assert exact is not None
    assert won.mean() == pytest.approx(-exact, abs=4 * won.std() / np.sqrt(len(won)))


def test_tabular_q_learning_comes_near_the_exact_edge(tmp_path: Path) -> None:
    """The example, with few rounds: it must beat mimicking the dealer by far, and draws its curve."""
    learned = runpy.run_path(str(ROOT / "examples/q_learning.py"))["learn"](
        rounds=400_000, seed=1, page=tmp_path / "q.html", stages=2
    )
    assert learned.exact_edge == chapter47.edge(chapter47.table(decks=6)).house_edge
    assert 0 <= learned.edges[-1] - learned.exact_edge < 0.02
    assert learned.edges[-1] < learned.edges[0]
    assert "plotly" in (tmp_path / "q.html").read_text(encoding="utf-8")


@pytest.mark.soak
def test_tabular_q_learning_within_two_tenths_of_a_percent() -> None:
    learned = runpy.run_path(str(ROOT / "examples/q_learning.py"))["learn"](rounds=16_000_000, seed=1)
    assert 0 <= learned.edges[-1] - learned.exact_edge < 0.002
