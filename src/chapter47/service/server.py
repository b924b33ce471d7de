"""One server: database, keys, pit, application and socket, from start to SIGTERM."""

import asyncio
import gc
import ipaddress
import logging
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
import msgspec.toml
import uvicorn
from fastapi import FastAPI
from msgspec import MsgspecError, Struct, structs
from sqlalchemy.exc import SQLAlchemyError

from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords
from chapter47.core.files import UnreadableFileError, read_text, why_not_read
from chapter47.games import GAMES, starter
from chapter47.service import logs
from chapter47.service.access import HOUSE, Access
from chapter47.service.anchor import Anchor, NotedHead
from chapter47.service.api.app import create_app
from chapter47.service.api.limits import Limits
from chapter47.service.api.transport import config_for
from chapter47.service.cluster import Cluster
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Fence, NewsOfOthers, Store, StoreError, StoreLostError
from chapter47.service.store.fence import HOUSE as HOUSE_STREAM
from chapter47.service.store.start_checks import RESTORE
from chapter47.service.terms import Actor, PitSettings, ServiceError

PORT: Final = 8047
LAST_PORT: Final = 65_535
DONE, STOPPED = 0, 130
LOGGER: Final = logging.getLogger(__name__)
GARBAGE_THRESHOLDS: Final = 20_000, 20, 50
SECONDS_BETWEEN_NOTES: Final = 1.0
SECONDS_OF_A_TURN: Final = 0.0005
"""Length of a thread's turn while another one waits."""
MOST: Final = 10**12
RANGES: Final = {
    "inventory": (1, MOST),
    "lease_seconds": (1, 60),
    "most_waiting": (1, MOST),
    "retention_years": (0, 10_000),
    "tables_of_a_guest": (1, MOST),
    "tables_of_guests": (1, MOST),
}
"""Ranges of settings that are limited."""
_FOR_THE_HOUSE: Final = Actor(HOUSE, "supervisor")
AddPages = Callable[[FastAPI], None]
"""Mounts pages into the application and adds their permissions to `app.state.page_rules`."""


class ServerError(Chapter47Error):
    """A server that cannot be started as requested."""


class ServerOptions(Struct, frozen=True, kw_only=True):
    """The options of `chapter47 serve`."""

    demo: bool = False
    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""
    key_file: Path | None = None
    tables: Path | None = None
    origins: tuple[str, ...] = ()
    """Public addresses of a reverse proxy, such as `https://pit.example.org`."""
    reset_administrator: bool = False
    log_format: logs.LogFormat = "text"
    cluster: bool = False
    """One of several processes on the same PostgreSQL database."""
    address: str = ""
    """Where the other processes of the cluster reach this one; by default its own address."""
    restored: bool = False
    """Whether the database comes from a backup: tables get new cards and seeds, and everybody must sign in again."""
    confirm_clock: bool = False
    """Whether the clock is right although it jumped: expired data is purged."""
    announced: bool = True
    """Whether to print the address and a first password; `make run` prints its own text."""
    limits: Limits = Limits()
    settings: PitSettings = PitSettings()

    @property
    def database_url(self) -> str:
        return self.database or ("sqlite:///chapter47-demo.db" if self.demo else "sqlite:///chapter47.db")


class _SettingsFile(PitSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A settings file: settings of the tables, and limits of the server."""

    limits: Limits = Limits()


def checked(options: ServerOptions, settings: Path | None = None) -> ServerOptions:
    """Apply a TOML settings file with pace, times and `[limits]`; raises `ServerError` with all problems."""
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
    audition = read.audition.problems("--settings: audition") if read.audition else ()
    if problems := [*_out_of_range(read), *_out_of_range(read.limits, "limits."), *audition]:
        raise ServerError(problems, str(path))
    settings = PitSettings(**{name: getattr(read, name) for name in PitSettings.__struct_fields__})
    return structs.replace(options, settings=settings, limits=read.limits)


def _out_of_range(settings: Struct, of: str = "") -> Iterator[Problem]:
    """List settings that no server can keep, such as an empty tray, negative times or zero connections."""
    for name, value in structs.asdict(settings).items():
        above_nothing = 1 if isinstance(value, int) else 0.001
        least, most = RANGES.get(name, (above_nothing if of else 0, MOST))
        if isinstance(value, (int, float)) and not least <= value <= most:
            yield Problem(f"--settings: {of}{name}", f"{value:g}", f"{least:g} to {most:,}")


def run(options: ServerOptions, add_pages: Iterable[AddPages] = ()) -> int:
    """Serve until SIGTERM (0) or Ctrl-C (130); raises `Chapter47Error` if the server cannot start."""
    options = checked(options)
    logs.set_up(options.log_format)
    listening = _listen(options)
    with asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()) as runner, listening:
        return runner.run(_serve(options, listening, add_pages))


def _problems(options: ServerOptions) -> Iterator[Problem]:
    if not 0 <= options.port <= LAST_PORT:
        yield Problem("--port", str(options.port), f"0 to {LAST_PORT}")
    if options.demo and not _is_loopback(options.host):
        yield Problem("--demo", f"on {options.host}", "this machine only: --host 127.0.0.1")
    if options.tables is not None and not options.tables.is_dir():
        yield Problem("--tables", str(options.tables), "a folder with table files")
    if options.cluster and (options.restored or options.reset_administrator):
        used = "--restored" if options.restored else "--reset-administrator"
        yield Problem("--cluster", f"with {used}", f"a start with {used} and without --cluster, while no other runs")
    if options.cluster and find_spec("httpx") is None:
        yield Problem("--cluster", "httpx not installed", "pip install 'chapter47[postgres]'")
    if options.cluster and not options.address and options.host in ("0.0.0.0", "::"):
        yield Problem(
            "--address", "not given", f"the address under which others reach this one, for --host {options.host}"
        )
    if options.address and not options.address.startswith(("http://", "https://")):
        yield Problem("--address", options.address, "an address such as http://10.0.0.7:8047")
    for origin in options.origins:
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or not host or not host.isprintable() or not set(host).isdisjoint("/ @?#"):
            yield Problem("--origin", origin, "an address such as https://pit.example.org")
        elif options.demo and not _is_loopback(host.rpartition(":")[0] or host):
            yield Problem("--demo", f"public address {origin}", "this machine only: without --origin")


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
    """Return whether the address is reachable from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _origins(options: ServerOptions, port: int) -> set[str]:
    """List the server's own addresses."""
    names = {"127.0.0.1", "localhost", "[::1]"} if _is_loopback(options.host) else {options.host, socket.gethostname()}
    own = {f"http://{name.lower()}:{port}" for name in names} | set(options.origins)
    return own | ({_address(options, port)} if options.cluster else set())


def _address(options: ServerOptions, port: int) -> str:
    host = f"[{options.host}]" if ":" in options.host else options.host
    return options.address.rstrip("/") or f"http://{host}:{port}"


async def _serve(options: ServerOptions, listening: socket.socket, add_pages: Iterable[AddPages]) -> int:
    signals = StopSignals()
    port = listening.getsockname()[1]
    opened = _opened_in_cluster(options, _address(options, port)) if options.cluster else _opened_alone(options)
    async with opened as (pit, access, password, cluster):
        signals.leave = None if cluster is None else cluster.leave
        app = create_app(pit, access, origins=_origins(options, port), limits=options.limits, cluster=cluster)
        for add in add_pages:
            add(app)
        host = f"[{options.host}]" if ":" in options.host else options.host
        if options.announced:
            print(f"http://{host}:{port}", flush=True)
        if password and options.announced:
            print(f"Administrator: admin, one-time password: {password}", flush=True)
        if pit.leads:
            await _open_tables(options, pit)
        _settle_down()
        config = config_for(app, options.limits, proxied=bool(options.origins) or options.cluster)
        return await _until_stopped(uvicorn.Server(config), listening, signals)


def _settle_down() -> None:
    """Freeze loaded objects so that garbage collection skips them and causes no long pauses, and shorten thread turns
    so that the writer thread gets its turn soon."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    sys.setswitchinterval(SECONDS_OF_A_TURN)


class _Duties:
    """The duties of this process of a cluster for its streams: tables, and the house."""

    def __init__(self, options: ServerOptions, pit: Pit, access: Access) -> None:
        self._options, self._pit, self._access = options, pit, access
        self.cluster: Cluster | None = None
        self.password: str | None = None
        """The one-time password of the first administrator, if this process has made it."""
        self._leads = False

    async def take_over(self, stream: str) -> None:
        assert self.cluster is not None
        if stream != HOUSE_STREAM:
            if not await self._pit.take_over(_table_of(stream)):
                self.cluster.drop(stream)
            return
        self._access.lead()
        self.password = await self._access.start() or self.password
        await self._access.note_key(self._pit.house.secrets.fingerprint)
        await self._pit.lead(clock_confirmed=self._options.confirm_clock)
        tables = self._pit.store.rows("tables").items()
        await self.cluster.adopt(f"table/{id_}" for id_, values in tables if values["status"] != "closed")
        self._leads = True

    async def give_up(self, stream: str) -> None:
        if stream == HOUSE_STREAM:
            self._leads = self._pit.leads = False
        else:
            await self._pit.give_up(_table_of(stream))

    def runs(self, stream: str) -> bool:
        return self._leads if stream == HOUSE_STREAM else self._pit.runs(_table_of(stream))


def _table_of(stream: str) -> str:
    return stream.removeprefix("table/")


Opened = tuple[Pit, Access, str | None, Cluster | None]


@asynccontextmanager
async def _opened_alone(options: ServerOptions) -> AsyncIterator[Opened]:
    async with _opened(options) as (pit, access, password):
        yield pit, access, password, None


@asynccontextmanager
async def _opened_in_cluster(options: ServerOptions, address: str) -> AsyncIterator[Opened]:
    """Open the store beside other processes, join them, and leave them in the end."""
    fence = Fence(options.settings.lease_seconds)
    store = Store.open(options.database_url, fence)
    try:
        with _readable(store):
            path, _ = _key_file(options, store)
            secrets, anchor = Secrets.at(path), Anchor(path)
            noted = anchor.read()
            store.authenticate(secrets.sign, (noted.seq, noted.hash) if noted else None)
            access = Access(store, _now, demo=options.demo, secrets=secrets)
            access.check_kind()
            access.tokens.used_elsewhere = True
            pit = Pit(store, secrets, options.settings, clock=_now)
            pit.start_in_cluster()
        access.refusals.start()
        duties = _Duties(options, pit, access)
        cluster = duties.cluster = Cluster(store, fence, address, duties)
        pit.on_left = lambda table: cluster.drop(f"table/{table}")

        def hear(news: NewsOfOthers) -> None:
            access.hear(news.rows)
            pit.hear(news)

        store.hear_of_others(hear)
        await cluster.start()
        noting = asyncio.create_task(_note_heads(store, anchor))
        try:
            yield pit, access, duties.password, cluster
        finally:
            noting.cancel()
            await cluster.leave()
            await pit.stop()
            await access.stop()
            await cluster.stop()
            anchor.note(NotedHead(*store.head))
    finally:
        store.close()


@asynccontextmanager
async def _opened(options: ServerOptions) -> AsyncIterator[tuple[Pit, Access, str | None]]:
    """Open store, pit and access in this order; close them in reverse after running work is done."""
    store = Store.open(options.database_url)
    try:
        with _readable(store):
            path, is_new = _key_file(options, store)
            secrets, anchor = Secrets.at(path), Anchor(path)
            noted = None if options.demo else anchor.read()
            trusted = options.restored or is_new
            store.authenticate(secrets.sign, (noted.seq, noted.hash) if noted else None, trusted=trusted)
            access = Access(store, _now, demo=options.demo, secrets=secrets)
            pit = Pit(store, secrets, options.settings, clock=_now)
            password = await access.start(reset=options.reset_administrator, restored=options.restored, noted=noted)
            await access.note_key(secrets.fingerprint)
            await pit.start(restored=options.restored, clock_confirmed=options.confirm_clock)
        noting = asyncio.create_task(_note_heads(store, anchor))
        try:
            yield pit, access, password
        finally:
            noting.cancel()
            await pit.stop()
            await access.stop()
            anchor.note(NotedHead(*store.head))
    finally:
        store.close()


async def _note_heads(store: Store, anchor: Anchor) -> None:
    """Note the end of the journal once a second."""
    while True:
        anchor.note(NotedHead(*store.head))
        await asyncio.sleep(SECONDS_BETWEEN_NOTES)


@contextmanager
def _readable(store: Store) -> Iterator[None]:
    """Report unreadable rows as a problem of the database, in one sentence."""
    try:
        yield
    except (SQLAlchemyError, StoreLostError, MsgspecError, ValueError, TypeError, LookupError, AssertionError) as error:
        LOGGER.debug("the database cannot be read", exc_info=error)
        raise StoreError(f"{store.database.shown}: {type(error).__name__}: {error}"[:500], RESTORE) from None


def _key_file(options: ServerOptions, store: Store) -> tuple[Path, bool]:
    """Return the path of the key, and whether to create it; a new key could not open tables in play."""
    beside = store.database.file
    path = options.key_file or (beside.with_suffix(".key") if beside else Path("chapter47.key"))
    in_play = sum(row.get("status") != "closed" for row in store.rows("tables").values())
    if in_play and not path.exists():
        allowed = f"the key file that sealed the {in_play} tables in play: restore it from its backup"
        raise ServerError([ProblemInWords("--key", f"{path}: no such file", allowed)])
    return path, not path.exists()


def _now() -> int:
    return time.time_ns() // 1_000_000


async def _open_tables(options: ServerOptions, pit: Pit) -> None:
    """Open every table file in the folder that is not open yet, under its name; report refused ones."""
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
    """List all findings of an unlawful table, or all problems of an invalid file."""
    findings = [f"{each['citation']}: {each['message']}" for each in error.data.get("findings", ())]
    problems = error.data.get("problems", ())
    return findings + [f"{each['key']}: {each['got']} (allowed: {each['allowed']})" for each in problems]


class StopSignals:
    """Handles SIGTERM and Ctrl-C from the very start, so that they always stop the server."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self.leave: Callable[[], Coroutine[None, None, None]] | None = None
        """In a cluster: gives the tables to other processes before this one stops answering."""
        self._leaving: asyncio.Task[None] | None = None
        self.server: uvicorn.Server | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._end, number)

    def _end(self, number: int) -> None:
        self._numbers.append(number)
        if self.leave is not None and self._leaving is None and self.server is not None:
            self._leaving = asyncio.create_task(self._leave_first())
        elif self.server is not None:
            self.server.should_exit = True

    async def _leave_first(self) -> None:
        assert self.leave is not None
        try:
            await self.leave()
        finally:
            if self.server is not None:
                self.server.should_exit = True

    def __bool__(self) -> bool:
        return bool(self._numbers)

    @property
    def exit_code(self) -> int:
        return STOPPED if signal.SIGINT in self._numbers else DONE


async def _until_stopped(server: uvicorn.Server, listening: socket.socket, signals: StopSignals) -> int:
    signals.server, server.should_exit = server, bool(signals)
    with _no_signals_of_its_own(server):
        await server.serve([listening])
    return signals.exit_code


@contextmanager
def _no_signals_of_its_own(server: uvicorn.Server) -> Iterator[None]:
    """Keep uvicorn from ending the process with the signal itself, which would look like a failure."""
    server.capture_signals = _nothing  # type: ignore[method-assign]
    yield


@contextmanager
def _nothing() -> Iterator[None]:
    yield
