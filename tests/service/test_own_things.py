"""The pit itself checks ownership: players act in their own name and recall rounds they played."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
from tests.service.doors import Door, door

from chapter47.games import starter
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store
from chapter47.service.terms import PitSettings

AT_ONCE: Final = PitSettings(pace=0, to_decide=0, to_wager=0)


DONE_WITH = {"Ann stand", "Ann decline"}


class LatePit:
    """A pit that is made when the store of the door is there."""

    def __init__(self) -> None:
        self.pit: Pit | None = None

    def begin(self, store: Store, folder: Path) -> None:
        self.pit = Pit(store, Secrets.at(folder / "pit.key"), AT_ONCE)

    def __getattr__(self, name: str) -> object:
        return getattr(self.pit, name)


@asynccontextmanager
async def played(folder: Path) -> AsyncIterator[tuple[Door, dict[str, httpx.AsyncClient], str]]:
    """Ann has played a round alone, Bea has only sat down."""
    late = LatePit()
    async with door(folder, pit=late) as opened:
        late.begin(opened.store, folder)
        await opened.everybody()
        await opened.add("Bea", "player")
        clients = {name: opened.client(await opened.token(name)) for name in ("Ann", "Bea", "Dot", "Sue", "Olga")}
        table = (await clients["Sue"].post("/api/v1/tables", json={"file": starter("blackjack")})).json()["table"]
        for name in ("Ann", "Bea"):
            await clients["Sue"].post(f"/api/v1/tables/{table}/buy-in/{name}", json={"amount": 1000_00})
        for line in ("Ann sit at 1", "Ann bet 10 on 1", "dealer deal"):
            assert (await act(clients["Ann"], table, line)).status_code == 200, line
        while lines := {offer["text"] for offer in (await seen(clients["Ann"], table))["may"]} & DONE_WITH:
            await act(clients["Ann"], table, lines.pop())
        yield opened, clients, table
        assert late.pit is not None
        await late.pit.stop()


async def act(client: httpx.AsyncClient, table: str, line: str) -> httpx.Response:
    return await client.post(f"/api/v1/tables/{table}/acts", json={"act": line})


async def seen(client: httpx.AsyncClient, table: str) -> dict[str, list[dict[str, str]]]:
    view: dict[str, list[dict[str, str]]] = (await client.get(f"/api/v1/tables/{table}")).json()
    return view


def test_nobody_acts_in_anothers_name(tmp_path: Path) -> None:
    async def codes() -> dict[tuple[str, str], int]:
        async with played(tmp_path) as (_, clients, table):
            lines = ("Bea sit at 2", "Ann bet 10 on 1", "Ann leave")
            return {(name, line): (await act(clients[name], table, line)).status_code
                    for name in ("Bea", "Dot", "Sue") for line in lines}  # fmt: skip

    answered = asyncio.run(codes())
    assert answered.pop(("Bea", "Bea sit at 2")) == 200
    assert set(answered.values()) == {403}, answered


def test_nobody_stacks_the_shoe_or_names_the_dice(tmp_path: Path) -> None:
    async def codes() -> set[int]:
        async with played(tmp_path) as (_, clients, table):
            people = ("Ann", "Dot", "Sue")
            return {(await act(clients[name], table, "cards As Kh")).status_code for name in people}

    assert asyncio.run(codes()) == {403}


def test_a_round_is_recalled_by_those_who_took_part_and_by_those_who_see_all(tmp_path: Path) -> None:
    async def codes() -> dict[str, int]:
        async with played(tmp_path) as (_, clients, table):
            path = f"/api/v1/tables/{table}/rounds/1"
            return {name: (await client.get(path)).status_code for name, client in clients.items()}

    assert asyncio.run(codes()) == {"Ann": 200, "Bea": 404, "Dot": 403, "Sue": 200, "Olga": 200}


def test_own_chips_and_rounds_are_listed(tmp_path: Path) -> None:
    async def found() -> tuple[list[int], int]:
        async with played(tmp_path) as (_, clients, _table):
            ann = clients["Ann"]
            rounds = (await ann.get("/api/v1/players/Ann/rounds")).json()
            chips = (await ann.get("/api/v1/players/Ann/chips")).json()
            accounts = chips["accounts"]
            assert chips["bankroll"] == accounts["player/Ann/bankroll"]
            assert sum(chips[name] for name in ("bankroll", "coupons", "on_layout", "owed")) == sum(accounts.values())
            assert (await ann.get("/api/v1/players/Bea/chips")).status_code == 403
            return [played["round"] for played in rounds], chips["bankroll"]

    rounds, bankroll = asyncio.run(found())
    assert rounds == [1]
    assert bankroll in (990_00, 1000_00, 1010_00, 1015_00)
