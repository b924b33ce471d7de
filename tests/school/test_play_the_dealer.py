"""Play the dealer: the engine's round is judged as right from beginning to end, a wrong act has its paragraph, and what
a trainee chooses from says nothing about later events."""

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace
from tests.school.random_play import BLACKJACK, posting_of

from chapter47.core.event import ChipsMoved, Collected, Paid
from chapter47.core.log import LogEntry
from chapter47.school.dealer import CARD, PAY, PUSH, SAY, TAKE, DealerAct, DealerRound, act_of, dealt_round

GAMES = (*BLACKJACK, "craps", "baccarat")


@pytest.mark.parametrize("name", GAMES)
def test_the_lawful_round_is_judged_right(name: str) -> None:
    kinds: Counter[str] = Counter()
    for number in range(3):
        dealing = dealt_round(posting_of(name), "class", number)
        acts: list[DealerAct] = []
        played = DealerRound(dealing, acts)
        while expected := played.expected:
            assert expected.kind in played.kinds()
            if expected.kind in (TAKE, PAY, PUSH):
                assert expected.what in played.wagers()
            if expected.kind == CARD:
                assert expected.what in played.hands()
            if expected.kind == SAY:
                assert expected.what in played.phrases()
            kinds[expected.kind] += 1
            acts.append(expected)
            played = DealerRound(dealing, acts)
        assert all(mark.right for mark in played.marks)
        assert len(played.marks) == len(acts)
    assert kinds[PAY]
    assert kinds[TAKE]


@pytest.mark.parametrize("name", ["blackjack", "craps", "baccarat"])
def test_a_wrong_act_has_the_paragraph_of_the_right_one(name: str) -> None:
    dealing = dealt_round(posting_of(name), "class", 0)
    acts: list[DealerAct] = []
    while expected := DealerRound(dealing, acts).expected:
        place = DealerRound(dealing, acts).place
        wrong = replace(expected, amount=expected.amount + 100) if expected.kind == PAY else DealerAct(kind="nothing")
        mark = DealerRound(dealing, [*acts, wrong]).marks[-1]
        assert (mark.right, mark.by) == (False, dealing.entries[place].event.by)
        acts.append(expected)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_depends_on_nothing_later(name: str) -> None:
    """The same choices at every moment if the round is cut off after the next event."""
    dealing = dealt_round(posting_of(name), "class", 1)
    acts: list[DealerAct] = []
    while expected := DealerRound(dealing, acts).expected:
        played = DealerRound(dealing, acts)
        cut: tuple[LogEntry, ...] = dealing.entries[: played.place + 1]
        shorter = DealerRound(dealing._replace(entries=cut), acts)
        shown = [(each.kinds(), each.hands(), each.wagers()) for each in (played, shorter)]
        assert shown[0] == shown[1]
        said = {words for entry in played.seen() if (words := getattr(entry.event, "words", ""))}
        foreign = [phrase for phrase in played.phrases() if phrase not in said]
        assert len(foreign) <= (3 if expected.kind == SAY else 0)
        acts.append(expected)


def test_the_wager_beside_its_winnings_goes_back_by_itself() -> None:
    dealing = dealt_round(posting_of("blackjack"), "class", 0)
    events = dealing.events()
    for before, event in pairwise(events):
        if isinstance(before, Paid) and isinstance(event, ChipsMoved) and not isinstance(event, (Paid, Collected)):
            assert act_of(event, before) is None
