"""The server of `chosen_pit.py` as a process of its own."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS = 30


class Server:
    def __init__(self, process: "subprocess.Popen[str]", address: str) -> None:
        self.process, self.address = process, address

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[Server]:
    """Whoever ends it before goes on with the same folder and port."""
    command = [sys.executable, str(Path(__file__).with_name("chosen_pit.py")), str(folder), str(port)]
    with (
        (folder / "errors.txt").open("a") as errors,
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        assert line.startswith("http://"), (folder / "errors.txt").read_text()
        try:
            yield Server(process, line)
        finally:
            if process.poll() is None:
                process.kill()
