"""The results of rounds, their list and the purse always agree, fees included, at every game."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from tests.service.pit_player import CHIPS, HOUSE, PLAYERS, Crowd, close, pit_in, shown

from chapter47.games import GAMES
from chapter47.service import acting, money
from chapter47.service.api.felt import MOST_EVENTS, round_so_far
from chapter47.service.deadlines import DEALER
from chapter47.service.table_messages import onlooker

FILES: Final = {
    **{game.name: f'game = "{game.name}"' for game in GAMES},
    "baccarat, fee at once": 'game = "baccarat"\nvigorish_when = "paid"',
    "blackjack with meters": 'game = "blackjack"\n[wagers.progressive]\n[wagers.blackjack-bonus]\n[wagers.streak]\n',
    "craps with fees": 'game = "craps"\nbuy = [4, 5, 6, 8, 9, 10]\nlay = [4, 5, 6, 8, 9, 10]',
}
ACTS: Final = 120


def test_a_page_opened_in_a_long_round_has_all_of_its_results(tmp_path: Path) -> None:
    """A fee that was taken hundreds of events ago is part of the total of the round."""

    async def play() -> None:
        pit = pit_in(tmp_path)
        ann = PLAYERS[0]
        table = await pit.open_table(FILES["craps with fees"], HOUSE, practice=True)
        await pit.buy_in(table, ann.name, CHIPS, HOUSE)
        lines = ["join", "bet 20 on buy 4", *("bet 5 on field", "take down field") * MOST_EVENTS]
        for line in lines:
            await pit.act(table, ann, f"{ann.name} {line}")
        events = round_so_far(pit.table(table), onlooker(ann))
        assert len(events) == MOST_EVENTS + 1
        assert sum(event["amount"] for event in events if event["event"] == "FeeTaken") == 1_00
        await close(pit)

    asyncio.run(play())


@pytest.mark.parametrize("posting", FILES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_the_rounds_say_is_what_the_purse_gained_or_lost(posting: str, seed: int, tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table(FILES[posting], HOUSE, practice=True)
        hosted, crowd = pit.table(table), Crowd(pit, seed)
        await crowd.come(table)
        while crowd.done < ACTS:
            await crowd.act(table)
            act = hosted.hosting.closes_wagers(hosted.in_play)
            if crowd.done % 3 == 0 and act is not None:
                await hosted.submit(DEALER, partial(acting.do, hosted, act))
        staked = hosted.in_play.staked
        for player in PLAYERS:
            listed = pit.rounds(player, limit=1000)
            assert all(each.results.keys() == {player.name} for each in listed), "nobody else's result is shown"
            recalled = [pit.round(player, each.table, each.round)["results"] for each in listed]
            assert recalled == [each.results for each in listed]
            purse = (await shown(pit, table, player))["chips"]
            assert purse == pit.house.holds(money.bankroll(player.name))
            assert sum(each.results[player.name] for each in listed) == purse + staked.get(player.name, 0) - CHIPS
        staff = pit.rounds(HOUSE, table=table, limit=1000)
        assert staff
        assert all(each.results.keys() == set(each.players) for each in staff)
        await close(pit)

    asyncio.run(play())
