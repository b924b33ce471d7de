"""Players ask for chips from their seats; a dealer or supervisor takes the cash and sells them."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct, convert, to_builtins
from msgspec.json import encode

from chapter47.core.json_object import Json
from chapter47.service.store import RowChange, Unit
from chapter47.service.terms import ServiceError

REQUESTS: Final = "buy-in-requests"
MOST_OF_ONE: Final = 3
"""Most pending requests of one player."""


class BuyInRequest(Struct, frozen=True, kw_only=True):
    """A player at a table who wants to buy chips."""

    id: str
    player: str
    table: str
    amount: int
    at: int

    def row(self) -> RowChange:
        return RowChange(REQUESTS, self.id, to_builtins(self))


class BuyInRequests:
    """All pending requests, oldest first."""

    def __init__(
        self, rows: Iterable[Json], commit: Callable[[Unit], Awaitable[None]], clock: Callable[[], int]
    ) -> None:
        self._waiting = {row["id"]: convert(dict(row), BuyInRequest) for row in rows}
        self._commit, self._clock = commit, clock

    def hear(self, id_: str, values: Json | None) -> None:
        """Take over a request that another process has written."""
        self._waiting.pop(id_, None)
        if values is not None:
            self._waiting[id_] = convert(values, BuyInRequest)

    def __iter__(self) -> Iterator[BuyInRequest]:
        return iter(sorted(self._waiting.values(), key=lambda request: request.at))

    def of(self, player: str) -> list[BuyInRequest]:
        return [request for request in self._waiting.values() if request.player == player]

    def at(self, table: str) -> list[BuyInRequest]:
        return [request for request in self._waiting.values() if request.table == table]

    def get(self, id_: str) -> BuyInRequest:
        try:
            return self._waiting[id_]
        except KeyError:
            raise ServiceError(
                "request.unknown",
                "This request is no longer pending",
                got=id_[:40],
                allowed="a request of GET /api/v1/buy-in-requests",
                status=404,
            ) from None

    async def add(self, request: BuyInRequest) -> None:
        if len(self.of(request.player)) >= MOST_OF_ONE:
            raise ServiceError(
                "request.too-many",
                "You have already asked",
                got=f"{MOST_OF_ONE} requests wait",
                allowed="Wait for the dealer, or withdraw a request",
                status=409,
            )
        await self._record("buy-in-requested", request.player, request, request.row())
        self._waiting[request.id] = request

    async def withdraw(self, request: BuyInRequest, actor: str) -> None:
        """Withdraw a request: by the player, or by staff who decline it."""
        kind = "buy-in-withdrawn" if actor == request.player else "buy-in-declined"
        await self._record(kind, actor, request, RowChange(REQUESTS, request.id, None))
        self._waiting.pop(request.id, None)

    @contextmanager
    def met(self, id_: str, *, player: str, table: str) -> Iterator[None]:
        """Hold a request while its chips are being sold, so that nobody else serves it; if the sale fails, it is
        pending again."""
        request = self.get(id_)
        if (request.player, request.table) != (player, table):
            got, allowed = f"{player} at {table}", f"{request.player} at {request.table}"
            raise ServiceError("request.other", "This is someone else's request", got=got[:80], allowed=allowed)
        del self._waiting[id_]
        try:
            yield
        except BaseException:
            self._waiting[id_] = request
            raise

    async def _record(self, kind: str, actor: str, request: BuyInRequest, row: RowChange) -> None:
        body = encode({"player": request.player, "table": request.table, "amount": request.amount})
        await self._commit(Unit(stream="house", kind=kind, actor=actor, at=self._clock(), body=body, rows=(row,)))
