"""Table files at random: what is read is written and read again; what is not read is refused by its name."""

from fractions import Fraction
from typing import get_args

from hypothesis import assume, given
from hypothesis import strategies as st

from chapter47.blackjack.keys import KEYS
from chapter47.blackjack.posting import EntryOption, OptionalPayout, TableRules
from chapter47.blackjack.table_file import FORMS, from_data
from chapter47.blackjack.wagers import WAGERS
from chapter47.core.cards import DECK, show
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import printable
from chapter47.games import check, dumps, parse, to_data

READINGS = FORMS["blackjack"].readings()


def outcome(data: dict[str, object]) -> TableRules | TableFileError:
    try:
        return from_data(data)
    except TableFileError as error:
        return error


def at(path: tuple[str, ...], value: object) -> dict[str, object]:
    """`("wagers", "streak", "minimum")` as nested data."""
    *outer, last = path
    data: dict[str, object] = {last: value}
    for name in reversed(outer):
        data = {name: data}
    return data


amounts = st.integers(1, 10**14 - 1)
shares = st.fractions(0, 1, max_denominator=10**6) | st.floats(0, 1).map(lambda share: Fraction(repr(share)))
limits = st.lists(amounts, min_size=2, max_size=2).map(sorted)
odds = st.builds("{} to {}".format, st.integers(0, 99999) | st.floats(0, 999).map("{:.2f}".format), st.integers(1, 99))
cards = st.lists(st.sampled_from(DECK), max_size=3).map(show)
payouts = st.dictionaries(
    amounts.map(lambda cents: f"{cents // 100}.{cents % 100:02d}"),
    st.dictionaries(st.integers(1, 10**6).map(str), st.integers(1, 10**9), min_size=1, max_size=4),
    min_size=1,
    max_size=3,
)


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def share(value: Fraction) -> object:
    return float(value) if Fraction(repr(float(value))) == value else str(value)


@st.composite
def offers(draw: st.DrawFn, name: str) -> dict[str, object]:
    wager = WAGERS[name]
    low, high = draw(limits)
    paytables = {"same-suit": st.integers(1, 5), "twenty-point-bonus": st.sampled_from("AB")}
    possible: dict[str, st.SearchStrategy[object]] = {
        "minimum": st.just(money(low)),
        "maximum": st.just(money(high)),
        "paytable": paytables.get(name, st.none()),
        "odds": st.dictionaries(st.sampled_from(wager.rows or ("none",)), odds),
        "rate": shares.map(share),
        "initial": amounts.map(money),
        "reset": amounts.map(money),
        "reset_meter": st.booleans(),
        "payouts": payouts,
        "cap": amounts.map(money),
    }
    return draw(st.fixed_dictionaries({}, optional={key: possible[key] for key in wager.keys}))


@st.composite
def tables(draw: st.DrawFn) -> dict[str, object]:
    """The data of a table file without an error."""
    flags = [key.name for key in KEYS if key.allowed == "true or false"]
    words = {key.name: key.allowed for key in KEYS if key.allowed.startswith('"') and key.name != "mid_shoe_entry"}
    low, high = draw(limits)
    possible: dict[str, st.SearchStrategy[object]] = {
        **{name: st.booleans() for name in flags},
        **{name: st.sampled_from(allowed.replace('"', "").split(", ")) for name, allowed in words.items()},
        "on": st.dates(),
        "boxes": st.integers(1, 1000),
        "decks": st.integers(0, 1000),
        "chip": amounts.map(money),
        "cut_card": shares.map(share),
        "split_hands": st.integers(1, 1000),
        "optional_payouts": st.lists(st.sampled_from(get_args(OptionalPayout))),
        "designated_blackjack": cards,
        "mid_shoe_entry": st.sampled_from(["open", "barred"]) | st.lists(st.sampled_from(get_args(EntryOption))),
        "bettors_per_box": st.integers(1, 1000),
        "boxes_per_player": st.integers(1, 1000),
        "multiple_action_wagers": st.integers(1, 1000),
        "wagers": st.fixed_dictionaries({}, optional={name: offers(name) for name in WAGERS}),
        "readings": st.fixed_dictionaries(
            {}, optional={key: st.sampled_from(names) for key, names in READINGS.items()}
        ),
    }
    data = draw(st.fixed_dictionaries({}, optional=possible))
    return {**data, "minimum": money(low), "maximum": money(high)}


@given(tables())
def test_a_table_that_is_read_written_and_read_is_the_same(data: dict[str, object]) -> None:
    table = from_data(data)
    assert parse(dumps(table)) == table
    assert from_data(to_data(table)) == table
    assert check(table).lawful in (True, False, None)


# Arbitrary values for every key.

NEARLY_RIGHT = ["5", "0", "0.5", "2.50", "1/3", "1/0", "nan", "3 to 2", "As Kh", "A", "open", "i1", "7-7-7", "literal"]
texts = st.text(max_size=30) | st.sampled_from([*NEARLY_RIGHT, "", "\x00", "\x1b[31m", "🂡", "x" * 10_000, "[/]"])
scalars = (
    st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**400), 2**63, 0, 1])
    | st.floats()
    | texts
    | st.dates()
    | st.datetimes()
    | st.times()
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
PATHS = [
    *((key.name,) for key in KEYS),
    ("wagers",),
    ("readings",),
    *(("wagers", name) for name in WAGERS),
    *(("wagers", name, key) for name, wager in WAGERS.items() for key in wager.keys),
    *(("wagers", name, "odds", row) for name, wager in WAGERS.items() for row in wager.rows),
    ("wagers", "blackjack-bonus", "payouts", "1"),
    ("wagers", "blackjack-bonus", "payouts", "1", "5"),
    *(("readings", key) for key in READINGS),
]


@given(values)
def test_any_value_of_any_key_is_read_or_refused_by_the_name_of_its_key(value: object) -> None:
    for path in PATHS:
        table = outcome(at(path, value))
        if isinstance(table, TableFileError):
            names = [name for name in path[:3] if name not in ("payouts", "odds")]
            assert table.problems
            assert all(name in str(problem) for problem in table.problems for name in names)
        else:
            assert check(table).lawful in (True, False, None)


@given(st.text(min_size=1), values)
def test_an_unknown_key_is_named(name: str, value: object) -> None:
    known = {key.name for key in KEYS} | {"wagers", "readings"}
    assume(name not in known and name not in WAGERS and name not in WAGERS["streak"].rows and name != "odds")
    for outer in ((), ("wagers",), ("wagers", "streak"), ("wagers", "streak", "odds")):
        refused = outcome(at((*outer, name), value))
        assert isinstance(refused, TableFileError)
        assert [problem.key for problem in refused.problems] == [".".join((*outer, printable(name)))]


@given(st.dictionaries(st.sampled_from([path[0] for path in PATHS]) | st.text(), values))
def test_any_data_is_read_or_refused(data: dict[str, object]) -> None:
    table = outcome(data)
    if isinstance(table, TableFileError):
        keys = ("minimum", *map(printable, data))
        assert all(problem.key.startswith(keys) for problem in table.problems)
    else:
        assert parse(dumps(table)) == table


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        table = parse(text)
    except TableFileError as error:
        problems = error.problems
    else:
        problems = ()
        assert parse(dumps(table)) == table
    assert all(problem.key and problem.allowed for problem in problems)
