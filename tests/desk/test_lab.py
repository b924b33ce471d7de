"""The lab: what follows from a table file while it is being written."""

import asyncio
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from tests.give_up import SECONDS

import chapter47
from chapter47.desk import lab
from chapter47.service.terms import ServiceError
from chapter47.service.work import KEPT, OF_ONE, Work

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_file_is_judged_as_the_command_judges_it(path: Path) -> None:
    answer = lab.judged(path.read_text(encoding="utf-8"))
    verdict = chapter47.check(chapter47.read_table(path)).to_dict()
    assert answer["problems"] == []
    assert {key: answer[key] for key in ("lawful", "headline", "notices")} == {
        key: verdict[key] for key in ("lawful", "headline", "notices")
    }
    assert {key["key"] for key in answer["keys"]} >= {"game", "minimum", "maximum"}
    assert all(sign["citation"] for sign in answer["signs"])


def test_every_problem_and_finding_has_its_line() -> None:
    answer = lab.judged('decks = "x"\n\ndekcs = 6\n')
    assert [(problem["key"], problem["line"]) for problem in answer["problems"]] == [("decks", 1), ("dekcs", 3)]
    answer = lab.judged("boxes = 7\n[wagers.match]\n")
    assert [(finding["citation"], finding["line"]) for finding in answer["findings"]] == [("19:47-2A.6(a)", 2)]
    assert lab.judged("", "no day")["problems"][0]["key"] == "on"


def test_prices_what_ifs_and_simulations_are_those_of_the_library() -> None:
    table = chapter47.table(soft_17="hit")
    text = 'soft_17 = "hit"\n'
    assert lab.priced(text)["house_edge"] == chapter47.edge(table).house_edge
    assert lab.priced(text)["chart"]["grids"]
    assert lab.priced('game = "craps"')["chart"]["why"]
    varied = lab.varied(text, "soft_17")["vary"]
    assert [row["soft_17"] for row in varied] == ["stand", "hit"]
    played = chapter47.simulate(table, 10_000, 47, workers=1)
    assert lab.simulated(text, 10_000, 47)["house_edge"] == played.house_edge
    both = lab.compared(("", text))["differences"]["keys"]
    assert both == [{"key": "soft_17", "values": ["stand", "hit"]}]
    assert lab.compared(("", "dekcs = 1"))["problems"][0]["key"] == "dekcs"
    hour = lab.compared(("game = 'craps'",), (("drop", 1000_00), ("players", 2), ("wager", 25_00)))["tables"][0][
        "win_per_hour"
    ]
    assert (hour["average_wager"], hour["boxes"]) == (25.0, 2.0)
    assert hour["hold"] == round(hour["total"] / 1000, 6)
    assert lab.compared(("",), take_up=("match=2",))["problems"][0]["key"] == "take-up"


def test_what_a_change_of_the_law_means_and_what_can_be_printed() -> None:
    changed = lab.between("game = 'craps'", "1996-05-20", "1996-05-21")
    assert [table["on"] for table in changed["tables"]] == ["1996-05-20", "1996-05-21"]
    assert lab.between("", "1996-05-20", "soon")["problems"]
    assert "How this table is played" in lab.guided("game = 'baccarat'")["html"]
    assert b64decode(lab.printed("game = 'baccarat'", None)["pdf"]).startswith(b"%PDF-")
    notes = "cards T 9 T 8\nAnn bet 25 on 1\ndealer deal\nAnn stand\nobserved Ann -25"
    assert b64decode(lab.printed("", notes)["pdf"]).startswith(b"%PDF-")
    assert lab.printed("", "cards Zz")["problems"][0]["key"] == "line 1"
    assert lab.next_of("", notes)["needs"] == "nothing"
    assert lab.next_of("dekcs = 1", "")["problems"][0]["key"] == "dekcs"


def echo(value: int) -> int:
    return value


def test_the_same_question_is_worked_out_once_and_nobody_takes_all_places() -> None:
    may_go_on, asked = Event(), []

    def slow(value: int) -> int:
        asked.append(value)
        may_go_on.wait(SECONDS)
        return value

    async def work() -> None:
        room = Work(lambda: ThreadPoolExecutor(8), at_once=8)
        same = [asyncio.create_task(room.run("Ann", slow, 1)) for _ in range(5)]
        more = [asyncio.create_task(room.run("Ann", slow, number)) for number in range(2, OF_ONE + 1)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(ServiceError) as refused:
            await room.run("Ann", slow, 99)
        assert (refused.value.code, refused.value.status) == ("work.busy", 429)
        assert await room.run("Bea", echo, 7) == 7
        with pytest.raises(ServiceError) as unfinished:
            await room.run("Ann", slow, 1, seconds=0.01)
        assert unfinished.value.headers["Retry-After"] == "1"
        may_go_on.set()
        assert await asyncio.gather(*same) == [1] * 5
        await asyncio.gather(*more)
        assert await room.run("Ann", slow, 1) == 1
        assert sorted(asked) == list(range(1, OF_ONE + 1))
        for number in range(100, 100 + KEPT):
            await room.run("Ann", echo, number)
        await room.run("Ann", slow, 1)
        assert asked.count(1) == 2
        room.stop()

    asyncio.run(work())
