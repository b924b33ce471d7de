"""Legal moves, from the rules; any other move is refused."""

from msgspec.structs import replace

from chapter47.blackjack.events import Place
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.rules import (
    basic_wager,
    deal,
    double_down,
    draw,
    insurance,
    pay_blackjack,
    shared_box,
    split,
    surrender,
)
from chapter47.blackjack.rules.irregularities import AFTER_AN_IRREGULARITY, gets_no_more_cards
from chapter47.blackjack.rules.shared_box import caller_of
from chapter47.blackjack.state import Bettor, Hand, Legal, Question, Round
from chapter47.blackjack.variations import Variation, game_of, multiple_action
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars

DECLINE = "decline"
STAND = Legal("stand", "19:47-2.6(f)")
HIT = Legal("hit", "19:47-2.12(a)")
SURRENDER = Legal("surrender", "19:47-2.8(a)")
DOUBLES = ("double", "double-face-down")


def is_finished(state: Round, hand: Hand) -> bool:
    """Return whether the hand needs no more cards or decisions."""
    if hand.stood or hand.surrendered or hand.dead or gets_no_more_cards(state, hand.at.box):
        return True
    if hand.owed:
        return False
    if hand.total.bust or draw.stands_on_21(hand):
        return True
    if hand.doubled:
        return draw.has_its_double_card(hand)
    if hand.from_aces and (game := game_of(state)).split_aces_are_done(hand):
        return not game.may_split(state, hand)
    return False


def active_hand(state: Round) -> Hand | None:
    """Return the hand whose turn it is: from the dealer's left, with hands that wait for a forgotten card last."""
    return split.first_incomplete(state, deal.in_turn(state), is_finished)


def moves_for(state: Round, hand: Hand) -> NeedMove:
    """List the decisions of a box's caller on this hand, in a fixed order."""
    game, caller = game_of(state), caller_of(state, hand.at.box)
    legal = [STAND]
    if draw.may_draw(hand) and not (hand.from_aces and game.split_aces_are_done(hand)):
        legal.append(HIT)
    legal += _wagering_moves(game, state, hand, caller)
    legal += game.more_moves(state, hand)
    if state.exposed is not None:
        legal.append(Legal("refuse", "19:47-2.15(c)"))
    return NeedMove(hand.at, caller.name, tuple(legal))


def _wagering_moves(game: Variation, state: Round, hand: Hand, caller: Bettor) -> list[Legal]:
    legal = []
    if game.may_double(state, hand):
        double = double_move(state, hand.at, caller.name)
        legal.append(double)
        if double_down.may_ask_face_down(state.rules):
            legal.append(replace(double, name="double-face-down", by="19:47-2.10(c)"))
    if game.may_split(state, hand):
        legal.append(Legal("split", "19:47-2.11(e)" if hand.split else "19:47-2.11(a)"))
    if game.may_surrender(state, hand):
        legal.append(SURRENDER)
    return legal


def double_move(state: Round, at: Place, bettor: str, spot: int = 0) -> Legal:
    """Return the double: for no more than the first wager on that spot."""
    step = basic_wager.wager_step(state.rules)
    most = next(stake.amount for stake in state.stakes_on(at) if stake.bettor == bettor and stake.spot == spot)
    return Legal("double", "19:47-2.10(a)", least=step, most=most, step=step)


def insurance_question(state: Round) -> NeedMove | None:
    """Return the next bettor who may still insure: all at the start, or each at their own turn."""
    if not game_of(state).may_insure(state):
        return None
    if even := _even_money_question(state):
        return even
    if state.rules.insurance_at_turn:
        return _at_own_turn(state)
    return _next_to_insure(state, [hand for hand in state.hands if not hand.dead and not hand.split])


def _at_own_turn(state: Round) -> NeedMove | None:
    """Ask just before the first decision of the box; boxes without one (a blackjack) are asked when they are reached.
    Questions to a box further left come first."""
    active = active_hand(state)
    last = active.at.box if active else None
    boxes = [hand for hand in state.hands if not hand.dead and (last is None or hand.at.box <= last)]
    untouched = [hand for hand in boxes if not hand.split and len(hand.cards) == 2 and not _has_acted(hand)]
    insuring, asked = _next_to_insure(state, untouched), game_of(state).question(state, active)
    return None if insuring and asked and asked.at.box < insuring.at.box else insuring


def _has_acted(hand: Hand) -> bool:
    return hand.stood or hand.surrendered or hand.doubled or hand.owed > 0


def _next_to_insure(state: Round, hands: list[Hand]) -> NeedMove | None:
    for hand in hands:
        for name in shared_box.insures_alone(state, hand):
            stakes = [stake for stake in state.stakes_on(hand.at) if stake.bettor == name]
            for spot in multiple_action.spots_to_insure(stakes):
                if insurance.not_yet_asked(state, hand.at, name, spot):
                    legal = insurance_moves(state, hand.at, name, spot)
                    return NeedMove(hand.at, name, legal, "insurance", spot)
    return None


def insurance_moves(state: Round, at: Place, name: str, spot: int = 0) -> tuple[Legal, ...]:
    chip = state.rules.chip
    most = insurance.most_insurance(state.rules, insurance.insured_wager(state, at, name, spot))
    insure = Legal("insure", "19:47-2.9(b)", least=min(chip, most), most=most, step=chip)
    return (Legal(DECLINE, "19:47-2.9(a)"), insure)


def _even_money_question(state: Round) -> NeedMove | None:
    for hand in state.hands:
        if state.rules.even_money and not hand.dead and pay_blackjack.may_take_even_money(state, hand):
            for bettor in state.bettors_of(hand.at.box):
                if ("even-money", hand.at, bettor.name) not in state.answered:
                    legal = (Legal(DECLINE, "19:47-2.7(b)"), Legal("even-money", "19:47-2.7(c)"))
                    return NeedMove(hand.at, bettor.name, legal, "even money")
    return None


def question_for(state: Round, ask: Question) -> NeedMove:
    """Return the question to a bettor other than the caller, or to the caller after an irregularity."""
    name = ask.bettor or caller_of(state, ask.at.box).name
    if ask.kind == "double":
        return _double_question(state, ask)
    if ask.kind == "split":
        return NeedMove(ask.at, name, shared_box.others_cover_or_choose(), "split")
    if own := game_of(state).options.get(ask.kind):
        return NeedMove(ask.at, name, own, ask.kind)
    return NeedMove(ask.at, name, AFTER_AN_IRREGULARITY[ask.kind](), ask.kind)


def _double_question(state: Round, ask: Question) -> NeedMove:
    double = double_move(state, ask.at, ask.bettor, ask.spot)
    if multiple_action.must_be_doubled(state, ask, caller_of(state, ask.at.box).name):
        return NeedMove(ask.at, ask.bettor, (replace(double, by="19:47-2.18(c)"),), "double", ask.spot)
    return NeedMove(ask.at, ask.bettor, shared_box.others_may_double(double), "double", ask.spot)


_OPEN_BY = {
    "hit": "19:47-2.12(a)",
    "double": "19:47-2.10(a)",
    "double-face-down": "19:47-2.10(c)",
    "split": "19:47-2.11(a)",
    "surrender": "19:47-2.8(a)",
    "insure": "19:47-2.9(a)",
    "even-money": "19:47-2.7(c)",
    "accept": "19:47-2.15(c)",
    "refuse": "19:47-2.15(c)",
    "later": "19:47-2.15(i)",
    "second-card": "19:47-2.15(g)",
    "switch": "19:47-2A.7(g)3",
    "switch-back": "19:47-2A.7(g)2",
    "rescue": "19:47-19.9",
}


def forbidden_by(state: Round, move: str, hand: Hand) -> str | None:
    """Return the paragraph that forbids a move to this hand; otherwise the one that allows it to others."""
    if own := game_of(state).denied_by(state, hand, move):
        return own
    match move:
        case "surrender" if not state.rules.surrender:
            return surrender.not_here_by(state.rules.day)
        case "double-face-down" if state.rules.day < double_down.FACE_DOWN_SINCE:
            return "19:47-2.10(a)"
        case "split" if hand.split and split.is_pair(hand):
            return split.no_more_hands_by(state.rules)
        case "double" | "double-face-down" if hand.from_aces:
            return split.ONE_CARD_TO_EACH_ACE
        case "double" | "double-face-down" if hand.split and not state.rules.double_after_split:
            return double_down.NOT_AFTER_A_SPLIT
        case "hit" if hand.from_aces:
            return "19:47-2.12(a)3"
    return _OPEN_BY.get(move)


# What is refused ------------------------------------------------------------------------------------------------------


def legal_move(
    state: Round, need: NeedMove, bettor: str, move: str, amount: int, at: Place | None, version: int | None
) -> Legal | Refusal:
    """Return the legal move of that name, or the refusal."""
    by = need.legal[0].by
    if version is not None and version != state.version:
        return Refusal(
            "move.stale", by, "the round has moved on since then", f"version {version}", f"version {state.version}"
        )
    if bettor != need.bettor or (at is not None and at != need.at):
        got = f"{bettor} on {at}" if at is not None else bettor
        if need.question == "play" and shared_box.leaves_it_to_the_caller(state.bettors_of(need.at.box), bettor):
            by = shared_box.CALLER_DECIDES
        return Refusal("move.not_your_turn", by, "it is another player's turn", got, f"{need.bettor} on {need.at}")
    legal = need.named(move)
    if legal is None:
        by = forbidden_by(state, move, state.hand(need.at)) or by
        return Refusal(
            "move.not_legal", by, "this hand cannot do that", move, ", ".join(legal.name for legal in need.legal)
        )
    if not legal.allows(amount):
        by = basic_wager.STEPS if move in DOUBLES and amount % legal.step else legal.by
        return Refusal("move.amount", by, "this amount cannot be staked", dollars(amount), _range(legal))
    return legal


def _range(legal: Legal) -> str:
    if not legal.most:
        return "no amount"
    return f"{dollars(legal.least)} to {dollars(legal.most)} in steps of {dollars(legal.step)}"
