"""Signing in and what follows from it: sessions of pages, tokens of programs, users and roles, refused access.

Every change is a unit on the stream `house` of the journal. What is kept in memory only (when a token was last seen,
how fast somebody asks) has no meaning after a restart."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final, Protocol

from msgspec import Struct
from msgspec.json import decode

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.json_object import Json
from chapter47.service import passwords as passwords_
from chapter47.service.actor import Actor, Role
from chapter47.service.errors import ServiceError
from chapter47.service.forward_clock import ForwardClock
from chapter47.service.passwords import Passwords
from chapter47.service.permissions import Scope
from chapter47.service.refusals import Refusals
from chapter47.service.store.errors import StoreLostError
from chapter47.service.store.journal import canonical
from chapter47.service.store.unit import RowChange, StoredUnit, Unit
from chapter47.service.throttle import LOCKED_FOR, Lockout
from chapter47.service.tokens import TOKENS, NewToken, Token, Tokens
from chapter47.service.users import ALLOWED_NAME, USERS, User, Users, changed, folded, is_good_name

HOUSE: Final = "house"
ADMINISTRATOR: Final = "admin"
SETTINGS: Final = "settings"
DEMO: Final = "demo"
SIGNED_IN: Final = "signed-in"
SIGN_IN_FAILED: Final = "sign-in-failed"
PASSWORD_CHANGED: Final = "password-changed"
_MINUTE: Final = 60 * 1000
_DAY: Final = 24 * 60 * _MINUTE
WRONG: Final = "name or password is wrong, or the account is locked"
WRONG_ALLOWED: Final = "the right name and password; after three failures none is taken for 30 minutes"


class Keeper(Protocol):
    """What access needs of the store."""

    async def commit(self, unit: Unit) -> int: ...
    def rows(self, name: str) -> dict[str, Json]: ...
    def house(self, *, kinds: Iterable[str] = (), since: int = 0, limit: int | None = None) -> list[StoredUnit]:
        """The newest units beside the tables, in their order, from a time on."""


class OtherKindError(Chapter47Error):
    """A database of a demonstration that is opened in earnest, or the other way round."""

    def __init__(self, *, was_demo: bool) -> None:
        got, allowed = ("without --demo", "--demo") if was_demo else ("--demo", "without --demo")
        super().__init__([Problem("database", f"{got}", f"{allowed}, as at its first start; or another database")])


class SignedIn(Struct, frozen=True):
    """Somebody who has shown a token."""

    actor: Actor
    token: Token


class NewUser(Struct, frozen=True):
    """A user, and the password that is shown once where it was made here."""

    user: User
    one_time: str | None


class Access:
    """Who may come in."""

    def __init__(
        self,
        store: Keeper,
        clock: Callable[[], int],
        *,
        idle_minutes: int = 15,
        page_hours: int = 12,
        passwords: Passwords | None = None,
        demo: bool = False,
        stopwatch: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self.clock = clock
        self.demo = demo
        self._page_lives = page_hours * 60 * _MINUTE
        self.passwords = passwords or Passwords()
        self.users = Users(store.rows(USERS).values())
        tokens = store.rows(TOKENS).values()
        self.passes = ForwardClock(clock, stopwatch, since=max((row["created"] for row in tokens), default=0))
        """Time by which tokens and locks end: it passes though somebody sets the clock back."""
        self.tokens = Tokens(tokens, self.passes, idle=idle_minutes * _MINUTE)
        self.refusals = Refusals(self._record)
        self._lockout = Lockout(self.passes)
        self._changing = asyncio.Lock()
        self._guests = count(1)
        self._doors = Doors()
        self._remember_failures()

    def _remember_failures(self) -> None:
        """A lock outlives a restart, for names that exist and for those that do not."""
        since = self.clock() - 2 * LOCKED_FOR
        for unit in self._store.house(kinds=(SIGNED_IN, PASSWORD_CHANGED, SIGN_IN_FAILED), since=since):
            name = folded(decode(unit.body, type=Json)["name"])
            if unit.kind == SIGN_IN_FAILED:
                self._lockout.failed(name, unit.at)
            else:
                self._lockout.succeeded(name)

    async def start(self, *, reset: bool = False) -> str | None:
        """The one-time password of the first administrator, where nobody is known yet or a new one is asked for.

        Raises `OtherKindError` where play money and chips in earnest would come together."""
        await self._same_kind()
        self.refusals.start()
        if self.users.get(ADMINISTRATOR) is None and not any(user.role == "administrator" for user in self.users):
            return (await self.add_user(ADMINISTRATOR, "administrator", by=HOUSE)).one_time
        if reset:
            changed_ = self.change_user(ADMINISTRATOR, by=HOUSE, role="administrator", disabled=False, reset=True)
            return (await changed_).one_time
        return None

    async def _same_kind(self) -> None:
        kind = self._store.rows(SETTINGS).get(DEMO)
        if kind is None:
            row = RowChange(SETTINGS, DEMO, {"value": self.demo})
            await self._record("first-start", HOUSE, {"demo": self.demo}, row)
        elif kind["value"] != self.demo:
            raise OtherKindError(was_demo=kind["value"])

    async def stop(self) -> None:
        await self.refusals.stop()

    # Signing in ----------------------------------------------------------------------------------------------------

    def identify(self, text: str) -> SignedIn | None:
        """Whose token it is."""
        return self._signed_in(self.tokens.shown(text)) if text else None

    def still(self, signed_in: SignedIn) -> bool:
        """Whether the token is good yet and the bearer's role the same."""
        return self._signed_in(self.tokens.get(signed_in.token.id)) == signed_in

    def acts(self, signed_in: SignedIn) -> bool:
        """The same of somebody who does something, over a socket that is open: the idle time begins anew."""
        if not self.still(signed_in):
            return False
        self.tokens.use(signed_in.token)
        return True

    def _signed_in(self, token: Token | None) -> SignedIn | None:
        user = self.users.get(token.user) if token else None
        return SignedIn(user.actor, token) if token and user and not user.disabled else None

    async def sign_in(self, name: str, password: str, *, one_time_too: bool = False) -> User:
        """Raises the same error for a wrong password, a name that nobody bears and one that is locked."""
        async with self._doors.through(folded(name)):
            if self._lockout.is_locked(folded(name)):
                raise _wrong()
            user = self.users.get(name)
            stored = user.password if user and not user.disabled else None
            right = await self.passwords.fits(stored, password)
            if not right or user is None:
                self._lockout.failed(folded(name))
                await self._record(SIGN_IN_FAILED, folded(name), {"name": folded(name)})
                raise _wrong()
            self._lockout.succeeded(folded(name))
            if user.one_time and not one_time_too:
                raise ServiceError(
                    "password.one-time",
                    "the password was for one time",
                    got="a password that somebody else chose",
                    allowed="one of your own: POST /api/v1/password",
                    status=403,
                )
            return user

    async def open_page(self, user: User) -> NewToken:
        """A session of a page."""
        return await self._give(self.tokens.make(user.name, "page", lives=self._page_lives))

    async def open_program(self, user: User, *, scopes: Iterable[Scope], days: int, label: str) -> NewToken:
        return await self._give(self.tokens.make(user.name, "program", lives=days * _DAY, scopes=scopes, label=label))

    async def _give(self, secret: NewToken) -> NewToken:
        token = secret.token
        body = {"name": folded(token.user), "kind": token.kind, "scope": token.scope, "ends": token.ends}
        forgotten = [RowChange(TOKENS, old.id, None) for old in self.tokens.over()]
        await self._record(SIGNED_IN, token.user, body, token.row(), *forgotten)
        for change in forgotten:
            self.tokens.drop(change.key)
        self.tokens.keep(token)
        return secret

    async def end_token(self, token: Token, by: str) -> None:
        await self._record("token-ended", by, {"name": folded(token.user)}, RowChange(TOKENS, token.id, None))
        self.tokens.drop(token.id)

    # Users ---------------------------------------------------------------------------------------------------------

    async def add_user(self, name: str, role: Role, *, by: str, password: str | None = None) -> NewUser:
        """With a one-time password, unless one is given."""
        one_time = passwords_.one_time() if password is None else None
        stored = await self._hashed(password or one_time or "")
        async with self._changing:
            self._refuse_name(name)
            user = User(name=name, role=role, password=stored, one_time=one_time is not None, created=self.clock())
            await self._keep(user, by, "user-added")
        return NewUser(user, one_time)

    async def add_guest(self) -> User:
        """A player without a password, for a demonstration, with a name that is short enough for a place at a table."""
        async with self._changing:
            name = next(name for number in self._guests if self.users.is_free(name := f"Guest-{number}"))
            user = User(name=name, role="player", password=None, created=self.clock())
            await self._keep(user, HOUSE, "user-added")
        return user

    async def change_password(self, name: str, password: str, new: str) -> None:
        """All of the user's tokens end."""
        user = await self.sign_in(name, password, one_time_too=True)
        if new == password:
            raise _bad_password("the old one", "another one")
        stored = await self._hashed(new)
        async with self._changing:
            await self._keep(changed(user, password=stored, one_time=False), user.name, PASSWORD_CHANGED)

    async def change_user(
        self, name: str, *, by: str, role: Role | None = None, disabled: bool | None = None, reset: bool = False
    ) -> NewUser:
        """All of the user's tokens end; `reset` makes a one-time password."""
        one_time = passwords_.one_time() if reset else None
        stored = await self._hashed(one_time) if one_time else None
        async with self._changing:
            user = self.users.get(name)
            if user is None:
                raise ServiceError("user.unknown", "nobody bears this name", got=name, allowed="a user", status=404)
            new = changed(user, role=role or user.role, disabled=user.disabled if disabled is None else disabled)
            if stored:
                new = changed(new, password=stored, one_time=True)
            self._refuse_last_administrator(user, new)
            if new != user:
                await self._keep(new, by, "user-changed")
        return NewUser(new, one_time)

    async def _keep(self, user: User, by: str, kind: str) -> None:
        tokens = self.tokens.of(user.name)
        body = {"name": user.name, "role": user.role, "disabled": user.disabled, "one_time": user.one_time}
        await self._record(kind, by, body, user.row(), *(RowChange(TOKENS, token.id, None) for token in tokens))
        self.users.keep(user)
        for token in tokens:
            self.tokens.drop(token.id)

    async def _hashed(self, password: str) -> str:
        if not passwords_.good(password):
            got = f"{len(password)} characters, {len(set(password))} of them different"
            raise _bad_password(got, passwords_.ALLOWED)
        return await self.passwords.hash(password)

    def _refuse_name(self, name: str) -> None:
        if not is_good_name(name) or not self.users.is_free(name):
            raise ServiceError("user.name", "the name cannot be taken", got=name, allowed=ALLOWED_NAME, status=409)

    def _refuse_last_administrator(self, user: User, new: User) -> None:
        others = [
            account
            for account in self.users
            if account.role == "administrator" and not account.disabled and account != user
        ]
        if user.role == "administrator" and not others and (new.disabled or new.role != "administrator"):
            raise ServiceError(
                "user.last-administrator",
                "nobody else is an administrator",
                got=user.name,
                allowed="another administrator first",
                status=409,
            )

    # The journal ---------------------------------------------------------------------------------------------------

    def recorded(self, kinds: Iterable[str], *, since: int, limit: int) -> list[StoredUnit]:
        return self._store.house(kinds=kinds, since=since, limit=limit)

    async def _record(self, kind: str, actor: str, body: Json, *rows: RowChange) -> None:
        unit = Unit(stream=HOUSE, kind=kind, actor=actor, at=self.clock(), body=canonical(body), rows=rows)
        try:
            await self._store.commit(unit)
        except StoreLostError:
            raise ServiceError(
                "store.lost", "the database cannot be written now", got="", allowed="the same again later", status=503
            ) from None


class Doors:
    """A door for each name, which lets in one at a time: many guesses at once are still counted one by one."""

    def __init__(self) -> None:
        self._doors: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def through(self, name: str) -> AsyncIterator[None]:
        door, waiting = self._doors.get(name, (asyncio.Lock(), 0))
        self._doors[name] = door, waiting + 1
        try:
            async with door:
                yield
        finally:
            door, waiting = self._doors.pop(name)
            if waiting > 1:
                self._doors[name] = door, waiting - 1


def token_named(tokens: Iterable[Token], id_: str) -> Token | None:
    """A token by the first letters of its id, as lists show it."""
    return next((token for token in tokens if token.id.startswith(id_) and len(id_) >= 12), None)


def _wrong() -> ServiceError:
    return ServiceError("sign-in.refused", WRONG, got="", allowed=WRONG_ALLOWED, status=401)


def _bad_password(got: str, allowed: str) -> ServiceError:
    return ServiceError("password.refused", "the password cannot be taken", got=got, allowed=allowed, status=422)
