"""What the school keeps: a learner's own book, and classes whose results the server judges itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.service.doors import door
from tests.service.test_own_things import LatePit

from chapter47.games import from_data
from chapter47.school import drills
from chapter47.school.dealer import DealerRound, dealt_round
from chapter47.school.lesson_file import course_named

API = "/api/v1/school"


@asynccontextmanager
async def school(folder: Path) -> AsyncIterator[dict[str, httpx.AsyncClient]]:
    late = LatePit()
    async with door(folder, pit=late) as opened:
        late.begin(opened.store, folder)
        await opened.everybody()
        await opened.add("Bea", "player")
        yield {name: opened.client(await opened.token(name)) for name in ("Ann", "Bea", "Dot", "Sue")}
        assert late.pit is not None
        await late.pit.stop()


def test_a_book_is_kept_for_its_owner_only(tmp_path: Path) -> None:
    async def keep() -> None:
        async with school(tmp_path) as people:
            assert (await people["Ann"].get(f"{API}/book")).json() == {"book": {}}
            book = {"form": 1, "drills": [{"drill": "chips", "right": 9}]}
            assert (await people["Ann"].put(f"{API}/book", json={"book": book})).status_code == 200
            assert (await people["Ann"].get(f"{API}/book")).json()["book"] == book
            assert (await people["Bea"].get(f"{API}/book")).json() == {"book": {}}
            large = {"drills": ["x" * 1000] * 500}
            refused = await people["Ann"].put(f"{API}/book", json={"book": large})
            assert refused.status_code in (400, 413)
            assert (await people["Ann"].get(f"{API}/book")).json()["book"] == book

    asyncio.run(keep())


def work(assignments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All assignments done right."""
    baccarat = from_data({"game": "baccarat"})
    lesson = course_named("craps").lesson("goal")
    done = DealerRound(dealt_round(baccarat, "class-1", 0), [])
    acts = []
    while done.expected:
        acts.append(done.expected)
        done = DealerRound(done.dealing, acts)
    tasks = [drills.task(baccarat, "third-card", "class-1", number) for number in range(3)]
    return [
        {"answers": [step.act or step.answer for step in lesson.steps if step.act or step.ask]},
        {"answers": [task.answer for task in tasks]},
        {"acts": [{"kind": act.kind, "what": act.what, "amount": act.amount} for act in acts]},
        {"answers": ["You bet 10 on player", "deal"]},
    ]


ASSIGNMENTS: list[dict[str, Any]] = [
    {"kind": "lesson", "game": "craps", "name": "goal"},
    {"kind": "drill", "game": "baccarat", "name": "third-card", "seed": "class-1", "number": 3},
    {"kind": "dealer", "game": "baccarat", "seed": "class-1"},
    {"kind": "practice", "game": "baccarat", "seed": "class-1", "number": 1},
]


def test_a_class_of_two_and_its_trainer(tmp_path: Path) -> None:
    async def teach() -> None:
        async with school(tmp_path) as people:
            asked = {"title": "Dealers", "assignments": ASSIGNMENTS}
            assert (await people["Ann"].post(f"{API}/classes", json=asked)).status_code == 403
            opened = (await people["Dot"].post(f"{API}/classes", json=asked)).json()
            address = f"{API}/classes/{opened['id']}"
            for item, done in enumerate(work(ASSIGNMENTS)):
                handed_in = await people["Ann"].post(f"{address}/results", json={"item": item, **done})
                assert handed_in.status_code == 200, handed_in.text
            wrong = {"item": 1, "answers": ["nothing", "nothing", "nothing"]}
            assert (await people["Bea"].post(f"{address}/results", json=wrong)).status_code == 200
            seen = {name: (await people[name].get(address)).json()["members"] for name in ("Ann", "Bea", "Dot", "Sue")}
            results = seen["Dot"]["Ann"]
            assert [results[str(item)][0]["right"] for item in (0, 1)] == [2, 3]
            assert results["2"][0]["right"] == results["2"][0]["asked"] > 5
            assert seen["Dot"]["Bea"]["1"][0]["right"] == 0
            assert set(seen["Ann"]) == {"Ann"}
            assert set(seen["Bea"]) == {"Bea"}
            assert seen["Sue"] == {}
            listed = (await people["Bea"].get(f"{API}/classes")).json()
            assert [known["title"] for known in listed] == ["Dealers"]

    asyncio.run(teach())


LESSON = """
game = "blackjack"
title = "My course"
[[lesson]]
name = "mine"
title = "My first hand"
[[lesson.step]]
text = "Bet."
act = "bet 10 on 1"
[[lesson.step]]
text = "Deal."
cards = "Ts 7h 9d Td"
act = "deal"
"""


def test_a_trainer_assigns_an_own_lesson_and_a_posted_table(tmp_path: Path) -> None:
    """Members see neither the file, which holds the answers, nor need the table to be open still."""

    async def teach() -> None:
        async with school(tmp_path) as people:
            posted = {"file": 'game = "blackjack"\nminimum = "25"\ndecks = 6'}
            table = (await people["Sue"].post("/api/v1/tables", json=posted)).json()["table"]
            assignments = [
                {"kind": "lesson", "game": "blackjack", "name": "mine", "file": LESSON},
                {"kind": "practice", "game": "blackjack", "seed": "class-1", "number": 1, "table": table},
                {"kind": "dealer", "game": "blackjack", "seed": "class-1", "table": table},
            ]
            opened = await people["Dot"].post(f"{API}/classes", json={"title": "Own", "assignments": assignments})
            assert opened.status_code == 200, opened.text
            known = opened.json()
            shown = (await people["Ann"].post(f"{API}/classes/{known['id']}/join", json={})).text
            assert "Ts 7h" not in shown
            lesson = known["assignments"][0]
            assert (lesson["own"], lesson["title"]) == (True, "My first hand")
            step = {"of_class": known["id"], "item": 0, "lesson": "mine", "step": 1}
            assert (await people["Ann"].post(f"{API}/lessons/step", json=step)).json()["text"] == "Deal."
            rules = known["assignments"][1]["table"]
            asked = {"game": "blackjack", "seed": "class-1", "acts": [], "table": rules}
            offers = (await people["Ann"].post(f"{API}/practice", json=asked)).json()["may"]
            assert offers[0]["least"] == 25_00
            assert (await people["Ann"].post(f"{API}/dealer", json=asked)).status_code == 200
            work = {"item": 0, "answers": ["bet 10 on 1", "deal"]}
            done = await people["Ann"].post(f"{API}/classes/{known['id']}/results", json=work)
            assert done.json()["members"]["Ann"]["0"][0]["right"] == 2
            bad = [{**assignments[0], "file": LESSON.replace("bet 10", "bet 1")}]
            refused = await people["Dot"].post(f"{API}/classes", json={"title": "Bad", "assignments": bad})
            assert refused.status_code == 400
            assert (
                await people["Ann"].post(f"{API}/practice", json={**asked, "table": "class:x:0"})
            ).status_code == 404

    asyncio.run(teach())


def test_what_cannot_be_assigned_or_judged_is_refused(tmp_path: Path) -> None:
    async def ask() -> None:
        async with school(tmp_path) as people:
            for bad in (
                {"kind": "drill", "game": "craps", "name": "points"},
                {"kind": "lesson", "game": "craps", "name": "x"},
            ):
                refused = await people["Dot"].post(f"{API}/classes", json={"title": "Bad", "assignments": [bad]})
                assert refused.status_code == 400, refused.text
                assert "Assignment 1" in refused.json()["message"]
            opened = await people["Dot"].post(f"{API}/classes", json={"title": "Good", "assignments": ASSIGNMENTS})
            address = f"{API}/classes/{opened.json()['id']}"
            assert (await people["Ann"].post(f"{address}/results", json={"item": 9})).status_code == 404
            nonsense = {"item": 3, "answers": ["You dance"]}
            assert (await people["Ann"].post(f"{address}/results", json=nonsense)).status_code == 400
            assert (await people["Ann"].get(f"{API}/classes/none")).status_code == 404
            card = {"card": "x", "right": True, "now": 1}
            assert (await people["Ann"].post(f"{API}/puzzles/schedule", json=card)).status_code == 400

    asyncio.run(ask())
