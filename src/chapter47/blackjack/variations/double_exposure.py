"""Double exposure: both dealer cards face up, 19:47-2.6(k)."""

from datetime import date

from chapter47.blackjack.events import Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import basic_wager, deal, double_down, irregularities, split
from chapter47.blackjack.rules.basic_wager import Outcome, Payout
from chapter47.blackjack.state import Hand, Round
from chapter47.blackjack.variations.variation import Variation, own_paragraphs, sections_of_subchapter_2
from chapter47.core.findings import Breach, announced, limit, option
from chapter47.core.money import EVEN, Odds
from chapter47.law import law
from chapter47.law.editions import plays_by

NAME = "double-exposure"
SHOWN = "19:47-2.6(k)"
CAME_IN = date(1991, 11, 4)


def _sections(table: TableRules) -> list[str]:
    return [section for section in sections_of_subchapter_2(table) if section != "19:47-2.9"]


@option("game", "the hole card face up", SHOWN, since=CAME_IN)
def face_up(table: TableRules) -> bool:
    """Return whether the hole card is face up; a table called blackjack that shows it counts too."""
    return table.game == NAME or table.hole_card == "face-up"


@limit(SHOWN, editions="1996 2010", since=CAME_IN)
def face_up_is_double_exposure(table: TableRules) -> Breach | None:
    """Require the face-up hole card and the game's rules together, without the progressive wager."""
    exposed = table.hole_card == "face-up"
    if exposed != (table.game == NAME):
        message = "a face-up hole card means double exposure, and double exposure must have one"
        want = "face-up" if table.game == NAME else f'{", ".join(table.traits.hole_cards)}, or game = "{NAME}"'
        return Breach("hole_card.double_exposure", message, table.hole_card, want)
    if exposed and table.offering("progressive") and table.day >= date(1996, 7, 15):
        return Breach(
            "double_exposure.progressive",
            "the progressive wager is not offered at double exposure",
            "progressive",
            "none",
            "wagers.progressive",
        )
    return None


@announced(SHOWN, "the hole card dealt face up", editions="1996 2010", start=True)
def exposes_the_hole_card(table: TableRules) -> bool:
    del table
    return True


@limit("19:47-2.6(k)3", editions="1996 2010", since=CAME_IN)
def no_surrender_no_insurance(table: TableRules) -> Breach | None:
    keys = [key for key in ("surrender", "even_money", "insurance_at_turn") if getattr(table, key)]
    if not keys:
        return None
    message = "double exposure has no surrender, no insurance and no even money"
    return Breach("double_exposure.no_surrender_or_insurance", message, ", ".join(keys), "none of them", keys[0])


@limit("19:47-2.6(k)5", editions="1996 2010", since=CAME_IN)
def no_resplit(table: TableRules) -> Breach | None:
    if table.split_hands <= 2:
        return None
    return Breach(
        "double_exposure.no_resplit",
        "a pair is split once at double exposure",
        str(table.split_hands),
        "2",
        "split_hands",
    )


# Play --------------------------------------------------------------------------------------------------------------


@law(SHOWN, editions="1996 2010")
def next_first_card(state: Round) -> tuple[Place, str] | None:
    """Deal as at blackjack; then, before anybody acts, the dealer's second card, also face up."""
    if first_card := deal.next_first_card(state):
        return first_card
    if state.dealer.size >= 2 or any(map(irregularities.hand_with_one_card, state.hands)):
        return None
    return deal.DEALERS_PLACE, SHOWN if state.dealer.passes == 1 == state.dealer.size else "19:47-2.15(e)"


@law("19:47-2.6(k)1", editions="1996 2010")
def outcome(table: TableRules, hand: Hand, dealer: Hand) -> Outcome:
    """Decide a wager: equal totals lose, but a blackjack beats the dealer's."""
    basic = basic_wager.outcome(table, hand, dealer)
    if basic.result != "push":
        return basic
    return Outcome("win" if hand.blackjack else "lose", "19:47-2.6(k)1")


@law("19:47-2.6(k)2", editions="1996 2010")
def pays(table: TableRules, hand: Hand, blackjack: Odds) -> Payout:
    """Pay as in 2.3(e), optional pay-outs included; a blackjack that is not designated pays even money."""
    payout = basic_wager.pays(table, hand, blackjack)
    return payout._replace(by="19:47-2.6(k)2") if hand.blackjack and payout.odds == EVEN else payout


def blackjack_paid_at_once(state: Round, hand: Hand) -> bool:
    """Return True: with both dealer's cards visible there is nothing to wait for."""
    return hand.blackjack and len(state.dealer.cards) >= 2


def blackjack_paid_by(state: Round, hand: Hand) -> str:
    return "19:47-2.6(k)1" if state.dealer.blackjack else pays(state.rules, hand, EVEN).by


@law("19:47-2.6(k)3", editions="1996 2010")
def taken_away(move: str) -> bool:
    """Forbid surrender, insurance, and even money in its place."""
    return move in ("surrender", "insure", "even-money")


def may_insure(state: Round) -> bool:
    del state
    return not taken_away("insure")


@law("19:47-2.6(k)4", editions="1996 2010")
def may_double(state: Round, hand: Hand) -> bool:
    """Return whether a hand may double: on 9, 10 or 11; by the other reading, also if an ace counted as one makes such
    a total."""
    points, soft = hand.total
    if soft and state.rules.reads("19:47-2.6(k)4", "soft-too"):
        points, soft = points - 10, False
    return not soft and 9 <= points <= 11 and double_down.may_double(state, hand)


@law("19:47-2.6(k)5", editions="1996 2010")
def may_split(state: Round, hand: Hand) -> bool:
    """Return whether a hand may split: once; more often only at a table that unlawfully posts more hands."""
    return split.may_split(state, hand)


def denied_by(state: Round, hand: Hand, move: str) -> str:
    """Return what denies a move that the basic game might allow."""
    if move in ("double", "double-face-down"):
        return "19:47-2.6(k)4" if double_down.may_double(state, hand) else ""
    if move == "split" and split.is_pair(hand):
        return "19:47-2.6(k)5"
    return "19:47-2.6(k)3" if taken_away(move) else ""


@law("19:47-2.6(k)6", editions="2010")
def dealers_blackjack_ends_the_deal(state: Round) -> bool:
    """Return whether a dealer's blackjack ends the deal; the older text has no such rule, so hands are played out."""
    return state.dealer.blackjack and plays_by(state.rules.day, "19:47-2.6", since="2010")


DOUBLE_EXPOSURE = Variation(
    name=NAME,
    title="Double exposure",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
    defaults={"hole_card": "face-up"},
    cites=own_paragraphs("2.6(j)3 = 2.6(k)6"),
    playable=True,
    next_first_card=next_first_card,
    may_insure=may_insure,
    may_double=may_double,
    may_split=may_split,
    denied_by=denied_by,
    ends_the_deal=dealers_blackjack_ends_the_deal,
    blackjack_paid_at_once=blackjack_paid_at_once,
    blackjack_paid_by=blackjack_paid_by,
    blackjack_odds=EVEN,
    pays_by="19:47-2.6(k)2",
    outcome=outcome,
    pays=pays,
    unused_keys=frozenset({"rounds_per_deck", "burn", "multiple_action_wagers", "card_reader_visible"}),
    without=(split.hands_from_one_pair,),  # 2.6(k)5 in its place
    own_options=(face_up,),
    own_limits=(no_surrender_no_insurance, no_resplit),
    own_notices=(exposes_the_hole_card,),
)
