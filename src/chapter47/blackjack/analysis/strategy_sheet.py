"""The best chart of a blackjack table in words and grids, for terminals, pages and notebooks."""

import csv
import io
from collections.abc import Iterator
from typing import Final

from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.chart_codes import LEGEND, SURRENDER_OR_HIT, SURRENDER_OR_STAND, TEXTS
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.pricing import Grid, StrategySheet
from chapter47.core.text import percent

PARTS: Final = (
    ("hard", "Hard totals"),
    ("soft", "Soft totals"),
    ("pairs", "Pairs"),
    ("rescue", "Doubled hands: R rescue, S let stand"),
)
SWITCH_TITLE: Final = "When to switch: scores in hundredths of a wager"
COLOURS: Final = {"H": "#f4b6b6", "S": "#f7eca0", "D": "#b9dcf5", "P": "#bfe6bf", "R": "#e3e3e3"}
HOLE_CARDS: Final = {
    "none": "no hole card",
    "face-down": "hole card face down",
    "card-reader": "card reader",
    "face-up": "both dealer's cards face up",
}


def strategy_sheet(table: TableRules, priced: MainGamePrice) -> StrategySheet:
    file = priced.strategy_data()
    switching, refined = file.get("switch"), file.get("refinements", {})
    return StrategySheet(
        file=file,
        csv=as_csv(file),
        title=GAMES[table.game].title,
        posted=tuple(posted(table)),
        house_edge=priced.house_edge,
        edges=_edges(table, priced),
        grids=tuple(_grids(file)),
        colours=COLOURS,
        legend=codes_used(file),
        answers=questions(table, file),
        footnotes=tuple(footnotes(file)),
        scores_in_words=tuple(switch_words(switching)) if switching else (),
        exceptions=refined.get("exceptions", ()),
        house_edge_with_exceptions=refined.get("house_edge"),
    )


def _edges(table: TableRules, priced: MainGamePrice) -> str:
    """Describe the edges; fixed prizes make the edge depend on the wager, so also without them."""
    both = f"basic strategy {percent(priced.house_edge)}, optimal play {percent(priced.house_edge_optimal)}"
    if (without_prizes := priced.without_prizes()) is None:
        return both
    without = f"{percent(without_prizes.house_edge)} and {percent(without_prizes.house_edge_optimal)}"
    return f"{both}; with the super bonus at a wager of {dollars(table.minimum)}, without it {without}"


def posted(table: TableRules) -> Iterator[str]:
    """List the rules of a table that affect its chart, in words."""
    yield f"{table.decks} deck{'s' * (table.decks != 1)}{' in a double shoe' * (table.shoe == 'double')}"
    yield f"blackjack pays {GAMES[table.game].blackjack_odds}"
    yield "dealer hits soft 17" if table.soft_17 == "hit" else "dealer stands on soft 17"
    yield HOLE_CARDS[table.hole_card]
    yield "surrender" if table.surrender else "no surrender"
    if table.even_money:
        yield "even money"
    yield f"splits to {table.split_hands} hands"
    yield "aces split again" if table.resplit_aces else "aces split once"
    yield "doubles after a split" if table.double_after_split else "no doubles after a split"
    if table.double_card != "face-up":
        yield f"double card {table.double_card.replace('-', ' ')}"
    if table.optional_payouts:
        yield "pay-outs for " + " and ".join(table.optional_payouts)
    for passage, name in table.readings.items():
        yield f"{passage} read as {name}"


def _grids(file: Json) -> Iterator[Grid]:
    for part, title in PARTS:
        if part in file:
            yield from _grids_of(part, title, file[part])
    if switching := file.get("switch"):
        scores = {hand: row | switching["short"]["scores"][hand] for hand, row in switching["scores"].items()}
        yield Grid(SWITCH_TITLE, scores, is_scores=True)


def _grids_of(part: str, title: str, rows: dict[str, dict[str, str]]) -> Iterator[Grid]:
    """Build the grids; if the dealer's total is visible, hard and soft totals of the dealer are separate."""
    open_cards = any(view.startswith("soft ") for view in rows["20" if part != "pairs" else "T"])
    for soft, against in ((False, "hard"), (True, "soft")):
        chosen = {
            row: {view.removeprefix("soft "): code for view, code in codes.items() if view.startswith("soft ") == soft}
            for row, codes in rows.items()
        }
        if any(chosen.values()):
            full_title = f"{title} against the dealer's {against} total" if open_cards else title
            yield Grid(full_title, chosen, part=part, against_soft=soft)


def switch_words(switching: Json) -> Iterator[str]:
    """Describe the switching rule, and what it costs."""
    yield switching["rule"]
    for name, scored in (("with all columns", switching), ("with the last two columns only", switching["short"])):
        edge, cost = percent(scored["house_edge"]), percent(scored["cost"])
        yield f"switching {name}: house edge {edge}, {cost} more than with exact values"


def codes_used(file: Json) -> dict[str, str]:
    codes = {code for part, _ in PARTS[:3] for row in file[part].values() for code in row.values()}
    return {code: meaning for code, meaning in LEGEND.items() if code in codes}


def questions(table: TableRules, file: Json) -> str:
    """Say when to take insurance and even money, as far as this table offers them."""
    if "A" not in file["hard"]["20"]:
        return ""
    asked = ("insurance", "even_money") if table.even_money else ("insurance",)
    answers = [f"{'take' if file[key] else 'decline'} {key.replace('_', ' ')}" for key in asked]
    return "against an ace: " + ", ".join(answers)


def footnotes(file: Json) -> Iterator[str]:
    """Explain cells in which two-card hands are surrendered, so that the code applies to three or more cards."""
    stiff = {"15", "16"}
    code = TEXTS[SURRENDER_OR_STAND]
    cells = [f"{row} against {up}" for row in stiff for up, said in file["hard"].get(row, {}).items() if said == code]
    if cells:
        yield (
            f"{code} at {' and '.join(sorted(cells))}: two-card hands are surrendered there, so the hands played have "
            "three or more cards, and for those standing is better; charts printed for two cards say "
            f"{TEXTS[SURRENDER_OR_HIT]}"
        )


def as_csv(file: Json) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["kind", "hand", *next(iter(file["hard"].values()))])
    for part, _ in PARTS:
        for row, codes in file.get(part, {}).items():
            writer.writerow([part, row, *codes.values()])
    return text.getvalue()
