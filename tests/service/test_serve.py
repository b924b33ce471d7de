"""`chapter47 serve` as people run it: its first line, its exit codes, its end."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.commands import Within
from tests.give_up import SECONDS
from tests.service.nursery import ForkedServer, running
from tests.service.running import EXAMPLES, RunningServer

from chapter47.client import Client, PitRefusedError

WITHOUT = "import sys; sys.modules['{package}'] = None; from chapter47.cli.app import main; main()"


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chapter47", "serve", "--port", "0", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


def test_the_first_line_is_the_address_and_sigterm_ends_it(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, "--tables", str(EXAMPLES), starter="chapter47").start()
    try:
        health = httpx.get(f"{server.url}/health", trust_env=False, timeout=SECONDS)
        assert (health.status_code, health.json()) == (200, {"status": "ok"})
        assert httpx.get(f"{server.url}/openapi.json", trust_env=False, timeout=SECONDS).json()["paths"]
        second = serve("--database", server.database)
        assert second.returncode == 2
        assert "a file that no other server uses" in second.stderr
        assert "Traceback" not in second.stderr
    finally:
        code = server.terminate()
    assert code == 0
    assert server.errors() == ""
    for file in (server.key_file, Path(server.database.removeprefix("sqlite:///"))):
        assert file.stat().st_mode & 0o777 == 0o600, file


def test_a_server_can_be_stopped_before_its_tables_are_open(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, "--demo")
    assert [server.start().terminate() for _ in range(2)] == [0, 0]
    assert server.errors() == ""


def test_ctrl_c_is_130(tmp_path: Path) -> None:
    assert ForkedServer(tmp_path).start().terminate(signal.SIGINT) == 130


def test_the_administrators_password_is_for_one_time(tmp_path: Path) -> None:
    async def codes() -> tuple[str, dict[str, str]]:
        async with running(tmp_path) as server, Client(server.url, seconds=SECONDS) as door:
            with pytest.raises(PitRefusedError) as refused:
                await door.make_token("admin", server.one_time)
            return refused.value.code, await server.people(Ann="player")

    code, people = asyncio.run(codes())
    assert code == "password.one-time"
    assert people["Ann"].startswith("c47_")


def test_a_demonstration_takes_guests_and_their_play_money(tmp_path: Path) -> None:
    async def played() -> tuple[str, int, str]:
        async with running(tmp_path, "--demo") as server, Client(server.url, seconds=SECONDS) as door:
            guest = await door.come_as_guest()
            other = await door.come_as_guest()
            async with Client(server.url, guest.token, seconds=SECONDS) as pit:
                table = (await pit.tables())[0].id
                await pit.buy_in(table, guest.name, 500_00)
                with pytest.raises(PitRefusedError) as refused:
                    await pit.buy_in(table, other.name, 500_00)
                return guest.name, (await pit.chips(guest.name)).total, refused.value.code

    name, total, code = asyncio.run(played())
    in_earnest = serve("--database", f"sqlite:///{tmp_path}/pit.db")
    assert in_earnest.returncode == 2
    assert "--demo, as when it was created" in in_earnest.stderr
    assert name.startswith("Guest-")
    assert (total, code) == (500_00, "role.not-allowed")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--demo", "--host", "0.0.0.0"], "this machine only"),
        (["--demo", "--host", "192.0.2.1"], "this machine only"),
        (["--tables", "no-such-folder"], "a folder with table files"),
        (["--database", "mysql://x"], "sqlite:///FILE or postgresql"),
        (["--origin", "pit.example.org"], "an address such as https://pit.example.org"),
        (["--origin", "https://"], "an address such as https://pit.example.org"),
        (["--demo", "--origin", "https://pit.example.org"], "this machine only"),
        (["--host", "no-such-host.invalid"], "--host: no-such-host.invalid (allowed: an address of this machine)"),
        (["--settings", "no-such-file"], "a readable file"),
    ],
)
def test_what_cannot_be_served_is_refused(arguments: list[str], said: str, within: Within) -> None:
    ended = within("serve", "--port", "0", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_all_startup_problems_are_reported_at_once(within: Within) -> None:
    ended = within("serve", "--port", "99999", "--tables", "no-such-folder", "--settings", "no-such-file")
    assert ended.code == 2
    assert "--port: 99999 (allowed: 0 to 65535)" in ended.err
    assert [key for key in ("--tables:", "--settings:") if key not in ended.err] == []


SETTINGS = {
    b"inventory = 0": ["inventory: 0 (allowed: 1 to 1,000,000,000,000)"],
    b"pace = -1\nto_decide = nan": ["pace: -1 (allowed: 0 to", "to_decide: nan (allowed: 0 to"],
    b"most_waiting = 0\nretention_years = 1000000": [
        "most_waiting: 0",
        "retention_years: 1e+06 (allowed: 0 to 10,000)",
    ],
    b"[limits]\nbody_bytes = -1\nrequests_per_second = 0": ["limits.body_bytes: -1", "limits.requests_per_second: 0"],
    b"\xff": ["settings.toml: not UTF-8"],
}


@pytest.mark.parametrize("content", SETTINGS, ids=lambda content: content.decode("latin-1"))
def test_settings_that_no_house_can_keep_to_are_all_refused(content: bytes, tmp_path: Path, within: Within) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    database = f"sqlite:///{tmp_path}/pit.db"
    ended = within("serve", "--port", "0", "--database", database, "--settings", str(tmp_path / "settings.toml"))
    assert (ended.code, ended.out) == (2, "")
    assert [said for said in SETTINGS[content] if said not in ended.err] == []
    assert "Traceback" not in ended.err
    assert not (tmp_path / "pit.db").exists()


def test_an_unwritable_folder_is_reported(tmp_path: Path, within: Within) -> None:
    """As root no folder forbids it; where a folder stands in the place of the lock nobody can."""
    (tmp_path / "pit.db-server").mkdir()
    ended = within("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/pit.db")
    assert (ended.code, ended.out) == (2, "")
    assert "unable to open database file (allowed: a file in a writable folder)" in ended.err
    assert "Traceback" not in ended.err


def test_invalid_and_unlawful_table_files_are_reported_and_the_others_open(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "binary.toml").write_bytes(b"\xff\xfe")
    (folder / "good.toml").write_text('\ufeffgame = "craps"', encoding="utf-8")
    (folder / "unknown.toml").write_text('game = "blackjack"\nfoo = 1', encoding="utf-8")
    (folder / "unlawful.toml").write_text('game = "six-to-five"\ndecks = 8', encoding="utf-8")

    async def names() -> list[str]:
        async with running(tmp_path, "--tables", str(folder)) as server:
            tokens = await server.people(Ann="player")
            async with Client(server.url, tokens["Ann"], seconds=SECONDS) as pit:
                shown.append(server.errors())
                return [table.name for table in await pit.tables()]

    shown: list[str] = []
    assert asyncio.run(names()) == ["good"]
    assert shown[0].splitlines()[:2] == [
        "binary: not opened: not UTF-8",
        "unknown: not opened: The table file is invalid",
    ]
    assert "  foo: unknown key (allowed: Known keys: game, on, boxes" in shown[0]
    assert shown[0].endswith(
        "unlawful: not opened: The table is not lawful on its date\n"
        "  19:47-2.2(a)1: 6 to 5 must be played with one or two decks\n"
    )


def test_where_nobody_can_listen_nothing_is_served() -> None:
    ended = serve("--host", "192.0.2.1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "a free port" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("fastapi", (), "chapter47[server]"),
        ("psycopg", ("--database", "postgresql://127.0.0.1:1/pit"), "chapter47[postgres]"),
    ],
)
def test_a_missing_extra_is_named(package: str, arguments: tuple[str, ...], extra: str) -> None:
    command = [sys.executable, "-c", WITHOUT.format(package=package), "serve", "--port", "0", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert ended.returncode == 2
    assert extra in ended.stderr
    assert "Traceback" not in ended.stderr
