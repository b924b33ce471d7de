"""Who may do what: a line for each route of the application. What has no line is refused to everybody."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from chapter47.service.actor import ROLES, Role

Scope = Literal["read", "play", "floor", "manage"]
SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "floor", "manage")


class Rule(Struct, frozen=True):
    """Who may use a route."""

    anybody: bool = False
    """Without a name too."""
    roles: frozenset[Role] = frozenset()
    """Whosever it is."""
    own: frozenset[Role] = frozenset()
    """Only what is one's own: `{player}` of the path is the own name, or the pit sees to it (`own_by`)."""
    own_by: Literal["path", "pit"] = "path"
    """How it is told: by the path, or by what is asked for, such as the name in an act or the players of a round."""
    scope: Scope = "read"
    """What a program's token must be good for."""
    demo_only: bool = False
    """Not there but in a demonstration."""

    own_in_demo: frozenset[Role] = frozenset()
    """The same in a demonstration only, where chips are play money."""

    def lets(self, role: Role | None, *, own: bool, demo: bool) -> bool:
        if self.demo_only and not demo:
            return False
        if self.anybody or role is None:
            return self.anybody
        with_own = self.own | self.own_in_demo if demo else self.own
        return role in self.roles or (role in with_own and (own or self.own_by == "pit"))


def _to(*roles: Role, own: tuple[Role, ...] = (), scope: Scope = "read", by: Literal["path", "pit"] = "path") -> Rule:
    return Rule(roles=frozenset(roles), own=frozenset(own), own_by=by, scope=scope)


ANYBODY: Final = Rule(anybody=True)
SIGNED_IN: Final = _to(*ROLES)
_SEES_EVERYTHING: Final[tuple[Role, ...]] = ("supervisor", "auditor")

API: Final = "/api/v1"
RULES: Final[Mapping[str, Rule]] = {
    "GET /health": ANYBODY,
    "GET /openapi.json": ANYBODY,
    f"GET {API}/openapi.json": ANYBODY,
    # Signing in: each of these asks for the password, or gives it up.
    f"POST {API}/session": ANYBODY,
    f"POST {API}/password": ANYBODY,
    f"POST {API}/tokens": ANYBODY,
    f"POST {API}/guests": Rule(anybody=True, demo_only=True),
    f"POST {API}/guests/tokens": Rule(anybody=True, demo_only=True),
    f"GET {API}/session": SIGNED_IN,
    f"DELETE {API}/session": SIGNED_IN,
    f"GET {API}/tokens": SIGNED_IN,
    f"DELETE {API}/tokens/{{token}}": SIGNED_IN,
    # Who is who.
    f"GET {API}/users": _to("administrator", "auditor"),
    f"POST {API}/users": _to("administrator", scope="manage"),
    f"PATCH {API}/users/{{user}}": _to("administrator", scope="manage"),
    # At the tables.
    f"GET {API}/tables": SIGNED_IN,
    f"POST {API}/tables": _to("supervisor", scope="floor"),
    f"GET {API}/tables/{{table}}": SIGNED_IN,
    f"WS {API}/tables/{{table}}/stream": SIGNED_IN,
    f"POST {API}/tables/{{table}}/acts": _to("dealer", "supervisor", own=("player",), by="pit", scope="play"),
    f"POST {API}/tables/{{table}}/pause": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/resume": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/close": _to("supervisor", scope="floor"),
    f"GET {API}/tables/{{table}}/commitments": SIGNED_IN,
    f"GET {API}/tables/{{table}}/chance": SIGNED_IN,
    f"GET {API}/tables/{{table}}/log": _to(*_SEES_EVERYTHING),
    f"GET {API}/tables/{{table}}/rounds": _to(*_SEES_EVERYTHING),
    f"GET {API}/tables/{{table}}/rounds/{{number}}": _to(*_SEES_EVERYTHING, own=("player",), by="pit"),
    # Chips.
    f"POST {API}/tables/{{table}}/fill": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/credit": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/buy-in/{{player}}": Rule(
        roles=frozenset({"dealer", "supervisor"}), own_in_demo=frozenset({"player"}), scope="play"
    ),
    f"POST {API}/players/{{player}}/cash-out": _to("dealer", "supervisor", own=("player",), scope="play"),
    f"POST {API}/players/{{player}}/coupons": _to("supervisor", scope="floor"),
    f"POST {API}/corrections": _to("supervisor", scope="floor"),
    f"GET {API}/players/{{player}}/chips": _to("dealer", *_SEES_EVERYTHING, own=("player",)),
    f"GET {API}/players/{{player}}/rounds": _to(*_SEES_EVERYTHING, own=("player",)),
    f"GET {API}/balances": _to(*_SEES_EVERYTHING),
    f"GET {API}/refusals": _to("auditor", "administrator"),
}
"""By method and path, as the application has them; `WS` is a WebSocket, `MOUNT` whatever lies under a path."""


def rule_of(route: str, more: Mapping[str, Rule]) -> Rule | None:
    """Pages that are mounted bring their own lines, which change none of these."""
    return RULES.get(route) or more.get(route)
