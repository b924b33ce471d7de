"""Advice from a shoe that is known in part, and queries of recorded rounds."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.core.cards import cards
from chapter47.desk.query import query

TABLE = chapter47.table(decks=6, hole_card="card-reader")


def test_seen_cards_change_the_value_of_every_move() -> None:
    """Sixteen fives and sixes less: standing on 16 against a ten is right."""
    (shoe,) = full_shoes(TABLE)
    left = [*shoe.cards]
    for rank in "56":
        for _ in range(8):
            left.remove(next(card for card in left if card.rank == rank))
    exact = analyse(TABLE, CardCounts(tuple(left))).advise(cards("Ts 6d"), up=cards("Th"))
    advice = chapter47.advise(TABLE, "Ts 6d", up="Th", without="5=8 6=8")
    assert advice.to_dict()["moves"] == pytest.approx(exact.data()["moves"], abs=1e-9)
    assert advice.best == "stand"
    assert chapter47.advise(TABLE, "Ts 6d", up="Th").best == "hit"


def test_insurance_follows_the_tens_that_are_left() -> None:
    """100 cards gone without a ten, besides 9 8 and the ace: 96 tens of 209 unseen; half a wager at 2 to 1."""
    seen = " ".join(f"{rank}=20" for rank in "23456")
    advice = chapter47.advise(TABLE, "9s 8d", up="Ah", seen=seen).to_dict()
    assert advice["insurance"] == pytest.approx(0.5 * (3 * 96 / 209 - 1))


def test_a_count_stands_for_the_mean_shoe_at_it() -> None:
    low, high = (chapter47.advise(TABLE, "Ts 6d", up="Th", count=f"hi-lo {count}") for count in ("-3", "+3"))
    assert (low.best, high.best) == ("hit", "stand")


@pytest.mark.parametrize("known", [{"seen": "Zz"}, {"without": "5=99"}, {"count": "hi-lo"}, {"count": "nothing 3"}])
def test_what_the_shoe_cannot_be_is_refused(known: Any) -> None:
    with pytest.raises(chapter47.Chapter47Error):
        chapter47.advise(TABLE, "Ts 6d", up="Th", **known)


def test_recorded_rounds_answer_queries(tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"
    chapter47.simulate(TABLE, 2000, 1, records=path, side=["none"])
    assert query(path, "select count(*) as n, min(staked) from rounds").rows == ((2000, 1000),)
    ran = run("query", path, "select sum(net) as net from rounds", "--json")
    assert ran.json["columns"] == ["net"]
    assert run("query", path, "drop everything").code == 2
    assert run("query", tmp_path / "none.csv", "select 1").code == 2
    assert run("query", path, f"select * from read_parquet('{path}')").code == 2
