"""Many blackjack tables at once on compiled code, with the interface of Gymnasium's vector environments."""

from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from chapter47.core.errors import Problem
from chapter47.core.posting import Posting
from chapter47.core.simulating import Simulator, SteppedTables
from chapter47.environments.blackjack import BlackjackEnv, Spanish21Env
from chapter47.environments.table_env import Info
from chapter47.library.arguments import BadArgumentError, game_of_table
from chapter47.library.checks import NotLawfulError, check
from chapter47.library.tables import table as default_table

Observations = NDArray[np.int16]
MOST_CARDS: Final = 1000


class BlackjackVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` tables with one player each. An episode is a round; its first action deals.

    Observations are whole numbers: the question asked, total, soft, value of a pair, up card, hands of the box, cards
    left. After the end of a round the next step begins another episode, whatever its action (`NEXT_STEP`). Rewards are
    in units of the initial wager."""

    games: ClassVar[tuple[str, ...]] = BlackjackEnv.games[:2]
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 1,
        table: Posting | None = None,
        *,
        unit: int | None = None,
        lawful_only: bool = True,
        **settings: Any,
    ) -> None:
        posting = default_table(game=self.games[0]) if table is None else table
        game = game_of_table(posting)
        problems = [
            Problem(key, str(value), "no such setting of a vector environment") for key, value in settings.items()
        ]
        if game.name not in self.games:
            problems.append(Problem("table", game.name, " or ".join(self.games)))
        if num_envs < 1:
            problems.append(Problem("num_envs", str(num_envs), "1 or more"))
        if problems:
            raise BadArgumentError(problems)
        if lawful_only and not (verdict := check(posting)).lawful:
            raise NotLawfulError(verdict)
        assert game.simulation is not None
        simulator: Simulator[Any] = game.simulation.load()
        assert simulator.stepped is not None
        self.posting = posting
        self.num_envs = num_envs
        self.tables: SteppedTables = simulator.stepped(posting, num_envs, posting.minimum if unit is None else unit)
        self.actions = self.tables.actions
        """The name of each action."""
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.single_observation_space = spaces.Box(0, MOST_CARDS, (len(self.tables.observation),), np.int16)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._is_open = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Info]:
        """Shuffle every shoe and begin an episode at each table."""
        super().reset(seed=seed)
        del options
        self.tables.open(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._is_open = True
        return self.tables.seen.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Perform one action at each table. An illegal action changes nothing there."""
        if not self._is_open:
            raise gymnasium.error.ResetNeeded("Call reset() first.")
        self.tables.step(np.ascontiguousarray(actions, dtype=np.int64))
        rewards = self.tables.nets / self.tables.unit
        ended = self.tables.ended.astype(np.bool_)
        return self.tables.seen.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._info()

    def _info(self) -> Info:
        return {"action_mask": self.tables.legal.copy(), "illegal": self.tables.illegal.astype(np.bool_)}


class Spanish21VectorEnv(BlackjackVectorEnv):
    """Spanish 21, many tables at once."""

    games: ClassVar[tuple[str, ...]] = Spanish21Env.games
