"""Lawful tables, shoes in a chosen order, and a driver that plays a table at random."""

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any, Final

from hypothesis import reject
from hypothesis import strategies as st

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe.handling import NoCardsLeftError
from chapter47.blackjack.state import Legal
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table_file import from_data
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import RANKS, SUITS
from chapter47.core.chance import FromGenerator
from chapter47.core.money import amount
from chapter47.games import check

PLAYERS = ("Ann", "Bo", "Cy", "Dee", "Zoë Łem")
"""The last of them has a line break of Unicode in the name."""

DAYS = (
    date(1983, 1, 3),
    date(1990, 6, 1),
    date(1992, 1, 2),
    date(1996, 6, 3),
    date(1999, 8, 2),
    date(2001, 8, 6),
    date(2001, 12, 2),
    date(2001, 12, 3),
    date(2005, 2, 1),
    date(2007, 4, 2),
    date(2010, 6, 7),
    None,
)
READINGS = {
    "2010 19:47-2.3(a)3": "literal",
    "2010 19:47-2.3(e)": "first-wager",
    "1996 19:47-2.10(b)": "busted-plus-one",
    "2010 19:47-2.11(d)": "busted-plus-one",
}
SHOES: tuple[dict[str, str], ...] = (
    {},
    {"shuffle": "machine"},
    {"shuffle": "bart-carter"},
    {"shuffle": "continuous"},
    {"shoe": "double"},
    {"shoe": "double", "double_shoe_red_side": "right"},
)
PAYOUTS = ("6-7-8-suited", "7-7-7", "five-card-21", "designated-blackjack")

_entry_options = st.lists(st.sampled_from(("i1", "i2", "i3", "i4")), min_size=1, unique=True)
_options: dict[str, st.SearchStrategy[Any]] = {
    "on": st.sampled_from(DAYS),
    "boxes": st.integers(1, 7),
    "decks": st.integers(1, 8),
    "soft_17": st.sampled_from(("stand", "hit")),
    "hole_card": st.sampled_from(("none", "face-down", "card-reader")),
    "card_reader_visible": st.booleans(),
    "preshuffled": st.booleans(),
    "cut_card": st.sampled_from((0.25, "1/3", 0.5, 0.9, 1)),
    "surrender": st.booleans(),
    "even_money": st.booleans(),
    "insurance_at_turn": st.booleans(),
    "resplit_aces": st.booleans(),
    "split_hands": st.integers(2, 4),
    "double_card": st.sampled_from(("face-up", "face-down", "on-request")),
    "optional_payouts": st.lists(st.sampled_from(PAYOUTS), unique=True),
    "designated_blackjack": st.builds(
        "A{} {}{}".format, st.sampled_from(SUITS), st.sampled_from("JQK"), st.sampled_from(SUITS)
    ),
    "mid_shoe_entry": st.sampled_from(("open", "barred")) | _entry_options,
    "bettors_per_box": st.sampled_from((3, 2, 1)),
    "boxes_per_player": st.sampled_from((2, 1, 3)),
    "readings": st.lists(st.sampled_from(sorted(READINGS)), unique=True).map(
        lambda keys: {k: READINGS[k] for k in keys}
    ),
}


@st.composite
def lawful_tables(draw: st.DrawFn, /, **fixed: Any) -> TableRules:
    """Any table, blackjack by default, without findings: an option that a paragraph forbids is given up."""
    data = {**draw(st.fixed_dictionaries(_options)), **draw(st.sampled_from(SHOES)), **draw(_limits()), **fixed}
    if data["on"] is None:
        del data["on"]
    for _ in range(len(data)):
        findings = check(from_data(data)).findings
        if not findings:
            return from_data(data)
        _give_way(data, findings[0].code)
    raise AssertionError(f"no lawful table is left of {data}")


def _give_way(data: dict[str, Any], code: str) -> None:
    """The key that a finding is about goes back to its default; aces could not always be held to one split."""
    key = code.partition(".")[0]
    if key in data:
        del data[key]
    else:
        data["split_hands"] = 2


@st.composite
def _limits(draw: st.DrawFn) -> dict[str, str]:
    """The least wager need not be one that the chips can make."""
    chip = draw(st.sampled_from((1, 50, 1_00, 5_00)))
    least = draw(st.sampled_from((1, 50, 7_50, 10_00, 10_01)))
    most = max(least, chip) * draw(st.integers(2, 20))
    return {"chip": amount(chip), "minimum": amount(least), "maximum": amount(most)}


def wager_of(rules: TableRules, percent: int) -> int:
    """A wager that the chips can make, from the least (0) to the most (99)."""
    least, most = -(-rules.minimum // rules.chip), rules.maximum // rules.chip
    return rules.chip * (least + (most - least) * percent // 99)


# Chance ------------------------------------------------------------------------------------------------------------

seeds = st.integers(0, 9999)
favourites = st.sampled_from(("", "", "A", "AT", "TJQK", "A5", "678", "7", "2A", "23456", "89"))
"""Ranks that come first out of the shoe, so that pairs, blackjacks and long hands are not rare."""


class Favouring(FromGenerator):
    """The favoured ranks lie behind the middle, where the dealer's own cut brings them to the front."""

    def __init__(self, rng: Random, favoured: str = "") -> None:
        super().__init__(rng)
        assert set(favoured) <= set(RANKS)
        self.favoured = favoured

    def order(self, cards: tuple[Any, ...]) -> tuple[Any, ...]:
        order = self.generator.sample(cards, len(cards))
        first = [card for card in order if card.rank in self.favoured]
        rest = [card for card in order if card.rank not in self.favoured]
        half = len(cards) // 2
        return (*rest[:half], *first, *rest[half:])


def table_of(rules: TableRules, seed: int, favoured: str = "", *, opened: bool = True) -> BlackjackInPlay:
    """A table, open by default; shuffles and cuts follow the seed."""
    rng = Random(seed)
    table = BlackjackInPlay(rules, Favouring(rng, favoured), cut=_cuts(rng))
    if opened:
        table.open()
    return table


def _cuts(rng: Random) -> Callable[[str, int], int | None]:
    return lambda _, stack: rng.randint(10, stack - 10) if rng.random() < 0.3 else None


SIDES: Final[tuple[Side, Side]] = ("left", "right")

# Random play -------------------------------------------------------------------------------------------------------


def play_at_random(
    table: BlackjackInPlay, rng: Random, *, rounds: int, irregular: float, look: Callable[[], None] = lambda: None
) -> None:
    """Whole rounds, with an irregularity called at this share of the moments; `look` is called after every act."""
    for _ in range(rounds):
        table.begin()
        _bet_at_random(table, rng)
        if table.close_bets(rng.choice(SIDES)) is not None:
            table.reshuffle()
            continue
        while not isinstance(table.need, Settled):
            look()
            _act_at_random(table, rng, irregular)
        look()


def _bet_at_random(table: BlackjackInPlay, rng: Random) -> None:
    for box in rng.sample(range(1, table.rules.boxes + 1), min(table.rules.boxes, rng.choice((1, 1, 2, 3, 5)))):
        for player in rng.sample(PLAYERS, rng.randint(1, table.rules.bettors_per_box)):
            seated = rng.random() < 0.7
            for _ in range(rng.randint(*GAMES[table.rules.game].wagers(table.rules))):
                wager = wager_of(table.rules, rng.randint(0, 99))
                table.bet(box, player, wager, seated=seated, consent=True)


def _act_at_random(table: BlackjackInPlay, rng: Random, irregular: float) -> None:
    """A round that needs more cards than there are off the layout cannot go on."""
    possible = table.calls
    try:
        if possible and rng.random() < irregular:
            assert table.call(rng.choice(possible)) is None
        elif isinstance(need := table.need, NeedMove):
            legal = rng.choice(need.legal)
            assert table.choose(need.bettor, legal.name, rng.choice(amounts(legal))) is None
        else:
            table.step()
    except NoCardsLeftError:
        assert table.shoe.cards_left == 0
        assert len(table.shoe.discards) < 2
        reject()


def amounts(legal: Legal) -> range:
    """All that may be staked by a move."""
    return range(legal.least, legal.most + 1, legal.step) if legal.most else range(1)


__all__ = ["PLAYERS", "amounts", "favourites", "lawful_tables", "play_at_random", "seeds", "table_of", "wager_of"]
