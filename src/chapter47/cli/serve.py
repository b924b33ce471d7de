"""The command `serve`."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from chapter47.cli.common import flag, option, refusals, refuse
from chapter47.core.errors import Problem
from chapter47.terminal.whole_number import WHOLE_NUMBER

_NEEDS: Final = (
    "alembic",
    "argon2",
    "cryptography",
    "fastapi",
    "nicegui",
    "psycopg",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
PAGES: Final = "chapter47.web"


def serve(
    *,
    demo: Annotated[
        bool,
        flag("--demo", "Play money and guest seats, on this machine only."),
    ] = False,
    port: Annotated[int, WHOLE_NUMBER, Parameter("--port", help="Where it listens; 0 takes a free one.")] = 8047,
    host: Annotated[str, Parameter("--host", help="The address it listens on.")] = "127.0.0.1",
    database: Annotated[
        str, Parameter("--database", help="sqlite:///FILE or postgresql://USER@HOST/NAME. Else a file here.")
    ] = "",
    key: Annotated[Path | None, Parameter("--key", help="The file with the key of the secrets.")] = None,
    tables: Annotated[Path | None, Parameter("--tables", help="Opens every table file of this folder.")] = None,
    settings: Annotated[
        Path | None, Parameter("--settings", help="A TOML file with pace, times to decide and to wager, limits.")
    ] = None,
    origin: Annotated[
        list[str] | None, option("--origin", "The address under which a proxy shows the pit to browsers.")
    ] = None,
    reset_administrator: Annotated[
        bool,
        flag("--reset-administrator", "Prints a new one-time password for admin."),
    ] = False,
) -> int:
    """Serve tables over HTTP and WebSocket; the first line of the output is the address.

    The first start prints a one-time password for the administrator. SIGTERM ends it after what is being done.
    Exit: 0 ended by SIGTERM, 2 an option, the database or a missing extra, 130 Ctrl-C.

    Example: chapter47 serve --demo
    """
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        got = f"{', '.join(missing)} not installed"
        refuse([Problem("chapter47[server]", got, "pip install 'chapter47[server]'")], False)
    from chapter47.service.server import ServerOptions, checked, run
    from chapter47.service.settings import DEMONSTRATION, PitSettings

    options = ServerOptions(
        demo=demo,
        host=host,
        port=port,
        database=database,
        key_file=key,
        tables=tables,
        origins=tuple(origin or ()),
        reset_administrator=reset_administrator,
        settings=DEMONSTRATION if demo else PitSettings(),
    )
    with refusals(False):
        return run(checked(options, settings), _pages())


def _pages() -> list[Any]:
    """The pages, where there are some: a module with `add_pages(app)`."""
    if find_spec(PAGES) is None:
        return []
    from importlib import import_module

    return [import_module(PAGES).add_pages]
