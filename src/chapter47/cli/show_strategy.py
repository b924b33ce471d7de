"""What `strategy` and `advise` print, and the main game's part of a table's price."""

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from chapter47.blackjack.analysis.advice import Advice
from chapter47.blackjack.analysis.priced import AdviceAnswer, MainGamePrice
from chapter47.blackjack.analysis.switch.advice import SwitchAdvice
from chapter47.blackjack.chart_codes import LEGEND
from chapter47.blackjack.table_rules import TableRules
from chapter47.terminal.console import Terminal

PARTS: Final = (
    ("hard", "Hard totals"),
    ("soft", "Soft totals"),
    ("pairs", "Pairs"),
    ("rescue", "Doubled hands: R rescue, S let stand"),
)
SWITCH_TITLE: Final = "When to switch: scores in hundredths of a wager"
_STYLES: Final = {
    "H": "black on light_coral",
    "S": "black on khaki1",
    "D": "black on sky_blue1",
    "P": "black on pale_green1",
    "R": "black on grey85",
}


def main_game_data(found: MainGamePrice) -> dict[str, Any]:
    """The main wager's price: the first part of what `edge` answers."""
    return {
        "house_edge": found.house_edge,
        "house_edge_optimal": found.house_edge_optimal,
        **_without_prizes(found),
        **found.round_data(),
    }


def _without_prizes(found: MainGamePrice) -> dict[str, float]:
    """Where a fixed amount is paid besides, its weight depends on the wager: the edges without it too."""
    other = found.without_prizes()
    if other is None:
        return {}
    edges = {"house_edge": other.house_edge, "house_edge_optimal": other.house_edge_optimal}
    return {f"{name}_without_super_bonus": edge for name, edge in edges.items()}


def show_strategy(name: str, found: MainGamePrice, data: dict[str, Any]) -> None:
    terminal = Terminal(highlight=False)
    terminal.print(f"{name}: {100 * found.house_edge:.5f} % by this chart", markup=False)
    for title, rows in parts_of(data):
        table = Table(title=title, padding=(0, 0), collapse_padding=True)
        table.add_column("")
        for view in next(iter(rows.values())):
            table.add_column(view.removeprefix("soft "), justify="center")
        for row, codes in rows.items():
            table.add_row(row, *(Text(code.center(4), style=_STYLES[code[0]]) for code in codes.values()))
        terminal.print(table)
    terminal.print(", ".join(f"{code} {meaning}" for code, meaning in codes_used(data).items()), markup=False)
    terminal.print(questions(found.prepared.table, data), markup=False)
    if scores := data.get("switch"):
        _show_switch(scores, terminal)
    if refined := data.get("refinements"):
        _show_refinements(refined, terminal)


def _show_switch(data: dict[str, Any], terminal: Terminal) -> None:
    """The scores by which hands are switched, the best hands first."""
    table = Table(title=SWITCH_TITLE, padding=(0, 0), collapse_padding=True)
    scores = switch_scores(data)
    for column in ("", *next(iter(scores.values()))):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for hand, row in scores.items():
        table.add_row(hand, *map(str, row.values()))
    terminal.print(table)
    for line in switch_words(data):
        terminal.print(line, markup=False)


def switch_scores(data: dict[str, Any]) -> dict[str, dict[str, int]]:
    """By hand, against each up card and against each group of them."""
    return {hand: scores | data["short"]["scores"][hand] for hand, scores in data["scores"].items()}


def switch_words(data: dict[str, Any]) -> Iterator[str]:
    """The rule of thumb, and what it costs."""
    yield data["rule"]
    for name, found in (("by all columns", data), ("by the last two columns only", data["short"])):
        edge, cost = 100 * found["house_edge"], 100 * found["cost"]
        yield f"switching {name}: {edge:.5f} %, {cost:.5f} more than by exact values"


def _show_refinements(refined: dict[str, Any], terminal: Terminal) -> None:
    edge = 100 * refined["house_edge"]
    table = Table(title=f"Exceptions to the chart: with all of them {edge:.5f} %", title_justify="left")
    for column in ("hand", "against", "when", "play", "chart"):
        table.add_column(column)
    table.add_column("gains", justify="right")
    for one in refined["exceptions"]:
        words = [one[key] for key in ("hand", "against", "when", "play", "chart")]
        table.add_row(*words, f"{100 * one['gain']:.5f} %")
    terminal.print(table)


def parts_of(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    """The parts of a chart; where the dealer's total is seen, hard and soft totals of the dealer apart."""
    for part, title in PARTS:
        if part not in data:
            continue
        for soft, against in ((False, "hard"), (True, "soft")):
            rows = {
                row: {view: code for view, code in codes.items() if view.startswith("soft ") == soft}
                for row, codes in data[part].items()
            }
            if any(rows.values()):
                both = any(view.startswith("soft ") for view in data[part]["20" if part != "pairs" else "T"])
                yield f"{title} against the dealer's {against} total" if both else title, rows


def codes_used(data: dict[str, Any]) -> dict[str, str]:
    codes = {code for part, _ in PARTS[:3] for row in data[part].values() for code in row.values()}
    return {code: meaning for code, meaning in LEGEND.items() if code in codes}


def questions(table: TableRules, data: dict[str, Any]) -> str:
    """What to answer under an ace, as far as it is asked at this table."""
    if "A" not in data["hard"]["20"]:
        return ""
    asked = ("insurance", "even_money") if table.even_money else ("insurance",)
    answers = [f"{'take' if data[key] else 'decline'} {key.replace('_', ' ')}" for key in asked]
    return "against an ace: " + ", ".join(answers)


def as_csv(data: dict[str, Any]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    views = list(next(iter(data["hard"].values())))
    writer.writerow(["kind", "hand", *views])
    for part, _ in PARTS:
        for row, codes in data.get(part, {}).items():
            writer.writerow([part, row, *codes.values()])
    return text.getvalue()


def show_advice(hand: str, up: str, advice: AdviceAnswer) -> None:
    match advice:
        case Advice():
            _show_one_hand(hand, up, advice)
        case SwitchAdvice():
            _show_two_hands(up, advice)


def _show_two_hands(up: str, advice: SwitchAdvice) -> None:
    for name, found in (("keep", advice.kept), ("switch", advice.switched)):
        if found is None:
            continue
        best = ", best" if name == advice.best else ""
        print(f"{name}: {' and '.join(found.hands)} against {up}: {found.value:+.6f} together{best}")
        for hand, one in zip(found.hands, found.moves, strict=True):
            _show_one_hand(hand, up, one._replace(insurance=None))
    if advice.insurance is not None:
        print(f"insurance of each wager for half: {advice.insurance:+.6f}")


def _show_one_hand(hand: str, up: str, advice: Advice) -> None:
    table = Table(title=f"{hand} against {up}", show_header=False)
    for move, value in sorted(advice.moves.items(), key=lambda pair: -pair[1]):
        table.add_row(move, f"{value:+.6f}", "best" if move == advice.best else "")
    if advice.insurance is not None:
        table.add_row("insurance", f"{advice.insurance:+.6f}", "for half the wager")
    Terminal().print(table)
    if advice.chart:
        print(f"the chart says {advice.chart}: {LEGEND[advice.chart]}")
    for side, one in advice.sides.items():
        _show_one_hand(hand, f"{up}, from the {side} side", one._replace(chart=None))
