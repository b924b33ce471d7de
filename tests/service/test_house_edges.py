"""House edges are computed in another process, the fastest first, and nobody waits for them."""

import asyncio
from concurrent.futures import Executor, Future, ThreadPoolExecutor

from tests.give_up import SECONDS

from chapter47.games import GAMES, starter
from chapter47.service.api.edges import Edges, priced_at_once
from chapter47.service.work import Work


class InTurn(ThreadPoolExecutor):
    """Works in a thread and writes down what it was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    def submit(self, work, file):  # type: ignore[no-untyped-def,override]
        self.asked.append(file)
        answer: Future[str] = super().submit(lambda: f"of {file[:20]}")
        return answer


class Dead(InTurn):
    def submit(self, work, file):  # type: ignore[no-untyped-def,override]
        raise RuntimeError("a process that has died")


async def _all_known(edges: Edges, files: list[str]) -> list[str | None]:
    assert [edges.known(file) for file in files] == [None] * len(files)
    assert edges.progress == f"house edges: 0 of {len(files)} computed"
    async with asyncio.timeout(SECONDS):
        while edges.progress:
            await asyncio.sleep(0.005)
    known = [edges.known(file) for file in files]
    edges.stop()
    return known


def test_what_takes_no_time_comes_first() -> None:
    lane = InTurn()
    files = [starter(game.name) for game in GAMES]
    work: Executor = lane
    known = asyncio.run(_all_known(Edges(Work(lambda: work)), files))
    assert known == [f"of {file[:20]}" for file in files]
    assert sorted(lane.asked) == sorted(files)
    first = [priced_at_once(file) for file in lane.asked]
    assert first == sorted(first, reverse=True)
    assert 0 < sum(first) < len(first)


def test_a_process_that_has_died_holds_nobody_up() -> None:
    work: Executor = Dead()
    assert asyncio.run(_all_known(Edges(Work(lambda: work)), ["not a file"])) == ["not priced: RuntimeError"]
