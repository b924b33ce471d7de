"""Blackjack tables as pictures: nothing covers anything, at any width, however full the table is."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.drawing.drawn_shapes import problems, read
from tests.drawing.fullest_blackjack import ALL_SIDES, fullest, settled

import chapter47
from chapter47.blackjack.acts import Bet, Choose, Deal
from chapter47.blackjack.picture import draw
from chapter47.blackjack.views.records import TableView
from chapter47.core.onlookers import ANYBODY, DEALER, player
from chapter47.drawing.settings import Settings

WIDTHS = (360, 700, 1280, 2560)
GAMES = ("blackjack", "six-to-five", "double-exposure", "multiple-action", "switch", "spanish-21")


def full(game: str = "blackjack", **how: Any) -> TableView:
    return fullest(chapter47.table(game=game), **how)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_at_the_fullest_table(game: str, width: int) -> None:
    view = full(game, bettors=2)
    for viewer in ("", "Bob"):
        assert problems(draw(view, Settings(width=width, viewer=viewer))) == []


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_with_every_side_wager_at_any_variation(game: str, width: int) -> None:
    view = full(game, hands=3, cards=5, bettors=2, sides=ALL_SIDES)
    assert problems(draw(view, Settings(width=width, viewer="Bob"))) == []
    assert problems(draw(settled(view), Settings(width=width, viewer="Bob"))) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_overlaps_with_every_side_wager_and_three_bettors_on_each_box(width: int) -> None:
    view = full(bettors=3, sides=ALL_SIDES)
    assert problems(draw(view, Settings(width=width))) == []
    assert problems(draw(settled(view), Settings(width=width))) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("boxes", range(1, 8))
def test_nothing_overlaps_at_any_number_of_boxes(boxes: int, width: int) -> None:
    view = fullest(chapter47.table(boxes=boxes), hands=2, cards=3)
    assert problems(draw(view, Settings(width=width))) == []


@pytest.mark.parametrize("width", [*range(320, 1400, 60), 1920, 3840])
def test_nothing_overlaps_at_a_usual_table_of_any_width(width: int) -> None:
    assert problems(draw(full(hands=1, cards=3), Settings(width=width))) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_in_a_round_that_was_played(game: str) -> None:
    table: Any = chapter47.open_table(chapter47.table(game=game), seed=11)
    spots = 3 if game == "multiple-action" else 1
    for box in (1, 2, 4, 5):
        for _ in range(spots):
            assert table.perform(Bet(f"player {box}", 25_00, str(box))) is None
    assert table.perform(Deal()) is None
    drawn = 0
    while not table.between_rounds:
        legal: list[str] = [move.name for move in getattr(table.need, "legal", ())]
        if not legal:
            table.step()
            continue
        for view, width in ((table.view(ANYBODY), 700), (table.view(player("player 4")), 1280)):
            assert problems(draw(view, Settings(width=width))) == []
        drawn += 1
        preferred = ("split", "insure", "hit" if drawn % 3 else "stand", "keep", "decline", "stand")
        move = next((name for name in preferred if name in legal), legal[0])
        assert table.perform(Choose(table.need.bettor, move, table.need.legal[legal.index(move)].most)) is None
    assert drawn
    assert problems(draw(table.view(DEALER), Settings(width=1280))) == []


def test_every_spot_tells_what_it_is() -> None:
    svg = draw(full(hands=1, cards=2, sides=ALL_SIDES), Settings())
    assert 'aria-label="box 4, main wager, 2000 dollars"' in svg
    assert 'aria-label="box 4, streak 5, 100 dollars, 2 won in a row"' in svg
    assert 'aria-label="box 4, insurance, 500 dollars"' in svg
    assert 'data-box="4" data-wager="over-under-13" data-bet="under"' in svg


def test_ids_stay_from_one_picture_to_the_next() -> None:
    before = read(draw(full(hands=1, cards=2), Settings())).ids
    after = read(draw(full(hands=1, cards=3), Settings())).ids
    assert set(before) < set(after)
    assert {"spot-4-main-1", "chips-4-0-main-1-1", "card-4-0-1", "card-d-0-1", "badge-4-0", "sign-limits"} < set(before)


def test_a_prefix_keeps_two_pictures_on_a_page_apart() -> None:
    first, second = (set(read(draw(full(), Settings(prefix=prefix))).ids) for prefix in ("a-", "b-"))
    assert first
    assert not first & second


def test_a_card_face_down_has_no_face_anywhere() -> None:
    view = full(hands=1, cards=2)
    dealer = replace(view.round.dealer, cards=("9c", None), points=9)
    hands = tuple(replace(hand, cards=("2d", None), points=2) for hand in view.round.hands)
    svg = draw(replace(view, round=replace(view.round, dealer=dealer, hands=hands, exposed=None)), Settings())
    assert svg.count('class="card back"') == 8
    assert svg.count("data-card=") == 8
    assert "Ah" not in svg


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (
            "blackjack",
            ("Blackjack pays 3 to 2", "DEALER MUST DRAW TO 16 AND STAND ON ALL 17S", "INSURANCE PAYS 2 TO 1"),
        ),
        ("six-to-five", ("Blackjack pays 6 to 5", "DEALER MUST HIT SOFT 17S")),
        ("double-exposure", ("Blackjack pays 1 to 1", "THE HOLE CARD IS DEALT FACE UP")),
        ("switch", ("Blackjack pays 1 to 1", "DEALER PUSHES ON 22", "DEALER MUST HIT A SOFT 17")),
        ("spanish-21", ("Blackjack pays 3 to 2", "INSURANCE PAYS 2 TO 1")),
    ],
)
def test_the_felt_shows_what_the_regulation_requires(game: str, says: tuple[str, ...]) -> None:
    svg = draw(full(game), Settings())
    assert [words for words in says if words not in svg] == []
    assert "$10" in svg
    assert "max. $1,000" in svg


def test_names_are_text_and_never_markup() -> None:
    view = full(hands=1, cards=2)
    bettors = tuple(replace(bettor, name='<b> & "Bo\x01b"') for bettor in view.round.bettors)
    svg = draw(replace(view, round=replace(view.round, bettors=bettors)), Settings())
    assert "<b>" not in svg
    assert problems(svg) == []


def test_the_onlookers_own_box_lies_in_the_middle() -> None:
    view = full(hands=1, cards=2, bettors=1)
    bettors = tuple(replace(bettor, name="Cleo") if bettor.box == 2 else bettor for bettor in view.round.bettors)
    view = replace(view, round=replace(view.round, bettors=bettors))
    shapes = read(draw(view, Settings(viewer="Cleo"))).shapes
    spot = next(shape for shape in shapes if shape.kind == "spot" and "spot-2-main-1" in shape.path)
    middle = sum(corner.x for corner in spot.outline) / len(spot.outline)
    assert middle == pytest.approx(640, abs=1)


def test_bonuses_and_side_wagers_stand_on_placards_with_what_they_pay() -> None:
    spanish = draw(fullest(chapter47.table(game="spanish-21", wagers={"match-the-dealer": {}})), Settings())
    for row in ("6-7-8 or 7-7-7 of spades", "21 of 7 cards or more", "$1,000 or $5,000", "Match the dealer", "12 to 1"):
        assert row in spanish
    table = chapter47.table(optional_payouts=["7-7-7"], wagers={"progressive": {}, "blackjack-bonus": {}})
    for width in WIDTHS:
        svg = draw(fullest(table, hands=1, cards=2), Settings(width=width))
        assert problems(svg) == []
        assert "the meter" in svg
        assert "7-7-7" in svg
        assert "Blackjack, $5" in svg


def test_a_card_that_was_switched_is_marked() -> None:
    view = full("switch", hands=2, cards=2)
    hands = tuple(replace(hand, switched=hand.box == 3) for hand in view.round.hands)
    svg = draw(replace(view, round=replace(view.round, hands=hands)), Settings())
    assert svg.count(", switched") == 2


def test_each_wager_of_multiple_action_shows_what_it_brought() -> None:
    svg = draw(settled(full("multiple-action", hands=1, cards=2)), Settings())
    assert svg.count(">+$2,000<") >= 7
    assert svg.count(">−$2,000<") >= 7


def test_a_bonus_that_waits_for_the_display_has_a_button() -> None:
    view = full(hands=1, cards=2, sides=ALL_SIDES[4:5])
    stakes = tuple(replace(stake, won_in_a_row=0, held_back=stake.bet == "1") for stake in view.round.stakes)
    svg = draw(replace(view, round=replace(view.round, stakes=stakes)), Settings())
    assert svg.count(">B<") == 7
    assert problems(svg) == []


def test_multiple_action_shows_the_dealers_earlier_hands_with_their_totals() -> None:
    """As they were turned up before everybody; their cards are in the discard rack (2.18(f)2)."""
    table: Any = chapter47.open_table(chapter47.table(game="multiple-action"), seed=11)
    for _ in range(3):
        assert table.perform(Bet("Ann", 25_00, "1")) is None
    assert table.perform(Deal()) is None
    while not table.between_rounds:
        legal = {move.name for move in getattr(table.need, "legal", ())}
        if legal:
            assert table.perform(Choose("Ann", "stand" if "stand" in legal else "decline")) is None
        else:
            table.step()
    round_ = table.view(ANYBODY).round
    assert len(round_.dealt_before) == 2
    upcard = round_.dealer.cards[0]
    assert all(hand.cards[0] == upcard and None not in hand.cards and hand.taken_in for hand in round_.dealt_before)
    for width in (360, 1280):
        svg = draw(table.view(ANYBODY), Settings(width=width))
        assert {"hand-d-0", "hand-d-1", "hand-d-2", "badge-d-1", "badge-d-2"} < set(read(svg).ids)
        assert all(f"hand {number}, in the discard rack" in svg for number in (1, 2))
        assert problems(svg) == []


def test_6_to_5_is_dealt_from_a_pack_in_the_hand_and_the_others_from_a_shoe() -> None:
    def drawn(game: str) -> str:
        return draw(chapter47.open_table(chapter47.table(game=game), seed=1).view(ANYBODY), Settings())

    assert "the pack in the dealer" in drawn("six-to-five")
    assert "the shoe" in drawn("blackjack")


def test_placards_stand_beside_a_table_that_has_room_at_its_sides() -> None:
    table = chapter47.table(wagers={"sevens": {}, "twenty-point-bonus": {"paytable": "A"}, "streak": {}})
    view = fullest(table, hands=2, cards=3)
    alone, beside = (draw(view, Settings(width=900, aside=aside)) for aside in (0.0, 190.0))
    assert problems(alone) == problems(beside) == []
    assert read(beside).height < read(alone).height
    assert read(beside).width == 900 + 2 * 190


def test_a_small_picture_fills_the_height_that_it_is_given() -> None:
    view = full(hands=1, cards=2)
    svg = draw(view, Settings(width=360, viewer="nobody", least_height=900))
    assert read(svg).height == pytest.approx(900, abs=1)
    assert problems(svg) == []
