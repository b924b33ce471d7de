"""What cannot be done now is refused with a code, its paragraph and what is allowed; the round stays as it was."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from tests.rounds.transcript import Dealing, parsed

from chapter47.blackjack.events import Place
from chapter47.blackjack.fold import fold
from chapter47.blackjack.round import play
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.state import Round
from chapter47.core.cards import card
from chapter47.core.findings import Refusal
from chapter47.core.money import cents

Claim = Callable[..., None]


class Moment(NamedTuple):
    """A round as far as it has come; without a shoe it still takes wagers."""

    table: str = ""
    wagers: str = "1 Ann 10"
    shoe: str | None = None
    decisions: str = ""


READER = 'hole_card = "card-reader"'
MOMENTS = {
    "no wager yet": Moment(wagers=""),
    "betting": Moment(),
    "betting, chips of $5": Moment('chip = "5"'),
    "betting at 6 to 5": Moment('game = "six-to-five"'),
    "betting at 6 to 5, chips of $2": Moment('game = "six-to-five"\nchip = "2"'),
    "betting at 6 to 5, chips of $7.50": Moment('game = "six-to-five"\nchip = "7.50"', "1 Ann 15"),
    "betting, two may share": Moment("bettors_per_box = 2"),
    "betting, two share": Moment("bettors_per_box = 2", "1 Ann 10\n1 Bob 20 standing"),
    "betting, two boxes each": Moment("boxes_per_player = 2", "1 Ann 10\n2 Ann 10"),
    "bets closed": Moment(shoe=""),
    "bets closed, double shoe": Moment('shoe = "double"', shoe=""),
    "first card dealt": Moment(shoe="Tc"),
    "hole card awaited": Moment('hole_card = "face-down"', shoe="Tc 6d 6h"),
    "16 against 6": Moment(shoe="Tc 6d 6h"),
    "16 against 6, with Bob": Moment("", "1 Ann 10\n2 Bob 10", "Tc 9c 6d 6h 9h"),
    "16 in three cards": Moment("surrender = true", shoe="Tc 6d 4h 2s", decisions="1 hit"),
    "pair split and paired again": Moment("surrender = true", shoe="8c 6d 8d 8h", decisions="1 split"),
    "aces split, to be split again": Moment(
        "boxes = 6\nsplit_hands = 4\nresplit_aces = true", shoe="Ac 6d Ad Ah", decisions="1 split"
    ),
    "16 against 6 at 6 to 5": Moment('game = "six-to-five"', shoe="Tc 6d 6h"),
    "16 against 6 at multiple action": Moment(
        'game = "multiple-action"', "1 Ann 10\n1 Ann 10\n1 Ann 10", shoe="Tc 6d 6h"
    ),
    "16 against 6 at Switch": Moment('game = "switch"', shoe="Tc 9c 6d 6h 9h", decisions="1 keep"),
    "6 to 5, split, no double after it": Moment(
        'game = "six-to-five"\ndouble_after_split = false', shoe="8c 6d 8d 3h", decisions="1 split"
    ),
    "11 at 6 to 5": Moment('game = "six-to-five"', shoe="6c 6d 5h"),
    "four hands, paired again": Moment(
        "boxes = 6\nsplit_hands = 4", shoe="8c 6d 8d 8h 8s 8c", decisions="1 split\n1 split\n1 split"
    ),
    "Switch, four hands, paired again": Moment(
        'game = "switch"\nsplit_hands = 4',
        shoe="8c 6c 9d 8h 5h 8s 8d 8c",
        decisions="1 keep\n1 split\n1 split\n1 split",
    ),
    "split, no pair": Moment("boxes = 6\nsplit_hands = 4", shoe="8c 6d 8d 3h", decisions="1 split"),
    "two share, 16 against 6": Moment("bettors_per_box = 2", "1 Ann 10\n1 Bob 20 standing", "Tc 6d 6h"),
    "Switch, two share": Moment(
        'game = "switch"\nbettors_per_box = 2', "1 Ann 10\n1 Bob 20 standing", "Tc 9c 6d 6h 9h", "1a keep"
    ),
    "21 on a split hand": Moment(shoe="Tc 6d Td As 9c", decisions="1 split"),
    "11, hit": Moment(shoe="6c 6d 5h", decisions="1 hit"),
    "11, doubled face up": Moment(shoe="6c 6d 5h", decisions="1 double 10"),
    "11, to be doubled": Moment(shoe="6c 6d 5h"),
    "insurance on $15": Moment(wagers="1 Ann 15", shoe="Tc Ad Kh"),
    "insurance on $15, chips of $5": Moment('chip = "5"', "1 Ann 15", "Tc Ad Kh"),
    "even money": Moment("even_money = true", shoe="As Ad Kh"),
    "forgotten card": Moment(shoe="6c 6d 5h", decisions="1 hit\ncall missed-hit 1"),
    "one card short": Moment(shoe="6d Tc", decisions="call missed-card 1"),
    "doubled on a shared box": Moment("bettors_per_box = 2", "1 Ann 10\n1 Bob 20 standing", "6c 6d 5h", "1a double 10"),
    "split on a shared box": Moment("bettors_per_box = 2", "1 Ann 10\n1 Bob 20 standing", "8c 6d 8d", "1a split"),
    "reader, 6 showing": Moment(READER, shoe="Tc 6d 6h 9c"),
    "reader, ten showing, no blackjack": Moment(READER, shoe="Tc Td 6h 9c"),
    "reader, hole card turned": Moment(READER, shoe="Tc 7d 8h 5c", decisions="1 stand"),
    "betting at Switch": Moment('game = "switch"'),
    "Switch, bets closed": Moment('game = "switch"', shoe=""),
    "Switch, asked": Moment('game = "switch"', shoe="Tc 6c 9d 6h Th"),
    "Switch, switched": Moment('game = "switch"', shoe="Tc 6c 9d 6h Th", decisions="1 switch"),
    "Switch, taken back": Moment('game = "switch"', shoe="Tc 6c 9d 6h Th", decisions="1 switch\n1 switch-back"),
    "Switch, hit after the switch": Moment('game = "switch"', shoe="Tc 6c 9d 6h 5h 2s", decisions="1 switch\n1 hit"),
    "Switch, surrendered after the switch": Moment(
        'game = "switch"\nsurrender = true', shoe="Tc 6c 9d 6h 5h", decisions="1 switch\n1 surrender"
    ),
    "Switch, pair split": Moment('game = "switch"', shoe="8c 6c 9d 8h 5h 8s", decisions="1 keep\n1 split"),
    "betting at Spanish 21": Moment('game = "spanish-21"'),
    "Spanish 21, bets closed": Moment('game = "spanish-21"', shoe=""),
    "Spanish 21, doubled": Moment('game = "spanish-21"', shoe="6c 9d 5h 2s", decisions="1 double 10"),
    "double exposure, 16": Moment('game = "double-exposure"', shoe="Tc 7d 6h 9s"),
    "double exposure, 10 in three cards": Moment('game = "double-exposure"', shoe="2c 7d 3h 9s 5d", decisions="1 hit"),
    "double exposure, split again": Moment('game = "double-exposure"', shoe="8c 7d 8h 9s 8d", decisions="1 split"),
    "dealer stands": Moment(shoe="Tc 7d 8h Td", decisions="1 stand"),
}

ROWS = [
    # moment, act, code, paragraph, what is allowed
    ("betting at Switch", "bet 2 Bob 10.50", "bet.chip", "19:47-2A.5(d)", "multiples of $1"),
    ("betting at Switch", "bet 6 Bob 10", "bet.box", "19:46-1.10C(a)", "1 to 5"),
    ("betting at Switch", "bet 2 Ann 10", "bet.several_boxes", "19:47-2A.14", "1 box"),
    ("Switch, bets closed", "bet 2 Bob 10", "bet.closed", "19:47-2A.5(e)", "the next round"),
    ("Switch, asked", "Ann stand", "move.not_legal", "19:47-2A.7(g)", "keep, switch"),
    ("Switch, switched", "Ann switch", "move.not_legal", "19:47-2A.7(g)3", "split, switch-back"),
    ("Switch, taken back", "Ann switch", "move.not_legal", "19:47-2A.7(g)3", "stand, hit, double"),
    ("Switch, hit after the switch", "Ann switch-back", "move.not_legal", "19:47-2A.7(g)2", "stand, hit"),
    ("Switch, surrendered after the switch", "Ann switch-back", "move.not_legal", "19:47-2A.7(g)2", "stand, hit"),
    ("Switch, asked", "call missed-hit", "call.not_now", "19:47-2A.15(h)", "when a card"),
    ("Switch, pair split", "Ann split", "move.not_legal", "19:47-2A.11(c)1", "stand, hit, double"),
    ("betting at Spanish 21", "bet 7 Bob 10", "bet.box", "19:46-1.10B", "1 to 6"),
    ("Spanish 21, bets closed", "bet 2 Bob 10", "bet.closed", "19:47-19.5(d)", "the next round"),
    ("Spanish 21, doubled", "Ann double 10", "move.not_legal", "19:47-19.9", "let-stand, rescue"),
    ("betting", "bet 0 Bob 10", "bet.box", "19:46-1.10", "1 to 7"),
    ("betting", "bet 8 Bob 10", "bet.box", "19:46-1.10", "1 to 7"),
    ("betting", "bet 2 Bob 9", "bet.limits", "19:47-8.2", "$10 to $1,000"),
    ("betting", "bet 2 Bob 1001", "bet.limits", "19:47-8.2", "$10 to $1,000"),
    ("betting", "bet 2 Bob 10.50", "bet.chip", "19:47-2.3(d)", "multiples of $1"),
    ("betting, chips of $5", "bet 2 Bob 12", "bet.chip", "19:47-2.3(d)", "multiples of $5"),
    ("betting at 6 to 5", "bet 2 Bob 12", "bet.chip", "19:47-2.3(d)", "multiples of $5"),
    ("betting at 6 to 5, chips of $2", "bet 2 Bob 15", "bet.chip", "19:47-2.3(d)", "multiples of $10"),
    ("betting at 6 to 5, chips of $7.50", "bet 2 Bob 22.50", "bet.chip", "19:47-2.3(d)", "multiples of $15"),
    ("betting", "bet 1 Ann 10 standing consent", "bet.twice", "19:47-2.3(c)", "one wager"),
    ("betting", "bet 1 Bob 10 standing consent", "bet.shared_box", "19:47-2.13(a)", "at most 1"),
    ("betting, two may share", "bet 1 Bob 10 standing", "bet.shared_box", "19:47-2.13(a)", "consent of the first"),
    ("betting, two may share", "bet 1 Bob 10 consent", "bet.seated", "19:47-2.13(b)", "seated = false"),
    ("betting, two share", "bet 1 Cy 10 standing consent", "bet.shared_box", "19:47-2.13(a)", "at most 2"),
    ("betting", "bet 2 Ann 10", "bet.several_boxes", "19:47-2.14", "1 box"),
    ("betting, two boxes each", "bet 3 Ann 10", "bet.several_boxes", "19:47-2.14", "2 boxes"),
    ("bets closed", "bet 2 Bob 10", "bet.closed", "19:47-2.3(c)", "the next round"),
    ("bets closed, double shoe", "bet 2 Bob 10", "bet.closed", "19:47-2.3(c)", "the next round"),
    ("no wager yet", "close", "bets.none", "19:47-2.3(a)", "at least one"),
    # not the moment
    ("bets closed", "close", "act.not_now", "19:47-2.6", "card"),
    ("betting", "give Tc", "act.not_now", "19:47-2.6", "bets"),
    ("betting", "Ann stand", "act.not_now", "19:47-2.6", "bets"),
    ("first card dealt", "Ann stand", "act.not_now", "19:47-2.6", "card"),
    ("16 against 6", "give Tc", "act.not_now", "19:47-2.6", "move"),
    ("16 against 6", "turn Tc", "act.not_now", "19:47-2.6", "move"),
    ("16 against 6", "peek", "act.not_now", "19:47-2.6", "move"),
    ("16 against 6", "settle", "act.not_now", "19:47-2.6", "move"),
    ("reader, 6 showing", "peek", "act.not_now", "19:47-2.6", "move"),
    # the wrong card
    ("first card dealt", "give -", "card.face", "19:47-2.6(e)2", "a card face up"),
    ("hole card awaited", "give Tc", "card.face", "19:47-2.6(j)", "a card face down"),
    # moves that are not open to the hand
    ("16 against 6", "Ann split", "move.not_legal", "19:47-2.11(a)", "stand, hit, double"),
    ("16 against 6", "Ann surrender", "move.not_legal", "19:47-2.8(c)", "stand, hit, double"),
    ("16 against 6 at 6 to 5", "Ann surrender", "move.not_legal", "19:47-2.8(c)", "stand, hit, double"),
    ("16 against 6 at multiple action", "Ann surrender", "move.not_legal", "19:47-2.8(c)", "stand, hit, double"),
    ("16 against 6 at Switch", "Ann surrender", "move.not_legal", "19:47-2A.9(c)", "stand, hit, double"),
    ("6 to 5, split, no double after it", "Ann double 10", "move.not_legal", "19:47-2.10(d)", "stand, hit"),
    ("four hands, paired again", "Ann split", "move.not_legal", "19:47-2.11(e)", "stand, hit, double"),
    ("Switch, four hands, paired again", "Ann split", "move.not_legal", "19:47-2A.11(e)", "stand, hit, double"),
    ("split, no pair", "Ann split", "move.not_legal", "19:47-2.11(a)", "stand, hit, double"),
    ("16 against 6", "Ann insure 5", "move.not_legal", "19:47-2.9(a)", "stand, hit, double"),
    ("16 against 6", "Ann even-money", "move.not_legal", "19:47-2.7(c)", "stand, hit, double"),
    ("16 against 6", "Ann double-face-down 10", "move.not_legal", "19:47-2.10(c)", "stand, hit, double"),
    ("16 against 6", "Ann refuse", "move.not_legal", "19:47-2.15(c)", "stand, hit, double"),
    ("16 against 6", "Ann win", "move.not_legal", "19:47-2.6(f)", "stand, hit, double"),
    ("16 in three cards", "Ann double 10", "move.not_legal", "19:47-2.10(a)", "stand, hit"),
    ("16 in three cards", "Ann surrender", "move.not_legal", "19:47-2.8(a)", "stand, hit"),
    ("double exposure, 16", "Ann double 10", "move.not_legal", "19:47-2.6(k)4", "stand, hit"),
    ("double exposure, 16", "Ann surrender", "move.not_legal", "19:47-2.6(k)3", "stand, hit"),
    ("double exposure, 16", "Ann insure 5", "move.not_legal", "19:47-2.6(k)3", "stand, hit"),
    ("double exposure, 16", "Ann split", "move.not_legal", "19:47-2.11(a)", "stand, hit"),
    ("double exposure, 10 in three cards", "Ann double 10", "move.not_legal", "19:47-2.10(a)", "stand, hit"),
    ("double exposure, split again", "Ann split", "move.not_legal", "19:47-2.6(k)5", "stand, hit"),
    ("pair split and paired again", "Ann split", "move.not_legal", "19:47-2.11(c)1", "stand, hit, double"),
    ("pair split and paired again", "Ann surrender", "move.not_legal", "19:47-2.8(a)", "stand, hit, double"),
    ("aces split, to be split again", "Ann hit", "move.not_legal", "19:47-2.12(a)3", "stand, split"),
    ("aces split, to be split again", "Ann double 10", "move.not_legal", "19:47-2.11(c)2", "stand, split"),
    ("even money", "Ann insure 5", "move.not_legal", "19:47-2.9(a)", "decline, even-money"),
    ("insurance on $15", "Ann even-money", "move.not_legal", "19:47-2.7(c)", "decline, insure"),
    ("insurance on $15", "Ann stand", "move.not_legal", "19:47-2.9(a)", "decline, insure"),
    ("forgotten card", "Ann stand", "move.not_legal", "19:47-2.15(i)", "later, dead"),
    ("one card short", "Ann hit", "move.not_legal", "19:47-2.12(a)", "second-card, dead"),
    ("doubled on a shared box", "Bob split", "move.not_legal", "19:47-2.11(a)", "decline, double"),
    ("split on a shared box", "Bob decline", "move.not_legal", "19:47-2.13(e)", "split, keep-first, keep-second"),
    # whose decision it is
    ("21 on a split hand", "Ann stand at 1", "move.not_your_turn", "19:47-2.6(f)", "Ann on 1.1"),
    ("16 against 6", "Bob stand", "move.not_your_turn", "19:47-2.6(f)", "Ann on 1"),
    ("16 against 6, with Bob", "Bob stand", "move.not_your_turn", "19:47-2.6(f)", "Ann on 1"),
    ("16 against 6, with Bob", "Ann stand at 2", "move.not_your_turn", "19:47-2.6(f)", "Ann on 1"),
    ("doubled on a shared box", "Ann double 10", "move.not_your_turn", "19:47-2.13(d)", "Bob on 1"),
    ("two share, 16 against 6", "Bob stand", "move.not_your_turn", "19:47-2.13(b)", "Ann on 1"),
    ("two share, 16 against 6", "Cy stand", "move.not_your_turn", "19:47-2.6(f)", "Ann on 1"),
    ("Switch, two share", "Bob stand", "move.not_your_turn", "19:47-2A.13(b)", "Ann on 1"),
    ("16 against 6", "Ann stand version 3", "move.stale", "19:47-2.6(f)", "version 5"),
    ("16 against 6", "Ann stand version 6", "move.stale", "19:47-2.6(f)", "version 5"),
    # amounts
    ("16 against 6", "Ann stand 10", "move.amount", "19:47-2.6(f)", "no amount"),
    ("11, to be doubled", "Ann double 0", "move.amount", "19:47-2.10(a)", "$1 to $10 in steps of $1"),
    ("11, to be doubled", "Ann double 11", "move.amount", "19:47-2.10(a)", "$1 to $10 in steps of $1"),
    ("11, to be doubled", "Ann double 5.50", "move.amount", "19:47-2.3(d)", "$1 to $10 in steps of $1"),
    ("11 at 6 to 5", "Ann double 7", "move.amount", "19:47-2.3(d)", "$5 to $10 in steps of $5"),
    ("11 at 6 to 5", "Ann double 15", "move.amount", "19:47-2.10(a)", "$5 to $10 in steps of $5"),
    ("insurance on $15", "Ann insure 9", "move.amount", "19:47-2.9(b)", "$1 to $8 in steps of $1"),
    ("insurance on $15", "Ann insure 7.50", "move.amount", "19:47-2.9(b)", "$1 to $8 in steps of $1"),
    ("insurance on $15, chips of $5", "Ann insure 15", "move.amount", "19:47-2.9(b)", "$5 to $10 in steps of $5"),
    ("insurance on $15, chips of $5", "Ann insure 8", "move.amount", "19:47-2.9(b)", "$5 to $10 in steps of $5"),
    ("doubled on a shared box", "Bob double 21", "move.amount", "19:47-2.13(d)", "$1 to $20 in steps of $1"),
    # irregularities that do not fit the moment
    ("betting", "call drawn-unseen", "call.not_now", "19:47-2.15(b)", "a card is due or a decision"),
    ("dealer stands", "call drawn-unseen", "call.not_now", "19:47-2.15(b)", "a card is due or a decision"),
    ("16 against 6", "call face-up-in-shoe", "call.not_now", "19:47-2.15(a)", "a card is due"),
    ("first card dealt", "call exposed-card 5s", "call.not_now", "19:47-2.15(c)", "every hand has two cards"),
    ("one card short", "call exposed-card 5s", "call.not_now", "19:47-2.15(c)", "every hand has two cards"),
    ("dealer stands", "call exposed-card 5s", "call.not_now", "19:47-2.15(c)", "until the dealer is done"),
    ("16 against 6", "call dealer-overdrew 5s", "call.not_now", "19:47-2.15(d)", "the dealer must stand"),
    ("16 against 6", "call missed-dealer-card", "call.not_now", "19:47-2.15(e)", "the dealer's first two cards"),
    ("bets closed", "call missed-dealer-card", "call.not_now", "19:47-2.15(e)", "the dealer's first two cards"),
    ("16 against 6", "call nothing-shown", "call.not_now", "19:47-2.15(o)", "the bonus button was pressed"),
    ("betting", "call too-few-cards", "call.not_now", "19:47-2.15(f)", "a card is due"),
    ("16 against 6", "call missed-card", "call.not_now", "19:47-2.15(g)", "a box's first two cards"),
    ("11, hit", "call missed-card", "call.not_now", "19:47-2.15(g)", "a box's first two cards"),
    ("16 against 6", "call wrong-side", "call.not_now", "19:47-2.15(h)", "with a double shoe"),
    ("bets closed, double shoe", "call wrong-side", "call.not_now", "19:47-2.15(h)", "once cards are out"),
    ("16 against 6", "call missed-hit", "call.not_now", "19:47-2.15(i)", "a player asked for"),
    ("first card dealt", "call missed-hit", "call.not_now", "19:47-2.15(i)", "a player asked for"),
    ("16 against 6", "call reader-misused", "call.not_now", "19:47-2.15(j)", "with a card reader"),
    ("reader, ten showing, no blackjack", "call reader-misused", "call.not_now", "19:47-2.15(j)", "a 2 to 9 up"),
    ("16 against 6", "call reader-failed", "call.not_now", "19:47-2.15(k)", "with a working card reader"),
    (
        "reader, ten showing, no blackjack",
        "call reader-failed",
        "call.not_now",
        "19:47-2.15(k)",
        "with a working card reader",
    ),
    ("reader, hole card turned", "call reader-failed", "call.not_now", "19:47-2.15(k)", "until the hole card"),
    ("dealer stands", "call upcard-not-moved", "call.not_now", "19:47-2.15(l)", "at multiple action"),
    ("dealer stands", "call upcard-discarded", "call.not_now", "19:47-2.15(m)", "at multiple action"),
    ("11, doubled face up", "call double-turned-up", "call.not_now", "19:47-2.15(p)", "due face down"),
    ("16 against 6", "call earthquake", "call.unknown", "19:47-2.15", "drawn-unseen, exposed-card"),
    ("16 against 6", "call exposed-card", "call.card", "19:47-2.15(c)", "exposed-card"),
    ("16 against 6", "call drawn-unseen 5s", "call.card", "19:47-2.15(b)", "drawn-unseen"),
]


def _at(moment: Moment) -> Dealing:
    text = f"== table\n{moment.table}\n== wagers\n{moment.wagers}\n== shoe\n{moment.shoe or ''}\n"
    dealing = Dealing(parsed(text + f"== decisions\n{moment.decisions}\n"), settles=False)
    dealing.take_wagers()
    if moment.shoe is not None:
        dealing.go_on()
    return dealing


def _act(state: Round, text: str) -> play.Result:
    match text.split():
        case ["bet", box, bettor, staked, *how]:
            joins = {"seated": "standing" not in how, "consent": "consent" in how}
            return play.bet(state, int(box), bettor, cents(staked), **joins)
        case ["close"]:
            return play.close_bets(state)
        case ["give", "-"]:
            return play.give(state, None)
        case ["give", named]:
            return play.give(state, card(named))
        case ["turn", named]:
            return play.turn(state, card(named))
        case ["peek"]:
            return play.peek(state, blackjack=True)
        case ["settle"]:
            return play.settle(state)
        case ["call", kind, *named]:
            return play.call(state, kind, card(named[0]) if named else None)
        case [bettor, move, "at", place]:
            return play.choose(state, bettor, move, at=Place.of(place))
        case [bettor, move, "version", version]:
            return play.choose(state, bettor, move, version=int(version))
        case [bettor, move, *staked]:
            return play.choose(state, bettor, move, cents(staked[0]) if staked else 0)
    raise AssertionError(text)


@pytest.mark.parametrize(("moment", "act", "code", "citation", "allowed"), ROWS)
def test_an_act_out_of_place_is_refused(moment: str, act: str, code: str, citation: str, allowed: str) -> None:
    dealing = _at(MOMENTS[moment])
    result = _act(dealing.state, act)
    assert isinstance(result, Refusal), result
    assert (result.code, result.citation) == (code, citation)
    assert allowed in result.want
    assert fold(dealing.transcript.rules, dealing.events) == dealing.state


def test_every_irregularity_is_refused_somewhere() -> None:
    refused = {act.split()[1] for _, act, code, *_ in ROWS if code == "call.not_now"}
    assert refused == set(CALLS)


def test_every_moment_is_used() -> None:
    assert {moment for moment, *_ in ROWS} == set(MOMENTS)


def test_an_exposed_card_is_the_next_one_and_no_other(cites: Claim) -> None:
    cites("19:47-2.15(c)")
    dealing = _at(Moment(shoe="Tc 6d 6h 5s", decisions="call exposed-card 1"))
    drawn = _act(dealing.state, "Ann hit")
    assert isinstance(drawn, play.Step)
    other = _act(drawn.state, "give 9c")
    assert isinstance(other, Refusal)
    assert (other.code, other.citation, other.want) == ("card.exposed", "19:47-2.15(c)", "5s")
    assert isinstance(_act(drawn.state, "give 5s"), play.Step)


SHOWS = [
    ("betting at 6 to 5", "bet 2 Bob 12", "19:47-2.3(d)"),
    ("betting, two may share", "bet 1 Bob 10 standing", "19:47-2.13(a)"),
    ("betting", "bet 2 Ann 10", "19:47-2.14"),
    ("bets closed", "bet 2 Bob 10", "19:47-2.3(c)"),
    ("pair split and paired again", "Ann split", "19:47-2.11(c)1"),
    ("pair split and paired again", "Ann surrender", "19:47-2.11(c)"),
    ("aces split, to be split again", "Ann hit", "19:47-2.11(c)2"),
    ("insurance on $15", "Ann insure 9", "19:47-2.9(b)"),
]


@pytest.mark.parametrize(("moment", "act", "citation"), SHOWS)
def test_a_refusal_rests_on_its_paragraph(moment: str, act: str, citation: str, cites: Claim) -> None:
    cites(citation)
    assert isinstance(_act(_at(MOMENTS[moment]).state, act), Refusal)


def test_the_card_that_closes_the_betting_of_a_double_shoe_is_the_determinant_card(cites: Claim) -> None:
    cites("19:47-2.3(j)", "19:47-2.3(k)")
    closed = _at(MOMENTS["bets closed, double shoe"]).state
    refusal = _act(closed, "bet 2 Bob 10")
    assert isinstance(refusal, Refusal)
    assert "determinant card" in refusal.message
    first = play.give(closed, card("9c"), determinant=True)
    assert isinstance(first, play.Step)
    for later in (first.state, _at(MOMENTS["bets closed"]).state):
        second = play.give(later, card("9c"), determinant=True)
        assert isinstance(second, Refusal)
        assert second.code == "card.determinant"
