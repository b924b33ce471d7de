"""A round recalled by who played it: pictures of every step, a log that is done again, and whether it was fair."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.service.pit_player import AT_ONCE, HOUSE
from tests.service.played import GAMES, play

import chapter47
from chapter47.blackjack import hosting
from chapter47.blackjack.events import Bet, Dealt, Place, RoundBegan
from chapter47.core import onlookers
from chapter47.core.cards import Card
from chapter47.drawing.settings import Settings as Look
from chapter47.games import starter
from chapter47.library import playing
from chapter47.service import history
from chapter47.service.pit import Pit
from chapter47.service.recall import Recall
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store, StoredUnit
from chapter47.service.terms import Actor, ServiceError

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """Its tables were played and closed by another one."""
    url = f"sqlite:///{tmp_path_factory.mktemp('recall')}/pit.db"
    play(url)
    store = Store.open(url)
    yield Pit(store, Secrets(bytes(32)))
    store.close()


def recalled(pit: Pit, game: str, *, last: bool = True) -> Recall:
    """A round of somebody who has taken part in one."""
    played = [row for row in pit.store.rounds(limit=1000) if pit.posting_of(row.table).game == game and row.players]
    row = played[0 if last else -1]
    return Recall(pit, Actor(row.players[0], "player"), row.table, row.round)


@every_game
def test_every_step_has_its_picture(pit: Pit, game: str) -> None:
    recall = recalled(pit, game)
    pictures = [recall.drawn(step, Look()) for step in range(1, len(recall.lines) + 1)]
    assert all(picture.startswith("<svg") for picture in pictures)
    assert len(set(pictures)) > 3
    assert recall.drawn(9999, Look()) == pictures[-1]


@every_game
def test_the_log_is_done_again_and_names_nobody_else(pit: Pit, game: str, tmp_path: Path) -> None:
    recall = recalled(pit, game)
    log = tmp_path / "own.log"
    log.write_text(recall.log())
    done_again = playing.replay(log)
    assert done_again.reproduces
    assert done_again.rounds[-1].number == recall.number
    shown = log.read_text()
    others = {name for row in pit.store.rounds(table=recall.table, limit=1000) for name in row.players}
    assert recall.actor.name in shown
    for name in others - {recall.actor.name}:
        assert f'"{name}"' not in shown
    assert len(others) == 1 or '"Player ' in shown


@every_game
def test_the_log_of_a_whole_table_holds_its_acts_and_replays(pit: Pit, game: str, tmp_path: Path) -> None:
    recall, log = recalled(pit, game), tmp_path / "table.log"
    log.write_text(pit.log(Actor("Sue", "supervisor"), recall.table))
    replayed = playing.replay(log)
    assert replayed.error is None
    assert replayed.rounds[-1].number >= recall.number
    assert any("acts" in msgspec.json.decode(line) for line in log.read_text().splitlines())


@every_game
def test_the_records_are_a_history_that_replays(pit: Pit, game: str, tmp_path: Path) -> None:
    """As the player downloads it, and as a supervisor downloads the whole table."""
    recall = recalled(pit, game)
    url = pit.store.database.whole_url
    version = pit.store.version(f"table/{recall.table}")
    own = history.round_records(url, recall.actor, recall.table, recall.number, version)
    whole = history.table_records(url, Actor("Sue", "supervisor"), recall.table, version)
    for name, text in (("own", own), ("whole", whole)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(text)
        again = chapter47.replay_history(path)
        assert (again.differences, again.unchecked) == ((), 0)
        assert again.rounds > 0


UNSEEN_CARDS = """
Ann sit at 1
Bo sit at 2
Ann bet 20 on 1
Bo bet 20 on 2
dealer deal
"""


def test_cards_for_others_alone_are_backs_in_the_log(tmp_path: Path) -> None:
    """At 6 to 5 a player who busts puts the first two cards down unseen; everybody saw a hand that was opened."""
    recalls = {name: Recall(pit, Actor(name, "player"), *table) for pit, table, name in six_to_five(tmp_path)}
    bo = recalls["Bo"]
    assert not bo.log_is_whole
    shown = [line for line in map(msgspec.json.decode, bo.log().splitlines()) if line.get("event") == "Dealt"]
    backs = {str(line["at"]) for line in shown if line["card"] is None}
    assert backs == {"1"}
    assert '"Ann"' not in bo.log()
    (tmp_path / "own.log").write_text(bo.log())
    done_again = playing.replay(tmp_path / "own.log")
    assert done_again.error is not None
    assert "only its box saw" in str(done_again.error)
    ann = recalls["Ann"]
    assert ann.log_is_whole
    (tmp_path / "whole.log").write_text(ann.log())
    assert playing.replay(tmp_path / "whole.log").reproduces


def six_to_five(folder: Path) -> list[tuple[Pit, tuple[str, int], str]]:
    """Ann draws until she has too many, Bo stands."""

    async def played() -> tuple[Pit, str]:
        pit = Pit(Store.open(f"sqlite:///{folder}/pit.db"), Secrets(bytes(32)), AT_ONCE, randomness=Random(47))
        table = await pit.open_table(starter("six-to-five"), HOUSE, practice=True)
        people = {name: Actor(name, "player") for name in ("Ann", "Bo")}
        for actor in people.values():
            await pit.buy_in(table, actor.name, 100_00, HOUSE)
        for line in UNSEEN_CARDS.split("\n")[1:-1]:
            await pit.act(table, people["Bo" if "Bo" in line else "Ann"], line)
        hosted = pit.table(table)
        while name := hosted.hosting.awaited(hosted.in_play):
            await pit.act(table, people[name], f"{name} {'hit' if name == 'Ann' else 'stand'}")
        await pit.stop()
        return pit, table

    pit, table = asyncio.run(played())
    return [(pit, (table, 1), name) for name in ("Ann", "Bo")]


def test_whose_box_it_was_counts_in_each_round_alone() -> None:
    """Ann had box 1 before, and now Bo has it."""
    at, hole = Place(1, 0), Card("K", "h")
    rounds = [
        event
        for number, bettor in ((1, "Ann"), (2, "Bo"))
        for event in (
            RoundBegan(by="19:47-2.3(a)", number=number),
            Bet(by="19:47-2.3(a)", box=1, bettor=bettor, amount=10_00),
            Dealt(by="19:47-2.6A(c)1", at=at, card=hole, concealed=True),
        )
    ]
    seen = hosting.recalled(rounds, onlookers.player("Ann"))
    assert [event.card for event in seen if isinstance(event, Dealt)] == [hole, None]


@every_game
def test_a_round_holds_when_all_is_opened(pit: Pit, game: str) -> None:
    fairness = recalled(pit, game).fairness()
    assert fairness.verdict == "holds"
    assert fairness.units > 5
    assert fairness.secrets
    assert all(secret.value for secret in fairness.secrets)


@every_game
def test_secrets_that_are_still_sealed_are_reported(pit: Pit, game: str) -> None:
    recall = recalled(pit, game)
    recall._units = [changed(unit, opened=[]) for unit in recall._units]
    fairness = recall.fairness()
    assert fairness.verdict == "later"
    assert [secret.opened for secret in fairness.secrets] == [None] * len(fairness.secrets)


@every_game
def test_another_secret_than_was_committed_to_does_not_hold(pit: Pit, game: str) -> None:
    """The last card and the first change places, or a digit of the seed is another one."""
    recall = recalled(pit, game)

    def swapped(value: str) -> str:
        parts = value.split() if " " in value else list(value)
        return (" " if " " in value else "").join((parts[-1], *parts[1:-1], parts[0]))

    units = []
    for unit in recall._units:
        opened = msgspec.json.decode(unit.body).get("opened", [])
        units.append(changed(unit, opened=[{**shown, "value": swapped(shown["value"])} for shown in opened]))
    recall._units = units
    fairness = recall.fairness()
    assert fairness.verdict == "wrong"
    assert fairness.wrong


def changed(unit: StoredUnit, **values: object) -> StoredUnit:
    body = {**msgspec.json.decode(unit.body), **values}
    return msgspec.structs.replace(unit, body=msgspec.json.encode(body))


def test_a_round_of_others_is_not_recalled(pit: Pit) -> None:
    recall = recalled(pit, "blackjack")
    with pytest.raises(ServiceError, match="You did not play this round"):
        Recall(pit, Actor("Nobody", "player"), recall.table, recall.number)
