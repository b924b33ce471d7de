"""Heavy work runs beside the tables, and nobody who asks for much of it holds up others."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from tests.give_up import SECONDS
from tests.service import passing_time
from tests.service.doors import PASSWORD, door
from tests.service.pit_player import HOUSE, Crowd, pit_in
from tests.service.worlds import LatePit

from chapter47.core.errors import Chapter47Error
from chapter47.games import parse
from chapter47.service import history
from chapter47.service.history import HistoryWork
from chapter47.service.recall import Recall
from chapter47.service.terms import Actor, ServiceError
from chapter47.service.work import OF_ONE, SECONDS_UNTIL_ABANDONED, Work, _bounded

SUE = Actor("Sue", "supervisor")


def test_another_process_gives_the_same_answers_and_refusals(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        crowd = Crowd(pit, 3)
        await crowd.come(table)
        for _ in range(10):
            await crowd.act(table)
        work, url, version = HistoryWork(), pit.store.database.whole_url, pit.table(table).version
        assert await work.run("Sue", os.getpid, seconds=SECONDS) != os.getpid()
        recall = Recall(pit, SUE, table, 1)
        asked = (url, SUE, table, 1, version)
        assert await work.run("Sue", history.round_fairness, *asked, seconds=SECONDS) == recall.fairness()
        assert await work.run("Sue", history.round_log, *asked, seconds=SECONDS) == recall.log()
        path = await work.run("Sue", history.chance_file, url, table, "token", seconds=SECONDS)
        assert path.read_bytes() == b"".join(pit.chance_file(table))
        path.unlink()
        with pytest.raises(ServiceError) as refused:
            await work.run("Sue", history.round_fairness, url, SUE, table, 99, version, seconds=SECONDS)
        assert (refused.value.code, refused.value.status) == ("round.unknown", 404)
        work.stop()
        await pit.stop()
        pit.store.close()

    asyncio.run(play())


def test_one_user_has_few_pieces_of_work_and_others_still_buy_in_and_sign_in(tmp_path: Path) -> None:
    """The process that works is stuck; the threads that it does not share are not."""
    stuck = Event()

    async def play() -> dict[str, object]:
        late = LatePit(tmp_path)
        async with door(tmp_path, pit=late) as opened:
            late.begin(opened)
            for name, role in (("Sue", "supervisor"), ("Olga", "auditor"), ("Ann", "player")):
                await opened.add(name, role)  # type: ignore[arg-type]
            table = await late.pit.open_table('game = "craps"', HOUSE)
            threads = ThreadPoolExecutor(1)
            threads.submit(stuck.wait)
            opened.app.state.history = HistoryWork(lambda: threads)
            olga, sue = opened.client(await opened.token("Olga")), opened.client(await opened.token("Sue"))
            path = f"/api/v1/tables/{table}/chance"
            waiting = [asyncio.create_task(olga.get(path)) for _ in range(OF_ONE)]
            while opened.app.state.history.questions_of("Olga") < OF_ONE:
                await asyncio.sleep(0.01)
            one_more = (await olga.get(path)).json()["code"]
            amount = {"amount": 100_00, "key": "k"}
            bought = (await sue.post(f"/api/v1/tables/{table}/buy-in/Ann", json=amount)).status_code
            credentials = {"name": "Ann", "password": PASSWORD}
            signed_in = (await opened.client().post("/api/v1/session", json=credentials)).status_code
            stuck.set()
            files = [(await task).status_code for task in waiting]
            await late.pit.stop()
            return {"one more": one_more, "bought": bought, "signed in": signed_in, "files": files}

    answers = asyncio.run(play())
    assert answers == {"one more": "work.busy", "bought": 200, "signed in": 200, "files": [200] * OF_ONE}


def test_learners_are_answered_beside_the_tables(tmp_path: Path) -> None:
    """Prices, drills and replays of the school wait; tables, views and sign-ins do not."""
    stuck = Event()

    async def play() -> dict[str, object]:
        late = LatePit(tmp_path)
        async with door(tmp_path, pit=late) as opened:
            late.begin(opened)
            await opened.add("Ann", "player")
            await opened.add("Bea", "player")
            table = await late.pit.open_table('game = "blackjack"', HOUSE)
            threads = ThreadPoolExecutor(1)
            threads.submit(stuck.wait)
            opened.app.state.study = Work(lambda: threads)
            ann, bea = opened.client(await opened.token("Ann")), opened.client(await opened.token("Bea"))
            session = {"game": "craps", "seed": "1", "acts": []}
            questions = [
                asyncio.create_task(ann.post("/api/v1/school/practice", json=session)),
                asyncio.create_task(ann.get(f"/api/v1/tables/{table}/coach")),
                asyncio.create_task(ann.get("/api/v1/law/search?words=dice")),
            ]
            while opened.app.state.study.questions_of("Ann") < OF_ONE:
                await asyncio.sleep(0.01)
            one_more = (await ann.get("/api/v1/school/drills/chips/craps/1/1")).json()["code"]
            seen = (await bea.get(f"/api/v1/tables/{table}")).status_code
            stuck.set()
            answers = [(await task).status_code for task in questions]
            await late.pit.stop()
            return {"one more": one_more, "seen": seen, "answers": answers}

    assert asyncio.run(play()) == {"one more": "work.busy", "seen": 200, "answers": [200] * 3}


def test_work_that_takes_too_long_is_ended() -> None:
    def endless() -> None:
        while True:
            pass

    with pytest.raises(ServiceError) as ended:
        _bounded(0.05, endless)
    assert (ended.value.code, ended.value.status) == ("work.too-long", 422)
    assert _bounded(60, sorted, "ba") == ["a", "b"]


def test_a_question_nobody_waits_for_holds_up_no_newer_one() -> None:
    """A page asks while somebody writes; it stops waiting for each answer with the next letter."""
    stuck, worked_out = Event(), []

    def answer(letters: str) -> str:
        worked_out.append(letters)
        if letters == "a":
            stuck.wait(SECONDS)
        return letters

    async def write() -> None:
        work = Work(lambda: ThreadPoolExecutor(1))
        for letters in ("a", "ab", "abc"):
            with pytest.raises(ServiceError, match="still being computed"):
                await work.run("Ann", answer, letters, seconds=0)
        with pytest.raises(ServiceError, match="Too many"):
            await work.run("Ann", answer, "abcd")
        passing_time.put_forward(SECONDS_UNTIL_ABANDONED)
        newest = asyncio.create_task(work.run("Ann", answer, "abcd", seconds=None))
        while work.questions_of("Ann") < 1:
            await asyncio.sleep(0)
        stuck.set()
        assert await newest == "abcd"
        assert worked_out == ["a", "abcd"]
        assert await work.run("Ann", answer, "a") == "a", "what was begun is finished and kept"
        assert await work.run("Ann", answer, "ab") == "ab"
        assert worked_out == ["a", "abcd", "ab"]
        assert work.unanswered == 0
        work.stop()

    passing_time.run(write())


@pytest.mark.parametrize(
    "text",
    [
        "a." * 24_000 + "a = 1",
        "[" + "a." * 24_000 + "a]",
        "x = {" + '"a b" . ' * 24_000 + "a = 1}",
        'x = {s = "\\"", ' + "a." * 24_000 + 'a = 1, t = ""}',
        "x = {s = '''\n\" ''', " + "a." * 24_000 + 'a = 1, t = ""}',
        'x = {s = """a"""", ' + "a." * 24_000 + 'a = 1, t = ""}',
    ],
    ids=["key", "header", "inline", "escaped quote", "lines", "quotes at the end"],
)
def test_a_key_of_thousands_of_parts_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    with pytest.raises(Chapter47Error, match="a key of more than 20 parts"):
        parse(text)
    assert time.process_time() - began < 1, "it took 11 s"


@pytest.mark.parametrize("comment", ["a." * 100, "." * 100, "see 1.2.3.4. " * 20])
def test_dots_in_comments_are_no_key(comment: str) -> None:
    assert parse(f'game = "blackjack"  # {comment}') == parse('game = "blackjack"')


def test_the_process_of_heavy_work_ends_when_the_server_is_killed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(SECONDS)
        script, port = Path(__file__).with_name("killed_server_work.py"), listening.getsockname()[1]
        with subprocess.Popen([sys.executable, script, str(port)]) as server:
            line = listening.accept()[0]
            line.settimeout(SECONDS)
            assert line.recv(7) == b"working"
            server.kill()
        assert line.recv(1) == b"", "the connection is open as long as the process of heavy work lives"
        line.close()
