"""The pit when something fails: nothing is dealt while nothing can be written, and it goes on as it was."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from tests.give_up import SECONDS
from tests.service.doors import Clock
from tests.service.passing_time import put_forward, run
from tests.service.pit_player import AT_ONCE, HOUSE, PLAYERS, Crowd, all_chips, close, kinds, pit_in, shown
from tests.service.postgres import Postgres

from chapter47.service.audit import audit
from chapter47.service.commands import Watcher
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store, StoreError
from chapter47.service.terms import Actor, PitSettings, ServiceError

ANN, BOB = PLAYERS
GAMES: Final = ("blackjack", "craps", "baccarat")
BIG: Final = "x" * 5000


async def tables_in_play(pit: Pit, seed: int = 1) -> tuple[list[str], Crowd]:
    tables = [await pit.open_table(f'game = "{game}"', HOUSE, practice=True) for game in GAMES]
    crowd = Crowd(pit, seed)
    for table in tables:
        await crowd.come(table)
        for _ in range(6):
            await crowd.act(table)
    return tables, crowd


def reported(watcher: Watcher[Any]) -> list[dict[str, Any]]:
    """Everything that waits for an onlooker."""
    waiting = []
    while not watcher._waiting.empty():
        message = watcher._waiting.get_nowait()
        waiting.append(msgspec.json.decode(message or b"{}"))
    return waiting


async def until(happens: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS):
        while not happens():
            await asyncio.sleep(0.01)


async def until_tried_again(pit: Pit, times: int = 3) -> None:
    """The store has tried in vain to reach its database so often: each failure is an error of its own."""
    failures: list[object] = []

    def tried() -> bool:
        failure = pit.store._writer._lost
        if failure is not None and not any(failure is other for other in failures):
            failures.append(failure)
        return len(failures) > times

    await until(tried)


async def is_held_and_goes_on(
    pit: Pit, tables: list[str], lose: Callable[[], None], bring_back: Callable[[], Any]
) -> None:
    """Every table waits with a message, deals nothing, and goes on with what was asked meanwhile."""
    watchers = {table: pit.watch(table, BOB) for table in tables}
    before = {table: (await shown(pit, table, BOB))["version"] for table in tables}
    chips = pit.balances()
    for watcher in watchers.values():
        reported(watcher)
    lose()
    asked = [asyncio.create_task(pit.pause(table, HOUSE, reason=BIG, key=f"lost {table}")) for table in tables]
    await until(lambda: all(pit.table(table).lost for table in tables))
    await until_tried_again(pit)
    for table, watcher in watchers.items():
        messages = reported(watcher)
        assert messages, "everybody gets a message"
        assert {message["version"] for message in messages} == {before[table]}
        assert all("nothing can be written" in message["paused"] for message in messages)
        assert not any("view" in message for message in messages), "nothing is shown that is not written"
        again = pit.watch(table, ANN)
        assert "nothing can be written" in reported(again)[-1]["paused"], "later arrivals get it too"
    assert pit.balances() == chips
    assert not any(task.done() for task in asked)
    bring_back()
    replies = await asyncio.wait_for(asyncio.gather(*asked), SECONDS)
    assert [reply.version for reply in replies] == [before[table] + 1 for table in tables]
    for table, watcher in watchers.items():
        assert [message["version"] for message in reported(watcher) if "view" in message] == [before[table] + 1]
        await pit.resume(table, HOUSE)
        assert (await pit.pause(table, HOUSE, reason=BIG, key=f"lost {table}")).version == before[table] + 1
    assert all_chips(pit) == 0


def test_a_full_disk_holds_the_tables_until_there_is_room(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        tables, crowd = await tables_in_play(pit)
        database = pit.store.database

        def fill() -> None:
            with database.engine.connect() as connection:
                pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            database.max_pages = pages
            assert pit.store._writer._connection is not None
            pit.store._writer._connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        def make_room() -> None:
            database.max_pages = 1_000_000

        await is_held_and_goes_on(pit, tables, fill, make_room)
        for table in tables:
            await crowd.act(table)
        await close(pit)

    asyncio.run(play())
    assert audit(f"sqlite:///{tmp_path}/pit.db", secrets=Secrets.read(tmp_path / "key")).problems == ()


def test_a_killed_postgresql_holds_the_tables_until_it_is_back(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()

    async def play() -> None:
        pit = Pit(Store.open(url), Secrets.at(tmp_path / "key"), AT_ONCE)
        tables, crowd = await tables_in_play(pit)
        await is_held_and_goes_on(pit, tables, postgres.kill, postgres.start)
        for table in tables:
            await crowd.act(table)
        await close(pit)

    asyncio.run(play())
    assert audit(url, secrets=Secrets.read(tmp_path / "key")).problems == ()


def test_a_clock_that_runs_backwards_loses_and_decides_nothing(tmp_path: Path) -> None:
    """Times are written as the clock tells them; order, time-outs, replies and the chain do not depend on them."""
    clock = Clock()
    hasty = PitSettings(pace=0, to_decide=0.02, to_wager=0.02)

    async def play() -> list[dict[str, Any]]:
        pit = pit_in(tmp_path, hasty, clock=clock)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        watcher = pit.watch(table, ANN)
        await pit.act(table, ANN, "Ann sit at 1")
        for number in range(5):
            clock.minutes(-60)
            first = await pit.act(table, ANN, "Ann bet 10 on 1", key=f"bet {number}")
            clock.minutes(-60)
            assert await pit.act(table, ANN, "Ann bet 10 on 1", key=f"bet {number}") == first
            await until(lambda: not pit.table(table).in_play.staked)
        before = await shown(pit, table, ANN)
        rounds = [played.round for played in pit.rounds(ANN)]
        times = [unit.at for unit in pit.store.units_of(table)]
        await close(pit)
        clock.minutes(-100_000)
        pit = pit_in(tmp_path, hasty, clock=clock)
        await pit.start()
        after = await shown(pit, table, ANN)
        assert {**after, "seconds_left": 0} == {**before, "seconds_left": 0}
        assert rounds == [played.round for played in pit.rounds(ANN)] == [5, 4, 3, 2, 1]
        assert times == sorted(times, reverse=True)
        await close(pit)
        return reported(watcher)

    messages = asyncio.run(play())
    assert any("wagers-closed" in kinds(message["notices"]) for message in messages)
    assert audit(f"sqlite:///{tmp_path}/pit.db", secrets=Secrets.read(tmp_path / "key")).problems == ()


def test_one_player_at_two_devices(tmp_path: Path) -> None:
    """Both see the same; what both do at once is done once, and the second one learns the new version."""

    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        devices = [pit.watch(table, ANN) for _ in range(2)]
        await pit.act(table, ANN, "Ann sit at 1")
        version = (await shown(pit, table, ANN))["version"]
        asked = [pit.act(table, ANN, "Ann bet 10 on 1", version=version, key=f"device {number}") for number in range(2)]
        first, second = await asyncio.gather(*asked, return_exceptions=True)
        assert not isinstance(first, BaseException)
        assert isinstance(second, ServiceError)
        assert (second.code, second.data) == ("version.old", {"version": version + 1})
        assert pit.house.holds("player/Ann/bankroll") == 990_00
        one_device, other = (reported(device) for device in devices)
        assert one_device == other
        assert one_device[-1]["chips"] == 990_00
        devices[0].close()
        await pit.cash_out("Ann", 10_00, ANN)
        assert reported(devices[1])[-1]["chips"] == 980_00, "the other one goes on"
        await close(pit)

    asyncio.run(play())


def test_an_onlooker_who_lags_is_cut_off_alone(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0, most_waiting=4))
        table = await pit.open_table('game = "baccarat"', HOUSE, practice=True)
        sleeper, reader = pit.watch(table, ANN), pit.watch(table, BOB)
        heard: list[int] = []

        async def listen() -> None:
            async for message in reader:
                heard.append(msgspec.json.decode(message)["version"])

        listening = asyncio.create_task(listen())
        await pit.act(table, BOB, "Bob sit at 1")
        for number in range(10):
            await pit.pause(table, HOUSE, reason=str(number))
            await pit.resume(table, HOUSE)
        assert sleeper.lagging
        assert not reader.lagging
        version = (await shown(pit, table, None))["version"]
        await until(lambda: heard and heard[-1] == version)
        assert heard == list(range(1, version + 1))
        await close(pit)
        await listening

    asyncio.run(play())


def test_a_stop_in_mid_deal_loses_nothing(tmp_path: Path) -> None:
    """The dealer takes its time: the server ends between two cards, and the round goes on after the next start."""
    slow = PitSettings(pace=60, to_decide=0, to_wager=0)

    async def play() -> None:
        pit = pit_in(tmp_path, slow, randomness=Random(1))
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        await pit.act(table, ANN, "Ann sit at 1")
        await pit.act(table, ANN, "Ann bet 10 on 1")
        await pit.act(table, ANN, "dealer deal")
        hosted = pit.table(table)
        version = hosted.version
        put_forward(60)
        await until(lambda: hosted.version == version + 1)
        await pit.stop()
        before = {**await shown(pit, table, ANN), "seconds_left": None}
        assert not hosted.waits, "in mid-deal"
        with pytest.raises(ServiceError) as error:
            await asyncio.wait_for(pit.act(table, ANN, "Ann stand"), SECONDS)
        assert error.value.code == "server.stops"
        await close(pit)
        pit = pit_in(tmp_path, slow)
        await pit.start()
        assert {**await shown(pit, table, ANN), "seconds_left": None} == before
        while not pit.table(table).waits:
            put_forward(60)
            await asyncio.sleep(0.005)
        await close(pit)

    run(play())


def test_all_tables_together_wait_no_longer_than_one_for_a_database_that_does_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[object] = []
    patience = 1000

    async def never(unit: object, epoch: int) -> int:
        del epoch
        held.append(unit)
        await asyncio.Event().wait()
        return 0

    async def stopped() -> float:
        pit = pit_in(tmp_path)
        tables = [await pit.open_table('game = "blackjack"', HOUSE) for _ in range(8)]
        commit = pit.store.commit
        monkeypatch.setattr("chapter47.service.table.SECONDS_TO_END", patience)
        monkeypatch.setattr(pit.store, "commit", never)
        waiting = [asyncio.create_task(pit.act(table, ANN, "Ann sit at 1")) for table in tables]
        await until(lambda: len(held) == len(tables))
        begun = asyncio.get_running_loop().time()
        stopping = asyncio.create_task(pit.stop())
        while not stopping.done():
            put_forward(patience / 10)
            await asyncio.sleep(0.01)
        await stopping
        taken = asyncio.get_running_loop().time() - begun
        for task in waiting:
            task.cancel()
        monkeypatch.setattr(pit.store, "commit", commit)
        pit.store.close()
        return taken

    assert run(stopped()) < 8 * patience / 2


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    pit = pit_in(tmp_path)
    with pytest.raises(StoreError) as refused:
        Store.open(f"sqlite:///{tmp_path}/pit.db")
    assert refused.value.problems[0].allowed == "a file that no other server uses"
    pit.store.close()
    Store.open(f"sqlite:///{tmp_path}/pit.db").close()


def test_somebody_who_leaves_in_mid_round_is_paid_all_the_same(tmp_path: Path) -> None:
    """The house decides for an absent player, whose chips stay in the account."""

    async def play() -> int:
        pit = pit_in(tmp_path, PitSettings(pace=0, to_decide=0.02, to_wager=0, absences=1))
        table = await pit.open_table('game = "blackjack"', HOUSE)
        gone = Actor("Gone", "player")
        await pit.buy_in(table, gone.name, 100_00, HOUSE)
        await pit.act(table, gone, "Gone sit at 1")
        await pit.act(table, gone, "Gone bet 10 on 1")
        with pytest.raises(ServiceError) as error:
            await pit.cash_out(gone.name, 100_00, gone)
        assert error.value.code == "chips.short", "what lies on the layout is not in the account"
        await pit.cash_out(gone.name, 90_00, gone)
        await pit.act(table, gone, "dealer deal")
        await until(lambda: not pit.table(table).in_play.staked)
        held = pit.house.holds("player/Gone/bankroll")
        assert all_chips(pit) == 0
        await close(pit)
        return held

    assert asyncio.run(play()) in (0, 10_00, 20_00, 25_00)
