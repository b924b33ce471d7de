"""Puzzles: a right answer moves a puzzle away, a wrong one brings it back soon; a bad card is refused."""

import pytest

from chapter47.school.puzzles import PuzzleCardError, scheduled

DAY = 24 * 3600 * 1000
NOW = 1_700_000_000_000


def test_right_answers_space_a_puzzle_out() -> None:
    card, now, gaps = "", NOW, []
    for _ in range(5):
        answered = scheduled(card, right=True, now=now)
        gaps.append(answered.due - now)
        card, now = answered.card, answered.due
    assert gaps == sorted(gaps)
    assert gaps[-1] > 5 * DAY


def test_a_wrong_answer_brings_a_puzzle_back_sooner() -> None:
    card, now = "", NOW
    for _ in range(4):
        answered = scheduled(card, right=True, now=now)
        card, now = answered.card, answered.due
    right, wrong = (scheduled(card, right=each, now=now).due - now for each in (True, False))
    assert wrong < DAY < right


@pytest.mark.parametrize("card", ["{}", "x", "[]", '{"card_id": "a"}'])
def test_a_bad_card_is_refused(card: str) -> None:
    with pytest.raises(PuzzleCardError):
        scheduled(card, right=True, now=NOW)
