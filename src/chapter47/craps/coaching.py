"""The coach for craps: the price of each wager, the cheapest alternative, and the effect of odds."""

from fractions import Fraction
from random import Random
from typing import Final

from chapter47.core.act import Act
from chapter47.core.coaching import Coaching, WagerCost
from chapter47.core.dice import FACES
from chapter47.core.drilling import DrillTask
from chapter47.craps.acts import Bet, LayOdds, TakeOdds
from chapter47.craps.analysis.prices import wager_price
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.rules.line_wagers import NO_POINT, POINTS
from chapter47.craps.rules.throwing import stick_call
from chapter47.craps.views import PlayerView
from chapter47.craps.wagers import WAGERS, is_offered

TRUE_ODDS: Final = "Odds are paid truly: they cost nothing."
TAKE_ODDS: Final = "Odds behind it cost nothing: {}."


HARDWAYS: Final = {"hard-4": 4, "hard-6": 6, "hard-8": 8, "hard-10": 10}


def _same_wish(name: str, number: int) -> tuple[tuple[str, int], ...]:
    """Return wagers that win whenever this one does, each with its number."""
    if name in ("place-to-win", "buy", *HARDWAYS):
        number = HARDWAYS.get(name, number)
        return (("place-to-win", number), ("buy", number))
    if name in ("place-to-lose", "lay"):
        return (("place-to-lose", number), ("lay", number))
    return ()


def wager(posting: CrapsPosting, act: Act) -> WagerCost | None:
    if isinstance(act, (TakeOdds, LayOdds)):
        return WagerCost(wager=f"odds {act.on}", amount=act.amount, house_edge=0.0, expected_loss=0.0, advice=TRUE_ODDS)
    if not isinstance(act, Bet) or act.on not in WAGERS:
        return None
    edge = _edge(posting, act.on, act.number, act.amount)
    others = {
        name_of(*other): _edge(posting, *other, act.amount)
        for other in _same_wish(act.on, act.number)
        if other != (act.on, act.number) and is_offered(posting, WAGERS[other[0]], other[1])
    }
    cheapest = min(others, key=lambda name: others[name], default="")
    cheaper = bool(cheapest) and others[cheapest] < edge
    return WagerCost(
        wager=name_of(act.on, act.number),
        amount=act.amount,
        house_edge=float(edge),
        expected_loss=float(edge * act.amount),
        cheapest=cheapest if cheaper else "",
        cheapest_edge=float(others[cheapest]) if cheaper else None,
        advice=TAKE_ODDS.format("lay odds" if WAGERS[act.on].against else "take odds") if WAGERS[act.on].line else "",
    )


def _edge(posting: CrapsPosting, name: str, number: int, amount: int) -> Fraction:
    return wager_price(posting, WAGERS[name], number, stake=amount).house_edge


def calls(posting: CrapsPosting, random: Random) -> DrillTask:
    """Drill: the stickperson's calls."""
    del posting
    first, second = random.choice(FACES), random.choice(FACES)
    point = random.choice((NO_POINT, *POINTS))
    call = stick_call(first, second, point)
    others = {stick_call(random.choice(FACES), random.choice(FACES), point) for _ in range(12)} - {call}
    choices = [call, *random.sample(sorted(others), min(3, len(others)))]
    random.shuffle(choices)
    when = f"The point is {point}" if point else "It is the come out roll"
    return DrillTask(
        prompt=f"{when}. The dice show {first} and {second}. What is the call?",
        form="choice",
        answer=call,
        choices=tuple(choices),
        by="19:47-1.10",
    )


COACHING: Final = Coaching[CrapsPosting, PlayerView](wager=wager, drills={"calls": calls})
