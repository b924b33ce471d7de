"""One server: database, keys, pit, application and a socket, from its start to SIGTERM."""

import asyncio
import gc
import ipaddress
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import msgspec.toml
import uvicorn
from fastapi import FastAPI
from msgspec import Struct, structs

from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords
from chapter47.core.input_files import UnreadableFileError, read_text, why_not_read
from chapter47.games import GAMES, starter
from chapter47.service.access import HOUSE, Access
from chapter47.service.actor import Actor
from chapter47.service.api.app import create_app
from chapter47.service.api.limits import Limits
from chapter47.service.api.transport import config_for
from chapter47.service.errors import ServiceError
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.settings import PitSettings
from chapter47.service.store import Store

PORT: Final = 8047
LAST_PORT: Final = 65_535
DONE, STOPPED = 0, 130
GARBAGE_THRESHOLDS: Final = 20_000, 20, 50
SECONDS_OF_A_TURN: Final = 0.0005
"""Of a thread, while another one waits for its turn."""
MOST: Final = 10**12
RANGES: Final = {"inventory": (1, MOST), "most_waiting": (1, MOST), "retention_years": (0, 10_000)}
"""Of settings that may be neither nothing nor any number."""
_FOR_THE_HOUSE: Final = Actor(HOUSE, "supervisor")
AddPages = Callable[[FastAPI], None]
"""Mounts pages into the application and adds what they permit to `app.state.page_rules`."""


class ServerError(Chapter47Error):
    """A server that cannot be started as asked."""


class ServerOptions(Struct, frozen=True, kw_only=True):
    """What `chapter47 serve` was told."""

    demo: bool = False
    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""
    key_file: Path | None = None
    tables: Path | None = None
    origins: tuple[str, ...] = ()
    """Where a proxy in front of the server is reached, such as `https://pit.example.org`."""
    reset_administrator: bool = False
    announced: bool = True
    """Whether it prints its address, and a first password; a front door may say that in its own words."""
    limits: Limits = Limits()
    settings: PitSettings = PitSettings()

    @property
    def database_url(self) -> str:
        return self.database or ("sqlite:///chapter47-demo.db" if self.demo else "sqlite:///chapter47.db")


class _SettingsFile(PitSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of settings: those of the tables, and the limits of the server."""

    limits: Limits = Limits()


def checked(options: ServerOptions, settings: Path | None = None) -> ServerOptions:
    """The same with what a TOML file says of pace, times and `[limits]`; raises `ServerError` with all problems."""
    problems = list(_problems(options))
    try:
        options = options if settings is None else _with_settings(options, settings)
    except ServerError as error:
        problems += error.problems
    if problems:
        raise ServerError(problems)
    return options


def _with_settings(options: ServerOptions, path: Path) -> ServerOptions:
    try:
        read = msgspec.toml.decode(path.read_bytes(), type=_SettingsFile)
    except OSError as error:
        raise ServerError([Problem("--settings", f"{path}: {error.strerror}", "a readable file")]) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        why = why_not_read(error) if isinstance(error, UnicodeDecodeError) else error
        names = ", ".join((*PitSettings.__struct_fields__, "limits"))
        raise ServerError([Problem("--settings", f"{path}: {why}", f"a TOML file with {names}")]) from None
    if problems := [*_out_of_range(read), *_out_of_range(read.limits, "limits.")]:
        raise ServerError(problems, str(path))
    settings = PitSettings(**{name: getattr(read, name) for name in PitSettings.__struct_fields__})
    return structs.replace(options, settings=settings, limits=read.limits)


def _out_of_range(settings: Struct, of: str = "") -> Iterator[Problem]:
    """What no house can keep to: a tray without chips, time that runs backwards, no connection at all."""
    for name, value in structs.asdict(settings).items():
        above_nothing = 1 if isinstance(value, int) else 0.001
        least, most = RANGES.get(name, (above_nothing if of else 0, MOST))
        if isinstance(value, (int, float)) and not least <= value <= most:
            yield Problem(f"--settings: {of}{name}", f"{value:g}", f"{least:g} to {most:,}")


def run(options: ServerOptions, add_pages: Iterable[AddPages] = ()) -> int:
    """Serve until SIGTERM (0) or Ctrl-C (130); raises `Chapter47Error` where that cannot be begun."""
    options = checked(options)
    listening = _listen(options)
    with asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()) as runner, listening:
        return runner.run(_serve(options, listening, add_pages))


def _problems(options: ServerOptions) -> Iterator[Problem]:
    if not 0 <= options.port <= LAST_PORT:
        yield Problem("--port", str(options.port), f"0 to {LAST_PORT}")
    if options.demo and not _is_loopback(options.host):
        yield Problem("--demo", f"on {options.host}", "on this machine only: --host 127.0.0.1")
    if options.tables is not None and not options.tables.is_dir():
        yield Problem("--tables", str(options.tables), "a folder of table files")
    for origin in options.origins:
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or not host or not host.isprintable() or not set(host).isdisjoint("/ @?#"):
            yield Problem("--origin", origin, "an address such as https://pit.example.org")
        elif options.demo and not _is_loopback(host.rpartition(":")[0] or host):
            yield Problem("--demo", f"shown at {origin}", "on this machine only: without --origin")


def _listen(options: ServerOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    try:
        return socket.create_server((options.host.strip("[]"), options.port), family=family, backlog=512)
    except (OSError, UnicodeError) as error:
        if isinstance(error, UnicodeError) or (error.errno or 0) < 0:  # no such name
            raise ServerError([Problem("--host", options.host, "an address of this machine")]) from None
        reason = error.strerror or str(error)
        raise ServerError([Problem("--port", f"{options.host}:{options.port}: {reason}", "a free port")]) from None


def _is_loopback(host: str) -> bool:
    """Whether only this machine reaches it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _origins(options: ServerOptions, port: int) -> set[str]:
    """What the server is called; a name that others gave it is not among them."""
    names = {"127.0.0.1", "localhost", "[::1]"} if _is_loopback(options.host) else {options.host, socket.gethostname()}
    return {f"http://{name.lower()}:{port}" for name in names} | set(options.origins)


async def _serve(options: ServerOptions, listening: socket.socket, add_pages: Iterable[AddPages]) -> int:
    told = ToldToEnd()
    async with _opened(options) as (pit, access, password):
        port = listening.getsockname()[1]
        app = create_app(pit, access, origins=_origins(options, port), limits=options.limits)
        for add in add_pages:
            add(app)
        host = f"[{options.host}]" if ":" in options.host else options.host
        if options.announced:
            print(f"http://{host}:{port}", flush=True)
        if password and options.announced:
            print(f"Administrator: admin, password for one time: {password}", flush=True)
        await _open_tables(options, pit)
        _settle_down()
        config = config_for(app, options.limits, proxied=bool(options.origins))
        return await _until_told(uvicorn.Server(config), listening, told)


def _settle_down() -> None:
    """What was loaded stays and is not looked through for garbage again, and no player waits for a long look at the
    rest; the thread that writes gets its turn soon, for everybody waits for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    sys.setswitchinterval(SECONDS_OF_A_TURN)


@asynccontextmanager
async def _opened(options: ServerOptions) -> AsyncIterator[tuple[Pit, Access, str | None]]:
    """Store, pit and access, in this order; ended the other way round, after what runs is done."""
    store = Store.open(options.database_url)
    try:
        access = Access(store, _now, demo=options.demo)
        pit = Pit(store, _secrets(options, store), options.settings, clock=_now)
        password = await access.start(reset=options.reset_administrator)
        await pit.start()
        try:
            yield pit, access, password
        finally:
            await pit.stop()
            await access.stop()
    finally:
        store.close()


def _secrets(options: ServerOptions, store: Store) -> Secrets:
    """A key is made at the first start only: another one could not open the tables that are in play."""
    beside = store.database.file
    path = options.key_file or (beside.with_suffix(".key") if beside else Path("chapter47.key"))
    in_play = sum(row.get("status") != "closed" for row in store.rows("tables").values())
    if in_play and not path.exists():
        allowed = f"the key file with which {in_play} tables in play were sealed: bring it back from its backup"
        raise ServerError([ProblemInWords("--key", f"{path}: there is no such file", allowed)])
    return Secrets.at(path)


def _now() -> int:
    return time.time_ns() // 1_000_000


async def _open_tables(options: ServerOptions, pit: Pit) -> None:
    """Every table file of the folder that is not open yet, under its name; one that is refused is told."""
    files: dict[str, Callable[[], str]]
    if options.tables is not None:
        files = {path.stem: partial(read_text, path) for path in sorted(options.tables.glob("*.toml"))}
    else:
        files = {game.name: partial(starter, game.name) for game in GAMES if game.playing and options.demo}
    there = {table.name for table in pit.tables()}
    for name, text in files.items():
        if name not in there:
            try:
                await pit.open_table(text(), _FOR_THE_HOUSE, name=name)
            except UnreadableFileError as error:
                print(f"{name}: not opened: {error}", file=sys.stderr, flush=True)
            except ServiceError as error:
                print(f"{name}: not opened: {error.message}", *_why(error), sep="\n  ", file=sys.stderr, flush=True)


def _why(error: ServiceError) -> list[str]:
    """All findings of a table that is not lawful, all problems of a file that is none."""
    findings = [f"{each['citation']}: {each['message']}" for each in error.data.get("findings", ())]
    problems = error.data.get("problems", ())
    return findings + [f"{each['key']}: {each['got']} (allowed: {each['allowed']})" for each in problems]


class ToldToEnd:
    """SIGTERM and Ctrl-C, from the first moment on: whoever was told the address can end the server by them."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self.server: uvicorn.Server | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._end, number)

    def _end(self, number: int) -> None:
        self._numbers.append(number)
        if self.server is not None:
            self.server.should_exit = True

    def __bool__(self) -> bool:
        return bool(self._numbers)

    @property
    def exit_code(self) -> int:
        return STOPPED if signal.SIGINT in self._numbers else DONE


async def _until_told(server: uvicorn.Server, listening: socket.socket, told: ToldToEnd) -> int:
    told.server, server.should_exit = server, bool(told)
    with _no_signals_of_its_own(server):
        await server.serve([listening])
    return told.exit_code


@contextmanager
def _no_signals_of_its_own(server: uvicorn.Server) -> Iterator[None]:
    """uvicorn would end the process by the signal itself, after all is done: nobody could tell it from a failure."""
    server.capture_signals = _nothing  # type: ignore[method-assign]
    yield


@contextmanager
def _nothing() -> Iterator[None]:
    yield
