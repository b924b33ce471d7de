"""A pit in a folder, driven by what its tables say may be done: no game is known here by name."""

import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from chapter47.service import acting
from chapter47.service.deadlines import DEALER
from chapter47.service.money import bankroll
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store
from chapter47.service.terms import Actor, PitSettings

EXAMPLES: Final = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
HOUSE: Final = Actor("Sue", "supervisor")
PLAYERS: Final = (Actor("Ann", "player"), Actor("Bob", "player"))
AT_ONCE: Final = PitSettings(pace=0, to_decide=0, to_wager=0, away=0)
CHIPS: Final = 1_000_000
MOST_ACTS_TO_END: Final = 500


def pit_in(folder: Path, settings: PitSettings = AT_ONCE, **injected: Any) -> Pit:
    folder.mkdir(parents=True, exist_ok=True)
    store = Store.open(f"sqlite:///{folder / 'pit.db'}")
    return Pit(store, Secrets.at(folder / "key"), settings, **injected)


async def close(pit: Pit) -> None:
    await pit.stop()
    pit.store.close()


async def shown(pit: Pit, table: str, actor: Actor | None) -> dict[str, Any]:
    reported: dict[str, Any] = msgspec.json.decode(await pit.view(table, actor))
    return reported


class Crowd:
    """Players who do whatever they may, by a seed."""

    def __init__(self, pit: Pit, seed: int, players: tuple[Actor, ...] = PLAYERS) -> None:
        self.pit = pit
        self.players = players
        self.random = random.Random(seed)
        self.done = 0

    async def come(self, table: str) -> None:
        for player in self.players:
            await self.pit.buy_in(table, player.name, CHIPS, HOUSE)

    async def act(self, table: str) -> None:
        """One act of a player; the player whose turn it is comes first."""
        seen = {player: await shown(self.pit, table, player) for player in self.players}
        awaited = next(iter(seen.values()))["awaited"]
        actors = [player for player in self.players if awaited in (None, player.name)] or list(self.players)
        choices = [(actor, offer) for actor in actors for offer in seen[actor]["may"] if _takes_part(offer)]
        if not choices:
            return
        actor, offer = self.random.choice(choices)
        await self.pit.act(table, actor, offer["act"], version=seen[actor]["version"])
        self.done += 1

    async def end(self, table: str) -> None:
        """The house decides for everybody until nothing lies on the layout, where players need not do so."""
        hosted = self.pit.table(table)
        for number in range(MOST_ACTS_TO_END):
            if not hosted.in_play.staked:
                return
            act = hosted.hosting.time_is_up(hosted.in_play)
            if act is None or number % 20 == 19:
                await self.act(table)
            else:
                await hosted.submit(DEALER, partial(acting.do, hosted, act))
        raise AssertionError(f"table {table} does not come to an end")


def kinds(notices: Iterable[dict[str, Any]]) -> set[str]:
    return {notice["kind"] for notice in notices}


def _takes_part(offer: dict[str, Any]) -> bool:
    return offer["kind"] not in ("leave", "cut") and offer["act"]["act"] != "pass-dice"


def all_chips(pit: Pit) -> int:
    return sum(pit.balances().values())


def held(pit: Pit) -> dict[str, int]:
    return {player.name: pit.house.holds(bankroll(player.name)) for player in PLAYERS}
