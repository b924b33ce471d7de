"""Alive and ready are two things: while the database is lost the server says so, answers and logs it."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.give_up import SECONDS
from tests.service.doors import Door, door
from tests.service.pit_player import HOUSE
from tests.service.postgres import Postgres
from tests.service.worlds import LatePit

from chapter47.service.api import operations
from chapter47.service.store import Store


async def until(happens: Callable[[], Any]) -> None:
    async with asyncio.timeout(SECONDS):
        while not happens():
            await asyncio.sleep(0.01)


async def ready(client: httpx.AsyncClient) -> tuple[int, str]:
    answer = await client.get("/ready", headers={"Host": "monitor"})
    return answer.status_code, answer.json().get("status") or answer.json()["code"]


def fill_disk(store: Store) -> None:
    with store.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    store.database.max_pages = pages
    assert store._writer._connection is not None
    store._writer._connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


async def opened_table(opened: Door, late: LatePit) -> str:
    late.begin(opened)
    await opened.add("Ann", "player")
    return await late.pit.open_table('game = "blackjack"', HOUSE)


def test_a_full_disk_is_alive_and_not_ready_and_views_do_not_hang(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "SECONDS_KEPT", 0)
    late = LatePit(tmp_path)

    async def play() -> None:
        async with door(tmp_path, pit=late) as opened:
            table = await opened_table(opened, late)
            ann = opened.client(await opened.token("Ann"))
            assert await ready(ann) == (200, "ready")
            fill_disk(opened.store)
            paused = asyncio.create_task(late.pit.pause(table, HOUSE, reason="x" * 9000))
            await until(lambda: late.pit.table(table).lost)
            assert (await ann.get("/health")).json() == {"status": "ok"}
            assert await ready(ann) == (503, "store.lost")
            for path in ("", "/felt", "/picture.svg"):
                answer = await asyncio.wait_for(ann.get(f"/api/v1/tables/{table}{path}"), SECONDS)
                assert (answer.status_code, answer.json()["code"]) == (503, "store.lost"), path
            opened.store.database.max_pages = 1_000_000
            await asyncio.wait_for(paused, SECONDS)
            assert await ready(ann) == (200, "ready")
            assert (await ann.get(f"/api/v1/tables/{table}")).json()["paused"] == "x" * 9000
            await late.pit.stop()

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "cannot be written: database or disk is full" in caplog.text
    assert "can be written again after" in caplog.text


def test_ready_finds_out_by_itself_that_postgresql_is_gone(postgres: Postgres) -> None:
    """Nobody sends a command meanwhile."""

    async def play() -> None:
        store = Store.open(postgres.new_database())
        assert await store.can_write()
        postgres.kill()
        assert not await store.can_write()
        assert store.lost
        postgres.start()
        await asyncio.wait_for(store.back(), SECONDS)
        assert await store.can_write()
        store.close()

    asyncio.run(play())
