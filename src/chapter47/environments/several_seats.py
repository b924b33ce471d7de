"""A blackjack table with several players, with the interface of PettingZoo: the players act in turn."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from chapter47.core.errors import Problem
from chapter47.core.posting import Posting
from chapter47.environments.blackjack import BlackjackEnv, Spanish21Env, SwitchEnv
from chapter47.environments.table_env import Info, Observation
from chapter47.library.arguments import BadArgumentError, game_of_table
from chapter47.library.tables import table as default_table

try:
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    message = "a table of several seats needs PettingZoo: install chapter47[gym]"
    raise ModuleNotFoundError(message, name=error.name) from error

GAMES: Final[dict[str, type[BlackjackEnv]]] = {
    game: environment for environment in (BlackjackEnv, Spanish21Env, SwitchEnv) for game in environment.games
}


class BlackjackTableEnv(AECEnv):  # type: ignore[misc] # it ships no types
    """Blackjack, 6 to 5, double exposure, Spanish 21 or Switch with `seats` players, each in a box of their own.

    An episode is a round. First every player bets, then each plays in turn; observations, actions and settings are
    those of the environment for one player. An illegal action changes nothing, and the same player acts again."""

    metadata: dict[str, Any] = {"name": "chapter47_blackjack_table_v0", "render_modes": ["svg"]}  # noqa: RUF012

    def __init__(self, table: Posting | None = None, *, seats: int = 3, **settings: Any) -> None:
        super().__init__()
        posting = default_table(game="blackjack") if table is None else table
        game = game_of_table(posting).name
        if game not in GAMES:
            raise BadArgumentError([Problem("table", game, " or ".join(GAMES))])
        self.seat = GAMES[game](posting, **settings)
        """The environment of one player; its `player` is the one who acts."""
        boxes: int = getattr(posting, "boxes", 1)
        if isinstance(seats, bool) or not isinstance(seats, int) or not 1 <= seats <= boxes:
            raise BadArgumentError([Problem("seats", str(seats), f"1 to {boxes}, the boxes of the table")])
        self.render_mode = self.seat.render_mode
        self.actions = self.seat.actions
        """The name of each action."""
        self.possible_agents = [f"player_{number}" for number in range(1, seats + 1)]
        self.seat.players = tuple(self.possible_agents)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, the same for all players."""
        del agent
        return self.seat.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same for all players."""
        del agent
        return self.seat.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a round; with a seed at a new table, otherwise with the same shoe."""
        self.agents = self.possible_agents[:]
        self.seat.player = self.agents[0]
        self.seat.reset(seed=seed, options=options)
        self.to_bet = self.agents[:]
        """The players who have not bet yet."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self.infos: dict[str, Info] = {}
        self._inform()

    def observe(self, agent: str) -> Observation:
        """Return what a player sees."""
        return self.seat.observe(agent)

    def step(self, action: np.int64 | None) -> None:
        """Perform an action of the player who acts, and deal until the next decision."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.seat.player = agent
        before = {each: self.seat.worth(each) for each in self.agents}
        extra = self.seat.perform(self.actions[int(action)], closes=self.to_bet in ([], [agent]))
        if extra is not None and self.to_bet:
            self.to_bet.remove(agent)
        over = not self.to_bet and self.seat.session.between_rounds
        self.rewards = {each: (self.seat.worth(each) - before[each]) / self.seat.unit for each in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, over)
        if not over:
            self.agent_selection = self.to_bet[0] if self.to_bet else self.seat.asked()
        self._inform()
        self.infos[agent] |= {"illegal": extra is None, **(extra or {})}
        if over:
            self._deads_step_first()

    def render(self) -> str | None:
        """Draw the table as an SVG document, as the player who acts sees it."""
        self.seat.player = self.agent_selection
        return self.seat.render()

    def close(self) -> None:
        """Close the table; nothing is open beyond it."""
        self.seat.close()

    def _inform(self) -> None:
        """Write the observations of all players; only the one who acts has legal actions."""
        self.seat.player = self.agent_selection
        info = self.seat.info()
        waiting = {**info, "action_mask": np.zeros_like(info["action_mask"])}
        self.infos = {agent: dict(info if agent == self.agent_selection else waiting) for agent in self.agents}


def env(**settings: Any) -> BlackjackTableEnv:
    """Make a table, as PettingZoo's environments are made."""
    return BlackjackTableEnv(**settings)
