"""A made-up side wager: one file, one line in the registry, and it is offered, staked, settled, priced and shown."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from tests.agreement.test_agreement import agree

from chapter47.blackjack import events as e
from chapter47.blackjack.analysis.side_wagers.price import prices
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.round import play
from chapter47.blackjack.simulation.kernel.program import SideStake, compile_program
from chapter47.blackjack.simulation.run.tally import play_block
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.facts import LOSE, Facts, WagerDecision
from chapter47.blackjack.wagers.wager import PayTable, Wager, edge_of, odds_of, paytable
from chapter47.cli.app import main
from chapter47.core.cards import card
from chapter47.games import check, from_data, read

ODDS = paytable("red 1 to 1 \n diamonds 3 to 1")


def _odds(table: TableRules, offer: WagerOffer) -> PayTable:
    return ODDS


def _decide(facts: Facts) -> WagerDecision | None:
    """The dealer's first card is red; a diamond pays more."""
    if not facts.dealer or not facts.two_each:
        return None
    upcard = facts.dealer[0]
    if not upcard.is_red:
        return WagerDecision(LOSE, "19:47-8.4")
    row = "diamonds" if upcard.suit == "d" else "red"
    return WagerDecision(row, "19:47-8.4", odds_of(RED_UPCARD, facts.table, facts.offer)[row])


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    yield "an area for the red upcard"


RED_UPCARD = Wager(
    name="red-upcard",
    title="Red upcard",
    section="19:47-2.17",
    games=("blackjack",),
    floor=_odds,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
    reads=("dealer",),
    decide=_decide,
    layout=_layout,
)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WAGERS, RED_UPCARD.name, RED_UPCARD)


TABLE = {"decks": 6, "wagers": {"red-upcard": {"maximum": "25"}}}


def test_it_is_offered() -> None:
    verdict = check(from_data(TABLE))
    assert verdict.lawful
    assert "an area for the red upcard" in [notice.message for notice in verdict.notices]


@pytest.mark.parametrize(("upcard", "net"), [("6d", 15), ("6h", 5), ("6c", -5)])
def test_it_is_staked_and_settled(upcard: str, net: int) -> None:
    state = play.open_round(from_data(TABLE))
    won = 0
    for act in (
        lambda state: play.bet(state, 1, "Ann", 10_00),
        lambda state: play.side_bet(state, 1, "Ann", "red-upcard", 5_00),
        play.close_bets,
        lambda state: play.give(state, card("Tc")),
        lambda state: play.give(state, card(upcard)),
        lambda state: play.give(state, card("9c")),
    ):
        step = act(state)
        assert isinstance(step, play.Step), step
        state = step.state
        won += sum(event.amount for event in step.events if isinstance(event, e.Paid))
        won -= sum(event.amount for event in step.events if isinstance(event, e.Collected))
    assert won == net * 100


def test_it_is_priced() -> None:
    (side_price,) = prices(from_data(TABLE))
    assert {row: line.chance for row, line in side_price.bets[""].items()} == {
        "diamonds": Fraction(1, 4),
        "red": Fraction(1, 4),
        "lose": Fraction(1, 2),
    }
    assert edge_of(side_price.bets[""]) == Fraction(-1, 2)


def test_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    path.write_text('decks = 6\n[wagers.red-upcard]\nodds = { red = "2 to 1" }\n', encoding="utf-8")
    assert str(read(path).wagers["red-upcard"].odds["red"]) == "2 to 1"
    monkeypatch.setattr("sys.argv", ["chapter47", "edge", str(path)])
    with pytest.raises(SystemExit):
        main()
    shown = capsys.readouterr().out
    assert "Red upcard" in shown
    assert "2 to 1" in shown


def test_it_is_simulated() -> None:
    """At its exact price, and to the cent as the engine settles it."""
    table = from_data(TABLE)
    program = compile_program(table, stakes=[[10_00]], side_bets=[SideStake("red-upcard", 5_00)], fresh=True)
    simulated = play_block(program, seed=1, block=0, rounds=400_000).bets["red-upcard"]
    assert abs(simulated.edge - -1 / 2) < 4 * simulated.standard_error
    assert agree(Random(1), table, 200) == 200
