"""Tokens: what a browser's cookie or a program presents instead of a password. Only their hashes are stored."""

import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final, Literal

from msgspec import Struct, convert, to_builtins

from chapter47.core.json_object import Json
from chapter47.service.permissions import SCOPES, Scope
from chapter47.service.store.unit import RowChange

TOKENS: Final = "tokens"
PREFIX: Final = "c47_"
"""Makes a leaked token recognizable."""
_CSRF: Final = b"csrf:"


class Token(Struct, frozen=True, kw_only=True):
    """A stored token: its id is the hash of the token."""

    id: str
    user: str
    kind: Literal["page", "program"]
    scope: str
    """Scopes, separated by spaces."""
    label: str = ""
    created: int
    ends: int

    @property
    def scopes(self) -> frozenset[str]:
        return frozenset(self.scope.split())

    def row(self) -> RowChange:
        return RowChange(TOKENS, self.id, to_builtins(self))

    def is_good_for(self, scope: Scope) -> bool:
        return scope in self.scopes


class NewToken(Struct, frozen=True):
    """A new token, with the text that is shown to its owner once."""

    token: Token
    text: str


class Tokens:
    """All valid tokens; those of browsers expire early when they are not used."""

    def __init__(self, rows: Iterable[Json], clock: Callable[[], int], *, idle: int) -> None:
        self._clock = clock
        self._idle = idle
        tokens = [convert(dict(row), Token) for row in rows]
        self._by_id = {token.id: token for token in tokens}
        self._seen = {token.id: clock() for token in tokens}
        self.on_drop: Callable[[str], None] = lambda id_: None
        """Called with the id of a token that has ended before its time."""
        self.used_elsewhere = False
        """In a cluster: a token that is idle here may be in use in another process."""

    def make(
        self,
        user: str,
        kind: Literal["page", "program"],
        *,
        lives: int,
        scopes: Iterable[Scope] = SCOPES,
        label: str = "",
    ) -> NewToken:
        """Make a token, not stored yet, that lives `lives` milliseconds from now."""
        text = PREFIX + secrets.token_urlsafe(32)
        now = self._clock()
        scope = " ".join(scope for scope in SCOPES if scope in set(scopes))
        made = Token(id=id_of(text), user=user, kind=kind, scope=scope, label=label, created=now, ends=now + lives)
        return NewToken(made, text)

    def keep(self, token: Token) -> None:
        """Keep it after the commit."""
        self._by_id[token.id] = token
        self._seen[token.id] = self._clock()

    def drop(self, id_: str) -> None:
        self._by_id.pop(id_, None)
        self._seen.pop(id_, None)
        self.on_drop(id_)

    def get(self, id_: str) -> Token | None:
        """Return the token, unless it has expired or was idle for too long."""
        token = self._by_id.get(id_)
        return token if token and not self._is_over(token) else None

    def shown(self, text: str) -> Token | None:
        """Look up a presented token and reset its idle time."""
        token = self.get(id_of(text))
        if token:
            self.use(token)
        return token

    def use(self, token: Token) -> None:
        """Reset its idle time."""
        self._seen[token.id] = self._clock()

    def of(self, user: str) -> list[Token]:
        return [token for token in self._by_id.values() if token.user == user and not self._is_over(token)]

    def over(self) -> list[Token]:
        """Return the tokens that can be purged."""
        now = self._clock()
        return [
            token
            for token in self._by_id.values()
            if now >= token.ends or (not self.used_elsewhere and self._is_over(token))
        ]

    def _is_over(self, token: Token) -> bool:
        now = self._clock()
        return now >= token.ends or (token.kind == "page" and now - self._seen[token.id] >= self._idle)


def id_of(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def csrf_of(text: str) -> str:
    """Return the CSRF token of a session: a foreign page can send the cookie but cannot read this."""
    return sha256(_CSRF + text.encode("utf-8", "replace")).hexdigest()
