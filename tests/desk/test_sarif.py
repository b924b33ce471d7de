"""Findings for code hosts, and the schema by which editors check table files."""

import json
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest
from tests.cli.commands import Within

from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.tablefile.schema import table_schema
from chapter47.desk.sarif import line_of
from chapter47.games import GAMES, from_data, starter

EXAMPLES = Path(__file__).parents[2] / "examples"
SCHEMA = jsonschema_rs.validator_for(table_schema(GAMES))


def accepted(text: str) -> bool:
    """As an editor sees a file: dates are strings."""
    return bool(SCHEMA.is_valid(json.loads(json.dumps(tomllib.loads(text), default=str))))


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_schema_takes_what_new_writes(game: str) -> None:
    assert accepted(starter(game))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_schema_takes_the_examples(path: Path) -> None:
    assert accepted(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("", True),
        ('game = "craps"\nodds_multiple = "3-4-5"', True),
        ('game = "craps"\n[wagers.field]\nodds = { 2 = "3 to 1" }', True),
        ('game = "baccarat"\nvigorish = { 1 = 0.04 }', True),
        ("on = 2010-06-07", True),
        ('optional_payouts = ["7-7-7"]', True),
        ('[wagers.blackjack-bonus.payouts."1"]\n5 = 650', True),
        ('[readings]\n"2010 19:47-2.3(a)3" = "literal"', True),
        ("decks = 99", True),  # forbidden, and so a finding
        ("dekcs = 6", False),
        ('decks = "6"', False),
        ("minimum = 10", False),
        ('soft_17 = "draw"', False),
        ('game = "craps"\nsoft_17 = "hit"', False),
        ('game = "poker"', False),
        ("[wagers.lucky-ladies]", False),
        ('[wagers.streak]\nminimun = "1"', False),
        ('[readings]\n"2010 19:47-2.3(a)3" = "other"', False),
    ],
)
def test_the_schema_and_the_reader_agree(text: str, valid: bool) -> None:
    assert accepted(text) is valid
    try:
        from_data(tomllib.loads(text))
    except TableFileError:
        assert not valid
    else:
        assert valid


def test_the_command_writes_the_schema_once(within: Within, tmp_path: Path) -> None:
    file = tmp_path / "chapter47.schema.json"
    assert within("schema", "--output", file).code == 0
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(within("schema").out)
    assert within("schema", "--output", file).code == 2


@pytest.mark.parametrize(
    ("key", "line"),
    [("decks", 1), ("wagers.streak", 3), ("wagers.streak.maximum", 5), ("wagers.match", 6), ("boxes", 1)],
)
def test_the_line_of_a_key(key: str, line: int) -> None:
    text = 'decks = 6\n\n[wagers.streak]\nminimum = "1"\nmaximum = "5"\n[wagers.match] # here\n'
    assert line_of(key, text) == line


def test_findings_as_sarif(within: Within, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text('game = "blackjack"\n')
    (tmp_path / "match.toml").write_text('game = "blackjack"\n\n[wagers.match]\n')
    (tmp_path / "typo.toml").write_text('game = "blackjack"\ndekcs = 6\n')
    result_of = within("check", tmp_path, "--sarif")
    assert result_of.code == 2
    (run,) = json.loads(result_of.out)["runs"]
    places = [
        (result["ruleId"], Path(place["artifactLocation"]["uri"]).name, place["region"]["startLine"])
        for result in run["results"]
        for place in [result["locations"][0]["physicalLocation"]]
    ]
    assert places == [("match.not_at_this_game", "match.toml", 3), ("file.unreadable", "typo.toml", 2)]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["match.not_at_this_game", "file.unreadable"]
    assert within("check", tmp_path / "good.toml", "--sarif").code == 0
    assert within("check", tmp_path / "good.toml", "--sarif", "--days").code == 2


def test_a_date_without_a_text_is_a_warning(within: Within) -> None:
    result_of = within("check", EXAMPLES / "craps.toml", "--sarif", "--on", "2003-01-01")
    assert result_of.code == 3
    assert {result["level"] for result in json.loads(result_of.out)["runs"][0]["results"]} == {"warning"}
