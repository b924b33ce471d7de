"""The table file of a blackjack game: its form, with the side wagers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from chapter47.blackjack.keys import KEYS, odds_rows, wager_keys, wagers_schema
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.variations import GAMES, Variation
from chapter47.blackjack.wagers import WAGERS
from chapter47.core import money
from chapter47.core.errors import Problem
from chapter47.core.json_object import Json
from chapter47.core.tablefile.keys import ODDS, Key
from chapter47.core.tablefile.posting_form import PostingForm, Subtable
from chapter47.core.tablefile.problems import nearest, shown, upside_down, values_of
from chapter47.core.text import printable


def _read_offers(given: object, problems: list[Problem]) -> list[WagerOffer]:
    if not isinstance(given, dict):
        problems.append(Problem("wagers", shown(given), "a table per side wager, such as [wagers.streak]"))
        return []
    offers = []
    for name, entry in given.items():
        if name not in WAGERS:
            problems.append(Problem(f"wagers.{printable(name)}", "an unknown wager", nearest(name, WAGERS)))
        elif not isinstance(entry, dict):
            problems.append(Problem(f"wagers.{name}", shown(entry), f"a table: [wagers.{name}]"))
        else:
            offers.append(_read_offer(name, entry, problems))
    return offers


def _read_offer(name: str, entry: Mapping[str, object], problems: list[Problem]) -> WagerOffer:
    prefix = f"wagers.{name}."
    rows = odds_rows(name)
    plain = {key: value for key, value in entry.items() if key != "odds" or not rows}
    values = values_of(plain, wager_keys(name), prefix, problems)
    problems += upside_down(values, prefix)
    if rows:
        values["odds"] = _read_odds(entry.get("odds", {}), rows, prefix, problems)
    return WagerOffer(name=name, **values)


def _read_odds(given: object, rows: Mapping[str, Key], prefix: str, problems: list[Problem]) -> Json:
    if isinstance(given, dict):
        return values_of(given, rows, f"{prefix}odds.", problems)
    problems.append(Problem(f"{prefix}odds", shown(given), f"a table of {', '.join(rows)} with {ODDS}"))
    return {}


def _offering(table: TableRules, offers: list[WagerOffer]) -> TableRules:
    return replace(table, wagers={offer.name: _with_defaults(table, offer) for offer in offers})


def _with_defaults(table: TableRules, offer: WagerOffer) -> WagerOffer:
    """Fill in defaults; an omitted limit gives way to a given one."""
    general: dict[str, object] = {"minimum": min(money.DOLLAR, table.maximum), "maximum": table.maximum}
    defaults: Any = {**general, **WAGERS[offer.name].defaults}
    if offer.maximum is not None:
        defaults["minimum"] = min(defaults["minimum"], offer.maximum)
    if offer.minimum is not None:
        defaults["maximum"] = max(defaults["maximum"], offer.minimum)
    return replace(offer, **{key: value for key, value in defaults.items() if getattr(offer, key) in (None, {})})


def _write_offers(table: TableRules) -> dict[str, object]:
    return {name: _write_offer(offer) for name, offer in table.wagers.items()}


def _write_offer(offer: WagerOffer) -> dict[str, object]:
    written: dict[str, object] = {}
    keys = wager_keys(offer.name)
    for name in WAGERS[offer.name].keys:
        value = getattr(offer, name)
        if value is None or value == {} or (name == "reset_meter" and not value):
            continue
        written[name] = (
            {row: str(odds) for row, odds in offer.odds.items()} if name == "odds" else keys[name].writer(value)
        )
    return written


def form_of(variation: Variation) -> PostingForm[TableRules]:
    """Return the form; every key of blackjack is read at each of its games."""
    side_wagers = Subtable(
        name="wagers",
        read=_read_offers,
        completed=_offering,
        write=_write_offers,
        schema=wagers_schema,
        example=("Side wagers: a table for each one offered, for example", f"[wagers.{variation.wager}]"),
    )
    return PostingForm(
        record=TableRules,
        keys=KEYS,
        unused=variation.unused_keys,
        defaults=variation.defaults,
        subtables=(side_wagers,),
        subchapters=("19:47-2", "19:47-2A", "19:47-19"),
    )


FORMS: Final = {name: form_of(variation) for name, variation in GAMES.items()}


def from_data(data: Mapping[str, object]) -> TableRules:
    """Read a blackjack table from TOML data; raises `TableFileError` with all problems."""
    named = data.get("game")
    return FORMS[named if isinstance(named, str) and named in FORMS else "blackjack"].read(data)


def to_data(table: TableRules) -> dict[str, object]:
    return FORMS[table.game].write(table)
