"""All random outcomes of a table in one file, which checks a shoe, dice, amounts and every shuffler."""

import asyncio
import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from tests.service.pit_player import EXAMPLES, HOUSE, Crowd, close, pit_in
from tests.service.test_secrets_kept import FURTHER

from chapter47.cli.verify import verify
from chapter47.service import long_chance_file
from chapter47.service.chance import ORDER, SEED, commitment_of
from chapter47.service.chance_file import ChanceFile, ChanceRecord, problems_with_file
from chapter47.service.pit import Pit
from chapter47.service.terms import Actor, ServiceError

ACTS: Final = 40
TABLES: Final = {
    **{path.stem: path.read_text() for path in EXAMPLES},
    **FURTHER,
    "double-shoe-reshuffled": 'game = "blackjack"\ndecks = 2\nshoe = "double"\ncut_card = 0.9',
    "bonus": 'game = "blackjack"\n[wagers.blackjack-bonus]',
}
ZOE, ABE = Actor("Zoe", "player"), Actor("Abe", "player")


async def played(folder: Path, file: str, *, closed: bool = True, calls: bool = False) -> tuple[ChanceFile, bytes]:
    """A table at which two play whose names come in the other order than they do."""
    pit = pit_in(folder, randomness=Random(4))
    table = await pit.open_table(file, HOUSE, practice=True)
    crowd = Crowd(pit, seed=4, players=(ZOE, ABE))
    await crowd.come(table)
    if file in (TABLES["craps"], TABLES["bonus"]):
        await (throws if file == TABLES["craps"] else bonus)(pit, table)
    else:
        for number in range(ACTS):
            await crowd.act(table)
            if calls and number % 7 == 6:
                await by_the_house(
                    pit,
                    table,
                    ("supervisor shuffle", "supervisor recut", "supervisor recut by next player", "dealer report jam"),
                )
    if closed:
        await crowd.end(table)
        await pit.close_table(table, HOUSE)
    shown = b"".join(pit.chance_file(table))
    await close(pit)
    return msgspec.json.decode(shown, type=ChanceFile), shown


async def throws(pit: Pit, table: str) -> None:
    """The bettor acts while a wager is on the layout."""
    for line in ("Zoe join", "Zoe take dice"):
        await pit.act(table, ZOE, line)
    for _ in range(5):
        await pit.act(table, ZOE, "Zoe bet 10 on pass")
        while pit.table(table).in_play.staked:
            await pit.act(table, ZOE, "dealer send dice")
            with suppress(ServiceError):
                await pit.act(table, ZOE, "Zoe take dice")


async def bonus(pit: Pit, table: str) -> None:
    """Until two blackjacks came, for which amounts are drawn."""
    await pit.act(table, ZOE, "Zoe sit at 1")
    while pit.table(table).chance.held.drawn < 2:
        for line in ("Zoe bet 10 on 1", "Zoe bet 1 on blackjack-bonus 1 at 1", "dealer deal"):
            await pit.act(table, ZOE, line)
        while pit.table(table).in_play.staked:
            with suppress(ServiceError):
                await pit.act(table, ZOE, "Zoe stand")
            with suppress(ServiceError):
                await pit.act(table, ZOE, "Zoe decline")


async def by_the_house(pit: Pit, table: str, lines: tuple[str, ...]) -> None:
    """What the supervisor may do with the cards, where it fits."""
    for line in lines:
        with suppress(ServiceError):
            await pit.act(table, HOUSE, line)


@pytest.mark.parametrize("name", TABLES)
def test_a_player_verifies_a_whole_table_from_one_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, content = asyncio.run(played(tmp_path, TABLES[name], calls=True))
    assert problems_with_file(shown) == ([], len(shown.units), 0)
    assert all(secret.opened for secret in shown.commitments)
    assert not [player for player in (b"Zoe", b"Abe", b"Sue") if player in content], "nobody is named"
    file = tmp_path / "table.json"
    file.write_bytes(content)
    assert verify(file) == 0
    assert f"Verified: {len(shown.units)} acts reproduced" in capsys.readouterr().out


def test_what_is_still_sealed_is_not_told_and_waits(tmp_path: Path) -> None:
    shown, _ = asyncio.run(played(tmp_path, TABLES["six-to-five"], closed=False))
    checked = problems_with_file(shown)
    assert checked.problems == []
    assert checked.sealed > 0
    assert [secret.opened for secret in shown.commitments if secret.kind == SEED] == [None, None]


Changed = Callable[[dict[str, Any]], object]


def opened(shown: dict[str, Any], kind: str) -> dict[str, Any]:
    secrets: list[dict[str, Any]] = shown["commitments"]
    return [secret for secret in secrets if secret["kind"] == kind][0 if kind == SEED else -1]


def another_order(shown: dict[str, Any]) -> None:
    """The house opens other cards than it has committed to."""
    secret = opened(shown, ORDER)["opened"]
    secret["value"] = " ".join(reversed(secret["value"].split()))


def another_promise(shown: dict[str, Any]) -> None:
    """Another order with its own hash: as if it had been published."""
    another_order(shown)
    secret = opened(shown, ORDER)
    secret["commitment"] = commitment_of(ORDER, secret["opened"]["nonce"], secret["opened"]["value"])
    secret["opened"]["commitment"] = secret["commitment"]


def another_card(shown: dict[str, Any]) -> None:
    for unit in shown["units"]:
        for place, came in enumerate(unit.get("came", ())):
            if came.startswith("Dealt"):
                unit["came"][place] = came.replace(came.split()[1], "Ah" if "As" in came else "As")
                return


def a_card_less(shown: dict[str, Any]) -> None:
    dealt = next(unit for unit in shown["units"] if any("Dealt" in came for came in unit.get("came", ())))
    dealt["came"].pop()


def another_seed(shown: dict[str, Any]) -> None:
    secret = opened(shown, SEED)
    secret["opened"]["value"] = "00" * 32
    secret["commitment"] = commitment_of(SEED, "", "00" * 32)


def another_throw(shown: dict[str, Any]) -> None:
    for unit in shown["units"]:
        for place, came in enumerate(unit.get("came", ())):
            if came.startswith("Thrown"):
                first, second = map(int, came.split()[1:3])
                unit["came"][place] = f"Thrown {first % 6 + 1} {second}"
                return


def too_many_steps(shown: dict[str, Any]) -> None:
    shown["units"][-2]["steps"] = 10**12


def no_act(shown: dict[str, Any]) -> None:
    shown["units"][1]["act"] = "nonsense here"


def no_table(shown: dict[str, Any]) -> None:
    shown["file"] = 'game = "whist"'


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("blackjack", another_order, "the commitment is not the SHA-256 of what was opened"),
        ("blackjack", another_promise, "the opened secrets give"),
        ("blackjack", another_card, "the opened secrets give"),
        ("blackjack", a_card_less, "the opened secrets give"),
        ("baccarat", another_promise, "the opened secrets give"),
        ("double-shoe", another_promise, "the opened secrets give"),
        ("continuous", another_seed, "the opened secrets give"),
        ("bart-carter", another_seed, "the opened secrets give"),
        ("bonus", another_seed, "the opened secrets give"),
        ("craps", another_seed, "the opened secrets give"),
        ("craps", another_throw, "the opened secrets give"),
        ("blackjack", too_many_steps, "cannot be replayed"),
        ("blackjack", no_act, "cannot be replayed"),
        ("blackjack", no_table, "the table cannot be played"),
    ],
)
def test_whatever_was_changed_is_found(
    name: str, change: Changed, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, content = asyncio.run(played(tmp_path, TABLES[name]))
    shown = json.loads(content)
    change(shown)
    file = tmp_path / "table.json"
    file.write_text(json.dumps(shown))
    assert verify(file, json_=True) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["ok"]
    assert said in answer["problems"][-1]


@pytest.mark.parametrize(("name", "least"), [("craps", 5), ("continuous", 5), ("bart-carter", 2)])
def test_seeds_that_follow_each_other_are_followed(
    name: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seed for every draw; of cards that go back among others, until all of them are mixed again."""
    for module in ("chance", "opened_chance"):
        monkeypatch.setattr(f"chapter47.service.{module}.DRAWS_OF_A_SEED", 1)
    shown, _ = asyncio.run(played(tmp_path, TABLES[name]))
    assert len([secret for secret in shown.commitments if secret.kind == SEED]) >= least
    assert problems_with_file(shown) == ([], len(shown.units), 0)


def test_an_unknown_table_has_none(tmp_path: Path) -> None:
    async def asked() -> list[str]:
        pit = pit_in(tmp_path)
        codes = []
        for ask in (pit.chance_file, pit.commitments):
            with pytest.raises(ServiceError) as error:
                ask("nowhere")
            codes.append(error.value.code)
        await close(pit)
        return codes

    assert asyncio.run(asked()) == ["table.unknown"] * 2


def test_a_long_table_is_written_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is: so many units are read and sent at a time, and those that come meanwhile are left out."""
    monkeypatch.setattr("chapter47.service.past_play.UNITS_READ_AT_ONCE", 7)
    monkeypatch.setattr("chapter47.service.chance_file.UNITS_IN_A_PIECE", 5)

    async def shown() -> list[bytes]:
        pit = pit_in(tmp_path)
        table = await pit.open_table(TABLES["blackjack"], HOUSE)
        crowd = Crowd(pit, seed=1)
        await crowd.come(table)
        while pit.table(table).version < 40:
            await crowd.act(table)
        file = pit.chance_file(table)
        pieces = [next(file)]
        await pit.pause(table, HOUSE)
        pieces += file
        await close(pit)
        return pieces

    pieces = asyncio.run(shown())
    assert len(pieces) > 8
    read = msgspec.json.decode(b"".join(pieces), type=ChanceFile)
    assert [unit.version for unit in read.units] == list(range(1, len(read.units) + 1))
    assert len(read.units) >= 40
    assert problems_with_file(read).problems == []


def test_a_file_that_is_long_takes_no_more_memory_than_a_short_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table that is open for days: its units are looked at one after another, and none is kept."""
    _, content = asyncio.run(played(tmp_path, TABLES["blackjack"], closed=False))
    shown = json.loads(content)
    peaks = []
    for further in (1_000, 30_000):
        file = tmp_path / f"{further}.json"
        file.write_text(json.dumps({**shown, "units": shown["units"] + shown["units"][-1:] * further}, indent=1))
        tracemalloc.start()
        code = verify(file, json_=True)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        answer = json.loads(capsys.readouterr().out)
        assert (code, answer["units"] + answer["sealed"]) == (0, len(shown["units"]) + further)
    assert file.stat().st_size > 2_000_000
    assert peaks[1] < peaks[0] + 100_000


@pytest.mark.parametrize("piece", [1, 7, 100])
def test_units_are_the_same_whatever_pieces_they_are_read_in(
    piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_chance_file, "BYTES_AT_ONCE", piece)
    units = [
        ChanceRecord(version=1, act="Zoë bet 10 on 1", came=("Dealt Ah", 'a "quoted" [word], {}')),
        ChanceRecord(version=2, steps=3),
    ]
    whole = ChanceFile(file="", commitments=(), units=tuple(units))
    file = tmp_path / "pieces.json"
    for indent in (None, 2):
        file.write_text(json.dumps(msgspec.to_builtins(whole), indent=indent, ensure_ascii=False), encoding="utf-8")
        read = long_chance_file.read(file)
        assert isinstance(read, long_chance_file.LongChanceFile)
        assert (list(read.units), len(read.units)) == (units, 2)


@pytest.mark.parametrize("units", ["5", "{}", '"units"', "[5]", '[{"version": "x"}]', '[{"version": 1}, 12]'])
def test_invalid_units_are_refused_anywhere_in_the_file(units: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(f'{{"file": "", "commitments": [], "units": {units}}}')
    with pytest.raises(SystemExit) as stopped:
        verify(file)
    assert stopped.value.code == 2
