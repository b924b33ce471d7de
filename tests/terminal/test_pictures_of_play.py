"""`--svg` of the commands `play` and `replay`, and the felt in a notebook."""

from html import unescape
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.cli.commands import BLACKJACK, ROOT
from tests.cli.commands import chapter47 as command

import chapter47
from chapter47.blackjack.acts import Bet, Deal
from chapter47.core.table_in_play import TableInPlay
from chapter47.terminal.options import PictureOptions, PlayOptions
from chapter47.terminal.play import play

SCRIPT = "Ann bet 25 on 1\nBob bet 100 on 3\ndealer deal\n"
SPLIT = ROOT / "examples/dealer-blackjack-after-split.script"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "round.script"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def width_of(path: Path) -> float:
    return float(ET.fromstring(path.read_text(encoding="utf-8")).attrib["width"])


def test_a_script_is_drawn_as_it_ends(script: Path, tmp_path: Path) -> None:
    felt = tmp_path / "felt.svg"
    ran = command("play", BLACKJACK, "--seed", 5, "--script", script, "--svg", felt, "--svg-width", 900)
    assert ran.code == 0
    assert width_of(felt) == 900
    assert 'id="card-3-0-2"' in felt.read_text(encoding="utf-8")
    assert list(tmp_path.glob("*.part")) == []


@pytest.mark.parametrize(("game", "stack"), [("blackjack", "the shoe, "), ("six-to-five", "the dealer's hand, ")])
def test_a_picture_says_where_the_cards_are(game: str, stack: str, script: Path, tmp_path: Path) -> None:
    felt = tmp_path / "felt.svg"
    assert command("play", ROOT / f"examples/{game}.toml", "--seed", 5, "--script", script, "--svg", felt).code == 0
    assert stack in unescape(felt.read_text(encoding="utf-8"))


def test_a_picture_is_never_drawn_over_a_file(script: Path, tmp_path: Path) -> None:
    felt = tmp_path / "felt.svg"
    felt.write_text("mine", encoding="utf-8")
    ran = command("play", BLACKJACK, "--script", script, "--svg", felt)
    assert ran.code == 2
    assert "--svg" in ran.err
    assert felt.read_text(encoding="utf-8") == "mine"


def test_a_width_that_no_screen_has_is_refused(script: Path, tmp_path: Path) -> None:
    ran = command("play", BLACKJACK, "--script", script, "--svg", tmp_path / "felt.svg", "--svg-width", 20)
    assert ran.code == 2
    assert "--svg-width" in ran.err
    assert "320 to 7680 pixels" in ran.err


@pytest.mark.parametrize("name", ["baccarat-shoe", "craps-come"])
def test_a_log_is_drawn_as_everybody_saw_the_table(name: str, tmp_path: Path) -> None:
    log, felt, again = tmp_path / "session.log", tmp_path / "felt.svg", tmp_path / "again.svg"
    table, script = ROOT / f"examples/{name.partition('-')[0]}.toml", ROOT / f"examples/{name}.script"
    played = command("play", table, "--seed", 5, "--script", script, "--log", log, "--svg", felt)
    assert played.code == 0
    replayed = command("replay", log, "--svg", again, "--felt", "blue", "--four-colours")
    assert replayed.code == 0
    assert again.read_text(encoding="utf-8").startswith("<svg")
    assert command("replay", log, "--svg", again).code == 2


def test_a_round_of_a_log_is_drawn_as_it_ended(tmp_path: Path) -> None:
    log, felt = tmp_path / "session.log", tmp_path / "felt.svg"
    assert command("play", BLACKJACK, "--script", SPLIT, "--log", log).code == 0
    assert command("replay", log, "--round", 1, "--svg", felt).code == 0
    drawn = felt.read_text(encoding="utf-8")
    assert 'id="hand-1-1"' in drawn
    assert 'class="badge lost"' in drawn


def test_at_the_keyboard_the_picture_follows_the_table_from_the_players_chair(tmp_path: Path) -> None:
    felt = tmp_path / "felt.svg"
    options = PlayOptions(seed=5, rounds=1, players="Ann", picture=PictureOptions(svg=felt))
    play(chapter47.read_table(BLACKJACK), options, StringIO("25\n\n\n\n\n\ns\ns\ns\nq\n"))
    drawn = felt.read_text(encoding="utf-8")
    assert 'id="plate-1"' in drawn
    assert "Ann" in drawn


def test_a_notebook_shows_the_felt() -> None:
    table = chapter47.open_table(chapter47.table(), seed=5)
    assert table.perform(Bet("Ann", 25_00, "1")) is None
    assert table.perform(Deal()) is None
    shown = table._repr_svg_()
    assert shown is not None
    assert "box 1, main wager, 25 dollars" in shown
    assert 'width="700"' in table.picture(width=700, viewer="Ann", felt="burgundy")
    in_play: TableInPlay = table
    assert in_play.log
    assert table.rules.boxes == 7


def test_a_craps_table_opens_by_the_front_door() -> None:
    table = chapter47.open_table(chapter47.table(game="craps"), seed=5)
    assert "pass line" in (table._repr_svg_() or "").lower()
