"""Offers as buttons: what kind each is, and its key."""

from typing import Any

import pytest

from chapter47.web.offers import Onlooker, buttons

ANN = Onlooker(name="Ann", seated=True, leaves="leave Ann")
KEYS = {"stand": "s", "split": "p"}


def offer(line: str, **more: Any) -> dict[str, Any]:
    nothing = {"least": 0, "most": 0, "step": 0, "spot": "", "after": "", "stack": 0, "closes": False}
    return {"line": line, "by": "19:47-2.3(a)", **nothing, **more}


@pytest.mark.parametrize(
    ("offered", "kind", "label", "key"),
    [
        (offer("Ann stand"), "move", "Stand", "s"),
        (offer("Ann take-dice"), "move", "Take dice", "t"),
        (offer("bet 4 Ann", most=1000, spot="spot-4-main-1"), "bet", "Bet 4", ""),
        (offer("Ann reduce pass by", most=1000, spot="spot-pass-0"), "chips", "Reduce pass by", ""),
        (offer("withdraw Ann tie", spot="spot-3-tie-1"), "chips", "Withdraw tie", ""),
        (offer("sit 4 Ann", spot="plate-4"), "seat", "Sit 4", ""),
        (offer("cut Ann CARDS", stack=312), "cut", "Cut the cards", ""),
        (offer("leave Ann"), "leave", "Leave", ""),
        (offer("deal", by="", closes=True), "close", "Deal", "d"),
    ],
)
def test_an_offer_is_a_button(offered: dict[str, Any], kind: str, label: str, key: str) -> None:
    (button,) = buttons([offered], ANN, KEYS)
    assert (button.kind, button.label, button.key) == (kind, label, key)


def test_no_two_moves_have_one_key() -> None:
    moves = [offer("Ann stand"), offer("Ann surrender"), offer("Ann split")]
    made = buttons([*moves, offer("deal", by="", closes=True)], ANN, KEYS)
    assert len({button.key for button in made}) == len(made)
