"""Request and response models, as in OpenAPI. Money is whole cents."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from chapter47.core.json_object import Json
from chapter47.service.permissions import Scope
from chapter47.service.terms import Role

PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"
"""Text without control characters, so that a line stays one line and every database accepts it."""
Name = Annotated[str, Field(min_length=1, max_length=64, pattern=PLAIN)]
Password = Annotated[str, Field(min_length=1, max_length=200)]
Key = Annotated[
    str | None,
    Field(
        None,
        min_length=1,
        max_length=80,
        pattern=PLAIN,
        description="Chosen by you: repeating a command with the same key performs it once",
    ),
]
Cents = Annotated[int, Field(gt=0, le=10**12, description="Whole cents")]
Reason = Annotated[str, Field(min_length=1, max_length=500, pattern=PLAIN)]


class Asked(BaseModel):
    """Base of requests: refuses unknown fields, and texts or fractions in place of whole numbers."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Credentials(Asked):
    name: Name
    password: Password
    code: str = Field("", max_length=10, pattern=PLAIN, description="From your authenticator app, if you use one")


class NewPassword(Credentials):
    new: Password


class TokenAsked(Credentials):
    scope: list[Scope] = Field(min_length=1, max_length=4)
    days: int = Field(1, ge=1, le=365)
    label: str = Field("", max_length=80, pattern=PLAIN)


class SecondFactorAsked(Asked):
    password: Password


class SecondFactorOffered(BaseModel):
    """A seed for an authenticator app, shown once; it takes effect once its first code is confirmed."""

    seed: str = Field(description="In base 32")
    uri: str = Field(description="For a QR code: otpauth://totp/…")


class SecondFactorCode(Asked):
    code: str = Field(min_length=6, max_length=10, pattern=PLAIN)


class SecondFactorEnded(Asked):
    password: Password
    code: str = Field(min_length=6, max_length=10, pattern=PLAIN)


class SessionShown(BaseModel):
    """Who you are."""

    name: str
    role: Role
    scope: list[Scope]
    ends: int = Field(description="Milliseconds since 1970")
    csrf: str = Field(description="Browsers send it back as X-CSRF-Token; empty for programs")
    second_factor: bool = Field(description="Whether your sign-in requires a code from an authenticator app")


class TokenShown(BaseModel):
    """One of your tokens; the token itself was shown only when it was made."""

    id: str
    kind: Literal["page", "program"]
    scope: list[Scope]
    label: str
    created: int
    ends: int


class TokenMade(TokenShown):
    token: str = Field(description="Shown only once; send it as Authorization: Bearer TOKEN")


class GuestMade(BaseModel):
    """A demo guest that is a program."""

    name: str
    token: str


class UserShown(BaseModel):
    name: str
    role: Role
    disabled: bool
    one_time: bool
    created: int
    second_factor: bool = Field(description="Whether sign-in requires a code from an authenticator app")


class UserAsked(Asked):
    name: Name
    role: Role


class UserChange(Asked):
    role: Role | None = None
    disabled: bool | None = None
    reset_password: bool = False


class UserMade(UserShown):
    password: str | None = Field(description="One-time password, if a new one was made; shown only once")


class TableAsked(Asked):
    file: str = Field(min_length=1, max_length=100_000, description="The text of a table file (TOML)")
    name: str = Field("", max_length=80, pattern=PLAIN)
    practice: bool = Field(False, description="Open the table even if it is not lawful on its date; every view says so")
    key: Key


class TableOpened(BaseModel):
    table: str


class ActAsked(Asked):
    act: Annotated[str, Field(min_length=1, max_length=500)] | dict[str, Any] = Field(
        description="A line of text or a JSON object, as shown by the offers in `may`",
        examples=["Ann bet 10 on 1", {"act": "bet", "player": "Ann", "amount": 1000, "on": "1"}],
    )
    version: int | None = Field(
        None, ge=0, description="The act is refused if the table has moved on since this version"
    )
    key: Key


class Keyed(Asked):
    key: Key


class Reasoned(Asked):
    reason: str = Field("", max_length=500, pattern=PLAIN)
    key: Key


class Pace(Asked):
    """Pace for a player alone at a practice table, or at any demo table."""

    pace: float | None = Field(None, ge=0, le=10, description="Seconds between steps of the dealer")
    clock: bool = Field(True, description="Whether your decisions have a time limit")
    key: Key


class Amount(Asked):
    amount: Cents
    key: Key


class BuyIn(Amount):
    request: str = Field("", max_length=40, pattern=PLAIN, description="The player's request that this fulfils")


class EntryAsked(Asked):
    debit: str = Field(min_length=1, max_length=200, pattern=PLAIN)
    credit: str = Field(min_length=1, max_length=200, pattern=PLAIN)
    amount: Cents


class Correction(Asked):
    entries: list[EntryAsked] = Field(min_length=1, max_length=50)
    reason: Reason
    table: str = Field("", max_length=40, pattern=PLAIN, description="The table of the round that it corrects")
    round: int = Field(0, ge=0, le=10**15, description="The number of the round that it corrects")
    key: Key


class WhyPart(BaseModel):
    citation: str
    says: str


class WhyReading(BaseModel):
    problem: str
    reading: str


class Why(BaseModel):
    """A paragraph in our own words; the regulation itself is the authority."""

    citation: str
    title: str
    says: str
    parts: list[WhyPart]
    readings: list[WhyReading] = Field(description="For a doubtful text: the problem, and how it is read here")


class GameShown(BaseModel):
    """A game played here, with a lawful table file to start from."""

    name: str
    title: str
    file: str


class LobbyTable(BaseModel):
    """A table in the lobby."""

    id: str
    name: str
    game: str
    title: str
    minimum: int
    maximum: int
    players: int
    seated: bool = Field(description="Whether you are seated there")
    practice: bool
    paused: str | None
    round: int
    rules: str = Field(description="One line with other things players look for, besides game and limits")
    edge: str | None = Field(description="The house edge in words; null while it is being computed")


class Lobby(BaseModel):
    tables: list[LobbyTable]
    progress: str = Field(description="Progress of the house edges; empty when all are computed")


class RoundStep(BaseModel):
    text: str
    by: str


class RoundCorrection(BaseModel):
    """What a correction of the round changed for one player."""

    player: str = Field(description="Empty if no player's chips changed")
    amount: int = Field(description="Cents given to the player; negative if they were taken")
    reason: str
    by: str = Field(description="The supervisor who made or approved it")
    asked_by: str = Field(description="The supervisor who asked for it, where another one approved it")
    at: int = Field(description="Milliseconds since 1970")


class RoundSteps(BaseModel):
    """A round step by step."""

    title: str
    log_is_complete: bool = Field(description="Whether it holds every card, so that `chapter47 replay` reproduces it")
    steps: list[RoundStep]
    corrections: list[RoundCorrection] = Field(description="Corrections of this round: yours, or all of them for staff")


class SecretShown(BaseModel):
    kind: str
    commitment: str
    published: int = Field(description="The version of the table at publication")
    opened: int | None
    value: str
    nonce: str


class FairnessShown(BaseModel):
    """Whether a round matches what was committed to before it."""

    verdict: Literal["holds", "later", "wrong"]
    words: list[str]
    secrets: list[SecretShown]


class Health(BaseModel):
    status: Literal["ok"]


class Ready(BaseModel):
    status: Literal["ready"]


View = Json
