"""`chapter47 play` and `chapter47 replay` as people and programs use them."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chapter47.blackjack.acts import ACTS
from chapter47.blackjack.events import EVENTS
from chapter47.blackjack.narration import TELLERS
from chapter47.blackjack.round.play import _MOVES
from chapter47.blackjack.words.choices import KEYS
from chapter47.core.words import Places
from chapter47.games import from_data, read
from chapter47.session.narration import COMMON, OF_A_SHOE, OF_COUPONS
from chapter47.session.problems import UnusableError
from chapter47.session.replays import replayed
from chapter47.session.script import parse, words_of
from chapter47.session.seats import Seat, seats
from chapter47.terminal import keys
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

ROOT = Path(__file__).parents[2]
BLACKJACK = ROOT / "examples/blackjack.toml"
AFTER_SPLIT = ROOT / "examples/dealer-blackjack-after-split.script"
PLAYED, UNLAWFUL, REFUSED, STOPPED = 0, 1, 2, 130
Claim = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


ENVIRONMENT = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-c", "from chapter47.cli.app import main; main()"]


def chapter47(*arguments: object, typed: str = "") -> Ran:
    """A real process with this typed into it."""
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, input=typed.encode(), capture_output=True, check=False, env=ENVIRONMENT, timeout=60)
    ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in ran.out + ran.err
    return ran


def written(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


Scripted = Callable[..., PlayedSession]


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    """A script played without a process."""

    def run(text: str, *, table: dict[str, object] | None = None, **options: Any) -> PlayedSession:
        path = written(tmp_path, text, "table.script")
        return play(from_data(table or {}), PlayOptions(script=path, json=True, **{"seed": 1, **options}))

    return run


# Real processes


def test_a_script_for_people_and_its_log_replayed(tmp_path: Path) -> None:
    log = tmp_path / "split.log"
    ran = chapter47("play", BLACKJACK, "--script", AFTER_SPLIT, "--seed", "1", "--log", log)
    assert (ran.code, ran.err) == (PLAYED, "")
    assert "“Dealer's Card”" in ran.out
    assert "1  Ann     $20            dealer's blackjack   collected $10  2.3(b)     -$10" in ran.out
    assert "\x1b" not in ran.out
    again = chapter47("replay", log)
    assert (again.code, again.err) == (PLAYED, "")
    assert "reproduces: 1 round, the cards are as logged; written by version " in again.out


def test_a_script_for_programs() -> None:
    ran = chapter47("play", BLACKJACK, "--script", AFTER_SPLIT, "--seed", "1", "--json")
    assert (ran.code, ran.err) == (PLAYED, "")
    (only_round,) = ran.json["rounds"]
    assert (ran.json["seed"], ran.json["unfinished"], only_round["number"]) == (1, False, 1)
    assert only_round["net"] == {"Ann": -1000, "Bob": 0}
    assert only_round["settlement"][0] == {
        "box": 2,
        "hand": "2",
        "bettor": "Bob",
        "wager": "insurance",
        "amount": 2000,
        "result": "paid",
        "why": "insurance",
        "citation": "19:47-2.9(c)",
        "spot": 0,
        "bet": "",
    }


def test_keys_from_a_pipe_and_the_end_of_input(tmp_path: Path) -> None:
    log, record = tmp_path / "a.log", tmp_path / "a.script"
    typed = "\n20\n?\nd\n5\nc\n\n"
    ran = chapter47("play", BLACKJACK, "--seed", "14", "--log", log, "--record", record, typed=typed)
    assert (ran.code, ran.err) == (PLAYED, "")
    assert "d  double $1 to $20 – 19:47-2.10(a)" in ran.out
    assert "2♦ to the dealer.  2.6(e)2" not in ran.out.partition("Paragraphs are shown.")[0]
    assert "to the dealer.  2.6(e)2" in ran.out.partition("Paragraphs are shown.")[2]
    assert "Left in the middle of a round. Undecided wagers count as given back: Ann $20." in ran.out
    assert record.read_text(encoding="utf-8").splitlines()[:3] == ["sit 1 Ann", "cut Ann no", "open"]
    assert record.read_text(encoding="utf-8").splitlines()[3:6] == ["bet 1 Ann 20", "deal", "Ann double 5"]
    again = tmp_path / "b.log"
    assert chapter47("play", BLACKJACK, "--seed", "14", "--script", record, "--log", again).code == PLAYED
    assert again.read_bytes() == log.read_bytes()


def test_ctrl_c_leaves_a_whole_log(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    command = [*COMMAND, "play", str(BLACKJACK), "--seed", "14", "--log", str(log)]
    pipe = subprocess.PIPE
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a job in the background is born deaf to it
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT, preexec_fn=heard) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"\n20\n")
        process.stdin.flush()
        seen = b""
        while b"against" not in seen:
            seen += process.stdout.read1()  # type: ignore[attr-defined]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == STOPPED
    assert b"Traceback" not in err
    assert "Undecided wagers count as given back: Ann $20." in out.decode("utf-8")
    assert replayed(log).error is None


def test_a_changed_log_does_not_reproduce(tmp_path: Path) -> None:
    log = tmp_path / "split.log"
    chapter47("play", BLACKJACK, "--script", AFTER_SPLIT, "--log", log)
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace('"amount": 2000, "why": "dealer', '"amount": 1000, "why": "dealer'), encoding="utf-8")
    line = 1 + next(n for n, row in enumerate(text.splitlines()) if '"amount": 2000, "why": "dealer' in row)
    ran = chapter47("replay", log)
    assert ran.code == UNLAWFUL
    assert f"does not reproduce: line {line}: the log says" in ran.err
    data = chapter47("replay", log, "--json").json
    assert (data["reproduces"], data["error"]["line"]) == (False, line)


def test_an_existing_log_is_not_written_over(tmp_path: Path) -> None:
    log = written(tmp_path, "mine\n", "a.log")
    ran = chapter47("play", BLACKJACK, "--log", log, typed="q\n")
    assert (ran.code, ran.out) == (REFUSED, "")
    assert "--log" in ran.err
    assert log.read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("decks = 0\n", UNLAWFUL, "What forbids it"),
        ("on = 2003-05-01\n", 3, "Where the text is not held"),
        ("deck = 8\n", REFUSED, "deck: an unknown key"),
        ('shoe = "double"\nshuffle = "machine"\n', UNLAWFUL, "19:47-2.2(d)"),
        ('shoe = "double"\nshuffle = "continuous"\n', UNLAWFUL, "19:47-2.2(c)"),
    ],
)
def test_tables_that_are_not_dealt(tmp_path: Path, text: str, code: int, told: str) -> None:
    ran = chapter47("play", written(tmp_path, text, "table.toml"), typed="q\n")
    assert (ran.code, told in (ran.out + ran.err).replace("\n", " ")) == (code, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "an empty log"),
        ("{}\n", "the first line is the table"),
        ('{"chapter47": "log", "form": 1, "table": {}}\nnonsense\n', "line 2: not JSON"),
        ('{"chapter47": "log", "form": 1, "seed": "x", "table": {}}\n', "seed is a whole number or null"),
    ],
)
def test_logs_that_cannot_be_read(tmp_path: Path, text: str, told: str) -> None:
    ran = chapter47("replay", written(tmp_path, text, "a.log"))
    assert (ran.code, told in ran.err) == (REFUSED, True)


def test_replay_of_one_round_for_programs(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    assert chapter47("play", BLACKJACK, "--seed", "3", "--log", log, typed="\n" + "10\ns\n" * 40).code == PLAYED
    whole = chapter47("replay", log, "--json").json
    assert (whole["reproduces"], whole["error"], whole["seed"]) == (True, None, 3)
    assert whole["opening"][0]["line"] == 2
    (second,) = chapter47("replay", log, "--json", "--round", "2").json["rounds"]
    assert second == whole["rounds"][1]
    assert (second["events"][0]["event"], second["over"]) == ("RoundBegan", True)
    assert chapter47("replay", log, "--round", "999").code == REFUSED


# Scripts


ONE_BOX = "bet 1 Ann 10\ndeal\n"
REFUSALS = [
    ("bet 1 Ann 5\n", 1, "bet.limits", "19:47-8.2"),
    ("bet 1 Ann 10\nbet 1 Bob 10\n", 2, "bet.seated", "19:47-2.13(b)"),
    ("deal\n", 1, "bets.none", "19:47-2.3(a)"),
    ("bet 1 Ann 10\ndeal right\n", 2, "deal.side", "19:47-2.6(d)1"),
    ("bet 1 Ann 10\ndeal left\n", 2, "deal.side", "19:47-2.6(d)1"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Ann double 11\n", 4, "move.amount", "19:47-2.10(a)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Ann split\n", 4, "move.not_legal", "19:47-2.11(a)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Bob stand\n", 4, "move.not_your_turn", "19:47-2.6(f)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "shuffle\n", 4, "act.not_now", "19:47-2.6"),
    ("cards Th 6d 9c\n" + ONE_BOX + "step 4\n", 4, "step.decision", "19:47-2.6"),
    ("cards Th 6d 9c\n" + ONE_BOX + "call missed-hit\n", 4, "call.not_now", "19:47-2.15(i)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "call missed-card D\n", 4, "call.hand", "19:47-2.15"),
    (ONE_BOX + "call too-few-cards\n", 3, "call.not_now", "19:47-2.15(f)"),
    ("cards Ah Ah Ah Ah Ah Ah Ah Ah Ah\n", 1, "cards.none_left", ""),
]


@pytest.mark.parametrize(("text", "line", "code", "citation"), REFUSALS)
def test_a_refused_line_stops_the_script(scripted: Scripted, text: str, line: int, code: str, citation: str) -> None:
    refused = scripted(text).refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.code, refused.refusal.citation) == (line, code, citation)


def test_a_refused_line_is_told_with_its_paragraph(tmp_path: Path) -> None:
    script = written(tmp_path, "bet 1 Ann 5\n", "a.script")
    ran = chapter47("play", BLACKJACK, "--script", script)
    told = (
        "line 1: bet 1 Ann 5: outside the limits of the table (bet.limits, 19:47-8.2): got $5, allowed: $10 to $1,000"
    )
    assert (ran.code, told in ran.err) == (REFUSED, True)
    error = chapter47("play", BLACKJACK, "--script", script, "--json").json["errors"][0]
    assert (error["key"], error["code"], error["citation"]) == ("line 1", "bet.limits", "19:47-8.2")


def test_all_bad_lines_are_told_before_anything_is_dealt() -> None:
    text = 'bet one Ann 10\ndeal up\nAnn\nbet 1 deal 10\ncall nonsense\ncards Xx\n"Ann\nstep 0\ncut Ann\nside 1 Ann 5\n'
    with pytest.raises(UnusableError) as error:
        parse(text, ACTS)
    assert [problem.key for problem in error.value.problems] == [f"line {n}" for n in range(1, 11)]


LINES = """
    bet 1 Ann 10
    bet 2 "Ann Lee" 12.50 standing
    side 1 Ann match-the-dealer 5
    side 2 "Ann Lee" over-under-13 over 2.50
    withdraw 1 Ann
    withdraw 2 "Ann Lee" over-under-13
    withdraw 2 "Ann Lee" over-under-13 over
    coupon 1 Ann 10
    coupon 2.1 "Ann Lee" match-the-dealer 2.50
    display 25
    burn 5h
    cards left As Kh
    deal
    deal right
    Ann stand
    Ann double 7.50
    call missed-card 2.1
    call reader-failed
    step
    step 3
    cards As Td
    cut Ann 52
    cut Ann no
    relieve Zoe
    shuffle
    leave Ann
    leave Ann held
    let-in Ann
    repair-reader
    fail-light 2
    repair-light 2
    jam
    open
    sit 3 Ann
    sit 2 "Ann Lee"
    recut
    recut next
    idle
    idle face-down
    resume
    resume asked
    show-burn
"""


@pytest.mark.parametrize("line", [line.strip() for line in LINES.strip().splitlines()])
def test_every_act_has_a_text_form_that_rebuilds_it(line: str) -> None:
    assert str(ACTS.read(words_of(f"{line} # a comment"))) == line


def test_every_word_of_a_script_is_tried() -> None:
    assert set(ACTS.by_word) <= {line.split()[0] for line in LINES.strip().splitlines()}


SITUATIONS = [
    # a card forgotten, its hand named dead: the wager goes back
    ("cards 5h 6d 9c 7c\n" + ONE_BOX + "Ann hit\ncall missed-hit\nAnn dead\n", {}, {"Ann": 0}, "19:47-2.15(i)"),
    # box 2 is forgotten, takes the card after the others and stands
    (
        "cards Th 6d 9c 9h Td 8s Kc\nbet 1 Ann 10\nbet 2 Bob 20\ndeal\ncall missed-card 2\n"
        "Bob second-card\nAnn stand\nBob stand\n",
        {},
        {"Ann": 1000, "Bob": 2000},
        "19:47-2.15(g)",
    ),
    # the reader sees the blackjack before anybody draws
    ("cards Th Ad 9c Kh\n" + ONE_BOX + "Ann decline\n", {"hole_card": "card-reader"}, {"Ann": -1000}, "19:47-2.6(j)1"),
    # two on a box: the caller splits, the other keeps one wager on the second hand
    (
        "cards 8h 6d 8c Th Ts Kd 9h\nbet 1 Ann 10\nbet 1 Bob 15 standing\ndeal\n"
        "Ann split\nBob keep-second\nAnn stand\nAnn stand\n",
        {"bettors_per_box": 2},
        {"Ann": 2000, "Bob": 1500},
        "19:47-2.13(e)",
    ),
    # a new dealer burns a card, so the first one named is not dealt
    ("cards 2c Th 6d 9c Td 8h\nrelieve Zoe\n" + ONE_BOX + "Ann stand\n", {}, {"Ann": 1000}, "19:47-2.6(c)"),
]


@pytest.mark.parametrize(("text", "table", "net", "citation"), SITUATIONS)
def test_situations_from_scripts(
    scripted: Scripted, cites: Claim, text: str, table: dict[str, object], net: dict[str, int], citation: str
) -> None:
    played = scripted(text, table=table)
    assert played.refused is None
    assert [ended.net for ended in played.session.book.finished] == [net]
    cites(citation)


# The keyboard


class Fingers(io.StringIO):
    """Keys at random; some mean nothing at the moment they come."""

    KEYS = ("", "10", "25", "s", "h", "d", "d 5", "p", "r", "i", "n", "f", "e", "1", "2", "x", "a", "l", "t", "w")
    MORE = ("!", "3", "4", "?", "+100", "0", "shuffle", "relieve Zoe", "leave Ann held", "c", ".", "30", "", "s", "h")
    FLOOR = (
        "recut",
        "recut next",
        "idle",
        "idle face-down",
        "resume",
        "show-burn",
        "sit 5 Eve",
        "leave Eve",
        "withdraw 1 Ann",
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
    ("10\nx\nq\n", "“x” is none of the keys."),
    ("ten\nq\n", "An amount is written as 15 or 2.50."),
    ("5\nq\n", "No: outside the limits of the table (8.2). Got $5; allowed: $10 to $1,000."),
    ("withdraw 1 Ann\nq\n", "No: no such wager lies there"),
    ("150\nq\n", "No: not enough chips. Got $150; allowed: up to $100."),
    ("+100\n150\nq\n", "Undecided wagers count as given back: Ann $150."),
    ("0\nq\n", "Nobody has wagered."),
    ("deal\nq\n", "Here only: relieve NAME"),
    ("relieve\nq\n", "relieve NAME: the new dealer"),
    ("relieve Zoe\nq\n", "Zoe is the new dealer."),
    ("?\nq\n", "+100 buys chips for $100"),
    ("10\n!\n\nq\n", "drawn-unseen – 19:47-2.15(b)"),
    ("10\n!\nexposed-card\nq\n", "Irregularity exposed-card, box 1: "),
    (".\n10\n!\nmissed-card\n.\nq\n", "Irregularity missed-card, box 1."),
    ("100\nd\nq\n", "“d” is none of the keys."),
]


@pytest.mark.parametrize(("typed", "told"), TYPED)
def test_what_is_told_at_the_keyboard(capsys: pytest.CaptureFixture[str], typed: str, told: str) -> None:
    """After the cut, which Ann declines."""
    play(read(BLACKJACK), PlayOptions(seed=14, bankroll="100"), io.StringIO(f"\n{typed}"))
    assert told in capsys.readouterr().out


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
    assert seats(SEVEN, ACTS, None, None) == [Seat(1, "Ann")]
    assert seats(SEVEN, ACTS, 2, None) == [Seat(1, "Ann"), Seat(2, "Bob")]
    assert seats(SEVEN, ACTS, None, "Zoe,Al+Bo") == [
        Seat(1, "Zoe"),
        Seat(2, "Al"),
        Seat(2, "Bo", standing=True),
    ]


def test_every_move_has_a_key_of_its_own_and_every_event_its_words() -> None:
    assert set(KEYS) == set(_MOVES) == set(ACTS.moves)
    always = {keys.HELP, keys.IRREGULARITY, keys.CITE, keys.STEP, keys.LEAVE}
    assert {*COMMON, *OF_COUPONS, *OF_A_SHOE, *TELLERS} == set(EVENTS.by_tag.values())
    assert len(set(KEYS.values()) | always) == len(KEYS) + len(always)
