"""How the edge of a table depends on its decks and on every other option that the law would allow it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chapter47.core.json_object import Json
from chapter47.core.pricing import Pricing
from chapter47.library.checks import check

if TYPE_CHECKING:
    from chapter47.games import AnyTable


def sensitivity(table: "AnyTable", pricing: Pricing[Any]) -> list[Json]:
    """List the edge with each other lawful value of one option; values that change no edge are left out."""
    if pricing.vary is None:
        return []
    (here,) = pricing.vary(table, ()).answers
    rows: list[Json] = []
    for key, value, varied in _lawful(table, pricing):
        (there,) = pricing.vary(varied, ()).answers
        if there.house_edge is None or here.house_edge is None:
            continue
        row: Json = {
            "option": key,
            "value": value,
            "house_edge": there.house_edge,
            "difference": there.house_edge - here.house_edge,
        }
        figures = _changed(pricing, table, key, value)
        if row["difference"] or figures:
            rows.append({**row, **({"wagers": figures} if figures else {})})
    return rows


def _lawful(table: "AnyTable", pricing: Pricing[Any]) -> "Iterator[tuple[str, object, AnyTable]]":
    """Yield every other value that leaves the table as lawful as it is."""
    from chapter47.games import from_data, game_of

    posted = game_of(table).posting.write(table)
    before = {finding.code for finding in check(table).findings}
    for key, values in pricing.varied_options.items():
        for value in values:
            if posted.get(key) == value or key not in posted:
                continue
            varied = from_data({**posted, key: value}, source="report")
            if {finding.code for finding in check(varied).findings} <= before:
                yield key, value, varied


def _changed(pricing: Pricing[Any], table: "AnyTable", key: str, value: object) -> Json:
    """Return the edges of other wagers that change, at games where these belong to the price."""
    if pricing.vary is None or not pricing.advise_without_hands:
        return {}
    word = str(value).lower() if isinstance(value, bool) else value
    (row,) = pricing.vary(table, [f"{key}={word}"]).answers
    return dict(row.figures)
