"""Every paragraph by its duties: each has a home or a reason, and what had none is carried out."""

import importlib
import pkgutil
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import chapter47
from chapter47.blackjack.events import DealerDone, Turned
from chapter47.core.event import Did, RoundBegan
from chapter47.games import check_floor, from_data
from chapter47.law.coverage import coverage, home_of, reason_of
from chapter47.law.homes import DUTY_HOMES
from chapter47.law.paragraphs import paragraph, paragraphs
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

for module in pkgutil.walk_packages(chapter47.__path__, "chapter47."):
    if ".migrations" not in module.name:  # Alembic runs those, inside a migration
        importlib.import_module(module.name)

Claim = Callable[..., None]
Keys = dict[str, object]


# The data.


def test_every_duty_has_a_home_or_a_reason() -> None:
    without = [
        (edition, form.citation, duty.says)
        for form in paragraphs()
        for edition, duty in product(form.editions, form.duties)
        if not (reason_of(form.citation, duty) or home_of(form, edition, duty))
    ]
    assert without == []


def test_every_paragraph_but_a_title_asks_something_of_each_of_its_kinds() -> None:
    wrong = [
        (form.citation, form.editions)
        for form in paragraphs()
        if form.kinds != ("heading",) and not set(form.kinds) <= {duty.kind for duty in form.duties}
    ]
    assert wrong == []


def test_a_duty_of_another_kind_names_the_paragraph_that_carries_it_out() -> None:
    wrong = [
        (form.citation, duty)
        for form in paragraphs()
        for duty in form.duties
        if (duty.at is None and duty.kind not in form.kinds) or (duty.at is not None and not paragraph(duty.at))
    ]
    assert wrong == []


def test_a_home_of_a_duty_is_at_a_duty_of_its_kind() -> None:
    for citation, edition, kind, number in DUTY_HOMES:
        (form,) = [form for form in paragraph(citation) if edition in form.editions]
        duty = form.duties[number - 1]
        assert (duty.kind, duty.at) == (kind, None), (citation, edition, number)


def test_duties_are_sentences_of_their_own() -> None:
    for form in paragraphs():
        says = [duty.says for duty in form.duties]
        assert all((text.endswith(".") and text[0].isupper()) or text[0] in '0123456789"(' for text in says), (
            form.citation
        )
        assert len({(duty.kind, duty.says) for duty in form.duties}) == len(says), form.citation


def test_duties_are_counted() -> None:
    duties = coverage().duties
    assert duties.rows == 1200
    done = duties.executed + duties.checked + duties.script + duties.outside
    assert done + len(duties.missing) == duties.rows
    assert [duty for duty in duties.missing if duty.home is None] == []


def test_the_answer_lists_duties_with_home_and_tests() -> None:
    light, check, *_ = chapter47.law("2.19(b)").duties
    assert light.home == ("chapter47.blackjack.wagers.progressive.into_the_acceptor",)
    assert check.home == ("chapter47.blackjack.wagers.progressive.checks_the_lights",)
    assert "each light stands for one wager" in check.says
    assert chapter47.law("2.19(i)").duties[2].outside is not None


def scripted(folder: Path, keys: Keys, *lines: str, log: Path | None = None) -> PlayedSession:
    path = folder / "a.script"
    path.write_text("\n".join(lines), encoding="utf-8")
    done = play(from_data(keys), PlayOptions(script=path, log=log, json=True, seed=7))
    assert done.refused is None
    return done


# Spoken bets with cash.


def steps_of(keys: Keys, *lines: str) -> list[Did]:
    """What staff and players did, as the log says it, after acts that the table accepts."""
    table = chapter47.open_table(chapter47.table(**keys), seed=47)
    for line in lines:
        assert table.say(line) is None, line
    return [entry.event for entry in table.log if isinstance(entry.event, Did)]


MATCH: Keys = {"match-the-dealer": {"minimum": "1", "maximum": "100"}}
CASH: list[tuple[Keys, tuple[str, ...], str]] = [
    ({"on": "1996-05-20"}, ("Ann bet 25 on 1 in cash",), "19:47-2.3(d)"),
    ({"on": "2010-06-07"}, ("Ann bet 25 on 1 in cash",), "19:47-2.3(d)"),
    ({"game": "switch"}, ("Ann bet 25 on 1 in cash",), "19:47-2A.5(d)"),
    ({"game": "spanish-21"}, ("Ann bet 25 on 1 in cash",), "19:47-19.5(c)"),
    ({"game": "baccarat"}, ("Ann sit at 1", "Ann bet 25 on banker in cash"), "19:47-3.2(c)"),
    (
        {"on": "1996-05-20", "wagers": {"over-under-13": {"maximum": "100"}}},
        ("Ann bet 25 on 1", "Ann bet 5 on over-under-13 over at 1 in cash"),
        "19:47-2.17(f)",
    ),
    (
        {"on": "2010-06-07", "wagers": {"same-suit": {"maximum": "100", "paytable": 1}}},
        ("Ann bet 25 on 1", "Ann bet 5 on same-suit at 1 in cash"),
        "19:47-2.17(f)",
    ),
    (
        {"on": "2010-06-07", "wagers": {"blackjack-bonus": {"payouts": {"1": {"5": 1, "30": 1}}}}},
        ("Ann bet 25 on 1", "Ann bet 1 on blackjack-bonus 1 at 1 in cash"),
        "19:47-2.20(b)",
    ),
    (
        {"on": "2010-06-07", "wagers": MATCH},
        ("Ann bet 25 on 1", "Ann bet 5 on match-the-dealer at 1 in cash"),
        "19:47-2.23(d)",
    ),
    (
        {"on": "2010-06-07", "wagers": {"twenty-point-bonus": {"minimum": "1", "maximum": "25", "paytable": "A"}}},
        ("Ann bet 25 on 1", "Ann bet 5 on twenty-point-bonus at 1 in cash"),
        "19:47-2.24(c)",
    ),
    (
        {"on": "2010-06-07", "wagers": {"optional-bonus": {"minimum": "1", "maximum": "25"}}},
        ("Ann bet 25 on 1", "Ann bet 5 on optional-bonus at 1 in cash"),
        "19:47-2.25(b)",
    ),
    (
        {"game": "spanish-21", "wagers": MATCH},
        ("Ann bet 25 on 1", "Ann bet 5 on match-the-dealer at 1 in cash"),
        "19:47-19.6(c)",
    ),
]


@pytest.mark.parametrize(("keys", "lines", "by"), CASH)
def test_a_spoken_bet_with_cash_is_confirmed_twice_and_changed(
    keys: Keys, lines: tuple[str, ...], by: str, cites: Claim
) -> None:
    of_the_bet = [step for step in steps_of(keys, *lines) if step.by == by and step.who != "player"]
    assert [step.who for step in of_the_bet] == ["Ann", "dealer", "supervisor", "dealer"]
    confirmed = [step.who for step in of_the_bet if step.what == "confirms the bet"]
    assert confirmed == ["dealer", "supervisor"]
    assert "into chips" in of_the_bet[-1].what
    cites(by)


def test_cash_for_both_hands_of_switch_is_named_whole() -> None:
    assert "$50 in cash" in steps_of({"game": "switch"}, "Ann bet 25 on 1 in cash")[-1].what


@pytest.mark.parametrize(
    ("keys", "lines", "code", "by"),
    [
        ({}, ("Ann bet 25 on 1", "dealer deal", "Bob bet 25 on 2 in cash"), "bet.closed", "19:47-2.3(c)"),
        (
            {"wagers": {"streak": {"minimum": "1", "maximum": "25"}}},
            ("Ann bet 25 on 1", "Ann bet 5 on streak 2 at 1 in cash"),
            "side_bet.cash",
            "19:47-2.22(b)",
        ),
    ],
)
def test_cash_comes_before_the_first_card_and_not_where_chips_alone_count(
    keys: Keys, lines: tuple[str, ...], code: str, by: str
) -> None:
    table = chapter47.open_table(chapter47.table(on="2010-06-07", **keys), seed=47)
    *before, last = lines
    assert all(table.say(line) is None for line in before)
    refusal = table.say(last)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == (code, by)


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ({"decks": 6}, ("Ann bet 25 on 1 in cash", "dealer deal")),
        ({"game": "baccarat"}, ("Ann sit at 1", "Ann bet 25 on banker in cash", "dealer deal")),
    ],
)
def test_a_bet_with_cash_is_replayed_from_its_log(keys: Keys, lines: tuple[str, ...], tmp_path: Path) -> None:
    log = tmp_path / "cash.log"
    scripted(tmp_path, keys, *lines, log=log)
    assert "in cash" in log.read_text(encoding="utf-8")
    assert chapter47.replay(log).rounds


# Coupons, burned cards, betting closed, lights.


@pytest.mark.parametrize(
    ("keys", "lines", "by"),
    [
        ({"game": "spanish-21"}, ("Ann bet 25 on 1", "Ann lay coupon 10 on 1"), "19:47-19.5(c)"),
        (
            {"game": "spanish-21", "wagers": MATCH},
            ("Ann bet 25 on 1", "Ann bet 5 on match-the-dealer at 1", "Ann lay coupon 5 on match-the-dealer at 1"),
            "19:47-19.6(c)",
        ),
        (
            {"on": "2010-06-07", "wagers": MATCH},
            ("Ann bet 25 on 1", "Ann bet 5 on match-the-dealer at 1", "Ann lay coupon 5 on match-the-dealer at 1"),
            "19:47-2.23(d)",
        ),
        (
            {"game": "baccarat"},
            ("Ann sit at 1", "Ann bet 25 on banker", "Ann lay coupon 10 on banker"),
            "19:47-3.2(c)",
        ),
    ],
)
def test_a_coupon_lies_with_the_chips(keys: Keys, lines: tuple[str, ...], by: str, cites: Claim) -> None:
    table = chapter47.open_table(chapter47.table(**keys), seed=47)
    assert all(table.say(line) is None for line in lines)
    assert table.log[-1].event.by == by
    cites(by)


@pytest.mark.parametrize(
    ("keys", "by"),
    [
        ({"on": "1996-05-20"}, "19:47-2.6(c)"),
        ({"on": "2010-06-07"}, "19:47-2.6(c)"),
        ({"game": "switch"}, "19:47-2A.7(c)"),
    ],
)
def test_a_player_may_ask_for_the_burned_card(keys: Keys, by: str, cites: Claim) -> None:
    table = chapter47.open_table(chapter47.table(**keys), seed=47)
    assert table.say("Ann bet 25 on 1") is None
    assert table.say("Ann ask for burn card") is None
    assert (table.log[-1].event.by, getattr(table.log[-1].event, "card", None) is not None) == (by, True)
    cites(by)


@pytest.mark.parametrize(
    ("wagers", "lines", "by"),
    [
        ({"progressive": {}}, ("Ann bet 1 on progressive at 1",), "19:47-2.19(b)"),
        (
            {"blackjack-bonus": {"payouts": {"1": {"5": 1, "30": 1}}}},
            ("Ann bet 1 on blackjack-bonus 1 at 1",),
            "19:47-2.20(b)",
        ),
        (
            {"twenty-point-bonus": {"minimum": "1", "maximum": "25", "paytable": "A"}},
            ("Ann bet 5 on twenty-point-bonus at 1",),
            "19:47-2.24(d)",
        ),
    ],
)
def test_betting_is_called_closed(wagers: Keys, lines: tuple[str, ...], by: str, cites: Claim) -> None:
    table = chapter47.open_table(chapter47.table(on="2010-06-07", wagers=wagers), seed=47)
    assert all(table.say(line) is None for line in ("Ann bet 25 on 1", *lines, "dealer deal"))
    assert "No more bets" in [getattr(entry.event, "words", "") for entry in table.log]
    cites(by)


def test_the_dealer_checks_lights_against_chips(cites: Claim) -> None:
    lines = ("Ann bet 25 on 1", "Bob bet 25 on 2", "Ann bet 1 on progressive at 1", "Bob bet 1 on progressive at 2")
    checks = [
        step.what
        for step in steps_of({"on": "2010-06-07", "wagers": {"progressive": {}}}, *lines, "dealer deal")
        if step.by == "19:47-2.19(b)" and step.what.startswith("checks")
    ]
    assert checks == ["checks that 2 lights are on for 2 chips"]
    cites("19:47-2.19(b)")


def test_a_requested_face_down_card_is_offered_to_all_and_turned_up_last(tmp_path: Path, cites: Claim) -> None:
    round_ = "cards 5h 6d 6h Tc Td 8s", "Ann bet 25 on 1", "dealer deal", "Ann double-face-down for 25"
    done = scripted(tmp_path, {"double_card": "on-request"}, *round_, "Ann bet 25 on 1", "dealer deal")
    events = [entry.event for entry in done.session.table.log]
    offered = [n for n, event in enumerate(events) if getattr(event, "words", "").startswith("A double card may be")]
    begun = [n for n, event in enumerate(events) if isinstance(event, RoundBegan)]
    assert begun[1] < offered[0]
    drawn = next(n for n, event in enumerate(events) if isinstance(event, DealerDone))
    turned = next(n for n, event in enumerate(events) if isinstance(event, Turned))
    assert drawn < turned < begun[1]
    cites("19:47-2.10(c)")


def test_one_way_of_shuffling_in_a_pit(cites: Claim) -> None:
    def pit(*ways: bool) -> list[str]:
        tables = {
            f"{way}{n}": from_data({"game": "baccarat", "reshuffle_after_lacing": way}) for n, way in enumerate(ways)
        }
        return [finding.citation for finding in check_floor(tables).findings]

    assert pit(True, True) == pit(False, False) == []
    assert pit(True, False) == ["19:47-3.5(b)"]
    cites("19:47-3.5(b)")
