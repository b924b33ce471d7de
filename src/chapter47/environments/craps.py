"""Craps as an environment: the player is the shooter, and an episode lasts until the layout is empty."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces

from chapter47.core.act import Act
from chapter47.core.errors import Problem
from chapter47.core.hosting import Offer
from chapter47.core.posting import Posting
from chapter47.environments.table_env import Observation, TableEnv, staked, units
from chapter47.library.arguments import BadArgumentError

ROLL: Final = "roll"
ODDS: Final = "odds"
LINE: Final = ("pass", "dont-pass")
POINTS: Final = (4, 5, 6, 8, 9, 10)
ON_POINTS: Final = ("place-to-win", "place-to-lose", "come-odds", "dont-come-odds")
HORN_HIGH: Final = (2, 3, 11, 12)
TOTALS: Final = 13


class CrapsEnv(TableEnv):
    """Craps. Without `bet` the first roll stakes a unit on `wager`, and `odds` adds the maximum odds behind it."""

    games: ClassVar = ("craps",)

    def __init__(self, table: Posting | None = None, *, wager: str = "pass", **settings: Any) -> None:
        if wager not in LINE:
            raise BadArgumentError([Problem("wager", wager, " or ".join(LINE))])
        self.wager = wager
        super().__init__(table, **settings)

    def _action_names(self) -> tuple[str, ...]:
        self.bets = tuple(self._bets())
        """Return every wager, in the order of the observation `wagers`; `place-to-win-6` ends in its number."""
        if not self.bet:
            return (ROLL, ODDS)
        made = tuple(bet for bet in self.bets if not bet.startswith(("come-", "dont-come-")) or "odds" in bet)
        return (ROLL, *(f"bet {bet}" for bet in made), *(f"take-down {bet}" for bet in self.bets))

    def _bets(self) -> list[str]:
        offered = list(self.posting.offers)
        numbers: dict[str, tuple[int, ...]] = dict.fromkeys(ON_POINTS, POINTS)
        numbers |= {"horn-high": HORN_HIGH, "buy": tuple(self.posting.buy), "lay": tuple(self.posting.lay)}
        odds = [f"{wager}-odds" for wager in (*LINE, "come", "dont-come") if wager in offered]
        names = [*offered, *odds, "buy", "lay"]
        bets = [f"{name}-{number}" if number else name for name in names for number in numbers.get(name, (0,))]
        return [*bets, *(f"{name}-{point}" for name in ("come", "dont-come") if name in offered for point in POINTS)]

    def _spaces(self) -> dict[str, spaces.Space[Any]]:
        return {
            "point": spaces.Discrete(TOTALS),
            "dice": spaces.Box(0, 6, (2,), np.int8),
            "wagers": units(len(self.bets)),
        }

    def _observation(self) -> Observation:
        seat = self._seat()
        wagers = np.zeros(len(self.bets), np.float32)
        for stake in seat.mine:
            wagers[self.bets.index(_bet(stake.wager, stake.number))] += stake.amount / self.unit
        return {
            "point": np.int64(seat.table.point),
            "dice": np.array(seat.table.dice or (0, 0), np.int8),
            "wagers": wagers,
        }

    def _legal(self) -> Mapping[str, Sequence[Act]]:
        offers = self._offers()
        rolls: dict[str, Sequence[Act]] = {ROLL: ()} if self._hosting.closes_wagers(self.session.table) else {}
        if self.bet:
            return rolls | self._wagers(offers)
        made = {_spot(offer): offer for offer in offers if offer.kind == "bet"}
        if not self._seat().mine:
            bet = staked(made[self.wager], self.unit)
            return {ROLL: (bet,)} if bet else {}
        if odds := made.get(f"{self.wager}-odds"):
            rolls[ODDS] = (odds.with_amount(odds.most),)
        return rolls

    def _wagers(self, offers: Sequence[Offer]) -> dict[str, Sequence[Act]]:
        acts: dict[str, Sequence[Act]] = {}
        for offer in offers:
            act = staked(offer, self.unit) if offer.kind == "bet" else offer.act
            if offer.kind == "bet" and act:
                acts[f"bet {_spot(offer)}"] = (act,)
            elif offer.kind == "change" and type(offer.act).__struct_config__.tag == "take-down":
                acts[f"take-down {_spot(offer)}"] = (offer.act,)
        return acts

    def _deals(self, action: str) -> bool:
        return action == ROLL


def _bet(wager: str, number: int) -> str:
    """Return the name of a wager; a line wager has one name, whatever its point."""
    return f"{wager}-{number}" if number and not wager.startswith(("pass", "dont-pass")) else wager


def _spot(offer: Offer) -> str:
    wager, _, number = offer.spot.removeprefix("spot-").rpartition("-")
    return _bet(wager, int(number))
