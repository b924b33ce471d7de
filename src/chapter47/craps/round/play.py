"""Acts at a craps table: each returns the next layout and its events, or a refusal that changes nothing."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from chapter47.core.dice import Roll
from chapter47.core.event import Event, Place
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.text import legible, printable
from chapter47.craps import events as e
from chapter47.craps.round import betting
from chapter47.craps.round.betting import name_of, refused_coupon
from chapter47.craps.round.settlement import chips, coupon_gone, settlement
from chapter47.craps.rules import making_wagers, payout_odds, place_and_proposition_wagers, throwing
from chapter47.craps.rules.line_wagers import NO_POINT, POINTS, is_come_out_roll
from chapter47.craps.rules.place_and_proposition_wagers import broken_down
from chapter47.craps.state import Layout, Stake, fold
from chapter47.craps.wagers import FEE, WAGERS, WagerAtThrow, fee_of, is_at_rest, unit_of_stakes


class Step(NamedTuple):
    """The result of an act."""

    layout: Layout
    events: tuple[Event, ...]


Result = Step | Refusal


def _step(layout: Layout, *events: Event) -> Step:
    return Step(fold(layout, events), events)


# The rail ------------------------------------------------------------------------------------------------------------


def join(layout: Layout, player: str, position: int = 0) -> Result:
    """Seat a player at the rail, by default at the first free place."""
    taken = {place for place, _ in layout.rail}
    free = [place for place in range(1, layout.posting.positions + 1) if place not in taken]
    if not player or not legible(player):
        return Refusal("rail.name", throwing.SHOOTER, "a player needs a name", printable(player) or "nothing", "a name")
    if player in layout.players:
        return Refusal("rail.twice", throwing.SHOOTER, "already at the rail", player, "another name")
    if not free or (position and position not in free):
        want = ", ".join(map(str, free)) or "nobody else"
        return Refusal(
            "rail.position", throwing.SHOOTER, "there is no such free place at the rail", str(position or "any"), want
        )
    return _step(layout, e.Joined(by=throwing.DICE_SET, position=position or free[0], player=player))


def leave(layout: Layout, player: str) -> Result:
    """Leave the rail; a shooter passes the dice, and no wagers may be left behind."""
    if refusal := _not_at_the_rail(layout, player):
        return refusal
    lying = [name_of(stake.wager, stake.number) for stake in layout.stakes if stake.bettor == player]
    if lying:
        message = "this player still has wagers on the layout"
        return Refusal(
            "rail.wagers", making_wagers.SECTION, message, ", ".join(lying), "after they are taken down or decided"
        )
    if player == layout.shooter and layout.dice_out:
        return _dice_are_out(throwing.SHOOTER, "leave")
    events: list[Event] = []
    if player == layout.shooter:
        events.append(e.DicePassed(by=throwing.SHOOTER, player=player, why="left the table"))
    elif player == layout.offered and len(layout.rail) > 1:
        events.append(e.DiceOffered(by=throwing.SHOOTER, player=player, taken=False))
    return _step(layout, *events, e.Left(by=throwing.SHOOTER, player=player))


def _not_at_the_rail(layout: Layout, player: str) -> Refusal | None:
    if player in layout.players:
        return None
    want = ", ".join(layout.players) or "a player must join first"
    return Refusal("rail.unknown", throwing.SHOOTER, "not at the rail", printable(player) or "nobody", want)


def _dice_are_out(by: str, act: str) -> Refusal:
    return Refusal("dice.out", by, "the dice are out", act, "after the throw")


# The shooter ---------------------------------------------------------------------------------------------------------


def take_dice(layout: Layout, player: str, picked: tuple[int, ...] = (1, 2)) -> Result:
    """Take the offered set and pick two dice."""
    if refusal := _not_offered(layout, player, "take-dice"):
        return refusal
    if not throwing.may_pick(layout.posting.dice, picked):
        got = " ".join(map(str, picked))
        want = f"two different dice of 1 to {layout.posting.dice}"
        return Refusal("dice.picked", throwing.DICE_SET, "two dice of the set must be picked", got, want)
    by = throwing.DICE_SET if layout.rolls == 0 else throwing.SHOOTER
    offered = e.DiceOffered(by=by, player=player, taken=True)
    return _step(layout, offered, e.DicePicked(by=by, player=player, first=picked[0], second=picked[1]))


def decline_dice(layout: Layout, player: str) -> Result:
    """Move the dice on clockwise; back at a shooter who did not bet the line, they are thrown without a line wager."""
    if refusal := _not_offered(layout, player, "decline-dice"):
        return refusal
    by = throwing.DICE_SET if layout.rolls == 0 else throwing.SHOOTER
    declined = e.DiceOffered(by=by, player=player, taken=False)
    step = _step(layout, declined)
    return _joined(step, _thrown_by_the_old_shooter(step.layout))


def _not_offered(layout: Layout, player: str, act: str) -> Refusal | None:
    if layout.offered and player == layout.offered:
        return None
    want = layout.offered or ("the dice are already taken" if layout.shooter else "a player must join first")
    return Refusal(
        "dice.not_offered", throwing.SHOOTER, f"{act}: the dice are not offered to this player", player, want
    )


def _thrown_by_the_old_shooter(layout: Layout) -> Iterator[Event]:
    offered_to_all = bool(layout.declined) and layout.offered == layout.declined
    if throwing.may_throw_without_a_line_wager(
        come_wagers=layout.has_come_wager(), line_wagers=layout.has_line_wager(), offered_to_all=offered_to_all
    ):
        yield e.ThrowsForComeWagers(by=throwing.SHOOTER, player=layout.declined)


def _joined(step: Step, events: Iterator[Event]) -> Step:
    more = tuple(events)
    return Step(fold(step.layout, more), (*step.events, *more)) if more else step


OWN_WISH: Final = "passed the dice"


def pass_dice(layout: Layout, player: str, why: str = OWN_WISH) -> Result:
    """Give up the dice, after any throw."""
    if refusal := _not_the_shooter(layout, player, "pass-dice"):
        return refusal
    return _step(layout, e.DicePassed(by=throwing.SHOOTER, player=player, why=why))


def _not_the_shooter(layout: Layout, player: str, act: str) -> Refusal | None:
    if layout.dice_out:
        return _dice_are_out(throwing.SHOOTER, act)
    if player and player == layout.shooter:
        return None
    want = layout.shooter or "nobody has the dice"
    return Refusal("dice.not_shooter", throwing.SHOOTER, f"{act}: only the shooter can", player or "nobody", want)


def change_shooter(layout: Layout, ground: str) -> Result:
    """The boxperson tells the shooter to pass the dice."""
    if ground not in throwing.TOLD_TO:
        want = ", ".join(throwing.TOLD_TO)
        return Refusal(
            "shooter.ground", throwing.SHOOTER, "this is not a reason to change the shooter", printable(ground), want
        )
    return pass_dice(layout, layout.shooter, throwing.TOLD_TO[ground])


def decline_line(layout: Layout, player: str) -> Result:
    """Decline the line while come or don't come wagers are undecided: the dice are offered to others."""
    if refusal := _not_the_shooter(layout, player, "decline-line"):
        return refusal
    waits = is_come_out_roll(layout.point) and layout.has_come_wager()
    if layout.has_line_wager(player) or layout.needs_no_line_wager or not waits:
        message = "the line can be declined only before a come out roll, while come or don't come wagers wait"
        got = "a line wager" if layout.has_line_wager(player) else f"the point is {layout.point or 'off'}"
        return Refusal("line.not_declined", throwing.SHOOTER, message, got, "pass-dice")
    step = _step(layout, e.LineDeclined(by=throwing.SHOOTER, player=player))
    return _joined(step, _thrown_by_the_old_shooter(step.layout))


# Wagers --------------------------------------------------------------------------------------------------------------


def bet(layout: Layout, bettor: str, wager: str, amount: int, number: int = 0, *, confirmed: bool = False) -> Result:
    """Make or raise a wager. Odds behind pass and don't pass need not name the point."""
    number = _point_if_plain(layout, wager, number)
    if refusal := betting.refused_stake(layout, bettor, wager, number, amount, confirmed=confirmed):
        return refusal
    if wager == "horn-high" and not layout.posting.horn_high_area:
        parts = broken_down(number)
        unit = amount // sum(part.units for part in parts)
        made = [_bet(layout, bettor, part.wager, 0, part.units * unit) for part in parts]
        return _step(layout, *_begun(layout), *(event for events in made for event in events))
    return _step(layout, *_begun(layout), *_bet(layout, bettor, wager, number, amount))


def _begun(layout: Layout) -> Iterator[Event]:
    """Begin a round: with the first wager after a line decision, or the first throw."""
    if not layout.in_round:
        yield e.RoundBegan(by="19:47-1.1", number=layout.rounds + 1)


def _point_if_plain(layout: Layout, wager: str, number: int) -> int:
    return number or (layout.point if wager in ("pass-odds", "dont-pass-odds") else 0)


def _where_it_lies(layout: Layout, bettor: str, wager: str, number: int) -> int:
    """Return the number of a wager; on the line its point may be omitted."""
    if wager in ("pass", "dont-pass") and layout.stake(bettor, wager, number) is None:
        return number or layout.point
    return _point_if_plain(layout, wager, number)


def _bet(layout: Layout, bettor: str, wager: str, number: int, amount: int) -> Iterator[Event]:
    record = WAGERS[wager]
    yield e.Bet(by=record.by, bettor=bettor, wager=wager, number=number, amount=amount)
    stake = layout.stake(bettor, wager, number) or Stake(bettor, wager, number, 0)
    if charged := fee_with(layout, bettor, wager, number, amount):
        yield chips(e.FeeTaken, layout, stake, charged, by=payout_odds.BUY_AND_LAY, why="fee")


def fee_with(layout: Layout, bettor: str, wager: str, number: int, amount: int) -> int:
    """Return the fee paid with a stake; 0 if only winners pay it."""
    if wager not in FEE or number not in POINTS or not payout_odds.fee_is_paid_when_made(layout.posting):
        return 0
    stake = layout.stake(bettor, wager, number) or Stake(bettor, wager, number, 0)
    return max(0, fee_of(layout.posting, WAGERS[wager], number, stake.amount + amount) - stake.fee)


def take_down(layout: Layout, bettor: str, wager: str, number: int = 0, amount: int = 0) -> Result:
    """Remove a wager, or reduce it by an amount; odds that it no longer supports are returned."""
    number = _where_it_lies(layout, bettor, wager, number)
    stake = layout.stake(bettor, wager, number)
    if stake is None:
        return _no_such_stake(layout, bettor, wager, number)
    if refusal := _must_stay(layout, stake):
        return refusal
    rest = stake.amount - (amount or stake.amount)
    if refusal := _cannot_be_reduced_to(layout, stake, rest):
        return refusal
    return _step(layout, *_unsupported_odds(layout, stake, rest), *_down(layout, stake, rest))


def _cannot_be_reduced_to(layout: Layout, stake: Stake, rest: int) -> Refusal | None:
    """Refuse a reduction to an amount that chips cannot pay, or below the minimum."""
    amount, reducible = stake.amount - rest, reducible_by(layout, stake)
    if rest == 0 or amount in reducible:
        return None
    wager = WAGERS[stake.wager]
    want = f"all of {dollars(stake.amount)}, or {reducible}"
    if not 0 < rest < stake.amount:
        message = f"at most {dollars(stake.amount)} can be taken from it"
        return Refusal("take_down.amount", making_wagers.SECTION, message, dollars(amount), want)
    if refusal := betting.not_payable(layout.posting, wager, stake.number, rest):
        return Refusal("take_down.amount", refusal.citation, refusal.message, f"{dollars(rest)} left", want)
    least = betting.least_stake(layout, wager, stake.number)
    message = f"the minimum is {dollars(least)}"
    return Refusal("take_down.amount", betting.limits_of(layout.posting), message, f"{dollars(rest)} left", want)


def reducible_by(layout: Layout, stake: Stake) -> betting.Amounts:
    """Return the possible reductions that leave a valid wager."""
    wager = WAGERS[stake.wager]
    unit = unit_of_stakes(layout.posting, wager, stake.number)
    return betting.Amounts(unit, stake.amount - betting.least_stake(layout, wager, stake.number), unit)


def lay_coupon(layout: Layout, bettor: str, wager: str, amount: int, *, confirmed: bool = False) -> Result:
    """Add a match play coupon of at most the same value to the chips of a line wager."""
    if refusal := refused_coupon(layout, bettor, wager, amount, confirmed=confirmed):
        return refusal
    at = Place(layout.position(bettor))
    return _step(layout, e.CouponLaid(by=making_wagers.SECTION, at=at, bettor=bettor, wager=wager, amount=amount))


def _down(layout: Layout, stake: Stake, rest: int) -> Iterator[Event]:
    if rest < stake.coupon:  # it is matched by chips no more
        yield from coupon_gone(layout, stake, e.CouponReturned, making_wagers.SECTION)
    owed = fee_of(layout.posting, WAGERS[stake.wager], stake.number, rest)
    if back := betting.share_of_fee(layout, paid=stake.fee, owed=owed):
        yield chips(e.FeeReturned, layout, stake, back, by=payout_odds.BUY_AND_LAY, why="taken down")
    yield e.TakenDown(
        by=making_wagers.SECTION,
        bettor=stake.bettor,
        wager=stake.wager,
        number=stake.number,
        amount=stake.amount - rest,
    )


def _unsupported_odds(layout: Layout, supported: Stake, rest: int) -> Iterator[Event]:
    odds = layout.stake(supported.bettor, f"{supported.wager}-odds", supported.number)
    if odds is None:
        return
    record = WAGERS[odds.wager]
    unit = unit_of_stakes(layout.posting, record, odds.number)
    most = payout_odds.most_odds(layout.posting, rest, odds.number, against=record.against, unit=unit)
    if odds.amount > most:
        yield e.TakenDown(
            by=payout_odds.SUPPLEMENTAL,
            bettor=odds.bettor,
            wager=odds.wager,
            number=odds.number,
            amount=odds.amount - most,
        )


def _no_such_stake(layout: Layout, bettor: str, wager: str, number: int) -> Refusal:
    lying = [name_of(stake.wager, stake.number) for stake in layout.stakes if stake.bettor == bettor]
    want = ", ".join(lying) or "the player has no such wager"
    message = f"{printable(bettor)} has no such wager on the layout"
    return Refusal("wager.none", making_wagers.SECTION, message, name_of(printable(wager), number), want)


def _must_stay(layout: Layout, stake: Stake) -> Refusal | None:
    wager = WAGERS[stake.wager]
    if layout.dice_out:
        return _dice_are_out(making_wagers.SECTION, "take down")
    if making_wagers.may_be_removed(against=wager.against, line=wager.line, point=stake.number):
        return None
    got = f"{stake.wager} with the point {stake.number}"
    message = "pass and come wagers stay once their point is set"
    return Refusal("take_down.point_is_set", making_wagers.SECTION, message, got, "until it is decided")


def call_wager(layout: Layout, bettor: str, wager: str, number: int = 0, *, on: bool) -> Result:
    """Turn a wager on, for come out rolls too, or off for the next throw."""
    number = _where_it_lies(layout, bettor, wager, number)
    stake = layout.stake(bettor, wager, number)
    if stake is None:
        return _no_such_stake(layout, bettor, wager, number)
    if layout.dice_out:
        return _dice_are_out(making_wagers.SECTION, "call a wager")
    if on not in callable_as(layout, stake):
        message = f"{name_of(wager, number)} cannot be called {'on' if on else 'off'}"
        want = " or ".join("on" if call else "off" for call in callable_as(layout, stake)) or "no call"
        return Refusal("call.wager", making_wagers.SECTION, message, stake.called or "no call so far", want)
    by = WAGERS[wager].rests_by
    called = e.WagerCalled(by=by, bettor=bettor, wager=wager, number=number, on=on)
    if not on and stake.called != "on":
        return _step(layout, called)
    return _step(layout, called, e.Did(by="19:47-1.2(a)5", what=place_and_proposition_wagers.on_button(called_on=on)))


def callable_as(layout: Layout, stake: Stake) -> tuple[bool, ...]:
    """Return whether a wager may be turned on (if it would be off) or off (if it would work)."""
    wager = WAGERS[stake.wager]
    if not making_wagers.may_be_called(line=wager.line, one_roll=wager.one_roll):
        return ()
    rests = is_at_rest(layout.posting, wager, WagerAtThrow(stake.number, NO_POINT))
    calls = [True] if stake.called == "off" or (rests and stake.called != "on") else []
    return tuple(calls if stake.called == "off" else [*calls, False])


# The throw -----------------------------------------------------------------------------------------------------------


def send_dice(layout: Layout) -> Result:
    """Send the dice to the shooter; a come out roll begins a round."""
    if layout.dice_out:
        return _dice_are_out(throwing.THROW, "send-dice")
    if not layout.shooter:
        want = f"{layout.offered} to take the dice" if layout.offered else "a player must join first"
        return Refusal("throw.no_shooter", throwing.SHOOTER, "nobody has the dice", "no shooter", want)
    come_out = is_come_out_roll(layout.point)
    has_line_wager, excused = layout.has_line_wager(layout.shooter), layout.needs_no_line_wager
    if not throwing.may_throw(come_out=come_out, line_wager=has_line_wager, excused=excused):
        message = f"{layout.shooter} needs a line wager to throw a come out roll"
        return Refusal(
            "throw.no_line_wager", throwing.THROW, message, "no pass or don't pass wager", "pass or dont-pass"
        )
    out = e.DiceOut(by=throwing.THROW, shooter=layout.shooter)
    return _step(layout, *_begun(layout), out)


def roll_dice(layout: Layout, roll: Roll, how: str = "") -> Result:
    """Throw, and settle everything that follows."""
    if not layout.dice_out:
        return _no_dice_out(str(roll))
    if not all(1 <= face <= 6 for face in roll):
        message = "not a throw of two dice"
        return Refusal("dice.faces", throwing.POINT_THROW, message, f"{roll[0]} {roll[1]}", "two faces from 1 to 6")
    thrown = e.Thrown(by=throwing.POINT_THROW, first=roll.first, second=roll.second, how=how)
    return _step(layout, thrown, *settlement(layout, roll))


def _no_dice_out(got: str) -> Refusal:
    return Refusal("throw.not_now", throwing.THROW, "the dice are not out", got, "`send dice` first")


def call_no_roll(layout: Layout, ground: str) -> Result:
    """Call a throw void: it decides nothing."""
    if not throwing.may_be_called(dice_out=layout.dice_out):
        message = "a throw must be called before the dice come to rest"
        return Refusal("call.not_now", throwing.INVALID_ROLL, message, ground, "while the dice are out")
    if ground not in throwing.GROUNDS:
        message = "dice that hit players' chips still count" if ground == throwing.NO_GROUND else "not a valid ground"
        want = ", ".join(throwing.GROUNDS)
        return Refusal("call.ground", throwing.INVALID_ROLL, message, printable(ground), want)
    words = "No roll: " + throwing.GROUNDS[ground].words
    by = throwing.INVALID_ROLL
    return _step(layout, e.NoRoll(by=by, ground=ground), e.Said(by=by, words=words))


def read_cocked(layout: Layout, flat: int, leaning: tuple[int, ...]) -> Result:
    """Read a cocked die: one die is flat, the other leans on these sides and shows the opposite face, or cannot be
    read."""
    if not layout.dice_out:
        return _no_dice_out("a cocked die")
    if not leaning or not all(1 <= face <= 6 for face in (flat, *leaning)):
        got = " ".join(map(str, (flat, *leaning)))
        return Refusal("dice.faces", throwing.POINT_THROW, "not faces of two dice", got, "faces from 1 to 6")
    if throwing.is_void(len(set(leaning))):
        by = throwing.POINT_THROW
        said = e.Said(by=by, words="No roll: a die leans on more than one side")
        return _step(layout, e.NoRoll(by=by, ground="cocked"), said)
    return roll_dice(layout, Roll(flat, throwing.cocked_face(leaning[0])), how="cocked")


def decide_dispute(layout: Layout, roll: Roll | None) -> Result:
    """Let the boxperson decide what the dice show, or that the throw is void."""
    if not layout.dice_out:
        return _no_dice_out("a disputed throw")
    if roll is not None:
        return roll_dice(layout, roll, how="decided by the boxperson")
    by = throwing.POINT_THROW
    said = e.Said(by=by, words="No roll: disputed")
    return _step(layout, e.NoRoll(by=by, ground="disputed"), said)
