"""Side wagers in a round: they are made, decided by their own rules, and settled in due course."""

from collections import Counter
from collections.abc import Iterator

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.posting import WagerOffer
from chapter47.blackjack.round.moves import is_finished
from chapter47.blackjack.round.needs import NeedAmount, NeedMove
from chapter47.blackjack.rules import deal
from chapter47.blackjack.rules.shared_box import caller_of
from chapter47.blackjack.state import MAIN, Legal, Round, Stake
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.facts import Facts, FixedPrize, Placing, Result, Shown, WagerDecision, WholeMeter
from chapter47.blackjack.wagers.wager import Meters, Stakes, Wager, Winner, odds_of
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.posting import limits_by
from chapter47.law import law

Decided = tuple[Stake, WagerDecision]

# Making one --------------------------------------------------------------------------------------------------------


def refused(
    state: Round, box: int, bettor: str, name: str, amount: int, bet: str, *, cash: bool = False
) -> Refusal | None:
    """Return why this side wager cannot be made, if so."""
    offer = state.rules.wagers.get(name)
    if offer is None:
        want = ", ".join(state.rules.wagers) or "no side wagers at this table"
        return Refusal(
            "side_bet.not_offered",
            limits_by(state.rules.day, "19:47-2.3(a)"),
            "this table does not offer it",
            name,
            want,
        )
    wager = wager_at(state.rules, name)
    bets = wager.bets(state.rules, offer)
    if wager.decide is None or set(wager.rows) - set(odds_of(wager, state.rules, offer)):
        return Refusal("side_bet.no_odds", wager.section, "this table has no pay table for it", name, "other wagers")
    if cash and not wager.cash_by:
        return Refusal("side_bet.cash", wager.stakes_by, "this wager is made with chips only", "cash", "chips")
    if bet not in bets:
        return Refusal("side_bet.bet", wager.section, "no such bet", bet or "nothing", ", ".join(bets) or "no bet")
    return _not_placed(wager, _placing(state, box, bettor, offer, amount, bet))


def stakes_now(state: Round, box: int, bettor: str, name: str, bet: str) -> Stakes | None:
    """Return the stakes allowed now for this side wager; None if it cannot be made."""
    offer = state.rules.wagers[name]
    least, most, step = wager_at(state.rules, name).stakes(_placing(state, box, bettor, offer, 0, bet))
    least = -(-least // step) * step
    return None if least > most or refused(state, box, bettor, name, least, bet) else Stakes(least, most, step)


def _not_placed(wager: Wager, placing: Placing) -> Refusal | None:
    if denied := wager.may_place(placing):
        return denied
    least, most, step = wager.stakes(placing)
    if least <= placing.amount <= most and placing.amount % step == 0:
        return None
    want = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)} in steps of {dollars(step)}"
    return Refusal(
        "side_bet.limits", wager.stakes_by, "not a valid stake for this wager", dollars(placing.amount), want
    )


def _placing(state: Round, box: int, bettor: str, offer: WagerOffer, amount: int, bet: str) -> Placing:
    wagers = [stake.amount for stake in state.stakes_on(Place(box)) if stake.bettor == bettor]
    mine = [stake for stake in state.stakes if (stake.at.box, stake.bettor, stake.wager) == (box, bettor, offer.name)]
    return Placing(
        state.rules,
        offer,
        bet,
        amount,
        sum(wagers),
        least_main=min(wagers, default=0),
        same_round=tuple(stake.bet for stake in mine if not stake.standing),
        standing=tuple(stake.bet for stake in mine if stake.standing),
        light_failed=box in state.dark,
    )


def made(
    state: Round, box: int, bettor: str, name: str, amount: int, bet: str, *, cash: bool = False
) -> Iterator[Event]:
    wager = wager_at(state.rules, name)
    by = wager.stakes_by
    yield e.SideBet(by=by, box=box, bettor=bettor, wager=name, amount=amount, bet=bet, cash=cash)
    yield from wager.placed(_placing(state, box, bettor, state.rules.wagers[name], amount, bet))
    if wager.meters:
        by, stake = wager.meters.by, Stake(Place(box), bettor, amount, name, bet=bet)
        yield e.Lit(by=by, at=stake.at, bettor=bettor, wager=name)
        yield _collected(stake, "into the acceptor", by)


# What a wager may read ---------------------------------------------------------------------------------------------


def facts_of(state: Round, stake: Stake) -> Facts:
    box = stake.at.box
    hands = state.hands_of(box)
    mine = sorted(
        other.bet
        for other in state.stakes
        if (other.at, other.bettor, other.wager) == (stake.at, stake.bettor, stake.wager) and other.made
    )
    return Facts(
        state.rules,
        state.rules.wagers[stake.wager],
        stake.bet,
        stake.made,
        own=tuple(card for to, card in state.to_boxes if to == box),
        dealer=state.dealer.cards,
        two_each=deal.next_first_card(state) is None,
        two_on_each_hand=all(hand.size >= 2 for hand in hands),
        hole_dealt=state.dealer.size >= 2 or not deal.takes_hole_card(state),
        reader=state.rules.hole_card == "card-reader" and not state.reader_failed,
        peeked=state.peeked,
        hands=len(hands),
        own_done=state.dealer_done or all(is_finished(state, hand) for hand in hands),
        results=_results(state, stake),
        won=stake.won,
        others_standing=len(mine) > 1,
        first=stake.bet == mine[0],
    )


def _results(state: Round, stake: Stake) -> tuple[Result, ...] | None:
    """Return the results of the bettor's main wagers on the box, once all are decided."""
    main = [
        other
        for other in state.stakes
        if other.wager == MAIN and (other.at.box, other.bettor) == (stake.at.box, stake.bettor)
    ]
    if not state.closed or any(wager.open for wager in main):
        return None
    return tuple(wager.result for wager in main)  # type: ignore[misc]


def _decide(state: Round, stake: Stake) -> WagerDecision | None:
    decide = wager_at(state.rules, stake.wager).decide
    assert decide is not None
    return decide(facts_of(state, stake))


def _in_play(state: Round) -> list[Stake]:
    """Yield side wagers that are neither decided nor postponed."""
    return [stake for stake in state.stakes if stake.wager in state.rules.wagers and stake.in_play and not stake.held]


# When the bets close -----------------------------------------------------------------------------------------------


def on_close(state: Round) -> list[Event]:
    """Collect wagers left behind by their bettors."""
    abandoned: list[Event] = []
    for stake in _in_play(state):
        if wager_at(state.rules, stake.wager).carries and _results(state, stake) == ():
            decision = _decide(state, stake)
            assert decision is not None
            abandoned.append(_collected(stake, "abandoned", decision.by))
    return abandoned


def _lit(state: Round) -> Iterator[tuple[str, int, Meters]]:
    """Yield the wagers whose lights are on: name, number and meters."""
    if not state.sides:
        return
    for name, wagers in Counter(stake.wager for stake in state.stakes if stake.lit).items():
        meters = wager_at(state.rules, name).meters
        assert meters is not None
        yield name, wagers, meters


def lights_checked(state: Round) -> list[Event]:
    """Compare the lights with the chips before betting ends."""
    return [meters.checked(wagers) for _, wagers, meters in _lit(state)]


def registered(state: Round) -> Iterator[Event]:
    """Add wagers whose lights are on to their meter when betting closes, before the first card."""
    for name, wagers, meters in _lit(state):
        yield _moved(state, name, meters.register(_meter(state, name), wagers), meters.by)


def _meter(state: Round, name: str) -> tuple[int, int, int]:
    meters = wager_at(state.rules, name).meters
    assert meters is not None
    return state.meters.get(name) or meters.opening(state.rules.wagers[name])


def _moved(state: Round, name: str, meter: tuple[int, int, int], by: str) -> Event:
    meters = wager_at(state.rules, name).meters
    assert meters is not None
    base, wagers, for_reset = meter
    shows = meters.shows(meter, state.rules.wagers[name])
    return e.MeterMoved(by=by, wager=name, base=base, wagers=wagers, for_reset=for_reset, shows=shows)


# Settling ----------------------------------------------------------------------------------------------------------


def due_now(state: Round) -> list[Event]:
    """Settle what is due at once, one kind of wager after another; winners of a later prize are held back."""
    for name in state.rules.wagers:
        mine = [stake for stake in _in_play(state) if stake.wager == name]
        decided = [(stake, decision) for stake in mine if (decision := _decide(state, stake)) is not None]
        in_order = settled_in_order(wager_at(state.rules, name), decided)
        due = [(stake, decision) for stake, decision in in_order if decision.due == "now"]
        later = [stake for stake, decision in decided if decision.due == "last"]
        if due or later:
            settled = [event for stake, decision in due for event in _settled(state, stake, decision)]
            return settled + [event for stake in later for event in _held_back(stake)]
    return []


@law("19:47-2.24(d)", editions="2010", kind="script")
def settled_in_order(wager: Wager, decided: list[Decided]) -> list[Decided]:
    from_right = sorted(decided, key=lambda settled: -settled[0].at.box)
    if wager.order == "losers-first":
        return sorted(from_right, key=lambda settled: settled[1].prize is not None)
    return from_right if wager.order == "from-right" else sorted(decided, key=lambda settled: settled[0].at.box)


def with_main(state: Round, box: int) -> list[Event]:
    """Settle or carry over the side wagers of a box together with its main wagers."""
    for stake in sorted(_in_play(state), key=lambda stake: (stake.wager, stake.bettor, stake.bet)):
        if stake.at.box == box:
            decision = _decide(state, stake)
            return list(_settled(state, stake, decision) if decision else _undecided(state, stake))
    return []


def _undecided(state: Round, stake: Stake) -> Iterator[Event]:
    wager = wager_at(state.rules, stake.wager)
    if wager.carries is None:
        yield from _given_back(stake, wager.section)
        return
    facts = facts_of(state, stake)
    if wager.moved:
        yield from wager.moved(facts)
    won, by = wager.carries(facts)
    yield e.CarriedOver(
        by=by,
        at=stake.at,
        bettor=stake.bettor,
        wager=stake.wager,
        amount=stake.amount,
        won=won,
        bet=stake.bet,
    )


def _given_back(stake: Stake, by: str) -> Iterator[Event]:
    """Return a wager that nothing decided: all its cards were dead."""
    yield _returned(stake, "undecided", by) if stake.open else _out(stake, by)


def _settled(state: Round, stake: Stake, decision: WagerDecision) -> Iterator[Event]:
    wager = wager_at(state.rules, stake.wager)
    yield from wager.before(facts_of(state, stake), decision)
    if decision.prize is None:
        yield _out(stake, decision.by) if stake.lit else _collected(stake, decision.row, decision.by)
        return
    amount = _pays(state, stake, decision)
    yield _paid(stake, amount, decision.row, decision.by)
    if stake.lit:
        yield _out(stake, decision.by)
        yield from _meter_after(state, stake, decision, amount)
    elif wager.returns_stake(state.rules):
        yield _returned(stake, "won", decision.by)
    else:
        yield _collected(stake, "not returned with the prize", decision.by)


def _pays(state: Round, stake: Stake, decision: WagerDecision) -> int:
    wager = wager_at(state.rules, stake.wager)
    if wager.share is None:
        return _alone(state, stake, decision)
    winners = _winners(state, stake.wager, decision.row)
    pays = [Winner(winner.made + winner.coupon, _alone(state, winner, decision)) for winner in winners]
    shares = wager.share(state.rules, state.rules.wagers[stake.wager], decision.row, pays)
    return shares[next(place for place, winner in enumerate(winners) if _key(winner) == _key(stake))]


def _key(stake: Stake) -> tuple[int, str, str]:
    return (stake.at.box, stake.bettor, stake.bet)


def _alone(state: Round, stake: Stake, decision: WagerDecision) -> int:
    """Return the prize of an unshared win."""
    match decision.prize:
        case FixedPrize(cents):
            return cents
        case WholeMeter():
            meters = wager_at(state.rules, stake.wager).meters
            assert meters is not None
            return meters.shows(_meter(state, stake.wager), state.rules.wagers[stake.wager])
        case Shown() | None:
            raise AssertionError(decision)
        case odds:
            return odds.pays(stake.made + stake.coupon)


def _winners(state: Round, name: str, row: str) -> list[Stake]:
    """Return everybody who won that row in this round, paid or not, in box order."""
    winners = []
    for stake in state.stakes:
        if stake.wager == name and not stake.held:
            decision = _decide(state, stake)
            if decision is not None and decision.row == row:
                winners.append(stake)
    return sorted(winners, key=lambda stake: stake.at.box)


def _meter_after(state: Round, stake: Stake, decision: WagerDecision, paid: int) -> Iterator[Event]:
    """Return the meter: it restarts when the last of its winners is paid."""
    meters, offer = wager_at(state.rules, stake.wager).meters, state.rules.wagers[stake.wager]
    assert meters is not None
    meter = _meter(state, stake.wager)
    if isinstance(decision.prize, WholeMeter):
        winners = _winners(state, stake.wager, decision.row)
        waiting = [winner for winner in winners if winner.lit and _key(winner) != _key(stake)]
        new = meter if waiting else meters.after_a_win(meter, offer)
    else:
        new = meters.after_a_fixed_prize(meter, state.rules, offer, paid)
    if new != meter:
        yield _moved(state, stake.wager, new, decision.by)


# Prizes that a display chooses -------------------------------------------------------------------------------------


def _held_back(stake: Stake) -> Iterator[Event]:
    display = WAGERS[stake.wager].display
    assert display is not None
    yield display.held()
    by = display.paid_by
    yield e.HeldBack(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, bet=stake.bet)


def next_amount(state: Round) -> NeedAmount | None:
    """Return the next winner, from the dealer's left, for whom the display must choose."""
    held = sorted((stake for stake in state.stakes if stake.held), key=lambda stake: stake.at.box)
    for stake in held:
        decision = _decide(state, stake)
        if stake.shown is None and decision is not None and isinstance(decision.prize, Shown):
            return NeedAmount(stake.at, stake.bettor, stake.wager, stake.bet, stake.made, decision.prize.weights)
    return None


def pressed(need: NeedAmount) -> Event:
    display = WAGERS[need.wager].display
    assert display is not None
    return display.asked()


def asked(need: NeedAmount, amount: int) -> Iterator[Event]:
    display = WAGERS[need.wager].display
    assert display is not None
    yield e.AmountShown(
        by=display.paid_by, at=need.at, bettor=need.bettor, wager=need.wager, amount=amount, bet=need.bet
    )


def pay_shown(state: Round) -> list[Event]:
    """Pay the prize chosen by the display, or what is paid if it chose none."""
    for stake in state.stakes:
        if stake.held and stake.shown is not None:
            return list(_shown(state, stake, stake.shown))
    return []


def _shown(state: Round, stake: Stake, amount: int) -> Iterator[Event]:
    wager = wager_at(state.rules, stake.wager)
    display = wager.display
    assert display is not None
    if not amount:
        yield _paid(stake, display.failed(stake.made), "the display failed", display.failed_by)
        yield _returned(stake, "won", display.failed_by)
    else:
        yield from display.before(amount)
        yield _paid(stake, amount, f"{dollars(amount)} shown", display.paid_by)
        back = wager.returns_stake(state.rules)
        yield (_returned if back else _collected)(stake, "won" if back else "not returned", display.cleared_by)
    if sum(stake.held for stake in state.stakes) == 1:
        yield display.cleared()


# What it makes the dealer do ---------------------------------------------------------------------------------------


def wager_to_draw_for(state: Round) -> Wager | None:
    """Return the side wager for which the dealer draws a card although no main wager needs it."""
    for stake in _in_play(state):
        wager = wager_at(state.rules, stake.wager)
        if wager.draws_to_dealer and wager.draws_to_dealer(facts_of(state, stake)):
            return wager
    return None


def card_offered(state: Round) -> NeedMove | None:
    """Offer a card for a side wager, from the dealer's left, although the dealer has blackjack."""
    for stake in sorted(_in_play(state), key=lambda stake: stake.at.box):
        wager = wager_at(state.rules, stake.wager)
        if wager.offers_card and wager.offers_card(facts_of(state, stake)):
            caller, by = caller_of(state, stake.at.box), wager.offers_card_by
            return NeedMove(stake.at, caller.name, (Legal("stand", by), Legal("hit", by)), "third card")
    return None


# Chips -------------------------------------------------------------------------------------------------------------


def _collected(stake: Stake, why: str, by: str) -> Event:
    return e.Collected(
        by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=stake.amount, why=why, bet=stake.bet
    )


def _returned(stake: Stake, why: str, by: str) -> Event:
    return e.Returned(
        by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=stake.amount, why=why, bet=stake.bet
    )


def _paid(stake: Stake, amount: int, why: str, by: str) -> Event:
    return e.Paid(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=amount, why=why, bet=stake.bet)


def _out(stake: Stake, by: str) -> Event:
    return e.LightOut(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager)
