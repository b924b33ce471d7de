"""What was found by looking at the pictures, as rules: nothing moves when chips are laid, hands lie as a dealer lays
them, and a phone shows what one plays with at once."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.drawing.drawn_shapes import Shape, problems, read
from tests.drawing.fullest_blackjack import fullest

import chapter47
from chapter47.baccarat.acts import Bet as BaccaratBet
from chapter47.baccarat.picture import draw as draw_baccarat
from chapter47.blackjack.acts import Bet, SideBet
from chapter47.blackjack.picture import draw as draw_blackjack
from chapter47.blackjack.views.records import TableView
from chapter47.core.act import Sit
from chapter47.core.onlookers import ANYBODY, player
from chapter47.craps.acts import Join, TakeDice
from chapter47.craps.picture import draw as draw_craps
from chapter47.drawing.settings import Settings
from chapter47.games import game_of
from chapter47.session.pictures import picture_of

EXAMPLES = Path(__file__).parents[2] / "examples"
PHONE = Settings(width=350, least_height=520)
"""The room that head and bar leave for the felt on a phone of 360 by 740 pixels."""
LEAST_TARGET = 24.0
"""So large a place that is tapped must be (WCAG 2.2, 2.5.8)."""
SIDES: dict[str, dict[str, str]] = {"over-under-13": {}, "streak": {}, "match-the-dealer": {}}


def spots(svg: str) -> dict[str, Shape]:
    return {shape.path[-1]: shape for shape in read(svg).of("spot")}


def blackjack_before_and_after_wagers(width: int) -> tuple[str, str]:
    table: Any = chapter47.open_table(chapter47.table(wagers=SIDES), seed=3)
    before = draw_blackjack(table.view(ANYBODY), Settings(width=width))
    for box, name in ((1, "Ann"), (4, "Bob"), (5, "Cleo")):
        assert table.perform(Bet(name, 25_00, str(box))) is None
        for wager, bet in (("over-under-13", "over"), ("streak", "2"), ("streak", "5"), ("match-the-dealer", "")):
            assert table.perform(SideBet(player=name, amount=14_00, on=wager, bet=bet, at=box)) is None
    return before, draw_blackjack(table.view(ANYBODY), Settings(width=width))


def baccarat_before_and_after_wagers(width: int) -> tuple[str, str]:
    table: Any = chapter47.open_table(chapter47.table(game="baccarat"), seed=3)
    assert table.perform(Sit("Ann", 2)) is None
    before = draw_baccarat(table.view(ANYBODY), Settings(width=width))
    for wager in ("banker", "tie"):
        assert table.perform(BaccaratBet("Ann", 25_00, wager)) is None
    return before, draw_baccarat(table.view(ANYBODY), Settings(width=width))


@pytest.mark.parametrize("width", [900, 1280, 2560])
@pytest.mark.parametrize("drawn", [blackjack_before_and_after_wagers, baccarat_before_and_after_wagers])
def test_no_place_moves_or_grows_when_chips_are_laid(drawn: Any, width: int) -> None:
    before, after = map(spots, drawn(width))
    assert {place: spot.bounds for place, spot in before.items()} == {
        place: pytest.approx(spot.bounds) for place, spot in after.items()
    }


def test_areas_of_baccarat_keep_their_names_beside_chips() -> None:
    for width in (360, 1280):
        before, after = baccarat_before_and_after_wagers(width)
        for name in (">BANKER<", ">PLAYER<", ">TIE<"):
            assert before.count(name) == after.count(name) > 0


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_nothing_printed_on_a_felt_is_cut(example: Path) -> None:
    """At any width that a window can have."""
    rules = chapter47.read_table(example)
    view, draw = chapter47.open_table(rules, seed=3).view(ANYBODY), picture_of(game_of(rules)).draw
    cut = {
        f"{width}: {words}"
        for width in range(320, 2600, 30)
        for words in re.findall("[^<>]*…", draw(view, Settings(width=width)))
    }
    assert cut == set()


# Hands ---------------------------------------------------------------------------------------------------------------


def doubled(view: TableView) -> TableView:
    hands = tuple(replace(hand, doubled=True) for hand in view.round.hands)
    return replace(view, round=replace(view.round, hands=hands))


@pytest.mark.parametrize("width", [360, 700, 1280, 2560])
@pytest.mark.parametrize("hands", [1, 2, 4])
def test_the_card_of_a_double_lies_across(hands: int, width: int) -> None:
    svg = draw_blackjack(doubled(fullest(chapter47.table(), hands=hands, cards=3)), Settings(width=width))
    assert problems(svg) == []
    cards = {shape.path[-1]: shape.bounds for shape in read(svg).of("card")}
    box = 4 if "card-4-0-1" in cards else 1  # the one in the middle, which is not turned; on a phone there is only one
    wide, high = (
        [bounds[side + 2] - bounds[side] for bounds in (cards[f"card-{box}-0-2"], cards[f"card-{box}-0-3"])]
        for side in (0, 1)
    )
    assert high[0] == pytest.approx(1.4 * wide[0], rel=0.02)
    assert wide[1] == pytest.approx(high[0], rel=0.02)
    assert high[1] == pytest.approx(wide[0], rel=0.02)


def with_split_boxes(*split: int) -> TableView:
    """Four boxes are played; those named have two hands."""
    view = fullest(chapter47.table(), hands=2, cards=2)
    kept = {"1", "2", "4", "5", *(f"{box}.1" for box in split)}
    round_ = view.round
    return replace(
        view,
        round=replace(
            round_,
            hands=tuple(hand for hand in round_.hands if hand.at in kept),
            stakes=tuple(
                replace(stake, amount=25_00, double=0)
                for stake in round_.stakes
                if stake.at in kept and stake.wager == "main"
            ),
            bettors=tuple(bettor for bettor in round_.bettors if str(bettor.box) in kept),
        ),
    )


@pytest.mark.parametrize("split", [(4,), (5,), (4, 5)])
def test_split_hands_lie_side_by_side_and_the_table_keeps_its_shape(split: tuple[int, ...]) -> None:
    plain, parted = (draw_blackjack(with_split_boxes(*boxes), Settings(width=1280)) for boxes in ((), split))
    assert problems(parted) == []
    assert read(parted).height == read(plain).height
    cards = {shape.path[-1]: shape.bounds for shape in read(parted).of("card")}
    for box in split:
        first, second = cards[f"card-{box}-0-1"], cards[f"card-{box}-1-1"]
        assert first[2] < second[0] or second[2] < first[0]


# A phone -------------------------------------------------------------------------------------------------------------


def craps_on_a_phone() -> str:
    points = [4, 5, 6, 8, 9, 10]
    table: Any = chapter47.open_table(chapter47.table(game="craps", buy=points, lay=points), seed=4)
    assert table.perform(Join("Ann", 1)) is None
    assert table.perform(TakeDice("Ann")) is None
    return draw_craps(table.view(player("Ann")), PHONE)


def blackjack_on_a_phone(game: str) -> str:
    sides = {"wagers": SIDES} if game == "blackjack" else {}
    table: Any = chapter47.open_table(chapter47.table(game=game, **sides), seed=4)
    for _ in range(3 if game == "multiple-action" else 1):
        assert table.perform(Bet("Ann", 25_00, "2")) is None
    return draw_blackjack(table.view(player("Ann")), PHONE)


def test_the_whole_end_of_a_craps_layout_is_seen_at_once_on_a_phone() -> None:
    places = spots(craps_on_a_phone())
    for place in ("spot-place-to-win-6", "spot-come-0", "spot-field-0", "spot-dont-pass-odds-0", "spot-pass-odds-0"):
        assert places[place].bounds[3] <= PHONE.least_height


GAMES = ("blackjack", "six-to-five", "double-exposure", "multiple-action", "switch", "spanish-21")


@pytest.mark.parametrize("game", [*GAMES, "craps"])
def test_places_on_a_phone_are_large_enough_for_a_finger(game: str) -> None:
    svg = craps_on_a_phone() if game == "craps" else blackjack_on_a_phone(game)
    places = spots(svg)
    assert places
    for spot in places.values():
        left, top, right, bottom = spot.bounds
        assert min(right - left, bottom - top) >= LEAST_TARGET, str(spot)


@pytest.mark.parametrize("game", GAMES)
def test_ones_own_box_is_seen_whole_on_a_phone_and_no_placard_is_cut_in_two(game: str) -> None:
    svg = blackjack_on_a_phone(game)
    own = [spot for place, spot in spots(svg).items() if place.startswith("spot-2-")]
    assert own
    assert all(spot.bounds[3] <= PHONE.least_height for spot in own)
    for sign in read(svg).of("sign"):
        _, top, _, bottom = sign.bounds
        assert bottom <= PHONE.least_height or top >= PHONE.least_height - 1, str(sign)
