"""The `Game` record of craps."""

from typing import Final

from chapter47.core.game import Game, Part
from chapter47.craps.posting import NAME, CrapsPosting
from chapter47.craps.rules import line_wagers, making_wagers, payout_odds, throwing
from chapter47.craps.table_file import FORM
from chapter47.law.editions import adopted

SECTIONS: Final = tuple(f"19:47-1.{number}" for number in (1, 2, 4, 5, 6, 7))


def _sections(table: CrapsPosting) -> tuple[str, ...]:
    del table
    return SECTIONS


KEY_CITATIONS: Final = {
    "game": ("19:47-1.2(a)",),
    "offers": ("19:47-1.2(a)",),
    "bars": ("19:47-1.2(a)",),
    "buy": ("19:47-1.2(a)",),
    "lay": ("19:47-1.2(a)",),
    "vigorish": ("19:47-1.5",),
    "vigorish_when": ("19:47-1.5",),
    "lay_vigorish_of": ("19:47-1.5",),
    "odds_multiple": ("19:47-1.6",),
    "horn_high_area": ("19:47-1.2(a)",),
    "coupons": ("19:47-1.3",),
}
"""The paragraphs that govern each key of a table file."""

CRAPS: Final[Game[CrapsPosting]] = Game(
    name=NAME,
    title="Craps",
    text="the text of 20 May 1996, and from 1.3 on New Jersey's later text for the sections that are not held",
    since=adopted(),
    posting=FORM,
    sections=_sections,
    key_citations=KEY_CITATIONS,
    limits=(
        making_wagers.no_other_wager,
        line_wagers.dont_pass_bars_twelve,
        line_wagers.dont_come_bars_twelve,
        payout_odds.no_less_than_the_least_odds,
        payout_odds.at_most_five_percent,
        payout_odds.once_to_a_hundred_times,
        throwing.at_least_five_dice,
    ),
    options=(making_wagers.takes_coupons,),
    notices=(payout_odds.inscriptions, making_wagers.limits_sign),
    irregularities=throwing.IRREGULARITIES,
    floor_rules=(payout_odds.the_same_odds_everywhere,),
    only_held_texts_forbid=True,
    playing=Part("chapter47.craps.playing:PLAYING"),
    pays=Part("chapter47.craps.pay_lines:pay_lines"),
    words=Part("chapter47.craps.words:WORDS"),
    hosting=Part("chapter47.craps.hosting:HOSTING"),
    pricing=Part("chapter47.craps.analysis.pricing:PRICING"),
    priced_at_once=True,
    rounds_per_hour=(85, 80, 74, 68, 60, 54, 50),  # decisions of the pass line
    simulation=Part("chapter47.craps.simulation.simulator:SIMULATOR"),
    coaching=Part("chapter47.craps.coaching:COACHING"),
    picture=Part("chapter47.craps.picture:PICTURE"),
)
