"""Rings, cells, hands and the widths of words: plain numbers."""

import pytest

from chapter47.drawing.cards import HEIGHT, index_room
from chapter47.drawing.chips import CHIPS, breakdown, shown_chips, spoken_amount
from chapter47.drawing.font_metrics import FACES, fixed_length, shortened, text_width
from chapter47.drawing.hands import SMALLEST_CARD, HandNeeds, arranged, laid
from chapter47.drawing.polygons import Box, Point, overlap, turned
from chapter47.drawing.rings import Ground, Ring, placed_in_rows, seated
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import text


def test_a_ring_rises_from_its_lowest_point_to_both_sides() -> None:
    ring = Ring(640, 200, 500)
    assert ring.below(640) == pytest.approx(700)
    assert ring.below(340) == pytest.approx(600)
    assert ring.below(940) == pytest.approx(600)
    assert ring.moved(50).below(640) == pytest.approx(650)


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize(("depth", "width"), [(200, 120), (400, 110), (600, 90)])
def test_cells_keep_apart_and_on_the_felt(count: int, depth: float, width: float) -> None:
    ground = Ground(50, 1230, Ring(640, -700, 1000), 30, (Box(60, 0, 100, 60),))
    made = seated(count, ground, width=width, depth=depth, slack=200)
    assert made is not None
    assert len(made) == count
    for number, cell in enumerate(made):
        assert all(50 <= corner.x <= 1230 for corner in cell.corners)
        assert not any(overlap(cell.corners, other.corners) for other in made[number + 1 :])
    assert [cell.x for cell in made] == sorted((cell.x for cell in made), reverse=True)


def test_cells_keep_clear_of_what_is_printed_and_of_what_stands_there() -> None:
    inner = Ring(640, 0, 300)
    free, crowded = (Ground(50, 1230, inner, 50, boxes) for boxes in ((), (Box(900, 0, 300, 330),)))
    near, far = (seated(5, ground, width=120, depth=200, slack=400) for ground in (free, crowded))
    assert near is not None
    assert far is not None
    assert max(cell.y for cell in near) < max(cell.y for cell in far)
    assert seated(7, free, width=300, depth=200, slack=80) is None


def test_turned_shapes_meet_where_upright_ones_would_not() -> None:
    first, second = Box(0, 0, 100, 20), Box(0, 30, 100, 20)
    assert not overlap(first.corners, second.corners)
    assert overlap(turned(first.corners, Point(50, 10), 45), second.corners)
    assert not overlap(first.corners, Box(99.5, 0, 10, 10).corners, slack=1)


@pytest.mark.parametrize("cards", range(1, 12))
@pytest.mark.parametrize("width", [22.0, 44.0, 66.0])
def test_every_index_of_a_hand_is_seen(cards: int, width: float) -> None:
    hand = laid(cards, width, room=120)
    across, down = index_room(width)
    assert len(hand.corners) == cards
    for number, corner in enumerate(hand.corners):
        index = Box(*corner, across, down).corners
        for later in hand.corners[number + 1 :]:
            assert not overlap(index, Box(*later, width, width * HEIGHT).corners, slack=1e-6)


def test_hands_are_as_large_as_the_room_lets_them_be() -> None:
    two = arranged((HandNeeds(2, ((40.0, 20.0),)),), room=150, depth=180, largest=62)
    assert two.card_width == 62
    four = arranged((HandNeeds(11, ((40.0, 20.0),)),) * 4, room=150, depth=180, largest=62)
    assert four.card_width == SMALLEST_CARD
    assert four.depth > 180


def test_rows_are_filled_and_centred() -> None:
    corners, deep = placed_in_rows([(40, 10), (40, 20), (40, 10)], room=90, gap=10)
    assert corners == [Point(-45, 5), Point(5, 0), Point(-20, 30)]
    assert deep == 40


def test_words_are_as_wide_as_in_the_fonts() -> None:
    assert text_width("Blackjack", 1000, "sans") == 667 + 222 + 556 + 500 + 500 + 222 + 556 + 500 + 500
    assert text_width("10", 20, "serif-bold", spacing=2) == 24
    assert text_width("漢", 10) == 10
    assert all(text_width("mm", 10, face) > text_width("ii", 10, face) for face in FACES)


@pytest.mark.parametrize(
    ("says", "room", "length"),
    [
        pytest.param("10", 14.0, None, id="fits in any font"),
        pytest.param("10", 13.9, 10.0, id="fits in the fonts named"),
        pytest.param("10", 8.0, 8.0, id="fits in none"),
        pytest.param("漢", 8.0, None, id="of unknown width"),
        pytest.param("", 8.0, None, id="no words"),
    ],
)
def test_words_that_a_wider_font_would_push_out_have_a_length(says: str, room: float, length: float | None) -> None:
    assert fixed_length(says, 10, room, "serif-bold") == length
    drawn = text(0, 0, says, 10, face="serif-bold", room=room)
    assert ("textLength" in drawn) == (length is not None)
    assert length is None or f'textLength="{length:.0f}" lengthAdjust="spacingAndGlyphs"' in drawn


def test_what_does_not_fit_is_shortened() -> None:
    assert shortened("Maximilian", 12, 100) == "Maximilian"
    short = shortened("Maximilian", 12, 40)
    assert short.endswith("…")
    assert text_width(short, 12) <= 40
    assert shortened("Maximilian", 12, 2) == ""


def test_amounts_are_laid_in_chips_of_the_state_s_colours() -> None:
    colours = {chip.value: chip.number for chip in CHIPS}
    assert [colours[chip.value] for chip in breakdown(136_50)] == ["100", "25", "5", "5", "1", "½"]
    assert [chip.number for chip in breakdown(14_00)] == ["5", "5", "1", "1", "1", "1"]
    assert [chip.number for chip in shown_chips(136_50, most=1)] == ["100"]
    assert len(shown_chips(999_00)) == 5
    assert spoken_amount(100_00) == "100 dollars"
    assert spoken_amount(1_00) == "1 dollar"
    assert spoken_amount(2_50) == "2 dollars 50 cents"
    assert spoken_amount(25) == "25 cents"


def test_a_width_that_no_screen_has_is_refused() -> None:
    with pytest.raises(ValueError, match="a picture 10 pixels wide: allowed are 320 to 7680 pixels"):
        Settings(width=10)
