"""What a pit answers."""

from msgspec import Struct

from chapter47.core.json_object import Json


class SignedInUser(Struct, frozen=True):
    """Who is signed in."""

    name: str
    role: str
    scope: tuple[str, ...] = ()


class IssuedToken(Struct, frozen=True):
    """A token that was just made: `token` is shown this once."""

    token: str
    id: str
    scope: tuple[str, ...]
    ends: int


class Guest(Struct, frozen=True):
    """A guest of a demonstration."""

    name: str
    token: str


class ListedTable(Struct, frozen=True):
    """A line in the list of tables."""

    id: str
    name: str
    game: str
    practice: bool = False
    status: str = ""


class Chips(Struct, frozen=True):
    """What a player has, in cents by account."""

    player: str
    accounts: dict[str, int]

    @property
    def bankroll(self) -> int:
        return self.accounts.get(f"player/{self.player}/bankroll", 0)

    @property
    def total(self) -> int:
        return sum(self.accounts.values())


class PitRefusedError(Exception):
    """The pit refused it, and nothing has changed: a code, the paragraph, what was asked and what is allowed."""

    def __init__(self, status: int, body: Json) -> None:
        self.status = status
        self.body = body
        self.code = str(body.get("code", ""))
        self.message = str(body.get("message", ""))
        self.citation = str(body.get("citation", ""))
        self.got = str(body.get("got", ""))
        self.allowed = str(body.get("allowed", ""))
        cited = f" ({self.citation})" if self.citation else ""
        super().__init__(f"{self.code}: {self.message}{cited}; got {self.got}; allowed: {self.allowed}")


class UnreachableError(Exception):
    """The pit did not answer; whether a command was done is not known until it is sent again under its key."""
