"""Several server processes on one PostgreSQL: which are alive, which tables each one has, and what it takes over. Every
process sends a sign of life twice a second. A process that sends none for the length of a lease loses its streams to
the others: its tables, and the house (people, sign-in and the cage), which belongs to one process at a time. A thread
with its own connection does this, so that neither a busy event loop nor a waiting commit delays it."""

import asyncio
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from chapter47.service.store import Fence, Store
from chapter47.service.store.fence import CHANNEL, HOUSE, WRITE_LOCK, connection_name

if TYPE_CHECKING:
    import psycopg

    Postgres = psycopg.Connection[Any]

SECONDS_BETWEEN_BEATS: Final = 0.5
SECONDS_TO_CONNECT: Final = 2
SECONDS_OF_A_TRY: Final = 0.2
FORGOTTEN_AFTER: Final = 60 * 60 * 1000
"""Milliseconds without a sign of life after which a process is deleted from the list."""
NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database's clock, which all processes share."""
NOBODY: Final = ""
MOST_MORE: Final = 3
"""Difference in the number of streams from which a process hands one over."""
LOGGER: Final = logging.getLogger(__name__)


class Lease(NamedTuple):
    """The owner of a stream, and its epoch."""

    owner: str
    epoch: int


class ClusterView(NamedTuple):
    """The living processes, by id with their addresses, and the leases by stream."""

    members: Mapping[str, str]
    leases: Mapping[str, Lease]

    def loads(self) -> Counter[str]:
        """Return the number of streams of each living process."""
        loads = Counter(dict.fromkeys(self.members, 0))
        loads.update(lease.owner for lease in self.leases.values() if lease.owner in self.members)
        return loads

    def shares(self) -> dict[str, str]:
        """Give each stream without a living owner to the process with the fewest; all processes compute the same
        result."""
        loads, shares = self.loads(), {}
        for stream in sorted(stream for stream, lease in self.leases.items() if lease.owner not in self.members):
            if loads:
                shares[stream] = min(loads, key=lambda member: (loads[member], member))
                loads[shares[stream]] += 1
        return shares


class Host(Protocol):
    """What runs the streams of this process."""

    async def take_over(self, stream: str) -> None: ...
    async def give_up(self, stream: str) -> None: ...
    def runs(self, stream: str) -> bool: ...


class Cluster:
    """This process among the others."""

    def __init__(self, store: Store, fence: Fence, address: str, host: Host) -> None:
        self._store, self._fence, self.address, self._host = store, fence, address, host
        self._url = store.database.whole_url.replace("postgresql+psycopg://", "postgresql://", 1)
        self.view = ClusterView({}, {})
        self._sure_until = 0.0
        self._leaving = False
        self._ended = threading.Event()
        self._changed = asyncio.Event()
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._moves: set[asyncio.Task[None]] = set()
        self._given: set[str] = set()
        """Streams that are being handed over."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="chapter47 cluster", daemon=True)

    @property
    def member(self) -> str:
        return self._fence.member

    @property
    def is_sure(self) -> bool:
        """Whether nobody else can have taken our streams, because our last sign of life is recent enough."""
        return time.monotonic() < self._sure_until

    def has(self, stream: str) -> bool:
        """Return whether this process may answer for a stream now."""
        return self.is_sure and stream in self._fence.epochs and self._host.runs(stream)

    def owner_of(self, stream: str) -> str | None:
        """Return the address of the process that has a stream; None while no living process has it."""
        lease = self.view.leases.get(stream)
        return None if lease is None else self.view.members.get(lease.owner)

    @property
    def least_loaded(self) -> str:
        """Return the address of the process with the fewest streams."""
        loads = self.view.loads()
        return self.view.members[min(loads, key=lambda member: (loads[member], member))] if loads else self.address

    async def start(self) -> None:
        """Join the cluster; returns once this process knows who has the house, and has taken it if nobody had it."""
        self._thread.start()
        while self.owner_of(HOUSE) is None or (self.view.leases[HOUSE].owner == self.member and not self.has(HOUSE)):
            await self._until_changed()

    async def leave(self) -> None:
        """Give up all streams after running commands have finished; others take them over at once."""
        self._leaving = True
        await asyncio.gather(*(self._let_go(stream) for stream in list(self._fence.epochs)))
        await asyncio.to_thread(self._try, self._leave)

    async def stop(self) -> None:
        self._ended.set()
        await asyncio.to_thread(self._thread.join)
        for task in self._moves:
            task.cancel()

    async def refresh(self) -> None:
        """Read the leases again, without waiting for the next sign of life."""
        await asyncio.to_thread(self._try, self._look)
        await asyncio.sleep(0)

    async def _until_changed(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    # In the event loop -----------------------------------------------------------------------------------------------

    def _seen(self, view: ClusterView) -> None:
        """Compare the leases in the database with what this process runs."""
        known = self.view.leases
        leases = {
            stream: max(lease, known.get(stream, lease), key=lambda each: each.epoch)  # an older view may come later
            for stream, lease in view.leases.items()
        }
        self.view = ClusterView(view.members, leases)
        for stream, lease in leases.items():
            if stream in self._given:
                continue
            held = self._fence.epochs.get(stream)
            ours = lease.owner == self.member and not self._leaving
            if not ours and (held is not None or self._host.runs(stream)):
                self._fence.epochs.pop(stream, None)
                self._do(self._stopped(stream))
            if ours and held != lease.epoch:
                self._fence.epochs[stream] = lease.epoch
                self._do(self._taken(stream, lease.epoch))
        self._share_work()
        self._changed.set()

    def _do(self, move: Any) -> None:
        task = asyncio.create_task(move)
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)

    async def _taken(self, stream: str, epoch: int) -> None:
        async with self._turns[stream]:
            try:
                await self._store.follow()
                await self._host.take_over(stream)
            except Exception:
                LOGGER.exception("%s could not be taken over", stream)
                if self._fence.epochs.get(stream) == epoch:
                    del self._fence.epochs[stream]  # tried again after the next sign of life
        self._changed.set()

    async def _stopped(self, stream: str) -> None:
        async with self._turns[stream]:
            await self._host.give_up(stream)
        self._changed.set()

    async def _let_go(self, stream: str) -> None:
        async with self._turns[stream]:
            await self._host.give_up(stream)
            self._fence.epochs.pop(stream, None)

    def _share_work(self) -> None:
        """Give a table to the process with the fewest if the difference is large, so that a new process gets work."""
        loads = self.view.loads()
        if self._leaving or self._given or not loads:
            return
        poorest = min(loads, key=lambda member: (loads[member], member))
        ours = [stream for stream in self._fence.epochs if stream != HOUSE and self.has(stream)]
        if ours and loads[self.member] >= loads[poorest] + MOST_MORE:
            self._given.add(stream := min(ours))
            self._do(self._hand_over(stream, poorest))

    async def _hand_over(self, stream: str, member: str) -> None:
        try:
            await self._let_go(stream)
            await asyncio.to_thread(self._try, lambda connection: self._give(connection, [stream], member))
        finally:
            self._given.discard(stream)

    async def adopt(self, streams: Iterable[str]) -> None:
        """Make leases for tables that were opened without a cluster; the processes share them out."""
        names = list(streams)
        await asyncio.to_thread(self._try, lambda connection: self._add(connection, names))

    def drop(self, stream: str) -> None:
        """Delete the lease of a table that has closed and left memory."""
        self._fence.epochs.pop(stream, None)
        self._do(asyncio.to_thread(self._try, lambda connection: self._delete(connection, stream)))

    # In the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        import psycopg

        said = ""
        while not self._ended.is_set():
            try:
                with self._connected() as connection:
                    connection.execute(f"SET lock_timeout = {round(self._fence.seconds * 1000)}".encode())
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    self._live(connection)
            except psycopg.Error as error:
                if said != (said := str(error).strip()):
                    LOGGER.warning("Could not send a sign of life: %s", said)
                self._ended.wait(SECONDS_OF_A_TRY)

    @contextmanager
    def _connected(self) -> Iterator["Postgres"]:
        import psycopg

        limit = f"-c idle_in_transaction_session_timeout={round(self._fence.seconds * 1000)}"
        with psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=SECONDS_TO_CONNECT,
            options=limit,
            application_name=connection_name(self.member),
        ) as connection:
            yield connection

    def _try(self, do: Callable[["Postgres"], None]) -> None:
        """Run on a separate connection; if the database is lost, the thread tries again."""
        import psycopg

        try:
            with self._connected() as connection:
                do(connection)
        except psycopg.Error as error:
            LOGGER.warning("Could not change leases: %s", str(error).strip())

    def _live(self, connection: "Postgres") -> None:
        """Send signs of life, and listen for commits of others, until the end."""
        due = 0.0
        while not self._ended.is_set():
            if time.monotonic() >= due:
                due = time.monotonic() + SECONDS_BETWEEN_BEATS
                self._beat(connection)
            wait = max(due - time.monotonic(), 0.01)
            heard = {note.payload for note in connection.notifies(timeout=wait, stop_after=1)}
            if heard - {self.member}:
                self._store.follow_soon()
            if any(payload.startswith(MOVED) for payload in heard):
                due = 0.0

    def _beat(self, connection: "Postgres") -> None:
        began = time.monotonic()
        if not self._leaving:
            connection.execute(
                f"INSERT INTO members (id, address, until) VALUES (%s, %s, {NOW} + %s)"
                " ON CONFLICT (id) DO UPDATE SET until = excluded.until".encode(),
                (self.member, self.address, round(self._fence.seconds * 1000)),
            )
            self._sure_until = began + self._fence.seconds
        view = self._read(connection)
        if not self._leaving:
            view = self._claim(connection, view)
        self._loop.call_soon_threadsafe(self._seen, view)

    def _look(self, connection: "Postgres") -> None:
        self._loop.call_soon_threadsafe(self._seen, self._read(connection))

    @staticmethod
    def _read(connection: "Postgres") -> ClusterView:
        members = connection.execute(f"SELECT id, address FROM members WHERE until > {NOW}".encode()).fetchall()
        leases = connection.execute("SELECT stream, owner, epoch FROM leases").fetchall()
        return ClusterView(dict(members), {stream: Lease(owner, epoch) for stream, owner, epoch in leases})

    def _claim(self, connection: "Postgres", view: ClusterView) -> ClusterView:
        """Take our share of the streams that nobody living has."""
        if HOUSE not in view.leases:
            view = ClusterView(view.members, {**view.leases, HOUSE: Lease(NOBODY, 0)})
            connection.execute("INSERT INTO leases VALUES ('house', '', 0) ON CONFLICT DO NOTHING")
        mine = [stream for stream, member in view.shares().items() if member == self.member]
        if not mine:
            return view
        self._cut_off(connection, {view.leases[stream].owner for stream in mine} - {NOBODY})
        with self._moving(connection):
            taken = connection.execute(
                "UPDATE leases SET owner = %s, epoch = epoch + 1 WHERE stream = ANY(%s) AND NOT EXISTS"
                f" (SELECT 1 FROM members WHERE id = leases.owner AND until > {NOW})"
                " RETURNING stream, owner, epoch".encode(),
                (self.member, mine),
            ).fetchall()
            connection.execute(f"DELETE FROM members WHERE until < {NOW} - {FORGOTTEN_AFTER}".encode())
        LOGGER.warning("Took over %s.", ", ".join(stream for stream, *_ in taken) or "nothing")
        return ClusterView(view.members, {**view.leases, **{s: Lease(o, e) for s, o, e in taken}})

    @staticmethod
    def _cut_off(connection: "Postgres", members: Iterable[str]) -> None:
        """End the connections of processes that are not alive.

        One that was paused while it sent a statement holds the lock of all writers, and no time-out of PostgreSQL
        counts while a statement is incomplete."""
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = ANY(%s)",
            ([connection_name(member) for member in members],),
        )

    def _leave(self, connection: "Postgres") -> None:
        streams = [stream for stream, lease in self._read(connection).leases.items() if lease.owner == self.member]
        with self._moving(connection):
            connection.execute("DELETE FROM members WHERE id = %s", (self.member,))
        self._give(connection, streams, NOBODY)

    def _give(self, connection: "Postgres", streams: Iterable[str], member: str) -> None:
        with self._moving(connection):
            connection.execute(
                "UPDATE leases SET owner = %s, epoch = epoch + 1 WHERE stream = ANY(%s) AND owner = %s",
                (member, list(streams), self.member),
            )

    def _add(self, connection: "Postgres", streams: list[str]) -> None:
        with self._moving(connection):
            connection.execute(
                "INSERT INTO leases SELECT stream, '', 0 FROM unnest(%s::text[]) AS stream ON CONFLICT DO NOTHING",
                (streams,),
            )

    def _delete(self, connection: "Postgres", stream: str) -> None:
        with self._moving(connection):
            connection.execute("DELETE FROM leases WHERE stream = %s AND owner = %s", (stream, self.member))

    @contextmanager
    def _moving(self, connection: "Postgres") -> Iterator[None]:
        """Open a transaction in which nobody writes the journal; afterwards everybody reads the leases."""
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITE_LOCK,))
            yield
            connection.execute(f"NOTIFY {CHANNEL}, '{MOVED} {self.member}'".encode())


MOVED: Final = "moved"
"""Prefix of the notification that a lease has changed hands."""
