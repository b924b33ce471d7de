"""Craps as the house knows it."""

from typing import Final

from chapter47.core.game import Game, Part
from chapter47.craps.posting import NAME, CrapsPosting
from chapter47.craps.rules import (
    buy_and_lay,
    dice_set,
    line_wagers,
    payout_odds,
    permissible_wagers,
    supplemental,
)
from chapter47.craps.table_file import FORM
from chapter47.law.editions import adopted

SECTIONS: Final = tuple(f"19:47-1.{number}" for number in (1, 2, 4, 5, 6, 7))


def _sections(table: CrapsPosting) -> tuple[str, ...]:
    del table
    return SECTIONS


CRAPS: Final[Game[CrapsPosting]] = Game(
    name=NAME,
    title="Craps",
    text="the text of 20 May 1996, and from 1.3 on by New Jersey's later text of the sections that are not held",
    since=adopted(),
    posting=FORM,
    sections=_sections,
    limits=(
        permissible_wagers.no_other_wager,
        line_wagers.dont_pass_bars_twelve,
        line_wagers.dont_come_bars_twelve,
        payout_odds.no_less_than_the_least_odds,
        buy_and_lay.at_most_five_percent,
        supplemental.once_to_a_hundred_times,
        dice_set.at_least_five_dice,
    ),
    options=(permissible_wagers.takes_coupons,),
    notices=(payout_odds.inscriptions, permissible_wagers.limits_sign),
    floor_rules=(payout_odds.the_same_odds_everywhere,),
    only_held_texts_forbid=True,
    playing=Part("chapter47.craps.playing:PLAYING"),
    words=Part("chapter47.craps.words:WORDS"),
    hosting=Part("chapter47.craps.hosting:HOSTING"),
    pricing=Part("chapter47.craps.analysis.pricing:PRICING"),
    priced_at_once=True,
    simulation=Part("chapter47.craps.simulation.simulator:SIMULATOR"),
    picture=Part("chapter47.craps.picture:PICTURE"),
)
