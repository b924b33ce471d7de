"""A process that is killed at every point of a commit, again and again, and tells what had been confirmed.

`python -m tests.service.killed_writer URL`: one line for each confirmed unit, `POINT KEY`."""

import os
import signal
import sys

from tests.service.units import committed, unit

from chapter47.service import crash_points
from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.store import Store


def write(url: str, point: int) -> None:
    """Three units a moment; it dies in the second one, so that there is something to lose."""
    store = Store.open(url)
    for moment in range(2):
        crash_points.kill_at(str(point) if moment else "")
        keys = [f"{point}-{moment}-{number}" for number in range(3)]
        pays = Entry(OUTSIDE, bankroll("Ann"), 1)
        units = [unit(f"table/{place}", key=key, reply=b"ok", entries=(pays,)) for place, key in enumerate(keys)]
        shown = committed(store, *units)
        assert all(isinstance(seq, int) for seq in shown), shown
        sys.stdout.write("".join(f"{point} {key}\n" for key in keys))
        sys.stdout.flush()
    os._exit(1)


def main(url: str) -> None:
    for point in crash_points.OF_THE_STORE:
        child = os.fork()
        if not child:
            write(url, point)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"point {point} was never reached"
        assert os.WTERMSIG(status) == signal.SIGKILL


if __name__ == "__main__":
    main(sys.argv[1])
