"""Table files: read, written, read again; every key right and wrong; all errors at once."""

from collections.abc import Mapping
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.keys import KEYS
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.table_file import FORMS
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.core.cards import DECK
from chapter47.core.tablefile.problems import TableFileError
from chapter47.games import check, dumps, from_data, game_named, parse, read, starter

EXAMPLES = Path(__file__).parents[2] / "examples"


def wrong_keys(data: Mapping[str, object]) -> list[str]:
    with pytest.raises(TableFileError) as caught:
        from_data(data)
    return [problem.key for problem in caught.value.problems]


def at(path: str, value: object) -> dict[str, object]:
    """`wagers.streak.minimum` as nested data."""
    *outer, last = path.split("/")
    data: dict[str, object] = {last: value}
    for name in reversed(outer):
        data = {name: data}
    return data


# Each key of the contract: right values with what they become, then wrong ones.

RIGHT: list[tuple[str, object, object]] = [
    *(("game", game, game) for game in GAMES),
    ("on", date(2010, 6, 7), date(2010, 6, 7)),
    ("boxes", 1, 1),
    ("boxes", 1000, 1000),
    ("decks", 0, 0),
    ("decks", 6, 6),
    ("minimum", "2.50", 250),
    ("maximum", "15", 1500),
    ("chip", "0.25", 25),
    ("soft_17", "hit", "hit"),
    *(("hole_card", word, word) for word in ("none", "face-down", "card-reader", "face-up")),
    ("card_reader_visible", True, True),
    *(("shuffle", word, word) for word in ("manual", "machine", "continuous", "bart-carter")),
    ("preshuffled", True, True),
    ("shoe", "double", "double"),
    ("double_shoe_red_side", "right", "right"),
    ("cut_card", 0.25, Fraction(1, 4)),
    ("cut_card", 0, Fraction(0)),
    ("cut_card", 1, Fraction(1)),
    ("cut_card", 0.333, Fraction(1, 3)),
    ("cut_card", "1/3", Fraction(1, 3)),
    ("cut_card", ".5", Fraction(1, 2)),
    ("cut_card", 0.24, Fraction(6, 25)),
    ("rounds_per_deck", "one", "one"),
    ("burn", True, True),
    ("surrender", True, True),
    ("even_money", True, True),
    ("insurance_at_turn", True, True),
    ("resplit_aces", True, True),
    ("split_hands", 4, 4),
    ("double_after_split", False, False),
    ("double_card", "on-request", "on-request"),
    ("optional_payouts", [], ()),
    ("optional_payouts", ["7-7-7", "five-card-21"], ("7-7-7", "five-card-21")),
    ("optional_payouts", ["7-7-7", "7-7-7"], ("7-7-7",)),
    ("designated_blackjack", "As Kh", (DECK[-1], DECK[37])),
    ("mid_shoe_entry", "barred", "barred"),
    ("mid_shoe_entry", ["i1", "i3"], ("i1", "i3")),
    ("bettors_per_box", 3, 3),
    ("boxes_per_player", 2, 2),
    ("multiple_action_wagers", 2, 2),
    ("coupons", False, False),
]

WRONG: list[tuple[str, object]] = [
    ("game", "Blackjack"),
    ("game", 21),
    ("on", "2010-06-07"),
    ("on", datetime(2010, 6, 7)),  # noqa: DTZ001 (a TOML local datetime has no zone)
    ("on", time(12)),
    ("boxes", 0),
    ("boxes", 1001),
    ("boxes", 7.0),
    ("boxes", True),
    ("boxes", "7"),
    ("decks", -1),
    ("decks", 1001),
    ("minimum", 10),
    ("minimum", "0"),
    ("minimum", "-5"),
    ("minimum", "ten"),
    ("minimum", "2.5"),
    ("maximum", "1,000"),
    ("maximum", "5"),
    ("chip", "0.00"),
    ("soft_17", "draw"),
    ("hole_card", False),
    ("card_reader_visible", "yes"),
    ("shuffle", "riffle"),
    ("preshuffled", 1),
    ("shoe", "triple"),
    ("double_shoe_red_side", "red"),
    ("cut_card", -0.01),
    ("cut_card", 1.01),
    ("cut_card", "1/0"),
    ("cut_card", "1e-9"),
    ("cut_card", True),
    ("cut_card", float("nan")),
    ("cut_card", float("inf")),
    ("rounds_per_deck", 1),
    ("burn", "no"),
    ("surrender", "late"),
    ("even_money", 0),
    ("insurance_at_turn", []),
    ("resplit_aces", {}),
    ("split_hands", 0),
    ("double_after_split", "any"),
    ("double_card", "down"),
    ("optional_payouts", "7-7-7"),
    ("optional_payouts", ["8-8-8"]),
    ("optional_payouts", [["7-7-7"]]),
    ("designated_blackjack", "Ace King"),
    ("designated_blackjack", ["As", "Kh"]),
    ("mid_shoe_entry", "closed"),
    ("mid_shoe_entry", ["i5"]),
    ("mid_shoe_entry", ["open"]),
    ("bettors_per_box", 0),
    ("boxes_per_player", None),
    ("multiple_action_wagers", 2.0),
    ("coupons", "true"),
    ("deck", 6),
    ("wagers", []),
    ("wagers", "streak"),
    ("wagers/streaks", {}),
    ("wagers/streak", True),
    ("wagers/streak/minimum", 1),
    ("wagers/streak/cap", "25000"),
    ("wagers/streak/odds", []),
    ("wagers/streak/odds/2", "3:1"),
    ("wagers/streak/odds/6", "50 to 1"),
    ("wagers/same-suit/paytable", "1"),
    ("wagers/same-suit/paytable", 0),
    ("wagers/twenty-point-bonus/paytable", "C"),
    ("wagers/twenty-point-bonus/paytable", 1),
    ("wagers/twenty-point-bonus/cap", 25000),
    ("wagers/progressive/rate", 1.5),
    ("wagers/progressive/rate", "70%"),
    ("wagers/progressive/initial", "-1"),
    ("wagers/progressive/reset", []),
    ("wagers/progressive/reset_meter", "yes"),
    ("wagers/progressive/odds", {}),
    ("wagers/blackjack-bonus/payouts", {}),
    ("wagers/blackjack-bonus/payouts", {"1": {}}),
    ("wagers/blackjack-bonus/payouts", {"1": {"5": 0}}),
    ("wagers/blackjack-bonus/payouts", {"1": {"5": 1.0}}),
    ("wagers/blackjack-bonus/payouts", {"1": {"5": 1, "5.00": 1}}),
    ("wagers/blackjack-bonus/payouts", {"1": {"5": 1}, "1.00": {"5": 1}}),
    ("wagers/blackjack-bonus/payouts", {"x": {"5": 1}}),
    ("readings", "literal"),
]


@pytest.mark.parametrize(("key", "given", "becomes"), RIGHT)
def test_a_right_value(key: str, given: object, becomes: object) -> None:
    data = {"minimum": "1", key: given}
    assert getattr(from_data(data), key) == becomes


@pytest.mark.parametrize(("path", "given"), WRONG)
def test_a_wrong_value_names_its_key(path: str, given: object) -> None:
    key = path.replace("/", ".")
    assert wrong_keys(at(path, given)) == [key]


MOST = "$999,999,999,999.99"
OUT_OF_BOUNDS: list[tuple[dict[str, object], str, str, str]] = [
    ({"chip": "0"}, "chip", '"0"', f"from $0.01 to {MOST}"),
    ({"minimum": "0.00"}, "minimum", '"0.00"', f"from $0.01 to {MOST}"),
    ({"maximum": "1" + 30 * "0"}, "maximum", f'"1{30 * "0"}"', f"from $0.01 to {MOST}"),
    ({"minimum": "2000"}, "minimum", "$2,000", "at most the maximum, $1,000"),
    ({"maximum": "5"}, "maximum", "$5", "at least the minimum, $10"),
    ({"minimum": "50", "maximum": "10"}, "minimum", "$50", "at most the maximum, $10"),
    ({"wagers": {"streak": {"minimum": "0"}}}, "wagers.streak.minimum", '"0"', f"from $0.01 to {MOST}"),
    ({"wagers": {"progressive": {"initial": "-1"}}}, "wagers.progressive.initial", '"-1"', f"at most {MOST}"),
    ({"decks": 10**30}, "decks", "1" + 30 * "0", "a whole number from 0 to 1000"),
    ({"boxes": 0}, "boxes", "0", "a whole number from 1 to 1000"),
]


@pytest.mark.parametrize(("data", "key", "got", "allowed"), OUT_OF_BOUNDS)
def test_out_of_bounds_names_key_value_and_bounds(data: dict[str, object], key: str, got: str, allowed: str) -> None:
    with pytest.raises(TableFileError) as error:
        from_data(data)
    (problem,) = error.value.problems
    assert (problem.key, problem.got) == (key, got)
    assert problem.allowed.endswith(allowed)


def test_the_greatest_amount_is_read() -> None:
    assert from_data({"maximum": "999999999999.99"}).maximum == 10**14 - 1


def test_every_key_of_the_contract_has_a_right_and_a_wrong_value() -> None:
    names = {key.name for key in KEYS}
    assert names - {key for key, _, _ in RIGHT} == set()
    assert names - {path for path, _ in WRONG} == set()
    assert names | {"wagers", "readings"} == set(TableRules.__dataclass_fields__)


def test_every_wager_key_has_a_wrong_value() -> None:
    keys = {key for wager in WAGERS.values() for key in wager.keys}
    assert keys - {path.split("/")[2] for path, _ in WRONG if path.count("/") >= 2} == {"maximum"}


@pytest.mark.parametrize("reading", FORMS["blackjack"].readings().items(), ids=lambda item: item[0])
def test_a_reading_is_chosen_by_its_name_only(reading: tuple[str, tuple[str, ...]]) -> None:
    key, names = reading
    for name in names:
        assert from_data({"readings": {key: name}}).readings == {key: name}
        assert from_data({"readings": {key: [name, name]}}).readings == {key: name}
        assert wrong_keys({"readings": {key: name + "s"}}) == [f'readings."{key}"']
        assert wrong_keys({"readings": {key: [name, 1]}}) == [f'readings."{key}"']
    assert wrong_keys({"readings": {key: []}}) == [f'readings."{key}"']


def test_a_passage_without_a_choice_is_an_error() -> None:
    assert wrong_keys({"readings": {"2010 19:47-2.11(a)": "rank"}}) == ['readings."2010 19:47-2.11(a)"']


# All errors at once.


def test_all_errors_are_reported_at_once() -> None:
    data = {
        "game": "poker",
        "boxes": "7",
        "decs": 6,
        "minimum": "100",
        "maximum": "50",
        "wagers": {"streak": {"minimum": "9", "maximum": "8", "odds": {"2": "x", "9": "1 to 1"}}, "sevns": {}},
        "readings": {"2010 19:47-2.3(a)3": "litteral", "nowhere": "x"},
    }
    assert wrong_keys(data) == [
        "game",
        "boxes",
        "decs",
        "minimum",
        "wagers.streak.minimum",
        "wagers.streak.odds.2",
        "wagers.streak.odds.9",
        "wagers.sevns",
        'readings."2010 19:47-2.3(a)3"',
        'readings."nowhere"',
    ]


def test_a_wrong_limit_is_reported_once() -> None:
    assert wrong_keys({"minimum": "2000", "maximum": 3000}) == ["maximum"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("decs", "Did you mean `decks`?"),
        ("wagers/sevns", "Did you mean sevens?"),
        ("wagers/streak/minimun", "Did you mean `wagers.streak.minimum`?"),
        ("wagers/match-the-dealer/odds/suitd", "Did you mean `wagers.match-the-dealer.odds.suited`?"),
        ("wagers/streak/odds/six", "Known keys: 2, 3, 4, 5"),
    ],
)
def test_an_unknown_word_gets_a_hint(path: str, allowed: str) -> None:
    with pytest.raises(TableFileError) as caught:
        from_data(at(path, {}))
    assert [problem.allowed for problem in caught.value.problems] == [allowed]


@pytest.mark.parametrize(
    ("given", "got"),
    [
        (True, "true"),
        (12, "12"),
        (10**400, "a huge number"),
        (1.5, "1.5"),
        (time(12, 30), "12:30:00"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "a table of 1"),
        ("a\x1b[31m\n\u202eb", '"a\\x1b[31m\\n\\u202eb"'),
        ("x" * 200, '"' + "x" * 79 + '…"'),
        ("🂡", '"🂡"'),
    ],
)
def test_what_was_given_is_shown_on_one_line(given: object, got: str) -> None:
    with pytest.raises(TableFileError) as caught:
        from_data({"game": given})
    assert caught.value.problems[0].got == got
    assert str(caught.value).startswith(f'table file: game: {got} is not allowed; allowed: "blackjack", "six-to-five"')


# Whatever a paragraph forbids is a finding, not an error of the file.


@pytest.mark.parametrize(
    ("path", "given", "citation"),
    [
        ("decks", 0, "19:47-2.2(a)"),
        ("boxes", 8, "19:46-1.10"),
        ("split_hands", 1, "19:47-2.11(a)"),
        ("wagers/streak/minimum", "2000", None),
        ("wagers/optional-bonus/minimum", "2000", "19:47-2.25(c)"),
        ("wagers/sevens/minimum", "2", "19:47-2.17(a)3i"),
        ("wagers/optional-bonus/maximum", "0.50", "19:47-2.25(c)"),
        ("wagers/progressive/rate", 0.6999, "19:47-2.19(i)"),
        ("wagers/progressive/initial", "0", "19:47-2.19(i)"),
    ],
)
def test_what_is_forbidden_can_still_be_read_and_written(path: str, given: object, citation: str | None) -> None:
    table = from_data(at(path, given))
    assert [finding.citation for finding in check(table).findings] == ([citation] if citation else [])
    assert parse(dumps(table)) == table


@pytest.mark.parametrize(
    ("wager", "limits", "minimum", "maximum"),
    [
        ("streak", {}, 100, 1000_00),
        ("streak", {"minimum": "5"}, 500, 1000_00),
        ("streak", {"minimum": "5000"}, 5000_00, 5000_00),
        ("streak", {"maximum": "0.50"}, 50, 50),
        ("sevens", {}, 100, 100),
        ("sevens", {"maximum": "5"}, 100, 500),
        ("sevens", {"minimum": "5"}, 500, 500),
        ("blackjack-bonus", {}, 100, 500),
    ],
)
def test_a_limit_left_out_gives_way_to_the_one_named(
    wager: str, limits: dict[str, str], minimum: int, maximum: int
) -> None:
    offer = from_data({"wagers": {wager: limits}}).wagers[wager]
    assert (offer.minimum, offer.maximum) == (minimum, maximum)


# Defaults and starter files.


@pytest.mark.parametrize("game", GAMES)
def test_the_defaults_of_a_game_are_lawful_and_its_starter_file_says_them(game: str) -> None:
    table = from_data({"game": game})
    assert check(table).lawful is True
    assert parse(starter(game)) == table
    unused = game_named(game).posting.unused
    assert {key.name for key in KEYS if f"{key.name} = " not in starter(game)} == unused


@pytest.mark.parametrize("game", GAMES)
def test_a_key_left_out_of_the_starter_file_is_read_and_means_nothing(game: str) -> None:
    values: dict[str, tuple[object, ...]] = {"multiple_action_wagers": (2, 3), "rounds_per_deck": ("one", "several")}
    values |= {"double_shoe_red_side": ("left", "right"), "burn": (True, False), "card_reader_visible": (True, False)}
    for key in game_named(game).posting.unused:
        verdicts = [check(from_data({"game": game, key: value})) for value in values[key]]
        assert verdicts[0].lawful
        assert verdicts[0].notices == verdicts[1].notices


def test_a_starter_file_asks_for_what_its_game_has() -> None:
    assert "multiple_action_wagers" in starter("multiple-action")
    assert "multiple_action_wagers" not in starter("spanish-21")
    assert "burn" in starter("six-to-five")
    assert "double_shoe_red_side" not in starter("six-to-five")


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_of_a_starter_file_are_lawful_too(game: str) -> None:
    wager = starter(game).splitlines()[-1].removeprefix("# ")
    assert check(parse(starter(game) + wager + "\n")).lawful is True


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_an_example_opens_as_it_is(path: Path) -> None:
    assert check(read(path)).lawful is True


def test_each_game_has_an_example_with_its_starter_file() -> None:
    assert {game: (EXAMPLES / f"{game}.toml").read_text(encoding="utf-8") for game in GAMES} == {
        game: starter(game) for game in GAMES
    }


# Invalid files.


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"game = ", "TOML"),
        (b"on = 2010-13-01", "TOML"),
        (b"decks = 6\ndecks = 8", "TOML"),
        (b"decks = " + b"9" * 5000, "TOML"),
        (b"wagers = " + b"[" * 5000, "TOML"),
        (b"\x00\x01\x02", "TOML"),
        (b"\xff\xfe\x00g", "file"),
        (b"decks = 0x" + b"f" * 5000, "decks"),
        (b"cut_card = 0x" + b"f" * 5000, "cut_card"),
    ],
)
def test_an_unreadable_file(tmp_path: Path, content: bytes, key: str) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    with pytest.raises(TableFileError) as caught:
        read(path)
    assert [problem.key for problem in caught.value.problems] == [key]
    assert caught.value.source == str(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(TableFileError, match="a TOML file in UTF-8"):
            read(path)


def test_a_file_with_any_key_is_blackjack(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xef\xbb\xbfdecks = 8\r\n")
    assert read(path) == TableRules()


@pytest.mark.parametrize("content", [b"", b"# nothing", b"\xef\xbb\xbf"])
def test_a_file_without_any_key_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    with pytest.raises(TableFileError, match="it describes no table"):
        read(path)


def test_an_offer_without_anything_takes_the_defaults_of_its_wager() -> None:
    table = from_data({"wagers": {name: {} for name in WAGERS}})
    for name, wager in WAGERS.items():
        wanted: Any = {"minimum": 100, "maximum": 1000_00, **wager.defaults}
        assert table.wagers[name] == WagerOffer(name=name, **wanted)


@pytest.mark.parametrize(
    ("given", "got"),
    [
        ({"game": "craps", "offers": ["pass", "big-six", "hard-6"]}, '"big-six"'),
        ({"game": "craps", "buy": [4, 7, "x"]}, '7, "x"'),
        ({"game": "baccarat", "offers": ["banker", "pairs"]}, '"pairs"'),
        ({"game": "craps", "offers": [1, 2, 3, 4, 5, 6, 7]}, "1, 2, 3, 4, 5 and 2 more"),
    ],
)
def test_the_wrong_items_of_a_list_are_shown(given: dict[str, object], got: str) -> None:
    with pytest.raises(TableFileError) as caught:
        from_data(given)
    assert [problem.got for problem in caught.value.problems] == [got]
