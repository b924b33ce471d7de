"""Made-up side wagers that read the same cards as those of the regulation: the simulator picks them up."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from tests.agreement.test_agreement import agree

from chapter47.blackjack.analysis.side_wagers.price import prices
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.program import SideStake, compile_program
from chapter47.blackjack.simulation.kernel.side_bet_tables import OWN_WAY, CannotSimulateError, kind_of
from chapter47.blackjack.simulation.run.tally import play_block
from chapter47.blackjack.table_file import from_data
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.facts import LOSE, Facts, FixedPrize, Prize, WagerDecision
from chapter47.blackjack.wagers.wager import Wager, Whose, edge_of
from chapter47.core.cards import RANKS
from chapter47.core.money import Odds

Pays = Callable[[Facts], Prize | None]


def _wager(reads: tuple[Whose, ...], pays: Pays, **more: object) -> Wager:
    own, dealer = reads.count("own"), reads.count("dealer")

    def decide(facts: Facts) -> WagerDecision | None:
        if len(facts.own) < own or len(facts.dealer) < dealer or not facts.two_each:
            return None
        prize = pays(facts._replace(own=facts.own[:own], dealer=facts.dealer[:dealer]))
        return WagerDecision(LOSE if prize is None else str(prize), "19:47-8.4", prize)

    made = Wager(
        games=("blackjack",),
        name="made-up",
        title="Made up",
        section="19:47-2.17",
        floor=lambda *_: {},
        reads=reads,
        decide=decide,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def _red_upcard(facts: Facts) -> Prize | None:
    """Diamonds pay more."""
    up = facts.dealer[0]
    return Odds(Fraction(3 if up.suit == "d" else 1)) if up.is_red else None


def _two_spades(facts: Facts) -> Prize | None:
    """A spade in front pays three to two, two of them a fixed amount."""
    spades = [card.suit == "s" for card in facts.own]
    return FixedPrize(40_00) if all(spades) else Odds(Fraction(3, 2)) if spades[0] else None


def _flush_with_the_dealer(facts: Facts) -> Prize | None:
    return Odds(Fraction(13, 2)) if len({card.suit for card in (*facts.own, *facts.dealer)}) == 1 else None


def _four_ranks(facts: Facts) -> Prize | None:
    """No two cards alike, the dealer's two among them; the first own card below the dealer's second."""
    ranks = [card.rank for card in (*facts.own, *facts.dealer)]
    below = RANKS.index(facts.own[0].rank) < RANKS.index(facts.dealer[1].rank)
    return Odds(Fraction(2 if below else 1, 3)) if len(set(ranks)) == len(ranks) else None


def _third_card(facts: Facts) -> Prize | None:
    """May be missing: then the stake goes back."""
    return Odds(Fraction(2)) if facts.own[2].rank == "7" else None


MADE_UP = {
    "the up card": _wager(("dealer",), _red_upcard),
    "two cards of the box, as over-under-13": _wager(("own", "own"), _two_spades),
    "a prize that keeps the stake": _wager(("own", "own"), _two_spades, returns_stake=lambda table: False),
    "the up card and two, as match-the-dealer": _wager(
        ("dealer", "own", "own"), _flush_with_the_dealer, suits_alike=True
    ),
    "two and two, as the twenty-point bonus": _wager(("own", "own", "dealer", "dealer"), _four_ranks, ranks_only=True),
    "a third card that may not come": _wager(("own", "own", "own"), _third_card, ranks_only=True),
}


@pytest.fixture
def wager(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Wager:
    made = MADE_UP[request.param]
    monkeypatch.setitem(WAGERS, made.name, made)
    return made


def _table(**more: object) -> TableRules:
    return from_data({"decks": 6, "wagers": {"made-up": {"maximum": "25"}}, **more})


@pytest.mark.parametrize("wager", list(MADE_UP), indirect=True)
@pytest.mark.parametrize("hole_card", ["none", "face-down", "card-reader"])
def test_it_is_settled_as_the_engine_settles_it(wager: Wager, hole_card: str) -> None:
    assert_settled_alike(Random(f"{wager.reads} {hole_card}"), hole_card, tables=2)


@pytest.mark.soak
@pytest.mark.parametrize("wager", list(MADE_UP), indirect=True)
@pytest.mark.parametrize("hole_card", ["none", "face-down", "card-reader"])
def test_it_is_settled_as_the_engine_settles_it_for_long(wager: Wager, hole_card: str) -> None:
    assert_settled_alike(Random(f"{wager.reads} {hole_card}"), hole_card, tables=60)


def assert_settled_alike(rng: Random, hole_card: str, tables: int) -> None:
    for _ in range(tables):
        assert agree(rng, _table(hole_card=hole_card), 60) == 60


PRICED = ("the up card", "the up card and two, as match-the-dealer", "two and two, as the twenty-point bonus")
"""Those without a fixed prize, whose price depends on the stake, and without a card that may not come."""


@pytest.mark.parametrize("wager", PRICED, indirect=True)
def test_its_simulated_edge_is_its_price(wager: Wager) -> None:
    table = _table()
    (price,) = prices(table)
    exact = float(edge_of(price.bets[""]))
    program = compile_program(table, stakes=[[10_00]], side_bets=[SideStake(wager.name, 6_00)], fresh=True)
    simulated = play_block(program, seed=3, block=0, rounds=400_000).bets[wager.name]
    assert abs(simulated.edge - exact) < 4 * simulated.standard_error


def test_what_the_simulator_does_not_know_is_refused() -> None:
    """A wager that shares the hooks of a known one, but is decided otherwise, is not taken for it."""
    for name in ("progressive", "streak", "sevens", "optional-bonus", "twenty-point-bonus", "blackjack-bonus"):
        with pytest.raises(CannotSimulateError, match="does not know"):
            kind_of(replace(WAGERS[name], decide=lambda facts: None))
    with pytest.raises(CannotSimulateError, match="reads 5 cards"):
        kind_of(replace(MADE_UP["the up card"], reads=("own",) * 5))


def test_every_wager_of_every_game_can_be_played() -> None:
    everywhere = [*WAGERS.values(), *(wager for game in GAMES.values() for wager in game.side_wagers.values())]
    kinds = {wager.decide: kind_of(wager) for wager in everywhere}
    assert set(OWN_WAY) <= set(kinds)
    assert r.BY_CARDS in kinds.values()
