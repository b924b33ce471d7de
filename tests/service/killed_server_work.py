"""Start heavy work that never ends, as a server does that is then killed: `python killed_server_work.py PORT`."""

import asyncio
import socket
import sys
from threading import Event

from chapter47.service.work import Work


def hold_connection(port: int) -> None:
    """Keep a connection open as long as the process lives."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"working")
        Event().wait()


async def work_until_killed(port: int) -> None:
    await Work().run("Sue", hold_connection, port, seconds=None)


if __name__ == "__main__":
    asyncio.run(work_until_killed(int(sys.argv[1])))
