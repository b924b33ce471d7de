"""Every game and every wager of the project is played through the API by players who know no game by name."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.give_up import SECONDS
from tests.service.bots import StreamingBot, kind_of
from tests.service.nursery import running

from chapter47.client import Client
from chapter47.core.errors import Chapter47Error
from chapter47.core.game import Game
from chapter47.games import GAMES, check, dumps, from_data, to_data

MOST_ACTS: Final = 4000
CHIPS: Final = 100_000_00


class Posted(NamedTuple):
    """A table to play, and the wagers that must be settled there."""

    file: str
    wagers: frozenset[str]


def allowed(game: Game[Any], data: dict[str, Any]) -> str:
    """What a table file may say there, as its error message lists it."""
    try:
        from_data({"game": game.name, **data})
    except Chapter47Error as error:
        return error.problems[0].allowed
    return ""


def lists(game: Game[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Every key that takes a list, with all that the list may hold."""
    for key in game.posting.asked():
        shown = allowed(game, {key.name: ["none-such"]})
        if shown.startswith("a list of"):
            words = shown.removeprefix("a list of").partition(";")[0].split(",")
            yield key.name, [int(word) if word.strip().isdigit() else word.strip(' "') for word in words]


def side_wagers(game: Game[Any]) -> list[str]:
    shown = allowed(game, {"wagers": {"none-such": {}}})
    return [] if " on," in shown else shown.split(", ")


def lawful(data: dict[str, Any]) -> str | None:
    try:
        table = from_data(data)
    except Chapter47Error:
        return None
    return dumps(table) if check(table).lawful else None


def full_table(game: Game[Any]) -> dict[str, Any]:
    """With everything that its lists may hold, as far as that is lawful."""
    data: dict[str, Any] = {"game": game.name}
    for key, words in lists(game):
        if lawful({**data, key: words}):
            data[key] = words
    return data


def postings() -> list[Posted]:
    """A full table of every game, and one for each side wager at the first game that may offer it."""
    all_posted: list[Posted] = []
    done: set[str] = set()
    for game in GAMES:
        data = full_table(game)
        file = lawful(data)
        assert file is not None
        written: dict[str, Any] = to_data(from_data(data))
        listed = frozenset(written.get("offers", ()))
        all_posted.append(Posted(file, listed))
        for wager in side_wagers(game):
            file = lawful({**data, "wagers": {wager: {}}})
            if file and wager not in done | listed:
                done.add(wager)
                all_posted.append(Posted(file, frozenset({wager})))
    assert {wager for game in GAMES for wager in side_wagers(game)} <= {
        wager for posted in all_posted for wager in posted.wagers
    }
    return all_posted


async def play(posted: Posted, floor: Client, players: dict[str, Client]) -> set[str]:
    """Until every wager was settled and everything that is offered was done once: the wagers that were not."""
    table = await floor.open_table(posted.file)
    for name in players:
        await floor.buy_in(table, name, CHIPS)
    async with AsyncExitStack() as stack:
        bots = []
        for seed, (name, client) in enumerate(players.items()):
            stream = await stack.enter_async_context(client.stream(table))
            bots.append(StreamingBot(stream, name, table, seed))
        version = 0
        for turn in range(MOST_ACTS):
            bot = bots[turn % len(bots)]
            await bot.hear(version)
            version = await bot.take_turn() or version
            offered = {kind_of(offer) for seated in bots for offer in seated.message.get("may", ())}
            if posted.wagers <= bot.settled and offered <= {kind for seated in bots for kind in seated.done}:
                break
        return set(posted.wagers - bot.settled)


def test_every_game_and_every_wager_is_played_through_the_api(tmp_path: Path) -> None:
    """Whatever a table says that a player may do is accepted: a refusal fails the test."""

    async def missing() -> dict[str, set[str]]:
        async with running(tmp_path) as server, AsyncExitStack() as stack:
            tokens = await server.people(Ann="player", Bea="player", Sue="supervisor")
            clients = {
                name: await stack.enter_async_context(Client(server.url, token, seconds=SECONDS))
                for name, token in tokens.items()
            }
            floor = clients.pop("Sue")
            left = {posted.file: await play(posted, floor, clients) for posted in postings()}
            assert sum((await floor.balances()).values()) == 0
            return {file: wagers for file, wagers in left.items() if wagers}

    assert asyncio.run(missing()) == {}
