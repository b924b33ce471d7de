"""`chapter47 play` at the keyboard: whatever is typed, and whom it is played for."""

import io
from pathlib import Path
from random import Random

import pytest

from chapter47.blackjack.acts import GRAMMAR
from chapter47.blackjack.events import EVENTS
from chapter47.blackjack.playing import TELLERS
from chapter47.blackjack.round.play import _MOVES
from chapter47.blackjack.words.questions import KEYS
from chapter47.core.words import Places
from chapter47.games import from_data, read
from chapter47.session.narration import COMMON, OF_A_SHOE, OF_COUPONS
from chapter47.session.problems import UnusableError
from chapter47.session.purse import Seat, seats
from chapter47.session.replays import replayed
from chapter47.terminal import keys
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import play

ROOT = Path(__file__).parents[2]
BLACKJACK = ROOT / "examples/blackjack.toml"
AFTER_SPLIT = ROOT / "examples/dealer-blackjack-after-split.script"


class Fingers(io.StringIO):
    """Keys at random; some mean nothing at the moment they come."""

    KEYS = ("", "10", "25", "s", "h", "d", "d 5", "p", "r", "i", "n", "f", "e", "1", "2", "x", "a", "l", "t", "w")
    MORE = (
        "!",
        "3",
        "4",
        "?",
        "+100",
        "0",
        "supervisor shuffle",
        "supervisor relieve dealer with Zoe",
        "Ann leave with seat held",
        "c",
        ".",
        "30",
        "",
        "s",
        "h",
    )
    FLOOR = (
        "supervisor recut",
        "supervisor recut by next player",
        "supervisor idle table",
        "supervisor idle table face-down",
        "dealer resume play",
        "Ann ask for burn card",
        "Eve sit at 5",
        "Eve leave",
        "Ann take back all on 1",
    )

    def __init__(self, seed: int, lines: int) -> None:
        chance = Random(seed)
        super().__init__("\n".join(chance.choice(self.KEYS + self.MORE + self.FLOOR) for _ in range(lines)))


TABLES: list[dict[str, object]] = [
    {"split_hands": 4, "surrender": True, "even_money": True, "boxes": 6, "bettors_per_box": 3},
    {"decks": 1, "hole_card": "face-down", "double_card": "on-request", "cut_card": 0.6},
    {"decks": 4, "shoe": "double", "hole_card": "card-reader", "bettors_per_box": 2},
    {"decks": 2, "shuffle": "machine", "double_card": "face-down", "mid_shoe_entry": "barred"},
    {"decks": 2, "shuffle": "continuous", "insurance_at_turn": True},
    {"decks": 2, "shuffle": "bart-carter", "minimum": "2.50", "chip": "0.50"},
]


@pytest.mark.parametrize("table", TABLES)
def test_whatever_is_typed_the_log_is_whole_and_the_record_plays_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: dict[str, object]
) -> None:
    rules, log, record, again = from_data(table), tmp_path / "a.log", tmp_path / "a.script", tmp_path / "b.log"
    players = "Ann,Bob+Cleo" if rules.bettors_per_box > 1 else "Ann,Bob"
    typed = Fingers(len(table), 400)
    played = play(rules, PlayOptions(players=players, seed=7, log=log, record=record, bankroll="300"), typed)
    assert played.session.book.finished
    told_again = replayed(log)
    assert (told_again.error, len(told_again.rounds)) == (None, len(played.session.book.rounds))
    assert play(rules, PlayOptions(seed=7, script=record, log=again)).refused is None
    assert again.read_bytes().startswith(log.read_bytes())
    capsys.readouterr()


TYPED = [
    ("10\nx\nq\n", "“x” is not one of the keys."),
    ("ten\nq\n", "Write an amount as 15 or 2.50."),
    ("5\nq\n", "No: outside the limits of the table (8.2). Found $5; allowed: $10 to $1,000."),
    ("Ann take back all on 1\nq\n", "No: there is no such wager"),
    ("150\nq\n", "No: not enough chips. Found $150; allowed: up to $100."),
    ("+100\n150\nq\n", "Undecided wagers are returned: Ann $150."),
    ("0\nq\n", "Nobody has placed a wager."),
    ("dealer deal\nq\n", "Here only: supervisor relieve dealer with NAME"),
    ("supervisor relieve dealer\nq\n", "Write: supervisor relieve dealer with NAME"),
    ("supervisor relieve dealer with Zoe\nq\n", "Zoe is the new dealer."),
    ("?\nq\n", "+100 buys $100 in chips"),
    ("10\n!\n\nq\n", "drawn-unseen – 19:47-2.15(b)"),
    ("10\n!\nexposed-card\nq\n", "Irregularity exposed-card, box 1: "),
    (".\n10\n!\nmissed-card\n.\nq\n", "Irregularity missed-card, box 1."),
    ("100\nd\nq\n", "“d” is not one of the keys."),
]


@pytest.mark.parametrize(("typed", "shown"), TYPED)
def test_what_the_keyboard_player_sees(capsys: pytest.CaptureFixture[str], typed: str, shown: str) -> None:
    """After the cut, which Ann declines."""
    play(read(BLACKJACK), PlayOptions(seed=14, bankroll="100"), io.StringIO(f"\n{typed}"))
    assert shown in capsys.readouterr().out


UNUSABLE = [
    (PlayOptions(boxes=8), "--boxes"),
    (PlayOptions(boxes=0), "--boxes"),
    (PlayOptions(boxes=2, players="Ann"), "--players"),
    (PlayOptions(players="Ann,"), "--players"),
    (PlayOptions(players="dealer"), "--players"),
    (PlayOptions(players="deal"), "--players"),
    (PlayOptions(bankroll="much"), "--bankroll"),
    (PlayOptions(seed=-1), "--seed"),
    (PlayOptions(rounds=-1), "--rounds"),
    (PlayOptions(json=True), "--json"),
    (PlayOptions(script=AFTER_SPLIT, boxes=2), "--script"),
    (PlayOptions(script=ROOT / "examples"), "--script"),
    (PlayOptions(log=ROOT / "examples"), "--log"),
]


@pytest.mark.parametrize(("options", "key"), UNUSABLE)
def test_wishes_that_cannot_be_met(options: PlayOptions, key: str) -> None:
    with pytest.raises(UnusableError) as error:
        play(from_data({}), options, io.StringIO())
    assert [problem.key for problem in error.value.problems] == [key]


SEVEN = Places(tuple(range(1, 8)), shared=True)


def test_seats() -> None:
    assert seats(SEVEN, GRAMMAR, None, None) == [Seat(1, "Ann")]
    assert seats(SEVEN, GRAMMAR, 2, None) == [Seat(1, "Ann"), Seat(2, "Bob")]
    assert seats(SEVEN, GRAMMAR, None, "Zoe,Al+Bo") == [
        Seat(1, "Zoe"),
        Seat(2, "Al"),
        Seat(2, "Bo", standing=True),
    ]


def test_every_move_has_a_key_of_its_own_and_every_event_its_words() -> None:
    assert set(KEYS) == set(_MOVES) == set(GRAMMAR.moves)
    always = {keys.HELP, keys.IRREGULARITY, keys.CITE, keys.STEP, keys.LEAVE}
    assert {*COMMON, *OF_COUPONS, *OF_A_SHOE, *TELLERS} == set(EVENTS.by_tag.values())
    assert len(set(KEYS.values()) | always) == len(KEYS) + len(always)
