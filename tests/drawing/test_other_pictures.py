"""Craps and baccarat tables as pictures: nothing covers anything, at any width, however full the table is."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.drawing.drawn_shapes import problems, read

import chapter47
from chapter47.baccarat.acts import Bet, Deal
from chapter47.baccarat.picture import draw as draw_baccarat
from chapter47.baccarat.picture.boards import ROWS, Bead, bead_plate, big_road
from chapter47.baccarat.state import FeeOwed, Stake
from chapter47.baccarat.table.views import HandView, TableView
from chapter47.core.act import Sit
from chapter47.core.onlookers import ANYBODY, DEALER, player
from chapter47.craps import acts
from chapter47.craps.picture import draw as draw_craps
from chapter47.craps.views import CrapsView, WagerView
from chapter47.craps.wagers import WAGERS
from chapter47.drawing.settings import Settings

WIDTHS = (360, 700, 1280, 2560)
NAMES = ("Wilhelmina", "Bob", "Maximilian", *(f"player {number}" for number in range(4, 17)))
POINTS = (4, 5, 6, 8, 9, 10)


def craps_table(**keys: Any) -> Any:
    return chapter47.open_table(chapter47.table(game="craps", **keys), seed=4)


def full_craps(players: int, *, works: bool = True) -> CrapsView:
    """Everybody has chips on every place of the layout."""
    view: CrapsView = craps_table(buy=list(POINTS), lay=list(POINTS)).view(ANYBODY)
    names = NAMES[:players]
    wagers = tuple(
        WagerView(name, wager.name, number, 1000_00, works, "")
        for name in names
        for wager in WAGERS.values()
        for number in _numbers(wager.name)
    )
    rail = tuple(enumerate(names, start=1))
    return replace(view, rail=rail, shooter=names[0], point=6, wagers=wagers, dice=(6, 6))


def _numbers(wager: str) -> tuple[int, ...]:
    if wager in ("come", "dont-come"):
        return 0, *POINTS
    if wager in ("place-to-win", "place-to-lose", "buy", "lay", "come-odds", "dont-come-odds"):
        return POINTS
    if wager in ("pass", "dont-pass", "pass-odds", "dont-pass-odds"):
        return (6,)
    return (2, 3, 11, 12) if wager == "horn-high" else (0,)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [1, 16])
def test_nothing_overlaps_on_a_full_craps_layout(players: int, width: int) -> None:
    for works in (True, False):
        assert problems(draw_craps(full_craps(players, works=works), Settings(width=width, viewer="Bob"))) == []


@pytest.mark.parametrize("width", [*range(320, 1500, 90), 3840])
def test_nothing_overlaps_on_an_empty_craps_layout_of_any_width(width: int) -> None:
    assert problems(draw_craps(craps_table().view(ANYBODY), Settings(width=width))) == []


def test_a_come_wager_travels_and_the_marker_goes_on() -> None:
    table = craps_table()
    for number, name in enumerate(NAMES[:3], start=1):
        assert table.perform(acts.Join(name, number)) is None
    assert table.perform(acts.TakeDice(NAMES[0])) is None
    assert table.perform(acts.Bet(NAMES[0], 10_00, "pass")) is None
    assert 'aria-label="the marker is off"' in draw_craps(table.view(ANYBODY), Settings())
    assert table.perform(acts.Throw((2, 4))) is None
    assert table.perform(acts.Bet("Bob", 10_00, "come")) is None
    before = draw_craps(table.view(player("Bob")), Settings())
    assert 'aria-label="come, 10 dollars of your own"' in before
    assert 'aria-label="the marker is on"' in before
    assert table.perform(acts.Throw((5, 4))) is None
    after = draw_craps(table.view(player("Bob")), Settings())
    assert 'aria-label="come 9, 10 dollars of your own"' in after
    assert {"die-1", "die-2", "marker", "spot-come-9", "chips-come-9-2"} < set(read(after).ids)
    assert problems(before) == problems(after) == []


def test_the_layout_has_an_area_for_each_wager_offered_and_says_what_it_pays() -> None:
    svg = draw_craps(craps_table(offers=["pass", "field", "hard-6"]).view(DEALER), Settings())
    spots = {place for place in read(svg).ids if place.startswith("spot-")}
    assert spots == {"spot-pass-0", "spot-pass-odds-0", "spot-field-0", "spot-hard-6-0"}
    assert [words for words in (">Hard 6<", ">9 to 1<", ">pays 2 to 1<") if words not in svg] == []
    small = draw_craps(craps_table().view(DEALER), Settings(width=360))
    assert [words for words in ("Hard 6 · 9 to 1", "2 and 12 pay 2 to 1") if words not in small] == []


def test_a_throw_shows_its_result_on_each_place_until_chips_are_bet_again() -> None:
    table = craps_table()
    assert table.perform(acts.Join("Ann", 1)) is None
    assert table.perform(acts.TakeDice("Ann")) is None
    for wager, number, amount in (("pass", 0, 10_00), ("place-to-win", 8, 12_00), ("field", 0, 5_00)):
        assert table.perform(acts.Bet("Ann", amount, wager, number)) is None
    assert table.perform(acts.Throw((4, 4))) is None
    seen = table.view(player("Ann"))
    lost = [result for result in seen.table.results if result.result == "collected"]
    assert [(result.wager, result.amount) for result in lost] == [("field", 5_00)]
    svg = draw_craps(seen, Settings())
    assert ">−5<" in svg
    assert problems(svg) == []
    assert table.perform(acts.Bet("Ann", 5_00, "field")) is None
    again = draw_craps(table.view(player("Ann")), Settings())
    assert ">−5<" not in again
    assert table.perform(acts.Throw((5, 4))) is None
    paid = [result for result in table.view(ANYBODY).results if result.result == "paid"]
    assert [(result.wager, result.amount) for result in paid] == [("field", 5_00)]
    assert ">+5<" in draw_craps(table.view(player("Ann")), Settings())


def test_a_small_screen_has_only_the_places_that_are_of_use_now() -> None:
    table = craps_table()
    assert table.perform(acts.Join("Ann", 1)) is None
    assert table.perform(acts.TakeDice("Ann")) is None
    own, anybodys = (
        set(read(draw_craps(table.view(who), Settings(width=360))).ids) for who in (player("Ann"), ANYBODY)
    )
    assert "spot-place-to-win-6" in own
    assert "spot-come-6" not in own
    assert "spot-come-6" in anybodys


# Baccarat ----------------------------------------------------------------------------------------------------------


def baccarat_table() -> Any:
    return chapter47.open_table(chapter47.table(game="baccarat"), seed=4)


def full_baccarat() -> TableView:
    """Chips on every area of every seat, three cards in each hand, a fee owed by all, and a long shoe."""
    view: TableView = baccarat_table().view(ANYBODY)
    seats = tuple(zip(view.sign.seats, NAMES, strict=False))
    return replace(
        view,
        seats=seats,
        curator=NAMES[7],
        stakes=tuple(
            Stake(seat, name, wager, 5000_00) for seat, name in seats for wager in ("banker", "player", "tie")
        ),
        fees=tuple(FeeOwed(seat, name, 1250_25) for seat, name in seats),
        player=HandView(("Th", "9d", "Qs"), 0, 9),
        banker=HandView(("2c", "3s", "Td"), 0, 5),
        result="player",
        history=("banker", "tie", "player", "player") * 20,
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_overlaps_at_a_full_baccarat_table(width: int) -> None:
    for viewer in ("", NAMES[7]):
        assert problems(draw_baccarat(full_baccarat(), Settings(width=width, viewer=viewer))) == []


@pytest.mark.parametrize("width", [700, 1280])
@pytest.mark.parametrize("curator", NAMES[:14])
def test_the_shoe_lies_in_front_of_the_curator_and_covers_nothing(curator: str, width: int) -> None:
    svg = draw_baccarat(replace(full_baccarat(), curator=curator), Settings(width=width))
    assert 'id="shoe"' in svg
    assert problems(svg) == []


@pytest.mark.parametrize("width", [*range(320, 1500, 90), 3840])
def test_nothing_overlaps_at_an_empty_baccarat_table_of_any_width(width: int) -> None:
    assert problems(draw_baccarat(baccarat_table().view(DEALER), Settings(width=width))) == []


def test_cards_that_nobody_has_turned_have_no_face() -> None:
    table = baccarat_table()
    assert table.perform(Sit("Ann", 1)) is None
    assert table.perform(Bet("Ann", 25_00, "banker")) is None
    assert table.perform(Deal()) is None
    for _ in range(4):
        table.step()
    svg = draw_baccarat(table.view(player("Ann")), Settings())
    assert svg.count('class="card back"') == 4
    assert "data-card" not in svg
    assert 'aria-label="seat 1, banker, 25 dollars"' in svg


def test_the_oval_has_no_seat_13_and_says_what_the_regulation_orders() -> None:
    svg = draw_baccarat(full_baccarat(), Settings())
    ids = read(svg).ids
    assert "box-12" in ids
    assert "box-13" not in ids
    assert "box-15" in ids
    assert "Tie pays 8 to 1" in svg
    assert "fee of 5 percent" in svg


def test_the_bead_plate_runs_down_and_to_the_right() -> None:
    results = ["banker"] * 7
    assert bead_plate(results, 10)[-1] == Bead(1, 0, "banker")
    assert len(bead_plate(["player"] * 100, 5)) == 100 - 12 * ROWS


def test_the_big_road_begins_a_column_with_each_new_winner() -> None:
    road = big_road(["tie", "banker", "banker", "tie", "player", "banker"], 10)
    assert road == [
        Bead(0, 0, "banker", 1),
        Bead(0, 1, "banker", 1),
        Bead(1, 0, "player"),
        Bead(2, 0, "banker"),
    ]


def test_a_long_streak_turns_to_the_right() -> None:
    road = big_road(["player"] * 8, 10)
    assert [(bead.column, bead.row) for bead in road[-3:]] == [(0, 5), (1, 5), (2, 5)]


def test_a_round_of_baccarat_tells_at_each_seat_what_it_brought() -> None:
    table = baccarat_table()
    for seat, (name, wager) in enumerate((("Ann", "banker"), ("Bob", "player"), ("Cleo", "tie")), start=1):
        assert table.perform(Sit(name, seat)) is None
        assert table.perform(Bet(name, 20_00, wager)) is None
    assert table.perform(Deal()) is None
    while not table.between_rounds:
        table.step()
    view = table.view(ANYBODY)
    assert {result.result for result in view.results} >= {"paid", "collected"}
    for width in WIDTHS:
        svg = draw_baccarat(view, Settings(width=width, viewer="Ann"))
        assert problems(svg) == []
        assert svg.count(">−20<") + svg.count(">push<") + svg.count(">+") >= 1
