"""19:47-2.3(i) and (j): who may wager during a shoe, by the text of the day."""

from collections.abc import Callable
from datetime import date

import pytest

from chapter47.blackjack.posting import EntryOption, TableRules
from chapter47.blackjack.rules.entry import Rounds, Took, entry

OLD, LAST_OLD, NEW = date(1996, 6, 1), date(2001, 12, 2), date(2001, 12, 3)
LETTERS: dict[str, Took] = {"b": "bet", "o": "out", "h": "held"}

# options, what the person did in each round since the shuffle (b bet, o sat out, h away with the place held),
# what may be wagered now, paragraph
BY_OPTIONS = """
    i1          -       anything    2.3(i)1
    i1          b       anything    2.3(i)1
    i1          o       nothing     2.3(i)1
    i1          h       nothing     2.3(i)1
    i1          ooo     nothing     2.3(i)1
    i1          bo      anything    2.3(i)1
    i2          -       anything    2.3(i)2
    i2          o       minimum     2.3(i)2
    i2          ob      minimum     2.3(i)2
    i2          bo      anything    2.3(i)2
    i3          b       anything    2.3(i)3
    i3          o       anything    2.3(i)3
    i3          ob      anything    2.3(i)3
    i3          bo      nothing     2.3(i)3
    i3          obo     nothing     2.3(i)3
    i3          boo     nothing     2.3(i)3
    i3          bh      anything    2.3(j)
    i3          bho     nothing     2.3(j)
    i4          bo      minimum     2.3(i)4
    i4          bob     minimum     2.3(i)4
    i4          o       anything    2.3(i)4
    i4          bhh     anything    2.3(j)
    i1,i2       o       nothing     2.3(i)1
    i2,i1       o       nothing     2.3(i)1
    i3,i4       bo      nothing     2.3(i)3
    i4,i3       bo      nothing     2.3(i)3
    i2,i3       o       minimum     2.3(i)2
    i2,i3       obo     nothing     2.3(i)3
    i1,i4       bo      minimum     2.3(i)4
    i1,i4       obo     nothing     2.3(i)1
"""


def _rounds(text: str) -> Rounds:
    return tuple(LETTERS[letter] for letter in text.strip("-"))


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _options(text: str) -> tuple[EntryOption, ...]:
    known: tuple[EntryOption, ...] = ("i1", "i2", "i3", "i4")
    return tuple(known[int(option[1]) - 1] for option in text.split(","))


@pytest.mark.parametrize(("options", "did", "may", "by"), _rows(BY_OPTIONS))
@pytest.mark.parametrize("day", [OLD, LAST_OLD])
def test_the_four_options(options: str, did: str, may: str, by: str, day: date, cites: Callable[..., None]) -> None:
    table = TableRules(on=day, mid_shoe_entry=_options(options))
    answer = entry(table, _rounds(did))
    restricted_by = f"2.3(i){options[1]}" if by == "2.3(j)" else by
    assert (answer.may, answer.by) == (may, None if may == "anything" else f"19:47-{restricted_by}")
    cites(f"19:47-{by}")


BARRED = """
    -       no      anything    2.3(i)
    b       no      anything    2.3(i)
    bbb     no      anything    2.3(i)
    o       no      nothing     2.3(i)
    bo      no      nothing     2.3(i)
    bob     no      nothing     2.3(i)
    bh      no      nothing     2.3(i)
    bo      yes     anything    2.3(i)
    o       yes     anything    2.3(i)
"""


@pytest.mark.parametrize(("did", "let_in", "may", "by"), _rows(BARRED))
def test_free_refusal_until_the_licensee_or_a_shuffle_lets_in(
    did: str, let_in: str, may: str, by: str, cites: Callable[..., None]
) -> None:
    answer = entry(TableRules(on=NEW, mid_shoe_entry="barred"), _rounds(did), let_in=let_in == "yes")
    assert (answer.may, answer.by) == (may, f"19:47-{by}" if may == "nothing" else None)
    cites(f"19:47-{by}")


@pytest.mark.parametrize(
    "table",
    [
        TableRules(on=NEW, mid_shoe_entry="open"),
        TableRules(on=OLD, mid_shoe_entry="open"),
        TableRules(on=LAST_OLD, mid_shoe_entry="barred"),  # a text that does not stand yet restricts nobody
        TableRules(on=NEW, mid_shoe_entry=("i1", "i3")),  # nor one that stands no more
    ],
)
def test_without_a_restriction_that_stands_everybody_may_enter(table: TableRules) -> None:
    assert entry(table, ("bet", "out", "out")).may == "anything"


def test_the_old_options_bind_everybody_alike(cites: Callable[..., None]) -> None:
    table = TableRules(on=OLD, mid_shoe_entry=("i3",))
    assert entry(table, ("bet", "out"), let_in=True).may == "nothing"
    cites("19:47-2.3(j)")


NARROWER = {"2010 19:47-2.3(i)": "narrower"}


@pytest.mark.parametrize(
    ("options", "did", "let_in", "may"),
    [
        ("i1", "o", False, "nothing"),
        ("i1", "ob", False, "nothing"),
        ("i1", "bo", False, "anything"),
        ("i1", "o", True, "anything"),  # the newer text lets the licensee choose whom it lets in
        ("i3", "bo", False, "nothing"),
        ("i3", "o", False, "anything"),
    ],
)
def test_by_the_other_reading_the_newer_text_refuses_some_of_those_who_sat_out(
    options: str, did: str, let_in: bool, may: str
) -> None:
    table = TableRules(on=NEW, mid_shoe_entry=_options(options), readings=NARROWER)
    answer = entry(table, _rounds(did), let_in=let_in)
    assert (answer.may, answer.by) == (may, "19:47-2.3(i)" if may == "nothing" else None)
