"""Signing in: passwords, the lock after three failures, sessions that end, one-time passwords, tokens."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import httpx
import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from tests.service.doors import ORIGIN, PASSWORD, Clock, Door, door

from chapter47.service import passwords
from chapter47.service.access import Access
from chapter47.service.api.gate import COOKIE
from chapter47.service.passwords import Passwords
from chapter47.service.store import Store
from chapter47.service.terms import ServiceError
from chapter47.service.throttle import Lockout, Rate
from chapter47.service.tokens import csrf_of
from chapter47.service.users import is_good_name

WRONG: Final = "not the password"


def run(folder: Path, do: Callable[[Door], Awaitable[Any]], **named: Any) -> Any:
    async def through() -> Any:
        async with door(folder, **named) as opened:
            await opened.add("Ann", "player")
            return await do(opened)

    return asyncio.run(through())


async def sign_in(opened: Door, name: str, password: str) -> httpx.Response:
    async with opened.client() as client:
        return await client.post("/api/v1/session", json={"name": name, "password": password})


def page(answer: httpx.Response) -> dict[str, str]:
    """What a page sends after it was signed in."""
    text = answer.headers["set-cookie"].partition(";")[0].partition("=")[2]
    return {"Cookie": f"{COOKIE}={text}", "Origin": ORIGIN, "X-CSRF-Token": answer.json()["csrf"]}


@pytest.mark.parametrize("name", ["Ann", "Nobody-At-All"])
def test_the_fourth_try_is_refused_though_the_password_is_right(tmp_path: Path, name: str) -> None:
    async def tries(opened: Door) -> list[tuple[int, Any]]:
        answers = [await sign_in(opened, name, WRONG) for _ in range(3)]
        answers.append(await sign_in(opened, name, PASSWORD))
        opened.clock.minutes(0.9)
        answers.append(await sign_in(opened, name.upper(), PASSWORD))
        return [(answer.status_code, answer.json()) for answer in answers]

    answers = run(tmp_path, tries)
    assert {code for code, _ in answers} == {401}
    assert all(body == answers[0][1] for _, body in answers), "the same words for every user"


@pytest.mark.parametrize(("failures", "minutes"), [(3, 1), (4, 5), (5, 15), (6, 30), (9, 30)])
def test_the_lock_grows_and_ends(tmp_path: Path, failures: int, minutes: int) -> None:
    async def tries(opened: Door) -> list[int]:
        for _ in range(failures):
            opened.clock.minutes(30)
            await sign_in(opened, "Ann", WRONG)
        statuses = []
        for wait in (minutes - 0.5, 0.5):
            opened.clock.minutes(wait)
            statuses.append((await sign_in(opened, "Ann", PASSWORD)).status_code)
        return statuses

    assert run(tmp_path, tries) == [401, 200]


def test_the_lock_outlives_a_restart(tmp_path: Path) -> None:
    clock = Clock()

    async def fails(opened: Door) -> None:
        for _ in range(3):
            await sign_in(opened, "Ann", WRONG)
            await sign_in(opened, "Ghost", WRONG)

    async def again() -> list[int]:
        async with door(tmp_path, clock=clock) as opened:
            return [(await sign_in(opened, name, PASSWORD)).status_code for name in ("Ann", "Ghost")]

    run(tmp_path, fails, clock=clock)
    assert asyncio.run(again()) == [401, 401]
    clock.minutes(1)
    assert asyncio.run(again()) == [200, 401]


def test_many_guesses_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async def tries(opened: Door) -> int:
        checked = 0
        fits = opened.access.passwords.fits

        async def counted(stored: str | None, password: str) -> bool:
            nonlocal checked
            checked += 1
            return await fits(stored, password)

        opened.access.passwords.fits = counted  # type: ignore[method-assign]
        await asyncio.gather(*(sign_in(opened, "Ann", f"{WRONG} {n}") for n in range(20)))
        return checked

    assert run(tmp_path, tries) == 3


def test_a_success_forgets_the_failures(tmp_path: Path) -> None:
    async def tries(opened: Door) -> list[int]:
        words = (WRONG, WRONG, PASSWORD, WRONG, WRONG, PASSWORD)
        return [(await sign_in(opened, "Ann", word)).status_code for word in words]

    assert run(tmp_path, tries) == [401, 401, 200, 401, 401, 200]


def test_an_unknown_name_takes_the_same_work() -> None:
    """One check with the same cost, against a hash of the same form."""

    class Noted(PasswordHasher):
        checked: ClassVar[list[str]] = []

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            self.checked.append(str(hash))
            return super().verify(hash, password)

    async def tried() -> None:
        asked = Passwords(Noted(time_cost=2, memory_cost=1024, parallelism=1))
        for stored in (await asked.hash(PASSWORD), None):
            assert not await asked.fits(stored, WRONG)

    asyncio.run(tried())
    known, unknown = (extract_parameters(checked) for checked in Noted.checked)
    assert known == unknown


def test_passwords_are_kept_as_argon2id(tmp_path: Path) -> None:
    kept = asyncio.run(Passwords().hash(PASSWORD))
    how = extract_parameters(kept)
    assert how.type is Type.ID
    assert how.memory_cost >= 64 * 1024
    assert how.time_cost >= 3
    assert PASSWORD not in kept


def test_what_is_stored_tells_no_password_and_no_token(tmp_path: Path) -> None:
    async def secret(opened: Door) -> list[str]:
        answer = await sign_in(opened, "Ann", PASSWORD)
        return [page(answer)["Cookie"].partition("=")[2], await opened.token("Ann"), PASSWORD]

    texts = run(tmp_path, secret)
    dump = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"argon2id" in dump
    assert not [text for text in texts if text.encode() in dump]


def test_the_cookie_is_for_this_site_over_a_safe_channel_and_for_no_script(tmp_path: Path) -> None:
    answer = run(tmp_path, lambda opened: sign_in(opened, "Ann", PASSWORD))
    name, *words = answer.headers["set-cookie"].split("; ")
    assert name.startswith("__Host-chapter47=c47_")
    assert {"HttpOnly", "Secure", "Path=/", "SameSite=lax"} <= set(words)
    assert not [word for word in words if word.lower().startswith(("domain", "max-age", "expires"))]


def test_a_session_ends_when_it_is_idle_and_at_the_latest_after_twelve_hours(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[int]:
        headers = page(await sign_in(opened, "Ann", PASSWORD))
        statuses = []
        async with opened.client(**headers) as client:
            for minutes in (0, 14, 14, 15):
                opened.clock.minutes(minutes)
                statuses.append((await client.get("/api/v1/session")).status_code)
        headers = page(await sign_in(opened, "Ann", PASSWORD))
        async with opened.client(**headers) as client:
            for _ in range(72):
                opened.clock.minutes(10)
                code = (await client.get("/api/v1/session")).status_code
        return [*statuses, code]

    assert run(tmp_path, codes) == [200, 200, 200, 401, 401]


def test_sign_out_ends_the_session_for_good(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[int]:
        async with opened.client(**page(await sign_in(opened, "Ann", PASSWORD))) as client:
            asked = [await client.delete("/api/v1/session"), await client.get("/api/v1/session")]
        return [answer.status_code for answer in asked]

    assert run(tmp_path, codes) == [204, 401]


def test_a_session_and_a_token_outlive_a_restart(tmp_path: Path) -> None:
    clock = Clock()

    async def signed_in(opened: Door) -> tuple[dict[str, str], str]:
        return page(await sign_in(opened, "Ann", PASSWORD)), await opened.token("Ann")

    headers, token = run(tmp_path, signed_in, clock=clock)

    async def again() -> list[int]:
        async with door(tmp_path, clock=clock) as opened:
            clients = opened.client(**headers), opened.client(token)
            return [(await client.get("/api/v1/session")).status_code for client in clients]

    assert asyncio.run(again()) == [200, 200]


def test_a_token_has_an_end(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[int]:
        asked = {"name": "Ann", "password": PASSWORD, "scope": ["read"], "days": 2, "label": "bot"}
        async with opened.client() as client:
            made = (await client.post("/api/v1/tokens", json=asked)).json()
        assert (made["scope"], made["label"]) == (["read"], "bot")
        statuses = []
        async with opened.client(made["token"]) as client:
            for hours in (0, 47, 1):
                opened.clock.minutes(60 * hours)
                statuses.append((await client.get("/api/v1/tokens")).status_code)
        return statuses

    assert run(tmp_path, codes) == [200, 200, 401]


def test_a_token_and_a_session_end_though_the_clock_is_set_back(tmp_path: Path) -> None:
    """Two days by a stopwatch, though the clock of the house is a month behind; after a restart as well."""
    clock = Clock()

    async def codes(opened: Door) -> tuple[str, list[int]]:
        asked = {"name": "Ann", "password": PASSWORD, "scope": ["read"], "days": 2}
        async with opened.client() as client:
            made = (await client.post("/api/v1/tokens", json=asked)).json()["token"]
        headers = page(await sign_in(opened, "Ann", PASSWORD))
        statuses = []
        clock.minutes(-30 * 24 * 60)
        async with opened.client(made) as program, opened.client(**headers) as browser:
            for hours in (0, 1, 46, 1):
                clock.minutes(60 * hours)
                statuses += [(await client.get("/api/v1/session")).status_code for client in (program, browser)]
        return await opened.token("Ann"), statuses

    token, statuses = run(tmp_path, codes, clock=clock)
    assert statuses == [200, 200, 200, 401, 200, 401, 401, 401]

    async def later() -> list[int]:
        clock.minutes(-30 * 24 * 60)
        async with door(tmp_path, clock=clock) as opened, opened.client(token) as client:
            statuses = []
            for hours in (0, 23, 1):
                clock.minutes(hours * 60)
                statuses.append((await client.get("/api/v1/session")).status_code)
            return statuses

    assert asyncio.run(later()) == [200, 200, 401]


def test_somebody_ends_only_own_tokens(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[int]:
        await opened.add("Bea", "player")
        token, other = await opened.token("Ann"), await opened.token("Bea")
        ids = [opened.access.tokens.of(name)[0].id for name in ("Bea", "Ann")]
        async with opened.client(token) as client:
            statuses = [(await client.delete(f"/api/v1/tokens/{id_}")).status_code for id_ in ids]
        async with opened.client(other) as client:
            return [*statuses, (await client.get("/api/v1/session")).status_code]

    assert run(tmp_path, codes) == [404, 204, 200]


def test_a_one_time_password_only_lets_its_bearer_choose_another(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[int]:
        await opened.add("Max", "administrator")
        async with opened.client(await opened.token("Max")) as client:
            made = (await client.post("/api/v1/users", json={"name": "Sue", "role": "supervisor"})).json()
        once = made["password"]
        statuses = [(await sign_in(opened, "Sue", once)).status_code]
        async with opened.client() as client:
            for new in (once, "short", "aaaaaaaaaaaaaa", "another password"):
                asked = {"name": "Sue", "password": once, "new": new}
                statuses.append((await client.post("/api/v1/password", json=asked)).status_code)
        return [*statuses, (await sign_in(opened, "Sue", "another password")).status_code]

    assert run(tmp_path, codes) == [403, 422, 422, 422, 204, 200]


def test_a_refused_password_gets_a_reason(tmp_path: Path) -> None:
    async def shown(opened: Door) -> tuple[str, str]:
        async with opened.client() as client:
            asked = {"name": "Ann", "password": PASSWORD, "new": "aaaaaaaaaaaaaa"}
            refused = (await client.post("/api/v1/password", json=asked)).json()
            return refused["got"], refused["allowed"]

    assert run(tmp_path, shown) == (
        "14 characters, 1 of them different",
        "10 to 200 characters, at least 4 of them different; not your name or a common password",
    )


def test_a_changed_user_is_signed_out_everywhere(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[int]:
        await opened.add("Max", "administrator")
        headers, token = page(await sign_in(opened, "Ann", PASSWORD)), await opened.token("Ann")
        async with opened.client(await opened.token("Max")) as client:
            statuses = [(await client.patch("/api/v1/users/Ann", json={"disabled": True})).status_code]
        async with opened.client(**headers) as signed_in, opened.client(token) as other:
            statuses += [(await client.get("/api/v1/session")).status_code for client in (signed_in, other)]
        return [*statuses, (await sign_in(opened, "Ann", PASSWORD)).status_code]

    assert run(tmp_path, codes) == [200, 401, 401, 401]


def test_the_last_administrator_stays(tmp_path: Path) -> None:
    async def codes(opened: Door) -> list[Any]:
        await opened.add("Max", "administrator")
        async with opened.client(await opened.token("Max")) as client:
            changes: list[dict[str, Any]] = [{"disabled": True}, {"role": "player"}]
            return [(await client.patch("/api/v1/users/Max", json=change)).json()["code"] for change in changes]

    assert run(tmp_path, codes) == ["user.last-administrator"] * 2


def test_the_first_start_makes_an_administrator_and_no_other_does(tmp_path: Path) -> None:
    async def passwords_printed() -> list[str | None]:
        printed = []
        for reset in (False, False, True):
            store = Store.open(f"sqlite:///{tmp_path}/pit.db")
            access = Access(store, Clock())
            printed.append(await access.start(reset=reset))
            await access.stop()
            store.close()
        return printed

    first, second, third = asyncio.run(passwords_printed())
    assert first is not None
    assert third is not None
    assert second is None
    assert first != third
    assert not any(passwords.why_not(word, "Ann") for word in (first, third))


@pytest.mark.parametrize("name", ["bet", "Deal", "dealer", "house", "call", "", "1st", "a b", "a/b", "x" * 33, "Ann\n"])
def test_a_name_that_acts_or_accounts_would_mistake_cannot_be_taken(tmp_path: Path, name: str) -> None:
    assert not is_good_name(name)

    async def add(opened: Door) -> None:
        await opened.access.add_user(name, "player", by="house", password=PASSWORD)

    with pytest.raises(ServiceError, match=r"user\.name"):
        run(tmp_path, add)


def test_a_name_is_taken_in_every_spelling(tmp_path: Path) -> None:
    async def add(opened: Door) -> None:
        await opened.access.add_user("aNN", "player", by="house", password=PASSWORD)

    with pytest.raises(ServiceError, match=r"user\.name"):
        run(tmp_path, add)


def test_a_lock_stays_while_the_clock_runs_backwards() -> None:
    clock = Clock()
    lockout = Lockout(clock)
    for _ in range(3):
        lockout.failed("ann")
        clock.minutes(-10)
    assert lockout.is_locked("ann")
    assert not lockout.is_locked("bea")


def test_a_rate_fills_up_again_and_a_clock_that_runs_backwards_gives_nothing() -> None:
    clock = Clock()
    rate = Rate(clock, per_second=1, burst=2)
    assert [rate.takes("a") for _ in range(3)] == [True, True, False]
    assert rate.takes("b")
    clock.now -= 5000
    assert not rate.takes("a")
    clock.now += 1000
    assert [rate.takes("a"), rate.takes("a")] == [True, False]


def test_the_word_of_a_page_is_not_its_cookie() -> None:
    assert csrf_of("c47_x") != csrf_of("c47_y")
    assert "c47_x" not in csrf_of("c47_x")
