"""How good a count system is at a table: effects of removal, betting correlation, insurance correlation."""

from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chapter47.core.cards import RANKS
from chapter47.core.count_file import CountReading, CountSystemError, count_data
from chapter47.core.errors import NotPossibleError
from chapter47.core.json_object import Json
from chapter47.library.prices import NotOfferedError, pricing_of

if TYPE_CHECKING:
    from chapter47.games import AnyTable

ORDER: Final = "A23456789T"


def quality(table: "AnyTable", count: Path) -> Json:
    """Rate the tags of a count at a table: correlations, and the effects of removal. The betting correlation is with
    the effects of removal, the insurance correlation with the tens of the deck (the dealer's ace is not removed).
    `removal` is how the player's edge changes when one card of a rank leaves the
    full shoe, with basic strategy of the full shoe."""
    pricing = pricing_of(table)
    if pricing.removal is None or pricing.cards is None:
        raise NotOfferedError("a game dealt from a shoe", table.game)
    tags = tags_of(count)
    removal = pricing.removal(table)["main"]
    cards = pricing.cards(table)
    tens = {rank: -1.0 if rank == "T" else 1.0 for rank in removal}
    return {
        "tags": tags,
        "quality": {
            "betting_correlation": correlation(tags, removal, cards),
            "insurance_correlation": correlation(tags, tens, cards),
            "playing_efficiency": _efficiency(table, tags),
        },
        "removal": dict(removal),
    }


def _efficiency(table: "AnyTable", tags: Mapping[str, float]) -> float | None:
    """Return the playing efficiency; None for a game without decisions, or if the analysis does not support such
    shoes."""
    efficiency = pricing_of(table).playing_efficiency
    try:
        return None if efficiency is None else efficiency(table, tags)
    except NotPossibleError:
        return None


def indices(table: "AnyTable", path: Path, depth: float | None) -> list[Json]:
    """Return at which count the best play of each hand changes with this share of the shoe dealt."""
    work_out = pricing_of(table).indices
    if work_out is None:
        raise NotOfferedError("a game with decisions", table.game)
    reading = CountReading(data := count_data(path), tuple(data))
    start = reading.begins() + reading.begins_per_deck() * _decks(table)
    return [*work_out(table, tags_of(path), reading.rounding(), start, depth)]


def _decks(table: "AnyTable") -> float:
    decks: float = getattr(table, "decks", 1)
    return decks


def count_file_with(path: Path, rows: list[Json], *, surrenders: bool) -> str:
    """Return the text of a count file with these indices and everything else unchanged."""
    head = path.read_text(encoding="utf-8").split("[[index]]")[0]
    lines = [line for line in head.splitlines() if not line.startswith("insurance")]
    insured = [row["index"] for row in rows if row["hand"] == "insurance"]
    at = next((number for number, line in enumerate(lines) if line.startswith("[")), len(lines))
    lines[at:at] = [f"insurance = {number}" for number in insured[:1]] + ([""] if insured else [])
    cells: dict[tuple[str, str], dict[str, Json]] = {}
    for row in rows:
        if row["hand"] != "insurance" and not row["below"]:
            cells.setdefault((row["hand"], row["up"]), {})[row["move"]] = row
    for (hand, up), moves in cells.items():
        lines += _index_lines(hand, up, moves, surrenders=surrenders)
    return "\n".join(lines).rstrip() + "\n"


def _index_lines(hand: str, up: str, moves: Mapping[str, Json], *, surrenders: bool) -> list[str]:
    """Write the plays of a cell from a count on or, if the chart already plays them at 0, the play below it."""
    chosen: dict[str, dict[int, str]] = {"from": {}, "below": {}}
    for move, row in moves.items():
        stands = "S" in moves and moves["S"]["index"] <= row["index"]
        code = {"S": "Rs" if surrenders else "S", "R": "Rs" if stands else "Rh"}.get(move, move)
        if row["index"] > 0:
            chosen["from"][row["index"]] = code
        elif move != "R":
            chosen["below"][row["index"]] = row["instead"]
    lines = []
    for direction, codes in chosen.items():
        if codes:
            counts, plays = [*sorted(codes)], [codes[count] for count in sorted(codes)]
            lines += ["", "[[index]]", f'hand = "{hand}"', f'up = "{up}"', f"{direction} = {counts}", f"play = {plays}"]
    return [line.replace("'", '"') for line in lines]


def tags_of(path: Path) -> dict[str, float]:
    """Return the tags by A, 2 … T: the mean of both colours, and of T, J, Q and K."""
    data = count_data(path)
    reading = CountReading(data, tuple(data))
    tags = reading.tags()
    tags |= {rank: (tags[rank] + red) / 2 for rank, red in reading.red_tags().items()}
    if reading.problems:
        raise CountSystemError(reading.problems, str(path))
    tens = [tags[rank] for rank in RANKS if rank in "TJQK"]
    return {rank: sum(tens) / len(tens) if rank == "T" else tags[rank] for rank in ORDER}


def correlation(tags: Mapping[str, float], effects: Mapping[str, float], cards: Mapping[str, int]) -> float | None:
    """Return the correlation over all cards of the shoe; null if all tags or all effects are alike."""
    number = sum(cards.values())
    deviations = []
    for values in (tags, effects):
        mean = sum(cards[rank] * values[rank] for rank in cards) / number
        deviations.append({rank: values[rank] - mean for rank in cards})
    first, second = deviations
    squares = [sum(cards[rank] * side[rank] ** 2 for rank in cards) for side in deviations]
    if min(squares) <= 0:
        return None
    return sum(cards[rank] * first[rank] * second[rank] for rank in cards) / sqrt(squares[0] * squares[1])
