"""The `Game` record of baccarat."""

from typing import Final

from chapter47.baccarat.posting import NAME, BaccaratTable
from chapter47.baccarat.rules import cards, irregularities, opening, wagers
from chapter47.baccarat.table_file import FORM
from chapter47.core.game import Game, Part
from chapter47.law.editions import adopted

SECTIONS: Final = tuple(f"19:47-3.{number}" for number in range(1, 6))


def _sections(table: BaccaratTable) -> tuple[str, ...]:
    del table
    return SECTIONS


KEY_CITATIONS: Final = {
    "game": ("19:47-3.2(a)",),
    "decks": ("19:47-3.1(a)",),
    "offers": ("19:47-3.2(a)",),
    "tie_pays": ("19:47-3.3(b)",),
    "vigorish": ("19:47-3.3(c)",),
    "vigorish_rounding": ("19:47-3.3(c)",),
    "vigorish_when": ("19:47-3.3(c)",),
    "cards_behind": ("19:47-3.5(d)",),
    "reshuffle_after_lacing": ("19:47-3.5(b)",),
    "coupons": ("19:47-3.2(c)",),
}
"""The paragraphs that govern each key of a table file."""

BACCARAT: Final[Game[BaccaratTable]] = Game(
    name=NAME,
    title="Baccarat-punto banco",
    text="the text of 20 May 1996, and from 3.6 on what is known of the sections that are not held",
    since=adopted(),
    posting=FORM,
    sections=_sections,
    key_citations=KEY_CITATIONS,
    limits=(
        cards.at_least_six_decks,
        wagers.no_other_wager,
        wagers.tie_pays_enough,
        wagers.four_or_five_percent,
        wagers.one_rate_for_all,
        opening.enough_cards_behind,
    ),
    options=(wagers.takes_coupons, wagers.takes_four_percent),
    notices=(
        wagers.highest_rate,
        opening.shuffles_after_lacing,
        opening.limits_sign,
        opening.layout,
    ),
    irregularities=irregularities.DESCRIBED,
    floor_rules=(opening.one_way_in_a_pit,),
    only_held_texts_forbid=True,
    playing=Part("chapter47.baccarat.playing:PLAYING"),
    pays=Part("chapter47.baccarat.pay_lines:pay_lines"),
    words=Part("chapter47.baccarat.words:WORDS"),
    hosting=Part("chapter47.baccarat.hosting:HOSTING"),
    simulation=Part("chapter47.baccarat.simulation.simulator:SIMULATOR"),
    pricing=Part("chapter47.baccarat.analysis.pricing:PRICING"),
    priced_at_once=True,
    rounds_per_hour=(72,),
    coaching=Part("chapter47.baccarat.coaching:COACHING"),
    picture=Part("chapter47.baccarat.picture:PICTURE"),
)
