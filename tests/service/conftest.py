"""Databases for the tests of the pit: a file of SQLite and a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.postgres import Postgres

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of this process."""
    server = Postgres()
    yield server
    server.end()


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database; a test that asks for it runs on both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/pit.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
