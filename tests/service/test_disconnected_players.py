"""Nobody waits for a player whose page is gone; a player alone at a table can stop the clock."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from tests.service.passing_time import put_forward, run
from tests.service.pit_player import HOUSE, PLAYERS, close, pit_in, shown

from chapter47.service.pit import Pit
from chapter47.service.terms import PitSettings, ServiceError

ANN, BOB = PLAYERS
SETTINGS: Final = PitSettings(pace=0, to_decide=60, to_wager=60, missed_rounds=2, away=300, longest_hold=100)
FILE: Final = 'game = "baccarat"'


class Room:
    """A table of a pit, and all that is announced there."""

    def __init__(self, folder: Path, settings: PitSettings = SETTINGS) -> None:
        self.pit: Pit = pit_in(folder, settings)
        self.notices: list[dict[str, Any]] = []

    async def open(self, file: str, *seats: str) -> None:
        self.table = await self.pit.open_table(file, HOUSE)
        self._listening = asyncio.create_task(self._listen())
        for player in PLAYERS:
            await self.pit.buy_in(self.table, player.name, 1000_00, HOUSE)
        for line in seats:
            await self.pit.act(self.table, ANN if "Ann" in line else BOB, line)

    async def _listen(self) -> None:
        async for message in self.pit.watch(self.table, None):
            self.notices += msgspec.json.decode(message)["notices"]

    async def may_ann_close(self) -> bool:
        return any(offer["kind"] == "close" for offer in (await shown(self.pit, self.table, ANN))["may"])

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.005)

    @property
    def awaited(self) -> str:
        hosted = self.pit.table(self.table)
        return hosted.hosting.awaited(hosted.in_play)

    @property
    def seated(self) -> list[str]:
        hosted = self.pit.table(self.table)
        return list(hosted.hosting.seated(hosted.in_play))

    async def end(self) -> None:
        await close(self.pit)
        await self._listening


def test_a_player_whose_page_is_gone_is_skipped_after_one_round_and_freed_after_two(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path)
        await room.open(FILE, "Ann sit at 1", "Bob sit at 2")
        room.pit.watch(room.table, ANN)
        room.pit.watch(room.table, BOB).close()
        await room.pit.act(room.table, ANN, "Ann bet 10 on player")
        assert not await room.may_ann_close(), "the first round still waits for Bob"
        put_forward(60)
        await room.until(lambda: any(notice["kind"] == "wagers-closed" for notice in room.notices))
        await room.until(lambda: not room.pit.table(room.table).in_play.staked)
        await room.pit.act(room.table, ANN, "Ann bet 10 on player")
        assert await room.may_ann_close(), "Bob has missed a round: nobody waits for him"
        assert room.seated == ["Ann", "Bob"]
        await room.pit.act(room.table, ANN, "dealer deal")
        freed = {"kind": "seat-freed", "player": "Bob", "reason": "disconnected"}
        await room.until(lambda: freed in room.notices)
        assert room.seated == ["Ann"]
        await room.end()

    run(play())


@pytest.mark.parametrize("comes_back", ["by socket", "by an act", "never went"])
def test_a_player_who_is_connected_or_acts_is_waited_for(comes_back: str, tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path)
        await room.open(FILE, "Ann sit at 1", "Bob sit at 2")
        first = room.pit.watch(room.table, BOB)
        if comes_back != "never went":
            first.close()
        await room.pit.act(room.table, ANN, "Ann bet 10 on player")
        put_forward(60)
        await room.until(lambda: not room.pit.table(room.table).in_play.staked)
        if comes_back == "by socket":
            room.pit.watch(room.table, BOB)
        elif comes_back == "by an act":
            await room.pit.act(room.table, BOB, "Bob bet 10 on player")
            await room.pit.act(room.table, BOB, "Bob take back all on player")
        await room.pit.act(room.table, ANN, "Ann bet 10 on player")
        assert not await room.may_ann_close()
        assert room.seated == ["Ann", "Bob"]
        await room.end()

    run(play())


def test_a_seat_is_freed_though_no_round_is_played(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path)
        await room.open(FILE, "Ann sit at 1")
        room.pit.watch(room.table, ANN).close()
        put_forward(300)
        freed = {"kind": "seat-freed", "player": "Ann", "reason": "disconnected"}
        await room.until(lambda: freed in room.notices)
        assert room.seated == []
        await room.end()

    run(play())


def test_the_table_waits_once_for_a_decision_of_a_player_who_is_away(tmp_path: Path) -> None:
    """The dice go round: nobody bets, so that no round ends, and each time they are offered to Ann again."""

    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=1000, to_wager=0, absences=0, away=0))
        await room.open('game = "craps"', "Ann join", "Bob join")
        room.pit.watch(room.table, ANN).close()
        room.pit.watch(room.table, BOB)
        put_forward(1000)
        for _ in range(3):
            await room.until(lambda: room.awaited == "Bob")
            await room.pit.act(room.table, BOB, "Bob decline dice")
        await room.until(lambda: sum(notice["kind"] == "timed-out" for notice in room.notices) > 3)
        assert {notice.get("player") for notice in room.notices if notice["kind"] == "timed-out"} == {"Ann"}
        await room.end()

    run(play())


async def asked(room: Room) -> None:
    """Ann alone at blackjack has to decide."""
    await room.open('game = "blackjack"', "Ann sit at 1")
    room.pit.watch(room.table, ANN)
    while not (await shown(room.pit, room.table, ANN))["awaited"]:
        await room.pit.act(room.table, ANN, "Ann bet 10 on 1")
        await room.pit.act(room.table, ANN, "dealer deal")


def test_a_player_alone_stops_the_clock_and_has_the_time_that_was_left(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path)
        await asked(room)
        put_forward(20)
        room.pit.hold(room.table, ANN, on=True)
        seen = await shown(room.pit, room.table, ANN)
        assert (seen["held"], seen["seconds_left"]) == (True, None)
        put_forward(90)
        await asyncio.sleep(0)
        room.pit.hold(room.table, ANN, on=False)
        seen = await shown(room.pit, room.table, ANN)
        assert seen["held"] is False
        assert 0 < seen["seconds_left"] <= 40
        assert not any(notice["kind"] == "timed-out" for notice in room.notices)
        put_forward(40)
        await room.until(lambda: any(notice["kind"] == "timed-out" for notice in room.notices))
        await room.end()

    run(play())


def test_a_player_alone_plays_without_a_clock_until_somebody_joins(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path)
        room.table = await room.pit.open_table('game = "blackjack"', HOUSE, practice=True)
        for player in PLAYERS:
            await room.pit.buy_in(room.table, player.name, 1000_00, HOUSE)
        with pytest.raises(ServiceError) as nobody:
            await room.pit.set_pace(room.table, ANN, 0, clock=False)
        await room.pit.act(room.table, ANN, "Ann sit at 1")
        await room.pit.set_pace(room.table, ANN, 2.5, clock=False)
        await room.pit.act(room.table, ANN, "Ann bet 10 on 1")
        seen = await shown(room.pit, room.table, ANN)
        assert (seen["pace"], seen["clock"], seen["seconds_left"]) == (2.5, False, None)
        await room.pit.act(room.table, BOB, "Bob sit at 2")
        seen = await shown(room.pit, room.table, ANN)
        assert (seen["pace"], seen["clock"], seen["seconds_left"]) == (0, True, 60)
        with pytest.raises(ServiceError) as together:
            await room.pit.set_pace(room.table, ANN, 0, clock=False)
        lawful = await room.pit.open_table('game = "blackjack"', HOUSE)
        with pytest.raises(ServiceError) as fixed:
            await room.pit.set_pace(lawful, ANN, 0, clock=False)
        codes = [error.value.code for error in (nobody, together, fixed)]
        assert codes == ["pace.not_alone", "pace.not_alone", "pace.fixed"]
        await close(room.pit)

    run(play())


def test_a_clock_is_not_stopped_for_ever_nor_for_others(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path)
        await asked(room)
        room.pit.hold(room.table, ANN, on=True)
        put_forward(100 + 60)
        await room.until(lambda: any(notice["kind"] == "timed-out" for notice in room.notices))
        other = Room(tmp_path / "other")
        await other.open(FILE, "Ann sit at 1", "Bob sit at 2")
        with pytest.raises(ServiceError) as error:
            other.pit.hold(other.table, ANN, on=True)
        assert error.value.code == "hold.not_alone"
        await other.end()
        await room.end()

    run(play())
