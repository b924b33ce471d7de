"""Spanish 21: 19:47-19.4(e) to 19.7(a) and 19.9, and the known facts of the lost sections."""

from typing import Final

from msgspec.structs import replace

from chapter47.blackjack.events import Collected, Event, Paid, Place
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.key_citations import OF_SPANISH_21
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import draw, entry
from chapter47.blackjack.rules.basic_wager import (
    Outcome,
    Payout,
    Result,
    suited_6_7_8,
    three_sevens,
    wins_by_dealer_bust,
    wins_by_score,
)
from chapter47.blackjack.state import MAIN, Hand, Legal, Question, Round, Stake
from chapter47.blackjack.variations import spanish_offer
from chapter47.blackjack.variations.spanish_match import MATCH_THE_DEALER
from chapter47.blackjack.variations.variation import Variation, own_paragraphs
from chapter47.core.cards import Card
from chapter47.core.money import DOLLAR, EVEN, THREE_TO_TWO, Odds, dollars
from chapter47.law import law

# 19:47-19.9, doubling and the rescue of a doubled hand ---------------------------------------------------------------


def may_double(state: Round, hand: Hand) -> bool:
    """Return whether a hand may double: once, on any two or more cards below 21, also after splits and on split aces.

    A table that unlawfully posts it doubles no split hand."""
    allowed = state.rules.double_after_split or not hand.split
    return allowed and len(hand.cards) >= 2 and hand.total.points < LIMIT and not hand.doubled


def question(state: Round, active: Hand | None) -> Question | None:
    """Ask a player who doubled without busting whether to take the double back for the first wager, before the dealer
    plays."""
    del active
    for hand in state.hands:
        if hand.doubled and not hand.owed and not hand.dead and not hand.total.bust:
            for stake in state.stakes_on(hand.at):
                if stake.double and ("rescue", hand.at, stake.bettor) not in state.answered:
                    return Question("rescue", hand.at, stake.bettor)
    return None


GIVEN_UP: Final = "given up to rescue the double"


def given_up_wager_waits(state: Round, hand: Hand, bettor: str) -> bool:
    """Return whether a given-up wager waits: a dealer's blackjack takes only the original wager (2.11(d)), even if
    rescued. So as long as a blackjack is possible, a second rescued hand of a pair leaves its wager on the layout until
    the dealer's next card."""
    of_the_pair = [other for other in state.hands_of(hand.at.box) if other.of == hand.of]
    rescued_before = any(_gave_up(state, other, bettor) for other in of_the_pair)
    return rescued_before and state.shows_ace_or_ten and state.peeked is None


def _gave_up(state: Round, hand: Hand, bettor: str) -> bool:
    return ("gave-up", hand.at, bettor) in state.answered


def collects_given_up_wagers(state: Round) -> list[Event]:
    """Collect given-up wagers that waited, if the dealer's second card makes no blackjack."""
    if len(state.dealer.cards) < 2 or state.dealer.blackjack:
        return []
    return [
        Collected(at=stake.at, bettor=stake.bettor, wager=MAIN, amount=stake.amount, why=GIVEN_UP, by="19:47-19.9")
        for hand in state.hands
        for stake in state.stakes_on(hand.at)
        if _gave_up(state, hand, stake.bettor)
    ]


OPTIONS: Final = {"rescue": (Legal("let-stand", "19:47-19.9"), Legal("rescue", "19:47-19.9"))}


def is_live(state: Round, hand: Hand) -> bool:
    return any(not _gave_up(state, hand, stake.bettor) for stake in state.stakes_on(hand.at))


# The game ------------------------------------------------------------------------------------------------------------


def _sections(table: TableRules) -> list[str]:
    del table
    return ["19:47-19"]


CITES: Final = own_paragraphs("""
    2.3(a) = 19.5(a); 2.3(c) = 19.5(d); 2.3(d) = 19.5(c); 2.3(e) = 19.5(e)
    2.3(i) = 19.5(j); 2.3(i)1 = 19.5(j)1; 2.3(i)2 = 19.5(j)2; 2.3(i)3 = 19.5(j)3; 2.3(i)4 = 19.5(j)4; 2.3(j) = 19.5(k)
    2.2(d)3 = 19.4(h); 2.2(d)4 = 19.4(h); 2.2(d)5 = 19.4(h); 2.2(d)6 = 19.4(h)
    2.5(a) = 19.4; 2.5(b) = 19.4; 2.5(c) = 19.4(e); 2.5(d) = 19.4(e); 2.5(e)1 = 19.4; 2.5(e)2 = 19.4; 2.5(e)3 = 19.4
    2.5(e)4 = 19.4; 2.5(f) = 19.4; 2.5(g) = 19.4(f); 2.5(h) = 19.4(g); 2.5(h)1 = 19.4(g)
    2.5(j) = 19.4(i); 2.5(j)1 = 19.4(i); 2.5(j)2 = 19.4(i); 2.20 = 19.4(h); 2.21 = 19.4(h)
    2.6 = 19.7; 2.6(b) = 19.7; 2.6(c) = 19.7; 2.6(e)1 = 19.7; 2.6(e)2 = 19.7; 2.6(e)3 = 19.7; 2.6(f) = 19.7
    2.6(g) = 19.7; 2.6(h) = 19.7; 2.6(i) = 19.7; 2.6(j) = 19.7; 2.6(l) = 19.7; 2.6(l)1 = 19.7; 2.6(l)2i = 19.7
    2.6(l)3 = 19.4(g)
    2.10(a) = 19.9; 2.10(b) = 19.9; 2.10(c) = 19.9
    2.11(a) = 19.10; 2.11(b) = 19.10; 2.11(c) = 19.10; 2.11(c)1 = 19.10; 2.11(d) = 19.10; 2.11(e) = 19.10
    2.23(c) = 19.6(b); 2.23(d) = 19.6(c)
""") | {"19:46-1.10": "19:46-1.10B"}
"""Sections whose text, or at least subject, is known; for the others, 2.2 to 2.15 are the model."""


# Who wins, and what it pays ----------------------------------------------------------------------------------------


@law("19:47-19.5(a)", editions="2001")
def outcome(table: TableRules, hand: Hand, dealer: Hand) -> Outcome:
    """Decide a wager: every 21 wins, except one in three or more cards against a dealer's blackjack."""
    if hand.total.bust:
        return Outcome("lose", "19:47-19.5(a)")
    if two_card_21_wins(table, hand, dealer):
        return Outcome("win", "19:47-19.5(a)3")
    if longer_21_wins(hand, dealer):
        return Outcome("win", "19:47-19.5(a)4")
    if void := void_or_lost_to_blackjack(hand, dealer):
        return Outcome(void, "19:47-19.5(b)")
    if wins_by_dealer_bust(hand.total, dealer.total):
        return Outcome("win", "19:47-19.5(a)1")
    if wins_by_score(hand.total, dealer.total):
        return Outcome("win", "19:47-19.5(a)2")
    return Outcome("lose", "19:47-19.5(a)")


def two_card_21(table: TableRules, hand: Hand) -> bool:
    """Return whether it is a blackjack; by the literal reading of (a)3 also a split hand's two-card 21."""
    literal = table.reads("19:47-19.5(a)3", "literal")
    return hand.blackjack or (literal and len(hand.cards) == 2 and hand.total.points == LIMIT)


@law("19:47-19.5(a)3", editions="2001")
def two_card_21_wins(table: TableRules, hand: Hand, dealer: Hand) -> bool:
    """Return whether a two-card 21 wins: against any dealer's 21, even a blackjack."""
    return dealer.total.points == LIMIT and two_card_21(table, hand)


@law("19:47-19.5(a)4", editions="2001")
def longer_21_wins(hand: Hand, dealer: Hand) -> bool:
    """Return whether a longer 21 wins: over any dealer's 21 that is not a blackjack; by the reading of (a)3 a split
    two-card 21 counts too."""
    return hand.total.points == dealer.total.points == LIMIT and not dealer.blackjack


@law("19:47-19.5(b)", editions="2001")
def void_or_lost_to_blackjack(hand: Hand, dealer: Hand) -> Result | None:
    """Decide what (a)3 and 4 leave open: equal scores are void, an ordinary 21 loses to a blackjack."""
    if hand.total.points != dealer.total.points:
        return None
    return "lose" if dealer.blackjack else "push"


@law("19:47-19.5(e)", editions="2001")
def pays(table: TableRules, hand: Hand, blackjack: Odds) -> Payout:
    """Pay a two-card 21 at its odds, a bonus, or even money."""
    if two_card_21(table, hand):
        return Payout(blackjack, blackjack, "19:47-19.5(e)")
    return bonus(hand) or Payout(EVEN, EVEN, "19:47-19.5(e)")


def blackjack_odds(table: TableRules, dealer: Hand) -> Odds:
    """Return 3 to 2; by the literal reading of (e) only against a dealer's 21."""
    only_against_21 = table.reads("19:47-19.5(e)", "literal")
    return EVEN if only_against_21 and dealer.total.points != LIMIT else THREE_TO_TWO


TWO_TO_ONE, THREE_TO_ONE = Odds.of("2 to 1"), Odds.of("3 to 1")


@law("19:47-19.5(f)", editions="2001")
def bonus(hand: Hand) -> Payout | None:
    """Return the hand's best bonus; a doubled one pays 1 to 1."""
    if hand.doubled or hand.total.points != LIMIT:
        return None
    payouts = [mixed_6_7_8(hand), one_suit_6_7_8(hand), mixed_sevens(hand), one_suit_sevens(hand), many_cards(hand)]
    made = [payout for payout in payouts if payout]
    return max(made, key=lambda payout: payout.odds.ratio) if made else None


def paid_as(table: TableRules, hand: Hand, stake: Stake) -> Hand:
    """Return the hand that decides the odds; by the other reading of (f) an undoubled one, for those who did not
    double."""
    left_as_it_was = hand.doubled and not stake.double and table.reads("19:47-19.5(f)", "own-double")
    return replace(hand, doubled=False) if left_as_it_was else hand


def _at(odds: Odds, by: str) -> Payout:
    return Payout(odds, odds, by)


def _is_6_7_8(cards: tuple[Card, ...]) -> bool:
    return sorted(card.rank for card in cards) == ["6", "7", "8"]


def _one_suit(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1


def _by_suit(cards: tuple[Card, ...]) -> Odds:
    return THREE_TO_ONE if cards[0].suit == "s" else TWO_TO_ONE


@law("19:47-19.5(f)1", editions="2001")
def mixed_6_7_8(hand: Hand) -> Payout | None:
    return _at(THREE_TO_TWO, "19:47-19.5(f)1") if _is_6_7_8(hand.cards) else None


@law("19:47-19.5(f)2", editions="2001")
def one_suit_6_7_8(hand: Hand) -> Payout | None:
    return _at(_by_suit(hand.cards), "19:47-19.5(f)2") if suited_6_7_8(hand.cards) else None


@law("19:47-19.5(f)3", editions="2001")
def mixed_sevens(hand: Hand) -> Payout | None:
    return _at(THREE_TO_TWO, "19:47-19.5(f)3") if three_sevens(hand.cards) else None


@law("19:47-19.5(f)4", editions="2001")
def one_suit_sevens(hand: Hand) -> Payout | None:
    made = three_sevens(hand.cards) and _one_suit(hand.cards)
    return _at(_by_suit(hand.cards), "19:47-19.5(f)4") if made else None


@law("19:47-19.5(f)5", "19:47-19.5(f)6", "19:47-19.5(f)7", editions="2001")
def many_cards(hand: Hand) -> Payout | None:
    """Count five, six, seven or more cards."""
    return MANY_CARDS.get(min(len(hand.cards), 7))


MANY_CARDS: Final = {
    5: _at(THREE_TO_TWO, "19:47-19.5(f)5"),
    6: _at(TWO_TO_ONE, "19:47-19.5(f)6"),
    7: _at(THREE_TO_ONE, "19:47-19.5(f)7"),
}


def posted_bonuses(table: TableRules) -> dict[str, str]:
    """Return the odds of (f) and the amounts of (g), as the layout prints them."""
    del table
    many = {f"{cards} cards{' or more' * (cards == max(MANY_CARDS))}": pays for cards, pays in MANY_CARDS.items()}
    return {
        "6-7-8 or 7-7-7": str(THREE_TO_TWO),
        "6-7-8 or 7-7-7 suited": str(TWO_TO_ONE),
        "6-7-8 or 7-7-7 of spades": str(THREE_TO_ONE),
        **{f"21 of {name}": str(payout.odds) for name, payout in many.items()},
        SUPER_BONUS_ROW: " or ".join(dollars(prize) for _, prize in reversed(SUPER_BONUS)),
    }


def bonus_by(row: str) -> str:
    """Return the paragraph of a posted bonus."""
    return "19:47-19.5(g)" if row == SUPER_BONUS_ROW else "19:47-19.5(f)"


SUPER_BONUS_ROW: Final = "7-7-7 suited against a 7"
SUPER_BONUS: Final = ((25 * DOLLAR, 5000 * DOLLAR), (5 * DOLLAR, 1000 * DOLLAR))
"""The minimum original wager, and the fixed amount."""
TO_THE_OTHERS: Final = 50 * DOLLAR


def super_bonus(state: Round, hand: Hand) -> list[Event]:
    """Pay everybody on the hand by their own wager, and an amount to every other player, once whatever the boxes."""
    if not earns_super_bonus(hand, state.upcard):
        return []
    stakes = state.stakes_on(hand.at)
    bonuses = [
        _bonus(hand.at, stake.bettor, amount, "super bonus") for stake in stakes if (amount := fixed(stake.amount))
    ]
    on_the_hand = {stake.bettor for stake in stakes}
    others = {bettor.name: Place(bettor.box) for bettor in reversed(state.bettors) if bettor.name not in on_the_hand}
    if not bonuses:
        return []
    return bonuses + [_bonus(at, name, TO_THE_OTHERS, f"super bonus of {hand.at}") for name, at in others.items()]


def _bonus(at: Place, bettor: str, amount: int, why: str) -> Event:
    return Paid(by="19:47-19.5(g)", at=at, bettor=bettor, wager="super-bonus", amount=amount, why=why)


@law("19:47-19.5(g)", editions="2001")
def earns_super_bonus(hand: Hand, upcard: Card | None) -> bool:
    """Return whether it is three suited sevens against a seven, neither doubled nor split."""
    as_dealt = not (hand.doubled or hand.split)
    return as_dealt and bool(one_suit_sevens(hand)) and upcard is not None and upcard.rank == "7"


def fixed(original: int) -> int:
    return next((amount for least, amount in SUPER_BONUS if original >= least), 0)


# Decisions, and the dealer -----------------------------------------------------------------------------------------


def drawn_to(hand: Hand) -> bool:
    """Return True: split aces are drawn to like any other hand (19.10)."""
    del hand
    return False


def dealer_stands(table: TableRules, total: Total) -> bool:
    """Return whether the dealer stands: on every 17, as the layout says; a table that unlawfully posts it draws on soft
    17."""
    return draw.dealer_stands(table, total)


def drawing_standard(table: TableRules, total: Total) -> str:
    del table, total
    return "19:46-1.10B"


def no_effect(state: Round) -> bool:
    """Return whether drawing has no effect: a blackjack wins whatever the dealer draws, unless its odds depend on
    it."""
    live = [hand for hand in state.hands if is_live(state, hand)]
    odds_hang_on_it = state.rules.reads("19:47-19.5(e)", "literal") and any(hand.blackjack for hand in live)
    return draw.no_effect(live) and not odds_hang_on_it


def _with_the_others(state: Round, hand: Hand) -> bool:
    """Return False: no text held pays a blackjack before the round is complete, 19.5(e)."""
    del state, hand
    return False


SPANISH_21 = Variation(
    name="spanish-21",
    title="Spanish 21",
    text="the text of September 2001 for 19.4(e) to 19.7(a); the lost sections from what is known of the game",
    sections=_sections,
    defaults={"boxes": 6, "surrender": True, "split_hands": 4, "resplit_aces": True},
    side_wagers={MATCH_THE_DEALER.name: MATCH_THE_DEALER},
    wager=MATCH_THE_DEALER.name,
    cites=CITES,
    key_citations=OF_SPANISH_21,
    playable=True,
    question=question,
    options=OPTIONS,
    follows=collects_given_up_wagers,
    knows_idle_tables=lambda table: True,
    may_enter=entry.by_options,
    lets_in=lambda table: False,
    may_double=may_double,
    split_aces_are_done=drawn_to,
    dealer_stands=dealer_stands,
    drawing_standard=drawing_standard,
    no_effect=no_effect,
    blackjack_paid_at_once=_with_the_others,
    blackjacks_last=True,
    blackjack_odds_against=blackjack_odds,
    outcome=outcome,
    pays=pays,
    posted_bonuses=posted_bonuses,
    pays_by="19:47-19.5(e)",
    bonus_by=bonus_by,
    also_pays=super_bonus,
    unused_keys=frozenset({"rounds_per_deck", "burn", "multiple_action_wagers", "double_shoe_red_side"}),
    own_limits=spanish_offer.LIMITS,
    own_options=spanish_offer.OPTIONS,
    own_notices=spanish_offer.NOTICES,
)
