"""From a table to TOML: the same table again, or a starter file with its meaning."""

from fractions import Fraction

from chapter47.blackjack.keys import KEYS
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.core import money
from chapter47.core.cards import show
from chapter47.core.tablefile.reading import from_data


def to_data(table: TableRules) -> dict[str, object]:
    """The table as a TOML document's data; `from_data` reads it back to the same table."""
    found: dict[str, object] = {}
    for key in KEYS:
        value = getattr(table, key.name)
        if value is None or (key.name == "designated_blackjack" and not value):
            continue
        found[key.name] = as_written(key.name, value)
    if table.wagers:
        found["wagers"] = {name: _offer_data(offer) for name, offer in table.wagers.items()}
    if table.readings:
        found["readings"] = dict(table.readings)
    return found


def as_written(name: str, value: object) -> object:
    """A key's value as a table file writes it: money in dollars, cards as words."""
    if name in ("minimum", "maximum", "chip", "initial", "reset", "cap") and isinstance(value, int):
        return money.amount(value)
    if name == "designated_blackjack" and isinstance(value, tuple):
        return show(value)
    if isinstance(value, Fraction):
        return float(value) if Fraction(repr(float(value))) == value else str(value)
    return list(value) if isinstance(value, tuple) else value


def _offer_data(offer: WagerOffer) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in WAGERS[offer.name].keys:
        value = getattr(offer, name)
        if value is None or value == {} or (name == "reset_meter" and not value):
            continue
        if name == "odds":
            found[name] = {row: str(odds) for row, odds in offer.odds.items()}
        elif name == "payouts":
            found[name] = {
                money.amount(stake): {money.amount(amount): weight for amount, weight in payouts.items()}
                for stake, payouts in offer.payouts.items()
            }
        else:
            found[name] = as_written(name, value)
    return found


def starter(game: str) -> str:
    """A commented table file with the lawful defaults of a game."""
    import tomlkit

    table = from_data({"game": game})
    document = tomlkit.document()
    document.add(tomlkit.comment(f"A table of {GAMES[game].title}. Every key is optional; these are its defaults."))
    document.add(tomlkit.nl())
    for key in KEYS:
        value = getattr(table, key.name)
        document.add(tomlkit.comment(f"{key.means}: {key.allowed}"))
        if value is None or (key.name == "designated_blackjack" and not value):
            document.add(tomlkit.comment(_example(key.name)))
        else:
            document.add(key.name, tomlkit.item(as_written(key.name, value)))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment("Side wagers: a table for each one offered, for example"))
    document.add(tomlkit.comment(f"[wagers.{GAMES[game].wager}]"))
    return tomlkit.dumps(document)


def _example(name: str) -> str:
    return {
        "on": "on = 2010-06-07",
        "coupons": "coupons = true",
        "designated_blackjack": 'designated_blackjack = "As Kh"',
    }[name]


def dumps(table: TableRules) -> str:
    """The table as TOML."""
    import tomlkit

    return tomlkit.dumps(to_data(table))
