"""The front door: pages in a browser on the server's own process. Everything that they show comes from this machine.

A page is a frame of HTML; what changes on it comes over NiceGUI's connection as data, and `static/felt.js` patches only
what is new: elements keep their ids, so focus stays and no motion begins anew."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI


def add_pages(app: "FastAPI") -> None:
    """Mounts the pages into the server's application."""
    from chapter47.web.site import mount

    mount(app)


__all__ = ["add_pages"]
