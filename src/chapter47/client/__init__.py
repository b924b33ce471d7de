"""A small typed client of a pit: `async with Client("http://127.0.0.1:8047", token) as pit: …`.

It needs the extra `chapter47[client]`. A command that changes something bears a key of its own, so that it can be sent
again after a lost connection and is still done once."""

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
