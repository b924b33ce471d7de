"""The audit: nothing is found where all is well, and what is wrong is told with its place."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import update
from tests.cli.commands import LAWFUL, UNLAWFUL, UNREADABLE, chapter47
from tests.service.played import play, units_played
from tests.service.units import committed, unit

from chapter47.cli.audit import audit as command
from chapter47.service.audit import audit
from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.store import RowChange, Store, StoreError, Unit
from chapter47.service.store.database import Database
from chapter47.service.store.journal import canonical
from chapter47.service.store.schema import journal


def test_a_pit_that_was_played_by_the_rules(database_url: str) -> None:
    play(database_url)
    audited = audit(database_url)
    assert audited.problems == ()
    assert (audited.rounds, audited.units) == (7, 45)
    assert audited.transactions == sum(bool(played.entries) for played in units_played())


def test_a_server_may_be_at_work_meanwhile(database_url: str) -> None:
    play(database_url)
    store = Store.open(database_url)
    seen = []

    def writes_on(what: str, part: float) -> None:
        seen.append(what)
        assert committed(store, unit()) == [45 + len(seen)]

    audited = audit(database_url, writes_on)
    store.close()
    assert audited.ok
    assert audited.units == 45
    assert seen == ["plays table/1 again", "plays table/2 again", "plays table/3 again"]


def test_an_empty_database_has_nothing_wrong(database_url: str) -> None:
    Store.open(database_url).close()
    assert audit(database_url).to_dict() == {
        "ok": True,
        "rounds": 0,
        "transactions": 0,
        "units": 0,
        "head": "00" * 32,
        "problems": [],
    }


def pays(events: list[dict[str, object]]) -> dict[str, object] | None:
    return next((event for event in events if event["event"] == "Paid"), None)


def paid_more(played: Unit) -> Unit:
    """Event and entry agree, and both are a dollar too much."""
    body = msgspec.json.decode(played.body)
    paid = pays(body["events"])
    assert paid is not None
    paid["amount"] += 100  # type: ignore[operator]
    more = Entry(f"{played.stream}/inventory", bankroll(str(paid["bettor"])), 100)
    return replace(played, body=canonical(body), entries=(*played.entries, more))


def took_more(played: Unit) -> Unit:
    """The entries take a dollar that no event knows of."""
    return replace(played, entries=(*played.entries, Entry(bankroll("Bob"), f"{played.stream}/inventory", 100)))


def left_out(played: Unit) -> Unit:
    return replace(played, body=canonical({**msgspec.json.decode(played.body), "events": []}), entries=())


def no_event(played: Unit) -> Unit:
    return replace(played, body=canonical({"events": [{"of": "round", "event": "Miracle"}]}), entries=())


def no_json(played: Unit) -> Unit:
    return replace(played, body=b"[", entries=())


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        (paid_more, "does not follow from the rules: the log says"),
        (took_more, "Bob won "),
        (left_out, "does not follow from the rules"),
        (no_event, "has an event that cannot be read"),
        (no_json, "has an event that cannot be read"),
    ],
)
def test_a_server_that_wrote_what_the_rules_do_not_say_is_found_out(
    tmp_path: Path, changed: Callable[[Unit], Unit], what: str
) -> None:
    """The chain is whole and the ledger adds up: only the rules tell."""
    units = list(units_played())
    place = next(number for number, played in enumerate(units) if b'"Paid"' in played.body)
    stream = units[place].stream
    units[place] = changed(units[place])
    url = f"sqlite:///{tmp_path}/pit.db"
    store = Store.open(url)
    for played in units:
        store.commit_soon(played).result()
    store.close()
    problems = audit(url).problems
    assert any(problem.what.startswith(what) and stream in problem.where for problem in problems), problems


def test_the_command_tells_what_is_wrong_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/pit.db"
    play(url)
    assert command(database=url) == LAWFUL
    assert capsys.readouterr().out.startswith("All is well: 7 rounds, ")
    store = Store.open(url)
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE accounts SET balance = balance + 1 WHERE name = 'player/Ann/bankroll'")
    store.close()
    told = chapter47("audit", "--database", url, "--json")
    assert (told.code, told.err) == (UNLAWFUL, "")
    assert told.json["ok"] is False
    assert [problem["where"] for problem in told.json["problems"]] == ["account player/Ann/bankroll"]
    assert command(database=url) == UNLAWFUL
    out = capsys.readouterr().out
    assert out.startswith("account player/Ann/bankroll: holds $")
    assert "1 problem: 7 rounds" in out


def test_a_database_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StoreError, match="a database that exists"):
        audit(f"sqlite:///{tmp_path}/none.db")
    assert not list(tmp_path.iterdir())
    with pytest.raises(SystemExit) as ended:
        command(database="none", json_=True)
    assert ended.value.code == UNREADABLE
    assert json.loads(capsys.readouterr().out)["errors"][0]["key"] == "--database"


def test_what_is_no_database_of_ours_is_told(tmp_path: Path) -> None:
    (tmp_path / "pit.db").write_bytes(b"nothing that SQLite reads" * 100)
    problems = audit(f"sqlite:///{tmp_path}/pit.db").problems
    assert [problem.where for problem in problems] == ["database"]


def test_only_the_outside_may_be_overdrawn(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/pit.db")
    store.commit_soon(unit(entries=(Entry(OUTSIDE, bankroll("Ann"), 1),))).result()
    assert store.balances() == {OUTSIDE: -1, bankroll("Ann"): 1}
    store.close()


def test_what_is_forgotten_after_its_time_leaves_a_whole_journal(database_url: str) -> None:
    play(database_url)
    store = Store.open(database_url)
    closed = RowChange("tables", "1", {"status": "closed"})
    assert committed(store, unit("table/1", kind="closed", at=5_000, rows=(closed,))) == [46]
    assert asyncio.run(store.forget(before=5_000, at=9_000)) == ()
    assert asyncio.run(store.forget(before=5_001, at=9_000)) == ("table/1",)
    assert asyncio.run(store.forget(before=5_001, at=9_000)) == ()
    assert {stored.body for stored in store.units_of("1")} == {b""}
    assert b"" not in {stored.body for stored in store.units_of("2")}
    store.close()
    assert audit(database_url).problems == ()
    engine = Database(database_url).engine
    with engine.begin() as connection:
        connection.execute(
            update(journal).where(journal.c.stream == "table/2", journal.c.version == 3).values(body=b"")
        )
    engine.dispose()
    assert [problem.what for problem in audit(database_url).problems][:1] == [
        "has no body, and nobody has forgotten its stream"
    ]
