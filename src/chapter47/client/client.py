"""The client: one method per request."""

import asyncio
import time
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote, urlsplit
from uuid import uuid4

import httpx
from msgspec import convert
from msgspec.json import decode, encode

from chapter47.client.answers import (
    Chips,
    Guest,
    IssuedToken,
    ListedTable,
    PitRefusedError,
    SignedInUser,
    UnreachableError,
)
from chapter47.client.stream import Stream, said
from chapter47.core.act import Act
from chapter47.core.json_object import Json

T = TypeVar("T")
API: Final = "/api/v1"
_PAUSE: Final = 0.2
_NOT_NOW: Final = frozenset({429, 502, 503, 504})


class Client:
    """A program connected to a server with a token, or without one."""

    def __init__(self, url: str, token: str = "", *, seconds: float = 10, patience: float = 0) -> None:
        """Create a client; `seconds` is how long it waits for an answer, `patience` how many seconds it keeps retrying
        a command, with its key, while the server is unavailable."""
        self.url = url.rstrip("/")
        self.patience = patience
        self._seconds = seconds
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        here = urlsplit(self.url).hostname in ("127.0.0.1", "localhost", "::1")
        self._direct = here
        self._http = httpx.AsyncClient(
            base_url=self.url,
            headers=self._headers,
            timeout=seconds,
            trust_env=not here,
            verify=self.url.startswith("https"),  # certificates are not even read where none is checked
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    # Who ---------------------------------------------------------------------------------------------------------

    async def healthy(self) -> bool:
        try:
            return (await self._http.get("/health")).status_code == 200
        except httpx.TransportError:
            return False

    async def make_token(
        self, name: str, password: str, scope: Iterable[str] = ("read", "play"), *, days: int = 1, label: str = ""
    ) -> IssuedToken:
        body = {"name": name, "password": password, "scope": list(scope), "days": days, "label": label}
        return await self._asked("POST", f"{API}/tokens", IssuedToken, body)

    async def come_as_guest(self) -> Guest:
        """Join a demo as a guest; the guest's token opens a client of its own."""
        return await self._asked("POST", f"{API}/guests/tokens", Guest)

    async def change_password(self, name: str, password: str, new: str) -> None:
        await self.request("POST", f"{API}/password", {"name": name, "password": password, "new": new})

    async def who_am_i(self) -> SignedInUser:
        return await self._asked("GET", f"{API}/session", SignedInUser)

    async def add_user(self, name: str, role: str) -> str:
        """Add a user and return the one-time password."""
        made = await self.request("POST", f"{API}/users", {"name": name, "role": role})
        return str(decode(made)["password"])

    async def change_user(self, name: str, **changes: Any) -> Json:
        return await self._asked("PATCH", f"{API}/users/{quote(name)}", Json, changes)

    # Tables --------------------------------------------------------------------------------------------------------

    async def tables(self) -> list[ListedTable]:
        return await self._asked("GET", f"{API}/tables", list[ListedTable])

    async def open_table(self, file: str, *, name: str = "", practice: bool = False, key: str | None = None) -> str:
        """Open a table from the text of a table file and return its id."""
        body = {"file": file, "name": name, "practice": practice}
        return str((await self._command(f"{API}/tables", body, key))["table"])

    async def view(self, table: str) -> Json:
        return await self._asked("GET", f"{API}/tables/{table}", Json)

    async def act(
        self, table: str, act: str | Json | Act, *, version: int | None = None, key: str | None = None
    ) -> Json:
        """Act at a table: a line such as `Ann bet 10 on 1`, its JSON, or its record."""
        body: Json = {"act": said(act)} | ({} if version is None else {"version": version})
        return await self._command(f"{API}/tables/{table}/acts", body, key)

    def stream(self, table: str) -> Stream:
        """Follow the table live: `async with pit.stream(table) as messages: async for message in messages`."""
        url = "ws" + self.url.removeprefix("http") + f"{API}/tables/{table}/stream"
        return Stream(url, self._headers, direct=self._direct, seconds=self._seconds)

    async def pause(self, table: str, reason: str = "", *, key: str | None = None) -> Json:
        return await self._command(f"{API}/tables/{table}/pause", {"reason": reason}, key)

    async def resume(self, table: str, reason: str = "", *, key: str | None = None) -> Json:
        return await self._command(f"{API}/tables/{table}/resume", {"reason": reason}, key)

    async def set_pace(
        self, table: str, pace: float | None = None, *, clock: bool = True, key: str | None = None
    ) -> Json:
        """Set the seconds between steps of the dealer, or switch off the clock, while alone at a table."""
        return await self._command(f"{API}/tables/{table}/pace", {"pace": pace, "clock": clock}, key)

    async def close_table(self, table: str, reason: str = "", *, key: str | None = None) -> Json:
        return await self._command(f"{API}/tables/{table}/close", {"reason": reason}, key)

    async def commitments(self, table: str) -> list[Json]:
        return await self._asked("GET", f"{API}/tables/{table}/commitments", list[Json])

    async def chance_file(self, table: str) -> bytes:
        """Download the table's chance file, for `chapter47 verify`."""
        return await self.request("GET", f"{API}/tables/{table}/chance")

    async def log(self, table: str) -> str:
        return (await self.request("GET", f"{API}/tables/{table}/log")).decode()

    async def rounds(self, *, table: str | None = None, player: str | None = None, limit: int = 100) -> list[Json]:
        """List the rounds of a table or of a player, newest first."""
        whose = f"players/{quote(player)}" if player else f"tables/{table}"
        return await self._asked("GET", f"{API}/{whose}/rounds?limit={limit}", list[Json])

    async def round(self, table: str, number: int) -> Json:
        return await self._asked("GET", f"{API}/tables/{table}/rounds/{number}", Json)

    # Chips ---------------------------------------------------------------------------------------------------------

    async def buy_in(self, table: str, player: str, amount: int, *, key: str | None = None) -> Json:
        return await self._command(f"{API}/tables/{table}/buy-in/{quote(player)}", {"amount": amount}, key)

    async def cash_out(self, player: str, amount: int, *, key: str | None = None) -> Json:
        return await self._command(f"{API}/players/{quote(player)}/cash-out", {"amount": amount}, key)

    async def fill(self, table: str, amount: int, *, key: str | None = None) -> Json:
        return await self._command(f"{API}/tables/{table}/fill", {"amount": amount}, key)

    async def credit(self, table: str, amount: int, *, key: str | None = None) -> Json:
        return await self._command(f"{API}/tables/{table}/credit", {"amount": amount}, key)

    async def issue_coupons(self, player: str, amount: int, *, key: str | None = None) -> Json:
        return await self._command(f"{API}/players/{quote(player)}/coupons", {"amount": amount}, key)

    async def correct(
        self,
        entries: Iterable[tuple[str, str, int]],
        reason: str,
        *,
        table: str = "",
        round: int = 0,
        key: str | None = None,
    ) -> Json:
        """Correct the ledger: move a number of cents from one account to another, if you like for a named round."""
        listed = [{"debit": debit, "credit": credit, "amount": amount} for debit, credit, amount in entries]
        of = {"table": table, "round": round} if table or round else {}
        return await self._command(f"{API}/corrections", {"entries": listed, "reason": reason, **of}, key)

    async def chips(self, player: str) -> Chips:
        return await self._asked("GET", f"{API}/players/{quote(player)}/chips", Chips)

    async def balances(self, prefix: str = "") -> dict[str, int]:
        return await self._asked("GET", f"{API}/balances?prefix={quote(prefix)}", dict[str, int])

    # Asking --------------------------------------------------------------------------------------------------------

    async def _command(self, path: str, body: Json, key: str | None) -> Json:
        """Send a command, retrying with the same key while the server is unavailable and patience lasts."""
        body = body | {"key": key or uuid4().hex}
        end = time.monotonic() + self.patience
        while True:
            try:
                return await self._asked("POST", path, Json, body)
            except UnreachableError:
                if time.monotonic() >= end:
                    raise
            except PitRefusedError as error:
                if error.status not in _NOT_NOW or time.monotonic() >= end:
                    raise
            await asyncio.sleep(_PAUSE)

    async def _asked(self, method: str, path: str, type_: type[T], body: Json | None = None) -> T:
        return convert(decode(await self.request(method, path, body)), type_)

    async def request(self, method: str, path: str, body: Json | None = None) -> bytes:
        """Send a request and return the body; raises `PitRefusedError` or `UnreachableError`."""
        content = None if body is None else encode(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        try:
            answer = await self._http.request(method, path, content=content, headers=headers)
        except httpx.TransportError as error:
            raise UnreachableError(f"{self.url}: {str(error) or type(error).__name__}") from None
        if answer.is_success:
            return answer.content
        raise PitRefusedError(answer.status_code, _problem(answer))


def _problem(answer: httpx.Response) -> Json:
    """Parse a refusal; a proxy in between may answer in another format."""
    try:
        body = answer.json()
    except ValueError:
        body = None
    return body if isinstance(body, dict) else {"code": "http", "message": answer.text[:200]}
