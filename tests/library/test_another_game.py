"""A game that is not the chapter's is judged, priced and played by its record; what means nothing there is refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.core.coin_game import COIN, CoinTable
from tests.core.one_chance import CloseWagers, MakeWager

import chapter47
from chapter47.core.game import Game
from chapter47.core.log import lines

ANY_GAME: Game[Any] = COIN


def coin(**keys: Any) -> Any:
    return CoinTable(**keys)


def test_a_coin_is_priced_through_its_record() -> None:
    edge = chapter47.edge(coin(edge_loses=True), game=ANY_GAME)
    assert (edge.house_edge, edge.house_edge_optimal) == (0.01, 0.01)
    assert edge.variance == pytest.approx(0.9999)
    assert {name: wager.house_edge for name, wager in edge.wagers.items()} == {"heads": 0.01, "tails": 0.01}
    assert "tails 1.00000 %" in repr(edge)
    assert chapter47.edge(coin(), game=ANY_GAME).house_edge == 0.0


def test_a_coin_is_judged_through_its_record() -> None:
    verdict = chapter47.check(coin(coins=3), game=ANY_GAME)
    assert [finding.code for finding in verdict.findings] == ["coins.one_or_two"]
    (note,) = chapter47.edge(coin(coins=3), game=ANY_GAME).notes
    assert note.startswith("not lawful by 19:47-8.4, priced as the table would be dealt")


def test_what_means_nothing_for_a_game_is_refused_with_the_reason() -> None:
    with pytest.raises(chapter47.NotOfferedError, match="coin is not allowed; allowed: a game whose edge"):
        chapter47.edge(coin(), game=ANY_GAME, vary="coins")
    with pytest.raises(chapter47.NotOfferedError, match="coin is not allowed; allowed: a game that can be priced"):
        chapter47.edge(coin(), game=replace(ANY_GAME, pricing=None))
    assert chapter47.edge(coin(), game=ANY_GAME, readings=True).readings == ()
    for asked in (
        lambda: chapter47.strategy(coin(), game=ANY_GAME),
        lambda: chapter47.advise(coin(), "heads", up="", game=ANY_GAME),
    ):
        with pytest.raises(chapter47.NotOfferedError, match="allowed: a game with player decisions"):
            asked()
    with pytest.raises(chapter47.NotOfferedError, match="allowed: a game that can be simulated"):
        chapter47.simulate(coin(), game=ANY_GAME)
    with pytest.raises(chapter47.NotOfferedError, match="allowed: a game that can be played here"):
        chapter47.open_table(coin(), game=replace(ANY_GAME, playing=None))


def test_a_coin_is_played_and_replayed_through_its_record(tmp_path: Path) -> None:
    table = chapter47.open_table(coin(), seed=47, game=ANY_GAME)
    for act in (MakeWager("Ann", 5_00, "heads"), CloseWagers()):
        assert table.perform(act) is None
    table.step()
    log = tmp_path / "coin.log"
    log.write_text("\n".join(lines(ANY_GAME, coin(), table.log, seed=47)), encoding="utf-8")
    replay = chapter47.replay(log, game=ANY_GAME)
    assert replay.reproduces
    assert [len(played.events) for played in replay.rounds] == [len(table.log)]


def test_an_unlawful_coin_is_not_opened() -> None:
    with pytest.raises(chapter47.NotLawfulError, match=r"coins\.one_or_two"):
        chapter47.open_table(coin(coins=3), game=ANY_GAME)
