"""The pages of the server: templates, styles and scripts that use only its public API."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI


def add_pages(app: "FastAPI") -> None:
    """Mount the pages into the server's application."""
    from chapter47.web import site

    site.add_pages(app)


__all__ = ["add_pages"]
