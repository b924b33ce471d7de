"""Players who know no game: they do what the table says that they may do, what they did least often first."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from chapter47.client import Stream


def kind_of(offer: Mapping[str, Any]) -> str:
    """A place on the layout, or else the line of the act."""
    return str(offer["spot"] or offer["text"])


def act_of(offer: Mapping[str, Any], cents: int) -> dict[str, Any]:
    """The act as JSON, with an amount where one is chosen."""
    return {**offer["act"], "amount": cents} if offer["most"] else dict(offer["act"])


class Bot:
    """One player at one table."""

    def __init__(self, name: str, table: str, seed: int = 0) -> None:
        self.name, self.table = name, table
        self.random = Random(seed)
        self.done: Counter[str] = Counter()

    def chosen(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """The act that was done least often of those that the chips cover."""
        may = [offer for offer in message["may"] if offer["least"] <= (message["chips"] or 0)]
        if not may:
            return None
        fewest = min(self.done[kind_of(offer)] for offer in may)
        offer = self.random.choice([offer for offer in may if self.done[kind_of(offer)] == fewest])
        self.done[kind_of(offer)] += 1
        return act_of(offer, self._amount(offer))

    def _amount(self, offer: Mapping[str, Any]) -> int:
        steps = (offer["most"] - offer["least"]) // offer["step"] if offer["step"] else 0
        return int(offer["least"]) + self.random.randint(0, min(steps, 3)) * int(offer["step"])


class StreamingBot(Bot):
    """A player who hears the table over its socket, and acts there."""

    def __init__(self, stream: Stream, name: str, table: str, seed: int = 0) -> None:
        super().__init__(name, table, seed)
        self._stream = stream
        self.message: dict[str, Any] = {}
        self.settled: set[str] = set()

    async def hear(self, version: int) -> None:
        """Until the table is at this version or beyond; views that came with nothing new count too."""
        while self.message.get("version", -1) < version:
            message = await anext(self._stream)
            if "view" in message:
                self.message = message
                self.settled |= {event["wager"] for event in message["events"] if event.get("wager")}

    async def take_turn(self) -> int | None:
        """The table's version after what was done, if anything can be done."""
        line = self.chosen(self.message)
        return None if line is None else await self._stream.act(line, version=self.message["version"])
