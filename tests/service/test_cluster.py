"""Several server processes on one PostgreSQL: killed, paused, cut off and restarted while people play."""

import asyncio
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from tests.give_up import SECONDS
from tests.service.postgres import Postgres
from tests.service.processes import TABLES, Cluster, Process, Wire, run, until, version_of
from tests.service.units import unit

from chapter47.client import Client, PitRefusedError
from chapter47.service.api.gate import Reached
from chapter47.service.api.routing import ALL, ANY, FORWARDED, ForwardedRequests, stream_of
from chapter47.service.cluster import ClusterView, Lease
from chapter47.service.money import OUTSIDE, Entry
from chapter47.service.server import ServerError, ServerOptions, checked
from chapter47.service.store import (
    Fence,
    LeaseLostError,
    LedgerRefusedError,
    NewsOfOthers,
    RowChange,
    Store,
    StoreError,
)
from chapter47.service.store.database import Database
from chapter47.service.store.fence import HOUSE, WRITE_LOCK, connection_name

# What every process shows ---------------------------------------------------------------------------------------------


def test_every_process_shows_and_does_the_same(tmp_path: Path, postgres: Postgres) -> None:
    async def trial(cluster: Cluster) -> None:
        first, second = await cluster.add(), await cluster.add()
        await cluster.open(first, second)
        assert cluster.owned_by(first)
        assert cluster.owned_by(second)
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(cluster.client(process)) for process in (first, second)]
            for client in clients:
                assert {table.id for table in await client.tables()} == set(cluster.tables)
                lobby = await client._asked("GET", "/api/v1/lobby", dict)
                assert {table["id"] for table in lobby["tables"]} == set(cluster.tables)
                floor = await client._asked("GET", "/api/v1/floor", dict)
                assert len(floor["tables"]) == TABLES
            for table in cluster.tables:
                views = [await client.view(table) for client in clients]
                assert views[0]["version"] == views[1]["version"]
            await _slips_have_no_gap(cluster, clients)
            await _sockets_pass_through(cluster, first, second)
            await _sign_out_holds_everywhere(cluster, first, second)
            with pytest.raises(PitRefusedError) as refused:
                await clients[1].view("nowhere")
            assert refused.value.status == 404
        cluster.check()

    run(trial, tmp_path, postgres)


async def _slips_have_no_gap(cluster: Cluster, clients: list[Client]) -> None:
    fills = [
        clients[number % 2].request(
            "POST", f"/api/v1/tables/{cluster.tables[number % TABLES]}/fill", {"amount": 100, "key": uuid4().hex}
        )
        for number in range(6)
    ]
    await asyncio.gather(*fills)
    slips = await clients[0]._asked("GET", "/api/v1/slips", list)
    assert sorted(slip["number"] for slip in slips) == [*range(1, len(slips) + 1)]
    assert sum(not slip["automatic"] for slip in slips) == 6


async def _sockets_pass_through(cluster: Cluster, *processes: Process) -> None:
    """A player's socket through either process hears the same table, and acts there."""
    player = cluster.players[0]
    async with AsyncExitStack() as stack:
        streams = []
        for process in processes:
            client = await stack.enter_async_context(Client(process.url, player.client._headers["Authorization"][7:]))
            streams.append(await stack.enter_async_context(client.stream(player.table)))
        version = 0
        for stream in streams:
            version = (await anext(stream))["version"]
        act = player.bot.chosen(await player.client.view(player.table))
        assert act is not None
        done = await streams[1].act(act)
        assert done == version + 1
        for stream in streams:
            while (await anext(stream)).get("version") != done:
                pass


async def _sign_out_holds_everywhere(cluster: Cluster, first: Process, second: Process) -> None:
    async with Client(first.url) as door:
        guest = await door.come_as_guest()
    async with Client(second.url, guest.token) as there, Client(first.url, guest.token) as here:
        assert (await there.who_am_i()).name == guest.name
        await here.request("DELETE", "/api/v1/session")

        async def refused() -> bool:
            with suppress(PitRefusedError):
                await there.view(cluster.tables[0])
                return False
            return True

        async with asyncio.timeout(SECONDS):
            while not await refused():
                await asyncio.sleep(0.05)


# Troubles -------------------------------------------------------------------------------------------------------------


def test_tables_of_a_killed_process_are_taken_over(tmp_path: Path, postgres: Postgres) -> None:
    async def trial(cluster: Cluster) -> None:
        first, second = await cluster.add(), await cluster.add()
        await cluster.open(second)
        assert HOUSE in cluster.owned_by(first)
        assert cluster.owned_by(first) - {HOUSE}, "tables are shared out"
        async with cluster.play():
            first.kill()
            await until(lambda: cluster.owned_by(second) == {HOUSE, *(f"table/{table}" for table in cluster.tables)})
            await cluster.more()
            third = await cluster.add()
            await until(lambda: bool(cluster.owned_by(third)))
            await cluster.more()
        cluster.check()

    run(trial, tmp_path, postgres)


def test_a_paused_process_does_not_write_when_it_wakes_up(tmp_path: Path, postgres: Postgres) -> None:
    async def trial(cluster: Cluster) -> None:
        first, second = await cluster.add(), await cluster.add()
        await cluster.open(second)
        async with cluster.play():
            first.signal(signal.SIGSTOP)
            await until(lambda: cluster.owned_by(first) == set())
            await cluster.more()
            first.signal(signal.SIGCONT)
            await cluster.more()
            async with cluster.client(first) as awake, cluster.client(second) as other:
                for table in cluster.tables:
                    before = await version_of(other, table)
                    assert await version_of(awake, table) >= before
        cluster.check()

    run(trial, tmp_path, postgres)


def test_a_process_paused_in_the_middle_of_a_statement_holds_nobody_up(tmp_path: Path, postgres: Postgres) -> None:
    async def trial(cluster: Cluster) -> None:
        living = await cluster.add()
        with closing(psycopg.connect(cluster.database, application_name=connection_name("paused"))) as paused:
            paused.execute("SELECT pg_advisory_xact_lock(%s)", (WRITE_LOCK,))
            paused.pgconn.enter_pipeline_mode()
            paused.pgconn.send_query_params(b"SELECT 1", [])  # without its end, which PostgreSQL waits for
            paused.pgconn.flush()
            with psycopg.connect(cluster.database, autocommit=True) as hand:
                hand.execute("UPDATE leases SET owner = 'paused' WHERE stream = %s", (HOUSE,))
            await until(lambda: cluster.owned_by(living) == {HOUSE})

    run(trial, tmp_path, postgres)


def test_a_process_cut_off_from_the_database_loses_its_tables(tmp_path: Path, postgres: Postgres) -> None:
    async def trial(cluster: Cluster) -> None:
        with Wire(postgres) as wire:
            first = await cluster.add(wire.url(cluster.database))
            second = await cluster.add()
            await cluster.open(second)
            async with cluster.play():
                for cut in (wire.freeze, wire.cut):
                    cut()
                    await until(lambda: cluster.owned_by(first) == set())
                    await cluster.more()
                    wire.mend()
                    await until(lambda: bool(cluster.owned_by(first)))
                    await cluster.more()
            cluster.check()

    run(trial, tmp_path, postgres)


def test_a_rolling_restart_loses_no_command(tmp_path: Path, postgres: Postgres) -> None:
    async def trial(cluster: Cluster) -> None:
        first, second = await cluster.add(), await cluster.add()
        await cluster.open(second)
        async with cluster.play():
            assert await asyncio.to_thread(first.terminate) == 0
            assert cluster.owned_by(first) == set()
            await cluster.more()
            third = await cluster.add()
            for player in cluster.players:
                cluster.left.append(player.client)
                player.client = cluster.client(third, player.client._headers["Authorization"][7:])
            await cluster.more()
            assert await asyncio.to_thread(second.terminate) == 0
            await cluster.more()
            assert cluster.owned_by(third) == {HOUSE, *(f"table/{table}" for table in cluster.tables)}
        cluster.check()

    run(trial, tmp_path, postgres)


# The fence ------------------------------------------------------------------------------------------------------------


def test_only_the_owner_of_a_lease_writes_and_only_under_its_epoch(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def written(store: Store, epoch: int | None = None) -> bool:
        try:
            await store.commit(unit("table/1"), epoch)
        except LeaseLostError:
            return False
        return True

    async def trial() -> None:
        old, new = Fence(3), Fence(3)
        first, second = Store.open(url, old), Store.open(url, new)
        try:
            await first.commit(unit("table/1", version=1))
            assert await written(first)
            assert not await written(second)
            hand_over(url, new.member)
            new.epochs["table/1"] = 2
            assert not await written(first), "it still believes that it has the lease"
            assert await written(second)
            hand_over(url, old.member)
            old.epochs["table/1"] = 3
            assert not await written(first, epoch=1), "what was begun before the table moved is not written after it"
            assert await written(first)
            assert first.version("table/1") == 4
        finally:
            first.close()
            second.close()

    asyncio.run(trial())


def hand_over(url: str, member: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE leases SET owner = %s, epoch = epoch + 1", (member,))


def test_processes_read_what_others_have_written(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def trial() -> list[NewsOfOthers]:
        heard: list[NewsOfOthers] = []
        first, second = Store.open(url, Fence(3)), Store.open(url, Fence(3))
        try:
            second.hear_of_others(heard.append)
            rows = (RowChange("users", "Ann", {"role": "player"}), RowChange("users", "Eve", {"role": "dealer"}))
            await first.commit(unit("table/1", version=1, rows=rows, entries=(Entry(OUTSIDE, "a", 5, "fill"),)))
            await first.commit(unit("table/1", rows=(RowChange("users", "Eve", None),), round=1, players=("Ann",)))
            await second.follow()
            assert second.head == first.head
            assert (second.balance("a"), second.version("table/1")) == (5, 2)
            await second.commit(unit("table/2", version=1, entries=(Entry("a", "b", 5, "moved"),)))
            with pytest.raises(LedgerRefusedError):
                await first.commit(unit("table/1", entries=(Entry("a", "b", 1, "spent twice"),)))
        finally:
            first.close()
            second.close()
        return heard

    (news,) = asyncio.run(trial())
    assert news.rows == {("users", "Ann"): {"role": "player"}, ("users", "Eve"): None}
    assert set(news.accounts) == {"a", "outside"}
    assert audit_chain(url)


def audit_chain(url: str) -> bool:
    """Whether every row of the journal follows the one before."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT previous, hash FROM journal ORDER BY seq").fetchall()
    return len(rows) == 3 and all(before[1] == after[0] for before, after in pairwise(rows))


# Alone or together ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("route", "stream"),
    [
        ("GET /api/v1/tables/{table}", "table/7"),
        ("WS /api/v1/tables/{table}/stream", "table/7"),
        ("POST /api/v1/tables/{table}/buy-in/{player}", HOUSE),
        ("POST /api/v1/session", HOUSE),
        ("GET /api/v1/school/classes", HOUSE),
        ("PUT /api/v1/school/book", HOUSE),
        ("POST /api/v1/tables", ANY),
        ("GET /api/v1/lobby", ALL),
        ("GET /api/v1/school/drills", None),
        ("GET /health", None),
        ("MOUNT ", None),
    ],
)
def test_every_route_has_its_process(route: str, stream: str | None) -> None:
    assert stream_of(Reached(route, {"table": "7"} if "{table}" in route else {})) == stream


@pytest.mark.parametrize("said", ["é", "127.0.0.1 x y", "a b c d", "127.0.0.1 9e9 1 " + "0" * 64, ""])
def test_an_address_that_nobody_signed_is_not_taken(said: str) -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"])

    headers = [(FORWARDED.encode(), said.encode("latin-1"))]
    scope = {"type": "http", "client": ("10.0.0.9", 1), "headers": headers}
    asyncio.run(ForwardedRequests(app, lambda data: b"signature")(scope, None, None))  # type: ignore[arg-type]
    assert seen == [("10.0.0.9", 1)]


@contextmanager
def writing(url: str, member: int | None) -> Iterator[None]:
    database = Database(url, member=member)
    try:
        with database.writer():
            yield
    finally:
        database.close()


def test_a_server_alone_and_a_cluster_exclude_each_other(postgres: Postgres) -> None:
    url = postgres.new_database()
    with writing(url, None), pytest.raises(StoreError, match="only servers with --cluster use"), writing(url, 1):
        pass
    with writing(url, 1), writing(url, 2):
        with pytest.raises(StoreError, match="no other server uses"), writing(url, None):
            pass
        with pytest.raises(StoreError), writing(url, 2):
            pass


def test_a_cluster_needs_postgresql_and_an_address(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="--cluster"):
        Database(f"sqlite:///{tmp_path}/pit.db", member=1)
    options = ServerOptions(cluster=True, restored=True, host="0.0.0.0", address="")
    with pytest.raises(ServerError) as refused:
        checked(options)
    assert [problem.key for problem in refused.value.problems] == ["--cluster", "--address"]


def test_streams_without_an_owner_go_to_those_with_the_fewest() -> None:
    gone = {f"table/{number}": Lease("gone", 3) for number in range(4)}
    view = ClusterView({"a": "http://a", "b": "http://b"}, {HOUSE: Lease("a", 1), "table/x": Lease("a", 1), **gone})
    assert Counter(view.shares().values()) == {"b": 3, "a": 1}
    assert view.shares().keys() == gone.keys()
