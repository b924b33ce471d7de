"""What every page has: its head, the name of the house, and who one is."""

from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from fastapi import Request
from nicegui import ui

from chapter47.service.access import Access, SignedIn
from chapter47.service.api.gate import COOKIE
from chapter47.service.errors import ServiceError

STATIC: Final = "/felt"
FOLDER: Final = Path(__file__).parent / "static"

SETTINGS: Final = """<dialog id="settings" aria-labelledby="settings-title"><form method="dialog">
  <h2 id="settings-title">Settings</h2>
  <fieldset><legend>Room</legend><label><input type="radio" name="theme" value="auto"> as the system</label>
  <label><input type="radio" name="theme" value="light"> light</label>
  <label><input type="radio" name="theme" value="dark"> dark</label></fieldset>
  <fieldset><legend>Felt</legend><label><input type="radio" name="felt" value="green"> green</label>
  <label><input type="radio" name="felt" value="blue"> blue</label>
  <label><input type="radio" name="felt" value="burgundy"> burgundy</label></fieldset>
  <label><input type="checkbox" name="four_colours"> suits in four colours</label>
  <label><input type="checkbox" name="spoken"> the dealer's words are spoken</label>
  {out}<button class="plain">Close</button></form></dialog>"""
"""What somebody may choose; their browser keeps it."""


@cache
def address(name: str) -> str:
    """Of a static file; what has changed is at another one, so that no browser goes on with what it has kept."""
    return f"{STATIC}/{name}?{sha256((FOLDER / name).read_bytes()).hexdigest()[:12]}"


def signed_in(request: Request) -> SignedIn | None:
    """Who asks for a page, as the gate found out."""
    visitor: SignedIn | None = getattr(request.state, "signed_in", None)
    return visitor


class Visitor:
    """Somebody with a page open: the name is asked anew for everything that is done, so that signing out holds."""

    def __init__(self, request: Request, access: Access) -> None:
        self._text = request.cookies.get(COOKIE, "")
        self._access = access
        self.signed_in = signed_in(request)

    @property
    def name(self) -> str:
        return self.signed_in.actor.name if self.signed_in else ""

    @property
    def can_sign_out(self) -> bool:
        """A guest of a demonstration could not come back."""
        return self.signed_in is not None and not self._access.demo

    def still(self) -> SignedIn:
        """Raises where the page's sign-in has ended; else its idle time begins anew."""
        now = self._access.identify(self._text) if self.signed_in else None
        if now is None or self.signed_in is None or now.actor != self.signed_in.actor:
            message = "you are not signed in any more"
            raise ServiceError("sign-in.needed", message, allowed="open the page again", status=401)
        return now


SIGN_OUT: Final = '<p><button type="button" class="plain" data-do="sign-out">Sign out</button></p>'


def page(main: str, *, heading: str, visitor: Visitor, beside: str = "", script: str = "") -> None:
    """The frame of a page. `main` and `beside` are HTML whose texts are escaped already; `script` is its own one."""
    names = ("felt", "motion", script) if script else ("felt",)
    scripts = "".join(f'<script src="{address(f"{name}.js")}"></script>' for name in names)
    ui.add_head_html(f'<link rel="stylesheet" href="{address("felt.css")}">{scripts}')
    settings = SETTINGS.format(out=SIGN_OUT if visitor.can_sign_out else "")
    who = escape(visitor.name) if visitor.name else "onlooker"
    ui.html(
        f"""<a class="skip" href="#main">Go to the content</a>
        <header class="top"><a class="house" href="/" aria-label="Chapter 47, the lobby">Chapter <b>47</b></a>
        <h1>{escape(heading)}</h1>{beside}
        <nav aria-label="Pages"><a href="/">Lobby</a>{'<a href="/rounds">My rounds</a>' if visitor.name else ""}</nav>
        <button type="button" class="plain" data-do="settings">Settings</button><span class="who">{who}</span></header>
        <div id="main" tabindex="-1">{main}</div>
        <div id="trouble" role="alert"></div>
        <dialog id="why" aria-labelledby="why-title"><form method="dialog"><h2 id="why-title"></h2>
        <div id="why-text"></div><button class="plain">Close</button></form></dialog>{settings}""",
        sanitize=False,
    )
