"""Researcher: tabular Q-learning at a thousand blackjack tables at once, and the exact edge of what was learned.

Run it from this folder: python q_learning.py 30000000
It writes q_learning.html, the curve of the learned edge. Needs chapter47[gym] and, for the curve, chapter47[plots]."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import chapter47.environments
from chapter47.environments.vector import BlackjackVectorEnv

TABLES = 1024
EXPLORES = 0.1
LONGEST = 40
MOVES = ("stand", "hit", "double", "split")


@dataclass
class Learned:
    """The edge of the greedy player after each stage, and the edge of the best chart."""

    exact_edge: float
    rounds: list[int] = field(default_factory=list)
    edges: list[float] = field(default_factory=list)


class QTable:
    """The value of each move by total, soft or not, pair and up card: an average of the rounds that went on with it."""

    def __init__(self, actions: tuple[str, ...]) -> None:
        self.actions = [actions.index(move) for move in MOVES]
        self.sums = np.zeros((22 * 2 * 12 * 12, len(MOVES)))
        self.visits = np.zeros_like(self.sums)

    @staticmethod
    def cell(total: Any, soft: Any, pair: Any, up: Any) -> Any:
        return ((total * 2 + soft) * 12 + pair) * 12 + up

    def values(self, cells: Any = slice(None)) -> NDArray[np.float64]:
        visits = self.visits[cells]
        return np.where(visits > 0, self.sums[cells] / np.maximum(visits, 1e-9), -9.0)

    def learn(self, cells: NDArray[np.int64], moves: NDArray[np.int64], returns: NDArray[np.float64]) -> None:
        np.add.at(self.sums, (cells, moves), returns)
        np.add.at(self.visits, (cells, moves), 1)

    def forget(self) -> None:
        """Count what was learned with worse moves half from now on."""
        self.sums *= 0.5
        self.visits *= 0.5

    def decide(self, hand: Any, up: Any, legal: tuple[str, ...]) -> str:
        """The greedy move, as `chapter47.edge` asks for it."""
        points = [min(10, "A23456789TJQK".index(card.rank) + 1) for card in hand]
        soft = 1 in points and sum(points) <= 11
        pair = points[0] if len(points) == 2 and points[0] == points[1] else 0
        shown = min(10, "A23456789TJQK".index(up[0].rank) + 1)
        named = (11 if pair == 1 else pair, 11 if shown == 1 else shown)
        values = self.values(self.cell(sum(points) + 10 * soft, int(soft), *named))
        best = sorted(zip(values, MOVES, strict=True), reverse=True)
        return next((move for _, move in best if move in legal), legal[0])


def learn(rounds: int, seed: int = 1, page: Path | None = None, stages: int = 8) -> Learned:
    """Play so many rounds with an exploring player; after each stage the greedy player is priced exactly."""
    table = chapter47.table(decks=6)
    env = BlackjackVectorEnv(TABLES, table)
    q, random = QTable(tuple(env.actions)), np.random.default_rng(seed)
    decline, every = env.actions.index("decline"), np.arange(TABLES)
    cells = np.zeros((TABLES, LONGEST), dtype=np.int64)
    taken, length = np.zeros_like(cells), np.zeros(TABLES, dtype=np.int64)
    exact = chapter47.edge(table).house_edge
    assert exact is not None
    learned, played, steps, values = Learned(exact), 0, 0, q.values()
    seen, info = env.reset(seed=seed)
    for stage in range(1, stages + 1):
        while played < rounds * stage // stages:
            mask = info["action_mask"][:, q.actions]
            cell = q.cell(*(seen[:, column].astype(np.int64) for column in (1, 2, 3, 4)))
            greedy = np.where(mask, values[cell], -np.inf).argmax(axis=1)
            moves = np.where(
                random.random(TABLES) < EXPLORES, (mask * random.random(mask.shape)).argmax(axis=1), greedy
            )
            playing = seen[:, 0] == 1
            actions = np.where(playing, np.array(q.actions)[moves], np.where(seen[:, 0] > 1, decline, 0))
            noted = every[playing & (length < LONGEST)]
            cells[noted, length[noted]], taken[noted, length[noted]] = cell[noted], moves[noted]
            length[noted] += 1
            seen, rewards, ended, _, info = env.step(actions)
            for place in range(int(length[ended].max(initial=0))):
                over = every[ended & (length > place)]
                q.learn(cells[over, place], taken[over, place], rewards[over])
            length[ended] = 0
            played += int(ended.sum())
            steps += 1
            values = q.values() if steps % 8 == 0 else values
        edge = chapter47.edge(table, strategy=q.decide).house_edge
        assert edge is not None
        learned.rounds.append(played)
        learned.edges.append(edge)
        q.forget()
    if page is not None:
        draw(learned, page)
    return learned


def draw(learned: Learned, page: Path) -> None:
    """The learned edge by rounds, above the exact one."""
    from plotly import graph_objects

    figure = graph_objects.Figure()
    figure.add_scatter(x=learned.rounds, y=[100 * edge for edge in learned.edges], name="learned")
    figure.add_hline(y=100 * learned.exact_edge, annotation_text="best chart, exact")
    figure.update_layout(title="Tabular Q-learning at blackjack", xaxis_title="rounds", yaxis_title="house edge, %")
    figure.write_html(page, include_plotlyjs="directory")


if __name__ == "__main__":
    result = learn(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000, page=Path("q_learning.html"))
    for number, edge in zip(result.rounds, result.edges, strict=True):
        print(f"after {number:,} rounds: house edge {edge:.3%}, {edge - result.exact_edge:.3%} above the best chart")
