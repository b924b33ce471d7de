"""The users: names, roles and passwords."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from msgspec import Struct, convert, structs, to_builtins

from chapter47.core.act import DEALER_NAME
from chapter47.core.json_object import Json
from chapter47.games import GAMES
from chapter47.service.store.unit import RowChange
from chapter47.service.terms import Actor, Role

USERS: Final = "users"
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
ALLOWED_NAME: Final = "a letter, then up to 31 letters, digits, - or _; not a word that begins an act, and not taken"
_TAKEN_BY_THE_HOUSE: Final = frozenset({DEALER_NAME, "house", "outside", "nobody", "no"})


class User(Struct, frozen=True, kw_only=True):
    """A person with a name and a password."""

    name: str
    role: Role
    password: str | None
    """Its Argon2id hash; a guest has none and never signs in again."""
    one_time: bool = False
    """Whether the password was set by somebody else and only allows choosing a new one."""
    disabled: bool = False
    created: int = 0
    totp: str = ""
    """The sealed seed of the second factor, in hexadecimal; empty without one."""

    @property
    def actor(self) -> Actor:
        return Actor(self.name, self.role)

    def row(self) -> RowChange:
        return RowChange(USERS, self.name, to_builtins(self))


class Users:
    """All users by name; `Ann` and `ann` are the same name."""

    def __init__(self, rows: Iterable[Json]) -> None:
        users = [convert(dict(row), User) for row in rows]
        self._by_name = {folded(user.name): user for user in users}

    def __iter__(self) -> Iterator[User]:
        return iter(sorted(self._by_name.values(), key=lambda user: folded(user.name)))

    def __len__(self) -> int:
        return len(self._by_name)

    def get(self, name: str) -> User | None:
        return self._by_name.get(folded(name))

    def keep(self, user: User) -> None:
        """Keep it after the commit."""
        self._by_name[folded(user.name)] = user

    def is_free(self, name: str) -> bool:
        return is_good_name(name) and folded(name) not in self._by_name


def changed(user: User, **changes: Any) -> User:
    return structs.replace(user, **changes)


def folded(name: str) -> str:
    """Normalize a name, so that all ways to write it are equal."""
    return name.casefold()[:100]


def is_good_name(name: str) -> bool:
    """Return whether a name can be used in the acts of every game without being mistaken for a keyword."""
    return bool(NAME.fullmatch(name)) and name.lower() not in _words_of_acts() | _TAKEN_BY_THE_HOUSE


@cache
def _words_of_acts() -> frozenset[str]:
    grammars = [game.playing.load().acts for game in GAMES if game.playing]
    return frozenset(word for grammar in grammars for word in grammar.reserved)
