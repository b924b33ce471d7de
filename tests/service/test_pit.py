"""Tables of every game in a pit: played by what they offer, kept through restarts, chips that add up."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.service.passing_time import put_forward, run
from tests.service.pit_player import EXAMPLES, HOUSE, PLAYERS, Crowd, all_chips, close, held, pit_in, shown

from chapter47.service.actor import Actor
from chapter47.service.errors import ServiceError
from chapter47.service.keeping import agrees, statement
from chapter47.service.settings import PitSettings

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
            for told in (*before, *after):
                told.pop("seconds_left")
            assert after == before
            assert held(pit) == chips
            assert all_chips(pit) == 0
        assert crowd.done > 40
        await close(pit)

    asyncio.run(play())


def test_only_the_own_acts_and_no_cards_of_a_script(tmp_path: Path) -> None:
    refused = {
        (ANN, "sit 2 Bob"): "act.not_yours",
        (ANN, "cards As Kh"): "act.not_here",
        (ANN, "call exposed-card"): "act.not_yours",
        (ANN, "shuffle"): "act.not_yours",
        (ANN, "deal"): "act.not_yours",
        (ANN, "step"): "act.not_here",
        (ANN, "nonsense"): "act.unknown",
        (ANN, ""): "act.unknown",
        (HOUSE, "bet 1 Ann 10"): "act.not_yours",
        (Actor("Dan", "dealer"), "shuffle"): "act.not_yours",
        (ANN, "bet 1 Ann 10"): "chips.short",
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
        first = await pit.act(table, ANN, "sit 1 Ann", version=1, key="a")
        assert first.version == 2
        assert await pit.act(table, ANN, "sit 1 Ann", version=1, key="a") == first
        with pytest.raises(ServiceError) as error:
            await pit.act(table, ANN, "bet 1 Ann 10", version=1, key="b")
        assert (error.value.code, error.value.data) == ("version.old", {"version": 2})
        bet = await pit.act(table, ANN, "bet 1 Ann 10", version=2, key="c")
        await close(pit)
        pit = pit_in(tmp_path)
        await pit.start()
        assert await pit.act(table, ANN, "bet 1 Ann 10", version=2, key="c") == bet
        assert held(pit)["Ann"] == 90_00
        await close(pit)

    asyncio.run(play())


def test_the_house_decides_for_the_absent_says_so_and_lets_them_get_up(tmp_path: Path) -> None:
    one_absence = PitSettings(pace=0, to_decide=60, to_wager=60, absences=1)

    async def play() -> list[str]:
        pit = pit_in(tmp_path, one_absence)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        watcher = pit.watch(table, None)
        notes: list[str] = []
        versions: list[int] = []

        async def listen() -> None:
            async for message in watcher:
                told = msgspec.json.decode(message)
                notes.append(told.get("note", ""))
                versions.append(told["version"])

        listening = asyncio.create_task(listen())
        await pit.act(table, ANN, "sit 1 Ann")
        while not any("does for Ann" in note for note in notes):  # a round that its first cards decide asks nobody
            await pit.act(table, ANN, "bet 1 Ann 10")
            while pit.table(table).in_play.staked or versions[-1] < pit.table(table).version:
                put_forward(60)
                await asyncio.sleep(0.005)
        while not any("gets up" in note for note in notes):
            await asyncio.sleep(0.005)
        for number in range(1, pit.table(table).round + 1):
            recalled.extend(unit["note"] for unit in pit.round(ANN, table, number)["units"])
        await close(pit)
        await listening
        return notes

    recalled: list[str] = []
    notes = run(play())
    assert any(note.startswith("Ann's time is up") for note in recalled), "whoever recalls the round is told too"
    assert any(note == "time is up: no more bets" for note in notes)
    assert any(note.startswith("Ann's time is up") for note in notes)
    assert any(note == "Ann was away and gets up" for note in notes)


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
        for line in ("Ann join", "Ann take-dice", "Ann bet pass 10"):
            await pit.act(table, ANN, line)
        while pit.table(table).in_play.staked:
            await pit.act(table, ANN, "throw")
        await pit.close_table(table, HOUSE)
        assert all(told["opened"] for told in pit.commitments(table))
        assert pit.tables() == []
        assert all_chips(pit) == 0
        await close(pit)

    asyncio.run(play())


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "craps"])
def test_a_table_closes_when_what_lies_on_the_layout_is_decided_or_taken_down(game: str, tmp_path: Path) -> None:
    async def play() -> list[str]:
        pit = pit_in(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0, to_close=0.1))
        table = await pit.open_table(f'game = "{game}"', HOUSE, practice=True)
        crowd = Crowd(pit, seed=3)
        await crowd.come(table)
        while not pit.table(table).in_play.staked or crowd.done < 20:
            await crowd.act(table)
        watcher = pit.watch(table, None)
        await pit.close_table(table, HOUSE, reason="the end of the day")
        notes = [msgspec.json.decode(message)["note"] async for message in watcher]
        assert pit.tables() == []
        assert all_chips(pit) == 0
        assert not any(f"table/{table}/layout" in account and chips for account, chips in pit.balances().items())
        await close(pit)
        return notes

    notes = asyncio.run(play())
    assert notes[1] == "the table closes when no wager lies on the layout: the end of the day"
    assert notes[-1] == "the table is closed: the end of the day"


def test_a_table_that_closes_takes_no_wager(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path, PitSettings(pace=60, to_decide=60, to_wager=60))
        table = await pit.open_table('game = "craps"', HOUSE, practice=True)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        for line in ("Ann join", "Ann take-dice", "Ann bet pass 10"):
            await pit.act(table, ANN, line)
        await pit.close_table(table, HOUSE)
        with pytest.raises(ServiceError) as error:
            await pit.act(table, ANN, "Ann bet field 10")
        assert error.value.code == "table.closing"
        seen = await shown(pit, table, ANN)
        assert (seen["closing"], seen["closed"]) == (True, False)
        assert [offer for offer in seen["may"] if offer["most"]] == []
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


def test_whoever_recalls_a_round_sees_the_cards_that_were_for_others_alone_as_backs(tmp_path: Path) -> None:
    async def play() -> dict[str, list[bool]]:
        pit = pit_in(tmp_path, randomness=Random(5))  # nobody has blackjack, which is opened at once
        table = await pit.open_table('game = "six-to-five"', HOUSE)
        for box, player in enumerate(PLAYERS, start=1):
            await pit.buy_in(table, player.name, 100_00, HOUSE)
            await pit.act(table, player, f"sit {box} {player.name}")
        for box, player in enumerate(PLAYERS, start=1):
            await pit.act(table, player, f"bet {box} {player.name} 10")
        await pit.act(table, ANN, "deal")
        seen = {}
        for actor in (*PLAYERS, HOUSE):
            units = pit.round(actor, table, 1)["units"]
            lines = [line for unit in units for line in msgspec.json.decode(unit["events"])]
            seen[actor.name] = [line["card"] is not None for line in lines if line.get("concealed")]
        await close(pit)
        return seen

    seen = asyncio.run(play())
    assert seen["Sue"] == [True] * 4
    assert (seen["Ann"], seen["Bob"]) == ([True, False] * 2, [False, True] * 2)


def test_a_command_that_fails_is_taken_back_and_tells_nothing_of_the_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        await pit.act(table, ANN, "sit 1 Ann")
        await pit.act(table, ANN, "bet 1 Ann 10")
        before = await shown(pit, table, ANN)

        def broken() -> None:
            raise KeyError("Ah")

        with monkeypatch.context() as patched:
            patched.setattr(pit.table(table).in_play, "step", broken)
            with pytest.raises(ServiceError) as error:
                await pit.act(table, ANN, "deal")
        assert (error.value.code, error.value.status) == ("table.failed", 500)
        assert "Ah" not in f"{error.value} {error.value.data}"
        assert await shown(pit, table, ANN) == before
        await pit.act(table, ANN, "deal")
        await close(pit)

    asyncio.run(play())


AT_ONCE = PitSettings(pace=0, to_decide=0, to_wager=0)
IN_A_DEMONSTRATION = PitSettings(pace=0, to_decide=60, to_wager=60, to_return=8)


async def left_in_a_round(folder: Path) -> str:
    """A table at which Ann was asked when the server stopped."""
    pit = pit_in(folder, AT_ONCE)
    table = await pit.open_table('game = "blackjack"', HOUSE)
    await pit.buy_in(table, "Ann", 1000_00, HOUSE)
    await pit.act(table, ANN, "sit 1 Ann")
    while not (await shown(pit, table, ANN))["awaited"]:
        await pit.act(table, ANN, "bet 1 Ann 10")
        await pit.act(table, HOUSE, "deal")
    await close(pit)
    return table


def test_after_a_start_a_player_who_does_not_come_back_is_decided_for_and_gets_up(tmp_path: Path) -> None:
    async def play(table: str) -> list[str]:
        pit = pit_in(tmp_path, IN_A_DEMONSTRATION)
        await pit.start()
        notes: list[str] = []
        put_forward(8)
        async for message in pit.watch(table, BOB):
            notes.append(msgspec.json.decode(message).get("note", ""))
            if "gets up" in notes[-1]:
                break
        await close(pit)
        return notes

    notes = run(play(asyncio.run(left_in_a_round(tmp_path))))
    assert any("the house does for Ann" in note for note in notes)
    assert notes[-1] == "Ann was away and gets up"


def test_after_a_start_a_player_who_comes_back_has_as_much_time_as_everybody(tmp_path: Path) -> None:
    async def play(table: str) -> tuple[float, float, str]:
        pit = pit_in(tmp_path, IN_A_DEMONSTRATION)
        await pit.start()
        await asyncio.sleep(0)
        before = (await shown(pit, table, BOB))["seconds_left"]
        ann = pit.watch(table, ANN)
        put_forward(8)
        await asyncio.sleep(0.05)
        seen = await shown(pit, table, ANN)
        ann.close()
        await close(pit)
        return before, seen["seconds_left"], seen["awaited"]

    before, after, awaited = run(play(asyncio.run(left_in_a_round(tmp_path))))
    assert 0 < before <= 8
    assert 50 < after <= 60
    assert awaited == "Ann"


def test_after_a_start_nobody_waits_for_the_wager_of_a_player_who_has_not_come_back(tmp_path: Path) -> None:
    async def left_at_the_table() -> str:
        pit = pit_in(tmp_path, AT_ONCE)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        for box, player in enumerate((ANN, BOB), start=1):
            await pit.buy_in(table, player.name, 1000_00, HOUSE)
            await pit.act(table, player, f"sit {box} {player.name}")
        await close(pit)
        return table

    async def play(table: str) -> tuple[list[Any], list[Any]]:
        pit = pit_in(tmp_path, IN_A_DEMONSTRATION)
        await pit.start()
        await pit.act(table, BOB, "bet 2 Bob 10")
        alone = await shown(pit, table, BOB)
        pit.watch(table, ANN).close()
        with_ann = await shown(pit, table, BOB)
        await close(pit)
        return alone["may"], with_ann["may"]

    alone, with_ann = run(play(asyncio.run(left_at_the_table())))
    assert any(offer["closes"] for offer in alone)
    assert not any(offer["closes"] for offer in with_ann)
