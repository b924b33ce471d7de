"""Routes for sign-in, tokens and users."""

from typing import Final

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from chapter47.service.access import Access, NewUser, SignedIn, token_named
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, TheSignedIn
from chapter47.service.api.gate import COOKIE
from chapter47.service.api.limits import address_of
from chapter47.service.permissions import SCOPES
from chapter47.service.terms import ServiceError
from chapter47.service.tokens import NewToken, Token, csrf_of
from chapter47.service.users import User


async def sign_in(asked: models.Credentials, request: Request, access: TheAccess) -> Response:
    """Sign in a browser: the response sets its cookie."""
    address = address_of(request.scope)
    user = await access.sign_in(asked.name, asked.password, code=asked.code, address=address)
    return await page_for(user, access, address)


async def page_for(user: User, access: Access, address: str = "") -> Response:
    secret = await access.open_page(user, address)
    signed_in = SignedIn(user.actor, secret.token)
    response = JSONResponse(_session(signed_in, access, csrf_of(secret.text)).model_dump())
    set_cookie(response, secret)
    return response


def set_cookie(response: Response, secret: NewToken) -> None:
    """Set the session cookie: same site only, HTTPS only (except on this machine), not readable by scripts."""
    response.set_cookie(COOKIE, secret.text, path="/", secure=True, httponly=True, samesite="lax")


async def who_am_i(request: Request, access: TheAccess, signed_in: TheSignedIn) -> models.SessionShown:
    """Show who is signed in, with the CSRF token that pages send back."""
    text = request.cookies.get(COOKIE, "")
    return _session(signed_in, access, csrf_of(text) if signed_in.token.kind == "page" else "")


async def sign_out(access: TheAccess, signed_in: TheSignedIn) -> Response:
    """End this session or token."""
    await access.end_token(signed_in.token, signed_in.actor.name)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")
    return response


async def change_password(asked: models.NewPassword, request: Request, access: TheAccess) -> Response:
    """Choose a new password; all of your sessions and tokens end."""
    address = address_of(request.scope)
    await access.change_password(asked.name, asked.password, asked.new, code=asked.code, address=address)
    return Response(status_code=204)


async def make_token(asked: models.TokenAsked, request: Request, access: TheAccess) -> models.TokenMade:
    """Create a token for a program, with scopes and an expiry."""
    address = address_of(request.scope)
    user = await access.sign_in(asked.name, asked.password, code=asked.code, address=address)
    made = access.open_program(user, scopes=asked.scope, days=asked.days, label=asked.label, address=address)
    secret = await made
    return models.TokenMade(token=secret.text, **token_shown(secret.token).model_dump())


async def list_tokens(access: TheAccess, actor: TheActor) -> list[models.TokenShown]:
    """List your tokens."""
    return [token_shown(token) for token in access.tokens.of(actor.name)]


async def end_token(token: str, access: TheAccess, actor: TheActor) -> Response:
    """End one of your tokens, by its id in the list."""
    named = token_named(access.tokens.of(actor.name), token)
    if named is None:
        raise ServiceError(
            "token.unknown", "You have no such token", got=token[:64], allowed="GET /api/v1/tokens", status=404
        )
    await access.end_token(named, actor.name)
    return Response(status_code=204)


async def offer_second_factor(
    asked: models.SecondFactorAsked, request: Request, access: TheAccess, actor: TheActor
) -> models.SecondFactorOffered:
    """Get a seed for your authenticator app; confirm one of its codes to switch the second factor on. For staff."""
    address = address_of(request.scope)
    seed, uri = await access.offer_second_factor(actor.name, asked.password, address=address)
    return models.SecondFactorOffered(seed=seed, uri=uri)


async def confirm_second_factor(asked: models.SecondFactorCode, access: TheAccess, actor: TheActor) -> Response:
    """Switch the second factor on with the first code of your authenticator."""
    await access.confirm_second_factor(actor.name, asked.code)
    return Response(status_code=204)


async def end_second_factor(
    asked: models.SecondFactorEnded, request: Request, access: TheAccess, actor: TheActor
) -> Response:
    """Switch the second factor off; an administrator's password reset does so too."""
    await access.end_second_factor(actor.name, asked.password, asked.code, address=address_of(request.scope))
    return Response(status_code=204)


async def list_users(access: TheAccess) -> list[models.UserShown]:
    """List all users."""
    return [models.UserShown.model_validate(_user(user)) for user in access.users]


async def add_user(asked: models.UserAsked, access: TheAccess, actor: TheActor) -> models.UserMade:
    """Add a user with a one-time password."""
    return _made(await access.add_user(asked.name, asked.role, by=actor.name))


async def change_user(user: str, asked: models.UserChange, access: TheAccess, actor: TheActor) -> models.UserMade:
    """Change a user's role or status, or reset the password; all of the user's sessions and tokens end."""
    changed = await access.change_user(
        user, by=actor.name, role=asked.role, disabled=asked.disabled, reset=asked.reset_password
    )
    return _made(changed)


def _session(signed_in: SignedIn, access: Access, csrf: str) -> models.SessionShown:
    token = signed_in.token
    scope = [scope for scope in SCOPES if token.is_good_for(scope)]
    actor = signed_in.actor
    user = access.users.get(actor.name)
    return models.SessionShown(
        name=actor.name,
        role=actor.role,
        scope=scope,
        ends=token.ends,
        csrf=csrf,
        second_factor=user is not None and bool(user.totp),
    )


def token_shown(token: Token) -> models.TokenShown:
    return models.TokenShown(
        id=token.id,
        kind=token.kind,
        scope=[scope for scope in SCOPES if token.is_good_for(scope)],
        label=token.label,
        created=token.created,
        ends=token.ends,
    )


def _user(user: User) -> dict[str, object]:
    shown = {name: getattr(user, name) for name in models.UserShown.model_fields if name != "second_factor"}
    return {**shown, "second_factor": bool(user.totp)}


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
    Endpoint("POST", "/second-factor", offer_second_factor, models.SecondFactorOffered),
    Endpoint("POST", "/second-factor/confirm", confirm_second_factor, None, 204),
    Endpoint("POST", "/second-factor/end", end_second_factor, None, 204),
    Endpoint("GET", "/users", list_users, list[models.UserShown]),
    Endpoint("POST", "/users", add_user, models.UserMade, 201),
    Endpoint("PATCH", "/users/{user}", change_user, models.UserMade),
)
