"""The client: errors with their codes, commands sent again under one key, and the example of its page."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.give_up import SECONDS
from tests.service.nursery import ForkedServer
from tests.service.running import ROOT

from chapter47.client import Client, PitRefusedError, UnreachableError

Handler = Callable[[httpx.Request], httpx.Response]


def answering(handler: Handler, patience: float = 0) -> Client:
    """A client whose pit is a function."""
    client = Client("http://127.0.0.1:1", "c47_x", patience=patience)
    client._http = httpx.AsyncClient(base_url=client.url, transport=httpx.MockTransport(handler))
    return client


def test_a_patient_client_sends_a_command_again_under_the_same_key() -> None:
    keys: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        keys.append(json.loads(request.content)["key"])
        if len(keys) == 1:
            raise httpx.ReadError("gone")
        if len(keys) == 2:
            return httpx.Response(503, json={"code": "server.busy"})
        return httpx.Response(200, json={"version": 3})

    assert asyncio.run(answering(handler, patience=10).act("1", "Ann stand")) == {"version": 3}
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_an_impatient_client_says_that_nobody_answered() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(UnreachableError, match="refused"):
        asyncio.run(answering(handler).act("1", "Ann stand"))


def test_a_client_whose_time_is_up_says_so() -> None:
    """An error without a message is shown by its name."""

    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("")

    with pytest.raises(UnreachableError, match="ReadTimeout"):
        asyncio.run(answering(handler).act("1", "Ann stand"))


def test_a_refusal_is_not_sent_again_and_tells_its_paragraph() -> None:
    asked = 0

    def handler(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        body = {"code": "bet.limits", "message": "too much", "citation": "19:47-2.3(a)", "got": "$9", "allowed": "$5"}
        return httpx.Response(409, json=body)

    with pytest.raises(PitRefusedError, match=r"bet\.limits: too much \(19:47-2\.3\(a\)\); found \$9; allowed: \$5"):
        asyncio.run(answering(handler, patience=10).act("1", "Ann bet 9 on 1"))
    assert asked == 1


def test_a_correction_is_sent_with_its_entries_and_its_reason() -> None:
    sent: list[dict[str, Any]] = []

    def handler(request: httpx.Request) -> httpx.Response:
        sent.append({"path": request.url.path, **json.loads(request.content)})
        return httpx.Response(200, json={"done": "correction"})

    moved = ("outside", "player/Ann/bankroll", 500)
    asyncio.run(answering(handler).correct([moved], "paid too little", key="k"))
    entries = [dict(zip(("debit", "credit", "amount"), moved, strict=True))]
    assert sent == [{"path": "/api/v1/corrections", "entries": entries, "reason": "paid too little", "key": "k"}]


@pytest.mark.parametrize("text", ["<html>", "[]", ""])
def test_what_stands_between_may_answer_in_other_words(text: str) -> None:
    with pytest.raises(PitRefusedError) as refused:
        asyncio.run(answering(lambda request: httpx.Response(404, text=text)).tables())
    assert (refused.value.status, refused.value.code) == (404, "http")


def test_the_example_of_the_page_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert example is not None
    server = ForkedServer(tmp_path, "--demo").start()
    names: dict[str, Any] = {"__name__": "example"}
    try:
        exec(example[1].replace("http://127.0.0.1:8047", server.url), names)
    finally:
        server.kill()
    assert re.match(r"\d+ \[.*\]", capsys.readouterr().out)


def test_without_the_extra_its_name_is_shown() -> None:
    program = "import sys; sys.modules['httpx'] = None; import chapter47.client"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert "ModuleNotFoundError: httpx is not installed: pip install 'chapter47[client]'" in ended.stderr
