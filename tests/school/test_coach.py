"""The coach: its values are those of `advise` at the same shoe, and it knows no card that the player has not seen."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.school.random_play import BLACKJACK, bet, decisions, part, posting_of

import chapter47
from chapter47.blackjack.analysis import main_game
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.events import Dealt, Shuffled, Turned
from chapter47.core.act import Act, Steps
from chapter47.core.cards import Card, cards
from chapter47.core.coaching import DecisionValues, NoDecision, WagerCost
from chapter47.core.onlookers import player as as_player
from chapter47.games import game_of
from chapter47.school.coach import Coach, judged
from chapter47.session.session import Session

NUMBER = 25
"""Decisions of each game."""
WITHOUT_ADVICE = {"switch-back", "double-face-down"}
"""Moves that `advise` names otherwise: the second decision on a switch, and the same double."""
MANY = pytest.param(1_000, marks=pytest.mark.soak)


def coached(name: str, seed: int, number: int = NUMBER) -> Iterator[tuple[Session, str, DecisionValues]]:
    for session, player in decisions(name, seed, number):
        values = Coach(session.game, session.posting, session.table).decision(player)
        if isinstance(values, DecisionValues):
            yield session, player, values


@pytest.mark.parametrize("number", [3, MANY])
@pytest.mark.parametrize("name", BLACKJACK)
def test_values_are_those_of_advise(name: str, number: int) -> None:
    checked, compared = 0, Counter[str]()
    for session, _, values in coached(name, 47, NUMBER * number):
        hands = values.hand.split(" | ")
        if values.question != "play" or max(map(len, hands)) > len("As As As As As"):
            continue
        data = chapter47.advise(session.posting, *hands, up=values.against).to_dict()
        switched = "switch-back" in values.basic
        moves = data["switch" if switched else "keep"]["hands"][0]["moves"] if name == "switch" else data["moves"]
        assert set(values.basic) - set(moves) <= WITHOUT_ADVICE
        for move, cents in values.basic.items():
            if move in moves:
                assert cents == pytest.approx(moves[move] * values.stake, abs=1e-6), (values, move)
                compared[move] += 1
        checked += 1
        if checked == (1 if name == "switch" and number == 3 else number):
            break
    assert checked
    assert number < 100 or {"hit", "stand", "double", "split"} <= set(compared)


@pytest.mark.parametrize("name", ["blackjack", "six-to-five", "double-exposure", "multiple-action"])
def test_values_by_cards_seen_are_those_of_the_shoe_that_is_left(name: str) -> None:
    checked = 0
    for session, player, values in coached(name, 48):
        if values.question != "play":
            continue
        assert values.cards_seen is not None
        hosting = part(session)
        who = as_player(player)
        seen = hosting.recalled([entry.event for entry in session.table.log], who)
        gone: Counter[Card] = Counter()
        for event in seen:
            if isinstance(event, Shuffled):
                gone.clear()
            elif isinstance(event, (Dealt, Turned)) and event.card is not None:
                gone[event.card] += 1
        posting: Any = session.posting
        gone -= Counter(cards(values.hand)) + Counter(cards(values.against))
        left = Counter(full_shoes(posting)[0].cards) - gone
        advice = main_game.analyse(posting, CardCounts(tuple(left.elements()))).advise(
            cards(values.hand), up=cards(values.against)
        )
        moves = advice.data()["moves"]
        for move, cents in values.cards_seen.items():
            if move in moves:
                assert cents == pytest.approx(moves[move] * values.stake, abs=1e-6)
        checked += 1
        if checked == 4:
            return
    pytest.fail("too few decisions")


@pytest.mark.parametrize(
    ("name", "known", "hole"),
    [
        ("blackjack", "Ts 8d 6h", ("5c", "9c")),
        ("spanish-21", "8s 8d 7h", ("5c", "9c")),
        ("switch", "8s 8d 7h 6c 5s", ("5c", "9c")),
    ],
)
def test_what_the_player_cannot_see_changes_nothing(name: str, known: str, hole: tuple[str, str]) -> None:
    """Two shoes in different orders that give the same cards to see, and another hole card."""
    answers = []
    for seed, hidden in enumerate(hole):
        session = Session(posting_of(name), seed)
        session.come([(1, "Ann")])
        bet(session, Random(3), ("Ann",))
        assert session.perform(session.playing.acts.read(f"cards {known} {hidden}")) is None
        session.perform(part(session).closes_wagers(session.table) or Steps(1))
        session.go_on()
        values = Coach(session.game, session.posting, session.table).decision("Ann")
        assert isinstance(values, DecisionValues)
        answers.append(values)
    assert answers[0] == answers[1]


def test_every_legal_move_has_a_value_or_there_is_a_reason() -> None:
    questions: Counter[str] = Counter()
    for name in BLACKJACK:
        for session, player in decisions(name, 7, 14):
            values = Coach(session.game, session.posting, session.table).decision(player)
            if isinstance(values, NoDecision):
                assert values.why
                continue
            legal = {offer.data()["act"]["move"] for offer in part(session).offers(session.table, player)}
            assert set(values.basic) == legal
            assert values.best in legal
            assert values.cards_seen is None or set(values.cards_seen) == legal
            questions[values.question] += 1
    assert {"play", "insurance", "rescue", "switch"} <= set(questions)


def test_a_mistake_has_its_cost() -> None:
    values = DecisionValues(
        player="Ann",
        at="1",
        question="play",
        hand="Ts 6d",
        against="6h",
        situation="16 against 6",
        stake=1000,
        basic={"stand": -150.0, "hit": -344.0},
        best="stand",
    )
    shown = judged(values, "hit")
    assert (shown.right, shown.line) == (False, "Hit cost $1.94: basic strategy: stand on 16 against 6.")
    assert judged(values, "stand").right


WAGERS = [
    ("craps", "Ann bet 10 on pass", "pass", 0.0141414),
    ("craps", "Ann bet 12 on place-to-win 6", "place-to-win 6", 0.0151515),
    ("craps", "Ann bet 10 on hard-6", "hard-6", 0.0909),
    ("craps", "Ann take odds 10 on 6", "odds 6", 0.0),
    ("baccarat", "Ann bet 20 on tie", "tie", 0.1436),
    ("baccarat", "Ann bet 20 on player", "player", 0.0124),
]


def priced(posting: Any, line: str) -> WagerCost:
    game = game_of(posting)
    assert game.coaching
    assert game.playing
    act: Act = game.playing.load().acts.read(line)
    cost: WagerCost | None = game.coaching.load().wager(posting, act)
    assert cost is not None
    return cost


@pytest.mark.parametrize(("name", "line", "wager", "edge"), WAGERS)
def test_a_wager_has_its_price(name: str, line: str, wager: str, edge: float) -> None:
    cost = priced(posting_of(name), line)
    assert cost.wager == wager
    assert cost.house_edge == pytest.approx(edge, abs=5e-5)
    assert cost.expected_loss == pytest.approx(cost.house_edge * cost.amount)


def test_the_cheapest_wager_for_the_same_wish() -> None:
    cost = priced(posting_of("craps"), "Ann bet 12 on hard-6")
    assert cost.cheapest == "place-to-win 6"
    assert cost.cheapest_edge == pytest.approx(1 / 66)


def test_a_side_wager_of_blackjack_has_its_price() -> None:
    table = chapter47.table(game="blackjack", decks=6, wagers={"over-under-13": {}}, on="1996-05-20")
    cost, main = priced(table, "Ann bet 5 on over-under-13 over at 1"), priced(table, "Ann bet 5 on 1")
    assert cost.house_edge > main.house_edge
