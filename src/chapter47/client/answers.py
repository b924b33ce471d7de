"""Responses of a server."""

from msgspec import Struct

from chapter47.core.json_object import Json


class SignedInUser(Struct, frozen=True):
    """The user who is signed in."""

    name: str
    role: str
    scope: tuple[str, ...] = ()


class IssuedToken(Struct, frozen=True):
    """A new token; `token` is shown only this once."""

    token: str
    id: str
    scope: tuple[str, ...]
    ends: int


class Guest(Struct, frozen=True):
    """A demo guest."""

    name: str
    token: str


class ListedTable(Struct, frozen=True):
    """A row in the list of tables."""

    id: str
    name: str
    game: str
    practice: bool = False
    status: str = ""


class Chips(Struct, frozen=True):
    """A player's chips in cents, in total and by account."""

    player: str
    bankroll: int
    coupons: int
    on_layout: int
    owed: int
    accounts: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.accounts.values())


class PitRefusedError(Exception):
    """The server refused a request and changed nothing: code, paragraph, what was found and what is allowed."""

    def __init__(self, status: int, body: Json) -> None:
        self.status = status
        self.body = body
        self.code = str(body.get("code", ""))
        self.message = str(body.get("message", ""))
        self.citation = str(body.get("citation", ""))
        self.got = str(body.get("got", ""))
        self.allowed = str(body.get("allowed", ""))
        cited = f" ({self.citation})" if self.citation else ""
        super().__init__(f"{self.code}: {self.message}{cited}; found {self.got}; allowed: {self.allowed}")


class UnreachableError(Exception):
    """The server did not answer; send the command again with its key to find out whether it was performed."""
