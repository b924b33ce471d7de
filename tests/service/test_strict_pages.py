"""Pages and staff see no more than the law shows: running rounds are masked, and signing out ends what is shown."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.give_up import SECONDS
from tests.service.doors import Door
from tests.service.pit_player import HOUSE, close, pit_in
from tests.service.test_transport import run
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from chapter47.service.api.gate import COOKIE
from chapter47.service.passwords import why_not
from chapter47.service.pit import Pit
from chapter47.service.recall import Recall
from chapter47.service.terms import Actor
from chapter47.service.tokens import csrf_of

STAFF = (Actor("Sue", "supervisor"), Actor("Olga", "auditor"))
ANN = Actor("Ann", "player")
FILE = 'game = "six-to-five"'
"""Its first two cards are for the player alone."""


def concealed_cards(reported: str) -> list[Any]:
    """What a log or recalled events tell of concealed cards."""
    events = [json.loads(line) for line in reported.splitlines() if line.startswith("{")]
    return [event.get("card") for event in events if event.get("concealed")]


def recalled(pit: Pit, actor: Actor, table: str) -> list[Any]:
    units = pit.round(actor, table, 1)["units"]
    events = [event for unit in units for event in json.loads(bytes(unit["events"]))]
    return [event.get("card") for event in events if event.get("concealed")]


def test_a_running_round_is_masked_for_staff_too(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path, randomness=Random(1))
        table = await pit.open_table(FILE, HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        for line in ("Ann sit at 1", "Ann bet 10 on 1", "dealer deal"):
            await pit.act(table, ANN, line)
        assert pit.table(table).in_round
        for actor in STAFF:
            assert recalled(pit, actor, table) == [None, None]
            assert concealed_cards(pit.log(actor, table)) == [None, None]
            recall = Recall(pit, actor, table, 1)
            assert concealed_cards(recall.log()) == [None, None]
            assert not recall.is_over
        assert None not in recalled(pit, ANN, table)
        await pit.act(table, ANN, "Ann stand")
        assert not pit.table(table).in_round
        for actor in STAFF:
            cards = recalled(pit, actor, table)
            assert None not in cards
            assert concealed_cards(pit.log(actor, table)) == cards
            assert concealed_cards(Recall(pit, actor, table, 1).log()) == cards
        await close(pit)

    asyncio.run(play())


def test_signing_out_ends_the_views_of_open_pages_at_once(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> tuple[int, int | None, list[bool]]:
        user = opened.access.users.get("Sue")
        assert user is not None
        text = (await opened.access.open_page(user)).text
        origin = f"http://127.0.0.1:{port}"
        headers = {"Cookie": f"{COOKIE}={text}", "Origin": origin}
        async with connect(
            f"ws://127.0.0.1:{port}/api/v1/tables/1/stream",
            additional_headers=headers,
            proxy=None,
            open_timeout=SECONDS,
            ping_interval=None,
        ) as page:
            async with opened.client(**headers, **{"X-CSRF-Token": csrf_of(text)}) as client:
                client.base_url = origin
                left = await client.delete("/api/v1/session")
            closed = [watcher.closed for watcher in opened.pit.watchers]
            await opened.pit.flood(0)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(page.recv(), SECONDS)
            return left.status_code, page.close_code, closed

    assert run(tmp_path, asked) == (204, 4401, [True])


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("Ann", "password123", "a common password"),
        ("Ann", "P@ssw0rd1234", "a common password"),
        ("Ann", "1234567890", "a common password"),
        ("Ann", "0987654321", "a common password"),
        ("Ann", "qwertyuiop", "a common password"),
        ("Ann", "blackjack-2026", "a common password"),
        ("Ann", "zvxqzvxqzvxq", "a common password"),
        ("Annabel", "annabel2026!", "mostly your name"),
        ("Annabel", "4nn4b3l-4nn4b3l", "mostly your name"),
        ("Ann", "short", "5 characters, 5 of them different"),
        ("Ann", "aaaabbbbccc", "11 characters, 3 of them different"),
        ("Ann", "correct horse battery", ""),
        ("Ann", "a password of my own", ""),
        ("Annabel", "annabel plays at noon", ""),
    ],
)
def test_passwords_that_are_guessed_first_are_refused(name: str, password: str, why: str) -> None:
    assert why_not(password, name) == why
