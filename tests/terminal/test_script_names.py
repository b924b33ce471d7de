"""What a script can name: coupons, the burn card, the cards of a double shoe, the amount that a display shows."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.acts import GRAMMAR
from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.core.cards import card
from chapter47.games import from_data
from chapter47.session.problems import UnusableError
from chapter47.session.replays import replayed
from chapter47.session.script import parse
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Data = dict[str, Any]
BONUS: Data = {"decks": 8, "wagers": {"blackjack-bonus": {"payouts": {"1": {"10": 1, "25": 1}, "5": {"50": 1}}}}}
DOUBLE: Data = {"shoe": "double"}
MATCH: Data = {"decks": 6, "wagers": {"match-the-dealer": {}}}
TWENTY: Data = {"wagers": {"twenty-point-bonus": {"paytable": "A"}}}
STREAK: Data = {"wagers": {"streak": {}}}
SWITCH: Data = {"game": "switch", "decks": 6}
SPANISH: Data = {"game": "spanish-21", "decks": 6}
MULTIPLE: Data = {"game": "multiple-action"}


def scripted(folder: Path, data: Data, text: str) -> PlayedSession:
    """A script played, and its log played again."""
    path, log = folder / "a.script", folder / "a.log"
    path.write_text(text, encoding="utf-8")
    done = play(from_data(data), PlayOptions(script=path, json=True, seed=1, log=log))
    again = replayed(log)
    assert again.error is None
    return done


def said(folder: Path, event: str) -> list[Data]:
    lines = (folder / "a.log").read_text(encoding="utf-8").splitlines()
    return [data for line in lines if (data := json.loads(line)).get("event") == event]


BET = "Ann bet 10 on 1\n"
COUPON = BET + "Ann lay coupon 10 on 1\ndealer deal\n"
COUPONS = [
    # table, cards, acts after the coupon of $10 beside $10, what Ann wins, what happens to the coupon
    ({}, "Th 6d 9c Ts 8s", "Ann stand", 20, "CouponTaken"),
    ({}, "Th 6d 9c Ts 5s", "Ann stand", -10, "CouponTaken"),  # 21: ten in chips is lost, the coupon is worth nothing
    ({}, "Th 9d 9c Ts", "Ann stand", 0, "CouponReturned"),
    ({}, "Ah 9d Kc Ts", "", 30, "CouponTaken"),  # a blackjack pays 3 to 2 on both
    ({}, "Ah Td Kc Ac", "", 0, "CouponReturned"),
    ({"even_money": True}, "Ah Ad Kc 5c 6c", "Ann even-money", 20, "CouponTaken"),
    ({"surrender": True}, "Th 9d 6c Ts", "Ann surrender", -5, "CouponTaken"),
    ({}, "Th 9d 6c Ts Td", "Ann hit", -10, "CouponTaken"),
    ({}, "6h 6d 5c Th Ts 8s", "Ann double for 10", 30, "CouponTaken"),  # twenty in chips and the coupon, 1 to 1
    ({}, "8h 6d 8c Th Ts Tc 8s", "Ann split\nAnn stand\nAnn stand", 30, "CouponTaken"),  # it stays with one hand
    ({}, "6h Td 5c Th Ac", "Ann double for 10", -10, "CouponTaken"),  # the double goes back, 2.10(b)
    ({"game": "six-to-five"}, "Ah 9d Kc Ts", "", 24, "CouponTaken"),
    (SPANISH, "6h 9d 5c 2h Js", "Ann double for 10\nAnn rescue", -10, "CouponTaken"),
    (SPANISH, "6h 9d 7c 8h Js", "Ann hit", 30, "CouponTaken"),  # 6-7-8 of mixed suits pays 3 to 2
]


@pytest.mark.parametrize(("table", "cards", "acts", "won", "becomes"), COUPONS)
def test_a_coupon_wins_like_chips_and_is_never_worth_one(
    table: Data, cards: str, acts: str, won: int, becomes: str, tmp_path: Path
) -> None:
    done = scripted(tmp_path, table, f"cards {cards}\n{COUPON}{acts}")
    assert done.data()["rounds"][0]["net"] == {"Ann": 100 * won}
    assert [data["amount"] for data in said(tmp_path, becomes)] == [1000]
    assert len(said(tmp_path, "CouponTaken") + said(tmp_path, "CouponReturned")) == 1


SIDE_COUPONS = [
    # table, script, what Ann wins, the paragraph that allows the coupon
    (
        MATCH,  # nine and nine unsuited 4 to 1 on $5 and a coupon of $5; 19 against 19 is void
        f"cards 9h 9d Tc Ts\n{BET}Ann bet 5 on match-the-dealer at 1\n"
        f"Ann lay coupon 5 on match-the-dealer at 1\ndealer deal\nAnn stand",
        40,
        "19:47-2.23(d)",
    ),
    (
        SPANISH | MATCH,
        f"cards 9h 9d Jc Js\n{BET}Ann bet 5 on match-the-dealer at 1\n"
        f"Ann lay coupon 5 on match-the-dealer at 1\ndealer deal\nAnn stand",
        40,
        "19:47-19.6(c)",
    ),
    (
        {"wagers": {"over-under-13": {}}},  # 19 is over 13: 1 to 1 on $5 and $3; 19 against 19 is void
        f"cards 9h 9d Tc Ts\n{BET}Ann bet 5 on over-under-13 over at 1\n"
        f"Ann lay coupon 3 on over-under-13 at 1\ndealer deal\nAnn stand",
        8,
        "19:47-2.17(f)",
    ),
    (
        SWITCH,  # the coupon lies with the second hand, which wins; the first is void
        f"cards Th Tc 9d 9c Tc Td\n{BET}Ann lay coupon 10 on 1.1\ndealer deal\nAnn keep\nAnn stand\nAnn stand",
        20,
        "19:47-2A.5(d)",
    ),
    (
        MULTIPLE,  # with the second wager: 19 against 18, 17 and 20
        "cards Th 8d 9c Ts 9h 2c Td\nAnn bet 10 on 1\nAnn bet 10 on 1\n"
        "Ann lay coupon 10 on 1\nAnn bet 10 on 1\ndealer deal\nAnn stand",
        20,
        "19:47-2.3(d)",
    ),
]


@pytest.mark.parametrize(("table", "text", "won", "by"), SIDE_COUPONS)
def test_a_coupon_lies_with_the_wager_that_is_named(table: Data, text: str, won: int, by: str, tmp_path: Path) -> None:
    done = scripted(tmp_path, table, text)
    assert done.refused is None
    assert done.data()["rounds"][0]["net"] == {"Ann": 100 * won}
    assert [data["by"] for data in said(tmp_path, "CouponLaid")] == [by]


REFUSED = [
    # table, script, code, paragraph, what is allowed
    ({"coupons": False}, BET + "Ann lay coupon 10 on 1", "coupon.not_taken", "19:47-2.3(d)", "chips"),
    ({}, BET + "Ann lay coupon 11 on 1", "coupon.amount", "19:47-2.3(d)", "up to $10"),
    ({}, BET + "Ann lay coupon 0 on 1", "coupon.amount", "19:47-2.3(d)", "up to $10"),
    ({}, BET + "Ann lay coupon 10 on 2", "coupon.no_wager", "19:47-2.3(d)", "a wager first"),
    ({}, BET + "Bob lay coupon 10 on 1", "coupon.no_wager", "19:47-2.3(d)", "a wager first"),
    ({}, BET + "Ann lay coupon 1 on streak at 1", "coupon.no_wager", "19:47-2.3(d)", "a wager first"),
    ({}, BET + "Ann lay coupon 5 on 1\nAnn lay coupon 5 on 1", "coupon.twice", "19:47-2.3(d)", "one"),
    ({}, BET + "dealer deal\nAnn lay coupon 5 on 1", "bet.closed", "19:47-2.3(c)", "the next round"),
    (SWITCH, BET + "Ann lay coupon 11 on 1", "coupon.amount", "19:47-2A.5(d)", "up to $10"),
    (SPANISH, BET + "Ann lay coupon 11 on 1", "coupon.amount", "19:47-19.5(c)", "up to $10"),
    (
        STREAK,
        BET + "Ann bet 5 on streak 2 at 1\nAnn lay coupon 5 on streak at 1",
        "coupon.wager",
        "19:47-2.22(b)",
        "chips",
    ),
    (
        BONUS,
        BET + "Ann bet 1 on blackjack-bonus 1 at 1\nAnn lay coupon 1 on blackjack-bonus at 1",
        "coupon.wager",
        "19:47-2.20(a)",
        "",
    ),
    ({}, "cards As from left", "cards.side", "19:47-2.6(d)1", "cards CARD …"),
    (DOUBLE, "cards As", "cards.side", "19:47-2.6(d)1", "cards … from left, cards … from right"),
    (DOUBLE, "burn As", "burn.double_shoe", "19:47-2.6(d)", "a single shoe"),
    ({}, "Ann ask for burn card\nburn As", "burn.seen", "19:47-2.6(c)", "before it is shown"),
    ({"game": "six-to-five"}, "burn As", "burn.none", "19:47-2.6(c)", "a burned card"),
    (BONUS, BET + "display 25", "amount.unknown", "19:47-2.20(j)", "a blackjack bonus wager first"),
    (BONUS, BET + "Ann bet 1 on blackjack-bonus 1 at 1\ndisplay 50", "amount.unknown", "19:47-2.20(j)", "$10, $25"),
    ({}, BET + "display 25", "amount.unknown", "19:47-2.20(j)", "a blackjack bonus wager first"),
    (
        BONUS,
        f"cards Th 9d Kc Ts\n{BET}Ann bet 1 on blackjack-bonus 1 at 1\ndealer deal\nAnn stand\ndisplay 10",
        "amount.unknown",
        "19:47-2.20(j)",
        "a blackjack bonus wager first",
    ),
]


@pytest.mark.parametrize(("table", "text", "code", "by", "want"), REFUSED)
def test_what_cannot_be_is_refused(table: Data, text: str, code: str, by: str, want: str, tmp_path: Path) -> None:
    refused = scripted(tmp_path, table, text).refused
    assert refused is not None
    assert (refused.refusal.code, refused.refusal.citation) == (code, by)
    assert want in refused.refusal.want


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("Ann lay coupon on 1", "Write: Ann lay coupon AMOUNT on HAND; for example: Ann lay coupon 10 on 1."),
        ("Ann lay coupon ten on 1", "Write: Ann lay coupon AMOUNT on HAND"),
        ("burn", "Write: burn CARD; for example: burn As."),
        ("burn 5x", "Write: burn CARD"),
        ("burn 5h 6h", "Write: burn CARD"),
        ("cards from left", "Write: cards CARD … [from left|right]; for example: cards As."),
        ("cards As from middle", "Write: cards CARD … [from left|right]"),
        ("dealer deal up", "Write: dealer deal [from left|right]; for example: dealer deal."),
        ("display", "Write: display AMOUNT; for example: display 10."),
        ("display many", "Write: display AMOUNT"),
        ("dealer report failed light", "Write: dealer report failed light at BOX"),
        ("dealer report jam now", "Write: dealer report jam"),
    ],
)
def test_a_bad_form_is_reported_before_anything_is_dealt(line: str, allowed: str) -> None:
    with pytest.raises(UnusableError) as bad:
        parse(f"Ann bet 10 on 1\n{line}\n", GRAMMAR)
    (problem,) = bad.value.problems
    assert problem.key == "line 2"
    assert allowed in problem.allowed


# The burn card, a double shoe, a display ---------------------------------------------------------------------------


def test_the_burn_card_is_the_one_that_was_named(tmp_path: Path) -> None:
    scripted(tmp_path, {}, f"burn 5h\nAnn ask for burn card\ncards Th 6d 9c Ts 8s\n{BET}dealer deal\nAnn stand")
    assert [data["card"] for data in said(tmp_path, "BurnCardShown")] == ["5h"]
    assert [data["card"] for data in said(tmp_path, "Dealt")] == ["Th", "6d", "9c", "Ts", "8s"]


def test_cards_named_before_the_burn_card_stay_the_next_ones(tmp_path: Path) -> None:
    scripted(
        tmp_path, {"decks": 6}, f"cards Th 6d 9c Ts 8s\nburn 6d\nAnn ask for burn card\n{BET}dealer deal\nAnn stand"
    )
    assert [data["card"] for data in said(tmp_path, "BurnCardShown")] == ["6d"]
    assert [data["card"] for data in said(tmp_path, "Dealt")] == ["Th", "6d", "9c", "Ts", "8s"]


def test_a_recut_puts_the_named_burn_card_back(tmp_path: Path) -> None:
    done = scripted(tmp_path, {}, "burn 5h\nsupervisor recut\nAnn ask for burn card")
    assert done.refused is None
    table = done.session.table
    assert isinstance(table, BlackjackInPlay)
    assert isinstance(table.shoe, Single)
    assert Counter(table.shoe.cards) == Counter(full_set(from_data({})))
    assert table.shoe.pile.cards.count(card("5h")) == 8


def test_a_new_dealer_burns_a_card_that_can_be_named(tmp_path: Path) -> None:
    scripted(tmp_path, {}, "supervisor relieve dealer with Zoe\nburn 7c\nAnn ask for burn card")
    assert [data["card"] for data in said(tmp_path, "BurnCardShown")] == ["7c"]


def test_each_side_of_a_double_shoe_has_its_own_next_cards(tmp_path: Path) -> None:
    """A black card from the left side sends the round to the right (red is left), and is out of play."""
    text = f"cards 2s from left\ncards Th 6d 9c Ts 8s from right\n{BET}dealer deal from left\nAnn stand"
    done = scripted(tmp_path, DOUBLE, text)
    assert [(data["card"], data["deals"]) for data in said(tmp_path, "DeterminantDrawn")] == [("2s", "right")]
    assert [data["card"] for data in said(tmp_path, "Dealt")] == ["Th", "6d", "9c", "Ts", "8s"]
    assert done.data()["rounds"][0]["net"] == {"Ann": 1000}
    assert done.notes == []


def test_the_determinant_card_of_its_own_side_is_dealt(tmp_path: Path) -> None:
    done = scripted(tmp_path, DOUBLE, f"cards Th 6d 9c Ts 8s 2c from left\n{BET}dealer deal from left\nAnn stand")
    assert [data["card"] for data in said(tmp_path, "Dealt")] == ["Th", "6d", "9c", "Ts", "8s"]
    assert done.notes == ["Round 1 is over. Not used yet, so next in line: 1 listed card."]


def test_a_shuffle_of_both_sides_forgets_the_cards_that_were_named(tmp_path: Path) -> None:
    done = scripted(tmp_path, DOUBLE, "cards Th from left\ncards 6d from right\nsupervisor shuffle")
    assert done.session.playing.named_and_left(done.session.table) == ""


@pytest.mark.parametrize(("stake", "shown"), [(1, 10), (1, 25), (5, 50)])
def test_the_display_shows_what_was_named(stake: int, shown: int, tmp_path: Path) -> None:
    """A blackjack pays $15 and the amount shown; the bonus stake is not returned with it (2.20(h))."""
    side = f"Ann bet {stake} on blackjack-bonus {stake} at 1\n"
    done = scripted(tmp_path, BONUS, f"cards Ah 9d Kc Ts\n{BET}{side}display {shown}\ndealer deal")
    assert [data["amount"] for data in said(tmp_path, "AmountShown")] == [100 * shown]
    assert done.data()["rounds"][0]["net"] == {"Ann": 100 * (15 + shown - stake)}


def test_an_unused_amount_is_reported(tmp_path: Path) -> None:
    side = "Ann bet 1 on blackjack-bonus 1 at 1\n"
    done = scripted(tmp_path, BONUS, f"cards Th 9d Kc Ts\n{BET}{side}display 10\ndealer deal\nAnn stand")
    assert done.notes == ["Round 1 is over. Not used yet, so next in line: $10 for the display."]


def test_a_streak_whose_player_leaves_is_settled_and_removed(tmp_path: Path) -> None:
    """Won once, the streak of two waits; Ann leaves and loses it (2.22(f)): $10 won, $10 lost."""
    text = f"cards Tc 6d 9h Td 9s\n{BET}Ann bet 10 on streak 2 at 1\ndealer deal\nAnn stand\n"
    stays = scripted(tmp_path, STREAK, text)
    assert stays.session.table.staked == {"Ann": 1000}
    (tmp_path / "a.log").unlink()
    left = scripted(tmp_path, STREAK, f"{text}Ann leave")
    assert left.session.table.staked == {}
    assert left.session.book.net() == {"Ann": 0}
