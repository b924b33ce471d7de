"""Playing a round: each act answers what is needed, or is refused and changes nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from chapter47 import events as e
from chapter47.cards import Card
from chapter47.events import At, Event
from chapter47.games import game_of
from chapter47.money import dollars
from chapter47.posting import TableRules
from chapter47.round import settle as money
from chapter47.round import words
from chapter47.round.betting import bad_bet, too_few_wagers, wagers_of
from chapter47.round.moves import rule_of
from chapter47.round.needs import (
    Legal,
    Need,
    NeedBets,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
    Refusal,
    Settled,
)
from chapter47.round.pending import pending
from chapter47.rules import basic_wager, deal, double_down, irregularities, shared_box
from chapter47.state import Round, apply


class Step(NamedTuple):
    """An act that was done: the state after it and everything that happened."""

    state: Round
    events: tuple[Event, ...]


Result = Step | Refusal


def open_round(rules: TableRules, *, reader_failed: bool = False, face_down_offered: bool = False) -> Round:
    """A round before its first wager, with what the table carries over from earlier rounds."""
    return Round(rules, reader_failed=reader_failed, face_down_offered=face_down_offered)


# Acts --------------------------------------------------------------------------------------------------------------


def bet(state: Round, box: int, bettor: str, amount: int, *, seated: bool = True, consent: bool = False) -> Result:
    """A main wager. On a box that has one already, only if the first bettor there consents."""
    if refusal := bad_bet(state, box, bettor, amount, seated=seated, consent=consent):
        return refusal
    spot = len(wagers_of(state, box, bettor))
    by = "19:47-2.18(b)" if spot else "19:47-2.3(a)"
    return _happen(state, e.Bet(by=by, box=box, bettor=bettor, amount=amount, seated=seated, spot=spot))


def close_bets(state: Round) -> Result:
    """The first card (or the determinant card) is about to be drawn."""
    if basic_wager.bets_are_closed(state):
        return _not_now(state, "close the bets")
    if not state.bettors:
        return Refusal("bets.none", "19:47-2.3(a)", "a round needs a wager", "no wager", "at least one")
    if refusal := too_few_wagers(state):
        return refusal
    return _happen(state, e.BetsClosed(by="19:47-2.3(c)"))


def give(state: Round, card: Card | None = None, *, by: str = "") -> Result:
    """The card that is needed; none where it lies face down. `by` where another paragraph gave it its place."""
    need = pending(state)
    if not isinstance(need, NeedCard):
        return _not_now(state, "deal a card")
    if need.face_down != (card is None):
        want = "a card face down" if need.face_down else "a card face up"
        return Refusal("card.face", need.by, "the card is dealt the other way", str(card), want)
    if need.given is not None and card != need.given:
        return _not_the_exposed(card, need.given)
    if by not in ("", need.by, game_of(state).cites.get(need.by)) and not _is_determinant(state, by):
        return Refusal("card.by", need.by, "another paragraph gives the card its place", by, need.by)
    return _happen(state, e.Dealt(by=by or need.by, at=need.at, card=card, concealed=need.concealed), need)


def turn(state: Round, card: Card) -> Result:
    """The face-down card that is needed, turned up."""
    need = pending(state)
    if not isinstance(need, NeedTurn):
        return _not_now(state, "turn a card")
    return _happen(state, e.Turned(by=need.by, at=need.at, card=card), need)


def peek(state: Round, blackjack: bool) -> Result:
    """What the card reader said."""
    need = pending(state)
    if not isinstance(need, NeedPeek):
        return _not_now(state, "use the card reader")
    return _happen(state, e.Peeked(by=need.by, blackjack=blackjack), need)


def settle(state: Round) -> Result:
    """The dealer has all cards and settles."""
    need = pending(state)
    if not isinstance(need, NeedSettlement):
        return _not_now(state, "settle")
    return _happen(state, e.DealerDone(by=need.by, total=state.dealer.total.points), need)


def choose(
    state: Round, bettor: str, move: str, amount: int = 0, *, at: At | None = None, version: int | None = None
) -> Result:
    """A bettor's decision, by the name of a legal move."""
    need = pending(state)
    if not isinstance(need, NeedMove):
        return _not_now(state, f"choose to {move}")
    if refusal := _bad_move(state, need, bettor, move, amount, at, version):
        return refusal
    legal = next(one for one in need.legal if one.name == move)
    return _happen_all(state, _MOVES[move](state, need, legal, amount), need)


def call(state: Round, kind: str, card: Card | None = None) -> Result:
    """An irregularity, called by the dealer or a supervisor."""
    need = pending(state)
    if kind not in irregularities.CALLS:
        want = ", ".join(calls(state)) or "nothing now"
        return Refusal("call.unknown", "19:47-2.15", "no such irregularity", kind, want)
    if not _possible(state, need, kind):
        found = irregularities.CALLS[kind]
        return Refusal("call.not_now", found.by, f"{kind} cannot have happened now", kind, found.when)
    if (card is None) == (kind in ("exposed-card", "dealer-overdrew")):
        found = irregularities.CALLS[kind]
        return Refusal("call.card", found.by, "a call with a card names it, others do not", str(card), kind)
    if kind == "dealer-overdrew" and state.exposed not in (None, card):
        return _not_the_exposed(card, state.exposed)
    return _happen_all(state, _called(state, need, kind, card), need)


def calls(state: Round) -> list[str]:
    """The irregularities that may be called now."""
    need = pending(state)
    return [kind for kind in irregularities.CALLS if _possible(state, need, kind)]


# What may be done --------------------------------------------------------------------------------------------------


def _bad_move(
    state: Round, need: NeedMove, bettor: str, move: str, amount: int, at: At | None, version: int | None
) -> Refusal | None:
    by = need.legal[0].by
    if version is not None and version != state.version:
        return Refusal("move.stale", by, "the round has moved on", f"version {version}", f"version {state.version}")
    if bettor != need.bettor or (at is not None and at != need.at):
        got = f"{bettor} on {at}" if at is not None else bettor
        return Refusal("move.not_your_turn", by, "somebody else decides now", got, f"{need.bettor} on {need.at}")
    legal = {one.name: one for one in need.legal}
    if move not in legal:
        by = rule_of(move, state.hand(need.at)) or by
        return Refusal("move.not_legal", by, "not open to this hand", move, ", ".join(legal))
    if not legal[move].allows(amount):
        return Refusal(
            "move.amount", legal[move].by, "not an amount that can be staked", dollars(amount), _range(legal[move])
        )
    return None


def _range(legal: Legal) -> str:
    if not legal.most:
        return "no amount"
    return f"{dollars(legal.least)} to {dollars(legal.most)} in steps of {dollars(legal.step)}"


def _is_determinant(state: Round, by: str) -> bool:
    """With a double shoe the first card of the round may be the determinant card (2.6(d)2)."""
    return by == "19:47-2.6(d)2" and state.rules.shoe == "double" and not any(hand.passes for hand in state.hands)


def _not_the_exposed(card: Card | None, exposed: Card | None) -> Refusal:
    return Refusal("card.exposed", "19:47-2.15(c)", "the exposed card is the next one", str(card), str(exposed))


def _not_now(state: Round, act: str) -> Refusal:
    need = type(pending(state)).__name__.removeprefix("Need").lower()
    return Refusal("act.not_now", "19:47-2.6", f"this is not the moment to {act}", act, need)


# What follows ------------------------------------------------------------------------------------------------------


def _happen(state: Round, event: Event, need: Need | None = None) -> Step:
    return _happen_all(state, iter((event,)), need)


def _happen_all(state: Round, happening: Iterator[Event], need: Need | None = None) -> Step:
    """Fold the events, say the dealer's words, and go on with what happens by itself."""
    done: list[Event] = []
    for event in happening:
        state = _one(state, event, done)
    while following := _following(state):
        for event in following:
            state = _one(state, event, done)
    before = need if need is not None else NeedBets()
    called = words.on_turn(state, before, pending(state))
    return Step(state, (*done, *(_in_its_own_words(state, one) for one in called)))


def _one(state: Round, event: Event, done: list[Event]) -> Round:
    event = _in_its_own_words(state, event)
    state = apply(state, event)
    beside = [*game_of(state).goes_with(event, state), *words.after(event, state)]
    done += [event, *(_in_its_own_words(state, one) for one in beside)]
    return state


def _in_its_own_words(state: Round, event: Event) -> Event:
    """The same event under the paragraph in which this game says it."""
    own = game_of(state).cites.get(event.by)
    return event if own is None else replace(event, by=own)


def _following(state: Round) -> list[Event]:
    """What the dealer does without asking anybody: collecting, paying, clearing the table."""
    if state.over or not state.closed:
        return []
    if state.dealer_done:
        return _settlement(state)
    game = game_of(state)
    if state.upcard is None or game.next_first_card(state):
        return []
    return (
        _dead_hands(state)
        or money.early_blackjacks(state)
        or money.surrender_at_once(state)
        or money.busts_at_once(state)
        or game.follows(state)
        or (money.on_second_card(state) if len(state.dealer.cards) >= 2 else [])
    )


def _dead_hands(state: Round) -> list[Event]:
    found: list[Event] = []
    for hand in state.hands:
        if irregularities.hand_without_cards(hand):
            found += [e.Dead(by="19:47-2.15(g)", at=hand.at), *money.return_all(state, hand.at, "19:47-2.15(g)")]
    return found


def _settlement(state: Round) -> list[Event]:
    if isinstance(pending(state), NeedTurn):
        return []
    box = money.next_box(state)
    if box is not None:
        return game_of(state).before_settling(state, box) or money.settle_box(state, box)
    if leads_on := money.busts_at_once(state) or game_of(state).next_dealer_hand(state):
        return leads_on
    burned: list[Event] = []
    if state.exposed is not None:
        burned.append(e.Burned(by="19:47-2.15(c)", card=state.exposed))
    paid_early = [hand.at for hand in state.hands if game_of(state).blackjack_paid_by(state, hand)]
    order = " ".join(map(str, deal.pick_up_order(state, paid_early)))
    return [*burned, e.Did(by="19:47-2.6(i)", what=f"picks up the cards: {order}"), e.RoundOver(by="19:47-2.3(e)")]


# Moves -------------------------------------------------------------------------------------------------------------


def _stand(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Stood(by=legal.by, at=need.at)


def _hit(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Hit(by=legal.by, at=need.at)


def _double(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    face_down = double_down.dealt_face_down(state.rules, asked=legal.name == "double-face-down")
    if need.question == "double":
        assert shared_box.others_may_double("double")
        face_down = False
    yield e.Doubled(by=legal.by, at=need.at, bettor=need.bettor, amount=amount, face_down=face_down, spot=need.spot)


def _split(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    if need.question == "split":
        yield from _split_too(state, need, legal, both=True, keeps=None)
        return
    new = At(need.at.box, 1 + max(hand.at.hand for hand in state.hands_of(need.at.box)))
    yield e.Split(by=legal.by, at=need.at, new=new)
    yield e.SplitStaked(by=legal.by, at=need.at, new=new, bettor=need.bettor, both=True)


def _keep_first(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield from _split_too(state, need, legal, both=False, keeps=need.at)


def _keep_second(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield from _split_too(state, need, legal, both=False, keeps=state.asks[0].new)


def _split_too(state: Round, need: NeedMove, legal: Legal, *, both: bool, keeps: At | None) -> Iterator[Event]:
    assert shared_box.others_cover_or_choose(legal.name)
    new = state.asks[0].new
    assert new is not None
    yield e.SplitStaked(by=legal.by, at=need.at, new=new, bettor=need.bettor, both=both, keeps=keeps)


def _surrender(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Surrendered(by=legal.by, at=need.at)


def _insure(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    by = "19:47-2.13(f)" if len(state.bettors_of(need.at.box)) > 1 else legal.by
    yield e.Insured(by=by, at=need.at, bettor=need.bettor, amount=amount, spot=need.spot)


def _even_money(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.EvenMoney(by=legal.by, at=need.at, bettor=need.bettor, taken=True)


def _decline(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    if need.question == "insurance":
        yield e.Insured(by=legal.by, at=need.at, bettor=need.bettor, amount=0, spot=need.spot)
    elif need.question == "even money":
        yield e.EvenMoney(by=legal.by, at=need.at, bettor=need.bettor, taken=False)
    else:
        assert shared_box.others_may_double("decline")
        yield e.Doubled(by=legal.by, at=need.at, bettor=need.bettor, amount=0, spot=need.spot)


def _refuse(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Answered(by=legal.by, at=need.at, bettor=need.bettor, answer="refuse")


def _option(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    assert need.question != "missed-hit" or irregularities.later_or_dead(legal.name)
    yield e.Answered(by=legal.by, at=need.at, bettor=need.bettor, answer=legal.name)
    if legal.name == "dead":
        yield e.Dead(by=legal.by, at=need.at)
        yield from money.return_all(state, need.at, legal.by)


_MOVES = {
    "stand": _stand,
    "hit": _hit,
    "double": _double,
    "double-face-down": _double,
    "split": _split,
    "keep-first": _keep_first,
    "keep-second": _keep_second,
    "surrender": _surrender,
    "insure": _insure,
    "even-money": _even_money,
    "decline": _decline,
    "refuse": _refuse,
    "accept": _option,
    "later": _option,
    "dead": _option,
    "second-card": _option,
}


# Irregularities ----------------------------------------------------------------------------------------------------


def _possible(state: Round, need: Need, kind: str) -> bool:
    if not state.closed or isinstance(need, (NeedBets, Settled)):
        return False
    card = need if isinstance(need, NeedCard) else None
    first = card is not None and game_of(state).next_first_card(state) is not None
    hand = state.hand(card.at) if card is not None else None
    asked = card is not None and hand is not None and not card.at.is_dealer and hand.owed > 0
    match kind:
        case "face-up-in-shoe" | "too-few-cards":
            return card is not None and card.given is None
        case "drawn-unseen":
            return isinstance(need, (NeedCard, NeedMove)) and irregularities.is_the_next_card(state)
        case "exposed-card":
            unseen = isinstance(need, NeedMove) or (card is not None and not card.face_down)
            return unseen and not first and irregularities.after_the_first_two_cards(state) and _nobody_waits(state)
        case "dealer-overdrew":
            stands = isinstance(need, NeedSettlement) and len(state.dealer.cards) >= 2
            return irregularities.burned_when_dealer_stands(stands)
        case "missed-dealer-card":
            first_two = card is not None and card.at.is_dealer and card.by in deal.FIRST_TWO_OF_THE_DEALER
            return first_two and state.dealer.passes < 2
        case "missed-card":
            return first and card is not None and not card.at.is_dealer
        case "wrong-side":
            return irregularities.wrong_side_stands(state)
        case "missed-hit":
            return asked and hand is not None and len(hand.cards) >= 2 and hand.at not in state.late
        case "reader-misused":
            reader = state.rules.hole_card == "card-reader" and not state.reader_failed
            return reader and not state.shows_ace_or_ten and state.dealer.down == 1 and not state.dealer_done
        case "reader-failed":
            return irregularities.reader_can_fail(state) and not state.dealer_done
        case "upcard-not-moved":
            return card is not None and irregularities.counts_as_moved(state)
        case "upcard-discarded":
            return irregularities.upcard_is_found_again(state)
        case "double-turned-up":
            return asked and hand is not None and irregularities.face_up_by_mistake(hand)
    raise AssertionError(kind)


def _nobody_waits(state: Round) -> bool:
    return not any(irregularities.hand_with_one_card(hand) for hand in state.hands)


def _called(state: Round, need: Need, kind: str, card: Card | None) -> Iterator[Event]:
    by = irregularities.CALLS[kind].by
    at = need.at if isinstance(need, (NeedCard, NeedMove)) else None
    yield e.Called(by=by, kind=kind, at=at, card=card)
    if kind == "dealer-overdrew":
        yield e.Burned(by=by, card=card)
    if kind == "upcard-discarded" and state.upcard:
        found = irregularities.puts_the_upcard_back(state.upcard)
        yield e.Did(by=by, what=irregularities.tells_a_supervisor_of_the_upcard())
        yield e.Did(by=by, what=found, who="casino supervisor")
    if kind == "reader-misused":
        yield e.Did(by=by, what=irregularities.tells_a_supervisor())
        if irregularities.all_hands_dead(state):
            yield from _all_dead(state)
        elif irregularities.play_continues(state):
            yield e.Did(by="19:47-2.15(j)2", what="goes on with the round")


def _all_dead(state: Round) -> Iterator[Event]:
    for hand in state.hands:
        yield e.Dead(by="19:47-2.15(j)1", at=hand.at)
    for stake in state.stakes:
        if stake.open:
            yield money.returned(stake, stake.whole, "all hands dead", "19:47-2.15(j)1")
