"""Multiple action: two or three wagers on one hand, 19:47-2.18."""

from collections.abc import Iterator

from chapter47.blackjack.events import Collected, Did, Event, NextDealerHand
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import draw
from chapter47.blackjack.state import INSURANCE, Hand, Question, Round, Stake
from chapter47.blackjack.traits import MULTIPLE_ACTION_CAME_IN
from chapter47.blackjack.variations.variation import Variation, sections_of_subchapter_2
from chapter47.core.findings import Breach, announced, displayed, limit, option
from chapter47.core.money import dollars
from chapter47.law import law

NAME = "multiple-action"
CAME_IN = MULTIPLE_ACTION_CAME_IN
MOST_WAGERS = 3


def _sections(table: TableRules) -> list[str]:
    return sections_of_subchapter_2(table, "19:47-2.18")


EXCLUDED = ("progressive", "blackjack-bonus", "streak", "match-the-dealer", "twenty-point-bonus", "optional-bonus")


@option("game", "multiple action", "19:47-2.18(a)", since=CAME_IN)
def multiple_action(table: TableRules) -> bool:
    del table
    return True


@limit("19:47-2.18(a)", editions="1996 2010", since=CAME_IN)
def without_the_other_wagers(table: TableRules) -> Breach | None:
    offered = [offer.name for offer in table.offering(*EXCLUDED)]
    if not offered:
        return None
    message = "multiple action must not be combined with these wagers"
    return Breach("multiple_action.excludes", message, ", ".join(offered), "none of them", f"wagers.{offered[0]}")


@announced("19:47-2.18(a)", "multiple action", editions="1996 2010", stop=True)
def offers_multiple_action(table: TableRules) -> bool:
    del table
    return True


@limit("19:47-2.18(b)", editions="1996 2010", since=CAME_IN)
def two_or_three_wagers(table: TableRules) -> Breach | None:
    if table.multiple_action_wagers in (2, 3):
        return None
    message = "a player makes two or three wagers; the licensee may require three"
    return Breach("multiple_action_wagers.two_or_three", message, str(table.multiple_action_wagers), "2 or 3")


@displayed("19:47-2.18(b)", "posting", editions="1996 2010")
def number_and_limits(table: TableRules) -> Iterator[str]:
    yield (
        f"the minimum number of wagers, {table.multiple_action_wagers}, and the limits of each: "
        f"{dollars(table.minimum)} to {dollars(table.maximum)}"
    )


@limit("19:47-2.18(e)", editions="", since=CAME_IN)
def second_card_after_the_players(table: TableRules) -> Breach | None:
    """Return whether the second card is due: each dealer's hand gets it by 2.6(h), after the players; by the other
    reading the first may get it earlier, face down."""
    allowed = ("none", "face-down") if table.reads("19:47-2.18(e)", "hole-card") else ("none",)
    if table.hole_card in (*allowed, "face-up"):
        return None
    message = "at multiple action the dealer's second card comes after the players have acted"
    return Breach("hole_card.multiple_action", message, table.hole_card, " or ".join(allowed))


# Play --------------------------------------------------------------------------------------------------------------


@law("19:47-2.18(b)", editions="1996 2010")
def number_of_wagers(table: TableRules) -> tuple[int, int]:
    return table.multiple_action_wagers, MOST_WAGERS


@law("19:47-2.18(c)", editions="1996 2010")
def must_be_doubled(state: Round, ask: Question, caller: str) -> bool:
    """Return which wagers must be doubled: all of them, by the caller and by others who have begun to."""
    begun = any(stake.double for stake in state.stakes_on(ask.at) if stake.bettor == ask.bettor)
    return ask.bettor == caller or begun


@law("19:47-2.18(d)", editions="1996 2010")
def spots_to_insure(stakes: list[Stake]) -> list[int]:
    """Ask for each wager separately whether to insure it."""
    return sorted({stake.spot for stake in stakes})


@law("19:47-2.18(f)", editions="1996 2010")
def collected_with_all_wagers(hand: Hand) -> bool:
    """Collect a hand over 21 without waiting for the dealer's later hands."""
    return draw.over_21_in_sight(hand)


def insurance_goes_with_the_hand(state: Round) -> list[Event]:
    """Collect insurance with a bettor's last hand over 21: no second card may come to decide it. By the other reading
    it waits if one comes."""
    lost = [stake for stake in state.stakes if _insures_lost_hands(state, stake)]
    if state.rules.reads("19:47-2.18(f)", "waits"):
        lost = [stake for stake in lost if not _second_card_comes(state, stake.spot)]
    return [_collected_with_the_hand(stake) for stake in lost]


def _insures_lost_hands(state: Round, stake: Stake) -> bool:
    return stake.open and stake.wager == INSURANCE and _lost_all_hands(state, stake)


def _second_card_comes(state: Round, spot: int) -> bool:
    """Return whether a second card comes: to the first hand unless every hand is over 21, to a later one if a wager is
    still open there or beyond."""
    if not spot:
        return not _all_over_21(state)
    return any(stake.open and stake.spot >= spot and not _insures_lost_hands(state, stake) for stake in state.stakes)


def _collected_with_the_hand(stake: Stake) -> Event:
    return Collected(
        by="19:47-2.18(f)",
        at=stake.at,
        bettor=stake.bettor,
        wager=INSURANCE,
        amount=stake.amount,
        why="over 21",
        spot=stake.spot,
    )


def _lost_all_hands(state: Round, insured: Stake) -> bool:
    hands = state.hands_of(insured.at.box)
    left = [stake for hand in hands for stake in state.stakes_on(hand.at) if stake.bettor == insured.bettor]
    return not left and any(hand.taken_in for hand in hands)


@law("19:47-2.18(f)1", editions="1996 2010")
def every_hand_is_over_21(state: Round) -> bool:
    """Return whether every hand is over 21: then the dealer draws nothing, not even a second card; insurance on a dead
    hand still needs one."""
    return _all_over_21(state) and not any(stake.open for stake in state.stakes)


def _all_over_21(state: Round) -> bool:
    return all(hand.dead or draw.over_21_in_sight(hand) for hand in state.hands)


@law("19:47-2.18(i)", editions="1996 2010")
def decided_by_this_hand(state: Round, stake: Stake) -> bool:
    """Return the wagers this hand decides: the dealer's first hand the first spots, and so on to the third."""
    return stake.spot == state.spot


def no_effect(state: Round) -> bool:
    """Return whether drawing has no effect, judged by the hands that this dealer's hand decides: for a later one, those
    with a wager on its spot."""
    if not state.spot:
        return draw.no_effect(state.hands)
    on_the_spot = (any(stake.spot == state.spot for stake in state.stakes_on(hand.at)) for hand in state.hands)
    return draw.no_effect([hand for hand, staked in zip(state.hands, on_the_spot, strict=True) if staked])


def next_dealer_hand(state: Round) -> list[Event]:
    """Continue with the dealer's second hand, then the third."""
    if state.spot == 0:
        return [NextDealerHand(by="19:47-2.18(f)2", number=2)] if keeps_the_upcard(state) else []
    return [NextDealerHand(by="19:47-2.18(h)", number=3)] if third_hand_is_dealt(state) else []


@law("19:47-2.18(f)2", editions="1996 2010")
def keeps_the_upcard(state: Round) -> bool:
    """Keep the up card after the first hand, if a wager is left on a later spot."""
    return _second_card_comes(state, 1)


@law("19:47-2.18(h)", editions="1996 2010")
def third_hand_is_dealt(state: Round) -> bool:
    """Return whether a third hand is dealt: after the second, if a third wager is left."""
    return state.spot == 1 and _second_card_comes(state, 2)


@law("19:47-2.18(g)", "19:47-2.18(h)", editions="1996 2010", kind="script")
def upcard_moves_on(event: NextDealerHand, state: Round) -> list[Event]:
    del event
    by, place = ("19:47-2.18(g)", "second") if state.spot == 1 else ("19:47-2.18(h)", "third")
    return [Did(by=by, what=f"moves the up card to the place of the {place} hand")]


MULTIPLE_ACTION = Variation(
    name=NAME,
    title="Multiple action blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
    cites={"19:47-2.6(i)": "19:47-2.18(j)"},
    playable=True,
    wagers=number_of_wagers,
    dealer_draws_nothing=every_hand_is_over_21,
    next_dealer_hand=next_dealer_hand,
    no_effect=no_effect,
    collected_at_once=collected_with_all_wagers,
    collected_at_once_by="19:47-2.18(f)",
    follows=insurance_goes_with_the_hand,
    script={NextDealerHand: upcard_moves_on},
    unused_keys=frozenset({"rounds_per_deck", "burn", "card_reader_visible"}),
    own_limits=(without_the_other_wagers, two_or_three_wagers, second_card_after_the_players),
    own_options=(multiple_action,),
    own_notices=(offers_multiple_action, number_and_limits),
)
