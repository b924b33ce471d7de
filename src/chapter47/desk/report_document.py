"""The report of a table as a document of headings, tables, charts and bars; HTML and PDF are drawn from it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.text import money, percent, rate

VERDICTS: Final = {True: "lawful", False: "not lawful", None: "no answer"}
SHARES: Final = (
    *("house_edge", "return_to_player", "element_of_risk", "hit_frequency", "push_frequency"),
    *("loss_frequency", "win_frequency"),
)
FIGURES: Final[Mapping[str, str]] = {
    "house_edge": "House edge",
    "return_to_player": "Return to player",
    "element_of_risk": "Element of risk",
    "average_final_stake": "Average final stake",
    "true_odds": "True odds, to 1",
    "payout_odds": "Payout odds, to 1 on average",
    "hit_frequency": "Hit frequency (net win)",
    "push_frequency": "Push frequency",
    "loss_frequency": "Loss frequency",
    "win_frequency": "Wins among wagers decided",
    "variance": "Variance",
    "standard_deviation": "Standard deviation",
    "skewness": "Skewness",
    "kurtosis": "Excess kurtosis",
    "max_win": "Maximum win",
    "max_loss": "Maximum loss",
    "volatility_90": "Volatility index, 90 %",
    "volatility_95": "Volatility index, 95 %",
    "rounds_until_house_leads": "Rounds until the house leads, 95 %",
    "cycle": "Cycle (equally likely cases)",
    "variance_error_bound": "Error bound of the variance",
    "outcomes_error_bound": "Error bound of the outcomes",
    "variance_of_one_wager": "Variance of one wager",
}
LEAST_BAR: Final = 0.0005
"""Less frequent results have no bar."""
PER_ROW: Final = 2
"""Figures side by side in the table of a wager."""


class Heading(NamedTuple):
    """A heading; level 1 begins a part, level 2 a wager."""

    level: int
    text: str


class Text(NamedTuple):
    """A paragraph; `strong` for the verdict."""

    text: str
    strong: bool = False


class TableBlock(NamedTuple):
    """A table with its caption: the first `left` columns are text, the others are figures."""

    caption: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: int = 1
    wide: tuple[int, ...] = ()
    """Columns that take the room that is left."""


class StrategyGrid(NamedTuple):
    """One grid of a strategy chart, its cells coloured by their first letter."""

    title: str
    rows: Mapping[str, Mapping[str, str]]
    colours: Mapping[str, str]


class Charts(NamedTuple):
    """Grids shown side by side."""

    charts: tuple[StrategyGrid, ...]


class Bars(NamedTuple):
    """How often each result occurs."""

    caption: str
    shares: Mapping[str, float]


Block = Heading | Text | TableBlock | Charts | Bars


def document(data: JsonMapping) -> Iterator[Block]:
    """Lay out the report, part by part."""
    yield from _summary(data)
    yield Heading(1, "Identity")
    yield TableBlock("What this report is about", ("", ""), [*_identity(data["identity"])], 2, (1,))
    yield from _compliance(data["compliance"])
    yield Heading(1, "Rules")
    rules = [(rule["key"], _value(rule["value"]), ", ".join(rule["citations"])) for rule in data["rules"]]
    yield TableBlock(
        "Posted rules and the paragraphs that govern them", ("key", "value", "paragraphs"), rules, 3, (1, 2)
    )
    yield from _strategy(data["strategy"])
    yield Heading(1, "Wagers")
    for name, line in lines(data["wagers"]):
        yield from _wager(name, line)
    yield from _covariances(data)
    yield from _win(data["theoretical_win"])
    yield from _sensitivity(data["sensitivity"])
    yield from _verification(data["verification"])
    yield Heading(1, "Methods and error bounds")
    methods = [(row["figure"].replace("_", " "), row["method"], row["error_bound"]) for row in data["method"]]
    yield TableBlock("How each figure is computed", ("figure", "method", "error bound"), methods, 3, (1, 2))
    if data["notes"]:
        yield Heading(1, "Notes")
        yield from (Text(note) for note in data["notes"])


def lines(wagers: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield every wager, or each bet of a wager with several."""
    for name, wager in wagers.items():
        for bet, line in wager.get("bets", {"": wager}).items():
            yield f"{name} {bet}".strip(), line


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(str, value)) or "none"
        case dict():
            return ", ".join(f"{key}: {_value(part)}" for key, part in value.items())
    return str(value)


def _summary(data: JsonMapping) -> Iterator[Block]:
    verdict, verified = data["compliance"], data["verification"]
    yield Text(f"{data['identity']['title']}: {verdict.get('headline') or VERDICTS[verdict['lawful']]}", strong=True)
    rows: list[tuple[str, ...]] = []
    for name, line in lines(data["wagers"]):
        if line["house_edge"] is None:
            rows.append((name, "not priced", "", "", "", ""))
            continue
        shown = [percent(line[key]) for key in ("house_edge", "return_to_player", "hit_frequency")]
        rows.append((name, *shown, f"{line['standard_deviation']:.5f}", f"{line['volatility_index']['95']:.5f}"))
    heads = ("wager", "house edge", "return to player", "hit frequency", "standard deviation", "volatility 95 %")
    yield TableBlock("Summary; figures are per unit of the initial wager", heads, rows)
    if verified and verified["z"] is not None:
        yield Text(
            f"Verified by {verified['rounds']:,} simulated rounds (seed {verified['seed']}): z = {verified['z']:+.2f} "
            "for the main wager."
        )
    blank = "_" * 28
    yield TableBlock(
        "Signatures",
        ("", "name", "signature", "date"),
        [("Prepared by", *[blank] * 3), ("Reviewed by", *[blank] * 3)],
        4,
    )


def _identity(identity: JsonMapping) -> Iterator[tuple[str, str]]:
    labels = {
        "title": "Game",
        "text": "Text of the regulation",
        "on": "Law of the date",
        "judged": "Judged",
        "table_hash": "SHA-256 of the table file in canonical form",
        "version": "Program version of chapter47",
        "date": "Date of the report",
        "seed": "Seed (verification; covariances use the next two)",
        "rounds": "Simulated rounds asked for",
    }
    for key, label in labels.items():
        if identity.get(key) is not None:
            value = identity[key]
            yield label, f"{value:,}" if key == "rounds" else str(value)


def _compliance(verdict: JsonMapping) -> Iterator[Block]:
    yield Heading(1, "Compliance")
    yield Text(f"Verdict: {VERDICTS[verdict['lawful']]}.", strong=True)
    findings = [
        (finding["citation"], finding["message"], str(finding["got"]), str(finding["want"]))
        for finding in verdict["findings"]
    ]
    if findings:
        yield TableBlock("Findings", ("paragraph", "finding", "found", "required"), findings, 4, (1,))
    notices = [(row["citation"], row["kind"], row["when"], row["message"]) for row in verdict["notices"]]
    if notices:
        yield TableBlock("Notices, signs and postings", ("paragraph", "kind", "when", "what"), notices, 4, (3,))


def _strategy(strategy: JsonMapping) -> Iterator[Block]:
    yield Heading(1, "Assumed strategy")
    yield Text(f"{strategy['name'].capitalize()}: {strategy['says']}.")
    if not strategy.get("grids"):
        return
    colours = strategy["colours"]
    yield Charts(tuple(StrategyGrid(grid["title"], grid["rows"], colours) for grid in strategy["grids"]))
    yield Text("; ".join(f"{code} {meaning}" for code, meaning in strategy["legend"].items()))
    yield from (Text(line) for line in (strategy["answers"], *strategy["footnotes"]) if line)


def _wager(name: str, line: Json) -> Iterator[Block]:
    yield Heading(2, "Main wager" if name == "main" else name)
    if line["house_edge"] is None:
        yield Text(f"Not priced: {line['why']}")
        return
    yield TableBlock("Figures", ("figure", "value") * PER_ROW, [*_in_rows([*_figures(line)])], 1)
    if name == "main" and len(line["pay_lines"]) > 4:
        often = {row["event"]: row["probability"] for row in line["pay_lines"] if row["probability"] >= LEAST_BAR}
        yield Bars("How often a round ends with each net result", often)
    yield TableBlock(
        "Pay lines; contributions to the return include the stake returned", *_pay_lines(line["pay_lines"])
    )
    widths = [
        (f"{int(rounds):,}", *(f"{percent(low)} to {percent(high)}" for low, high in both.values()))
        for rounds, both in line["confidence"].items()
    ]
    yield TableBlock("Return to player after so many rounds", ("rounds", "with 90 %", "with 95 %"), widths)
    if line.get("removal"):
        effects = {rank: percent(effect, signed=True) for rank, effect in line["removal"].items()}
        yield TableBlock("Effect of removing one card on the player's edge", (*effects,), [tuple(effects.values())], 0)
    if line.get("vulnerability"):
        yield from _vulnerability(line["vulnerability"])
    if (together := line.get("covariance_with_main")) and together["value"] is not None:
        yield Text(
            f"Covariance with the main wager of the same round: {together['value']:+.5f}, standard error "
            f"{together['standard_error']:.5f}."
        )


def _figures(line: Json) -> Iterator[tuple[str, str]]:
    known = {**line, **{f"volatility_{sure}": index for sure, index in line["volatility_index"].items()}}
    for key, label in FIGURES.items():
        if (figure := known.get(key)) is not None:
            yield label, shown(key, figure)


def shown(key: str, figure: float) -> str:
    """Format a figure by its key."""
    if key in SHARES:
        return percent(figure)
    if key == "rounds_until_house_leads":
        return f"{figure:,.0f}"
    if key in ("max_win", "max_loss"):
        return f"{figure:,g}"
    return f"{figure:,}" if isinstance(figure, int) else f"{figure:,.3g}" if "bound" in key else f"{figure:,.6f}"


def _in_rows(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    """Put pairs side by side, down the first columns and then the next."""
    height = -(-len(pairs) // PER_ROW)
    for row in range(height):
        cells = [
            pairs[place] if (place := row + height * column) < len(pairs) else ("", "") for column in range(PER_ROW)
        ]
        yield tuple(text for pair in cells for text in pair)


def _pay_lines(rows: Sequence[Json]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    counted = any(row["combinations"] is not None for row in rows)
    heads = ("event", *(("combinations",) if counted else ()), "probability", "1 in", "pays", "to return", "share")
    lines = [
        (
            row["event"],
            *((f"{row['combinations']:,}",) if counted else ()),
            f"{row['probability']:.8f}",
            f"{row['one_in']:,.2f}" if row["one_in"] else "",
            row["pays"] if row["pays"] != row["event"] else f"{row['net']:+g}" if row["net"] else "0",
            f"{row['contribution']:.6f}",
            "" if row["share"] is None else percent(row["share"]),
        )
        for row in rows
    ]
    return heads, lines


def _vulnerability(counted: Json) -> Iterator[Block]:
    if not counted["best_count"]:
        yield Text("Counting: no linear count follows this wager.")
        return
    tags = {rank: f"{tag:+d}" if tag else "0" for rank, tag in counted["best_count"].items()}
    yield TableBlock("Best linear count", (*tags,), [tuple(tags.values())], 0)
    edge, often = counted["edge_when_bet"], percent(counted["bet_frequency"])
    when_bet = "" if edge is None else f", with an edge of {percent(edge)} when it is"
    yield Text(
        f"A counter bets at a true count of {counted['trigger']:+.2f} or more: {often} of rounds at a penetration of "
        f"{rate(counted['penetration'])}{when_bet}; {counted['units_per_100_rounds']:.4f} units per 100 rounds."
    )


def _covariances(data: JsonMapping) -> Iterator[Block]:
    boxes = data["covariance_of_two_boxes"]
    if boxes and boxes["value"] is not None:
        yield Heading(1, "Covariance")
        yield Text(
            f"Covariance of two boxes of one round: {boxes['value']:.5f}, standard error {boxes['standard_error']:.5f} "
            f"({boxes['rounds']:,} rounds, seed {boxes['seed']})."
        )


def _win(rows: Sequence[Json]) -> Iterator[Block]:
    if not rows or rows[0]["main"] is None:
        return
    yield Heading(1, "Theoretical win per hour")
    lines = [
        (
            str(row["players"]),
            f"{row['rounds_per_hour']:,}",
            money(row["average_wager"]),
            money(row["main"]),
            money(row["standard_deviation"]),
        )
        for row in rows
    ]
    heads = ("players", "rounds per hour", "wager", "expected win", "standard deviation")
    yield TableBlock("Main wager at the table minimum, one box each; boxes counted as independent", heads, lines, 0)


def _sensitivity(rows: Sequence[Json]) -> Iterator[Block]:
    if not rows:
        return
    yield Heading(1, "Sensitivity")
    lines = [
        (
            row["option"],
            _value(row["value"]),
            percent(row["house_edge"]),
            percent(row["difference"], signed=True),
            "; ".join(f"{name} {percent(edge)}" for name, edge in row.get("wagers", {}).items()),
        )
        for row in rows
    ]
    heads = ("option", "value", "house edge", "difference", "other wagers")
    if any(line[-1] for line in lines):
        yield TableBlock("One lawful option changed, everything else as posted", heads, lines, 2, (4,))
    else:
        yield TableBlock(
            "One lawful option changed, everything else as posted", heads[:4], [row[:4] for row in lines], 2
        )


def _verification(checked: JsonMapping | None) -> Iterator[Block]:
    yield Heading(1, "Verification")
    if checked is None or checked["z"] is None:
        yield Text(
            "Not simulated." if checked is None else f"Not simulated: {checked.get('why', 'no standard error')}."
        )
        return
    yield Text(f"{checked['rounds']:,} simulated rounds, seed {checked['seed']}.")
    compared = {"main": checked, **checked["wagers"]}
    rows = [
        (
            name,
            percent(line["exact"]),
            percent(line["house_edge"]),
            percent(line["standard_error"]),
            f"{line['z']:+.2f}",
        )
        for name, line in compared.items()
        if line["z"] is not None
    ]
    yield TableBlock("Exact and simulated house edge", ("wager", "exact", "simulated", "standard error", "z"), rows)
    if chi := checked["chi_square"]:
        yield Text(
            f"Chi-square of the outcomes: {chi['statistic']:.3f}, degrees of freedom {chi['degrees_of_freedom']}, "
            f"p = {chi['p']:.4f}."
        )
