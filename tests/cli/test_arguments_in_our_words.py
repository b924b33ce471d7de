"""The parser reports bad arguments like all bad input: key, found, allowed; numbers are taken as written."""

from pathlib import Path

import pytest
from tests.cli.commands import BLACKJACK, ROOT, UNREADABLE, Within

BACCARAT, CRAPS = ROOT / "examples/baccarat.toml", ROOT / "examples/craps.toml"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("play", BLACKJACK, "--rounds", "1e6"), "--rounds: 1e6 (allowed: a whole number)"),
        (("play", BLACKJACK, "--seed", "1.5"), "--seed: 1.5 (allowed: a whole number)"),
        (("play", BLACKJACK, "--boxes", "x"), "--boxes: x (allowed: a whole number)"),
        (("simulate", CRAPS, "--rounds", "1.5"), "--rounds: 1.5 (allowed: a whole number)"),
        (("replay", "any.log", "--round", "first"), "--round: first (allowed: a whole number)"),
        (
            ("play", BLACKJACK, "--roundz", "3"),
            "--roundz: no such option (allowed: did you mean --rounds? One of --boxes,",
        ),
        (("play", BLACKJACK, "more"), "command: unexpected 'more' (allowed: "),
        (("paly",), "command: paly (allowed: did you mean play? One of advise, audit, backup, check, "),
        (("audit",), "--database is required: such as sqlite:///pit.db"),
        (
            ("play", BLACKJACK, "--bankroll", "-5"),
            "--bankroll: -5 (allowed: dollars such as 1000, or with cents such as 2.50)\n",
        ),
        (("edge", BLACKJACK, "--bet", "nan"), "--bet: nan (allowed: an amount such as 15 or 2.50)"),
        (("edge", BACCARAT, "--bet", "3"), "--bet: 3 (allowed: $10 to $5,000 in steps of $1; 19:47-8.2)"),
        (("edge", BACCARAT, "--bet", "12", "--vary", "decks"), "--bet: 12, together with vary or readings (allowed: "),
        (("simulate", CRAPS, "--bet", "pass"), "--bet: 'pass' (allowed: NAME=AMOUNT, such as pass=10"),
        (("simulate", CRAPS, "--boxes", "2"), "--boxes: has no meaning at craps (allowed: nothing; leave it out)"),
        (
            ("simulate", BACCARAT, "--bet", "banker=1"),
            "--bet: banker=1 (allowed: $10 to $5,000 in steps of $1; 19:47-8.2)",
        ),
    ],
)
def test_each_is_reported_by_key_found_and_allowed(arguments: tuple[object, ...], shown: str, within: Within) -> None:
    ran = within(*arguments)
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert ran.err.startswith(shown)


def test_for_programs(within: Within) -> None:
    ran = within("simulate", BLACKJACK, "--rounds", "1e6", "--json")
    assert (ran.code, ran.err) == (UNREADABLE, "")
    assert ran.json == {"errors": [{"key": "--rounds", "got": "1e6", "allowed": "a whole number"}]}


def test_a_file_that_is_not_a_log_is_refused(tmp_path: Path, within: Within) -> None:
    path = tmp_path / "no.log"
    path.write_text("", encoding="utf-8")
    ran = within("replay", path)
    assert (ran.code, ran.err) == (
        UNREADABLE,
        f"{path}: line 1: an empty log (allowed: a log that `play --log` wrote)\n",
    )


def test_the_exit_codes_of_play_stand_in_one_sentence(within: Within) -> None:
    text = " ".join(within("play", "--help").out.split())
    assert "2: bad file, option or script line. 3: the text is not held." in text
