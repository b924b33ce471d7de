"""Requests that nobody of good will makes: each is refused with its code, and nothing has moved."""

import ast
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
from tests.service.units import committed, unit
from tests.service.worlds import World, world

from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.store import NotWrittenError, Store

SERVICE: Final = Path(__file__).parents[2] / "src" / "chapter47" / "service"
PROGRESSIVE: Final = 'game = "blackjack"\n[wagers.progressive]'


def run(do: Callable[[World, str], Awaitable[Any]], file: str = PROGRESSIVE) -> Any:
    async def through() -> Any:
        async with world() as house:
            house.listen()
            table = (await house.ask("Sue", "POST", "/tables", {"file": file, "practice": True})).json()["table"]
            await house.ask("Sue", "POST", f"/tables/{table}/buy-in/Ann", {"amount": 1000_00})
            before = house.pit.balances()
            shown = await do(house, table)
            assert sum(house.pit.balances().values()) == 0
            return shown if shown is not None else house.pit.balances() == before

    return asyncio.run(through())


@pytest.mark.parametrize(
    "amount", [-5, 0, 1.5, 10.0, 10**13, 10**30, "5", True, None, [5], {"cents": 5}, float("1e300")]
)
def test_what_is_not_whole_cents_above_nothing_moves_nothing(amount: Any) -> None:
    async def ask(house: World, table: str) -> None:
        for path in (f"/tables/{table}/buy-in/Ann", f"/tables/{table}/fill", "/players/Ann/cash-out"):
            answer = await house.ask("Sue", "POST", path, {"amount": amount})
            assert (answer.status_code, answer.json()["code"]) == (422, "request.not-valid")

    assert run(ask)


@pytest.mark.parametrize(
    ("content", "kind", "problem"),
    [
        (b'{"amount": 5', "application/json", {"got": "invalid JSON at character 12: Expecting ',' delimiter"}),
        (b'{"amount": 5}', "text/plain", {"allowed": "JSON, with Content-Type: application/json"}),
        (b"amount=5", "application/x-www-form-urlencoded", {"got": "amount=5"}),
    ],
)
def test_a_body_that_is_not_json_is_refused(content: bytes, kind: str, problem: dict[str, str]) -> None:
    async def ask(house: World, table: str) -> Any:
        client = house.door.client(await house.door.token("Sue"))
        path = f"/api/v1/tables/{table}/fill"
        answer = await client.post(path, content=content, headers={"Content-Type": kind})
        assert answer.status_code == 422
        return answer.json()["problems"]

    (shown,) = run(ask)
    assert shown.items() >= {"key": "body", **problem}.items()


@pytest.mark.parametrize(
    "text", ["a = " + "{a = " * 3000, "game = " + "9" * 5000, "a = " + "[" * 5000, "a." * 9000 + "a = 1"]
)
def test_a_file_that_cannot_be_parsed_is_a_problem_in_words(text: str) -> None:
    async def ask(house: World, table: str) -> None:
        for path, body in (
            ("/school/lessons/check", {"file": text}),
            (f"/tables/{table}/rules", {"file": text}),
            ("/tables", {"file": text}),
        ):
            answer = await house.ask("Sue", "POST", path, body)
            assert answer.status_code in (200, 400), answer.text
            assert answer.json()["problems"], answer.text

    assert run(ask)


@pytest.mark.parametrize("key", ["", "\x00", "a\nb", "x" * 81, 5, "\x7f"])
def test_a_key_that_cannot_be_stored_is_refused(key: Any) -> None:
    async def ask(house: World, table: str) -> None:
        answer = await house.ask("Sue", "POST", f"/tables/{table}/buy-in/Ann", {"amount": 5, "key": key})
        assert answer.status_code == 422
        answer = await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": "Ann sit at 1", "key": key})
        assert answer.status_code == 422

    assert run(ask)


@pytest.mark.parametrize("name", ["ann", "Ann%00", "%C3%84nn", "Sue", "%F0%9F%83%8F", "Ann%0A", "-", "a" * 300])
def test_chips_go_to_no_unknown_name(name: str) -> None:
    async def ask(house: World, table: str) -> None:
        answer = await house.ask("Sue", "POST", f"/tables/{table}/buy-in/{name}", {"amount": 5})
        assert answer.status_code == 404

    assert run(ask)


def test_a_key_stands_for_one_command() -> None:
    """The same again gets the same answer; anything else under the same key is refused, after a restart too."""

    async def ask(house: World, table: str) -> list[str]:
        first = {"amount": 500, "key": "k"}
        path = f"/tables/{table}/buy-in/Ann"
        opening = {"file": 'game = "craps"', "practice": True, "key": "o"}
        done = await house.ask("Sue", "POST", path, first)
        opened = await house.ask("Sue", "POST", "/tables", opening)
        sat = await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": "Ann sit at 1", "key": "s"})
        codes = []
        for _ in range(2):
            assert (await house.ask("Sue", "POST", path, first)).content == done.content
            assert (await house.ask("Sue", "POST", "/tables", opening)).json() == opened.json()
            again = await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": "Ann sit at 1", "key": "s"})
            assert again.content == sat.content
            others: list[tuple[str, str, dict[str, Any]]] = [
                ("Sue", path, {"amount": 501, "key": "k"}),
                ("Sue", path.replace("Ann", "Bob"), first),
                ("Sue", f"/tables/{table}/fill", first),
                ("Sue", f"/tables/{table}/pause", {"reason": "", "key": "k"}),
                ("Sue", "/tables", {**opening, "key": "k"}),
                ("Ann", f"/tables/{table}/acts", {"act": "Ann bet 10 on 1", "key": "s"}),
            ]
            for name, other, body in others:
                answer = await house.ask(name, "POST", other, body)
                codes.append(f"{answer.status_code} {answer.json()['code']}")
            await house.restart()
        assert house.pit.balances()["player/Ann/bankroll"] == 1005_00
        return codes

    assert run(ask) == ["409 key.used"] * 12


def test_the_same_command_sent_twice_at_once_is_done_once() -> None:
    async def ask(house: World, table: str) -> list[int]:
        asked = [
            house.ask("Sue", "POST", f"/tables/{table}/buy-in/Ann", {"amount": 500, "key": "twice"}) for _ in range(5)
        ]
        answers = await asyncio.gather(*asked)
        assert house.pit.balances()["player/Ann/bankroll"] == 1005_00
        return [answer.status_code for answer in answers]

    assert run(ask) == [200] * 5


@pytest.mark.parametrize(
    ("version", "status"), [(-1, 422), (1.0, 422), ("1", 422), (True, 422), (0, 409), (10**40, 409), (None, 200)]
)
def test_a_version_is_the_newest_or_none(version: Any, status: int) -> None:
    async def ask(house: World, table: str) -> int:
        answer = await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": "Ann sit at 1", "version": version})
        return answer.status_code

    assert run(ask) == status


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Ann bet -10 on 1",
            "Ann bet 1e3 on 1",
            "Ann bet 10.005 on 1",
            "Ann bet ١٠ on 1",
            "Ann bet 0 on 1",
            "Ann bet 10 on -1",
        ),
        *(
            f"Ann bet {10**30} on 1",
            f"Ann bet 10 on {10**30}",
            "Ann bet 10 on 1\nAnn bet 10 on 2",
            '"Ann bet 10 on 1',
            "\x00",
            "#",
        ),
        *(
            "Bob bet 10 on 1",
            "Bob sit at 2",
            "dealer open",
            "dealer step",
            "cards As",
            "seed 4",
            "supervisor shuffle",
            "dealer call exposed-card",
            "x" * 500,
        ),
    ],
)
def test_a_line_that_is_no_act_of_the_player_does_nothing(line: str) -> None:
    async def ask(house: World, table: str) -> bool:
        await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": "Ann sit at 1"})
        version = house.pit.table(table).version
        answer = await house.ask("Ann", "POST", f"/tables/{table}/acts", {"act": line})
        assert answer.status_code in (400, 403, 409), answer.text
        assert set(answer.json()) >= {"code", "message", "citation", "got", "allowed"}
        assert answer.json()["allowed"]
        return house.pit.table(table).version == version

    assert run(ask)


def entry(debit: str, credit: str) -> dict[str, Any]:
    return {"debit": debit, "credit": credit, "amount": 5}


def test_corrections_move_only_what_is_not_the_tables_own() -> None:
    async def ask(house: World, table: str) -> list[int]:
        accounts = [
            *("player/Ann/bankroll", "player/Ann/coupons", f"table/{table}/inventory", f"table/{table}/drop"),
            *("player/Nobody/bankroll", "player/Sue/bankroll", "x y z", "player//bankroll", "player/Ann", "outside"),
            *(f"table/{table}/{kind}/Ann" for kind in ("layout", "owed", "coupons")),
            *(f"table/{table}/meter/progressive", "table/none/inventory"),
        ]
        codes = []
        for account in accounts:
            body = {"entries": [entry("outside", account)], "reason": "a mistake"}
            codes.append((await house.ask("Sue", "POST", "/corrections", body)).status_code)
        bad: list[dict[str, Any]] = [{"reason": " "}, {"reason": ""}, {}, {"reason": "a\x00b"}]
        for more in bad:
            asked = {"entries": [entry("outside", accounts[0])], **more}
            codes.append((await house.ask("Sue", "POST", "/corrections", asked)).status_code)
        short = {"entries": [entry("player/Bob/bankroll", "outside")], "reason": "a mistake"}
        codes.append((await house.ask("Sue", "POST", "/corrections", short)).status_code)
        (written,) = {(shown.actor, shown.kind) for shown in house.door.store.house(kinds=["correction"])}
        assert written == ("Sue", "correction")
        return codes

    assert run(ask) == [200] * 4 + [404, 404, 400, 400, 400, 422] + [400] * 5 + [400, 422, 422, 422] + [409]


def test_what_a_closed_table_still_holds_can_be_moved_by_a_supervisor() -> None:
    """The meters go to the house, for later tables; what a closed table's accounts hold beside can be moved."""

    async def ask(house: World, table: str) -> list[int]:
        meter = f"table/{table}/meter/progressive"
        shows = house.pit.balances()[meter]
        assert shows > 0

        async def moved(debit: str, credit: str, amount: int) -> int:
            moves = {"entries": [{"debit": debit, "credit": credit, "amount": amount}], "reason": "the table is closed"}
            return (await house.ask("Sue", "POST", "/corrections", moves)).status_code

        codes = [await moved(meter, "outside", shows)]
        codes.append((await house.ask("Sue", "POST", f"/tables/{table}/close", {})).status_code)
        codes += [
            (await house.ask("Sue", "POST", path, {"amount": 5})).status_code
            for path in (f"/tables/{table}/buy-in/Ann", f"/tables/{table}/fill")
        ]
        await house.restart()
        assert (house.pit.balances()[meter], house.pit.balances()["house/progressive/progressive"]) == (0, shows)
        codes += [await moved(meter, "outside", shows), await moved("outside", meter, 5)]
        assert house.pit.balances()[meter] == 5
        codes.append(await moved(meter, "outside", 5))
        assert house.pit.balances()[meter] == 0
        return codes

    assert run(ask) == [400, 200, 409, 409, 409, 200, 200]


def test_a_unit_that_no_database_takes_is_refused_and_the_store_goes_on(database_url: str) -> None:
    """Nobody loses the database by a text that it does not take."""
    store = Store.open(database_url)
    pays = Entry(OUTSIDE, bankroll("Ann"), 1)
    odd = [
        unit(actor="Sue\ud800"),
        unit(key="\ud800", reply=b""),
        unit(key="\x00", reply=b""),
        unit(entries=(Entry(OUTSIDE, bankroll("Ann"), 1, "why\x00"),)),
        unit(at=2**70),
    ]
    first, *refused, last = committed(store, unit(entries=(pays,)), *odd, unit(entries=(pays,)))
    assert all(isinstance(shown, NotWrittenError) for shown in refused), refused
    assert (first, last) == (1, 2)
    assert not store.lost
    assert store.balance(bankroll("Ann")) == 2
    store.close()


def test_every_refusal_tells_what_is_allowed() -> None:
    """Codes that appear in the source where errors are raised."""
    silent = []
    for path in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ServiceError":
                named = {keyword.arg for keyword in node.keywords}
                if "allowed" not in named:
                    silent.append(f"{path.name}:{node.lineno}")
    assert silent == []
