"""All 36 throws at every moment of random games judged once more by a referee, from wagers, calls and dice alone.

The referee knows none of the game's rules: it restates in a few lines what wins, loses, rests and moves on."""

from collections import Counter
from fractions import Fraction
from math import ceil
from random import Random
from typing import Final, NamedTuple

from hypothesis import given, settings
from tests.craps.test_craps_properties import chosen, seeds, tables

from chapter47.core.dice import ROLLS, Roll
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.craps import events as e
from chapter47.craps.acts import Join, Throw
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.state import Layout, Stake
from chapter47.craps.table.in_play import perform

TRUE: Final = {4: "2", 5: "3/2", 6: "6/5", 8: "6/5", 9: "3/2", 10: "2"}
PLACE: Final = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
PLACE_TO_LOSE: Final = {4: "5/11", 5: "5/8", 6: "4/5", 8: "4/5", 9: "5/8", 10: "5/11"}
HARD: Final = {"hard-4": 7, "hard-6": 9, "hard-8": 9, "hard-10": 7}
SINGLE: Final = {
    "any-seven": {7: 4},
    "any-craps": {2: 7, 3: 7, 12: 7},
    "craps-2": {2: 30},
    "craps-3": {3: 15},
    "craps-12": {12: 30},
    "eleven": {11: 15},
    "craps-eleven": {2: 3, 3: 3, 12: 3, 11: 7},
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},
}
HORN: Final = {2: 30, 3: 15, 11: 15, 12: 30}


class Fate(NamedTuple):
    """What a throw makes of a wager: it wins so much a unit, loses, goes back, or stays, perhaps on a new number."""

    wins: Fraction | None = None
    loses: bool = False
    returns: bool = False
    moves_to: int = 0


STAYS, LOSES, RETURNS = Fate(), Fate(loses=True), Fate(returns=True)


def either(*, won: bool, pays: Fraction | int | str = 1) -> Fate:
    return Fate(wins=Fraction(pays)) if won else LOSES


class Referee:
    """One throw at a table with this posting and point."""

    def __init__(self, posting: CrapsPosting, point: int, first: int, second: int) -> None:
        self.posting, self.point = posting, point
        self.total, self.is_pair = first + second, first == second

    def rests(self, stake: Stake) -> bool:
        resting = {"place-to-win", "buy", "come-odds"}
        if not self.posting.reads("19:47-1.2(a)7", "working"):
            resting |= set(HARD)
        if self.posting.reads("19:47-1.2(a)5", "both"):
            resting |= {"place-to-lose", "lay"}
        return stake.called == "off" or (not self.point and stake.wager in resting and stake.called != "on")

    def fate(self, stake: Stake) -> Fate:
        if stake.wager in ("pass", "come", "dont-pass", "dont-come"):
            return self._line(stake)
        if stake.wager in SINGLE:
            pays = SINGLE[stake.wager]
            return either(won=self.total in pays, pays=pays.get(self.total, 0))
        if stake.wager in ("horn", "horn-high"):
            return self._horn(stake.number)
        if stake.wager.endswith("-odds"):
            is_decided = self.total in (stake.number, 7)
            return STAYS if not is_decided else RETURNS if self.rests(stake) else self._odds(stake)
        return STAYS if self.rests(stake) else self._standing(stake)

    def _line(self, stake: Stake) -> Fate:
        against = stake.wager.startswith("dont")
        if stake.number:
            is_decided = self.total in (stake.number, 7)
            return either(won=(self.total == 7) == against) if is_decided else STAYS
        if self.total in TRUE:
            return Fate(moves_to=self.total)
        if against and self.total == self.posting.bars:
            return RETURNS
        return either(won=(self.total in (7, 11)) != against)

    def _odds(self, stake: Stake) -> Fate:
        against, true = stake.wager.startswith("dont"), Fraction(TRUE[stake.number])
        return either(won=(self.total == 7) == against, pays=1 / true if against else true)

    def _horn(self, high: int) -> Fate:
        units = {total: 1 + (total == high) for total in HORN}
        if self.total not in units:
            return LOSES
        staked, on_it = sum(units.values()), units[self.total]
        return Fate(wins=Fraction(on_it * (HORN[self.total] + 1) - staked, staked))

    def _standing(self, stake: Stake) -> Fate:
        number = stake.number or int(stake.wager.removeprefix("hard-"))
        if self.total not in (number, 7):
            return STAYS
        if stake.wager in HARD:
            return either(won=self.total == number and self.is_pair, pays=HARD[stake.wager])
        against = stake.wager in ("place-to-lose", "lay")
        pays = {
            "place-to-win": PLACE[number],
            "place-to-lose": PLACE_TO_LOSE[number],
            "buy": TRUE[number],
            "lay": str(1 / Fraction(TRUE[number])),
        }[stake.wager]
        return either(won=(self.total == 7) == against, pays=pays)

    def net(self, stake: Stake, fate: Fate) -> int:
        """In cents; a fee that is taken of winners goes off."""
        if fate.wins is None:
            return -stake.amount if fate.loses else 0
        charged = stake.amount * (fate.wins if self._is_charged_on_the_win(stake) else 1) * self.posting.vigorish
        is_charged = stake.wager in ("buy", "lay") and self.posting.vigorish_when == "won"
        return ceil(stake.amount * fate.wins) - (int(charged) if is_charged else 0)

    def _is_charged_on_the_win(self, stake: Stake) -> bool:
        return stake.wager == "lay" and self.posting.lay_vigorish_of == "win"


def judge(before: Layout, after: Layout, events: tuple[Event, ...], roll: Roll) -> None:
    referee = Referee(before.posting, before.point, roll.first, roll.second)
    owed: Counter[str] = Counter()
    left = []
    for stake in before.stakes:
        fate = referee.fate(stake)
        owed[stake.bettor] += referee.net(stake, fate)
        if fate.wins is None and not fate.loses and not fate.returns:
            left.append((stake.bettor, stake.wager, fate.moves_to or stake.number, stake.amount))
    got: Counter[str] = Counter()
    for event in events:
        match event:
            case e.Paid():
                got[event.bettor] += event.amount
            case e.Collected():
                got[event.bettor] -= event.amount
    assert {name: net for name, net in got.items() if net} == {name: net for name, net in owed.items() if net}
    assert sorted((stake.bettor, stake.wager, stake.number, stake.amount) for stake in after.stakes) == sorted(left)
    backed = any(stake.wager in ("pass", "dont-pass") for stake in before.stakes)
    if before.point:
        assert after.point == (0 if referee.total in (before.point, 7) else before.point)
    else:
        assert after.point == (referee.total if referee.total in TRUE and backed else 0)
    assert after.shooter == ("" if before.point and referee.total == 7 else before.shooter)


def judge_every_throw(layout: Layout) -> None:
    for roll in ROLLS:
        step = perform(layout, Throw(roll))
        assert not isinstance(step, Refusal), str(step)
        judge(layout, step.layout, step.events, roll)


def likely(layout: Layout, acts: list[Legal], random: Random) -> Legal:
    """As often as not the dice go on; the shooter backs the line, and odds are not rare."""
    dice = [act for act in acts if act.act in ("roll", "send-dice", "take-dice")]
    lines = [act for act in acts if act.wager in ("pass", "dont-pass") and act.player == layout.shooter]
    odds = [act for act in acts if act.wager.endswith("-odds")]
    drawn = random.random()
    for share, some in ((0.5, dice), (0.6, [] if layout.point else lines), (0.7, odds)):
        if some and drawn < share:
            return random.choice(some)
    return random.choice(acts)


@settings(max_examples=20)
@given(tables, seeds)
def test_every_throw_is_settled_as_the_referee_says(posting: CrapsPosting, seed: int) -> None:
    random, layout = Random(seed), Layout(posting)
    acts = [Join(name) for name in ("Ann", "Bob", "Cy")]
    for number in range(120):
        legal = [act for act in legal_acts(layout) if act.act != "coupon"]
        act = acts[number] if number < len(acts) else chosen(likely(layout, legal, random), random)
        if isinstance(act, Throw):
            judge_every_throw(layout)
        step = perform(layout, act)
        assert not isinstance(step, Refusal), str(step)
        layout = step.layout
