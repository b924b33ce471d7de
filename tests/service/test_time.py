"""Time and forgetting: a clock that jumps purges nothing by itself, and what was purged says so."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.give_up import SECONDS
from tests.service.doors import Clock, Door, door
from tests.service.pit_player import AT_ONCE, HOUSE, Crowd, pit_in
from tests.service.worlds import LatePit

from chapter47.service import pit as pits
from chapter47.service.pit import Pit
from chapter47.service.recall import Recall
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store
from chapter47.service.terms import YEAR, Actor, ServiceError

SUE = Actor("Sue", "supervisor")
MINUTES_OF_A_YEAR = YEAR / 60_000


def run(folder: Path, do: Callable[[Pit], Awaitable[Any]], clock: Clock, *, confirmed: bool = False) -> Any:
    """One start of a server with this clock."""

    async def through() -> Any:
        store = Store.open(f"sqlite:///{folder}/pit.db")
        pit = Pit(store, Secrets.at(folder / "key"), AT_ONCE, clock=clock)
        await pit.start(clock_confirmed=confirmed)
        try:
            return await do(pit)
        finally:
            await pit.stop()
            store.close()

    return asyncio.run(through())


async def plays(pit: Pit) -> str:
    table = await pit.open_table('game = "blackjack"', HOUSE)
    crowd = Crowd(pit, 3)
    await crowd.come(table)
    for _ in range(8):
        await crowd.act(table)
    await crowd.end(table)
    await pit.close_table(table, HOUSE)
    return table


async def opens_another(pit: Pit) -> None:
    await pit.open_table('game = "craps"', HOUSE)


def remembers(table: str) -> Callable[[Pit], Awaitable[bool]]:
    async def shown(pit: Pit) -> bool:
        return bool(pit.store.units_of(table)[0].body)

    return shown


def test_a_clock_eleven_years_ahead_erases_nothing_before_a_person_confirms_it(tmp_path: Path) -> None:
    clock = Clock()
    table = run(tmp_path, plays, clock)
    clock.minutes(11 * MINUTES_OF_A_YEAR)
    for _ in range(3):
        run(tmp_path, opens_another, clock)
        assert run(tmp_path, remembers(table), clock)
    clock.minutes(-11 * MINUTES_OF_A_YEAR)
    assert run(tmp_path, remembers(table), clock)
    clock.minutes(11 * MINUTES_OF_A_YEAR)
    assert not run(tmp_path, remembers(table), clock, confirmed=True)


def test_a_round_that_was_purged_answers_410(tmp_path: Path) -> None:
    clock = Clock()
    table = run(tmp_path, plays, clock)
    clock.minutes(11 * MINUTES_OF_A_YEAR)
    run(tmp_path, opens_another, clock)
    run(tmp_path, opens_another, clock, confirmed=True)

    async def asked() -> dict[str, int]:
        late = LatePit(tmp_path)
        async with door(tmp_path, pit=late, clock=clock) as opened:
            late.begin(opened)
            await late.pit.start()
            await opened.add("Sue", "supervisor")
            client = opened.client(await opened.token("Sue"))
            path = f"/api/v1/tables/{table}"
            parts = ("/rounds/1", "/rounds/1/steps", "/rounds/1/picture.svg", "/rounds/1/fairness", "/rounds/1/log")
            more = ("/log", "/commitments", "/chance", "/rounds")
            seen = {part: (await client.get(path + part)).status_code for part in (*parts, *more)}
            seen["titles"] = (await client.get("/api/v1/players/Ann/rounds?titles=true")).status_code
            await late.pit.stop()
            return seen

    seen = asyncio.run(asked())
    assert seen.pop("titles") == 200
    assert seen.pop("/rounds") == 200
    assert set(seen.values()) == {410}, seen


@pytest.mark.parametrize("before", [10**23, -1, "x", 10**15 + 1])
def test_a_time_that_no_clock_shows_is_422(tmp_path: Path, before: object) -> None:
    async def asked() -> list[int]:
        async with door(tmp_path) as opened:
            await opened.add("Sue", "supervisor")
            client = opened.client(await opened.token("Sue"))
            paths = ("/api/v1/tables/1/rounds", "/api/v1/players/Ann/rounds")
            return [(await client.get(path, params={"before": str(before)})).status_code for path in paths]

    assert asyncio.run(asked()) == [422, 422]


def test_a_player_who_becomes_a_dealer_keeps_a_way_to_their_chips(tmp_path: Path) -> None:
    async def asked(opened: Door, late: LatePit) -> dict[str, Any]:
        table = await late.pit.open_table('game = "craps"', HOUSE)
        await opened.add("Ann", "player")
        await late.pit.buy_in(table, "Ann", 100_00, HOUSE)
        await opened.access.change_user("Ann", by="house", role="dealer")
        ann = opened.client(await opened.token("Ann"))
        chips = (await ann.get("/api/v1/players/Ann/chips")).json()["accounts"]
        out = await ann.post("/api/v1/players/Ann/cash-out", json={"amount": 60_00})
        more = await ann.post(f"/api/v1/tables/{table}/buy-in/Ann", json={"amount": 1_00})
        left = late.pit.balances("player/Ann/")
        return {"chips": chips, "out": out.status_code, "more": more.status_code, "left": left}

    async def through() -> dict[str, Any]:
        late = LatePit(tmp_path)
        async with door(tmp_path, pit=late) as opened:
            late.begin(opened)
            seen = await asked(opened, late)
            await late.pit.stop()
            return seen

    assert asyncio.run(through()) == {
        "chips": {"player/Ann/bankroll": 100_00},
        "out": 200,
        "more": 404,
        "left": {"player/Ann/bankroll": 40_00},
    }


def test_closed_tables_leave_memory_and_still_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pits, "CLOSED_KEPT", 2)

    async def play() -> None:
        pit = pit_in(tmp_path)
        tables = [await pit.open_table('game = "baccarat"', HOUSE) for _ in range(30)]
        for table in tables:
            await pit.close_table(table, SUE, key=f"close {table}")
        async with asyncio.timeout(SECONDS):
            while len(pit._tables) > 2:
                await asyncio.sleep(0.01)
        first = tables[0]
        assert (await pit.close_table(first, SUE, key=f"close {first}")).version == 2
        with pytest.raises(ServiceError) as closed:
            await pit.act(first, SUE, "dealer deal")
        assert closed.value.code == "table.closed"
        assert pit.posting_of(first).minimum
        assert Recall(pit, SUE, first, 0).is_over
        await pit.stop()
        pit.store.close()

    asyncio.run(play())
