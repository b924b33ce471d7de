"""Routes of signing in, tokens and users."""

from typing import Final

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from chapter47.service.access import Access, NewUser, SignedIn, token_named
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, TheSignedIn
from chapter47.service.api.gate import COOKIE
from chapter47.service.errors import ServiceError
from chapter47.service.permissions import SCOPES
from chapter47.service.tokens import NewToken, Token, csrf_of
from chapter47.service.users import User


async def sign_in(asked: models.Credentials, access: TheAccess) -> Response:
    """Sign in for a page: the answer sets its cookie."""
    return await page_for(await access.sign_in(asked.name, asked.password), access)


async def page_for(user: User, access: Access) -> Response:
    secret = await access.open_page(user)
    signed_in = SignedIn(user.actor, secret.token)
    response = JSONResponse(_session(signed_in, csrf_of(secret.text)).model_dump())
    set_cookie(response, secret)
    return response


def set_cookie(response: Response, secret: NewToken) -> None:
    """Only this site gets it, only over a safe channel (or within this machine), and no script reads it."""
    response.set_cookie(COOKIE, secret.text, path="/", secure=True, httponly=True, samesite="lax")


async def who_am_i(request: Request, signed_in: TheSignedIn) -> models.SessionShown:
    """Who is signed in, and what a page must send back with what it asks."""
    text = request.cookies.get(COOKIE, "")
    return _session(signed_in, csrf_of(text) if signed_in.token.kind == "page" else "")


async def sign_out(access: TheAccess, signed_in: TheSignedIn) -> Response:
    """The cookie, or the token, ends."""
    await access.end_token(signed_in.token, signed_in.actor.name)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")
    return response


async def change_password(asked: models.NewPassword, access: TheAccess) -> Response:
    """Choose a new password; everything that was signed in under the name ends."""
    await access.change_password(asked.name, asked.password, asked.new)
    return Response(status_code=204)


async def make_token(asked: models.TokenAsked, access: TheAccess) -> models.TokenMade:
    """A token for a program: what it is good for, and until when."""
    user = await access.sign_in(asked.name, asked.password)
    secret = await access.open_program(user, scopes=asked.scope, days=asked.days, label=asked.label)
    return models.TokenMade(token=secret.text, **_shown(secret.token).model_dump())


async def list_tokens(access: TheAccess, actor: TheActor) -> list[models.TokenShown]:
    """The own tokens."""
    return [_shown(token) for token in access.tokens.of(actor.name)]


async def end_token(token: str, access: TheAccess, actor: TheActor) -> Response:
    """End an own token, by its id in the list."""
    named = token_named(access.tokens.of(actor.name), token)
    if named is None:
        raise ServiceError(
            "token.unknown", "no token of yours", got=token[:64], allowed="GET /api/v1/tokens", status=404
        )
    await access.end_token(named, actor.name)
    return Response(status_code=204)


async def list_users(access: TheAccess) -> list[models.UserShown]:
    """Everybody who is known to the pit."""
    return [models.UserShown.model_validate(_user(user)) for user in access.users]


async def add_user(asked: models.UserAsked, access: TheAccess, actor: TheActor) -> models.UserMade:
    """A new user with a one-time password."""
    return _made(await access.add_user(asked.name, asked.role, by=actor.name))


async def change_user(user: str, asked: models.UserChange, access: TheAccess, actor: TheActor) -> models.UserMade:
    """Another role, in or out, or a new one-time password; everything that was signed in under the name ends."""
    changed = await access.change_user(
        user, by=actor.name, role=asked.role, disabled=asked.disabled, reset=asked.reset_password
    )
    return _made(changed)


def _session(signed_in: SignedIn, csrf: str) -> models.SessionShown:
    token = signed_in.token
    scope = [scope for scope in SCOPES if token.is_good_for(scope)]
    actor = signed_in.actor
    return models.SessionShown(name=actor.name, role=actor.role, scope=scope, ends=token.ends, csrf=csrf)


def _shown(token: Token) -> models.TokenShown:
    return models.TokenShown(
        id=token.id,
        kind=token.kind,
        scope=[scope for scope in SCOPES if token.is_good_for(scope)],
        label=token.label,
        created=token.created,
        ends=token.ends,
    )


def _user(user: User) -> dict[str, object]:
    return {name: getattr(user, name) for name in models.UserShown.model_fields}


def _made(new: NewUser) -> models.UserMade:
    return models.UserMade.model_validate({**_user(new.user), "password": new.one_time})


ENDPOINTS: Final = (
    Endpoint("POST", "/session", sign_in, models.SessionShown),
    Endpoint("GET", "/session", who_am_i, models.SessionShown),
    Endpoint("DELETE", "/session", sign_out, None, 204),
    Endpoint("POST", "/password", change_password, None, 204),
    Endpoint("POST", "/tokens", make_token, models.TokenMade, 201),
    Endpoint("GET", "/tokens", list_tokens, list[models.TokenShown]),
    Endpoint("DELETE", "/tokens/{token}", end_token, None, 204),
    Endpoint("GET", "/users", list_users, list[models.UserShown]),
    Endpoint("POST", "/users", add_user, models.UserMade, 201),
    Endpoint("PATCH", "/users/{user}", change_user, models.UserMade),
)
