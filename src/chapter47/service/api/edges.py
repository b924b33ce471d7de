"""House edges, computed one after another in a separate process, so that no page waits for them."""

import asyncio

from chapter47.core.errors import Chapter47Error
from chapter47.core.text import percent
from chapter47.games import game_of, parse
from chapter47.service.work import Work


def house_edge(file: str) -> str:
    """Compute the house edge of a table file, in words."""
    from chapter47.library.prices import edge

    try:
        share = edge(parse(file)).house_edge
    except Chapter47Error as error:
        return f"not priced: {error}"
    return "not priced" if share is None else f"house edge {percent(share)}"


def priced_at_once(file: str) -> bool:
    """Return whether the table file's game is priced instantly; refuse an unreadable file at once."""
    try:
        return game_of(parse(file)).priced_at_once
    except Chapter47Error:
        return True


class Edges:
    """Known house edges and the queue of those to compute, the fastest first."""

    def __init__(self, work: Work) -> None:
        self._house = work
        self._known: dict[str, str] = {}
        self._waiting: dict[str, bool] = {}
        """Files in the queue, and whether each is priced instantly."""
        self._worker: asyncio.Task[None] | None = None

    def known(self, file: str) -> str | None:
        """Return the edge if it is known; the first request queues it."""
        if file not in self._known and file not in self._waiting:
            self._waiting[file] = priced_at_once(file)
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._work())
        return self._known.get(file)

    @property
    def progress(self) -> str:
        asked = len(self._known) + len(self._waiting)
        return f"house edges: {len(self._known)} of {asked} computed" if self._waiting else ""

    async def _work(self) -> None:
        while self._waiting:
            file = max(self._waiting, key=self._waiting.__getitem__)
            self._known[file] = await self._worked_out(file)
            del self._waiting[file]

    async def _worked_out(self, file: str) -> str:
        try:
            return str(await self._house.run("", house_edge, file, seconds=None))
        except Exception as error:  # a process that has died: the lobby goes on without the figure
            return f"not priced: {type(error).__name__}"

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
