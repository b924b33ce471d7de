"""The API keeps to its own description: what it says it takes and answers is what it takes and answers."""

import asyncio
import warnings
from pathlib import Path
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import checks
from schemathesis.core.result import Ok
from tests.give_up import SECONDS
from tests.service.nursery import ForkedServer
from tests.service.running import PASSWORD

from chapter47.client import Client

EXAMPLES_OF_EACH: Final = 4
CHECKS: Final = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]
FOR_ADMINISTRATORS: Final = ("/users", "/refusals", "/house", "/journal/head")
FOR_AUDITORS: Final = ("/journal", "/audits")


async def tokens(server: ForkedServer) -> dict[str, str]:
    people = await server.people(Sue="supervisor", Olga="auditor")
    all_end = await server.people(Ben="dealer")
    async with Client(server.url, seconds=SECONDS) as door:
        made = await door.make_token("admin", PASSWORD, ["read", "manage"])
        ends = await door.make_token("admin", PASSWORD, ["read"])
    return {**people, "admin": made.token, "ends": ends.token, "ends all": all_end["Ben"]}


def token_for(operation: Any, people: dict[str, str]) -> str:
    if operation.method.upper() == "DELETE" and operation.path.endswith("/session"):
        return people["ends"]
    if operation.method.upper() == "DELETE" and operation.path.endswith("/tokens"):
        return people["ends all"]
    if operation.path.endswith(FOR_AUDITORS):
        return people["Olga"]
    return people["admin" if operation.path.endswith(FOR_ADMINISTRATORS) or "/users/" in operation.path else "Sue"]


def keeps_to_it(operation: Any, token: str) -> int:
    """Some requests as described, and some that are not: how many."""
    answered = 0

    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES_OF_EACH, database=None, suppress_health_check=list(HealthCheck), deadline=None)
    def asked(case: Any) -> None:
        nonlocal answered
        answered += 1
        answer = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=SECONDS)
        case.validate_response(answer, checks=CHECKS)

    asked()
    return answered


def test_the_api_keeps_to_its_description(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path, "--demo").start()
    try:
        people = asyncio.run(tokens(server))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the libraries that make the requests
            schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
            operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
            answered = [keeps_to_it(operation, token_for(operation, people)) for operation in operations]
        assert len(operations) > 30
        assert sum(answered) > 2 * len(operations)
    finally:
        server.kill()
