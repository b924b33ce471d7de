"""An audit started from a page: one at a time, in a separate process, so that no table waits for it."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from chapter47.core.errors import Chapter47Error
from chapter47.core.json_object import Json
from chapter47.service.terms import ServiceError

CONTEXT: Final = get_context("spawn")
PROGRESS, RESULT, FAILED = "progress", "result", "failed"
LOOKS_EVERY: Final = 0.1


def audited(url: str, key_file: str, pipe: Connection) -> None:
    """Run in the new process: send progress and then the result through the pipe."""
    from chapter47.service.audit import audit
    from chapter47.service.secrets import Secrets

    with suppress(OSError, AttributeError):
        os.nice(10)

    def progress(what: str, part: float) -> None:
        pipe.send((PROGRESS, what, part))

    try:
        secrets = Secrets.read(Path(key_file)) if key_file else None
        pipe.send((RESULT, audit(url, progress, secrets=secrets).to_dict()))
    except Chapter47Error as error:
        pipe.send((FAILED, str(error)))
    finally:
        pipe.close()


class AuditRuns:
    """The last audit that was started; its result is kept until the next one or a restart."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._state: Json = {
            "state": "never", "started": 0, "ended": 0, "by": "", "doing": "", "part": 0.0, "result": None, "error": ""
        }  # fmt: skip

    def state(self) -> Json:
        return dict(self._state)

    def start(self, by: str, url: str, key_file: Path | None) -> None:
        """Run an audit of the database at this URL, with the key if there is one."""
        if self._state["state"] == "running":
            raise ServiceError(
                "audit.running", "An audit is running already", got=self._state["by"], allowed="Wait for it", status=409
            )
        self._state |= {"state": "running", "started": self._clock(), "ended": 0, "by": by, "doing": "starting"}
        self._state |= {"part": 0.0, "result": None, "error": ""}
        self._task = asyncio.create_task(self._run(url, str(key_file or "")))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, url: str, key_file: str) -> None:
        ours, theirs = CONTEXT.Pipe(duplex=False)
        process = CONTEXT.Process(target=audited, args=(url, key_file, theirs), daemon=True)
        await asyncio.to_thread(process.start)
        theirs.close()
        try:
            while self._state["state"] == "running":
                if not await asyncio.to_thread(ours.poll, LOOKS_EVERY):
                    continue
                try:
                    self._take(*ours.recv())
                except EOFError:
                    self._end(state="failed", error="the audit ended without a result")
        finally:
            process.terminate()
            ours.close()

    def _take(self, kind: str, *values: object) -> None:
        if kind == PROGRESS:
            self._state |= {"doing": values[0], "part": values[1]}
        elif kind == RESULT:
            self._end(state="done", result=values[0], part=1.0)
        else:
            self._end(state="failed", error=values[0])

    def _end(self, **more: object) -> None:
        self._state |= {"ended": self._clock(), "doing": "", **more}
