"""The door: locks that hurt the attacker only, a second factor for staff, and two supervisors for large corrections."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from tests.service.doors import PASSWORD, Door, door
from tests.service.pit_player import HOUSE, close, pit_in

from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.terms import Actor, PitSettings, ServiceError
from chapter47.service.throttle import MANY_FAILURES

WRONG = "not the password"
ATTACKER, HOME, ELSEWHERE = "203.0.113.9", "198.51.100.1", "198.51.100.2"


def run(folder: Path, do: Callable[[Door], Awaitable[Any]]) -> Any:
    async def through() -> Any:
        async with door(folder) as opened:
            await opened.add("Max", "administrator")
            return await do(opened)

    return asyncio.run(through())


async def sign_in(opened: Door, password: str, address: str, code: str = "") -> httpx.Response:
    async with opened.client(address=address) as client:
        return await client.post("/api/v1/session", json={"name": "Max", "password": password, "code": code})


def test_wrong_passwords_lock_out_only_the_address_they_come_from(tmp_path: Path) -> None:
    async def tries(opened: Door) -> list[int]:
        for _ in range(5):
            await sign_in(opened, WRONG, ATTACKER)
        return [(await sign_in(opened, PASSWORD, address)).status_code for address in (ATTACKER, HOME)]

    assert run(tmp_path, tries) == [401, 200]


def test_guesses_from_many_addresses_leave_known_ones_in(tmp_path: Path) -> None:
    async def tries(opened: Door) -> list[int]:
        assert (await sign_in(opened, PASSWORD, HOME)).status_code == 200
        for number in range(MANY_FAILURES):
            opened.access._lockout.failed("max", f"10.0.0.{number}")
        return [(await sign_in(opened, PASSWORD, address)).status_code for address in (ELSEWHERE, HOME)]

    assert run(tmp_path, tries) == [401, 200]


@pytest.mark.parametrize("restarted", [False, True])
def test_a_reset_clears_the_lock(tmp_path: Path, restarted: bool) -> None:
    """`--reset-administrator` and a reset by another administrator do the same."""

    async def locked(opened: Door) -> str:
        for _ in range(5):
            await sign_in(opened, WRONG, HOME)
        made = await opened.access.change_user("Max", by="house", reset=True)
        if not restarted:
            assert (await sign_in(opened, made.one_time or "", HOME)).json()["code"] == "password.one-time"
        return made.one_time or ""

    one_time = run(tmp_path, locked)

    async def again() -> str:
        async with door(tmp_path) as opened:
            code: str = (await sign_in(opened, one_time, HOME)).json()["code"]
            return code

    assert asyncio.run(again()) == "password.one-time"


def code_of(seed: str, opened: Door) -> str:
    return TOTP(base64.b32decode(seed), 6, SHA1(), 30).generate(opened.clock.now // 1000).decode()


def test_the_second_factor_of_staff(tmp_path: Path) -> None:
    async def tries(opened: Door) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        client = opened.client(await opened.token("Max"))
        offered = (await client.post("/api/v1/second-factor", json={"password": PASSWORD})).json()
        seen["uri"] = offered["uri"].partition("?")[0]
        seen["not confirmed"] = (await sign_in(opened, PASSWORD, HOME)).status_code
        confirm = "/api/v1/second-factor/confirm"
        seen["wrong confirm"] = (await client.post(confirm, json={"code": "000000"})).json()["code"]
        code = code_of(offered["seed"], opened)
        seen["confirm"] = (await client.post(confirm, json={"code": code})).status_code
        seen["without"] = (await sign_in(opened, PASSWORD, HOME)).json()["code"]
        seen["used"] = (await sign_in(opened, PASSWORD, HOME, code)).json()["code"]
        opened.clock.minutes(0.5)
        code = code_of(offered["seed"], opened)
        seen["wrong password"] = (await sign_in(opened, WRONG, HOME, code)).json()["code"]
        seen["right"] = (await sign_in(opened, PASSWORD, HOME, code)).status_code
        seen["shown"] = [user["second_factor"] for user in (await client.get("/api/v1/users")).json()]
        stored = opened.store.rows("users")["Max"]["totp"]
        seen["sealed"] = base64.b32decode(offered["seed"]).hex() not in stored
        opened.clock.minutes(0.5)
        ended = {"password": PASSWORD, "code": code_of(offered["seed"], opened)}
        seen["end"] = (await client.post("/api/v1/second-factor/end", json=ended)).status_code
        seen["after"] = (await sign_in(opened, PASSWORD, HOME)).status_code
        return seen

    assert run(tmp_path, tries) == {
        "uri": "otpauth://totp/Chapter%2047:Max",
        "not confirmed": 200,
        "wrong confirm": "totp.code",
        "confirm": 204,
        "without": "sign-in.code",
        "used": "sign-in.refused",
        "wrong password": "sign-in.refused",
        "right": 200,
        "shown": [True],
        "sealed": True,
        "end": 204,
        "after": 200,
    }


def test_a_large_correction_waits_for_another_supervisor(tmp_path: Path) -> None:
    sue, sam = Actor("Sue", "supervisor"), Actor("Sam", "supervisor")

    async def play() -> None:
        pit = pit_in(tmp_path, PitSettings(second_supervisor_above=100_00))
        table = await pit.open_table('game = "craps"', HOUSE)
        await pit.buy_in(table, "Ann", 500_00, HOUSE)

        def correct(amount: int, key: str | None = None) -> Any:
            return pit.correct((Entry(OUTSIDE, bankroll("Ann"), amount),), "miscounted", sue, key=key)

        await correct(100_00)
        assert pit.balances("player/Ann/bankroll") == {bankroll("Ann"): 600_00}
        assert (await correct(100_01, "k")).body == (await correct(100_01, "k")).body
        (waiting,) = pit.pending_corrections()
        assert pit.balances("player/Ann/bankroll") == {bankroll("Ann"): 600_00}
        with pytest.raises(ServiceError) as refused:
            await pit.approve_correction(waiting["id"], sue)
        assert refused.value.code == "correction.own"
        both = (pit.approve_correction(waiting["id"], sam), pit.approve_correction(waiting["id"], sam))
        done, again = await asyncio.gather(*both, return_exceptions=True)
        assert not isinstance(done, BaseException)
        assert isinstance(again, ServiceError)
        assert pit.balances("player/Ann/bankroll") == {bankroll("Ann"): 700_01}
        assert pit.pending_corrections() == []
        with pytest.raises(ServiceError) as gone:
            await pit.approve_correction(waiting["id"], sam)
        assert gone.value.code == "correction.unknown"
        await correct(200_00)
        await pit.reject_correction(pit.pending_corrections()[0]["id"], sam)
        assert pit.pending_corrections() == []
        assert pit.balances("player/Ann/bankroll") == {bankroll("Ann"): 700_01}
        await close(pit)

    asyncio.run(play())
