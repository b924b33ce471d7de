"""What the school answers to a learner: rules of a posted table, chosen hands, and nothing hidden before its time."""

import asyncio
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import httpx
from tests.service.test_school_books import API, school

from chapter47.core.cards import Card
from chapter47.core.event import Event
from chapter47.games import from_data
from chapter47.school.dealer import DealerAct, DealerRound, dealt_round
from chapter47.school.drills import KINDS, task
from chapter47.school.faults import foul_table, irregular_table
from chapter47.school.lesson_file import course_named
from chapter47.school.lessons import LessonTable

SUITS: Final = str.maketrans("♠♥♦♣", "shdc")
CARD: Final = re.compile(r"(?<![A-Za-z0-9#])(10|[A2-9TJQK])([shdc♠♥♦♣])(?![A-Za-z0-9])")
OUTLINE: Final = re.compile(r'\bd=\\"[^"]*"')
"""A path of a picture, whose `7h` is a line and no card."""
ONE_DECK: Final = 'game = "blackjack"\ndecks = 1\nhole_card = "face-down"\nminimum = "25"\nmaximum = "500"'


def cards_in(answer: httpx.Response) -> set[str]:
    """Every card that an answer names, in its text or its picture."""
    assert answer.status_code == 200, answer.text
    text = OUTLINE.sub("", json.dumps(answer.json(), ensure_ascii=False))
    return {f"{rank.replace('10', 'T')}{suit.translate(SUITS)}" for rank, suit in CARD.findall(text)}


def open_cards(events: Iterable[Event]) -> set[str]:
    """The cards that these events name; one that lies face down has no name in them."""
    fields = [getattr(event, name) for event in events for name in event.__struct_fields__]
    return {str(card) for card in fields if isinstance(card, Card)}


async def practised(client: httpx.AsyncClient, acts: list[str], **options: object) -> httpx.Response:
    asked = {"game": "blackjack", "seed": "class-1", "acts": acts, **options}
    return await client.post(f"{API}/practice", json=asked)


async def posted(client: httpx.AsyncClient) -> str:
    return str((await client.post("/api/v1/tables", json={"file": ONE_DECK})).json()["table"])


def moves(answer: httpx.Response) -> list[str]:
    return [offer["text"] for offer in answer.json()["may"] if offer["kind"] == "move"]


def test_practice_follows_the_rules_of_a_posted_table(tmp_path: Path) -> None:
    async def practise() -> None:
        async with school(tmp_path) as people:
            ann, table = people["Ann"], await posted(people["Sue"])
            limits = [
                (offer["least"], offer["most"])
                for options in ({"table": table}, {})
                for offer in (await practised(ann, [], **options)).json()["may"][:1]
            ]
            assert limits == [(25_00, 500_00), (10_00, 1000_00)]
            refused = await practised(ann, ["You bet 10 on 1"], table=table)
            assert "act.refused" in refused.text
            assert (await practised(ann, [], table="nowhere")).status_code == 404

    asyncio.run(practise())


def test_weak_cells_are_dealt(tmp_path: Path) -> None:
    async def practise() -> None:
        async with school(tmp_path) as people:
            for spot in ("T6T", "A75", "889"):
                asked = {"hands": "chosen", "spots": [spot]}
                dealt = await practised(people["Ann"], ["You bet 10 on 1", "deal"], **asked)
                said = " ".join(dealt.json()["said"])
                shown = [rank.replace("10", "T") for rank in re.findall(r"(10|[A2-9T])[♠♥♦♣] to ", said)[:3]]
                assert shown == [spot[0], spot[2], spot[1]], said
            for wrong in ("T6", "1KX"):
                refused = await practised(people["Ann"], [], hands="chosen", spots=[wrong])
                assert refused.status_code == 422

    asyncio.run(practise())


# Nothing hidden ------------------------------------------------------------------------------------------------------


def test_practice_names_no_card_before_it_lies_open(tmp_path: Path) -> None:
    """One deck, so that each card is in it once: the hole card and the next cards are in no earlier answer."""

    async def practise() -> None:
        async with school(tmp_path) as people:
            table = await posted(people["Sue"])
            for seed in ("class-1", "class-2", "class-3"):
                acts: list[str] = ["You bet 25 on 1", "deal"]
                answer = await practised(people["Ann"], acts, table=table, seed=seed)
                steps = [cards_in(answer)]
                assert len(steps[0]) == 3, answer.json()["said"]
                while lines := moves(answer):
                    acts.append(next(line for line in lines if line.endswith((" stand", " decline"))))
                    answer = await practised(people["Ann"], acts, table=table, seed=seed)
                    steps.append(cards_in(answer))
                assert len(set.union(*steps)) > 3, "the hole card is shown at last"
                assert all(len(shown) == 3 for shown in steps[:-1])

    asyncio.run(practise())


def test_a_trainee_dealer_sees_no_later_card(tmp_path: Path) -> None:
    async def deal() -> None:
        async with school(tmp_path) as people:
            for game in ("blackjack", "baccarat"):
                round_ = dealt_round(from_data({"game": game}), "class-1", 0)
                acts: list[DealerAct] = []
                played, hidden = DealerRound(round_, acts), 0
                while played.expected:
                    asked = {
                        "game": game,
                        "seed": "class-1",
                        "acts": [{"kind": act.kind, "what": act.what, "amount": act.amount} for act in acts],
                    }
                    answer = await people["Ann"].post(f"{API}/dealer", json=asked)
                    seen = open_cards(entry.event for entry in played.seen())
                    assert cards_in(answer) <= seen
                    hidden += len(open_cards(entry.event for entry in round_.entries) - seen)
                    assert set(answer.json()) == {
                        *("title", "svg", "said", "kinds", "hands", "wagers", "phrases", "marks", "over")
                    }
                    acts.append(played.expected)
                    played = DealerRound(round_, acts)
                assert hidden > 10

    asyncio.run(deal())


def test_a_round_with_a_fault_looks_like_one_without(tmp_path: Path) -> None:
    """Until it is called: neither the fault nor a line that has not been watched is in an answer."""

    async def watch() -> None:
        async with school(tmp_path) as people:
            planted, forms = set(), set()
            for number in range(8):
                path = f"{API}/foul/baccarat/class-1/{number}"
                table = foul_table(from_data({"game": "baccarat"}), "class-1", number)
                planted.add(table.planted is not None)
                for many in (1, 20, len(table.entries) - 1, len(table.entries), 10_000):
                    shown = (await people["Ann"].get(f"{path}?shown={many}")).json()
                    lines = [table.text(entry.event) for entry in table.entries[:many]]
                    assert shown["lines"] == [{"place": place, "text": text} for place, text in enumerate(lines)]
                    assert shown["over"] is (many >= len(table.entries))
                    assert not re.search(r"19:47|\b\d\.\d+\(", json.dumps(shown))
                forms.add((*shown, json.dumps(shown["kinds"])))
                ruling = (await people["Ann"].post(path, json={"place": None})).json()
                assert ruling["outcome"] == ("miss" if table.planted else "clean")
            assert planted == {True, False}
            assert len(forms) == 1

    asyncio.run(watch())


def test_a_remedy_is_chosen_before_it_is_reported(tmp_path: Path) -> None:
    async def watch() -> None:
        async with school(tmp_path) as people:
            table, number = foul_table(from_data({"game": "baccarat"}), "class-1", 0), 0
            while table.planted is None:
                number += 1
                table = foul_table(from_data({"game": "baccarat"}), "class-1", number)
            path, call = f"{API}/foul/baccarat/class-1/{number}", {"place": table.planted.place, "by": table.planted.by}
            asked = (await people["Ann"].post(path, json=call)).json()
            assert (asked["should"], asked["remedy"], len(asked["remedies"])) == ("", "", 4)
            marks = [
                (await people["Ann"].post(path, json={**call, "remedy": remedy})).json() for remedy in asked["remedies"]
            ]
            assert sorted(mark["points"] for mark in marks) == [3, 3, 3, 5]
            assert [mark["remedied"] for mark in marks].count(True) == 1
            assert {mark["remedy"] for mark in marks} <= set(asked["remedies"])

    asyncio.run(watch())


def test_a_supervisor_rules_before_the_ruling_is_reported(tmp_path: Path) -> None:
    async def rule() -> None:
        async with school(tmp_path) as people:
            for game in ("blackjack", "switch", "craps", "baccarat"):
                table = irregular_table(from_data({"game": game}), "class-1", 1)
                path = f"{API}/supervisor/{game}/class-1/1"
                shown = (await people["Ann"].get(path)).json()
                assert set(shown) == {"title", "lines", "what", "choices"}
                assert table.call.by not in json.dumps(shown)
                assert cards_in(await people["Ann"].get(path)) <= open_cards(
                    each.event for each in table.dealing.entries
                )
                marks = [
                    (await people["Ann"].post(path, json={"answer": choice})).json() for choice in shown["choices"]
                ]
                assert [mark["right"] for mark in marks].count(True) == 1
                assert {mark["by"] for mark in marks} == {table.call.by}
                by = (await people["Ann"].post(path, json={"by": table.call.by})).json()
                assert by["right"]
                assert by["follows"]

    asyncio.run(rule())


def test_a_drill_is_asked_without_its_answer(tmp_path: Path) -> None:
    async def ask() -> None:
        async with school(tmp_path) as people:
            for game in ("blackjack", "craps", "baccarat"):
                posting: Any = from_data({"game": game})
                for drill in (kind.name for kind in KINDS if kind.name != "strategy"):
                    answer = await people["Ann"].get(f"{API}/drills/{drill}/{game}/class-1/0")
                    if answer.status_code == 404:
                        continue
                    asked = answer.json()
                    assert set(asked) == {"prompt", "form", "choices", "cards", "one_by_one", "picture"}
                    made = task(posting, drill, "class-1", 0)
                    if made.explains:
                        assert made.explains not in json.dumps(asked, ensure_ascii=False)

    asyncio.run(ask())


def test_a_lesson_shows_only_what_lies_open(tmp_path: Path) -> None:
    async def learn() -> None:
        async with school(tmp_path) as people:
            hidden = 0
            for game in ("blackjack", "baccarat"):
                lesson = next(each for each in course_named(game).lessons if len(each.steps) > 2)
                tables = [LessonTable(lesson, number) for number in range(len(lesson.steps))]
                seen = [open_cards(entry.event for entry in table.practice.session.table.log) for table in tables]
                for number, table in enumerate(tables):
                    asked = {"course": game, "lesson": lesson.name, "step": number}
                    answer = await people["Ann"].post(f"{API}/lessons/step", json=asked)
                    assert cards_in(answer) <= seen[number]
                    assert not {"act", "answer", "hint", "cards"} & set(answer.json())
                    hidden += len(seen[-1] - seen[number])
                    assert table.step.text == answer.json()["text"]
            assert hidden

    asyncio.run(learn())
