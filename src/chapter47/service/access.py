"""Sign-in and access: page sessions, API tokens, users and roles, refused access.

Every change is a unit on the journal stream `house`. State kept only in memory (when a token was last used, request
rates) may be lost in a restart."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Final, Protocol

from msgspec import Struct, convert
from msgspec.json import decode

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.json_object import Json
from chapter47.service import passwords as passwords_
from chapter47.service.anchor import NotedHead
from chapter47.service.forward_clock import ForwardClock
from chapter47.service.passwords import Passwords
from chapter47.service.permissions import Scope
from chapter47.service.refusals import Refusals
from chapter47.service.second_factor import SecondFactors
from chapter47.service.secrets import Secrets
from chapter47.service.store.errors import LeaseLostError, StoreLostError
from chapter47.service.store.journal import canonical
from chapter47.service.store.unit import RowChange, StoredUnit, Unit
from chapter47.service.terms import Actor, Role, ServiceError, moved, store_lost
from chapter47.service.throttle import REMEMBERED_FOR, Lockout
from chapter47.service.tokens import TOKENS, NewToken, Token, Tokens
from chapter47.service.users import ALLOWED_NAME, USERS, User, Users, changed, folded, is_good_name

HOUSE: Final = "house"
ADMINISTRATOR: Final = "admin"
SETTINGS: Final = "settings"
DEMO: Final = "demo"
KEY: Final = "key"
SIGNED_IN: Final = "signed-in"
SIGN_IN_FAILED: Final = "sign-in-failed"
PASSWORD_CHANGED: Final = "password-changed"
_MINUTE: Final = 60 * 1000
_DAY: Final = 24 * 60 * _MINUTE
WRONG: Final = "Wrong name or password, or the account is locked"
WRONG_ALLOWED: Final = (
    "the right name and password; after three failures in a row wait a minute, after more up to 30 minutes"
)
USER_CHANGED: Final = "user-changed"


class Keeper(Protocol):
    """The part of the store that access control uses."""

    async def commit(self, unit: Unit) -> int: ...
    async def can_write(self) -> bool: ...
    def rows(self, name: str) -> dict[str, Json]: ...
    def house(self, *, kinds: Iterable[str] = (), since: int = 0, limit: int | None = None) -> list[StoredUnit]:
        """Return the newest units of the house stream since a time, in order."""


class OtherKindError(Chapter47Error):
    """A demo database opened by a real server, or vice versa."""

    def __init__(self, *, was_demo: bool) -> None:
        got, allowed = ("without --demo", "--demo") if was_demo else ("--demo", "without --demo")
        super().__init__([Problem("database", f"{got}", f"{allowed}, as when it was created; or another database")])


class SignedIn(Struct, frozen=True):
    """A user identified by a token."""

    actor: Actor
    token: Token


class NewUser(Struct, frozen=True):
    """A user, with the password if the server generated it; it is shown only once."""

    user: User
    one_time: str | None


class Access:
    """Controls who may use the server."""

    def __init__(
        self,
        store: Keeper,
        clock: Callable[[], int],
        *,
        idle_minutes: int = 15,
        page_hours: int = 12,
        passwords: Passwords | None = None,
        demo: bool = False,
        secrets: Secrets | None = None,
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
        """The clock for expiring tokens and locks; it advances even if the system clock is set back."""
        self.tokens = Tokens(tokens, self.passes, idle=idle_minutes * _MINUTE)
        self.refusals = Refusals(self._record)
        self._lockout = Lockout(self.passes)
        self.second_factors = SecondFactors(secrets, clock)
        self._changing = asyncio.Lock()
        self._guests = count(1)
        self._doors = Doors()
        self._remember_failures()

    def _remember_failures(self) -> None:
        """Restore lockouts after a restart, for existing and unknown names alike."""
        since = self.clock() - REMEMBERED_FOR
        for unit in self._store.house(kinds=(SIGNED_IN, PASSWORD_CHANGED, USER_CHANGED, SIGN_IN_FAILED), since=since):
            body = decode(unit.body, type=Json)
            name, address = folded(body["name"]), body.get("address", "")
            if unit.kind == SIGN_IN_FAILED:
                self._lockout.failed(name, address, unit.at)
            elif unit.kind == SIGNED_IN:
                self._lockout.succeeded(name, address)
            elif unit.kind == PASSWORD_CHANGED or body.get("one_time"):
                self._lockout.reset(name)

    async def start(self, *, reset: bool = False, restored: bool = False, noted: NotedHead | None = None) -> str | None:
        """Create the first administrator, or reset its password if asked, and return the one-time password.

        Raises `OtherKindError` rather than mix play money and real chips. After a restore all tokens end: some may have
        been ended after the backup was made."""
        await self._same_kind()
        if restored:
            await self._end_all_tokens(noted)
        self.refusals.start()
        if self.users.get(ADMINISTRATOR) is None and not any(user.role == "administrator" for user in self.users):
            return (await self.add_user(ADMINISTRATOR, "administrator", by=HOUSE)).one_time
        if reset:
            changed_ = self.change_user(ADMINISTRATOR, by=HOUSE, role="administrator", disabled=False, reset=True)
            return (await changed_).one_time
        return None

    def lead(self) -> None:
        """Take over sign-in from another process."""
        self._lockout = Lockout(self.passes)
        self._remember_failures()

    def check_kind(self) -> None:
        """Raises `OtherKindError` if the process that leads the cluster serves play money and this one chips."""
        kind = self._store.rows(SETTINGS).get(DEMO)
        if kind is not None and kind["value"] != self.demo:
            raise OtherKindError(was_demo=kind["value"])

    def hear(self, rows: Mapping[tuple[str, str], Json | None]) -> None:
        """Take over users and tokens that another process has written."""
        for (name, key), values in rows.items():
            if name == USERS and values is not None:
                self.users.keep(convert(values, User))
            elif name == TOKENS and values is not None:
                self.tokens.keep(convert(values, Token))
            elif name == TOKENS:
                self.tokens.drop(key)

    async def _end_all_tokens(self, noted: NotedHead | None) -> None:
        tokens = list(self._store.rows(TOKENS))
        body = {"noted": None if noted is None else {"seq": noted.seq, "hash": noted.hash}, "tokens": len(tokens)}
        await self._record("restored", HOUSE, body, *(RowChange(TOKENS, id_, None) for id_ in tokens))
        for id_ in tokens:
            self.tokens.drop(id_)

    async def note_key(self, fingerprint: str) -> None:
        """Record which key signs the end of the journal."""
        known = self._store.rows(SETTINGS).get(KEY)
        if known is None or known["fingerprint"] != fingerprint:
            body = {"fingerprint": fingerprint}
            await self._record("key", HOUSE, body, RowChange(SETTINGS, KEY, body))

    async def _same_kind(self) -> None:
        kind = self._store.rows(SETTINGS).get(DEMO)
        if kind is None:
            row = RowChange(SETTINGS, DEMO, {"value": self.demo})
            await self._record("first-start", HOUSE, {"demo": self.demo}, row)
        self.check_kind()

    async def stop(self) -> None:
        await self.refusals.stop()

    async def can_write(self) -> bool:
        """Whether the database can be written."""
        return await self._store.can_write()

    # Signing in ----------------------------------------------------------------------------------------------------

    def identify(self, text: str) -> SignedIn | None:
        """Find the user a token belongs to."""
        return self._signed_in(self.tokens.shown(text)) if text else None

    def still(self, signed_in: SignedIn) -> bool:
        """Return whether the token is still valid and its user still has the same role."""
        return self._signed_in(self.tokens.get(signed_in.token.id)) == signed_in

    def acts(self, signed_in: SignedIn) -> bool:
        """Check the token again when a user acts over an open socket; this resets its idle time."""
        if not self.still(signed_in):
            return False
        self.tokens.use(signed_in.token)
        return True

    def _signed_in(self, token: Token | None) -> SignedIn | None:
        user = self.users.get(token.user) if token else None
        return SignedIn(user.actor, token) if token and user and not user.disabled else None

    async def sign_in(
        self, name: str, password: str, *, code: str = "", address: str = "", one_time_too: bool = False
    ) -> User:
        """Raises the same error for a wrong password, a name that nobody has and one that is locked."""
        async with self._doors.through(folded(name)):
            if self._lockout.is_locked(folded(name), address):
                raise _wrong()
            user = self.users.get(name)
            stored = user.password if user and not user.disabled else None
            right = await self.passwords.fits(stored, password)
            if right and user and user.totp and not code:
                raise ServiceError(
                    "sign-in.code",
                    "Enter the code of your authenticator",
                    allowed="the six digits that your authenticator shows, as `code`",
                    status=401,
                )
            if right and user and user.totp:
                right = self.second_factors.check(user.name, user.totp, code)
            if not right or user is None:
                self._lockout.failed(folded(name), address)
                await self._record(SIGN_IN_FAILED, folded(name), {"name": folded(name), "address": address})
                raise _wrong()
            self._lockout.succeeded(folded(name), address)
            if user.one_time and not one_time_too:
                raise ServiceError(
                    "password.one-time",
                    "Change this one-time password first",
                    got="a one-time password",
                    allowed="Set your own with POST /api/v1/password",
                    status=403,
                )
            return user

    async def open_page(self, user: User, address: str = "") -> NewToken:
        """Open a browser session."""
        return await self._give(self.tokens.make(user.name, "page", lives=self._page_lives), address)

    async def open_program(
        self, user: User, *, scopes: Iterable[Scope], days: int, label: str, address: str = ""
    ) -> NewToken:
        made = self.tokens.make(user.name, "program", lives=days * _DAY, scopes=scopes, label=label)
        return await self._give(made, address)

    async def _give(self, secret: NewToken, address: str) -> NewToken:
        token = secret.token
        body = {"name": folded(token.user), "kind": token.kind, "scope": token.scope, "ends": token.ends}
        body["address"] = address
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
        """Add a user with a one-time password, unless a password is given."""
        one_time = passwords_.one_time() if password is None else None
        stored = await self._hashed(password or one_time or "", name)
        async with self._changing:
            self._refuse_name(name)
            user = User(name=name, role=role, password=stored, one_time=one_time is not None, created=self.clock())
            await self._keep(user, by, "user-added")
        return NewUser(user, one_time)

    async def add_guest(self) -> User:
        """Add a demo player without a password; the name is short enough to fit on the layout."""
        async with self._changing:
            name = next(name for number in self._guests if self.users.is_free(name := f"Guest-{number}"))
            user = User(name=name, role="player", password=None, created=self.clock())
            await self._keep(user, HOUSE, "user-added")
        return user

    async def change_password(self, name: str, password: str, new: str, *, code: str = "", address: str = "") -> None:
        """Change the password and end all of the user's tokens."""
        user = await self.sign_in(name, password, code=code, address=address, one_time_too=True)
        if new == password:
            raise _bad_password("the current password", "a new password")
        stored = await self._hashed(new, user.name)
        async with self._changing:
            await self._keep(changed(user, password=stored, one_time=False), user.name, PASSWORD_CHANGED)

    async def change_user(
        self, name: str, *, by: str, role: Role | None = None, disabled: bool | None = None, reset: bool = False
    ) -> NewUser:
        """Change the role or status and end all of the user's tokens; `reset` creates a one-time password."""
        one_time = passwords_.one_time() if reset else None
        stored = await self._hashed(one_time, name) if one_time else None
        async with self._changing:
            user = self.users.get(name)
            if user is None:
                raise ServiceError("user.unknown", "No user has this name", got=name, allowed="a user", status=404)
            new = changed(user, role=role or user.role, disabled=user.disabled if disabled is None else disabled)
            if stored:
                new = changed(new, password=stored, one_time=True, totp="")
            self._refuse_last_administrator(user, new)
            if new != user:
                await self._keep(new, by, USER_CHANGED)
            if stored:
                self._lockout.reset(folded(name))
        return NewUser(new, one_time)

    async def offer_second_factor(self, name: str, password: str, *, address: str = "") -> tuple[str, str]:
        """Return a seed for an authenticator, in base 32 and as a URI; `confirm_second_factor` switches it on."""
        user = self.users.get(name)
        if user is None or user.role == "player" or not self.second_factors.available:
            raise ServiceError("totp.staff", "The second factor is for staff", allowed="a member of staff", status=403)
        if user.totp:
            raise ServiceError("totp.on", "The second factor is on", allowed="Switch it off first", status=409)
        await self.sign_in(name, password, address=address)
        return self.second_factors.offer(user.name)

    async def confirm_second_factor(self, name: str, code: str) -> None:
        """Require a code at every sign-in from now on."""
        sealed = self.second_factors.accept(name, code)
        if sealed is None:
            allowed = "the six digits that your authenticator shows now"
            raise ServiceError("totp.code", "This is not the code of the seed offered", allowed=allowed, status=409)
        await self._set_second_factor(name, sealed)

    async def end_second_factor(self, name: str, password: str, code: str, *, address: str = "") -> None:
        user = await self.sign_in(name, password, code=code, address=address)
        await self._set_second_factor(user.name, "")

    async def _set_second_factor(self, name: str, sealed: str) -> None:
        async with self._changing:
            user = self.users.get(name)
            assert user is not None
            user = changed(user, totp=sealed)
            kind = "second-factor-on" if sealed else "second-factor-off"
            await self._record(kind, name, {"name": user.name}, user.row())
            self.users.keep(user)

    async def _keep(self, user: User, by: str, kind: str) -> None:
        tokens = self.tokens.of(user.name)
        body = {"name": user.name, "role": user.role, "disabled": user.disabled, "one_time": user.one_time}
        await self._record(kind, by, body, user.row(), *(RowChange(TOKENS, token.id, None) for token in tokens))
        self.users.keep(user)
        for token in tokens:
            self.tokens.drop(token.id)

    async def _hashed(self, password: str, name: str) -> str:
        if got := passwords_.why_not(password, name):
            raise _bad_password(got, passwords_.ALLOWED)
        return await self.passwords.hash(password)

    def _refuse_name(self, name: str) -> None:
        if not is_good_name(name) or not self.users.is_free(name):
            raise ServiceError("user.name", "This name is not available", got=name, allowed=ALLOWED_NAME, status=409)

    def _refuse_last_administrator(self, user: User, new: User) -> None:
        others = [
            account
            for account in self.users
            if account.role == "administrator" and not account.disabled and account != user
        ]
        if user.role == "administrator" and not others and (new.disabled or new.role != "administrator"):
            raise ServiceError(
                "user.last-administrator",
                "This is the last administrator",
                got=user.name,
                allowed="Make someone else an administrator first",
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
            raise store_lost() from None
        except LeaseLostError:
            raise moved() from None


class Doors:
    """One lock per name, so that parallel password guesses are still counted one by one."""

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
    """Find a token by the first characters of its id, as lists show it."""
    return next((token for token in tokens if token.id.startswith(id_) and len(id_) >= 12), None)


def _wrong() -> ServiceError:
    return ServiceError("sign-in.refused", WRONG, got="", allowed=WRONG_ALLOWED, status=401)


def _bad_password(got: str, allowed: str) -> ServiceError:
    return ServiceError("password.refused", "This password is not accepted", got=got, allowed=allowed, status=422)
