"""Tables of every game in a pit: played by what they offer, kept through restarts, chips that add up."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.service.passing_time import put_forward, run
from tests.service.pit_player import EXAMPLES, HOUSE, PLAYERS, Crowd, all_chips, close, held, kinds, pit_in, shown

from chapter47.core.json_object import Json
from chapter47.service.ledger_entries import agrees, statement
from chapter47.service.terms import Actor, PitSettings, ServiceError

ANN, BOB = PLAYERS
every_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


@every_example
def test_a_table_is_played_stopped_and_goes_on_as_it_was(path: Path, tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table(path.read_text(), HOUSE)
        crowd = Crowd(pit, seed=1)
        await crowd.come(table)
        for _ in range(5):
            for _ in range(12):
                await crowd.act(table)
                hosted = pit.table(table)
                assert not agrees(table, statement(hosted.in_play, hosted.hosting), pit.balances())
            before = [await shown(pit, table, actor) for actor in (*PLAYERS, HOUSE, None)]
            chips = held(pit)
            await close(pit)
            pit = pit_in(tmp_path)
            await pit.start()
            crowd.pit = pit
            after = [await shown(pit, table, actor) for actor in (*PLAYERS, HOUSE, None)]
            for reported in (*before, *after):
                reported.pop("seconds_left")
            assert after == before
            assert held(pit) == chips
            assert all_chips(pit) == 0
        assert crowd.done > 40
        await close(pit)

    asyncio.run(play())


def test_players_act_only_for_themselves_and_name_no_cards(tmp_path: Path) -> None:
    refused = {
        (ANN, "Bob sit at 2"): "act.not_yours",
        (ANN, "cards As Kh"): "act.not_here",
        (ANN, "Ann bet 10 on 1 in cash"): "act.cash",
        (ANN, "dealer call exposed-card"): "act.not_yours",
        (ANN, "supervisor shuffle"): "act.not_yours",
        (ANN, "dealer deal"): "act.not_yours",
        (ANN, "dealer step"): "act.not_here",
        (ANN, "nonsense"): "act.unknown",
        (ANN, ""): "act.unknown",
        (HOUSE, "Ann bet 10 on 1"): "act.not_yours",
        (Actor("Dan", "dealer"), "supervisor shuffle"): "act.not_yours",
        (ANN, "Ann bet 10 on 1"): "chips.short",
    }

    async def play() -> dict[tuple[Actor, str], str]:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        codes = {}
        for actor, line in refused:
            version = pit.table(table).version
            with pytest.raises(ServiceError) as error:
                await pit.act(table, actor, line)
            codes[actor, line] = error.value.code
            assert pit.table(table).version == version
        await close(pit)
        return codes

    assert asyncio.run(play()) == refused


def test_a_stale_version_is_refused_and_a_retry_is_done_once(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        first = await pit.act(table, ANN, "Ann sit at 1", version=1, key="a")
        assert first.version == 2
        assert await pit.act(table, ANN, "Ann sit at 1", version=1, key="a") == first
        with pytest.raises(ServiceError) as error:
            await pit.act(table, ANN, "Ann bet 10 on 1", version=1, key="b")
        assert (error.value.code, error.value.data) == ("version.old", {"version": 2})
        bet = await pit.act(table, ANN, "Ann bet 10 on 1", version=2, key="c")
        await close(pit)
        pit = pit_in(tmp_path)
        await pit.start()
        assert await pit.act(table, ANN, "Ann bet 10 on 1", version=2, key="c") == bet
        assert held(pit)["Ann"] == 90_00
        await close(pit)

    asyncio.run(play())


def test_the_house_decides_for_the_absent_says_so_and_lets_them_get_up(tmp_path: Path) -> None:
    one_absence = PitSettings(pace=0, to_decide=60, to_wager=60, absences=1)

    async def play() -> list[Json]:
        pit = pit_in(tmp_path, one_absence)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        watcher = pit.watch(table, None)
        notices: list[Json] = []
        versions: list[int] = []

        async def listen() -> None:
            async for message in watcher:
                reported = msgspec.json.decode(message)
                notices.extend(reported["notices"])
                versions.append(reported["version"])

        listening = asyncio.create_task(listen())
        await pit.act(table, ANN, "Ann sit at 1")
        while not kinds(notices) >= {"timed-out"}:  # a round that its first cards decide asks nobody
            await pit.act(table, ANN, "Ann bet 10 on 1")
            hosted = pit.table(table)
            while (  # what was done last may still be on its way to the disk
                hosted.in_play.staked or not hosted.audience.settled.is_set() or versions[-1] < hosted.version
            ):
                put_forward(60)
                await asyncio.sleep(0.005)
        while not kinds(notices) >= {"seat-freed"}:
            await asyncio.sleep(0.005)
        for number in range(1, pit.table(table).round + 1):
            units = msgspec.json.decode(msgspec.json.encode(pit.round(ANN, table, number)["units"]))
            recalled.extend(notice for unit in units for notice in unit["notices"])
        await close(pit)
        await listening
        return notices

    recalled: list[Json] = []
    notices = run(play())
    late = next(notice for notice in notices if notice["kind"] == "timed-out")
    assert late in recalled, "the recalled round carries the same notice"
    assert late.items() >= {"player": "Ann", "place": "1", "seconds": 60}.items()
    assert late["act"] == f"Ann {late['move']}"
    assert {"kind": "wagers-closed", "act": "dealer deal", "seconds": 60, "reason": "time-up"} in notices
    assert {"kind": "seat-freed", "player": "Ann", "reason": "missed-turns"} in notices


def test_an_unlawful_table_opens_for_practice_only(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        file = 'game = "blackjack"\nboxes = 9'
        with pytest.raises(ServiceError) as error:
            await pit.open_table(file, HOUSE)
        assert error.value.code == "table.not_lawful"
        assert error.value.data["findings"][0]["citation"] == error.value.citation != ""
        with pytest.raises(ServiceError) as bad:
            await pit.open_table("game = 5\nboxes = 'x'", HOUSE, practice=True)
        assert len(bad.value.data["problems"]) >= 1
        table = await pit.open_table(file, HOUSE, practice=True)
        assert (await shown(pit, table, None))["practice"] is True
        await close(pit)

    asyncio.run(play())


def test_pause_close_and_what_is_opened_then(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "craps"', HOUSE, practice=True)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        await pit.pause(table, HOUSE, reason="a dispute")
        with pytest.raises(ServiceError) as error:
            await pit.act(table, ANN, "Ann join")
        assert (error.value.code, error.value.message) == ("table.paused", "a dispute")
        await pit.resume(table, HOUSE)
        for line in ("Ann join", "Ann take dice", "Ann bet 10 on pass"):
            await pit.act(table, ANN, line)
        while pit.table(table).in_play.staked:
            await pit.act(table, ANN, "dealer send dice")
        await pit.close_table(table, HOUSE)
        assert all(reported["opened"] for reported in pit.commitments(table))
        assert pit.tables() == []
        assert all_chips(pit) == 0
        await close(pit)

    asyncio.run(play())


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "craps"])
def test_a_table_closes_when_what_lies_on_the_layout_is_decided_or_taken_down(game: str, tmp_path: Path) -> None:
    async def play() -> list[Json]:
        pit = pit_in(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0, to_close=0.1))
        table = await pit.open_table(f'game = "{game}"', HOUSE, practice=True)
        crowd = Crowd(pit, seed=3)
        await crowd.come(table)
        while not pit.table(table).in_play.staked or crowd.done < 20:
            await crowd.act(table)
        watcher = pit.watch(table, None)
        await pit.close_table(table, HOUSE, reason="the end of the day")
        messages = [msgspec.json.decode(message) async for message in watcher]
        assert pit.tables() == []
        assert all_chips(pit) == 0
        assert not any(f"table/{table}/layout" in account and chips for account, chips in pit.balances().items())
        await close(pit)
        return [notice for message in messages for notice in message["notices"]]

    first, *_, last = asyncio.run(play())
    assert first == {"kind": "closing", "by": HOUSE.name, "reason": "the end of the day"}
    assert last == {"kind": "closed", "by": HOUSE.name, "reason": "the end of the day"}


def test_a_table_that_closes_takes_no_wager(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path, PitSettings(pace=60, to_decide=60, to_wager=60))
        table = await pit.open_table('game = "craps"', HOUSE, practice=True)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        for line in ("Ann join", "Ann take dice", "Ann bet 10 on pass"):
            await pit.act(table, ANN, line)
        await pit.close_table(table, HOUSE)
        with pytest.raises(ServiceError) as error:
            await pit.act(table, ANN, "Ann bet 10 on field")
        assert error.value.code == "table.closing"
        seen = await shown(pit, table, ANN)
        assert (seen["closing"], seen["closed"]) == (True, False)
        assert [offer for offer in seen["may"] if offer["kind"] == "bet"] == []
        await close(pit)

    asyncio.run(play())


def test_money_at_the_cage(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "baccarat"', HOUSE, practice=True)
        await pit.buy_in(table, "Ann", 500_00, HOUSE, key="1")
        await pit.buy_in(table, "Ann", 500_00, HOUSE, key="1")
        await pit.cash_out("Ann", 100_00, HOUSE)
        with pytest.raises(ServiceError) as error:
            await pit.cash_out("Ann", 401_00, HOUSE)
        assert error.value.code == "chips.short"
        await pit.fill(table, 1000_00, HOUSE)
        await pit.credit(table, 400_00, HOUSE)
        for amount in (0, -5):
            with pytest.raises(ServiceError):
                await pit.fill(table, amount, HOUSE)
        balances = pit.balances()
        assert balances["player/Ann/bankroll"] == 400_00
        assert balances[f"table/{table}/drop"] == 500_00
        assert sum(balances.values()) == 0
        await close(pit)

    asyncio.run(play())


def test_a_recalled_round_shows_cards_of_others_face_down(tmp_path: Path) -> None:
    async def play() -> dict[str, list[bool]]:
        pit = pit_in(tmp_path, randomness=Random(5))  # nobody has blackjack, which is opened at once
        table = await pit.open_table('game = "six-to-five"', HOUSE)
        for box, player in enumerate(PLAYERS, start=1):
            await pit.buy_in(table, player.name, 100_00, HOUSE)
            await pit.act(table, player, f"{player.name} sit at {box}")
        for box, player in enumerate(PLAYERS, start=1):
            await pit.act(table, player, f"{player.name} bet 10 on {box}")
        await pit.act(table, ANN, "dealer deal")
        seen = {}
        for actor in (*PLAYERS, HOUSE):
            units = pit.round(actor, table, 1)["units"]
            lines = [line for unit in units for line in msgspec.json.decode(unit["events"])]
            seen[actor.name] = [line["card"] is not None for line in lines if line.get("concealed")]
        await close(pit)
        return seen

    seen = asyncio.run(play())
    assert seen["Sue"] == [False] * 4, "while the round is played"
    assert (seen["Ann"], seen["Bob"]) == ([True, False] * 2, [False, True] * 2)


def test_a_command_that_fails_is_taken_back_and_tells_nothing_of_the_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        await pit.act(table, ANN, "Ann sit at 1")
        await pit.act(table, ANN, "Ann bet 10 on 1")
        before = await shown(pit, table, ANN)

        def broken() -> None:
            raise KeyError("Ah")

        with monkeypatch.context() as patched:
            patched.setattr(pit.table(table).in_play, "step", broken)
            with pytest.raises(ServiceError) as error:
                await pit.act(table, ANN, "dealer deal")
        assert (error.value.code, error.value.status) == ("table.failed", 500)
        assert "Ah" not in f"{error.value} {error.value.data}"
        assert await shown(pit, table, ANN) == before
        await pit.act(table, ANN, "dealer deal")
        await close(pit)

    asyncio.run(play())


AT_ONCE = PitSettings(pace=0, to_decide=0, to_wager=0)
IN_A_DEMONSTRATION = PitSettings(pace=0, to_decide=1000, to_wager=1000, to_return=100)


async def left_in_a_round(folder: Path) -> str:
    """A table at which Ann was asked when the server stopped."""
    pit = pit_in(folder, AT_ONCE)
    table = await pit.open_table('game = "blackjack"', HOUSE)
    await pit.buy_in(table, "Ann", 1000_00, HOUSE)
    await pit.act(table, ANN, "Ann sit at 1")
    while not (await shown(pit, table, ANN))["awaited"]:
        await pit.act(table, ANN, "Ann bet 10 on 1")
        await pit.act(table, HOUSE, "dealer deal")
    await close(pit)
    return table


def test_after_a_start_a_player_who_does_not_come_back_is_decided_for_and_gets_up(tmp_path: Path) -> None:
    async def play(table: str) -> list[Json]:
        pit = pit_in(tmp_path, IN_A_DEMONSTRATION)
        await pit.start()
        notices: list[Json] = []
        put_forward(100)
        async for message in pit.watch(table, BOB):
            notices += msgspec.json.decode(message)["notices"]
            if kinds(notices) >= {"seat-freed"}:
                break
        await close(pit)
        return notices

    notices = run(play(asyncio.run(left_in_a_round(tmp_path))))
    assert any(notice["kind"] == "timed-out" and notice["player"] == "Ann" for notice in notices)
    assert notices[-1] == {"kind": "seat-freed", "player": "Ann", "reason": "restart"}


def test_after_a_start_a_player_who_comes_back_has_as_much_time_as_everybody(tmp_path: Path) -> None:
    async def play(table: str) -> tuple[float, float, str]:
        pit = pit_in(tmp_path, IN_A_DEMONSTRATION)
        await pit.start()
        await asyncio.sleep(0)
        before = (await shown(pit, table, BOB))["seconds_left"]
        ann = pit.watch(table, ANN)
        put_forward(100)
        with pytest.raises(ServiceError):
            await pit.act(table, BOB, "Bob stand")  # answered after everything that is due
        seen = await shown(pit, table, ANN)
        ann.close()
        await close(pit)
        return before, seen["seconds_left"], seen["awaited"]

    before, after, awaited = run(play(asyncio.run(left_in_a_round(tmp_path))))
    assert 0 < before <= 100
    assert 100 < after <= 1000
    assert awaited == "Ann"


def test_after_a_start_nobody_waits_for_the_wager_of_a_player_who_has_not_come_back(tmp_path: Path) -> None:
    async def left_at_the_table() -> str:
        pit = pit_in(tmp_path, AT_ONCE)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        for box, player in enumerate((ANN, BOB), start=1):
            await pit.buy_in(table, player.name, 1000_00, HOUSE)
            await pit.act(table, player, f"{player.name} sit at {box}")
        await close(pit)
        return table

    async def play(table: str) -> tuple[list[Any], list[Any]]:
        pit = pit_in(tmp_path, IN_A_DEMONSTRATION)
        await pit.start()
        await pit.act(table, BOB, "Bob bet 10 on 2")
        alone = await shown(pit, table, BOB)
        pit.watch(table, ANN).close()
        with_ann = await shown(pit, table, BOB)
        await close(pit)
        return alone["may"], with_ann["may"]

    alone, with_ann = run(play(asyncio.run(left_at_the_table())))
    assert any(offer["kind"] == "close" for offer in alone)
    assert not any(offer["kind"] == "close" for offer in with_ann)
