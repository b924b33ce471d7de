"""A small pit that has been played: a table of every kind of game with its units, entries and rows."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.service.units import unit

from chapter47 import games
from chapter47.core.event import Collected, Paid
from chapter47.service.money import OUTSIDE, Entry, bankroll, drop, inventory, layout
from chapter47.service.store import OpenedSecret, RowChange, SecretRow, Store, Unit
from chapter47.service.store.journal import canonical
from chapter47.session import script
from chapter47.session.session import Session

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
SCRIPTS: Final = {
    "blackjack.toml": "bet 1 Ann 10\nbet 2 Bob 20\ndeal\nAnn stand\nBob stand\n" * 3,
    "craps.toml": (EXAMPLES / "craps-come.script").read_text(encoding="utf-8"),
    "baccarat.toml": "sit 1 Ann\nsit 2 Bob\nopen\n" + "bet Ann banker 25\nbet Bob tie 10\ndeal\n" * 2,
}


def units_played() -> Iterator[Unit]:
    """Everything that is committed while these scripts are played."""
    yield unit(kind="user", rows=(RowChange("users", "Ann", {"role": "player"}), RowChange("users", "Eve", {"x": 1})))
    yield unit(kind="user", rows=(RowChange("users", "Eve", None), RowChange("users", "Ann", {"role": "dealer"})))
    for number, (name, acts) in enumerate(SCRIPTS.items(), start=1):
        yield from _table(str(number), (EXAMPLES / name).read_text(encoding="utf-8"), acts)


def _table(table: str, file: str, acts: str) -> Iterator[Unit]:
    stream, secret = f"table/{table}", SecretRow(f"shoe-{table}", "order", "00" * 32, b"sealed")
    opened = RowChange("tables", table, {"status": "open", "file": file})
    yield unit(stream, kind="opened", body=canonical({"file": file}), rows=(opened,), secrets=(secret,))
    buys = [Entry(OUTSIDE, inventory(table), 10_000_00)]
    for player in ("Ann", "Bob"):
        buys += [Entry(OUTSIDE, drop(table), 500_00), Entry(inventory(table), bankroll(player), 500_00)]
    yield unit(stream, entries=tuple(buys), key=f"buy-{table}", reply=b"{}")
    session = Session(games.parse(file), seed=47)
    for number, line in enumerate(script.parse(acts, session.playing.acts)):
        yield _performed(session, stream, table, line.act, number)
    yield unit(stream, kind="shoe", opened=(OpenedSecret(secret.id, b"revealed"),))


def _performed(session: Session, stream: str, table: str, act: Any, number: int) -> Unit:
    before, staked = len(session.table.log), dict(session.table.staked)
    refusal = session.perform(act)
    assert refusal is None, refusal
    if not session.table.between_rounds and "stand" in str(act):
        session.go_on()
    happened = session.table.log[before:]
    events = session.playing.log.events
    lines = [{"of": entry.source, **events.to_json(entry.event)} for entry in happened]
    return unit(
        stream,
        kind="command",
        actor="Ann",
        at=1_000 + number,
        body=canonical({"act": str(act), "events": lines}),
        entries=tuple(_moved(table, staked, session.table.staked, [entry.event for entry in happened])),
        key=f"{table}-{number}",
        reply=b'{"ok": true}',
        round=len(session.book.rounds),
        players=("Ann", "Bob"),
        snapshot=b"snapshot %d" % number,
    )


def _moved(table: str, before: Any, after: Any, events: list[Any]) -> Iterator[Entry]:
    won: Counter[str] = Counter()
    for event in events:
        if isinstance(event, (Paid, Collected)):
            won[event.bettor] += event.amount if isinstance(event, Paid) else -event.amount
    for player in ("Ann", "Bob"):
        laid = after.get(player, 0) - before.get(player, 0)
        yield from _entry(inventory(table), bankroll(player), won[player])
        yield from _entry(bankroll(player), layout(table, player), laid)


def _entry(debit: str, credit: str, amount: int) -> Iterator[Entry]:
    if amount:
        yield Entry(debit, credit, amount) if amount > 0 else Entry(credit, debit, -amount)


def play(url: str) -> None:
    """Stores all of it."""
    store = Store.open(url)
    told = [store.commit_soon(played) for played in units_played()]
    assert [future.result() for future in told] == list(range(1, len(told) + 1))
    store.close()
