"""A small typed client for a server: `async with Client("http://127.0.0.1:8047", token) as pit: …`.

Needs the extra `chapter47[client]`. Each command has its own idempotency key, so it can be sent again after a lost
connection and is still performed once."""

try:
    from chapter47.client.answers import (
        Chips,
        Guest,
        IssuedToken,
        ListedTable,
        PitRefusedError,
        SignedInUser,
        UnreachableError,
    )
    from chapter47.client.client import Client
    from chapter47.client.stream import Stream
except ModuleNotFoundError as error:
    message = f"{error.name} is not installed: pip install 'chapter47[client]'"
    raise ModuleNotFoundError(message, name=error.name) from None

__all__ = [
    "Chips",
    "Client",
    "Guest",
    "IssuedToken",
    "ListedTable",
    "PitRefusedError",
    "SignedInUser",
    "Stream",
    "UnreachableError",
]
