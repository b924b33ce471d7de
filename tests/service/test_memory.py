"""A table that is played for days keeps in memory what it kept in its first hour."""

import asyncio
import gc
import tracemalloc
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest
from tests.give_up import SECONDS
from tests.service.doors import Door
from tests.service.pit_player import HOUSE, PLAYERS, close, pit_in
from tests.service.test_transport import run, until
from websockets.asyncio.client import connect

from chapter47.service import house
from chapter47.service.access import SignedIn
from chapter47.service.api import stream
from chapter47.service.pit import Pit

ANN: Final = PLAYERS[0]
ROUNDS_AT_FIRST, ROUNDS, ROUNDS_IN_SOAK = 50, 150, 100_000
TABLES_AT_FIRST, TABLES, TABLES_IN_SOAK = 20, 20, 300
SOCKETS, LOOKS, LOOKS_OF_A_DAY = 10, 200, 2 * 24 * 60 * 60
MOST_BYTES_OF_A_CLOSED_TABLE: Final = 4_000
"""Its accounts and the version of its stream stay; a table in memory takes a hundred times as much."""
MOST_BYTES_MORE: Final = 20_000
"""For more than 400 acts; what was answered to one of them takes more than a thousand."""
OF_THE_SERVICE: Final = [tracemalloc.Filter(True, "*/chapter47/service/*")]


def kept_by_the_service() -> int:
    gc.collect()
    snapshot = tracemalloc.take_snapshot().filter_traces(OF_THE_SERVICE)
    return sum(statistic.size for statistic in snapshot.statistics("filename"))


async def play_rounds(pit: Pit, table: str, rounds: int) -> None:
    """Ann makes the least wager and does what the house would do for her."""
    hosted = pit.table(table)

    async def act(line: str) -> None:
        await pit.act(table, ANN, line, key=f"{hosted.version}")

    for _ in range(rounds):
        await act("Ann bet 10 on 1")
        await act("dealer deal")
        while hosted.hosting.awaited(hosted.in_play):
            await act(str(hosted.hosting.time_is_up(hosted.in_play)))


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(ROUNDS_IN_SOAK, marks=pytest.mark.soak)])
def test_a_table_that_is_played_on_takes_no_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    """Of answers to commands only so many are remembered; all others are in the database."""
    monkeypatch.setattr(house, "MOST_REPLIES", 100)

    async def play() -> tuple[int, int]:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 10_000_000_00, HOUSE)
        await pit.act(table, ANN, "Ann sit at 1")
        await play_rounds(pit, table, ROUNDS_AT_FIRST)
        before = kept_by_the_service()
        await play_rounds(pit, table, rounds)
        after = kept_by_the_service()
        await close(pit)
        return before, after

    tracemalloc.start()
    before, after = asyncio.run(play())
    tracemalloc.stop()
    assert after - before < MOST_BYTES_MORE


@pytest.mark.parametrize("looks", [LOOKS, pytest.param(LOOKS_OF_A_DAY, marks=pytest.mark.soak)])
def test_idle_sockets_take_no_more_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
    """The server looks after each open socket twice a second; here it does so without a pause."""
    monkeypatch.setattr(stream, "_EVERY", 0)

    async def idle(opened: Door, token: str, port: int) -> tuple[int, int]:
        seen, still = 0, opened.access.still

        def counted(signed_in: SignedIn) -> bool:
            nonlocal seen
            seen += 1
            return still(signed_in)

        monkeypatch.setattr(opened.access, "still", counted)
        async with AsyncExitStack() as stack:
            for _ in range(SOCKETS):
                await stack.enter_async_context(
                    connect(
                        f"ws://127.0.0.1:{port}/api/v1/tables/1/stream",
                        additional_headers={"Authorization": f"Bearer {token}"},
                        proxy=None,
                        open_timeout=SECONDS,
                        ping_interval=None,
                    )
                )
            await until(lambda: seen > SOCKETS * LOOKS)
            before = kept_by_the_service()
            await until(lambda: seen > SOCKETS * (LOOKS + looks))
            return before, kept_by_the_service()

    tracemalloc.start()
    before, after = run(tmp_path, idle)
    tracemalloc.stop()
    assert after - before < MOST_BYTES_MORE


@pytest.mark.parametrize("tables", [TABLES, pytest.param(TABLES_IN_SOAK, marks=pytest.mark.soak)])
def test_tables_that_were_opened_and_closed_leave_memory(tmp_path: Path, tables: int) -> None:
    async def shift() -> tuple[int, int]:
        pit = pit_in(tmp_path)
        await open_and_close(pit, TABLES_AT_FIRST)
        before = kept_by_the_service()
        await open_and_close(pit, tables)
        after = kept_by_the_service()
        await close(pit)
        return before, after

    tracemalloc.start()
    before, after = asyncio.run(shift())
    tracemalloc.stop()
    assert after - before < MOST_BYTES_OF_A_CLOSED_TABLE * tables


async def open_and_close(pit: Pit, tables: int) -> None:
    for _ in range(tables):
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.close_table(table, HOUSE)
