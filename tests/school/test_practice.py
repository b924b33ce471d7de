"""Practice and review: a session is its seed and acts; expectation, skill and luck add up to the result."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from tests.school.random_play import posting_of

from chapter47.core.act import Open
from chapter47.core.act_words import BadActError
from chapter47.core.coaching import DecisionValues
from chapter47.core.hosting import Offer
from chapter47.school.coach import Coach, judged
from chapter47.school.computer_players import ComputerPlayers
from chapter47.school.practice import DEAL, YOU, Options, Practice, practised, what_if
from chapter47.session.session import Session

ROUNDS = 60


def played(name: str, seed: str, rounds: int, options: Options | None = None) -> Practice:
    """A learner who decides at random."""
    practice, random = Practice(posting_of(name), seed, options or Options()), Random(seed)
    while len(practice.session.book.finished) < rounds:
        offers = practice.offers()
        moves = [offer for offer in offers if offer.kind == "move"]
        if moves:
            offer = random.choice(moves)
            assert practice.do(str(offer.with_amount(offer.most))) is None
            continue
        main = [offer for offer in offers if offer.kind == "bet" and ("-main-" in offer.spot or "pass" in offer.spot)]
        for offer in main or [offer for offer in offers if offer.kind == "bet"][:1]:
            practice.do(str(offer.act))
        assert practice.do(DEAL) is None
    return practice


def test_expectation_skill_and_luck_are_the_result_to_the_cent() -> None:
    practice = played("blackjack", "bad chart", ROUNDS)
    reviews = practice.reviews()
    assert len(reviews) >= ROUNDS
    for review in reviews:
        assert review.expected + review.skill + review.luck == review.result
        assert review.skill <= 0
    assert sum(review.result for review in reviews) == practice.session.book.net()[YOU]
    luck = [review.luck for review in reviews]
    assert abs(mean(luck)) < 4 * stdev(luck) / sqrt(len(luck))
    assert any(decision.mark for review in reviews for decision in review.decisions)


@pytest.mark.parametrize("name", ["craps", "baccarat", "switch"])
def test_every_game_is_practised(name: str) -> None:
    practice = played(name, "1", 2)
    assert all(review.expected + review.skill + review.luck == review.result for review in practice.reviews())


def test_the_same_seed_and_acts_give_the_same_session() -> None:
    options = Options(others=2)
    first = played("blackjack", "class", 4, options)
    again = practised(first.posting, "class", options, first.acts)
    assert again.session.table.log == first.session.table.log
    assert again.reviews() == first.reviews()


@pytest.mark.parametrize(("hands", "ranks"), [("pairs", 1), ("soft", 2)])
def test_hands_of_a_kind_are_dealt(hands: str, ranks: int) -> None:
    practice = Practice(posting_of("blackjack"), "x", Options(hands=hands))  # type: ignore[arg-type]
    for _ in range(3):
        while any(offer.kind == "move" for offer in practice.offers()):
            practice.do("You stand") if any("stand" in offer.text for offer in practice.offers()) else practice.do(
                "You decline"
            )
        practice.do(str(next(offer for offer in practice.offers() if offer.kind == "bet").act))
        practice.do(DEAL)
        dealt = [event for event in practice.events() if type(event).__name__ == "Dealt" and event.at.box == 1][:2]  # type: ignore[attr-defined]
        assert len({event.card.rank for event in dealt}) == ranks  # type: ignore[attr-defined]


def test_what_if_is_the_same_cards_with_another_move() -> None:
    first = played("blackjack", "what if", 6)
    decision = next(decision for review in first.reviews() for decision in review.decisions)
    results = {
        move: what_if(first.posting, "what if", Options(), first.acts, at=decision.act, move=move)
        for move in decision.values.basic
    }
    assert set(results) == set(decision.values.basic)


def test_nobody_acts_for_others() -> None:
    practice = Practice(posting_of("blackjack"), "x", Options(others=1))
    with pytest.raises(BadActError, match="not you"):
        practice.do("Ann bet 10 on 2")


class Watched(ComputerPlayers):
    """Computer players whose decisions are kept: whether each was the best by basic strategy."""

    right: tuple[bool, ...] = ()

    def _chosen(self, name: str, offers: list[Offer]) -> Offer:
        values = Coach(self.session.game, self.session.posting, self.session.table).decision(name)
        offer = super()._chosen(name, offers)
        if isinstance(values, DecisionValues):
            self.right += (judged(values, getattr(offer.act, "move", "")).right,)
        return offer


@pytest.mark.parametrize(("skill", "least", "most"), [(1.0, 1.0, 1.0), (0.5, 0.5, 0.95), (0.0, 0.1, 0.7)])
def test_computer_players_follow_basic_strategy_as_often_as_stated(skill: float, least: float, most: float) -> None:
    session = Session(posting_of("blackjack"), 7)
    players = Watched(session, ("Ann", "Bob", "Cleo"), Random(7), skill=skill)
    players.sit()
    session.perform(Open())
    while len(players.right) < 60:
        assert players.play_round(sides=0)
    assert least <= mean(players.right) <= most
