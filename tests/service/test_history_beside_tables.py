"""Reading a long history delays no table, and expired data is purged while the pit is open."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.give_up import SECONDS
from tests.service.doors import door
from tests.service.pit_player import HOUSE, PLAYERS, close, pit_in

from chapter47.service import pit as pits
from chapter47.service.store import reading
from chapter47.service.terms import YEAR, PitSettings

ANN, BOB = PLAYERS
HISTORIES = {
    "rounds_of": "players/Ann/rounds",
    "units_of": "tables/{table}/rounds/1",
    "units_with_secrets": "tables/{table}/commitments",
}


@pytest.mark.parametrize("read", HISTORIES)
def test_a_history_that_takes_long_is_answered_after_the_acts_of_the_table(
    read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()
    as_it_is = getattr(reading, read)

    def slowly(*arguments: Any, **named: Any) -> Any:
        begun.set()
        assert may_end.wait(SECONDS)
        return as_it_is(*arguments, **named)

    async def play() -> list[str]:
        pit, answered = pit_in(tmp_path / "pit"), []
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        for line in ("Ann sit at 1", "Ann bet 10 on 1"):
            await pit.act(table, ANN, line)
        await pit.act(table, ANN, "dealer deal")
        (tmp_path / "door").mkdir()
        async with door(tmp_path / "door", pit=pit) as opened:
            await opened.add("Ann", "player")
            async with opened.client(await opened.token("Ann")) as client:

                async def history() -> None:
                    assert (await client.get(f"/api/v1/{HISTORIES[read].format(table=table)}")).status_code == 200
                    answered.append("the history")

                monkeypatch.setattr(reading, read, slowly)
                reading_it = asyncio.create_task(history())
                await asyncio.to_thread(begun.wait, 60)
                await client.post(f"/api/v1/tables/{table}/acts", json={"act": "Ann stand", "key": "1"})
                answered.append("the act")
                may_end.set()
                await reading_it
        await close(pit)
        return answered

    assert asyncio.run(play()) == ["the act", "the history"]


def test_only_players_of_a_round_recall_it(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        for line in ("Ann sit at 1", "Ann bet 10 on 1"):
            await pit.act(table, ANN, line)
        assert pit.store.played(table, 1, "Ann")
        assert not pit.store.played(table, 1, "Bob")
        assert not pit.store.played(table, 2, "Ann")
        assert not pit.store.played("another", 1, "Ann")
        await close(pit)

    asyncio.run(play())


def test_every_day_the_tables_are_forgotten_whose_time_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pits, "SECONDS_OF_A_DAY", 0.01)
    monkeypatch.setattr(pits, "LONGEST_SILENCE", 100 * YEAR)  # the years pass at once, and nobody doubts the clock
    now = [0]

    async def play() -> set[bytes]:
        pit = pit_in(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0), clock=lambda: now[0])
        await pit.start()
        old, new = [await pit.open_table('game = "blackjack"', HOUSE) for _ in range(2)]
        await pit.close_table(old, HOUSE)
        now[0] = 11 * YEAR
        await pit.close_table(new, HOUSE)
        while not (forgotten := pit.store.house(kinds=["forgotten"])):
            await asyncio.sleep(0.01)
        assert msgspec.json.decode(forgotten[0].body)["streams"] == [f"table/{old}"]
        assert all(unit.body for unit in pit.store.units_of(new))
        shown = {unit.body for unit in pit.store.units_of(old)}
        await close(pit)
        return shown

    assert asyncio.run(play()) == {b""}
