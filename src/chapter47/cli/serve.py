"""The command `serve`."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter

from chapter47.cli.common import flag, option, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.terminal.options import WHOLE_NUMBER

_NEEDS: Final = (
    "alembic",
    "argon2",
    "cryptography",
    "fastapi",
    "jinja2",
    "prometheus_client",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
PAGES: Final = "chapter47.web"
Restored = Annotated[
    bool, flag("--restored", "Start from a restored backup: every table gets new secrets, and everybody is signed out.")
]
ConfirmClock = Annotated[
    bool, flag("--confirm-clock", "Confirm that the clock is right although it jumped; purges expired data.")
]
ResetAdministrator = Annotated[bool, flag("--reset-administrator", "Print a new one-time password for admin.")]
InCluster = Annotated[bool, flag("--cluster", "One of several server processes on the same PostgreSQL database.")]
OwnAddress = Annotated[str, Parameter("--address", help="With --cluster: where the other processes reach this one.")]


def serve(
    *,
    demo: Annotated[bool, flag("--demo", "Demo mode: play money and guest seats, on this machine only.")] = False,
    port: Annotated[int, WHOLE_NUMBER, Parameter("--port", help="Port to listen on; 0 picks a free one.")] = 8047,
    host: Annotated[str, Parameter("--host", help="Address to listen on.")] = "127.0.0.1",
    database: Annotated[
        str, Parameter("--database", help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default a file here.")
    ] = "",
    key: Annotated[Path | None, Parameter("--key", help="File with the key that seals secrets.")] = None,
    tables: Annotated[Path | None, Parameter("--tables", help="Open every table file in this folder.")] = None,
    settings: Annotated[
        Path | None, Parameter("--settings", help="TOML file with the pace, time limits and rate limits.")
    ] = None,
    origin: Annotated[
        list[str] | None, option("--origin", "Public address of a reverse proxy, such as https://pit.example.org.")
    ] = None,
    log_format: Annotated[
        Literal["text", "json"],
        Parameter("--log-format", help="The log on stderr: warnings as text, or JSON with every request and its id."),
    ] = "text",
    cluster: InCluster = False,
    address: OwnAddress = "",
    restored: Restored = False,
    confirm_clock: ConfirmClock = False,
    reset_administrator: ResetAdministrator = False,
) -> int:
    """Serve tables over HTTP and WebSocket; the first line of the output is the address.

    The first start prints a one-time password for the administrator. On SIGTERM the server finishes its work and exits.
    Exit 0: stopped by SIGTERM. 2: bad option or database, or a missing extra. 130: stopped by Ctrl-C.

    Example: chapter47 serve --demo
    """
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        got = f"{', '.join(missing)} not installed"
        refuse([Problem("chapter47[server]", got, "pip install 'chapter47[server]'")], False)
    from chapter47.service.server import ServerOptions, checked, run
    from chapter47.service.terms import DEMONSTRATION, PitSettings

    options = ServerOptions(
        demo=demo,
        host=host,
        port=port,
        database=database,
        key_file=key,
        tables=tables,
        origins=tuple(origin or ()),
        reset_administrator=reset_administrator,
        log_format=log_format,
        cluster=cluster,
        address=address,
        restored=restored,
        confirm_clock=confirm_clock,
        settings=DEMONSTRATION if demo else PitSettings(),
    )
    with refusals(False):
        return run(checked(options, settings), _pages())


def _pages() -> list[Any]:
    """Return the pages, if installed: a module with `add_pages(app)`."""
    if find_spec(PAGES) is None:
        return []
    from importlib import import_module

    return [import_module(PAGES).add_pages]
