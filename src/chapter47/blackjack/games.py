"""The six blackjack games as `Game` records, each made from its variation."""

from dataclasses import replace
from datetime import date
from itertools import chain
from typing import Final

from chapter47.blackjack import rules
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.table_file import FORMS
from chapter47.blackjack.variations import GAMES, Variation, blackjack, double_exposure
from chapter47.blackjack.wagers import EQUIPMENT, WAGERS, Wager, additional
from chapter47.blackjack.wagers.wager import not_at_this_game
from chapter47.core.findings import Announcement, Display, FloorRule, Irregularity, Limit, Option
from chapter47.core.game import Game, Part
from chapter47.law.citations import order
from chapter47.law.editions import adopted

Notices = tuple[Announcement[TableRules] | Display[TableRules], ...]

BASIC_LIMITS: Final = (*rules.LIMITS, double_exposure.face_up_is_double_exposure)
BASIC_OPTIONS: Final = (*rules.OPTIONS, double_exposure.face_up)
BASIC_NOTICES: Final[Notices] = (*rules.NOTICES, *EQUIPMENT, blackjack.layout)
"""What the games of subchapter 2 share, beside the side wagers."""


def game_from(variation: Variation) -> Game[TableRules]:
    return Game(
        name=variation.name,
        title=variation.title,
        text=variation.text,
        since=_since(variation),
        posting=FORMS[variation.name],
        sections=lambda table: _sections(variation, table),
        limits=_limits(variation),
        options=_options(variation),
        key_citations=variation.key_citations,
        notices=_notices(variation),
        floor_rules=_floor_rules(variation),
        irregularities=_irregularities(variation),
        known_part=_without_unknown_wagers,
        playing=Part("chapter47.blackjack.playing:PLAYING") if variation.playable else None,
        hosting=Part("chapter47.blackjack.hosting:HOSTING") if variation.playable else None,
        pricing=Part("chapter47.blackjack.analysis.pricing:PRICING"),
        simulation=Part("chapter47.blackjack.simulation.simulator:SIMULATOR"),
        pays=Part("chapter47.blackjack.pay_lines:pay_lines"),
        words=Part("chapter47.blackjack.words:WORDS"),
        coaching=Part("chapter47.blackjack.coaching:COACHING"),
        picture=Part("chapter47.blackjack.picture:PICTURE"),
    )


def _since(variation: Variation) -> date:
    """Return the date on which this game's option was introduced; the basic game is as old as the chapter."""
    return min((option.since for option in variation.own_options if option.key == "game"), default=adopted())


def _wagers(variation: Variation) -> list[Wager]:
    """List all side wagers: a wager's own limit reports that it does not belong to a game."""
    return list({**WAGERS, **variation.side_wagers}.values())


def _limits(variation: Variation) -> tuple[Limit[TableRules], ...]:
    basic = BASIC_LIMITS if variation.traits.basic else ()
    wagers = _wagers(variation)
    strangers = (wager for wager in wagers if wager.only_there or variation.name not in wager.games)
    elsewhere = (wager.only_there or not_at_this_game(wager) for wager in strangers)
    of_wagers = chain(additional.LIMITS, elsewhere, *(wager.limits for wager in wagers))
    limits = dict.fromkeys((*basic, *of_wagers, *variation.own_limits))  # the three of 2.17 share one
    return tuple(limit for limit in limits if limit not in variation.without)


def _options(variation: Variation) -> tuple[Option[TableRules], ...]:
    basic = BASIC_OPTIONS if variation.traits.basic else ()
    wagers = chain(*(wager.options for wager in _wagers(variation)))
    options = dict.fromkeys((*basic, *wagers, *variation.own_options))  # double exposure's is of all basic games
    return tuple(option for option in options if option not in variation.without)


def _notices(variation: Variation) -> Notices:
    basic: Notices = BASIC_NOTICES if variation.traits.basic else ()
    wagers = chain(additional.NOTICES, *(wager.notices for wager in _wagers(variation)))
    notices: Notices = (*rules.NOTICES_EVERYWHERE, *basic, *wagers, *variation.own_notices)
    return tuple(notice for notice in notices if notice not in variation.without)


def _floor_rules(variation: Variation) -> tuple[FloorRule[TableRules], ...]:
    return tuple(chain(*(wager.floor_rules for wager in _wagers(variation))))


def _irregularities(variation: Variation) -> tuple[Irregularity, ...]:
    """List irregularities; a game with its own section has those of that section."""
    own = variation.own_irregularities
    if own is None:
        return tuple(CALLS.values())
    return tuple(call._replace(by=variation.cites[call.by]) for call in CALLS.values() if call.kind in own)


def _sections(variation: Variation, table: TableRules) -> list[str]:
    """List sections; a game with its own subchapter depends on that one alone."""
    sections = variation.sections(table)
    if not variation.traits.basic:
        return sections
    return sorted({*sections, *(WAGERS[name].section for name in table.wagers)}, key=order)


def _without_unknown_wagers(table: TableRules, unknown: frozenset[str]) -> TableRules:
    return replace(
        table, wagers={name: offer for name, offer in table.wagers.items() if f"wagers.{name}" not in unknown}
    )


BLACKJACK_GAMES: Final = tuple(game_from(variation) for variation in GAMES.values())
