"""How errors are told to people: what happened, and what to do."""

from typing import Final

from chapter47.core.json_object import Json
from chapter47.service.errors import ServiceError

LOBBY: Final[Json] = {"where": "/", "label": "Go to the lobby"}
KEPT: Final = "Your chips stay yours"
SENTENCES: Final = {
    "act.not_now": "The dealer is at work on this round. Wait until you are asked, then do it again.",
    "chips.short": "Not enough chips: this costs {got}, and you have {allowed}. Choose less, or take wagers back.",
    "rate.exceeded": "That was too much at once. Wait a second, then do it again.",
    "server.busy": "The server is busy. Wait a second, then do it again.",
    "server.stops": "The server is stopping. Your chips and wagers are kept; this page goes on when it is back.",
    "table.closed": f"The table is closed. {KEPT}: take them to another table.",
    "table.closing": "The table is about to close and takes no new wagers. What lies there is still decided.",
    "table.failed": "This did not work, and nothing of it was done. Try it once more, or something else.",
    "table.not_written": "This could not be written down, and nothing of it was done. Do it again.",
    "table.paused": "The table is paused: {message}. Nothing is lost; it goes on by itself.",
    "table.unknown": f"There is no table at this address: it was closed, or never was. {KEPT}.",
    "version.old": "The table has gone on since. Look at the felt and choose again.",
}
"""By the codes of the errors; the others are told as the house or the game says them."""
SIGNED_OUT: Final = "You are not signed in any more: you did nothing for a long time, or signed out elsewhere."
TO_SIGN_IN: Final[Json] = {"where": "/", "label": "Sign in again"}
TO_COME_AGAIN: Final[Json] = {"where": "/", "label": "Take a new guest seat"}
LEADS: Final[dict[str, Json]] = {"table.closed": LOBBY, "table.unknown": LOBBY}
"""Where something can be done about it."""


def told(error: ServiceError, *, demo: bool = False) -> Json:
    """In a sentence or two, with the paragraph, and where that helps with a link."""
    if error.code == "sign-in.needed":
        return _signed_out(demo=demo)
    sentence = SENTENCES.get(error.code)
    if sentence is None or error.citation:  # the game refuses it itself
        sentence = _as_refused(error)
    else:
        allowed = error.allowed.removeprefix("up to ")
        sentence = sentence.format(message=error.message, got=error.got, allowed=allowed)
    return {"text": sentence, "by": error.citation, **LEADS.get(error.code, {})}


def _signed_out(*, demo: bool) -> Json:
    if demo:
        return {
            "text": f"{SIGNED_OUT} A guest seat cannot be had again.",
            "by": "",
            "stays": True,
            **TO_COME_AGAIN,
        }
    return {"text": f"{SIGNED_OUT} Your chips and wagers are kept.", "by": "", "stays": True, **TO_SIGN_IN}


def _as_refused(error: ServiceError) -> str:
    got = f": {error.got}" if error.got else ""
    allowed = f" Possible: {error.allowed}." if error.allowed else ""
    sentence = f"{error.message}{got}.{allowed}".replace("dont-", "don't ")
    return sentence[:1].upper() + sentence[1:]
