"""A real server in a process of its own, which can be killed and started again on the same database."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

from tests.give_up import SECONDS

from chapter47.client import Client

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
PASSWORD: Final = "a password of my own"
STARTER: Final = "tests.service.quick_sign_in"
"""The command itself, but for the work that a password takes."""
AT_ONCE: Final = """
pace = 0
to_decide = 0
away = 0
to_wager = 0
[limits]
requests_per_second = 100000
requests_burst = 1000000
anonymous_per_second = 100000
anonymous_burst = 1000000
sign_ins_per_second = 1000
sign_ins_burst = 10000
requests_of_one = 100000
connections_of_one = 100000
"""
"""Settings of a house in which the dealer takes no time and nobody is hurried."""


class RunningServer:
    """One server; `url` is where it listens since its last start."""

    def __init__(
        self, folder: Path, *arguments: str, database: str = "", settings: str = AT_ONCE, starter: str = STARTER
    ) -> None:
        self.folder = folder
        self.starter = starter
        self.database = database or f"sqlite:///{folder}/pit.db"
        self._settings = folder / "settings.toml"
        self._settings.write_text(settings, encoding="utf-8")
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.one_time = ""
        self.key_file = folder / "pit.key"

    def command(self) -> list[str]:
        options = ["--port", "0", "--database", self.database, "--key", str(self.key_file)]
        return [
            *(sys.executable, "-m", self.starter, "serve", *options, "--settings", str(self._settings)),
            *self._arguments,
        ]

    def start(self, environment: Mapping[str, str] | None = None) -> Self:
        with (self.folder / "stderr.txt").open("a") as errors:
            self._process = subprocess.Popen(
                self.command(),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
                env={**os.environ, **(environment or {})},
            )
        self.url = self._line().strip()
        if not self.url.startswith("http://"):
            raise AssertionError(f"not an address: {self.url!r}\n{self.errors()}")
        if not self.one_time:
            self.one_time = re.sub(r".*: ", "", self._line().strip())
        return self

    def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def errors(self) -> str:
        return (self.folder / "stderr.txt").read_text(encoding="utf-8")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._end()

    def terminate(self, number: int = signal.SIGTERM) -> int:
        """The exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._end()

    def _end(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        code = self._process.wait(SECONDS)
        self._process.stdout.close()
        return code

    # People --------------------------------------------------------------------------------------------------------

    async def people(self, **roles: str) -> dict[str, str]:
        """Users by name, and a token for each: `await server.people(Ann="player", Sue="supervisor")`."""
        async with Client(self.url, seconds=SECONDS) as door:
            if self.one_time != PASSWORD:
                await door.change_password("admin", self.one_time, PASSWORD)
                self.one_time = PASSWORD
            token = await door.make_token("admin", PASSWORD, ["read", "manage"])
            async with Client(self.url, token.token, seconds=SECONDS) as admin:
                return {name: await self._person(door, admin, name, role) for name, role in roles.items()}

    @staticmethod
    async def _person(door: Client, admin: Client, name: str, role: str) -> str:
        once = await admin.add_user(name, role)
        await door.change_password(name, once, PASSWORD)
        return (await door.make_token(name, PASSWORD, ["read", "play", "floor"])).token
