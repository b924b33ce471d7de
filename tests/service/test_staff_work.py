"""What staff do beside the games: slips without gaps, requests met once, a deal stopped, rules changed, counts."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.pit_player import AT_ONCE, HOUSE, close, shown

from chapter47.service.audit import audit
from chapter47.service.floor_view import floor, pace
from chapter47.service.money import OUTSIDE, Entry, bankroll, inventory
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store, inspecting
from chapter47.service.terms import Actor, ServiceError

ANN, DAN = Actor("Ann", "player"), Actor("Dan", "dealer")
BLACKJACK = 'game = "blackjack"\n'
MINUTE = 60_000


def played(folder: Path, do: Callable[[Pit, str], Awaitable[Any]], url: str = "", **settings: Any) -> Any:
    """With one open table; afterwards an audit must find nothing."""
    url = url or f"sqlite:///{folder / 'pit.db'}"

    async def work() -> Any:
        chosen = msgspec.structs.replace(AT_ONCE, **settings)
        pit = Pit(Store.open(url), Secrets.at(folder / "key"), chosen)
        await pit.start()
        try:
            return await do(pit, await pit.open_table(BLACKJACK, HOUSE, name="BJ 1"))
        finally:
            await close(pit)

    answer = asyncio.run(work())
    assert audit(url).problems == ()
    return answer


async def refusal(doing: Awaitable[Any]) -> str:
    with pytest.raises(ServiceError) as refused:
        await doing
    return refused.value.code


def test_slips_have_numbers_without_a_gap_and_a_retry_takes_none(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> list[tuple[int, str, int, int]]:
        await asyncio.gather(*(pit.fill(table, 100_00, HOUSE, key=f"fill {number}") for number in range(3)))
        again = await pit.fill(table, 100_00, HOUSE, key="fill 1")
        assert msgspec.json.decode(again.body)["slip"] in (1, 2, 3)
        assert await refusal(pit.credit(table, 10_000_00, HOUSE)) == "chips.short"
        await pit.credit(table, 50_00, HOUSE)
        return [(slip.number, slip.kind, slip.amount, slip.tray) for slip in pit.slips(table)]

    fills = [(number, "fill", 100_00, 100_00 * number) for number in (3, 2, 1)]
    assert played(tmp_path, do) == [(4, "credit", 50_00, 250_00), *fills]


def test_automatic_fills_have_slips_too(tmp_path: Path) -> None:
    """What the cage sends for a buy-in is in the series of the cage, what a table needs to pay in its own."""

    async def do(pit: Pit, table: str) -> None:
        bought = await pit.buy_in(table, "Ann", 100_000_00, HOUSE, key="cash")
        assert msgspec.json.decode(bought.body)["slip"] == 1
        await pit.buy_in(table, "Ann", 100_000_00, HOUSE, key="cash")
        (first,) = pit.slips(table)
        assert (first.number, first.by, first.automatic, first.series) == (1, "house", True, "")
        assert (first.amount, first.tray) == (100_000_00, 0)
        await pit.act(table, ANN, "Ann sit at 1")
        hosted = pit.table(table)
        while not (own := [slip for slip in pit.slips(table) if slip.series]):
            if tray := pit.balances(inventory(table)).get(inventory(table), 0):
                await pit.credit(table, tray, HOUSE)
            await pit.act(table, ANN, "Ann bet 1000 on 1")
            await pit.act(table, ANN, "dealer deal")
            while hosted.hosting.awaited(hosted.in_play):
                await pit.act(table, ANN, str(hosted.hosting.time_is_up(hosted.in_play)))
        (last,) = own
        assert (last.series, last.automatic, last.kind) == (table, True, "fill")
        assert last.amount % pit.house.settings.inventory == 0
        numbers = sorted(slip.number for slip in pit.slips(table) if not slip.series)
        assert numbers == list(range(1, len(numbers) + 1))

    played(tmp_path, do)


def test_slips_go_on_after_a_restart(tmp_path: Path) -> None:
    async def fill(pit: Pit, table: str) -> int:
        return int(msgspec.json.decode((await pit.fill(table, 1_00, HOUSE)).body)["slip"])

    assert [played(tmp_path, fill), played(tmp_path, fill)] == [1, 2]


def test_a_request_for_chips_is_met_once(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> int:
        request = await pit.request_buy_in(table, "Ann", 100_00)
        other = await pit.request_buy_in(table, "Ann", 5_00)
        assert await refusal(pit.buy_in(table, "Bob", 100_00, HOUSE, request=request.id)) == "request.other"
        await pit.buy_in(table, "Ann", 100_00, HOUSE, request=request.id, key="mine")
        await pit.buy_in(table, "Ann", 100_00, HOUSE, request=request.id, key="mine")
        assert await refusal(pit.buy_in(table, "Ann", 100_00, DAN, request=request.id)) == "request.unknown"
        await pit.requests.withdraw(other, "Ann")
        assert list(pit.requests) == []
        for _ in range(3):
            await pit.request_buy_in(table, "Ann", 1_00)
        assert await refusal(pit.request_buy_in(table, "Ann", 1_00)) == "request.too-many"
        return pit.house.holds(bankroll("Ann"))

    assert played(tmp_path, do) == 100_00


def test_a_stopped_deal_goes_on_by_hand_and_calls_are_offered_between_its_steps(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> None:
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        await pit.act(table, ANN, "Ann sit at 1")
        await pit.act(table, ANN, "Ann bet 10 on 1")
        assert await refusal(pit.step_deal(table, HOUSE, 1)) == "deal.not_stopped"
        await pit.stop_deal(table, DAN, reason="a spilled drink")
        assert await refusal(pit.step_deal(table, HOUSE, 1)) == "deal.waits"
        await pit.act(table, HOUSE, "dealer deal")
        before = (await shown(pit, table, HOUSE))["version"]
        assert not pit.table(table).waits
        assert "missed-card" in {offer["act"].get("kind") for offer in (await shown(pit, table, HOUSE))["may"]}
        assert (await shown(pit, table, ANN))["may"] == []
        await pit.step_deal(table, DAN, 1)
        assert (await shown(pit, table, HOUSE))["version"] == before + 1
        await pit.act(table, HOUSE, "dealer call drawn-unseen")
        await pit.start_deal(table, DAN)
        assert pit.table(table).waits

    played(tmp_path, do)


def test_where_so_set_a_dealer_works_at_assigned_tables_only(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> list[str]:
        codes = [
            await refusal(pit.stop_deal(table, DAN)),
            await refusal(pit.buy_in(table, "Ann", 1_00, DAN)),
            await refusal(pit.act(table, DAN, "dealer deal")),
        ]
        await pit.assign_dealer(table, "Dan", HOUSE)
        await pit.buy_in(table, "Ann", 1_00, DAN)
        return codes

    assert played(tmp_path, do, own_tables_only=True) == ["table.not_assigned"] * 3


@pytest.mark.parametrize(
    ("gives", "takes", "code"),
    [({5_00: 5}, {25_00: 1}, ""), ({5_00: 4}, {25_00: 1}, "colour.worth"), ({500_00: 1}, {100_00: 5}, "chips.short")],
)
def test_a_colour_change_keeps_what_the_chips_are_worth(
    tmp_path: Path, gives: dict[int, int], takes: dict[int, int], code: str
) -> None:
    async def do(pit: Pit, table: str) -> tuple[str, int]:
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        change = pit.colour_change(table, "Ann", gives, takes, DAN)
        refused = await refusal(change) if code else str((await change).version and "")
        return refused, pit.house.holds(bankroll("Ann"))

    assert played(tmp_path, do) == (code, 100_00)


def test_new_rules_take_effect_at_their_time_under_the_same_name(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> list[tuple[str, int]]:
        await pit.announce_rules(table, 'game = "blackjack"\nminimum = "25"\n', HOUSE, minutes=30)
        reported = pit.table(table).values["change"]
        assert reported["at"] > pit.house.now()
        await pit.change_rules_that_are_due()
        assert [each.id for each in pit.tables()] == [table]
        await pit.keep_rules(table, HOUSE)
        assert await refusal(pit.keep_rules(table, HOUSE)) == "rules.no_change"
        await pit.announce_rules(table, 'game = "blackjack"\nminimum = "25"\n', HOUSE, minutes=0)
        for _ in range(2):
            await pit.change_rules_that_are_due()
        return [(each.name, each.minimum) for each in pit.tables()]

    assert played(tmp_path, do) == [("BJ 1", 25_00)]


def test_an_unlawful_change_of_rules_is_refused(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> str:
        return await refusal(pit.announce_rules(table, 'game = "blackjack"\nboxes = 7\nsplit_hands = 4\n', HOUSE))

    assert played(tmp_path, do) == "table.not_lawful"


def test_the_ledger_of_an_account_and_the_count_agree(tmp_path: Path, database_url: str) -> None:
    async def do(pit: Pit, table: str) -> None:
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        await pit.cash_out("Ann", 40_00, HOUSE)
        with pit.store.reading() as connection:
            lines = inspecting.ledger_lines(connection, bankroll("Ann"))
            sums = {each.why: (each.came, each.went) for each in inspecting.account_sums(connection, inventory(table))}
            journal = inspecting.journal_lines(connection, inspecting.JournalFilter(kind="cash-out"))
        assert [(line.change, line.balance) for line in lines] == [(100_00, 100_00), (-40_00, 60_00)]
        assert sums == {"fill": (AT_ONCE.inventory, 0), "buy-in": (0, 100_00)}
        assert [(row.actor, row.player, row.amount) for row in journal] == [("Sue", "Ann", 40_00)]
        counted = msgspec.json.decode((await pit.count(table, 1, 100_00, HOUSE)).body)
        assert counted["ledger"] == {"chips": AT_ONCE.inventory - 100_00, "cash": 100_00}

    played(tmp_path, do, database_url)


def test_a_correction_is_shown_with_the_round_that_it_corrects(tmp_path: Path, database_url: str) -> None:
    """To staff, and to the player whose chips it changed; also when a second supervisor approves it."""
    bob, sam = Actor("Bob", "player"), Actor("Sam", "supervisor")

    async def do(pit: Pit, table: str) -> None:
        for player in (ANN, bob):
            await pit.buy_in(table, player.name, 100_00, HOUSE)
        for number, player in enumerate((ANN, bob), start=1):
            await pit.act(table, player, f"{player.name} sit at {number}")
            await pit.act(table, player, f"{player.name} bet 10 on {number}")
        await pit.act(table, HOUSE, "dealer deal")
        given = (Entry(inventory(table), bankroll("Ann"), 5_00),)
        taken = (Entry(bankroll("Ann"), inventory(table), 20_01),)
        drop = (Entry(OUTSIDE, inventory(table), 1_00),)

        first = await pit.correct(given, "paid 1 to 1", HOUSE, table=table, round_=1, key="k")
        assert (await pit.correct(given, "paid 1 to 1", HOUSE, table=table, round_=1, key="k")).body == first.body
        assert await refusal(pit.correct(given, "paid 1 to 1", HOUSE, key="k")) == "key.used"
        await pit.correct(given, "a gift", HOUSE)
        await pit.correct(drop, "a chip on the floor", HOUSE, table=table, round_=1)
        await pit.correct(taken, "paid twice", HOUSE, table=table, round_=1)
        (waiting,) = pit.pending_corrections()
        assert (waiting["table"], waiting["round"]) == (table, 1)
        await pit.approve_correction(waiting["id"], sam)
        for place, number in ((table, 2), (table, 0), (table, -1), ("nowhere", 1), ("", 1)):
            asked = pit.correct(given, "paid 1 to 1", HOUSE, table=place, round_=number)
            assert await refusal(asked) == "correction.round"

        names = ("player", "amount", "reason", "by", "asked_by")
        seen = {
            who.name: [tuple(line[name] for name in names) for line in pit.round(who, table, 1)["corrections"]]
            for who in (HOUSE, ANN, bob)
        }
        own = [("Ann", 5_00, "paid 1 to 1", "Sue", ""), ("Ann", -20_01, "paid twice", "Sam", "Sue")]
        assert seen == {"Sue": [own[0], ("", 1_00, "a chip on the floor", "Sue", ""), own[1]], "Ann": own, "Bob": []}
        assert all(line["at"] for line in pit.round(HOUSE, table, 1)["corrections"])

    played(tmp_path, do, database_url, second_supervisor_above=20_00)
    assert audit(database_url).corrections == 4


def test_the_floor_shows_seats_chips_and_alarms(tmp_path: Path) -> None:
    async def do(pit: Pit, table: str) -> None:
        await pit.buy_in(table, "Ann", 100_00, HOUSE)
        await pit.act(table, ANN, "Ann sit at 1")
        await pit.act(table, ANN, "Ann bet 10 on 1")
        await pit.stop_deal(table, HOUSE)
        (seen,) = floor(pit)
        assert (seen.seats, seen.on_layout, seen.drop) == (7, 10_00, 100_00)
        assert [(player.name, player.chips, player.on_layout) for player in seen.players] == [("Ann", 90_00, 10_00)]
        assert {alarm.code for alarm in seen.alarms} == {"stopped"}

    played(tmp_path, do)


@pytest.mark.parametrize(
    ("ends", "rounds_per_hour"), [([], None), ([0], None), ([0, MINUTE, 2 * MINUTE], 60), ([-90 * MINUTE, 0], None)]
)
def test_the_pace_is_that_of_the_last_rounds(ends: list[int], rounds_per_hour: int | None) -> None:
    assert pace(ends, 2 * MINUTE) == rounds_per_hour
