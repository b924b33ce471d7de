"""Tokens: what a page's cookie or a program shows instead of a password. Only their hashes are stored."""

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
"""Tells a token that somebody left in a file from other texts."""
_CSRF: Final = b"csrf:"


class Token(Struct, frozen=True, kw_only=True):
    """A token as it is kept: its id is the hash of what its bearer shows."""

    id: str
    user: str
    kind: Literal["page", "program"]
    scope: str
    """Words with blanks between them."""
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
    """A new token, and the text that is shown once to whom it belongs."""

    token: Token
    text: str


class Tokens:
    """All tokens that have not ended; those of pages end early when they are not used."""

    def __init__(self, rows: Iterable[Json], clock: Callable[[], int], *, idle: int) -> None:
        self._clock = clock
        self._idle = idle
        tokens = [convert(dict(row), Token) for row in rows]
        self._by_id = {token.id: token for token in tokens}
        self._seen = {token.id: clock() for token in tokens}

    def make(
        self,
        user: str,
        kind: Literal["page", "program"],
        *,
        lives: int,
        scopes: Iterable[Scope] = SCOPES,
        label: str = "",
    ) -> NewToken:
        """One that is not kept yet; `lives` milliseconds from now on."""
        text = PREFIX + secrets.token_urlsafe(32)
        now = self._clock()
        scope = " ".join(scope for scope in SCOPES if scope in set(scopes))
        made = Token(id=id_of(text), user=user, kind=kind, scope=scope, label=label, created=now, ends=now + lives)
        return NewToken(made, text)

    def keep(self, token: Token) -> None:
        """After it was committed."""
        self._by_id[token.id] = token
        self._seen[token.id] = self._clock()

    def drop(self, id_: str) -> None:
        self._by_id.pop(id_, None)
        self._seen.pop(id_, None)

    def get(self, id_: str) -> Token | None:
        """The token, unless it has ended or was idle for too long."""
        token = self._by_id.get(id_)
        return token if token and not self._is_over(token) else None

    def shown(self, text: str) -> Token | None:
        """The token that somebody shows; its idle time begins anew."""
        token = self.get(id_of(text))
        if token:
            self.use(token)
        return token

    def use(self, token: Token) -> None:
        """Its idle time begins anew."""
        self._seen[token.id] = self._clock()

    def of(self, user: str) -> list[Token]:
        return [token for token in self._by_id.values() if token.user == user and not self._is_over(token)]

    def over(self) -> list[Token]:
        """Those that can be forgotten."""
        return [token for token in self._by_id.values() if self._is_over(token)]

    def _is_over(self, token: Token) -> bool:
        now = self._clock()
        return now >= token.ends or (token.kind == "page" and now - self._seen[token.id] >= self._idle)


def id_of(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def csrf_of(text: str) -> str:
    """What a page must say besides its cookie, which a foreign page can send but not read."""
    return sha256(_CSRF + text.encode("utf-8", "replace")).hexdigest()
