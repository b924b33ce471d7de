"""What a table wins in an hour: rounds per hour, occupied boxes, average wager and side-wager take-up."""

import re
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from msgspec import Struct

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.money import cents
from chapter47.games import AnyTable, game_of
from chapter47.library.prices import Edge, WagerEdge

PLAYERS: Final = 4
"""Players at a table by default."""
_TAKE_UP: Final = re.compile(r"(?P<wager>[a-z0-9-]+)(?:/(?P<bet>[\w -]+))?=(?P<share>[\d.]+)(?:@(?P<stake>[\d.]+))?")


class SideWager(Struct, frozen=True):
    """How often a side wager is made, and for how much."""

    wager: str
    bet: str | None
    take_up: float
    """The share of occupied boxes that make it in a round."""
    stake: int | None
    """Average stake in cents; by default the wager's minimum."""


class Assumptions(Struct, frozen=True):
    """A manager's assumptions about an hour; each has a default."""

    players: int = PLAYERS
    boxes: float | None = None
    """Average number of occupied boxes; by default one per player."""
    wager: int | None = None
    """Average main wager per box in cents; by default the table's minimum."""
    rounds_per_hour: float | None = None
    side_wagers: tuple[SideWager, ...] = ()
    drop: int | None = None
    """Drop per hour in cents; without it there is no hold."""


def read_take_up(words: Sequence[str]) -> tuple[SideWager, ...]:
    """Parse `match-the-dealer=0.3` or `over-under-13/over=0.1@5`: the share of boxes, and the average stake in
    dollars."""
    problems, wagers = [], []
    for word in words:
        parts = _TAKE_UP.fullmatch(word.strip())
        try:
            share = float(parts["share"]) if parts else -1.0
            stake = cents(parts["stake"]) if parts and parts["stake"] else None
        except ValueError:
            share, stake = -1.0, None
        if parts is None or not 0 <= share <= 1:
            allowed = "WAGER=SHARE or WAGER/BET=SHARE@STAKE with a share from 0 to 1, such as match-the-dealer=0.3@5"
            problems.append(Problem("take-up", word, allowed))
        else:
            wagers.append(SideWager(parts["wager"], parts["bet"], share, stake))
    if problems:
        raise Chapter47Error(problems)
    return tuple(wagers)


def usual_rounds(table: AnyTable, players: int) -> int:
    """Return the planning figure for this table's game and a number of players."""
    figures = game_of(table).rounds_per_hour
    return figures[min(players, len(figures)) - 1]


def win_per_hour(table: AnyTable, edge: Edge, assumed: Assumptions) -> dict[str, Any]:
    """Return the house's expected win in dollars per hour, its standard deviation, and the assumptions."""
    boxes = assumed.boxes if assumed.boxes is not None else float(assumed.players)
    rounds = assumed.rounds_per_hour or usual_rounds(table, assumed.players)
    wager = (assumed.wager if assumed.wager is not None else table.minimum) / 100
    main = None if edge.house_edge is None else edge.house_edge * wager * boxes * rounds
    side = _side_wins(table, edge, assumed, boxes * rounds)
    wins = [main, *side.values()]
    total = None if None in wins else sum(win for win in wins if win is not None)
    spread = None if edge.variance is None else wager * sqrt(edge.variance * boxes * rounds)
    return {
        "main": _rounded(main),
        "side_wagers": {name: _rounded(win) for name, win in side.items()},
        "total": _rounded(total),
        "standard_deviation": _rounded(spread),
        "hold": None if assumed.drop is None or total is None else round(total / (assumed.drop / 100), 6),
        "rounds_per_hour": rounds,
        "boxes": boxes,
        "average_wager": wager,
    }


def _rounded(dollars: float | None) -> float | None:
    return None if dollars is None else round(dollars, 4)


def _side_wins(table: AnyTable, edge: Edge, assumed: Assumptions, bets_an_hour: float) -> dict[str, float | None]:
    wins: dict[str, float | None] = {}
    for side in assumed.side_wagers:
        if side.wager not in edge.wagers:
            continue  # another table of the comparison offers it
        price = _priced(edge.wagers[side.wager], side)
        stake = side.stake if side.stake is not None else _minimum(table, side.wager)
        name = f"{side.wager}/{side.bet}" if side.bet else side.wager
        wins[name] = None if price is None else price * stake / 100 * side.take_up * bets_an_hour
    return wins


def _priced(wager: WagerEdge, side: SideWager) -> float | None:
    if not wager.bets:
        return wager.house_edge
    if side.bet is None or side.bet not in wager.bets:
        bets = ", ".join(f"{side.wager}/{bet}" for bet in wager.bets)
        raise Chapter47Error([Problem("take-up", side.bet or side.wager, f"one of its bets: {bets}")])
    return wager.bets[side.bet].house_edge


def _minimum(table: AnyTable, name: str) -> int:
    offer = getattr(table, "wagers", {}).get(name)
    minimum = getattr(offer, "minimum", None)
    return minimum if isinstance(minimum, int) else table.minimum
