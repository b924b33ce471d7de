"""Sessions: the result of an evening at the table, the course of a bankroll, and how often it is lost."""

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
"""Number of points in a session at which bankrolls are recorded."""
MOST_SESSIONS: Final = 5_000_000
PATHS: Final = 20
"""Number of individual bankrolls kept for the plot."""


class Sessions(NamedTuple):
    """Sessions with the same number of rounds."""

    length: int
    bankroll: int
    """Cents that a player can lose; a session ends when they are gone."""
    results: Cents
    """The result of each session; a session that lost its bankroll counts as that loss."""
    ruined: int
    stops: NDArray[np.int64]
    """Numbers of rounds …"""
    bands: Cents
    """… and the results after them, by percentile."""
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
    """Cut the rounds of each block into sessions, ignoring the rest at a block's end."""
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
    """End sessions when the player has no chips left."""
    first = lost.argmax(axis=1)
    after = np.arange(paths.shape[1])[None, :] >= first[:, None]
    paths[after & gone[:, None]] = -bankroll


def sessions_in_words(results: JsonMapping) -> dict[str, str]:
    """Describe what `data` holds, for the terminal and the page of plots."""
    levels = {f"{level} % end at or below": money(at) for level, at in results["percentiles"].items()}

    def chance(key: str) -> str:
        ends = between(results[f"{key}_95"], percent)
        return f"{percent(results[key])} (95 %: {ends})"

    rows = {
        "mean result": money(results["mean"]),
        "standard deviation": money(results["standard_deviation"]),
        "ahead, even, behind": f"{percent(results['ahead'])}, {percent(results['even'])}, {percent(results['behind'])}",
        **levels,
        "bankroll lost in the session": chance("risk_of_ruin"),
    }
    if "risk_of_ruin_forever" in results:
        rows["bankroll lost eventually"] = chance("risk_of_ruin_forever")
    return rows
