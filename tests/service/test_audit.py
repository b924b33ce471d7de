"""The audit: it finds nothing in a sound database and reports each problem with its place."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update
from tests.cli.commands import LAWFUL, UNLAWFUL, UNREADABLE, chapter47
from tests.service.pit_player import HOUSE, Crowd, close, pit_in
from tests.service.played import EXAMPLES, GAMES, play
from tests.service.units import committed, unit

from chapter47.cli.audit import audit as command
from chapter47.service.audit import audit
from chapter47.service.audit.again import Again, Recorded
from chapter47.service.chance import commitment_of
from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import OpenedSecret, Store, StoreError, Unit
from chapter47.service.store.database import Database
from chapter47.service.store.journal import canonical
from chapter47.service.store.schema import journal
from chapter47.service.store.schema import secrets as sealed_secrets
from chapter47.service.terms import YEAR, PitSettings


def test_a_pit_that_was_played_by_the_rules(database_url: str) -> None:
    units = play(database_url)
    audited = audit(database_url)
    assert audited.problems == ()
    assert audited.units == len(units)
    assert audited.rounds == len({(played.stream, played.round) for played in units if played.round})
    assert audited.transactions == sum(bool(played.entries) for played in units)


def test_every_unit_of_every_game_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that was opened when the tables closed, cards and dice included."""
    others = sorted({path.stem for path in EXAMPLES.glob("*.toml")}.difference(GAMES))
    units = play(url := f"sqlite:///{tmp_path}/pit.db", (*GAMES, *others))
    done = []
    wrong = Again._wrong

    def noted(again: Again, recorded: Recorded) -> str:
        done.append(recorded)
        return wrong(again, recorded)

    monkeypatch.setattr(Again, "_wrong", noted)
    assert audit(url).ok
    assert len(done) == sum(played.stream != "house" for played in units)


def test_a_server_may_be_at_work_meanwhile(database_url: str) -> None:
    units = play(database_url)
    store = Store.open(database_url)
    seen = []

    def writes_on(what: str, part: float) -> None:
        seen.append(what)
        assert committed(store, unit()) == [len(units) + len(seen)]

    audited = audit(database_url, writes_on)
    store.close()
    assert audited.ok
    assert audited.units == len(units)
    streams = dict.fromkeys(played.stream for played in units if played.stream != "house")
    assert seen == [f"replays {stream}" for stream in streams]


def test_an_empty_database_has_nothing_wrong(database_url: str) -> None:
    Store.open(database_url).close()
    assert audit(database_url).to_dict() == {
        "ok": True,
        "rounds": 0,
        "transactions": 0,
        "units": 0,
        "head": "00" * 32,
        "corrections": 0,
        "signed": False,
        "problems": [],
    }


Units = list[Unit]


def first(units: Units, word: bytes) -> int:
    return next(number for number, played in enumerate(units) if word in played.body)


def changed(units: Units, word: bytes, change: Callable[[dict[str, Any]], object], **fields: Any) -> Units:
    """The first unit whose body has the word, with its body changed."""
    place = first(units, word)
    body = msgspec.json.decode(units[place].body)
    change(body)
    return [*units[:place], replace(units[place], body=canonical(body), **fields), *units[place + 1 :]]


def pays_more(units: Units) -> Units:
    """Event and entry agree, and both are a dollar too much."""
    played = units[first(units, b'"Paid"')]
    paid = next(event for event in msgspec.json.decode(played.body)["events"] if event["event"] == "Paid")
    more = Entry(f"{played.stream}/inventory", bankroll(paid["bettor"]), 100)

    def change(body: dict[str, Any]) -> None:
        body["events"][body["events"].index(paid)]["amount"] += 100

    return changed(units, b'"Paid"', change, entries=(*played.entries, more))


def takes_more(units: Units) -> Units:
    """The entries take a dollar that no event knows of."""
    played = units[place := first(units, b'"Paid"')]
    more = Entry(bankroll("Bob"), f"{played.stream}/inventory", 100)
    return [*units[:place], replace(played, entries=(*played.entries, more)), *units[place + 1 :]]


def empties_the_tray(units: Units) -> Units:
    """Chips of the house leave the table with a wager."""
    played = units[place := first(units, b'"Bet"')]
    gone = Entry(f"{played.stream}/inventory", OUTSIDE, 100)
    return [*units[:place], replace(played, entries=(*played.entries, gone)), *units[place + 1 :]]


def leaves_out(units: Units) -> Units:
    return changed(units, b'"Paid"', lambda body: body.update(events=[]), entries=())


def invents(units: Units) -> Units:
    return changed(units, b'"Paid"', lambda body: body.update(events=[{"of": "round", "event": "Miracle"}]), entries=())


def opens_another(units: Units) -> Units:
    """What is opened has another hash than was published."""

    def change(body: dict[str, Any]) -> None:
        order = next(secret for secret in body["opened"] if secret["kind"] == "order")
        order["value"] = " ".join(reversed(order["value"].split()))

    return with_revealed(changed(units, b'"opened":[{', change))


def commits_to_another(units: Units) -> Units:
    """A hash of other cards was published, and those are opened: all is well but for what was dealt."""
    opened = msgspec.json.decode(units[first(units, b'"opened":[{')].body)["opened"]
    order = next(secret for secret in opened if secret["kind"] == "order")
    value = " ".join(reversed(order["value"].split()))
    shown = {"commitment": commitment_of("order", order["nonce"], value), "value": value}

    def change(body: dict[str, Any]) -> None:
        for secret in (*body.get("published", ()), *body.get("opened", ())):
            if secret["id"] == order["id"]:
                secret.update({name: shown[name] for name in secret if name in shown})

    changed_ones = changed(changed(units, order["commitment"].encode(), change), b'"opened":[{', change)
    return [
        replace(
            played,
            secrets=tuple(
                replace(row, commitment=shown["commitment"]) if row.id == order["id"] else row for row in played.secrets
            ),
        )
        for played in with_revealed(changed_ones)
    ]


def with_revealed(units: Units) -> Units:
    """What is stored as opened is what the bodies tell."""
    shown = {
        secret["id"]: msgspec.json.encode(secret)
        for played in units
        if played.opened
        for secret in msgspec.json.decode(played.body)["opened"]
    }
    return [
        replace(played, opened=tuple(OpenedSecret(row.id, shown[row.id]) for row in played.opened)) for played in units
    ]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (pays_more, "does not follow from the rules: the log says"),
        (takes_more, "Bob won "),
        (empties_the_tray, "has ledger entries that do not follow from its events"),
        (leaves_out, "does not follow from the rules"),
        (invents, "has an unreadable event"),
        (opens_another, "the commitment is not the SHA-256 of what was opened"),
        (commits_to_another, "is not reproduced from the opened secrets"),
    ],
)
def test_a_server_that_wrote_what_the_rules_do_not_say_is_found_out(
    tmp_path: Path, change: Callable[[Units], Units], what: str
) -> None:
    """The chain is whole and the ledger adds up: only playing again tells."""
    units = change(play(f"sqlite:///{tmp_path}/honest.db"))
    url = f"sqlite:///{tmp_path}/pit.db"
    store = Store.open(url)
    for shown in [store.commit_soon(played) for played in units]:
        shown.result()
    store.close()
    problems = audit(url).problems
    assert any(problem.what.startswith(what) and "table/" in problem.where for problem in problems), problems


def test_the_command_tells_what_is_wrong_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/pit.db"
    play(url)
    rounds = audit(url).rounds
    assert rounds > 3
    assert command(database=url) == LAWFUL
    assert capsys.readouterr().out.startswith(f"No problems: {rounds} rounds, ")
    store = Store.open(url)
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE accounts SET balance = balance + 1 WHERE name = 'player/Ann/bankroll'")
    store.close()
    shown = chapter47("audit", "--database", url, "--json")
    assert (shown.code, shown.err) == (UNLAWFUL, "")
    assert shown.json["ok"] is False
    assert [problem["where"] for problem in shown.json["problems"]] == ["account player/Ann/bankroll"]
    assert command(database=url) == UNLAWFUL
    out = capsys.readouterr().out
    assert out.startswith("account player/Ann/bankroll: holds $")
    assert f"1 problem: {rounds} rounds" in out


def in_play(folder: Path) -> tuple[str, Path]:
    """A pit with tables in play, whose orders and seeds are sealed."""

    async def play() -> None:
        pit = pit_in(folder)
        for game in ("blackjack", "craps"):
            table = await pit.open_table(f'game = "{game}"', HOUSE, practice=True)
            crowd = Crowd(pit, seed=3)
            await crowd.come(table)
            for _ in range(12):
                await crowd.act(table)
        await close(pit)

    asyncio.run(play())
    return f"sqlite:///{folder}/pit.db", folder / "key"


def test_with_the_key_what_is_still_sealed_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, key = in_play(tmp_path)
    done: list[Recorded] = []
    wrong = Again._wrong

    def noted(again: Again, recorded: Recorded) -> str:
        shown = wrong(again, recorded)
        done.append(recorded)
        return shown

    monkeypatch.setattr(Again, "_wrong", noted)
    assert audit(url).ok
    without = len(done)
    done.clear()
    assert audit(url, secrets=Secrets.read(key)).problems == ()
    store = Store.open(url)
    units = sum(store.version(f"table/{table.id}") for table in store.tables())
    store.close()
    assert without < len(done) == units


def test_what_was_sealed_instead_of_what_was_promised_is_found(tmp_path: Path) -> None:
    """The commitment in journal and row is that of another order: only the key tells."""
    url, key = in_play(tmp_path)
    secrets = Secrets.read(key)
    engine = Database(url).engine
    with engine.begin() as connection:
        row = connection.execute(select(sealed_secrets).where(sealed_secrets.c.kind == "order")).one()
        secret = json.loads(secrets.open(bytes(row.sealed), row.id))
        secret["value"] = " ".join(reversed(secret["value"].split()))
        other = secrets.seal(json.dumps(secret).encode(), row.id)
        connection.execute(update(sealed_secrets).where(sealed_secrets.c.id == row.id).values(sealed=other))
    engine.dispose()
    with_key = audit(url, secrets=secrets).problems
    assert {problem.where for problem in with_key} == {f"secret {row.id}"}
    assert "the commitment is not the SHA-256 of what was opened" in {problem.what for problem in with_key}


def test_another_key_opens_nothing(tmp_path: Path) -> None:
    url, _ = in_play(tmp_path)
    problems = audit(url, secrets=Secrets(bytes(32))).problems
    assert {problem.what for problem in problems} == {"does not open with this key"}


def test_a_journal_whose_end_was_cut_off_no_longer_holds_its_head(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A whole, older state of the same database: nothing in it is wrong."""
    url = f"sqlite:///{tmp_path}/pit.db"
    units = play(url)
    head = audit(url).head
    assert audit(url, heads=[head.upper()]).ok
    shorter = f"sqlite:///{tmp_path}/shorter.db"
    store = Store.open(shorter)
    last = max(place for place, played in enumerate(units) if played.kind == "closed")
    for shown in [store.commit_soon(played) for played in units[:last]]:
        shown.result()
    store.close()
    assert audit(shorter).ok
    assert command(database=shorter, head=head) == UNLAWFUL
    assert f"journal: does not contain {head}: rows were cut off" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        command(database=shorter, head="abc")
    assert ended.value.code == UNREADABLE
    with pytest.raises(SystemExit) as ended:
        command(database=shorter, key=tmp_path / "no.key")
    assert ended.value.code == UNREADABLE


def test_a_database_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StoreError, match="a database that exists"):
        audit(f"sqlite:///{tmp_path}/none.db")
    assert not list(tmp_path.iterdir())
    with pytest.raises(SystemExit) as ended:
        command(database="none", json_=True)
    assert ended.value.code == UNREADABLE
    assert json.loads(capsys.readouterr().out)["errors"][0]["key"] == "--database"


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pit.db").write_bytes(b"nothing that SQLite reads" * 100)
    problems = audit(f"sqlite:///{tmp_path}/pit.db").problems
    assert [problem.where for problem in problems] == ["database"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ({"table": "t", "round": 1}, ""),
        ({}, ""),
        ({"table": "t", "round": 2}, "corrects round 2 of table t, which was not played before it"),
        ({"table": "u", "round": 1}, "corrects round 1 of table u, which was not played before it"),
        ({"table": "t"}, "corrects round 0 of table t, which was not played before it"),
        ({"round": "one"}, "is a correction that cannot be read"),
    ],
)
def test_a_correction_of_a_round_that_was_not_played_is_found(tmp_path: Path, body: dict[str, Any], what: str) -> None:
    store = Store.open(url := f"sqlite:///{tmp_path}/pit.db")
    paid = (Entry(OUTSIDE, bankroll("Ann"), 5_00, "miscounted"),)
    correction = unit(kind="correction", body=canonical({"reason": "miscounted", **body}), entries=paid)
    committed(store, unit("table/t", round=1), correction, unit("table/t", round=2))
    store.close()
    audited = audit(url)
    assert (audited.corrections, audited.to_dict()["corrections"]) == (1, 1)
    assert [problem.what for problem in audited.problems if problem.where == "journal 2 (house version 1)"] == [
        *filter(None, [what])
    ]


def test_only_the_outside_may_be_overdrawn(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/pit.db")
    store.commit_soon(unit(entries=(Entry(OUTSIDE, bankroll("Ann"), 1),))).result()
    assert store.balances() == {OUTSIDE: -1, bankroll("Ann"): 1}
    store.close()


def test_a_start_forgets_the_tables_whose_time_is_over(tmp_path: Path) -> None:
    units = play(url := f"sqlite:///{tmp_path}/pit.db")
    closed = sorted({played.stream for played in units if played.kind == "closed"})
    store = Store.open(url)

    async def start(years: int, now: int) -> list[str]:
        await Pit(store, Secrets(bytes(32)), PitSettings(retention_years=years), clock=lambda: now).start(
            clock_confirmed=True
        )
        return [
            stream
            for shown in store.house(kinds=["forgotten"])
            for stream in msgspec.json.decode(shown.body)["streams"]
        ]

    assert committed(store, unit(at=11 * YEAR)) == [len(units) + 1]
    assert asyncio.run(start(0, 12 * YEAR)) == []
    assert asyncio.run(start(11, 12 * YEAR)) == []
    assert asyncio.run(start(10, 12 * YEAR)) == closed
    store.close()
    assert audit(url).ok


def test_what_is_forgotten_after_its_time_leaves_a_whole_journal(database_url: str) -> None:
    units = play(database_url)
    stream = next(played.stream for played in units if played.kind == "closed")
    ended = max(played.at for played in units if played.stream == stream)
    store = Store.open(database_url)
    newest, wrong_clock = units[-1].at, 10**15
    assert asyncio.run(store.forget(now=wrong_clock, retention=newest - ended)) == ()
    assert asyncio.run(store.forget(now=newest, retention=newest - ended - 1)) == (stream,)
    assert asyncio.run(store.forget(now=newest, retention=newest - ended - 1)) == ()
    assert {stored.body for stored in store.units_of(stream.removeprefix("table/"))} == {b""}
    assert b"" not in {stored.body for stored in store.house()}
    store.close()
    assert audit(database_url).problems == ()
    engine = Database(database_url).engine
    with engine.begin() as connection:
        last = update(journal).where(journal.c.stream == units[-1].stream, journal.c.version == 3)
        connection.execute(last.values(body=b""))
    engine.dispose()
    assert audit(database_url).problems[0].what == "has no body, although its stream was never purged"
