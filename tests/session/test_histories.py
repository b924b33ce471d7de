"""Hand histories: every game's rounds become rows, and performed again they are what the rules give."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from tests.agreement.random_tables import random_table
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.core.history import RoundHistory
from chapter47.core.log import lines
from chapter47.core.numeric.records import write_records
from chapter47.desk.query import query
from chapter47.games import GAMES
from chapter47.library.histories import as_rows, replay_history
from chapter47.school.computer_players import NAMES, opened
from chapter47.session.histories import TableOrigin, as_data, rounds, rounds_of_log

NAMED: Final = [game.name for game in GAMES]
ROUNDS: Final = 60
SOAK: Final = 10**6 // len(NAMED)
FORMS: Final = ("jsonl", "csv", "parquet")


def log_of(game: str, number: int, seed: int = 5) -> str:
    """A log of random play with side wagers, two players."""
    table = chapter47.table(game=game)
    players = opened(table, seed, NAMES[:2])
    played = sum(players.play_round() for _ in range(number))  # at craps the shooter may never bet the line
    assert played > number // 2
    session = players.session
    return "".join(f"{line}\n" for line in lines(session.game, table, session.table.log, seed=seed))


def written(path: Path, rows: Iterator[Any] | list[Any]) -> Path:
    write_records(path, rows)
    return path


@pytest.mark.parametrize("game", NAMED)
def test_random_play_of_every_game_replays(game: str, tmp_path: Path) -> None:
    assert_replayed(game, ROUNDS, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("game", NAMED)
def test_a_million_rounds_of_all_games_replay(game: str, tmp_path: Path) -> None:
    """In tables of a thousand rounds, as long as a shift."""
    for part in range(SOAK // 1000):
        assert_replayed(game, 1000, tmp_path, seed=part)


def assert_replayed(game: str, number: int, tmp_path: Path, seed: int = 5) -> None:
    rows = list(rounds_of_log(log_of(game, number, seed)))
    assert rows
    path = tmp_path / "rounds.jsonl"
    write_records(path, rows)
    again = replay_history(path)
    assert (again.differences, again.rounds, again.reproduces) == ((), len(rows), True)
    for row in rows:
        won = sum(wager["net"] for wager in row["settlements"])
        assert row["net"] + row["side_net"] == won
        assert won == sum(wager["paid"] - wager["collected"] for wager in row["settlements"])


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_file_holds_the_same(form: str, tmp_path: Path) -> None:
    rows = list(rounds_of_log(log_of("switch", 20)))
    path = written(tmp_path / f"rounds.{form}", rows)
    assert [as_data(msgspec.convert(row, RoundHistory)) for row in as_rows(path)] == rows
    assert replay_history(path).reproduces
    counts = "select (select count(*) from hands), (select count(*) from decisions), (select sum(net) from settlements)"
    hands, decisions = (sum(len(row[name]) for row in rows) for name in ("hands", "decisions"))
    assert query(path, counts).rows == ((hands, decisions, sum(row["net"] + row["side_net"] for row in rows)),)


SIMULATED: Final[list[tuple[str, dict[str, Any]]]] = [
    *((game, {}) for game in NAMED),
    ("blackjack", {"count": "hi-lo", "boxes": 3}),
    ("baccarat", {"count": "examples/baccarat.count"}),
    ("baccarat", {"fresh": True}),
    ("craps", {"bet": "pass=10,pass-odds=50,dont-come=10,dont-come-odds=60,hard-8=5"}),
    ("craps", {"bet": "field=5"}),
]


@pytest.mark.parametrize("case", range(len(SIMULATED)), ids=lambda case: "-".join([SIMULATED[case][0], str(case)]))
def test_simulated_rounds_are_dealt_by_the_engine(case: int, tmp_path: Path) -> None:
    """The same seed gives the same digits with and without records, and the records replay."""
    game, options = SIMULATED[case]
    table = (
        chapter47.read_table(f"examples/{game}.toml") if game in ("craps", "baccarat") else chapter47.table(game=game)
    )
    path = tmp_path / "rounds.jsonl"
    plain = chapter47.simulate(table, 400, 7, **options).to_dict()
    noted = chapter47.simulate(table, 400, 7, records=path, sample=300, **options).to_dict()
    for figures in (plain, noted):
        for key in ("seconds", "rounds_per_second", "rolls_per_second"):
            figures.pop(key, None)
    assert noted == plain
    again = replay_history(path)
    assert (again.rounds, again.differences, again.unchecked) == (300, (), 0)


@pytest.mark.parametrize("game", NAMED[:6])
def test_simulated_rounds_of_random_tables_replay(game: str, tmp_path: Path) -> None:
    """All kinds of shoes, options and side wagers. The engine pays each round what the simulator pays, or it stops."""
    rng, path = Random(f"history {game}"), tmp_path / "rounds.jsonl"
    chart = chapter47.strategy(chapter47.table(game=game)).to_dict()
    for number in range(3):
        table = random_table(rng, game)
        boxes = rng.randint(1, min(3, table.boxes))
        chapter47.simulate(table, 50, number, records=path, strategy=chart, boxes=boxes, force=True)
        again = replay_history(path)
        assert (again.differences, again.unchecked) == ((), 0), table


def test_the_records_of_a_run_with_side_wagers_add_up_to_its_figures(tmp_path: Path) -> None:
    table = chapter47.table(decks=6, wagers={"match-the-dealer": {}})
    path = tmp_path / "rounds.parquet"
    played = chapter47.simulate(table, 500, 3, records=path)
    (sums,) = query(path, 'select sum(net), sum(staked), sum(side_net), sum("match-the-dealer_net") from rounds').rows
    assert played.house_edge == pytest.approx(-sums[0] / sums[1], abs=1e-15)
    assert sums[2] == sums[3]


def test_value_lost() -> None:
    """A decision loses what the values of its move and of the best one differ by, times the stake."""
    checked = 0
    for row in rounds_of_log(log_of("blackjack", 12), values=True):
        posted = chapter47.table(**json.loads(row["table"]))
        for decision in row["decisions"]:
            stakes = [
                bet["stake"]
                for bet in row["settlements"]
                if (bet["player"], bet["hand"], bet["wager"]) == (decision["player"], decision["hand"], "main")
            ]
            doubled = any(hand["doubled"] for hand in row["hands"] if hand["hand"] == decision["hand"])
            is_split = any(other["move"] == "split" for other in row["decisions"])
            if decision["question"] != "play" or len(decision["cards"]) > 2 or doubled or is_split:
                continue
            advice = chapter47.advise(posted, " ".join(decision["cards"]), up=decision["up"][0])
            assert advice.moves
            values = {move: value for move, value in advice.moves.items() if move in decision["legal"]}
            lost = (max(values.values()) - values[decision["move"]]) * stakes[0]
            assert decision["value_lost"] == pytest.approx(lost, abs=1e-9)
            checked += 1
    assert checked > 3


def test_every_changed_line_is_reported(tmp_path: Path) -> None:
    """Three changes in three rounds: a payment in an event, a settlement, a hand."""
    rows = msgspec.json.decode(msgspec.json.encode(list(rounds_of_log(log_of("blackjack", 12)))))
    paid = next(row for row in rows if any('"Paid"' in line for line in row["events"]))
    place = next(number for number, line in enumerate(paid["events"]) if '"Paid"' in line)
    event = json.loads(paid["events"][place])
    paid["events"][place] = json.dumps({**event, "amount": event["amount"] + 5_00})
    rows[5]["settlements"][0]["net"] += 1
    rows[7]["hands"][0]["cards"][0] = "As" if rows[7]["hands"][0]["cards"][0] != "As" else "Ks"
    again = replay_history(written(tmp_path / "changed.jsonl", rows))
    assert {(each.round, each.where) for each in again.differences} == {
        (paid["round"], f"events[{place}]"),
        (6, "settlements[0].net"),
        (8, "hands[0].cards"),
    }
    assert not again.reproduces
    assert again.unchecked == 0


def test_a_line_that_cannot_follow_ends_its_sitting(tmp_path: Path) -> None:
    rows = msgspec.json.decode(msgspec.json.encode(list(rounds_of_log(log_of("blackjack", 8)))))
    del rows[3]["events"][1:3]
    again = replay_history(written(tmp_path / "cut.jsonl", rows))
    assert again.unchecked == 5
    assert again.differences[0].round == 4


def test_play_writes_a_history_and_replay_checks_it(tmp_path: Path) -> None:
    chart, path = tmp_path / "chart.json", tmp_path / "rounds.csv"
    chart.write_text(json.dumps(chapter47.strategy(chapter47.table()).to_dict()), encoding="utf-8")
    (tmp_path / "table.toml").write_text('game = "blackjack"\n', encoding="utf-8")
    options = ("play", tmp_path / "table.toml", "--strategy", chart, "--rounds", "12", "--seed", "4", "--json")
    played = run(*options, "--records", path)
    assert played.code == 0
    assert played.err == ""
    assert sum(row["net"] for row in as_rows(path)) == sum(sum(row["net"].values()) for row in played.json["rounds"])
    assert run("replay", path, "--json").json["reproduces"]
    again = run(*options, "--records", path)
    assert again.code == 2
    assert "already exists" in again.json["errors"][0]["got"]
    assert run("replay", path).out.strip().endswith("reproduces: 12 rounds, as the rules give them")


def test_a_log_becomes_a_history(tmp_path: Path) -> None:
    log, path = tmp_path / "table.log", tmp_path / "rounds.parquet"
    log.write_text(log_of("craps", 40), encoding="utf-8")
    ran = run("replay", log, "--records", path, "--json")
    assert ran.code == 0
    assert ran.json["rounds"] == len(as_rows(path))
    throws = query(path, "select sum(len(dice)) from rounds").rows[0][0]
    assert throws == sum('"Thrown"' in line for row in as_rows(path) for line in row["events"])
    assert run("replay", log, "--records", path).code == 2
    assert run("replay", log, "--records", path, "--force").code == 0
    assert run("replay", log, "--records", tmp_path / "rounds.xls").code == 2


def test_a_seed_that_deals_other_cards_is_reported(tmp_path: Path) -> None:
    rows = [{**row, "seed": 6} for row in rounds_of_log(log_of("baccarat", 5))]
    again = replay_history(written(tmp_path / "rounds.jsonl", rows))
    assert "the seed gives" in again.differences[0].follows


@pytest.mark.parametrize("text", ['{"schema": 99}\n', "not JSON\n", '{"schema": 1, "table": "{}"}\n'])
def test_what_is_not_a_history_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(text, encoding="utf-8")
    ran = run("replay", path)
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_a_stopped_writer_keeps_whole_rows(tmp_path: Path) -> None:
    rows = list(rounds_of_log(log_of("six-to-five", 6)))

    def stopped() -> Iterator[Any]:
        yield from rows[:4]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(tmp_path / "rounds.jsonl", stopped())
    assert [row["round"] for row in as_rows(tmp_path / "rounds.jsonl")] == [1, 2, 3, 4]
    assert [path.name for path in tmp_path.iterdir()] == ["rounds.jsonl"]


def test_a_row_has_the_figures_of_its_round() -> None:
    """Counted by hand from the events: a blackjack against a seven, one wager of $10."""
    table = chapter47.table(decks=6)
    in_play = chapter47.open_table(table, seed=1)
    for line in ("Ann sit at 1", "dealer open", "Ann bet 10 on 1", "cards As 7h Kd Tc", "dealer deal"):
        assert in_play.say(line) is None, line
    while not in_play.between_rounds:
        in_play.step()
    (row,) = rounds(TableOrigin(GAMES[0], table, "play"), in_play.log)
    assert (row.staked, row.net, row.final_stake, row.up_card, row.cards_gone) == (10_00, 15_00, 10_00, "7h", 1)
    assert [(hand.hand, hand.cards, hand.total) for hand in row.hands] == [
        ("1", ("As", "Kd"), 21),
        ("D", ("7h", "Tc"), 17),
    ]
    (wager,) = row.settlements
    assert (wager.paid, wager.returned, wager.net) == (15_00, 10_00, 15_00)
    assert set(wager.paragraphs) <= set(row.paragraphs)
