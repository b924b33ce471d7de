"""Sessions: what an evening at the table comes to, how a bankroll fares, and how often it is lost."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.numeric.confidence import between, share_interval
from chapter47.core.text import money, percent

Cents = NDArray[np.int64]

PERCENTILES: Final = (1, 5, 25, 50, 75, 95, 99)
STOPS: Final = 50
"""At how many moments of a session the bankrolls are looked at."""
MOST_SESSIONS: Final = 5_000_000
PATHS: Final = 20
"""How many single bankrolls are kept to be drawn."""


class Sessions(NamedTuple):
    """Sessions of so many rounds each."""

    length: int
    bankroll: int
    """Cents that a player has to lose; a session is over when they are gone."""
    results: Cents
    """What each session won or lost; a lost bankroll counts as that."""
    ruined: int
    stops: NDArray[np.int64]
    """After so many rounds …"""
    bands: Cents
    """… so much was won or lost, by stop and percentile."""
    paths: Cents

    @property
    def number(self) -> int:
        return len(self.results)

    @property
    def risk_of_ruin(self) -> float:
        return self.ruined / self.number

    def data(self) -> Json:
        won = self.results / 100
        levels = np.percentile(won, PERCENTILES)
        return {
            "sessions": self.number,
            "rounds_each": self.length,
            "bankroll": self.bankroll / 100,
            "mean": float(won.mean()),
            "standard_deviation": float(won.std()),
            "ahead": float((self.results > 0).mean()),
            "even": float((self.results == 0).mean()),
            "behind": float((self.results < 0).mean()),
            "percentiles": {str(level): float(at) for level, at in zip(PERCENTILES, levels, strict=True)},
            "risk_of_ruin": self.risk_of_ruin,
            "risk_of_ruin_95": list(share_interval(self.ruined, self.number)),
            "risk_of_ruin_standard_error": (self.risk_of_ruin * (1 - self.risk_of_ruin) / self.number) ** 0.5,
        }


def sessions(blocks: Iterable[Cents], length: int, bankroll: int) -> Sessions:
    """Cut the rounds of each block into sessions; what is left over at a block's end is not used."""
    stops = np.unique(np.linspace(1, length, min(STOPS, length)).round().astype(np.int64))
    results: list[Cents] = []
    at_stops: list[Cents] = []
    ruined = 0
    for paths in _paths(blocks, length):
        lost = paths <= -bankroll
        gone: NDArray[np.bool_] = np.any(lost, axis=1)
        _end_at_ruin(paths, lost, gone, bankroll)
        ruined += int(gone.sum())
        results.append(paths[:, -1].copy())
        at_stops.append(paths[:, stops - 1])
    moments = np.concatenate(at_stops)
    bands = np.percentile(moments, PERCENTILES, axis=0).T.round().astype(np.int64)
    return Sessions(length, bankroll, np.concatenate(results), ruined, stops, bands, moments[:PATHS])


def _paths(blocks: Iterable[Cents], length: int) -> Iterator[Cents]:
    for net in blocks:
        whole = len(net) // length
        if whole:
            yield net[: whole * length].reshape(whole, length).cumsum(axis=1)


def _end_at_ruin(paths: Cents, lost: NDArray[np.bool_], gone: NDArray[np.bool_], bankroll: int) -> None:
    """A player without chips plays no more."""
    first = lost.argmax(axis=1)
    after = np.arange(paths.shape[1])[None, :] >= first[:, None]
    paths[after & gone[:, None]] = -bankroll


def sessions_in_words(told: JsonMapping) -> dict[str, str]:
    """What `data` tells, for the terminal and the page of plots."""
    levels = {f"{level} % end at or below": money(at) for level, at in told["percentiles"].items()}

    def chance(key: str) -> str:
        ends = between(told[f"{key}_95"], percent)
        return f"{percent(told[key])} (95 %: {ends})"

    rows = {
        "mean result": money(told["mean"]),
        "standard deviation": money(told["standard_deviation"]),
        "ahead, even, behind": f"{percent(told['ahead'])}, {percent(told['even'])}, {percent(told['behind'])}",
        **levels,
        "bankroll lost in the session": chance("risk_of_ruin"),
    }
    if "risk_of_ruin_forever" in told:
        rows["bankroll lost sooner or later"] = chance("risk_of_ruin_forever")
    return rows
