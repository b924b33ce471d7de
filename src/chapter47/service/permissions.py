"""Permissions: one line per route of the application. Routes without a line are refused."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from chapter47.service.terms import ROLES, Role

Scope = Literal["read", "play", "floor", "manage"]
SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "floor", "manage")


class Rule(Struct, frozen=True):
    """Who may use a route."""

    anybody: bool = False
    """Allowed without signing in."""
    roles: frozenset[Role] = frozenset()
    """Any player's data."""
    own: frozenset[Role] = frozenset()
    """Own data only: `{player}` in the path is the user's name, or the pit checks it (`own_by`)."""
    own_by: Literal["path", "pit"] = "path"
    """How ownership is checked: by the path, or by the pit, such as the name in an act or the players of a round."""
    scope: Scope = "read"
    """The scope a program's token needs."""
    demo_only: bool = False
    """Demo mode only."""

    anybody_in_demo: bool = False
    """Allowed without signing in in demo mode."""
    own_in_demo: frozenset[Role] = frozenset()
    """Own data in demo mode only, where chips are play money."""

    def lets(self, role: Role | None, *, own: bool, demo: bool) -> bool:
        if self.demo_only and not demo:
            return False
        if self.anybody or (self.anybody_in_demo and demo):
            return True
        if role is None:
            return False
        with_own = self.own | self.own_in_demo if demo else self.own
        return role in self.roles or (role in with_own and (own or self.own_by == "pit"))


def _to(*roles: Role, own: tuple[Role, ...] = (), scope: Scope = "read", by: Literal["path", "pit"] = "path") -> Rule:
    return Rule(roles=frozenset(roles), own=frozenset(own), own_by=by, scope=scope)


ANYBODY: Final = Rule(anybody=True)
SIGNED_IN: Final = _to(*ROLES)
TO_LOOK: Final = Rule(roles=frozenset(ROLES), anybody_in_demo=True)
"""What all signed-in users may see and, in demo mode, everybody."""
_SEES_EVERYTHING: Final[tuple[Role, ...]] = ("supervisor", "auditor")

_OWN_ROUND: Final = _to(*_SEES_EVERYTHING, own=("player",), by="pit")

API: Final = "/api/v1"
RULES: Final[Mapping[str, Rule]] = {
    "GET /health": ANYBODY,
    "GET /ready": ANYBODY,
    "GET /metrics": ANYBODY,  # the route itself asks for staff or for this machine
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
    f"DELETE {API}/tokens": SIGNED_IN,
    f"DELETE {API}/tokens/{{token}}": SIGNED_IN,
    f"POST {API}/second-factor": _to("dealer", "supervisor", "auditor", "administrator", scope="manage"),
    f"POST {API}/second-factor/confirm": _to("dealer", "supervisor", "auditor", "administrator", scope="manage"),
    f"POST {API}/second-factor/end": _to("dealer", "supervisor", "auditor", "administrator", scope="manage"),
    # Who is who.
    f"GET {API}/users": _to("administrator", "auditor"),
    f"POST {API}/users": _to("administrator", scope="manage"),
    f"PATCH {API}/users/{{user}}": _to("administrator", scope="manage"),
    f"GET {API}/users/{{user}}/tokens": _to("administrator", scope="manage"),
    f"DELETE {API}/users/{{user}}/tokens/{{token}}": _to("administrator", scope="manage"),
    f"GET {API}/house": _to("administrator", "auditor"),
    # The floor.
    f"GET {API}/floor": _to("dealer", *_SEES_EVERYTHING),
    f"GET {API}/tables/{{table}}/irregularities": _to("dealer", *_SEES_EVERYTHING),
    f"POST {API}/tables/{{table}}/deal": _to("dealer", "supervisor", scope="play"),
    f"POST {API}/tables/{{table}}/steps": _to("dealer", "supervisor", scope="play"),
    f"POST {API}/tables/{{table}}/dealer": _to("supervisor", scope="floor"),
    f"GET {API}/tables/{{table}}/rules": _to("dealer", *_SEES_EVERYTHING),
    f"POST {API}/tables/{{table}}/rules": _to("supervisor", scope="floor"),
    f"DELETE {API}/tables/{{table}}/rules": _to("supervisor", scope="floor"),
    f"POST {API}/verdict": _to("supervisor", scope="floor"),
    # At the tables.
    f"GET {API}/lobby": TO_LOOK,
    f"GET {API}/games": ANYBODY,
    f"GET {API}/why/{{citation:path}}": ANYBODY,
    f"GET {API}/law": ANYBODY,
    f"GET {API}/law/held": ANYBODY,
    f"GET {API}/law/search": ANYBODY,
    f"GET {API}/law/changes": ANYBODY,
    f"GET {API}/law/paragraphs/{{citation:path}}": ANYBODY,
    f"POST {API}/lab/check": TO_LOOK,
    f"POST {API}/lab/price": TO_LOOK,
    f"POST {API}/lab/vary": TO_LOOK,
    f"POST {API}/lab/compare": TO_LOOK,
    f"POST {API}/lab/simulate": TO_LOOK,
    f"POST {API}/lab/rule": TO_LOOK,
    f"POST {API}/lab/next": TO_LOOK,
    f"POST {API}/lab/between": TO_LOOK,
    f"POST {API}/lab/guide": TO_LOOK,
    f"POST {API}/lab/paper": TO_LOOK,
    f"GET {API}/tables": SIGNED_IN,
    f"POST {API}/tables": Rule(
        roles=frozenset({"supervisor"}), own_in_demo=frozenset({"player"}), own_by="pit", scope="floor"
    ),
    f"GET {API}/tables/{{table}}": TO_LOOK,
    f"GET {API}/tables/{{table}}/felt": TO_LOOK,
    f"GET {API}/tables/{{table}}/picture.svg": TO_LOOK,
    f"WS {API}/tables/{{table}}/stream": TO_LOOK,
    f"POST {API}/tables/{{table}}/acts": _to("dealer", "supervisor", own=("player",), by="pit", scope="play"),
    f"GET {API}/tables/{{table}}/coach": SIGNED_IN,
    f"POST {API}/tables/{{table}}/coach/wager": SIGNED_IN,
    f"GET {API}/tables/{{table}}/chart": TO_LOOK,
    f"POST {API}/tables/{{table}}/pause": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/resume": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/pace": _to(own=("player",), by="pit", scope="play"),
    f"POST {API}/tables/{{table}}/close": _to("supervisor", scope="floor"),
    f"GET {API}/tables/{{table}}/commitments": SIGNED_IN,
    f"GET {API}/tables/{{table}}/chance": SIGNED_IN,
    f"GET {API}/tables/{{table}}/log": _to(*_SEES_EVERYTHING),
    f"GET {API}/tables/{{table}}/records": _to(*_SEES_EVERYTHING),
    f"GET {API}/tables/{{table}}/rounds": _to(*_SEES_EVERYTHING),
    f"GET {API}/tables/{{table}}/rounds/{{number}}": _OWN_ROUND,
    f"GET {API}/tables/{{table}}/rounds/{{number}}/steps": _OWN_ROUND,
    f"GET {API}/tables/{{table}}/rounds/{{number}}/picture.svg": _OWN_ROUND,
    f"GET {API}/tables/{{table}}/rounds/{{number}}/fairness": _OWN_ROUND,
    f"GET {API}/tables/{{table}}/rounds/{{number}}/log": _OWN_ROUND,
    f"GET {API}/tables/{{table}}/rounds/{{number}}/records": _OWN_ROUND,
    # The school: tasks are made from seeds; learners' own books and classes are kept.
    f"GET {API}/school/book": SIGNED_IN,
    f"PUT {API}/school/book": _to(*ROLES, scope="play"),
    f"POST {API}/school/puzzles/schedule": TO_LOOK,
    f"GET {API}/school/classes": SIGNED_IN,
    f"POST {API}/school/classes": Rule(
        roles=frozenset({"dealer", "supervisor", "administrator"}),
        own_in_demo=frozenset({"player"}),
        own_by="pit",
        scope="play",
    ),
    f"GET {API}/school/classes/{{class_}}": SIGNED_IN,
    f"POST {API}/school/classes/{{class_}}/join": _to(*ROLES, scope="play"),
    f"POST {API}/school/classes/{{class_}}/results": _to(*ROLES, scope="play"),
    f"GET {API}/school/drills": ANYBODY,
    f"GET {API}/school/drills/{{drill}}/{{game}}/{{seed}}/{{number}}": TO_LOOK,
    f"POST {API}/school/drills/{{drill}}/{{game}}/{{seed}}/{{number}}": TO_LOOK,
    f"GET {API}/school/audition": ANYBODY,
    f"GET {API}/school/foul/{{game}}/{{seed}}/{{number}}": TO_LOOK,
    f"POST {API}/school/foul/{{game}}/{{seed}}/{{number}}": TO_LOOK,
    f"GET {API}/school/supervisor/{{game}}/{{seed}}/{{number}}": TO_LOOK,
    f"POST {API}/school/supervisor/{{game}}/{{seed}}/{{number}}": TO_LOOK,
    f"GET {API}/school/counts": ANYBODY,
    f"POST {API}/school/dealer": TO_LOOK,
    f"GET {API}/school/lessons": TO_LOOK,
    f"POST {API}/school/lessons/step": TO_LOOK,
    f"POST {API}/school/lessons/answer": TO_LOOK,
    f"POST {API}/school/lessons/check": TO_LOOK,
    f"POST {API}/school/practice": TO_LOOK,
    f"POST {API}/school/practice/what-if": TO_LOOK,
    f"POST {API}/school/practice/values": TO_LOOK,
    # Chips.
    f"POST {API}/tables/{{table}}/fill": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/credit": _to("supervisor", scope="floor"),
    f"POST {API}/tables/{{table}}/buy-in/{{player}}": Rule(
        roles=frozenset({"dealer", "supervisor"}), own_in_demo=frozenset({"player"}), scope="play"
    ),
    f"POST {API}/players/{{player}}/cash-out": _to("dealer", "supervisor", own=ROLES, scope="play"),
    f"POST {API}/players/{{player}}/coupons": _to("supervisor", scope="floor"),
    f"POST {API}/corrections": _to("supervisor", scope="floor"),
    f"GET {API}/corrections": _to(*_SEES_EVERYTHING),
    f"POST {API}/corrections/{{correction}}/approve": _to("supervisor", scope="floor"),
    f"POST {API}/corrections/{{correction}}/reject": _to("supervisor", scope="floor"),
    f"GET {API}/players/{{player}}/chips": _to("dealer", *_SEES_EVERYTHING, own=ROLES),
    f"GET {API}/players/{{player}}/rounds": _to(*_SEES_EVERYTHING, own=ROLES),
    f"GET {API}/slips": _to(*_SEES_EVERYTHING),
    f"GET {API}/slips/{{number}}": _to(*_SEES_EVERYTHING),
    f"POST {API}/tables/{{table}}/colour-change/{{player}}": _to("dealer", "supervisor", scope="play"),
    f"GET {API}/tables/{{table}}/count": _to(*_SEES_EVERYTHING),
    f"POST {API}/tables/{{table}}/count": _to("supervisor", scope="floor"),
    f"GET {API}/buy-in-requests": _to("dealer", *_SEES_EVERYTHING),
    f"GET {API}/players/{{player}}/buy-in-requests": _to("dealer", *_SEES_EVERYTHING, own=("player",)),
    f"POST {API}/players/{{player}}/buy-in-requests": _to(own=("player",), scope="play"),
    f"DELETE {API}/players/{{player}}/buy-in-requests/{{request}}": _to(
        "dealer", "supervisor", own=("player",), scope="play"
    ),
    f"GET {API}/players/{{player}}/statement": _to(*_SEES_EVERYTHING, own=ROLES),
    # What happened.
    f"GET {API}/journal": _to("auditor"),
    f"GET {API}/journal/head": _to("auditor", "administrator"),
    f"GET {API}/ledger": _to(*_SEES_EVERYTHING),
    f"GET {API}/rounds": _to(*_SEES_EVERYTHING),
    f"POST {API}/audits": _to("auditor"),
    f"GET {API}/audits": _to("auditor"),
    f"GET {API}/balances": _to(*_SEES_EVERYTHING),
    f"GET {API}/refusals": _to("auditor", "administrator"),
}
"""By method and path, as in the application; `WS` is a WebSocket, `MOUNT` everything under a path."""


def rule_of(route: str, more: Mapping[str, Rule]) -> Rule | None:
    """Find the rule of a route; mounted pages add their own rules, which change none of these."""
    return RULES.get(route) or more.get(route)
