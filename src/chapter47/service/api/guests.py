"""Demo guests: anyone gets play money, without a password."""

from typing import Final

from fastapi import Response

from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheAccess
from chapter47.service.api.people import page_for


async def come_as_guest(access: TheAccess) -> Response:
    """Come in as a guest: you get a name and a session cookie, with no password."""
    return await page_for(await access.add_guest(), access)


async def come_as_program(access: TheAccess) -> models.GuestMade:
    """Come in as a guest program: you get a name and a token."""
    user = await access.add_guest()
    secret = await access.open_program(user, scopes=("read", "play"), days=1, label="guest")
    return models.GuestMade(name=user.name, token=secret.text)


ENDPOINTS: Final = (
    Endpoint("POST", "/guests", come_as_guest, models.SessionShown),
    Endpoint("POST", "/guests/tokens", come_as_program, models.GuestMade, 201),
)
