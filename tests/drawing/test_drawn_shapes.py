"""The check of pictures can fail: each thing that it looks for is found where it is."""

import pytest
from tests.drawing.drawn_shapes import problems, read

from chapter47.drawing import cards, chips, furniture, svg
from chapter47.drawing.settings import Settings

SETTINGS = Settings(width=400)


def picture(*inside: str) -> str:
    return svg.document(400, 300, "a test", *inside, definitions=cards.definitions(SETTINGS))


def card(x: float, y: float, place: str, hand: str) -> str:
    return svg.group(cards.card_at(x, y, 60, "Th", SETTINGS, place=place), id=hand)


def badge(x: float, says: str, place: str) -> str:
    return furniture.badge_at(x, 40, says, 14, "plain", place=place)


def stack(x: float, place: str) -> str:
    return chips.stack_at(x, 100, 20, 25_00, place=place, label="chips")


WRONG = [
    ("leaves the picture", svg.text(380, 20, "a long word", 14)),
    ("leaves the picture", card(360, 250, "card-1-0-1", "hand-1-0")),
    ("has letters of 8.0 pixels", svg.text(100, 50, "small", 8)),
    ("has letters of 7.0 pixels", svg.group(svg.text(100, 50, "scaled", 14), transform="scale(0.5)")),
    ("two elements are called a", svg.group(id="a") + svg.group(id="a")),
    ("'one' at", svg.text(100, 50, "one", 14) + svg.text(110, 55, "two", 14)),
    ("lies under card", svg.text(100, 50, "under", 14) + card(80, 20, "card-1-0-1", "hand-1-0")),
    ("lies on card", card(80, 20, "card-1-0-1", "hand-1-0") + svg.text(100, 70, "on it", 14)),
    ("lies under chip", svg.text(100, 100, "under", 14) + stack(100, "chips-1")),
    ("meets card", card(80, 20, "card-1-0-1", "hand-1-0") + card(110, 40, "card-2-0-1", "hand-2-0")),
    ("lies under card", card(80, 20, "card-1-0-1", "hand-1-0") * 1 + card(82, 22, "card-2-0-1", "hand-2-0")),
    ("meets badge", badge(100, "21", "badge-1") + badge(110, "soft 18", "badge-2")),
    ("meets chip", stack(100, "chips-1") + stack(120, "chips-2")),
    (
        "meets text",
        svg.arc_text("arc", (200, -100), 250, "an inscription", 20, face="serif-bold", fill="#fff")
        + svg.text(200, 148, "across it", 14),
    ),
]


@pytest.mark.parametrize(("what", "inside"), WRONG, ids=[f"{number} {what}" for number, (what, _) in enumerate(WRONG)])
def test_what_is_wrong_is_found(what: str, inside: str) -> None:
    assert any(what in problem for problem in problems(picture(inside)))


RIGHT = [
    svg.text(100, 50, "one", 14) + svg.text(100, 70, "two", 14),
    svg.group(
        cards.card_at(20, 20, 60, "Th", SETTINGS, place="card-1-0-1"),
        cards.card_at(44, 20, 60, "9s", SETTINGS, place="card-1-0-2"),
        id="hand-1-0",
    ),
    badge(100, "21", "badge-1") + badge(180, "soft 18", "badge-2"),
    stack(100, "chips-1") + stack(145, "chips-2"),
    svg.arc_text("arc", (200, -100), 250, "an inscription", 20, face="serif-bold", fill="#fff"),
]


@pytest.mark.parametrize("inside", RIGHT)
def test_what_is_right_is_let_pass(inside: str) -> None:
    assert problems(picture(inside)) == []


def test_an_index_that_the_next_card_covers_is_found() -> None:
    hand = svg.group(
        cards.card_at(20, 20, 60, "Th", SETTINGS, place="card-1-0-1"),
        cards.card_at(30, 20, 60, "9s", SETTINGS, place="card-1-0-2"),
        id="hand-1-0",
    )
    assert any("'10'" in problem for problem in problems(picture(hand)))


def test_turned_and_moved_shapes_are_read_where_they_lie() -> None:
    turned = svg.group(svg.text(0, 0, "x", 20), transform=svg.moved(100, 100, 90))
    corners = read(picture(turned)).shapes[0].outline
    assert corners[0].x == pytest.approx(100 + 14)
    assert corners[0].y == pytest.approx(100 - 5)
