"""Settlement: what is collected, paid and returned, and when."""

from collections.abc import Iterator
from typing import TypeVar

from chapter47.blackjack.events import Collected, Did, Event, Paid, Place, Returned, TakenIn
from chapter47.blackjack.rules import double_down, insurance, pay_blackjack, split, surrender
from chapter47.blackjack.rules.basic_wager import Outcome, Payout
from chapter47.blackjack.state import INSURANCE, MAIN, Hand, Round, Stake
from chapter47.blackjack.variations import game_of
from chapter47.blackjack.variations.multiple_action import decided_by_this_hand
from chapter47.blackjack.variations.spanish_21 import paid_as
from chapter47.blackjack.variations.switch import split_21_is_void
from chapter47.blackjack.wagers import WAGERS
from chapter47.core.money import EVEN, dollars, to_the_cent


def payout_of(state: Round, hand: Hand, stake: Stake) -> Payout:
    game = game_of(state)
    against = game.blackjack_odds_against
    hand = paid_as(state.rules, hand, stake)
    return game.pays(state.rules, hand, against(state.rules, state.dealer) if against else game.blackjack_odds)


Chips = TypeVar("Chips", Collected, Paid, Returned)


def _moved(kind: type[Chips], stake: Stake, amount: int, why: str, by: str) -> Chips:
    at, bettor, wager, spot, bet = stake.at, stake.bettor, stake.wager, stake.spot, stake.bet
    return kind(at=at, bettor=bettor, wager=wager, spot=spot, bet=bet, amount=amount, why=why, by=by)


def collected(stake: Stake, amount: int, why: str, by: str) -> Collected:
    return _moved(Collected, stake, amount, why, by)


def paid(stake: Stake, amount: int, why: str, by: str) -> Paid:
    return _moved(Paid, stake, amount, why, by)


def returned(stake: Stake, amount: int, why: str, by: str) -> Returned:
    return _moved(Returned, stake, amount, why, by)


def early_blackjacks(state: Round) -> list[Event]:
    """Pay blackjacks under a 2 to 9, and even money that was taken."""
    game = game_of(state)
    events: list[Event] = []
    for hand in state.hands:
        if not hand.blackjack or hand.dead or hand.concealed:
            continue
        stakes = state.stakes_on(hand.at)
        if stakes and game.blackjack_paid_at_once(state, hand):
            by = game.blackjack_paid_by(state, hand)
            events += [event for stake in stakes for event in _pay_blackjack(state, hand, stake, by)]
            if picked_up_early(state, hand):
                events.append(Did(by="19:47-2.7(a)", what=f"takes in the cards of {hand.at}"))
        else:
            events += [event for stake in stakes for event in _pay_even_money(state, stake)]
    return events


def picked_up_early(state: Round, hand: Hand) -> bool:
    """Pick up a blackjack that was paid at once, unless a winning side wager needs its cards (2.7(a))."""
    if not game_of(state).blackjack_paid_at_once(state, hand):
        return False
    return not any(stake.at == hand.at and (stake.held or stake.shown is not None) for stake in state.stakes)


def _pay_blackjack(state: Round, hand: Hand, stake: Stake, by: str) -> Iterator[Event]:
    payout = payout_of(state, hand, stake)
    odds_by = payout.by if payout.optional else by
    why = f"blackjack at {payout.odds}{_with_coupon(stake)}"
    yield paid(stake, payout.odds.pays(stake.paid_on), why, odds_by)
    yield returned(stake, stake.amount, "blackjack", by)


def _pay_even_money(state: Round, stake: Stake) -> Iterator[Event]:
    if ("took-even-money", stake.at, stake.bettor) in state.answered:
        yield paid(stake, EVEN.pays(stake.paid_on), f"even money{_with_coupon(stake)}", "19:47-2.7(c)")
        yield returned(stake, stake.amount, "even money", "19:47-2.7(c)")


def _with_coupon(stake: Stake) -> str:
    return f", {dollars(stake.coupon)} coupon counted in" if stake.coupon else ""


def surrender_at_once(state: Round) -> list[Event]:
    """Halve a surrendered wager at once under a 2 to 9."""
    events: list[Event] = []
    for hand in state.hands:
        if surrender.settled_at_once(state, hand):
            for stake in state.stakes_on(hand.at):
                events += _surrendered(stake, surrender.half(stake), "19:47-2.8(a)1")
    return events


def _surrendered(stake: Stake, kept: int, by: str) -> Iterator[Event]:
    why = "half of a surrendered wager" if kept else "surrendered to a blackjack"
    yield collected(stake, stake.amount - kept, why, by)
    if kept:
        yield returned(stake, kept, why, by)


def on_second_card(state: Round, *, eventful: bool) -> list[Event]:
    """Settle insurance and, if a hand is `eventful`, surrenders and waiting blackjacks, once the second card is
    seen."""
    insured = _insurance(state)
    return [*insured, *_surrenders(state), *_waiting_blackjacks(state)] if eventful else insured


def _insurance(state: Round) -> list[Event]:
    insured = [
        stake
        for stake in state.stakes
        if stake.wager == INSURANCE and stake.open and decided_by_this_hand(state, stake)
    ]
    if not insured or not insurance.insurance_is_decided(state):
        return []
    if not insurance.insurance_wins(state):
        return [collected(stake, stake.amount, "insurance", "19:47-2.9(d)") for stake in insured]
    events: list[Event] = []
    for stake in insured:
        events.append(paid(stake, insurance.insurance_pays(stake.amount), "insurance", "19:47-2.9(c)"))
        events.append(returned(stake, stake.amount, "insurance", "19:47-2.9(c)"))
    return events


def _surrenders(state: Round) -> list[Event]:
    events: list[Event] = []
    for hand in state.hands:
        if not hand.surrendered or surrender.settled_at_once(state, hand):
            continue
        for stake in state.stakes_on(hand.at):
            by = "19:47-2.8(b)" if surrender.insured_and_surrendered(state, stake) else "19:47-2.8(a)2"
            events += _surrendered(stake, surrender.kept_after_second_card(state, stake), by)
    return events


def _waiting_blackjacks(state: Round) -> list[Event]:
    events: list[Event] = []
    if game_of(state).blackjacks_last:
        return events
    for hand in state.hands:
        if hand.dead or not pay_blackjack.waits_for_second_card(state, hand):
            continue
        stands_off = game_of(state).outcome(state.rules, hand, state.dealer).result == "push"
        for stake in _decided_now(state, hand):
            if stands_off:
                events.append(returned(stake, stake.amount, "stand-off of blackjacks", "19:47-2.7(b)"))
            else:
                events += _pay_blackjack(state, hand, stake, "19:47-2.7(b)")
    return events


def busts_at_once(state: Round) -> list[Event]:
    """Collect busted hands if the game does not wait for the dealer."""
    game = game_of(state)
    events: list[Event] = []
    for hand in state.hands:
        if game.collected_at_once(hand) and not hand.taken_in and not hand.dead:
            by = game.collected_at_once_by
            events += [collected(stake, stake.whole, "over 21", by) for stake in state.stakes_on(hand.at)]
            events.append(TakenIn(by=by, at=hand.at))
    return events


def next_box(state: Round) -> int | None:
    """Return the box to settle next: from the dealer's far right."""
    due = [
        stake.at.box
        for stake in state.stakes
        if stake.in_play and not stake.held and decided_by_this_hand(state, stake)
    ]
    return max(due) if due else None


def has_cards_to_turn(state: Round, box: int) -> bool:
    """Return whether a face-down double card of this box is still unseen (2.10(c))."""
    return any(hand.down for hand in state.hands if hand.at.box == box)


def _decided_now(state: Round, hand: Hand) -> list[Stake]:
    """Return the main wagers on a hand that this dealer's hand decides."""
    return [stake for stake in state.stakes_on(hand.at) if decided_by_this_hand(state, stake)]


def settle_box(state: Round, box: int) -> list[Event]:
    """Settle all open main wagers of a box."""
    hands = state.hands_of(box)
    if state.dealer.blackjack:
        return [
            event
            for bettor in state.bettors_of(box)
            for dealt in dict.fromkeys(hand.of for hand in hands)
            for event in _against_blackjack(state, [hand for hand in hands if hand.of == dealt], bettor.name)
        ]
    events: list[Event] = []
    for hand in reversed(hands):
        events += [event for stake in _decided_now(state, hand) for event in _settle(state, hand, stake)]
        events += game_of(state).also_pays(state, hand)
    return events


def _settle(state: Round, hand: Hand, stake: Stake) -> Iterator[Event]:
    result = game_of(state).outcome(state.rules, hand, state.dealer)
    if result.result == "lose":
        why = "over 21" if hand.total.bust else f"{hand.total.points} against {state.dealer.total.points}"
        yield collected(stake, stake.whole, why, result.by)
    elif result.result == "push":
        yield returned(stake, stake.whole, f"{hand.total.points} against {state.dealer.total.points}", result.by)
    else:
        yield from _win(state, hand, stake, result)


def _win(state: Round, hand: Hand, stake: Stake, result: Outcome) -> Iterator[Event]:
    payout = payout_of(state, hand, stake)
    by = result.by if payout.odds == EVEN else payout.by
    why = _won(hand, state.dealer, payout) + _with_coupon(stake)
    yield paid(stake, winnings(state, hand, stake, payout), why, by)
    yield returned(stake, stake.whole, "won", by)


def winnings(state: Round, hand: Hand, stake: Stake, payout: Payout) -> int:
    """Return the winnings at the hand's odds; money staked by a split or a double may have its own odds."""
    if payout.odds == payout.extra:
        return payout.odds.pays(stake.paid_on)
    first = stake.amount + stake.coupon if _is_first_wager(state, hand, stake.bettor) else 0
    extra = stake.paid_on - first
    return to_the_cent(payout.odds.ratio * first + payout.extra.ratio * extra)


def _is_first_wager(state: Round, hand: Hand, bettor: str) -> bool:
    """Return whether it is the original wager: of a bettor's split hands, the one at the dealer's left keeps it."""
    staked = {stake.at for stake in state.stakes if stake.bettor == bettor and stake.wager == MAIN}
    return hand.at == next(other.at for other in state.hands_of(hand.at.box) if other.at in staked)


def _won(hand: Hand, dealer: Hand, payout: Payout) -> str:
    against = "over 21" if dealer.total.bust else str(dealer.total.points)
    return f"{hand.total.points} against {against}, {payout.odds}"


def _against_blackjack(state: Round, hands: list[Hand], bettor: str) -> Iterator[Event]:
    """Collect only the original wager; what doubling and splitting added is returned.

    `hands` came from one hand as dealt. A hand that does not lose is settled by itself, but after a split a void wager
    is returned only if it was added."""
    stakes = {hand: [stake for stake in _decided_now(state, hand) if stake.bettor == bettor] for hand in hands}
    left = max((stake.amount for staked in stakes.values() for stake in staked), default=0)
    if any(("gave-up", hand.at, bettor) in state.answered for hand in hands):
        left = 0
    for hand, staked in stakes.items():
        result, lost_by = game_of(state).outcome(state.rules, hand, state.dealer)
        for stake in staked:
            if result == "win" or (result == "push" and (not hand.split or split_21_is_void(state.rules))):
                yield from _settle(state, hand, stake)
                continue
            if hand.total.bust and _lost_when_busted(state, hand):
                yield collected(stake, stake.whole, "over 21", "19:47-2.3(a)")
                continue
            take = _lost_to_blackjack(hand, stake, left)
            left -= take
            if take:
                by = lost_by if result == "lose" else _returned_by(hand)
                yield collected(stake, take, "dealer's blackjack", by)
            if back := stake.whole - take:
                yield returned(stake, back, "added after the deal, dealer's blackjack", _returned_by(hand))


def _lost_when_busted(state: Round, hand: Hand) -> bool:
    """Return whether a busted hand counts as lost before the dealer's blackjack, by the other reading."""
    return state.rules.reads("19:47-2.11(d)" if hand.split else "19:47-2.10(b)", "busted-plus-one")


def _lost_to_blackjack(hand: Hand, stake: Stake, left: int) -> int:
    if hand.split:
        return split.lost_to_blackjack(stake, left)
    return double_down.lost_to_blackjack(stake, left) if stake.double else left


def _returned_by(hand: Hand) -> str:
    return "19:47-2.11(d)" if hand.split else "19:47-2.10(b)"


def return_all(state: Round, at: Place, by: str) -> list[Event]:
    """Return everything staked on a dead hand."""
    stakes = [stake for stake in state.stakes if stake.open and stake.at == at and not outlives_the_hand(stake)]
    return [returned(stake, stake.whole, "dead hand", by) for stake in stakes]


def outlives_the_hand(stake: Stake) -> bool:
    """Return whether a wager outlives the hand: insurance depends on the dealer's card, and some side wagers wait for
    the next hand."""
    wager = WAGERS.get(stake.wager)
    return stake.wager == INSURANCE or (wager is not None and wager.carries is not None)
