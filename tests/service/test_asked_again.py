"""Requests repeated under their key, also after a table has closed, and requests waiting when it closes."""

import asyncio
from typing import Any

import pytest
from tests.give_up import SECONDS
from tests.service.worlds import World, world

FILE = 'game = "blackjack"'


async def opened(house: World) -> str:
    house.listen()
    table: str = (await house.ask("Sue", "POST", "/tables", {"file": FILE})).json()["table"]
    await house.ask("Sue", "POST", f"/tables/{table}/buy-in/Ann", {"amount": 1000_00})
    return table


@pytest.mark.parametrize("restarted", [False, True], ids=["at once", "after a start"])
def test_what_was_done_before_its_table_closed_is_answered_again(restarted: bool) -> None:
    """An answer that was lost on its way is asked for again, however long the table has been closed."""

    async def through() -> None:
        async with world() as house:
            table = await opened(house)
            asked: list[tuple[str, str, dict[str, Any]]] = [
                ("Ann", "acts", {"act": "Ann sit at 1", "key": "sits"}),
                ("Sue", "buy-in/Ann", {"amount": 500, "key": "buys"}),
                ("Sue", "fill", {"amount": 700, "key": "fills"}),
                ("Sue", "pause", {"key": "pauses"}),
                ("Sue", "resume", {"key": "resumes"}),
                ("Sue", "close", {"reason": "the end", "key": "closes"}),
                ("Sue", "credit", {"amount": 900, "key": "credits"}),
            ]
            paths = [(name, f"/tables/{table}/{path}", body) for name, path, body in asked]
            first = [await house.ask(name, "POST", path, body) for name, path, body in paths]
            assert [answer.status_code for answer in first] == [200] * len(asked)
            chips = house.pit.balances()
            if restarted:
                await house.restart()
            again = [await house.ask(name, "POST", path, body) for name, path, body in paths]
            assert [answer.content for answer in again] == [answer.content for answer in first]
            assert house.pit.balances() == chips
            new = [await house.ask(name, "POST", path, {**body, "key": "new"}) for name, path, body in paths]
            codes = [answer.json().get("code") for answer in new]
            assert codes == ["table.closed"] * 6 + [None], "the tray of a closed table goes back to the cage"

    asyncio.run(through())


def test_another_fill_or_another_reason_under_a_used_key_is_refused() -> None:
    async def through() -> None:
        async with world() as house:
            table = await opened(house)
            moved = {"debit": "outside", "credit": "player/Ann/bankroll", "amount": 5}
            correction = {"entries": [moved], "reason": "paid too little", "key": "correction"}
            fill = {"amount": 500, "key": "fill"}
            assert (await house.ask("Sue", "POST", f"/tables/{table}/fill", fill)).status_code == 200
            assert (await house.ask("Sue", "POST", "/corrections", correction)).status_code == 200
            others = [
                await house.ask("Sue", "POST", f"/tables/{table}/fill", {**fill, "amount": 501}),
                await house.ask("Sue", "POST", "/corrections", {**correction, "reason": "another"}),
            ]
            assert [answer.json()["code"] for answer in others] == ["key.used"] * 2

    asyncio.run(through())


def test_requests_waiting_when_a_table_closes_are_answered() -> None:
    async def through() -> None:
        async with world() as house:
            table = await opened(house)
            acts = f"/tables/{table}/acts"
            asked = [
                house.ask("Ann", "POST", acts, {"act": "Ann sit at 1"}),
                house.ask("Sue", "POST", f"/tables/{table}/close", {}),
                *(house.ask("Ann", "POST", acts, {"act": "Ann leave"}) for _ in range(5)),
            ]
            async with asyncio.timeout(SECONDS):
                sat, closed, *late = await asyncio.gather(*asked)
            assert (sat.status_code, closed.status_code) == (200, 200)
            assert {answer.json()["code"] for answer in late} == {"table.closed"}

    asyncio.run(through())


def test_a_table_that_is_closed_offers_nothing() -> None:
    async def through() -> None:
        async with world() as house:
            table = await opened(house)
            await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": "Ann sit at 1"})
            before = (await house.ask("Ann", "GET", f"/tables/{table}")).json()
            await house.ask("Sue", "POST", f"/tables/{table}/close", {})
            after = (await house.ask("Ann", "GET", f"/tables/{table}")).json()
            assert (bool(before["may"]), after["closed"], after["may"]) == (True, True, [])

    asyncio.run(through())


def test_a_coupon_that_nobody_has_is_not_laid() -> None:
    """Before the table does anything: nobody else learns that a wager was taken back."""

    async def through() -> None:
        async with world() as house:
            table = await opened(house)
            acts = f"/tables/{table}/acts"
            for line in ("Ann sit at 1", "Ann bet 10 on 1"):
                await house.ask("Ann", "POST", acts, {"act": line})
            refused = (await house.ask("Ann", "POST", acts, {"act": "Ann lay coupon 10 on 1"})).json()
            assert (refused["code"], refused["got"], refused["allowed"]) == ("coupons.short", "$10", "up to $0")
            await house.ask("Sue", "POST", "/players/Ann/coupons", {"amount": 10_00})
            laid = await house.ask("Ann", "POST", acts, {"act": "Ann lay coupon 10 on 1"})
            assert laid.status_code == 200
            assert house.pit.balances()[f"table/{table}/coupons/Ann"] == 10_00

    asyncio.run(through())


def test_a_refusal_for_too_few_chips_says_what_is_allowed() -> None:
    async def through() -> None:
        async with world() as house:
            await opened(house)
            refused = (await house.ask("Ann", "POST", "/players/Ann/cash-out", {"amount": 2000_00})).json()
            assert (refused["code"], refused["got"], refused["allowed"]) == ("chips.short", "$2,000", "up to $1,000")

    asyncio.run(through())


def test_a_table_that_is_not_lawful_tells_what_it_got_and_what_is_wanted() -> None:
    async def through() -> None:
        async with world() as house:
            house.listen()
            asked = {"file": 'game = "six-to-five"\ndecks = 8'}
            refused = (await house.ask("Sue", "POST", "/tables", asked)).json()
            assert [set(finding) for finding in refused["findings"]] == [{"code", "citation", "message", "got", "want"}]

    asyncio.run(through())


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/tables/{table}/rounds/99999999999999999999", 422),
        ("/tables/{table}/rounds/-1", 422),
        ("/tables/{table}/rounds/1000000", 404),
        ("/tables/none/rounds", 404),
    ],
)
def test_rounds_that_cannot_be_are_refused(path: str, status: int) -> None:
    async def through() -> None:
        async with world() as house:
            table = await opened(house)
            assert (await house.ask("Sue", "GET", path.format(table=table))).status_code == status

    asyncio.run(through())
