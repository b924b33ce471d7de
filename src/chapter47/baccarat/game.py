"""Baccarat-punto banco as the house knows it."""

from typing import Final

from chapter47.baccarat.posting import NAME, BaccaratTable
from chapter47.baccarat.rules import cards, opening, payout, shuffle_and_cut, wagers
from chapter47.baccarat.table_file import FORM
from chapter47.core.game import Game, Part
from chapter47.law.editions import adopted

SECTIONS: Final = tuple(f"19:47-3.{number}" for number in range(1, 6))


def _sections(table: BaccaratTable) -> tuple[str, ...]:
    del table
    return SECTIONS


BACCARAT: Final[Game[BaccaratTable]] = Game(
    name=NAME,
    title="Baccarat-punto banco",
    text="the text of 20 May 1996, and from 3.6 on by what is known of the sections that are not held",
    since=adopted(),
    posting=FORM,
    sections=_sections,
    limits=(
        cards.at_least_six_decks,
        wagers.no_other_wager,
        payout.tie_pays_enough,
        payout.four_or_five_percent,
        payout.one_rate_for_all,
        shuffle_and_cut.enough_cards_behind,
    ),
    options=(wagers.takes_coupons, payout.takes_four_percent),
    notices=(
        payout.highest_rate,
        shuffle_and_cut.shuffles_after_lacing,
        opening.limits_sign,
        opening.layout,
    ),
    floor_rules=(shuffle_and_cut.one_way_in_a_pit,),
    only_held_texts_forbid=True,
    playing=Part("chapter47.baccarat.playing:PLAYING"),
    words=Part("chapter47.baccarat.words:WORDS"),
    hosting=Part("chapter47.baccarat.hosting:HOSTING"),
    simulation=Part("chapter47.baccarat.simulation.simulator:SIMULATOR"),
    pricing=Part("chapter47.baccarat.analysis.pricing:PRICING"),
    priced_at_once=True,
    picture=Part("chapter47.baccarat.picture:PICTURE"),
)
