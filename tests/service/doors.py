"""An application for tests: a real store and gate, cheap passwords, a clock of its own, and whichever pit is given."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from chapter47.service.access import Access
from chapter47.service.api.app import create_app
from chapter47.service.api.limits import Limits
from chapter47.service.history import HistoryWork
from chapter47.service.passwords import Passwords
from chapter47.service.permissions import SCOPES
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store
from chapter47.service.terms import ROLES, Role, ServiceError
from chapter47.service.work import Work

ORIGIN: Final = "http://127.0.0.1:8047"
PASSWORD: Final = "correct horse battery"
NAMES: Final[dict[Role, str]] = {
    "player": "Ann",
    "dealer": "Dot",
    "supervisor": "Sue",
    "auditor": "Olga",
    "administrator": "Max",
}
GENEROUS: Final = Limits(
    requests_per_second=1e6, requests_burst=10**9, anonymous_per_second=1e6, anonymous_burst=10**9,
    sign_ins_per_second=1e6, sign_ins_burst=10**9, requests_of_one=10**6, connections_of_one=10**6,
    drawings_per_second=1e6, drawings_burst=10**9,
)  # fmt: skip


def cheap() -> Passwords:
    """Argon2id with as little work as there is."""
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000_000
        self.true_seconds = 0.0

    def __call__(self) -> int:
        return self.now

    def minutes(self, number: float) -> None:
        """So much time passes; below zero the clock is set back, and none does."""
        self.now += int(number * 60_000)
        self.true_seconds += max(number, 0) * 60

    def stopwatch(self) -> float:
        return self.true_seconds


class EndlessWatcher:
    """Says something at once and then nothing more."""

    lagging = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b'{"version":1}'
        await asyncio.Event().wait()

    def close(self) -> None:
        pass


class QuietPit:
    """A pit in which everything is done and nothing happens: for tests of what comes before it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def at_once(*arguments: Any, **named: Any) -> Any:
            self.asked.append(name)
            return {
                "tables": [],
                "pending_corrections": [],
                "balances": {},
                "log": "",
                "chance_file": iter((b"{}",)),
                "watch": EndlessWatcher(),
            }.get(name, {})

        async def reply(*arguments: Any, **named: Any) -> Any:
            self.asked.append(name)
            return {"open_table": "1", "view": b"{}"}.get(name) or SimpleNamespace(version=1, body=b"{}")

        answers: Callable[..., Any] = reply if name in COMMANDS else at_once
        return answers


COMMANDS: Final = (
    *("open_table", "view", "act", "pause", "resume", "close_table"),
    *("buy_in", "cash_out", "issue_coupons", "fill", "credit", "correct", "approve_correction", "reject_correction"),
)


class Door:
    """The application, a client for each caller, and what stands behind."""

    def __init__(self, store: Store, access: Access, app: FastAPI, clock: Clock, pit: Any) -> None:
        self.store, self.access, self.app, self.clock, self.pit = store, access, app, clock, pit

    def client(self, token: str = "", *, address: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
        if token:
            headers["Authorization"] = f"Bearer {token}"
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 1))
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers, trust_env=False)

    async def add(self, name: str, role: Role) -> None:
        await self.access.add_user(name, role, by="house", password=PASSWORD)

    async def token(self, name: str, scopes: Any = SCOPES) -> str:
        user = self.access.users.get(name)
        assert user is not None
        return (await self.access.open_program(user, scopes=scopes, days=1, label="")).text

    async def everybody(self) -> dict[Role, str]:
        """Somebody of each role, with a token."""
        for role in ROLES:
            await self.add(NAMES[role], role)
        return {role: await self.token(NAMES[role]) for role in ROLES}


@asynccontextmanager
async def door(
    folder: Path,
    *,
    pit: Any = None,
    demo: bool = False,
    limits: Limits = GENEROUS,
    clock: Clock | None = None,
    origin: str = ORIGIN,
) -> AsyncIterator[Door]:
    clock = clock or Clock()
    store = Store.open(f"sqlite:///{folder}/pit.db")
    secrets = Secrets(bytes(32))
    access = Access(store, clock, passwords=cheap(), demo=demo, secrets=secrets, stopwatch=clock.stopwatch)
    pit = pit or QuietPit()
    app = create_app(pit, access, origins=[origin], limits=limits)
    app.state.history = HistoryWork(lambda: ThreadPoolExecutor(2))
    app.state.study = Work(lambda: ThreadPoolExecutor(2))
    app.state.streams.start()
    access.refusals.start()
    try:
        yield Door(store, access, app, clock, pit)
    finally:
        app.state.history.stop()
        app.state.study.stop()
        await app.state.streams.stop()
        await access.stop()
        store.close()


def refused(code: str) -> Callable[[ServiceError], bool]:
    return lambda error: error.code == code
