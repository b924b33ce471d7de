"""Guests of a demonstration: whoever comes has play money, and nothing to remember."""

from typing import Final

from fastapi import Response

from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheAccess
from chapter47.service.api.people import page_for


async def come_as_guest(access: TheAccess) -> Response:
    """A seat for a guest: a name and the cookie of a page, and nothing to remember."""
    return await page_for(await access.add_guest(), access)


async def come_as_program(access: TheAccess) -> models.GuestMade:
    """The same for a program: a name and a token."""
    user = await access.add_guest()
    secret = await access.open_program(user, scopes=("read", "play"), days=1, label="guest")
    return models.GuestMade(name=user.name, token=secret.text)


ENDPOINTS: Final = (
    Endpoint("POST", "/guests", come_as_guest, models.SessionShown),
    Endpoint("POST", "/guests/tokens", come_as_program, models.GuestMade, 201),
)
