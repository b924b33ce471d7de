"""The server of `chosen_pit.py` as a process of its own."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.give_up import SECONDS


class Server:
    """It can be ended and begun again, with the same folder and port."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = 0
        self.begin()

    def begin(self) -> None:
        with (self._folder / "errors.txt").open("a") as errors:
            self.process = subprocess.Popen(
                self.command(), cwd=self._folder, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.errors
        self.port = int(self.address.rpartition(":")[2])

    def command(self) -> list[str]:
        return [sys.executable, str(Path(__file__).with_name("chosen_pit.py")), str(self._folder), str(self.port)]

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self._ended()

    def _ended(self) -> int:
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait(SECONDS)

    @property
    def errors(self) -> str:
        return (self._folder / "errors.txt").read_text()


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        server.kill()
