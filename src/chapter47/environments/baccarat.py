"""Baccarat as an environment: one round per episode."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces

from chapter47.core.act import Act
from chapter47.core.errors import Problem
from chapter47.core.posting import Posting
from chapter47.environments.table_env import Observation, TableEnv, staked, units
from chapter47.library.arguments import BadArgumentError

DEAL: Final = "deal"
POINTS: Final = 10


class BaccaratEnv(TableEnv):
    """Baccarat. Without `bet`, `deal` stakes a unit on `wager`."""

    games: ClassVar = ("baccarat",)

    def __init__(self, table: Posting | None = None, *, wager: str = "banker", **settings: Any) -> None:
        self.wager = wager
        super().__init__(table, **settings)
        if wager not in self.posting.offers:
            raise BadArgumentError([Problem("wager", wager, " or ".join(self.posting.offers))])

    def _action_names(self) -> tuple[str, ...]:
        return (DEAL, *(f"bet {wager}" for wager in self.posting.offers if self.bet))

    def _spaces(self) -> dict[str, spaces.Space[Any]]:
        return {
            "player": spaces.Discrete(POINTS),
            "banker": spaces.Discrete(POINTS),
            "last_round": spaces.Discrete(2),
            "wagers": units(len(self.posting.offers)),
        }

    def _observation(self) -> Observation:
        table = self._seat().table
        wagers = np.zeros(len(self.posting.offers), np.float32)
        for stake in table.stakes:
            if self.session.unfinished:
                wagers[self.posting.offers.index(stake.wager)] += stake.amount / self.unit
        return {
            "player": np.int64(table.player.points or 0),
            "banker": np.int64(table.banker.points or 0),
            "last_round": np.int64(table.last_round),
            "wagers": wagers,
        }

    def _legal(self) -> Mapping[str, Sequence[Act]]:
        made = {getattr(offer.act, "on", ""): offer for offer in self._offers() if offer.kind == "bet"}
        bets = {wager: act for wager, offer in made.items() if (act := staked(offer, self.unit))}
        if not self.bet:
            return {DEAL: (bets[self.wager],)}
        deals: dict[str, Sequence[Act]] = {DEAL: ()} if self._hosting.closes_wagers(self.session.table) else {}
        return deals | {f"bet {wager}": (act,) for wager, act in bets.items()}

    def _deals(self, action: str) -> bool:
        return action == DEAL
