"""Playing a round: each act answers a need, or is refused and changes nothing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.fold import apply
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import coupons, dealer_script, game_citations, settlement, side_wagers, withdrawal
from chapter47.blackjack.round.betting import bad_bet, too_few_wagers, wagers_of
from chapter47.blackjack.round.calls import possible
from chapter47.blackjack.round.moves import legal_move
from chapter47.blackjack.round.needs import (
    Need,
    NeedAmount,
    NeedBets,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
    Settled,
)
from chapter47.blackjack.round.needs import Result as Result
from chapter47.blackjack.round.needs import Step as Step
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.rules import basic_wager, deal, double_down, irregularities
from chapter47.blackjack.state import INSURANCE, Legal, Round, Stake
from chapter47.blackjack.variations import GAMES, Variation, game_of
from chapter47.blackjack.variations.spanish_21 import GIVEN_UP, given_up_wager_waits
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars


def open_round(
    rules: TableRules,
    *,
    reader_failed: bool = False,
    face_down_offered: bool = False,
    standing: tuple[Stake, ...] = (),
    meters: Mapping[str, tuple[int, int, int]] | None = None,
    dark: frozenset[int] = frozenset(),
) -> Round:
    """Begin a round before its first wager, with what the table carries over from earlier rounds."""
    return Round(
        rules,
        reader_failed=reader_failed,
        face_down_offered=face_down_offered,
        stakes=standing,
        sides=bool(standing),
        meters=meters or {},
        dark=dark,
    )


WAGERS_COME_IN: Final = NeedBets()


# Acts --------------------------------------------------------------------------------------------------------------


@game_citations.refusing
def bet(
    state: Round,
    box: int,
    bettor: str,
    amount: int,
    *,
    seated: bool = True,
    consent: bool = False,
    cash: bool = False,
) -> Result:
    """Make a main wager. On a box that already has one, only if the first bettor there consents."""
    if refusal := bad_bet(state, box, bettor, amount, seated=seated, consent=consent):
        return refusal
    spot = len(wagers_of(state, box, bettor))
    by = "19:47-2.18(b)" if spot else "19:47-2.13(a)" if state.bettors_of(box) else "19:47-2.3(a)"
    hands = game_of(state).hands_per_box
    made = e.Bet(by=by, box=box, bettor=bettor, amount=amount, seated=seated, spot=spot, hands=hands, cash=cash)
    return _happen(state, (made,))


@game_citations.refusing
def side_bet(
    state: Round, box: int, bettor: str, wager: str, amount: int, bet: str = "", *, cash: bool = False
) -> Result:
    """A side wager beside a main wager; `bet` names one if the wager has several."""
    if refusal := basic_wager.too_late(state, dollars(amount)):
        return refusal
    if refusal := side_wagers.refused(state, box, bettor, wager, amount, bet, cash=cash):
        return refusal
    return _happen(state, side_wagers.made(state, box, bettor, wager, amount, bet, cash=cash))


@game_citations.refusing
def withdraw(state: Round, box: int, bettor: str, wager: str = "", bet: str = "") -> Result:
    """Take back a bettor's main wagers on a box with everything beside them, or the named side wager."""
    taken_back = withdrawal.withdrawn(state, box, bettor, wager, bet)
    return taken_back if isinstance(taken_back, Refusal) else _happen(state, taken_back)


@game_citations.refusing
def coupon(state: Round, at: Place, bettor: str, amount: int, wager: str = "") -> Result:
    """Place a match play coupon with a main wager, or with the named side wager."""
    made = coupons.laid(state, at, bettor, amount, wager)
    return made if isinstance(made, Refusal) else _happen(state, made)


@game_citations.refusing
def show_amount(state: Round, amount: int) -> Result:
    """Show the display's amount for the side wager that waits for it."""
    need = pending(state)
    if not isinstance(need, NeedAmount):
        return _not_now(state, "press the button")
    if amount not in need.amounts:
        want = ", ".join(dollars(shown) for shown in sorted(need.amounts))
        return Refusal("amount.unknown", "19:47-2.20(j)", "not an amount for this wager", dollars(amount), want)
    return _happen(state, side_wagers.asked(need, amount), need)


@game_citations.refusing
def close_bets(state: Round) -> Result:
    """End betting: the first card (or the determinant card) is about to be drawn."""
    if state.closed:
        return _not_now(state, "close the bets")
    if not state.bettors:
        return Refusal("bets.none", "19:47-2.3(a)", "a round needs a wager", "no wager", "at least one")
    if refusal := too_few_wagers(state):
        return refusal
    return _happen(state, (e.BetsClosed(by="19:47-2.3(c)"), *side_wagers.registered(state)))


@game_citations.refusing
def give(state: Round, card: Card | None = None, *, determinant: bool = False) -> Result:
    """Deal the card that is needed; None if it is face down. With a double shoe the first card of the round may be the
    determinant card."""
    need = pending(state)
    if not isinstance(need, NeedCard):
        return _not_now(state, "deal a card")
    if need.face_down != (card is None):
        want = "a card face down" if need.face_down else "a card face up"
        return Refusal("card.face", need.by, "this card must be dealt the other way up", str(card), want)
    if need.given is not None and card != need.given:
        return _not_the_exposed(card, need.given)
    if determinant and not basic_wager.may_be_determinant(state):
        want = "the first card of a round from a double shoe"
        return Refusal("card.determinant", DETERMINANT, "no determinant card is due now", str(card), want)
    return deal_to(state, need, card, DETERMINANT if determinant else need.by)


def deal_to(state: Round, need: NeedCard, card: Card | None, by: str) -> Step:
    """Deal the card where it is needed; the caller has checked it."""
    return _happen(state, (e.Dealt(by=by, at=need.at, card=card, concealed=need.concealed),), need)


@game_citations.refusing
def turn(state: Round, card: Card) -> Result:
    """Turn up the face-down card that is needed."""
    need = pending(state)
    if not isinstance(need, NeedTurn):
        return _not_now(state, "turn a card")
    return _happen(state, (e.Turned(by=need.by, at=need.at, card=card),), need)


@game_citations.refusing
def peek(state: Round, blackjack: bool) -> Result:
    """Record the card reader's answer."""
    need = pending(state)
    if not isinstance(need, NeedPeek):
        return _not_now(state, "use the card reader")
    return _happen(state, (e.Peeked(by=need.by, blackjack=blackjack),), need)


@game_citations.refusing
def settle(state: Round) -> Result:
    """Settle: the dealer has all cards."""
    need = pending(state)
    if not isinstance(need, NeedSettlement):
        return _not_now(state, "settle")
    return _happen(state, (e.DealerDone(by=need.by, total=state.dealer.total.points),), need)


@game_citations.refusing
def choose(
    state: Round, bettor: str, move: str, amount: int = 0, *, at: Place | None = None, version: int | None = None
) -> Result:
    """Make a bettor's decision, by the name of a legal move."""
    need = pending(state)
    if not isinstance(need, NeedMove):
        return _not_now(state, f"choose to {move}")
    legal = legal_move(state, need, bettor, move, amount, at, version)
    if isinstance(legal, Refusal):
        return legal
    return _happen(state, _MOVES[move](state, need, legal, amount), need)


@game_citations.refusing
def call(state: Round, kind: str, card: Card | None = None) -> Result:
    """Call an irregularity, by the dealer or a supervisor."""
    need = pending(state)
    if kind not in irregularities.CALLS:
        want = ", ".join(calls(state)) or "nothing now"
        return Refusal("call.unknown", "19:47-2.15", "no such irregularity", kind, want)
    irregularity = irregularities.CALLS[kind]
    if not possible(state, need, kind):
        return Refusal("call.not_now", irregularity.by, f"{kind} cannot happen now", kind, irregularity.when)
    if (card is None) == (kind in ("exposed-card", "dealer-overdrew")):
        return Refusal(
            "call.card", irregularity.by, "name the card if the call involves one, and only then", str(card), kind
        )
    if kind == "dealer-overdrew" and state.exposed not in (None, card):
        return _not_the_exposed(card, state.exposed)
    return _happen(state, _called(state, need, kind, card), need)


def calls(state: Round) -> list[str]:
    """List the irregularities that may be called now."""
    need = pending(state)
    return [kind for kind in irregularities.CALLS if possible(state, need, kind)]


# What may be done --------------------------------------------------------------------------------------------------


def _not_the_exposed(card: Card | None, exposed: Card | None) -> Refusal:
    return Refusal("card.exposed", "19:47-2.15(c)", "the exposed card must be the next card", str(card), str(exposed))


def _not_now(state: Round, act: str) -> Refusal:
    return Refusal("act.not_now", "19:47-2.6", f"You cannot {act} now", act, _NEXT[type(pending(state))])


_NEXT: Final[dict[type[Need], str]] = {
    NeedBets: "bets",
    NeedCard: "the next card",
    NeedTurn: "the dealer's card being turned up",
    NeedPeek: "the dealer's peek at the hole card",
    NeedMove: "a move",
    NeedSettlement: "the settlement",
    NeedAmount: "the amount on the display",
    Settled: "the next round",
}
"""What comes next at the table, in words."""


# What follows ------------------------------------------------------------------------------------------------------


def _happen(state: Round, happening: Iterable[Event], need: Need = WAGERS_COME_IN) -> Step:
    """Fold the events, add the dealer's words, and continue with automatic steps."""
    game = GAMES[state.rules.game]
    scripts = dealer_script.SCRIPTS[game.name]
    done: list[Event] = []
    while happening:
        for event in happening:
            state = apply(state, event)
            done.append(event)
            for script in scripts.get(type(event), ()):
                done += script(event, state)
        happening = _following(game, state)
    needed = pending(state)
    if on_turn := dealer_script.ON_TURN.get(type(needed)):
        done += on_turn(state, need, needed)
    return Step(state, tuple(game_citations.events_of(state.rules, done) if game.cites else done))


DETERMINANT: Final = "19:47-2.6(d)2"


def _following(game: Variation, state: Round) -> list[Event]:
    """Return the dealer's steps that need nobody's decision: collecting, paying, clearing the table."""
    if state.over or not state.closed:
        return []
    if state.coupons and (gone := coupons.with_decided_wagers(state)):
        return gone
    if state.void:
        return _ends(state)
    if state.dealer_done:
        return _settlement(game, state)
    if state.sides and (closing := side_wagers.on_close(state)):
        return closing
    if not state.dealer.cards or game.next_first_card(state):
        return []
    eventful = _eventful(state)
    return (
        (_dead_hands(state) if eventful else [])
        or (side_wagers.due_now(state) if state.sides else [])
        or (_at_once(state) if eventful else [])
        or game.follows(state)
        or (settlement.on_second_card(state, eventful=eventful) if len(state.dealer.cards) >= 2 else [])
    )


def _eventful(state: Round) -> bool:
    """Return whether a hand needs attention: fewer than two cards, surrendered, or 21 or more."""
    for hand in state.hands:  # noqa: SIM110 asked after every event, where a generator would cost more than the answer
        if hand.total.points >= LIMIT or hand.surrendered or len(hand.cards) < 2:
            return True
    return False


def _at_once(state: Round) -> list[Event]:
    return settlement.early_blackjacks(state) or settlement.surrender_at_once(state) or settlement.busts_at_once(state)


def _dead_hands(state: Round) -> list[Event]:
    events: list[Event] = []
    for hand in state.hands:
        if irregularities.hand_without_cards(hand):
            events += [e.Dead(by="19:47-2.15(g)", at=hand.at), *settlement.return_all(state, hand.at, "19:47-2.15(g)")]
    return events


def _settlement(game: Variation, state: Round) -> list[Event]:
    box = settlement.next_box(state)
    if box is not None:
        if settlement.has_cards_to_turn(state, box):
            return []
        return (
            game.before_settling(state, box) or settlement.settle_box(state, box) or side_wagers.with_main(state, box)
        )
    if leads_on := settlement.busts_at_once(state) or game.follows(state) or game.next_dealer_hand(state):
        return leads_on
    if state.sides and ((shown := side_wagers.pay_shown(state)) or isinstance(pending(state), NeedAmount)):
        return shown
    return _ends(state)


def _ends(state: Round) -> list[Event]:
    """End the round: pick up the cards and burn a card that is still exposed. A void round deals nothing first."""
    burned: list[Event] = []
    if state.exposed is not None:
        burned.append(e.Burned(by="19:47-2.15(c)", card=state.exposed))
    paid_early = [hand.at for hand in state.hands if settlement.picked_up_early(state, hand)]
    places = " ".join(map(str, deal.pick_up_order(state, paid_early)))
    return [*burned, e.Did(by="19:47-2.6(i)", what=f"picks up the cards: {places}"), e.RoundOver(by="19:47-2.3(e)")]


# Moves -------------------------------------------------------------------------------------------------------------


def _stand(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Stood(by=legal.by, at=need.at)


def _hit(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Hit(by=legal.by, at=need.at)


def _double(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    face_down = double_down.dealt_face_down(state.rules, asked=legal.name == "double-face-down")
    if need.question == "double":
        face_down = False
    yield e.Doubled(by=legal.by, at=need.at, bettor=need.bettor, amount=amount, face_down=face_down, spot=need.spot)


def _split(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    if need.question == "split":
        yield from _split_too(state, need, legal, both=True, keeps=None)
        return
    new = Place(need.at.box, 1 + max(hand.at.hand for hand in state.hands_of(need.at.box)))
    yield e.Split(by=legal.by, at=need.at, new=new)
    yield e.SplitStaked(by=legal.by, at=need.at, new=new, bettor=need.bettor, both=True)


def _keep_first(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield from _split_too(state, need, legal, both=False, keeps=need.at)


def _keep_second(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield from _split_too(state, need, legal, both=False, keeps=state.asks[0].new)


def _split_too(state: Round, need: NeedMove, legal: Legal, *, both: bool, keeps: Place | None) -> Iterator[Event]:
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
        yield e.Doubled(by=legal.by, at=need.at, bettor=need.bettor, amount=0, spot=need.spot)


def _refuse(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Answered(by=legal.by, at=need.at, bettor=need.bettor, answer="refuse")


def _option(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Answered(by=legal.by, at=need.at, bettor=need.bettor, answer=legal.name)
    if legal.name == "dead":
        yield e.Dead(by=legal.by, at=need.at)
        yield from settlement.return_all(state, need.at, legal.by)


def _switch(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    """Switch, keep, or undo the switch."""
    yield e.Switched(by=legal.by, at=need.at, bettor=need.bettor, how=legal.name)


def _rescue(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    """Rescue: the double is returned and the first wager given up, at once unless a blackjack could still return it."""
    waits = given_up_wager_waits(state, state.hand(need.at), need.bettor)
    yield e.Rescued(by=legal.by, at=need.at, bettor=need.bettor, taken=True)
    for stake in state.stakes_on(need.at):
        if stake.bettor == need.bettor:
            yield settlement.returned(stake, stake.double, "double taken back", legal.by)
            if not waits:
                yield settlement.collected(stake, stake.amount, GIVEN_UP, legal.by)


def _let_stand(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Rescued(by=legal.by, at=need.at, bettor=need.bettor, taken=False)


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
    "switch": _switch,
    "keep": _switch,
    "switch-back": _switch,
    "rescue": _rescue,
    "let-stand": _let_stand,
}


# Irregularities ----------------------------------------------------------------------------------------------------


def _called(state: Round, need: Need, kind: str, card: Card | None) -> Iterator[Event]:
    by = irregularities.CALLS[kind].by
    at = need.at if isinstance(need, (NeedCard, NeedMove, NeedAmount)) else None
    yield e.Called(by=by, kind=kind, at=at, card=card)
    if kind == "dealer-overdrew":
        yield e.Burned(by=by, card=card)
    if kind == "face-up-in-shoe" and game_of(state).voids_the_round(state.face_up + 1):
        yield e.Voided(by=by)
        yield from _all_dead(state, by)
    if kind == "upcard-discarded" and state.upcard:
        yield e.Did(by=by, what=irregularities.tells_a_supervisor_of_the_upcard())
        yield e.Did(by=by, what=irregularities.puts_the_upcard_back(state.upcard), who="casino supervisor")
    if kind == "reader-misused":
        yield from irregularities.after_reader_misuse(state)
        if irregularities.dead_after_reader_misuse(state):
            yield from _all_dead(state, "19:47-2.15(j)1")


def _all_dead(state: Round, by: str) -> Iterator[Event]:
    """Make all hands dead; settled ones stay settled."""
    for hand in state.hands:
        if state.stakes_on(hand.at):
            yield e.Dead(by=by, at=hand.at)
    for stake in state.stakes:
        if stake.open and (stake.wager == INSURANCE or not settlement.outlives_the_hand(stake)):
            yield settlement.returned(stake, stake.whole, "all hands dead", by)
