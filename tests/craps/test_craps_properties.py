"""Properties of every craps table under any acts."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.craps.transcript import purses

from chapter47.core.act import Act
from chapter47.core.dice import ROLLS, Roll
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.craps import events as e
from chapter47.craps.acts import Bet, Call, Join, SendDice, TakeDice, Throw
from chapter47.craps.hosting import act_of
from chapter47.craps.posting import THREE_FOUR_FIVE, CrapsPosting
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.rules.throwing import GROUNDS
from chapter47.craps.state import Layout, fold
from chapter47.craps.table.in_play import perform
from chapter47.craps.wagers import WAGERS

POINTS = (4, 5, 6, 8, 9, 10)
POSTINGS = (
    CrapsPosting(),
    CrapsPosting(buy=POINTS, lay=POINTS, odds_multiple=THREE_FOUR_FIVE, horn_high_area=False),
    CrapsPosting(buy=(4, 10), lay=(6,), vigorish_when="won", lay_vigorish_of="wager", chip=50, minimum=1_50),
    CrapsPosting(
        bars=2,
        vigorish=Fraction(3, 100),
        buy=POINTS,
        readings={
            "1996 19:47-1.2(a)3": "any-roll",
            "1996 19:47-1.2(a)5": "both",
            "1996 19:47-1.2(a)7": "working",
            "1996 19:47-1.4": "to-the-cent",
            "1996 19:47-1.5": ("kept",),
        },
    ),
)


def chosen(legal: Legal, random: Random) -> Act:
    if legal.act == "roll":
        return Throw(random.choice(ROLLS))
    steps = (legal.most - legal.least) // legal.step if legal.step else 0
    amount = legal.least + legal.step * random.randint(0, min(steps, 20)) if legal.most else 0
    return Call(legal.act) if legal.act in GROUNDS else act_of(replace(legal, least=amount))


def likely(acts: list[Legal], random: Random) -> Legal:
    """Dice move as often as wagers are made, or else nothing is ever thrown."""
    with_dice = [act for act in acts if act.act in ("roll", "send-dice", "take-dice")]
    return random.choice(with_dice if with_dice and random.random() < 0.4 else acts)


def played(posting: CrapsPosting, seed: int, acts: int = 60) -> tuple[Layout, list[Event]]:
    random = Random(seed)
    layout, events = Layout(posting), list[Event]()
    for name in ("Ann", "Bob", "Cy"):
        step = perform(layout, Join(name))
        assert not isinstance(step, Refusal)
        layout, events = step.layout, [*events, *step.events]
    for _ in range(acts):
        step = perform(layout, chosen(likely(legal_acts(layout), random), random))
        assert not isinstance(step, Refusal), str(step)
        layout, events = step.layout, [*events, *step.events]
    return layout, events


tables = st.sampled_from(POSTINGS)
seeds = st.integers(0, 10**6)


@given(tables, seeds)
def test_chips_are_conserved_and_the_layout_is_the_fold_of_its_events(posting: CrapsPosting, seed: int) -> None:
    layout, events = played(posting, seed)
    assert fold(Layout(posting), events) == layout
    house = 0
    for event in events:
        match event:
            case e.Collected():
                house += event.amount
            case e.Paid():
                house -= event.amount
    lying = sum(stake.amount for stake in layout.stakes)
    assert sum(purses(events).values()) + house + lying == 0


@given(tables, seeds, st.integers(0, 10**6))
def test_what_is_legal_is_what_is_not_refused(posting: CrapsPosting, seed: int, more: int) -> None:
    layout, _ = played(posting, seed, acts=30)
    random = Random(more)
    acts = legal_acts(layout)
    for act in every_act(random, layout.point):
        allowed = any(
            (legal.act, legal.player, legal.wager, legal.number) == (act.act, act.player, act.wager, act.number)
            and legal.allows(act.least)
            for legal in acts
        )
        done = Call(act.act) if act.act in GROUNDS else act_of(act)
        refused = isinstance(perform(layout, done), Refusal)
        assert allowed != refused, act


def every_act(random: Random, point: int) -> list[Legal]:
    """Every kind of act of two players, with a few amounts each; odds by the number of their point."""
    acts = [
        Legal(what, "", player) for what in ("decline-dice", "pass-dice", "decline-line") for player in ("Ann", "Bob")
    ]
    acts += [Legal(ground, "") for ground in GROUNDS]
    for player in ("Ann", "Bob"):
        acts.append(Legal("take-dice", "", player))
        for name, wager in WAGERS.items():
            for number in (*POINTS, 0) if wager.supports or wager.line or wager.numbers else (0, 7):
                if not number and (
                    name in ("pass-odds", "dont-pass-odds") or (point and name in ("pass", "dont-pass"))
                ):
                    continue  # the point is meant
                if wager.supports and (number == point) != name.endswith("pass-odds"):
                    continue  # a point is the line's or a come wager's
                amounts = random.sample(range(0, 40_00, 50), 2)
                acts += [Legal("bet", "", player, name, number, amount) for amount in amounts]
                acts += [Legal(what, "", player, name, number) for what in ("take-down", "turn-on", "turn-off")]
                if not number:
                    acts += [Legal("coupon", "", player, name, 0, amount) for amount in amounts]
    return acts


@pytest.mark.parametrize("seed", range(20))
def test_both_lines_together_lose_only_on_a_come_out_12(seed: int) -> None:
    """Ann backs pass and don't pass with the same amount: her purse moves only by the pass wager lost to a 12."""
    random = Random(seed)
    layout, events = Layout(CrapsPosting()), list[Event]()
    twelves = 0

    def do(act: Act) -> None:
        nonlocal layout, events
        step = perform(layout, act)
        assert not isinstance(step, Refusal), str(step)
        layout, events = step.layout, [*events, *step.events]

    do(Join("Ann"))
    for _ in range(300):
        if not layout.shooter:
            do(TakeDice("Ann"))
        if not layout.stakes:
            do(Bet("Ann", 10_00, "pass"))
            do(Bet("Ann", 10_00, "dont-pass"))
        roll = Roll(random.randint(1, 6), random.randint(1, 6))
        twelves += roll.total == 12 and layout.point == 0
        do(SendDice())
        do(Throw(roll))
    lying = sum(stake.amount for stake in layout.stakes)
    assert purses(events)["Ann"] + lying == -10_00 * twelves
