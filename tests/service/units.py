"""Units for the tests of the store."""

import asyncio
from typing import Any, Final

from chapter47.service.money import OUTSIDE, Entry, bankroll, inventory
from chapter47.service.store import Store, Unit

BUYS: Final = (Entry(OUTSIDE, inventory("1"), 100_00), Entry(inventory("1"), bankroll("Ann"), 50_00))


def unit(stream: str = "house", **fields: Any) -> Unit:
    return Unit(**{"stream": stream, "kind": "cage", "actor": "Sue", "at": 1, "body": b"{}", **fields})


def committed(store: Store, *units: Unit) -> list[int | BaseException]:
    """All of one moment: their numbers, or why not."""

    async def all_of() -> list[int | BaseException]:
        return await asyncio.gather(*map(store.commit, units), return_exceptions=True)

    return asyncio.run(all_of())
