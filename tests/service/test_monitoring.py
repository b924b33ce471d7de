"""Metrics and logs: figures that are right, for those who may see them, and no secret in a log."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.service.doors import PASSWORD, Door, door
from tests.service.pit_player import HOUSE
from tests.service.worlds import LatePit

from chapter47.service import logs
from chapter47.service.terms import Actor

ANN = Actor("Ann", "player")


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the server writes as JSON."""
    root, written = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", written)
    logs.set_up("json")
    yield written
    root.handlers[:], root.level = handlers, level
    logging.getLogger(logs.REQUESTS).setLevel(logging.NOTSET)


def run(folder: Path, do: Any) -> Any:
    async def through() -> Any:
        late = LatePit(folder)
        async with door(folder, pit=late) as opened:
            late.begin(opened)
            try:
                return await do(opened, late)
            finally:
                await late.pit.stop()

    return asyncio.run(through())


def test_metrics_are_right_and_readable(tmp_path: Path) -> None:
    async def asked(opened: Door, late: LatePit) -> dict[str, float]:
        table = await late.pit.open_table('game = "blackjack"', HOUSE)
        await late.pit.open_table('game = "craps"', HOUSE)
        await late.pit.buy_in(table, "Ann", 100_00, HOUSE)
        for line in ("Ann sit at 1", "Ann bet 10 on 1"):
            await late.pit.act(table, ANN, line)
        await opened.client().get("/api/v1/tables")
        text = (await opened.client().get("/metrics")).text
        families = text_string_to_metric_families(text)
        return {
            sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
            for family in families
            for sample in family.samples
        }

    shown = run(tmp_path, asked)
    expected = {
        "chapter47_tables blackjack": 1,
        "chapter47_tables craps": 1,
        "chapter47_seats_occupied": 1,
        "chapter47_units_total command": 2,
        "chapter47_units_total opened": 2,
        "chapter47_refusals_total sign-in.needed": 1,
        "chapter47_store_writable": 1,
        "chapter47_open_sockets": 0,
        "chapter47_audit_problems": 0,
    }
    assert {name: shown[name] for name in expected} == expected
    assert shown["chapter47_commit_seconds_count"] == shown["chapter47_commit_seconds_bucket +Inf"] > 0


@pytest.mark.parametrize(
    ("name", "address", "headers", "status"),
    [
        ("", "127.0.0.1", {}, 200),
        ("", "::1", {}, 200),
        ("", "203.0.113.9", {}, 403),
        ("", "127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, 403),
        ("Ann", "203.0.113.9", {}, 403),
        ("Dot", "203.0.113.9", {}, 403),
        ("Olga", "203.0.113.9", {}, 200),
        ("Max", "203.0.113.9", {}, 200),
    ],
)
def test_metrics_are_for_staff_and_for_this_machine(
    tmp_path: Path, name: str, address: str, headers: dict[str, str], status: int
) -> None:
    async def asked(opened: Door, late: LatePit) -> int:
        del late
        tokens = await opened.everybody()
        roles = {"Ann": "player", "Dot": "dealer", "Olga": "auditor", "Max": "administrator"}
        token = tokens[roles[name]] if name else ""  # type: ignore[index]
        return (await opened.client(token, address=address, **headers).get("/metrics")).status_code

    assert run(tmp_path, asked) == status


def test_the_log_has_request_ids_and_no_secret(tmp_path: Path, log: io.StringIO) -> None:
    async def asked(opened: Door, late: LatePit) -> tuple[str, list[str]]:
        del late
        await opened.add("Ann", "player")
        token = await opened.token("Ann")
        client = opened.client(token)
        answers = [
            await client.post("/api/v1/session", json={"name": "Ann", "password": PASSWORD}),
            await client.post("/api/v1/session", json={"name": "Ann", "password": "a wrong word"}),
            await client.get("/api/v1/tables?secret=1", headers={"X-Request-Id": "my-own-id-47"}),
            await client.get("/api/v1/tables", headers={"X-Request-Id": "bad id\x7f"}),
        ]
        logging.getLogger("chapter47.service.test").warning("beside a request")
        cookie = answers[0].headers["set-cookie"].partition(";")[0].partition("=")[2]
        secrets = [token, cookie, PASSWORD, "a wrong word", "secret=1", answers[0].json()["csrf"]]
        assert [answer.headers["x-request-id"] for answer in answers][2] == "my-own-id-47"
        return token, secrets

    _, secrets = run(tmp_path, asked)
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    requests = [line for line in lines if line["logger"] == logs.REQUESTS]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", "/api/v1/session", 200),
        ("POST", "/api/v1/session", 401),
        ("GET", "/api/v1/tables", 200),
        ("GET", "/api/v1/tables", 200),
    ]
    assert len({line["request_id"] for line in requests}) == 4
    assert requests[2]["request_id"] == "my-own-id-47"
    assert requests[2]["user"] == "Ann"
    assert lines[-1]["message"] == "beside a request"
    assert not any(secret in log.getvalue() for secret in secrets)
