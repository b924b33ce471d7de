"""A small pit in which tables of three games were played by the seed of a crowd, each of them closed at the end."""

import asyncio
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from tests.service.pit_player import AT_ONCE, HOUSE, Crowd
from tests.service.units import unit

from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import RowChange, Store, Unit

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
GAMES: Final = ("blackjack", "craps", "baccarat")
ACTS: Final = 14
"""Of everybody at each table."""


class NotedStore(Store):
    """A store that also notes what is committed."""

    noted: list[Unit]

    async def commit(self, unit: Unit, epoch: int | None = None) -> int:
        seq = await super().commit(unit, epoch)
        self.noted.append(unit)
        return seq


def play(url: str, games: Sequence[str] = GAMES) -> list[Unit]:
    """Everything that was committed; the same with every call, but for what is sealed."""
    return asyncio.run(_play(url, games))


async def _play(url: str, games: Sequence[str]) -> list[Unit]:
    store = NotedStore.open(url)
    store.noted = []
    secrets = Secrets(bytes(32))
    store.authenticate(secrets.sign)
    key = RowChange("settings", "key", {"fingerprint": secrets.fingerprint})
    await store.commit(unit(rows=(RowChange("users", "Ann", {"role": "player"}), RowChange("users", "Eve", {}), key)))
    await store.commit(unit(rows=(RowChange("users", "Ann", {"role": "dealer"}), RowChange("users", "Eve", None))))
    times, ids = count(1_000), count(1)
    pit = Pit(
        store,
        secrets,
        AT_ONCE,
        clock=lambda: next(times),
        new_id=lambda: str(next(ids)),
        randomness=Random(47),
    )
    crowd = Crowd(pit, seed=47)
    for game in games:
        table = await pit.open_table((EXAMPLES / f"{game}.toml").read_text(encoding="utf-8"), HOUSE, key=game)
        await crowd.come(table)
        for _ in range(ACTS):
            await crowd.act(table)
        await crowd.end(table)
        await pit.close_table(table, HOUSE, reason="the end")
    await pit.stop()
    store.close()
    return store.noted
