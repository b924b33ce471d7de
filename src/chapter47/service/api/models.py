"""The forms of requests and answers, as OpenAPI tells them. Money is whole cents."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from chapter47.core.json_object import Json
from chapter47.service.actor import Role
from chapter47.service.permissions import Scope

PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"
"""No control characters: a line is a line, and every database takes it."""
Name = Annotated[str, Field(min_length=1, max_length=64, pattern=PLAIN)]
Password = Annotated[str, Field(min_length=1, max_length=200)]
Key = Annotated[
    str | None,
    Field(
        None,
        min_length=1,
        max_length=80,
        pattern=PLAIN,
        description="Yours: the same command under the same key is done once",
    ),
]
Cents = Annotated[int, Field(gt=0, le=10**12, description="Whole cents")]
Reason = Annotated[str, Field(min_length=1, max_length=500, pattern=PLAIN)]


class Asked(BaseModel):
    """A request: a field that is not known is refused, and so is a text or a fraction where a whole number belongs."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Credentials(Asked):
    name: Name
    password: Password


class NewPassword(Credentials):
    new: Password


class TokenAsked(Credentials):
    scope: list[Scope] = Field(min_length=1, max_length=4)
    days: int = Field(1, ge=1, le=365)
    label: str = Field("", max_length=80, pattern=PLAIN)


class SessionShown(BaseModel):
    """Who you are."""

    name: str
    role: Role
    scope: list[Scope]
    ends: int = Field(description="Milliseconds since 1970")
    csrf: str = Field(description="A page sends it back as X-CSRF-Token; empty for a program")


class TokenShown(BaseModel):
    """A token of yours; of the token itself only its maker was told."""

    id: str
    kind: Literal["page", "program"]
    scope: list[Scope]
    label: str
    created: int
    ends: int


class TokenMade(TokenShown):
    token: str = Field(description="Shown once: Authorization: Bearer TOKEN")


class GuestMade(BaseModel):
    """A guest of a demonstration who is a program."""

    name: str
    token: str


class UserShown(BaseModel):
    name: str
    role: Role
    disabled: bool
    one_time: bool
    created: int


class UserAsked(Asked):
    name: Name
    role: Role


class UserChange(Asked):
    role: Role | None = None
    disabled: bool | None = None
    reset_password: bool = False


class UserMade(UserShown):
    password: str | None = Field(description="For one time, where it was made anew; shown once")


class TableAsked(Asked):
    file: str = Field(min_length=1, max_length=100_000, description="The text of a table file (TOML)")
    name: str = Field("", max_length=80, pattern=PLAIN)
    practice: bool = Field(False, description="Opened though it is not lawful on its day; every view says so")
    key: Key


class TableOpened(BaseModel):
    table: str


class ActAsked(Asked):
    line: str = Field(min_length=1, max_length=500, examples=["bet 1 Ann 10", "Ann stand"])
    version: int | None = Field(None, ge=0, description="Refused if the table has gone on since")
    key: Key


class Why(Asked):
    reason: str = Field("", max_length=500, pattern=PLAIN)
    key: Key


class Amount(Asked):
    amount: Cents
    key: Key


class EntryAsked(Asked):
    debit: str = Field(min_length=1, max_length=200, pattern=PLAIN)
    credit: str = Field(min_length=1, max_length=200, pattern=PLAIN)
    amount: Cents


class Correction(Asked):
    entries: list[EntryAsked] = Field(min_length=1, max_length=50)
    reason: Reason
    key: Key


class ChipsShown(BaseModel):
    player: str
    accounts: dict[str, int] = Field(description="Balances of all accounts of the player, in cents")


class Health(BaseModel):
    status: Literal["ok"]


View = Json
