"""A seat that changes hands shows nothing of its former player."""

import asyncio
from pathlib import Path
from typing import Final

import msgspec
import pytest
from tests.service.pit_player import HOUSE, PLAYERS, close, pit_in, shown

ANN, BOB = PLAYERS
ROUNDS: Final = {
    "blackjack": ("{name} sit at 1", "{name} bet 10 on 1"),
    "baccarat": ("{name} sit at 1", "{name} bet 10 on player"),
    "craps": ("{name} join", "{name} bet 5 on field"),
}


@pytest.mark.parametrize("game", ROUNDS)
def test_a_newcomer_sees_nothing_of_the_player_before(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table(f'game = "{game}"', HOUSE)
        hosted = pit.table(table)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        sit, bet = (line.format(name="Ann") for line in ROUNDS[game])
        await pit.act(table, ANN, sit)
        if game == "craps":
            await pit.act(table, ANN, "Ann take dice")
            await pit.act(table, ANN, "Ann bet 10 on pass")
        await pit.act(table, ANN, bet)
        while hosted.in_play.staked:
            act = hosted.hosting.time_is_up(hosted.in_play)
            assert act is not None
            await pit.act(table, ANN if hosted.hosting.awaited(hosted.in_play) else HOUSE, str(act))
        before = (await shown(pit, table, BOB))["view"]
        assert "Ann" in msgspec.json.encode(before).decode()
        await pit.act(table, ANN, str(hosted.hosting.leaves("Ann")))
        await pit.act(table, BOB, ROUNDS[game][0].format(name="Bob"))
        view = (await shown(pit, table, BOB))["view"]
        table_seen = view["table"]
        reported = {key: table_seen[key] for key in ("results", "last_results", "seats", "rail") if key in table_seen}
        assert "Ann" not in msgspec.json.encode(reported).decode()
        if game == "blackjack":
            assert (table_seen["round"]["bettors"], table_seen["round"]["hands"]) == ([], [])
        await close(pit)

    asyncio.run(play())
