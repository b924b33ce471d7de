"""What a game is: its name, its text, the sections it stands on, its lawful defaults."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.hands import Total
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
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.traits import TRAITS, Traits
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.findings import Announcement, Display, Limit, Option
from chapter47.core.loose_types import OfItsType
from chapter47.core.money import THREE_TO_TWO, Odds

Script = Mapping[type[Event], Callable[[OfItsType, Round], list[Event]]]
"""By kind of event, the words and steps that go with it; they are told the event and the state after it."""

BASIC = tuple(f"19:47-2.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15))
"""Every blackjack table stands on these; 2.8, 2.16 and the rest only where it uses them."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """One game: all that tells it from the others. What it does not say is as the basic game has it."""

    name: str
    title: str
    text: str
    """Which text answers where the table file names no day."""
    sections: Callable[[TableRules], list[str]]
    defaults: Mapping[str, object] = field(default_factory=dict)
    side_wagers: Mapping[str, Wager] = field(default_factory=dict)
    """Those that it has in a paragraph of its own, in place of the record in `WAGERS`."""
    wager: str = "over-under-13"
    """A side wager that may be offered at it, for the starter file."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """Where the game says what the basic game says, but in a paragraph of its own: basic citation and its own."""

    # What may be offered
    own_limits: tuple[Limit[TableRules], ...] = ()
    own_options: tuple[Option[TableRules], ...] = ()
    own_notices: tuple[Announcement[TableRules] | Display[TableRules], ...] = ()
    without: tuple[object, ...] = ()
    """What the basic game or a side wager has of these and this game has not, mostly for a paragraph of its own."""
    unused_keys: frozenset[str] = frozenset({"rounds_per_deck", "burn", "multiple_action_wagers"})
    """Keys of a table file that mean nothing at it; a starter file leaves them out."""

    @property
    def traits(self) -> Traits:
        """What the rules of the basic game and the side wagers ask of it."""
        return TRAITS[self.name]

    # The deal
    playable: bool = False
    dealt_from_the_hand: bool = False
    hands_per_box: int = 1
    next_first_card: Callable[[Round], tuple[Place, str] | None] = deal.next_first_card
    conceals_first_cards: bool = False
    """Whether a box's first two cards lie face down, for the box alone to look at."""
    dealing: Callable[[TableRules], str] = deal.how_it_is_dealt
    wagers: Callable[[TableRules], tuple[int, int]] = _one_wager
    """The least and the greatest number of main wagers on one hand."""
    question: Callable[[Round, Hand | None], Question | None] = _no_question
    """Something the game asks a bettor beside the play of the hands; it is told whose turn it is."""
    options: Mapping[str, tuple[Legal, ...]] = field(default_factory=dict)
    """The answers to each kind of such a question."""
    script: Script = field(default_factory=dict)
    """What is said and done after each kind of event, beside the script of the basic game."""
    asked_aloud: Callable[[Round, str, Place], list[Event]] = _asks_nothing
    """The words of a question."""
    own_irregularities: tuple[str, ...] | None = None
    """Those of its own section, by their names; where it has none, all of 2.15."""
    voids_the_round: Callable[[int], bool] = _none_void
    """Whether so many cards found face up in the shoe make the round void."""

    # Cards and shoe
    opens_with: Callable[[TableRules, int], opening.Steps] = opening.opening_steps
    """What is seen before the first shuffle; so many cards came into sight while they were washed."""
    is_cut: Callable[..., bool] = _always_cut
    """Whether a stack is cut, as it was shuffled `by_machine` or not."""
    restarts_a_stopped_machine: bool = False
    """Whether its text says what becomes of a shuffle during which the machine stopped."""
    knows_idle_tables: Callable[[TableRules], bool] = shuffle_and_cut.knows_idle_tables
    may_enter: Callable[..., entry.Admission] = entry.entry
    """Who may wager during a shoe."""
    lets_in: Callable[[TableRules], bool] = entry.lets_in
    """Whether the licensee may let in whom it could keep out; where not, it may hold a place."""

    # Decisions
    may_insure: Callable[[Round], bool] = insurance.may_insure
    may_surrender: Callable[[Round, Hand], bool] = surrender.may_surrender
    may_double: Callable[[Round, Hand], bool] = double_down.may_double
    may_split: Callable[[Round, Hand], bool] = split.may_split
    split_aces_are_done: Callable[[Hand], bool] = split.one_card_to_each_ace
    more_moves: Callable[[Round, Hand], list[Legal]] = _no_moves
    denied_by: Callable[[Round, Hand, str], str] = _as_the_basic_game
    """The paragraph of the game that denies a move which the basic game would allow; empty where there is none."""

    # The dealer
    dealer_stands: Callable[[TableRules, Total], bool] = draw.dealer_stands
    drawing_standard: Callable[[TableRules, Total], str] = draw.drawing_standard
    ends_the_deal: Callable[[Round], bool] = deal.reader_ends_the_deal
    """Whether a dealer's blackjack is known, so that nobody gets another card."""
    no_effect: Callable[[Round], bool] = _no_effect
    dealer_draws_nothing: Callable[[Round], bool] = _never
    """Whether the dealer is left with the cards there are, the second one not excepted."""
    next_dealer_hand: Callable[[Round], list[Event]] = _nothing
    """What leads over to another dealer's hand when all that this one decides is settled."""

    # Settlement
    blackjack_paid_at_once: Callable[[Round, Hand], bool] = pay_blackjack.paid_at_once
    """Whether a player's blackjack is paid without waiting for the dealer."""
    blackjack_paid_by: Callable[[Round, Hand], str] = pay_blackjack.paid_at_once_by
    """The paragraph by which it then is."""
    blackjacks_last: bool = False
    """Whether a blackjack is settled with all other wagers when the round is over, and not before as in 2.7."""
    blackjack_odds: Odds = THREE_TO_TWO
    blackjack_odds_against: Callable[[TableRules, Hand], Odds] | None = None
    """The odds of a blackjack where they depend on the dealer's hand."""
    outcome: Callable[[TableRules, Hand, Hand], Outcome] = basic_wager.outcome
    pays: Callable[[TableRules, Hand, Odds], Payout] = basic_wager.pays
    posted_bonuses: Callable[[TableRules], Mapping[str, str]] = basic_wager.posted_payouts
    """What hands pay besides even money and a blackjack's odds, as the layout or a sign tells it."""
    collected_at_once: Callable[[Hand], bool] = _waits
    """Whether a busted hand is collected without waiting for the end (2.3(e))."""
    collected_at_once_by: str = ""
    """The paragraph by which it then is."""
    follows: Callable[[Round], list[Event]] = _nothing
    """What else the dealer pays or collects by itself at this moment."""
    also_pays: Callable[[Round, Hand], list[Event]] = _no_bonus
    """What is paid beside the wagers of a hand when they are settled."""
    before_settling: Callable[[Round, int], list[Event]] = _nothing_before
    """What is done with the hands of a box when its turn to be settled comes."""


def own_paragraphs(table: str) -> dict[str, str]:
    """Written `2.3(c) = 2A.5(e)`, several in a line parted by semicolons.

    Where one paragraph answers to two of the game's, an event tells them apart: `2.6(j) Peeked = 2A.7(l)2`."""
    pairs = (pair.split(" = ") for line in table.strip().splitlines() for pair in line.strip().split("; "))
    return {f"19:47-{basic}": f"19:47-{own}" for basic, own in pairs}


def sections_of_subchapter_2(table: TableRules, *more: str) -> list[str]:
    """The sections whose text decides whether this table is lawful, apart from its side wagers."""
    used = [*BASIC, *more]
    if table.surrender:
        used.append("19:47-2.8")
    if "five-card-21" in table.optional_payouts:
        used.append("19:47-2.16")
    if table.shuffle == "continuous":
        used.append("19:47-2.21")
    return used
