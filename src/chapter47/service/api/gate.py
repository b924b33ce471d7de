"""The gate in front of every route, mount and socket: host, origin, identity, rate limit and permission.

Anything that the permissions table does not list is refused."""

import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from chapter47.core.text import legible, printable
from chapter47.service.access import Access, SignedIn
from chapter47.service.api.limits import address_of
from chapter47.service.api.problems import refuse
from chapter47.service.permissions import API, Rule, rule_of
from chapter47.service.refusals import Refused
from chapter47.service.store import StoreLostError
from chapter47.service.terms import ServiceError
from chapter47.service.throttle import Rate
from chapter47.service.tokens import csrf_of

COOKIE: Final = "__Host-chapter47"
CSRF_HEADER: Final = "x-csrf-token"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_PARAMETER: Final = "player"
HEALTH: Final = "/health"
READY: Final = "/ready"
METRICS: Final = "/metrics"
PROBES: Final = (HEALTH, READY)
"""Paths that monitors may request under any host name, however busy the server is."""
DOOR: Final = "/"
"""The sign-in page."""


class Origins(NamedTuple):
    """The addresses of this server, such as `http://127.0.0.1:8047`."""

    allowed: frozenset[str]

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(origin.partition("://")[2] for origin in self.allowed)


class Rates(NamedTuple):
    """Rate limits: by name for signed-in users, by address for others and for passwords."""

    signed_in: Rate
    anybody: Rate
    sign_ins: Rate


class Reached(NamedTuple):
    """A route of the application, with its path parameters."""

    key: str
    parameters: Mapping[str, object]


class Gate:
    """ASGI middleware that checks every request."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        routes: Iterable[BaseRoute],
        access: Access,
        origins: Origins,
        rates: Rates,
        page_rules: Mapping[str, Rule],
        follow: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`follow` reads what other processes of a cluster have written, such as a new session's token."""
        self._app = app
        self._follow = follow
        self._routes = routes
        self._access = access
        self._origins = origins
        self._rates = rates
        self._page_rules = page_rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        signed_in: SignedIn | None = None
        reached: Reached | None = None
        try:
            self._check_host(scope, headers)
            check_path(scope["path"])
            reached = reach(self._routes, scope)
            signed_in, by_cookie = await self._identified(headers)
            self._check_rate(scope, signed_in, reached)
            self._check_origin(scope, headers, by_cookie=by_cookie)
            self._check_permission(reached, signed_in)
            if by_cookie:
                self._check_csrf(scope, headers)
        except ServiceError as error:
            if error.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS):
                self.note(scope, signed_in, error.code, reached)
            if error.status == HTTPStatus.TOO_MANY_REQUESTS or _has_body(headers):
                error.headers = {**error.headers, "Connection": "close"}  # nobody waits for the rest of what it sends
            if self._shows_the_door(scope, headers, error):
                await RedirectResponse(DOOR, HTTPStatus.SEE_OTHER)(scope, receive, send)
            else:
                await refuse(error, scope, receive, send)
            return
        scope.setdefault("state", {})["signed_in"] = signed_in
        scope["state"]["reached"] = reached
        await self._app(scope, receive, send)

    def _shows_the_door(self, scope: Scope, headers: Headers, error: ServiceError) -> bool:
        """Redirect browsers without a session to the sign-in page."""
        if scope["type"] != "http" or scope["method"] not in _SAFE or error.status != HTTPStatus.UNAUTHORIZED:
            return False
        has_pages = any(key.startswith("MOUNT") for key in self._page_rules)
        return has_pages and not of_the_api(scope["path"]) and "text/html" in headers.get("accept", "")

    def note(self, scope: Scope, signed_in: SignedIn | None, code: str, reached: Reached | None) -> None:
        """Return the route, not the path, because an attacker can invent any number of paths."""
        who = signed_in.actor.name if signed_in else ""
        route = reached.key if reached else ""
        self._access.refusals.note(Refused(who, address_of(scope), route, code), printable(scope["path"]))

    # The checks, in their order ------------------------------------------------------------------------------------

    def _check_host(self, scope: Scope, headers: Headers) -> None:
        """Refuse foreign Host headers (DNS rebinding); health checks may use any."""
        host = headers.get("host", "").lower()
        if scope["path"] not in PROBES and host not in self._origins.hosts:
            raise ServiceError(
                "host.unknown",
                "Unknown Host header",
                got=printable(host),
                allowed=", ".join(sorted(self._origins.hosts)),
                status=421,
            )

    async def _identified(self, headers: Headers) -> tuple[SignedIn | None, bool]:
        """Identify the user; an unknown token may be one that another process has just made."""
        if self._follow is None:
            return self._identify(headers)
        with suppress(ServiceError):
            signed_in, by_cookie = self._identify(headers)
            if signed_in is not None or COOKIE not in headers.get("cookie", ""):
                return signed_in, by_cookie
        with suppress(StoreLostError):
            await self._follow()
        return self._identify(headers)

    def _identify(self, headers: Headers) -> tuple[SignedIn | None, bool]:
        """Identify the user by bearer token or cookie; the second value says whether it was the cookie."""
        kind, _, text = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            program = self._access.identify(text.strip())
            if program is None or program.token.kind != "program":
                raise token_is_over()
            return program, False
        text = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        page = self._access.identify(text)
        return (page, True) if page and page.token.kind == "page" else (None, False)

    def _check_rate(self, scope: Scope, signed_in: SignedIn | None, reached: Reached) -> None:
        if scope["path"] in PROBES:
            return
        if signed_in:
            rate, caller = self._rates.signed_in, signed_in.actor.name
        else:
            rate, caller = self._rates.anybody, address_of(scope)
        check_rate(rate, caller)
        if reached.key in SIGN_INS:
            check_rate(self._rates.sign_ins, address_of(scope))

    def _check_origin(self, scope: Scope, headers: Headers, *, by_cookie: bool) -> None:
        """Refuse changes and sockets from other origins."""
        if scope["type"] == "http" and scope["method"] in _SAFE:
            return
        origin = headers.get("origin")
        foreign = origin is not None and origin not in self._origins.allowed
        if foreign or headers.get("sec-fetch-site") in ("cross-site", "same-site") or (by_cookie and origin is None):
            raise ServiceError(
                "origin.foreign",
                "Cross-origin request refused",
                got=printable(origin or "no origin"),
                allowed=", ".join(sorted(self._origins.allowed)),
                status=403,
            )

    def _check_permission(self, reached: Reached, signed_in: SignedIn | None) -> None:
        rule = rule_of(reached.key, self._page_rules)
        if rule and rule.demo_only and not self._access.demo:
            raise _not_here(reached.key)
        role = signed_in.actor.role if signed_in else None
        own = signed_in is not None and reached.parameters.get(_OWN_PARAMETER) == signed_in.actor.name
        if rule is None or not rule.lets(role, own=own, demo=self._access.demo):
            raise _not_allowed(rule, signed_in)
        if signed_in and signed_in.token.kind == "program" and not rule.anybody:
            self._check_scope(rule, signed_in)

    @staticmethod
    def _check_scope(rule: Rule, signed_in: SignedIn) -> None:
        if not signed_in.token.is_good_for(rule.scope):
            raise ServiceError(
                "token.scope",
                "The token lacks the required scope",
                got=signed_in.token.scope or "nothing",
                allowed=f"a token with the scope {rule.scope}",
                status=403,
            )

    @staticmethod
    def _check_csrf(scope: Scope, headers: Headers) -> None:
        """Require the CSRF token from pages that use the API with a cookie."""
        if scope["type"] != "http" or scope["method"] in _SAFE or not scope["path"].startswith(API):
            return
        text = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if not hmac.compare_digest(csrf_of(text).encode(), headers.get(CSRF_HEADER, "").encode()):
            raise ServiceError(
                "csrf.missing",
                "CSRF token missing",
                allowed=f"{CSRF_HEADER}: the `csrf` value of the session",
                status=403,
            )


def _has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


SIGN_INS: Final = frozenset(
    f"POST {API}/{name}"
    for name in ("session", "password", "tokens", "guests", "guests/tokens", "second-factor", "second-factor/end")
)


def check_rate(rate: Rate, caller: str) -> None:
    if not rate.takes(caller):
        error = ServiceError(
            "rate.exceeded", "Rate limit exceeded", allowed="Send fewer requests per second", status=429
        )
        error.headers = {"Retry-After": str(max(1, round(rate.wait(caller))))}
        raise error


def token_is_over() -> ServiceError:
    message, allowed = "The token is unknown or has expired", "a token from POST /api/v1/tokens"
    return ServiceError("token.not-good", message, allowed=allowed, status=401)


def _not_allowed(rule: Rule | None, signed_in: SignedIn | None) -> ServiceError:
    if signed_in is None:
        return ServiceError("sign-in.needed", "Sign in first", allowed="a token", status=401)
    roles = sorted((rule.roles | rule.own) if rule else ())
    allowed = ", ".join(roles) + (" (your own only)" if rule and signed_in.actor.role in rule.own else "")
    return ServiceError(
        "role.not-allowed",
        "Your role may not do this",
        got=signed_in.actor.role,
        allowed=allowed or "nobody",
        status=403,
    )


# Routes -------------------------------------------------------------------------------------------------------------


def keys_of(route: BaseRoute) -> list[str]:
    """Return the keys under which the permissions table lists a route."""
    match route:
        case Route():
            return [f"{method} {route.path}" for method in sorted(route.methods or ())]
        case WebSocketRoute():
            return [f"WS {route.path}"]
        case Mount():
            return [f"MOUNT {route.path}"]
    return [f"{type(route).__name__} {getattr(route, 'path', '')}"]


def check_path(path: str) -> None:
    """Refuse null characters, which databases do not accept."""
    if not legible(path):
        raise _not_here(printable(path))


def of_the_api(path: str) -> bool:
    """Return whether the path belongs to the API, where every error is JSON."""
    return path.startswith(("/api/", *PROBES, METRICS))


def reach(routes: Iterable[BaseRoute], scope: Scope) -> Reached:
    """Find the route that answers; otherwise 404, or 405 with the methods that exist."""
    methods: set[str] = set()
    for route in routes:
        if of_the_api(scope["path"]) and isinstance(route, Mount):
            continue  # pages answer in HTML
        match, child = route.matches(scope)
        if match is Match.FULL:
            key = f"{scope['method']} {route.path}" if isinstance(route, Route) else keys_of(route)[0]
            return Reached(key, child.get("path_params", {}))
        if match is Match.PARTIAL and isinstance(route, Route):
            methods |= route.methods or set()
    if methods:
        error = ServiceError(
            "method.not-allowed",
            "Method not allowed",
            got=scope["method"],
            allowed=", ".join(sorted(methods)),
            status=405,
        )
        error.headers = {"Allow": ", ".join(sorted(methods))}
        raise error
    raise _not_here(printable(scope["path"]))


def _not_here(path: str) -> ServiceError:
    return ServiceError("path.unknown", "Not found", got=path, allowed="GET /openapi.json", status=404)
