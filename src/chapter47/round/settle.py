"""What is collected, paid and returned, and when."""

from collections.abc import Iterator
from fractions import Fraction

from chapter47.events import At, Collected, Did, Event, Paid, Returned
from chapter47.games import GAMES
from chapter47.money import EVEN, Odds, to_the_cent
from chapter47.rules import basic_wager, double_down, insurance, pay_blackjack, split, surrender
from chapter47.rules.basic_wager import Outcome, Payout
from chapter47.state import INSURANCE, MAIN, Hand, Round, Stake


def blackjack_odds(state: Round) -> Odds:
    return GAMES[state.rules.game].blackjack_odds


def collected(stake: Stake, amount: int, why: str, by: str) -> Collected:
    return Collected(
        by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=amount, why=why, spot=stake.spot
    )


def paid(stake: Stake, amount: int, why: str, by: str) -> Paid:
    return Paid(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=amount, why=why, spot=stake.spot)


def returned(stake: Stake, amount: int, why: str, by: str) -> Returned:
    return Returned(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=amount, why=why, spot=stake.spot)


def early_blackjacks(state: Round) -> list[Event]:
    """Blackjacks paid under a 2 to 9, and even money that was taken."""
    found: list[Event] = []
    for hand in state.hands:
        if not hand.blackjack or hand.dead:
            continue
        stakes = state.stakes_on(hand.at)
        if stakes and pay_blackjack.paid_at_once(state, hand):
            found += [event for stake in stakes for event in _pay_blackjack(state, hand, stake, "19:47-2.7(a)")]
            found.append(Did(by="19:47-2.7(a)", what=f"takes in the cards of {hand.at}"))
        else:
            found += [event for stake in stakes for event in _pay_even_money(state, stake)]
    return found


def _pay_blackjack(state: Round, hand: Hand, stake: Stake, by: str) -> Iterator[Event]:
    payout = basic_wager.pays(state.rules, hand, blackjack_odds(state))
    yield paid(stake, payout.odds.pays(stake.amount), f"blackjack at {payout.odds}", by)
    yield returned(stake, stake.amount, "blackjack", by)


def _pay_even_money(state: Round, stake: Stake) -> Iterator[Event]:
    if ("took-even-money", stake.at, stake.bettor) in state.answered:
        yield paid(stake, EVEN.pays(stake.amount), "even money", "19:47-2.7(c)")
        yield returned(stake, stake.amount, "even money", "19:47-2.7(c)")


def surrender_at_once(state: Round) -> list[Event]:
    """Under a 2 to 9 a surrendered wager is halved straight away."""
    found: list[Event] = []
    for hand in state.hands:
        if hand.surrendered and surrender.surrender_settled_at_once(state):
            found += [event for stake in state.stakes_on(hand.at) for event in _halved(stake, "19:47-2.8(a)1")]
    return found


def _halved(stake: Stake, by: str) -> Iterator[Event]:
    """Half is collected; of an odd cent the player keeps the better part."""
    back = to_the_cent(Fraction(stake.amount, 2))
    yield collected(stake, stake.amount - back, "half of a surrendered wager", by)
    yield returned(stake, back, "half of a surrendered wager", by)


def on_second_card(state: Round) -> list[Event]:
    """Insurance, surrendered hands and waiting blackjacks, as soon as the dealer's second card is seen."""
    return [*_insurance(state), *_surrenders(state), *_waiting_blackjacks(state)]


def _insurance(state: Round) -> list[Event]:
    open_stakes = [stake for stake in state.stakes if stake.open and stake.wager == INSURANCE]
    if not open_stakes or not insurance.insurance_is_decided(state):
        return []
    if not insurance.insurance_wins(state):
        return [collected(stake, stake.amount, "insurance", "19:47-2.9(d)") for stake in open_stakes]
    found: list[Event] = []
    for stake in open_stakes:
        found.append(paid(stake, insurance.insurance_pays(stake.amount), "insurance", "19:47-2.9(c)"))
        found.append(returned(stake, stake.amount, "insurance", "19:47-2.9(c)"))
    return found


def _surrenders(state: Round) -> list[Event]:
    found: list[Event] = []
    for hand in state.hands:
        if not hand.surrendered or not surrender.surrender_waits(state):
            continue
        for stake in state.stakes_on(hand.at):
            by = "19:47-2.8(b)" if surrender.insured_and_surrendered(state, stake) else "19:47-2.8(a)2"
            if state.dealer.blackjack:
                found.append(collected(stake, stake.amount, "surrendered to a blackjack", by))
            else:
                found += _halved(stake, by)
    return found


def _waiting_blackjacks(state: Round) -> list[Event]:
    found: list[Event] = []
    for hand in state.hands:
        if hand.dead or not pay_blackjack.waits_for_second_card(state, hand):
            continue
        for stake in state.stakes_on(hand.at):
            if state.dealer.blackjack:
                found.append(returned(stake, stake.amount, "stand-off of blackjacks", "19:47-2.7(b)"))
            else:
                found += _pay_blackjack(state, hand, stake, "19:47-2.7(b)")
    return found


def next_box(state: Round) -> int | None:
    """The box whose wagers are settled next: from the dealer's far right."""
    return max((stake.at.box for stake in state.stakes if stake.open), default=None)


def settle_box(state: Round, box: int) -> list[Event]:
    """All open main wagers of a box."""
    hands = state.hands_of(box)
    if state.dealer.blackjack:
        return [
            event
            for bettor in state.bettors_of(box)
            for event in _against_blackjack(state, hands, bettor.name, bettor.amount)
        ]
    return [
        event for hand in reversed(hands) for stake in state.stakes_on(hand.at) for event in _settle(state, hand, stake)
    ]


def _settle(state: Round, hand: Hand, stake: Stake) -> Iterator[Event]:
    result = basic_wager.outcome(state.rules, hand, state.dealer)
    if result.result == "lose":
        why = "over 21" if hand.total.bust else f"{hand.total.points} against {state.dealer.total.points}"
        yield collected(stake, stake.whole, why, result.by)
    elif result.result == "push":
        yield returned(stake, stake.whole, f"{hand.total.points} against {state.dealer.total.points}", result.by)
    else:
        yield from _win(state, hand, stake, result)


def _win(state: Round, hand: Hand, stake: Stake, result: Outcome) -> Iterator[Event]:
    payout = basic_wager.pays(state.rules, hand, blackjack_odds(state))
    by = result.by if payout.odds == EVEN else payout.by
    yield paid(stake, winnings(state, hand, stake, payout), _won(hand, state.dealer, payout), by)
    yield returned(stake, stake.whole, "won", by)


def winnings(state: Round, hand: Hand, stake: Stake, payout: Payout) -> int:
    """At the hand's odds; money staked by a split or a double may have odds of its own."""
    first = stake.amount if _is_first_wager(state, hand, stake.bettor) else 0
    extra = stake.whole - first
    return to_the_cent(payout.odds.ratio * first + payout.extra.ratio * extra)


def _is_first_wager(state: Round, hand: Hand, bettor: str) -> bool:
    """Of a bettor's split hands the one at the dealer's left keeps the wager that was made before the deal."""
    staked = {stake.at for stake in state.stakes if stake.bettor == bettor and stake.wager == MAIN}
    return hand.at == next(one.at for one in state.hands_of(hand.at.box) if one.at in staked)


def _won(hand: Hand, dealer: Hand, payout: Payout) -> str:
    against = "over 21" if dealer.total.bust else str(dealer.total.points)
    return f"{hand.total.points} against {against}, {payout.odds}"


def _against_blackjack(state: Round, hands: list[Hand], bettor: str, original: int) -> Iterator[Event]:
    """Only the original wager is collected; what was added by doubling and splitting goes back."""
    left = original
    for hand in hands:
        for stake in (stake for stake in state.stakes_on(hand.at) if stake.bettor == bettor):
            if hand.total.bust and _lost_when_busted(state, hand):
                yield collected(stake, stake.whole, "over 21", "19:47-2.3(a)")
                continue
            take = min(left, stake.amount)
            left -= take
            if take:
                lost = basic_wager.outcome(state.rules, hand, state.dealer)
                yield collected(stake, take, "dealer's blackjack", lost.by)
            if back := stake.whole - take:
                yield returned(stake, back, "added after the deal, dealer's blackjack", _returned_by(state, hand))


def _lost_when_busted(state: Round, hand: Hand) -> bool:
    """By the other reading a hand over 21 is lost as it stands, before the dealer's blackjack."""
    return state.rules.reads("19:47-2.11(d)" if hand.split else "19:47-2.10(b)", "busted-plus-one")


def _returned_by(state: Round, hand: Hand) -> str:
    if hand.split:
        assert split.split_wagers_are_returned(state.dealer)
        return "19:47-2.11(d)"
    assert double_down.double_is_returned(state.dealer)
    return "19:47-2.10(b)"


def return_all(state: Round, at: At, by: str) -> list[Event]:
    """A dead hand: all that is staked on it goes back. Insurance is a wager on the dealer's card and stays."""
    stakes = [stake for stake in state.stakes if stake.open and stake.at == at and stake.wager != INSURANCE]
    return [returned(stake, stake.whole, "dead hand", by) for stake in stakes]
