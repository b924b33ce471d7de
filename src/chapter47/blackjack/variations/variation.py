"""What defines a game: its name, its text, its sections, its lawful defaults."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.hands import Total
from chapter47.blackjack.key_citations import OF_BLACKJACK
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import (
    basic_wager,
    deal,
    double_down,
    draw,
    entry,
    insurance,
    opening,
    pay_blackjack,
    shuffle_and_cut,
    split,
    surrender,
)
from chapter47.blackjack.rules.basic_wager import Outcome, Payout
from chapter47.blackjack.state import Hand, Legal, Question, Round
from chapter47.blackjack.traits import TRAITS, Traits
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.findings import Announcement, Display, Limit, Option
from chapter47.core.loose_types import OfItsType
from chapter47.core.money import THREE_TO_TWO, Odds

Script = Mapping[type[Event], Callable[[OfItsType, Round], list[Event]]]
"""Words and steps by kind of event; called with the event and the state after it."""

BASIC = tuple(f"19:47-2.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15))
"""Every blackjack table depends on these; on 2.8, 2.16 and others only if it uses them."""


def _nothing(state: Round) -> list[Event]:
    del state
    return []


def _nothing_before(state: Round, box: int) -> list[Event]:
    del state, box
    return []


def _one_wager(table: TableRules) -> tuple[int, int]:
    del table
    return 1, 1


def _never(state: Round) -> bool:
    del state
    return False


def _no_moves(state: Round, hand: Hand) -> list[Legal]:
    del state, hand
    return []


def _as_the_basic_game(state: Round, hand: Hand, move: str) -> str:
    del state, hand, move
    return ""


def _waits(hand: Hand) -> bool:
    del hand
    return False


def _no_question(state: Round, active: Hand | None) -> Question | None:
    del state, active
    return None


def _asks_nothing(state: Round, question: str, at: Place) -> list[Event]:
    del state, question, at
    return []


def _no_bonus(state: Round, hand: Hand) -> list[Event]:
    del state, hand
    return []


def _no_effect(state: Round) -> bool:
    return draw.no_effect(state.hands)


def _always_cut(*, by_machine: bool) -> bool:
    del by_machine
    return True


def _none_void(cards_face_up: int) -> bool:
    del cards_face_up
    return False


def _by_2_3_e(row: str) -> str:
    del row
    return "19:47-2.3(e)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """One game: everything that distinguishes it. Defaults are the basic game's."""

    name: str
    title: str
    text: str
    """Which text applies if the table file gives no date."""
    sections: Callable[[TableRules], list[str]]
    defaults: Mapping[str, object] = field(default_factory=dict)
    side_wagers: Mapping[str, Wager] = field(default_factory=dict)
    """Side wagers with the game's own paragraphs, replacing the record in `WAGERS`."""
    wager: str = "over-under-13"
    """A side wager that may be offered, for the starter file."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """The game's own citations for paragraphs of the basic game."""

    key_citations: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: OF_BLACKJACK)
    """The paragraphs that govern each key of its table file."""

    # What may be offered
    own_limits: tuple[Limit[TableRules], ...] = ()
    own_options: tuple[Option[TableRules], ...] = ()
    own_notices: tuple[Announcement[TableRules] | Display[TableRules], ...] = ()
    without: tuple[object, ...] = ()
    """Limits of the basic game or a side wager that do not apply to this game, usually because it has its own."""
    unused_keys: frozenset[str] = frozenset({"rounds_per_deck", "burn", "multiple_action_wagers"})
    """Table file keys that have no meaning at this game; a starter file omits them."""

    @property
    def traits(self) -> Traits:
        """What the basic rules and the side wagers need to know of it."""
        return TRAITS[self.name]

    # The deal
    playable: bool = False
    dealt_from_the_hand: bool = False
    hands_per_box: int = 1
    next_first_card: Callable[[Round], tuple[Place, str] | None] = deal.next_first_card
    conceals_first_cards: bool = False
    """Whether a box's first two cards are face down, visible only to the box."""
    dealing: Callable[[TableRules], str] = deal.how_it_is_dealt
    wagers: Callable[[TableRules], tuple[int, int]] = _one_wager
    """The minimum and maximum number of main wagers on one hand."""
    question: Callable[[Round, Hand | None], Question | None] = _no_question
    """A question of the game beside the play of the hands; called with whose turn it is."""
    options: Mapping[str, tuple[Legal, ...]] = field(default_factory=dict)
    """The answers to each kind of question."""
    script: Script = field(default_factory=dict)
    """What is said and done after each kind of event, beside the basic script."""
    asked_aloud: Callable[[Round, str, Place], list[Event]] = _asks_nothing
    """The words of a question."""
    own_irregularities: tuple[str, ...] | None = None
    """The irregularities of its own section, by name; by default all of 2.15."""
    voids_the_round: Callable[[int], bool] = _none_void
    """Whether this many face-up cards in the shoe void the round."""

    # Cards and shoe
    opens_with: Callable[[TableRules, int], opening.Steps] = opening.opening_steps
    """The steps before the first shuffle, given the cards exposed while washing."""
    is_cut: Callable[..., bool] = _always_cut
    """Whether a stack is cut, depending on whether it was shuffled `by_machine`."""
    restarts_a_stopped_machine: bool = False
    """Whether its text covers a machine that stops during its shuffle."""
    knows_idle_tables: Callable[[TableRules], bool] = shuffle_and_cut.knows_idle_tables
    may_enter: Callable[..., entry.Admission] = entry.entry
    """Who may bet during a shoe."""
    lets_in: Callable[[TableRules], bool] = entry.lets_in
    """Whether the licensee may admit somebody it could exclude; otherwise it may hold a seat."""

    # Decisions
    may_insure: Callable[[Round], bool] = insurance.may_insure
    may_surrender: Callable[[Round, Hand], bool] = surrender.may_surrender
    may_double: Callable[[Round, Hand], bool] = double_down.may_double
    may_split: Callable[[Round, Hand], bool] = split.may_split
    split_aces_are_done: Callable[[Hand], bool] = split.one_card_to_each_ace
    more_moves: Callable[[Round, Hand], list[Legal]] = _no_moves
    denied_by: Callable[[Round, Hand, str], str] = _as_the_basic_game
    """The game's paragraph that denies a move of the basic game; empty if none."""

    # The dealer
    dealer_stands: Callable[[TableRules, Total], bool] = draw.dealer_stands
    drawing_standard: Callable[[TableRules, Total], str] = draw.drawing_standard
    ends_the_deal: Callable[[Round], bool] = deal.reader_ends_the_deal
    """Whether a dealer's blackjack is known, so that nobody gets another card."""
    no_effect: Callable[[Round], bool] = _no_effect
    dealer_draws_nothing: Callable[[Round], bool] = _never
    """Whether the dealer takes no more cards, not even the second."""
    next_dealer_hand: Callable[[Round], list[Event]] = _nothing
    """The events that lead to another dealer's hand once this one is settled."""

    # Settlement
    blackjack_paid_at_once: Callable[[Round, Hand], bool] = pay_blackjack.paid_at_once
    """Whether a player's blackjack is paid without waiting for the dealer."""
    blackjack_paid_by: Callable[[Round, Hand], str] = pay_blackjack.paid_at_once_by
    """The paragraph for that."""
    blackjacks_last: bool = False
    """Whether a blackjack is settled with all other wagers at the end of the round, not earlier as in 2.7."""
    blackjack_odds: Odds = THREE_TO_TWO
    blackjack_odds_against: Callable[[TableRules, Hand], Odds] | None = None
    """The odds of a blackjack that depend on the dealer's hand."""
    outcome: Callable[[TableRules, Hand, Hand], Outcome] = basic_wager.outcome
    pays: Callable[[TableRules, Hand, Odds], Payout] = basic_wager.pays
    posted_bonuses: Callable[[TableRules], Mapping[str, str]] = basic_wager.posted_payouts
    """Pay-outs besides even money and a blackjack's odds, as printed on the layout or a sign."""
    pays_by: str = "19:47-2.3(e)"
    """The paragraph of the odds of the main wager."""
    bonus_by: Callable[[str], str] = _by_2_3_e
    """The paragraph of a row of these pay-outs."""
    insurance_by: str = "19:47-2.9(c)"
    collected_at_once: Callable[[Hand], bool] = _waits
    """Whether a busted hand is collected before the end (2.3(e))."""
    collected_at_once_by: str = ""
    """The paragraph for that."""
    follows: Callable[[Round], list[Event]] = _nothing
    """Further payments and collections by the dealer at this moment."""
    also_pays: Callable[[Round, Hand], list[Event]] = _no_bonus
    """What is paid beside the wagers of a hand at settlement."""
    before_settling: Callable[[Round, int], list[Event]] = _nothing_before
    """What happens with the hands of a box when it is settled."""


def own_paragraphs(table: str) -> dict[str, str]:
    """Parse entries such as `2.3(c) = 2A.5(e)`, separated by semicolons.

    If one paragraph corresponds to two of the game's, an event distinguishes them: `2.6(j) Peeked = 2A.7(l)2`."""
    pairs = (pair.split(" = ") for line in table.strip().splitlines() for pair in line.strip().split("; "))
    return {f"19:47-{basic}": f"19:47-{own}" for basic, own in pairs}


def sections_of_subchapter_2(table: TableRules, *more: str) -> list[str]:
    """Return the sections that decide whether this table is lawful, apart from its side wagers."""
    used = [*BASIC, *more]
    if table.surrender:
        used.append("19:47-2.8")
    if "five-card-21" in table.optional_payouts:
        used.append("19:47-2.16")
    if table.shuffle == "continuous":
        used.append(shuffle_and_cut.continuous_paragraph(table.day))
    return used
