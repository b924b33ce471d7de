"""The fold: the state of a round after each event."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from chapter47.blackjack import events as e
from chapter47.blackjack.events import DEALER, Event, Place
from chapter47.blackjack.hands import total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import (
    INSURANCE,
    MAIN,
    Bettor,
    Hand,
    Question,
    Round,
    Stake,
    insurance_of,
)
from chapter47.core.cards import Card
from chapter47.core.event import ChipsMoved, UnknownEventError
from chapter47.core.json_object import Json
from chapter47.core.loose_types import OfItsType
from chapter47.law import law


def fold(rules: TableRules, events: Iterable[Event]) -> Round:
    state = Round(rules)
    for event in events:
        state = apply(state, event)
    return state


def apply(state: Round, event: Event) -> Round:
    """Return the state after an event; an unknown event raises `UnknownEventError`."""
    return _CHANGES.get(type(event), _unknown)(state, event)


def _unknown(state: Round, event: Event) -> Round:
    del state
    raise UnknownEventError(event)


def _now(**facts: object) -> Callable[[Round, OfItsType], Round]:
    """Facts that an event makes true, regardless of its fields."""
    return lambda state, event: replace(state, version=state.version + 1, **facts)


def _with_hand(state: Round, hand: Hand) -> Round:
    if hand.at.box == DEALER:
        return replace(state, version=state.version + 1, dealer=hand)
    hands = state.hands
    if len(hands) > 1:
        return replace(
            state, version=state.version + 1, hands=tuple([hand if other.at == hand.at else other for other in hands])
        )
    return replace(state, version=state.version + 1, hands=(hand,))


def _marked(state: Round, at: Place, **marks: object) -> Round:
    return _with_hand(state, replace(state.hand(at), **marks))


def _bet(state: Round, event: e.Bet) -> Round:
    places = [Place(event.box, hand) for hand in range(event.hands)]
    stakes = [Stake(at, event.bettor, event.amount, spot=event.spot) for at in places]
    hands = state.hands
    if not state.bettors_of(event.box):
        dealt_to = [Hand(at, of=at.hand) for at in places]
        hands = tuple(sorted((*hands, *dealt_to), key=attrgetter("at")))
    return replace(
        state,
        version=state.version + 1,
        bettors=_with_bettor(state.bettors, event),
        hands=hands,
        stakes=(*state.stakes, *stakes),
    )


def _with_bettor(bettors: tuple[Bettor, ...], event: e.Bet) -> tuple[Bettor, ...]:
    for bettor in bettors:
        if (bettor.box, bettor.name) == (event.box, event.bettor):
            more = replace(bettor, amount=bettor.amount + event.amount)
            return tuple([more if other is bettor else other for other in bettors])
    return (*bettors, Bettor(event.box, event.bettor, event.amount, event.seated))


def _withdrawn(state: Round, event: e.Withdrawn) -> Round:
    """Remove a bettor without a main wager, and a box without bettors."""
    version = state.version + 1
    stakes = tuple(stake for stake in state.stakes if not _taken_back(stake, event))
    if event.wager != MAIN:
        return replace(state, version=version, stakes=stakes)
    bettors = tuple(bettor for bettor in state.bettors if (bettor.box, bettor.name) != (event.box, event.bettor))
    boxes = {bettor.box for bettor in bettors}
    hands = tuple(hand for hand in state.hands if hand.at.box in boxes)
    return replace(state, version=version, stakes=stakes, bettors=bettors, hands=hands)


def _taken_back(stake: Stake, event: e.Withdrawn) -> bool:
    lies = (stake.at.box, stake.bettor, stake.wager, stake.bet)
    return not stake.standing and lies == (event.box, event.bettor, event.wager, event.bet)


def _dealt(state: Round, event: e.Dealt) -> Round:
    if state.late:
        state = replace(state, late=tuple(at for at in state.late if at != event.at))
    hand = state.hand(event.at)
    passes = 1 if hand.passes == 0 else 2
    owed = hand.owed - 1 if hand.owed else 0
    if event.card is None:
        return _with_hand(state, replace(hand, down=hand.down + 1, passes=passes, owed=owed))
    cards = (*hand.cards, event.card)
    if state.sides:
        state = _noted(state, event.at, event.card)
    concealed = hand.concealed + event.concealed
    dealt = replace(hand, cards=cards, total=total(cards), passes=passes, owed=owed, concealed=concealed)
    if state.exposed is not None and event.card == state.exposed:
        state = replace(state, exposed=None)
    return _with_hand(state, dealt)


def _noted(state: Round, at: Place, card: Card) -> Round:
    return replace(state, to_boxes=(*state.to_boxes, (at.box, card)))


def _turned(state: Round, event: e.Turned) -> Round:
    hand = state.hand(event.at)
    cards = (*hand.cards, event.card)
    if state.sides:
        state = _noted(state, event.at, event.card)
    return _with_hand(state, replace(hand, cards=cards, total=total(cards), down=hand.down - 1))


def _opened(state: Round, event: e.Opened) -> Round:
    return _marked(state, event.at, concealed=0)


def _taken_in(state: Round, event: e.TakenIn) -> Round:
    return _marked(state, event.at, taken_in=True)


def _peeked(state: Round, event: e.Peeked) -> Round:
    return replace(state, version=state.version + 1, peeked=event.blackjack)


def _insured(state: Round, event: e.Insured) -> Round:
    answered = state.answered | {(insurance_of(event.spot), event.at, event.bettor)}
    stakes = state.stakes
    if event.amount:
        stakes = (*stakes, Stake(event.at, event.bettor, event.amount, INSURANCE, event.spot))
    return replace(state, version=state.version + 1, answered=answered, stakes=stakes)


def _even_money(state: Round, event: e.EvenMoney) -> Round:
    answered = state.answered | {("even-money", event.at, event.bettor)}
    if event.taken:
        answered |= {(INSURANCE, event.at, event.bettor), ("took-even-money", event.at, event.bettor)}
    return replace(state, version=state.version + 1, answered=answered)


def _stood(state: Round, event: e.Stood) -> Round:
    return _marked(state, event.at, stood=True)


def _hit(state: Round, event: e.Hit) -> Round:
    return _marked(state, event.at, owed=1)


def _doubled(state: Round, event: e.Doubled) -> Round:
    stakes = tuple(
        replace(stake, double=event.amount)
        if _is_main(stake, event.at, event.bettor) and stake.spot == event.spot
        else stake
        for stake in state.stakes
    )
    hand = state.hand(event.at)
    if hand.doubled:
        asks = tuple(ask for ask in state.asks if not _answers(ask, event))
        return replace(state, version=state.version + 1, stakes=stakes, asks=asks)
    asks = _questions(state, "double", event.at, event.bettor, None, event.spot)
    hand = replace(hand, doubled=True, face_down=event.face_down, owed=1)
    return _with_hand(replace(state, stakes=stakes, asks=asks), hand)


def _split(state: Round, event: e.Split) -> Round:
    hand = state.hand(event.at)
    first, second = (
        Hand(at, (card,), total((card,)), passes=2, split=True, of=hand.of, from_aces=card.is_ace, owed=1)
        for at, card in zip((event.at, event.new), hand.cards, strict=True)
    )
    hands = tuple(
        after for before in state.hands for after in ((first, second) if before.at == event.at else (before,))
    )
    asks = _questions(state, "split", event.at, "", event.new)
    return replace(state, version=state.version + 1, hands=hands, asks=asks)


def _split_staked(state: Round, event: e.SplitStaked) -> Round:
    stakes: list[Stake] = []
    for stake in state.stakes:
        if not _is_main(stake, event.at, event.bettor):
            stakes.append(stake)
        elif event.both:
            stakes += [stake, replace(stake, at=event.new, coupon=0)]
        else:
            stakes.append(replace(stake, at=event.keeps or event.at))
    asks = tuple(ask for ask in state.asks if not (ask.kind == "split" and ask.bettor == event.bettor))
    return replace(state, version=state.version + 1, stakes=tuple(stakes), asks=asks)


def _questions(
    state: Round, kind: str, at: Place, caller: str, new: Place | None, spot: int = 0
) -> tuple[Question, ...]:
    """Ask about every other stake on the hand, first those of the same bettor."""
    others = [stake for stake in state.stakes_on(at) if (stake.bettor, stake.spot) != (caller, spot)]
    others.sort(key=lambda stake: stake.bettor != caller)
    return tuple(Question(kind, at, stake.bettor, new, stake.spot) for stake in others)


def _answers(ask: Question, event: e.Doubled) -> bool:
    """Record answers; a bettor who does not double leaves all stakes on the hand unchanged."""
    return (ask.at, ask.bettor) == (event.at, event.bettor) and (ask.spot == event.spot or not event.amount)


def _is_main(stake: Stake, at: Place, bettor: str) -> bool:
    return stake.open and stake.at == at and stake.bettor == bettor and stake.wager == MAIN


@law("19:47-2A.7(g)1", editions="switch")
def _switched(state: Round, event: e.Switched) -> Round:
    """Swap the second cards; undone, they are as dealt and both hands are open again."""
    box = Place(event.at.box)
    answered = state.answered | {("switch", box, event.bettor)}
    if event.how == "keep":
        kept = ("as-they-lie", box, event.bettor)
        return replace(state, version=state.version + 1, answered=answered | {kept})
    first, second = state.hands_of(box.box)
    switched = event.how != "switch-back"
    for hand, other in ((first, second), (second, first)):
        cards = (hand.cards[0], other.cards[1])
        state = _with_hand(state, replace(hand, cards=cards, total=total(cards), switched=switched, stood=False))
    return replace(state, answered=answered)


def _rescued(state: Round, event: e.Rescued) -> Round:
    marks = {("rescue", event.at, event.bettor)} | ({("gave-up", event.at, event.bettor)} if event.taken else set())
    return replace(state, version=state.version + 1, answered=state.answered | marks)


def _surrendered(state: Round, event: e.Surrendered) -> Round:
    return _marked(state, event.at, surrendered=True)


def _closed_stake(state: Round, event: e.Collected | e.Returned) -> Round:
    """Close a stake whose chips have left the layout: collected or returned."""
    stakes = tuple([less(stake, event) if same(stake, event) else stake for stake in state.stakes])
    return replace(state, version=state.version + 1, stakes=stakes)


def _paid(state: Round, event: e.Paid) -> Round:
    """Mark a wager as won; its chips stay until they are returned."""
    stakes = tuple([replace(stake, result="win") if same(stake, event) else stake for stake in state.stakes])
    return replace(state, version=state.version + 1, stakes=stakes)


def _side_bet(state: Round, event: e.SideBet) -> Round:
    stake = Stake(Place(event.box), event.bettor, event.amount, event.wager, bet=event.bet, made=event.amount)
    return replace(state, version=state.version + 1, stakes=(*state.stakes, stake), sides=True)


def _side(state: Round, event: Event) -> Round:
    """Change a side wager whose chips stay on the layout."""
    stakes = tuple(replace(stake, **marks(event)) if named(stake, event) else stake for stake in state.stakes)
    return replace(state, version=state.version + 1, stakes=stakes)


def _coupon_laid(state: Round, event: e.CouponLaid) -> Round:
    return _with_coupon(state, event, event.amount)


def _coupon_gone(state: Round, event: e.CouponTaken | e.CouponReturned) -> Round:
    return _with_coupon(state, event, 0)


def _with_coupon(state: Round, event: e.CouponMoved, coupon: int) -> Round:
    stakes = tuple(replace(stake, coupon=coupon) if of_the_wager(stake, event) else stake for stake in state.stakes)
    return replace(state, version=state.version + 1, stakes=stakes, coupons=True)


def _meter_moved(state: Round, event: e.MeterMoved) -> Round:
    meters = {**state.meters, event.wager: (event.base, event.wagers, event.for_reset)}
    return replace(state, version=state.version + 1, meters=meters)


def _nothing_shown(state: Round, event: e.Called) -> Round:
    """Record that the display failed for the first of those waiting for it there."""
    waiting = next(stake for stake in state.stakes if stake.held and stake.shown is None and stake.at == event.at)
    stakes = tuple(replace(stake, shown=0) if stake is waiting else stake for stake in state.stakes)
    return replace(state, version=state.version + 1, stakes=stakes)


def _next_dealer_hand(state: Round, event: e.NextDealerHand) -> Round:
    upcard = state.dealer.cards[:1]
    dealer = Hand(state.dealer.at, upcard, total(upcard), passes=1)
    spot = event.number - 1
    before = (*state.dealt_before, replace(state.dealer, taken_in=True))
    return replace(state, version=state.version + 1, dealer=dealer, spot=spot, dealt_before=before, dealer_done=False)


def _dead(state: Round, event: e.Dead) -> Round:
    state = _marked(state, event.at, dead=True, owed=0)
    return replace(state, asks=tuple(ask for ask in state.asks if ask.at != event.at))


def _called(state: Round, event: e.Called) -> Round:
    change = _IRREGULARITIES.get(event.kind)
    return change(state, event) if change else replace(state, version=state.version + 1)


@law("19:47-2.15(b)", editions="1996 2010")
@law("19:47-2A.15(b)", editions="switch")
def _is_the_next_card(state: Round, event: e.Called) -> Round:
    """Ignore an unseen card drawn by mistake, which is only announced."""
    del event
    return replace(state, version=state.version + 1)


def _missed(state: Round, event: e.Called) -> Round:
    at = event.at or Place(DEALER)
    return _marked(state, at, passes=state.hand(at).passes + 1)


def _missed_hit(state: Round, event: e.Called) -> Round:
    assert event.at is not None
    return replace(state, version=state.version + 1, asks=(Question("missed-hit", event.at, ""),))


def _exposed(state: Round, event: e.Called) -> Round:
    return replace(state, version=state.version + 1, exposed=event.card)


def _found_face_up(state: Round, event: e.Called) -> Round:
    del event
    return replace(state, version=state.version + 1, face_up=state.face_up + 1)


def _double_turned_up(state: Round, event: e.Called) -> Round:
    assert event.at is not None
    return _marked(state, event.at, face_down=False)


def _burned(state: Round, event: e.Burned) -> Round:
    if state.exposed is None or event.card != state.exposed:
        return state
    return replace(state, version=state.version + 1, exposed=None)


def _answer(state: Round, event: e.Answered) -> Round:
    asks = tuple(ask for ask in state.asks if ask.bettor not in ("", event.bettor) or ask.at != event.at)
    answered = state.answered | {("option", event.at, event.answer)}
    state = replace(state, version=state.version + 1, asks=asks, answered=answered)
    if event.answer == "later":
        return replace(state, late=(*state.late, event.at))
    if event.answer == "refuse":
        hands = tuple(replace(hand, owed=0) if hand.at.box == event.at.box else hand for hand in state.hands)
        return replace(state, refused=state.refused | {event.bettor}, hands=hands)
    return state


def _unchanged(state: Round, event: Event) -> Round:
    del event
    return state


WITHOUT_EFFECT: Final[tuple[type[Event], ...]] = (
    e.BurnCardShown,
    e.Cut,
    e.CutOffered,
    e.CuttingCardOut,
    e.CuttingCardPlaced,
    e.DealerRelieved,
    e.DeterminantDrawn,
    e.Did,
    e.Left,
    e.LetIn,
    e.LightFailed,
    e.LightRepaired,
    e.ReaderRepaired,
    e.RecutOrdered,
    e.Resumed,
    e.RoundBegan,
    e.Said,
    e.Sat,
    e.Shuffled,
    e.WentIdle,
)
"""Events that do not change a round: words, steps of the dealer, events of the table and the shoe."""

_CHANGES: Final[dict[type[Event], Callable[[Round, OfItsType], Round]]] = {
    e.Bet: _bet,
    e.SideBet: _side_bet,
    e.Withdrawn: _withdrawn,
    e.CouponLaid: _coupon_laid,
    e.CouponTaken: _coupon_gone,
    e.CouponReturned: _coupon_gone,
    e.Lit: _side,
    e.LightOut: _side,
    e.HeldBack: _side,
    e.AmountShown: _side,
    e.CarriedOver: _side,
    e.MeterMoved: _meter_moved,
    e.BetsClosed: _now(closed=True),
    e.Dealt: _dealt,
    e.Turned: _turned,
    e.Opened: _opened,
    e.TakenIn: _taken_in,
    e.Peeked: _peeked,
    e.Insured: _insured,
    e.EvenMoney: _even_money,
    e.Stood: _stood,
    e.Hit: _hit,
    e.Doubled: _doubled,
    e.Split: _split,
    e.SplitStaked: _split_staked,
    e.Switched: _switched,
    e.Surrendered: _surrendered,
    e.Rescued: _rescued,
    e.Collected: _closed_stake,
    e.Returned: _closed_stake,
    e.Paid: _paid,
    e.DealerDone: _now(dealer_done=True),
    e.NextDealerHand: _next_dealer_hand,
    e.RoundOver: _now(over=True),
    e.Dead: _dead,
    e.Voided: _now(void=True),
    e.Called: _called,
    e.Answered: _answer,
    e.Burned: _burned,
    **dict.fromkeys(WITHOUT_EFFECT, _unchanged),
}

_IRREGULARITIES: Final[dict[str, Callable[[Round, e.Called], Round]]] = {
    "drawn-unseen": _is_the_next_card,
    "missed-card": _missed,
    "missed-dealer-card": _missed,
    "missed-hit": _missed_hit,
    "exposed-card": _exposed,
    "face-up-in-shoe": _found_face_up,
    "reader-failed": _now(reader_failed=True),
    "double-turned-up": _double_turned_up,
    "nothing-shown": _nothing_shown,
}


# Stakes that an event means ------------------------------------------------------------------------------------------


def same(stake: Stake, event: e.Collected | e.Paid | e.Returned) -> bool:
    return stake.open and of_the_wager(stake, event)


def of_the_wager(stake: Stake, event: ChipsMoved | e.CouponMoved) -> bool:
    return (
        stake.at == event.at
        and stake.bettor == event.bettor
        and stake.wager == event.wager
        and stake.spot == event.spot
        and stake.bet == event.bet
    )


def less(stake: Stake, event: e.Collected | e.Returned) -> Stake:
    """Remove chips from a stake, the double first; the stake closes with the last of them."""
    double = max(stake.double - event.amount, 0)
    rest = stake.amount - max(event.amount - stake.double, 0)
    result = stake.result or ("lose" if isinstance(event, e.Collected) else "" if rest else "push")
    return replace(stake, amount=rest, double=double, open=rest + double > 0, result=result, held=False)


def named(stake: Stake, event: Event) -> bool:
    """Return whether an event refers to this side wager."""
    key = tuple(getattr(event, name, "") for name in ("at", "bettor", "wager", "bet"))
    return stake.in_play and (stake.at, stake.bettor, stake.wager, stake.bet) == key


def marks(event: Event) -> Json:
    """Record an event on the side wager to which it refers."""
    match event:
        case e.Lit():
            return {"lit": True}
        case e.LightOut():
            return {"lit": False}
        case e.HeldBack():
            return {"held": True}
        case e.AmountShown(amount=amount):
            return {"shown": amount}
        case e.CarriedOver(won=won):
            return {"kept": True, "won": won}
    raise AssertionError(event)
