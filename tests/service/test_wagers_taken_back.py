"""Wagers taken back before the deal, by their player or by the house: nobody holds up a table or its closing."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.give_up import SECONDS
from tests.service.passing_time import put_forward, run
from tests.service.pit_player import HOUSE, PLAYERS, all_chips, close, pit_in, shown

from chapter47.service.audit import audit
from chapter47.service.pit import Pit
from chapter47.service.table import MOST_UNITS_OF_A_ROUND
from chapter47.service.terms import PitSettings, ServiceError

ANN, BOB = PLAYERS
MULTIPLE = 'game = "multiple-action"'
STREAK = 'game = "blackjack"\n[wagers.streak]\n'


class Room:
    """A pit with one table, at which Ann and Bob sit with chips, and all messages to its onlookers."""

    def __init__(self, folder: Path, settings: PitSettings) -> None:
        self.folder = folder
        self.pit: Pit = pit_in(folder, settings)
        self.notices: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []

    async def open(self, file: str) -> None:
        self.table = await self.pit.open_table(file, HOUSE)
        self.listening = asyncio.create_task(self._listen())
        for box, player in enumerate(PLAYERS, start=1):
            await self.pit.buy_in(self.table, player.name, 1000_00, HOUSE)
            await self.pit.act(self.table, player, f"{player.name} sit at {box}")

    async def _listen(self) -> None:
        async for message in self.pit.watch(self.table, None):
            reported = msgspec.json.decode(message)
            self.notices += reported["notices"]
            self.events += reported.get("events", ())

    async def do(self, *lines: str) -> None:
        for line in lines:
            actor = HOUSE if line == "dealer deal" else BOB if "Bob" in line else ANN
            await self.pit.act(self.table, actor, line)

    async def until(self, kind: str, **fields: object) -> None:
        wanted = {"kind": kind, **fields}.items()
        async with asyncio.timeout(SECONDS):
            while not any(notice.items() >= wanted for notice in self.notices):
                await asyncio.sleep(0.005)

    async def deal_until_ann_is_asked(self) -> None:
        """A round that is decided by its first cards asks nobody."""
        while not (await shown(self.pit, self.table, ANN))["awaited"]:
            await self.do("Ann bet 10 on 1", "dealer deal")
        if any(offer["text"] == "Ann decline" for offer in (await shown(self.pit, self.table, ANN))["may"]):
            await self.do("Ann decline")  # insurance
            await self.deal_until_ann_is_asked()

    async def win_with_a_streak(self) -> None:
        """Until Ann's streak wager has a won hand behind it and waits for the next one."""
        for _ in range(100):
            await self.do("Ann bet 10 on 1")
            may = (await shown(self.pit, self.table, ANN))["may"]
            if any("streak 3" in offer["text"] and offer["most"] for offer in may):
                await self.do("Ann bet 5 on streak 3 at 1")
            await self.do("dealer deal")
            while (await shown(self.pit, self.table, ANN))["awaited"]:
                await self.do("Ann decline" if await self._asked("Ann decline") else "Ann stand")
            if self.pit.table(self.table).in_play.staked:
                return
        raise AssertionError("no streak in a hundred rounds")

    async def _asked(self, line: str) -> bool:
        return any(offer["text"] == line for offer in (await shown(self.pit, self.table, ANN))["may"])

    async def end(self) -> None:
        assert all_chips(self.pit) == 0
        await close(self.pit)
        await self.listening
        assert audit(f"sqlite:///{self.folder / 'pit.db'}").problems == ()


def test_a_player_takes_a_wager_back_and_has_the_chips_again(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0))
        await room.open(STREAK)
        await room.do("Ann bet 10 on 1", "Ann bet 5 on streak 3 at 1")
        assert room.pit.house.holds("player/Ann/bankroll") == 985_00
        with pytest.raises(ServiceError) as error:
            await room.pit.act(room.table, BOB, "Ann take back all on 1")
        assert error.value.code == "act.not_yours"
        may = {offer["text"] for offer in (await shown(room.pit, room.table, ANN))["may"]}
        assert {"Ann take back all on 1", "Ann take back all on streak 3 at 1"} <= may
        await room.do("Ann take back all on 1")
        assert room.pit.house.holds("player/Ann/bankroll") == 1000_00
        await room.deal_until_ann_is_asked()
        with pytest.raises(ServiceError) as late:
            await room.do("Ann take back all on 1")
        assert (late.value.code, late.value.citation) == ("bet.closed", "19:47-2.3(c)")
        await room.end()

    run(play())


def test_who_makes_too_few_wagers_and_goes_holds_nobody_up(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=60))
        await room.open(MULTIPLE)
        await room.do("Ann bet 10 on 1", *["Bob bet 10 on 2"] * 3)
        put_forward(60)
        await room.until("timed-out", player="Ann", move="take-back", place="1", reason="too-few-wagers")
        await room.until("wagers-closed", act="dealer deal")
        kinds = [notice["kind"] for notice in room.notices]
        assert kinds[kinds.index("timed-out") + 1] == "wagers-closed", "players who waited do not wait once more"
        assert room.pit.house.holds("player/Ann/bankroll") == 1000_00
        assert any(event["event"] == "Withdrawn" and event["by"] == "19:47-2.3(c)" for event in room.events)
        await room.end()

    run(play())


def test_too_few_wagers_do_not_keep_a_table_from_closing(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0))
        await room.open(MULTIPLE)
        await room.do("Ann bet 10 on 1")
        await room.pit.close_table(room.table, HOUSE)
        await room.until("house-acted", move="take-back", player="Ann", place="1")
        await room.until("closed")
        await room.end()

    run(play())


def test_a_streak_that_nobody_plays_on_is_given_up_when_the_table_closes(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0, to_close=60))
        await room.open(STREAK)
        await room.win_with_a_streak()
        await room.pit.close_table(room.table, HOUSE)
        put_forward(60)
        await room.until("closed")
        assert [event["by"] for event in room.events if event.get("why") == "abandoned"] == ["19:47-2.22(f)"]
        await room.end()

    run(play())


def test_only_players_with_a_streak_play_on_at_a_closing_table(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=10, to_wager=60))
        await room.open(STREAK)
        await room.win_with_a_streak()
        await room.pit.close_table(room.table, HOUSE)
        with pytest.raises(ServiceError) as error:
            await room.do("Bob bet 10 on 2")
        assert error.value.code == "table.closing"
        view = await shown(room.pit, room.table, ANN)
        assert any(offer["text"] == "Ann bet 10 on 1" for offer in view["may"])
        assert view["seconds_left"] > 10, "as long as there is for a wager"
        decided = len(room.events)
        await room.do("Ann bet 10 on 1")
        put_forward(60)
        while not any("streak" in event.get("wager", "") for event in room.events[decided:]):
            put_forward(10)
            await asyncio.sleep(0.01)
        assert not any(event.get("why") == "abandoned" for event in room.events)
        await room.end()

    run(play())


@pytest.mark.parametrize(("to_close", "waits"), [(10, False), (600, True), (0, True)])
def test_without_a_time_to_decide_a_closing_table_waits_for_a_decision_as_long_as_its_house_does(
    to_close: float, waits: bool, tmp_path: Path
) -> None:
    async def play() -> None:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0, to_close=to_close))
        await room.open('game = "blackjack"\nhole_card = "face-down"')
        await room.deal_until_ann_is_asked()
        await room.pit.close_table(room.table, HOUSE)
        put_forward(50)
        if waits:
            seen = await shown(room.pit, room.table, ANN)
            assert (seen["awaited"], seen["closed"]) == ("Ann", False)
            assert (seen["seconds_left"] is None) == (to_close == 0)
            await room.do("Ann stand")
        await room.until("closed")
        await room.end()

    run(play())


def test_wagers_made_and_taken_back_without_end_do_not_make_a_start_long(tmp_path: Path) -> None:
    async def play() -> int:
        room = Room(tmp_path, PitSettings(pace=0, to_decide=0, to_wager=0))
        await room.open('game = "blackjack"')
        for _ in range(MOST_UNITS_OF_A_ROUND // 2 + 10):
            await room.do("Ann bet 10 on 1", "Ann take back all on 1")
        await room.do("Ann bet 10 on 1")
        before = {**await shown(room.pit, room.table, ANN), "seconds_left": None}
        await close(room.pit)
        await room.listening
        room.pit = pit_in(tmp_path)
        (stored,) = room.pit.store.tables()
        await room.pit.start()
        assert {**await shown(room.pit, room.table, ANN), "seconds_left": None} == before
        await room.end()
        return len(stored.units)

    assert run(play()) < MOST_UNITS_OF_A_ROUND
