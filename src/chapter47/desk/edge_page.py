"""The price of a table as a page and as CSV: edges, outcomes of every wager, deviations, odds at craps."""

from collections.abc import Iterator

from chapter47.core.json_object import JsonMapping
from chapter47.core.text import percent
from chapter47.desk.report_document import Bars, Block, Heading, TableBlock, Text, lines
from chapter47.desk.report_page import page_of
from chapter47.library.prices import SELDOM, Edge

COLUMNS = ("wager", "house_edge", "outcome", "probability", "pays", "net")


def edge_page(name: str, edge: Edge) -> str:
    return page_of(f"House edge of {name}", _blocks(edge.to_dict(), edge))


def edge_rows(edge: Edge) -> Iterator[tuple[object, ...]]:
    """Yield a row for each outcome of each wager, headings first; a wager without a price has a row with the reason."""
    data = edge.to_dict()
    yield COLUMNS
    for net, chance in (data.get("units") or {}).items():
        yield "main", data["house_edge"], "net result", chance, "", float(net)
    if "units" not in data:
        yield "main", data["house_edge"], "", "", "", ""
    for name, line in lines(data["wagers"]):
        if line["house_edge"] is None:
            yield name, "", line["why"], "", "", ""
            continue
        rows = line.get("rows", {})
        for outcome, chance in line["outcomes"].items():
            row = rows.get(outcome, {})
            yield (
                name,
                line["house_edge"],
                outcome,
                row.get("probability", chance),
                row.get("pays", ""),
                row.get("net", ""),
            )


def _blocks(data: JsonMapping, edge: Edge) -> Iterator[Block]:
    yield Text(f"Table {data['table_hash']}, chapter47 {data['version']}")
    edges = [(edge.titles.get("main", "main wager, basic strategy"), data["house_edge"])]
    edges.append((edge.titles.get("best", "optimal play"), data["house_edge_optimal"]))
    edges += [(name, line["house_edge"]) for name, line in lines(data["wagers"])]
    rows = [(name, "not priced" if figure is None else percent(figure)) for name, figure in edges]
    yield TableBlock("House edge", ("wager", "house edge"), rows)
    if data["variance"] is not None:
        yield Text(f"Variance {data['variance']:.6f}, standard deviation {data['variance'] ** 0.5:.6f}")
    if often := {net: chance for net, chance in (data.get("units") or {}).items() if chance >= SELDOM}:
        yield Bars("Net result of a round, in wagers", often)
    yield from _deviations(data)
    yield from _odds(data)
    for name, line in lines(data["wagers"]):
        yield Heading(2, name)
        if line["house_edge"] is None:
            yield Text(f"Not priced: {line['why']}")
            continue
        pays = {outcome: row["pays"] for outcome, row in line.get("rows", {}).items()}
        outcomes = [
            (outcome, pays.get(outcome, ""), f"{chance:.8f}", f"{1 / chance:,.1f}" if chance else "")
            for outcome, chance in line["outcomes"].items()
        ]
        caption = f"House edge {percent(line['house_edge'])}"
        yield TableBlock(caption, ("outcome", "pays", "probability", "1 in"), outcomes)
    yield from (Text(note) for note in data["notes"])


def _deviations(data: JsonMapping) -> Iterator[Block]:
    if "cost" in data:
        rows = [(row["cell"], row["move"], row["best"], f"{row['per_100_rounds']:.5f}") for row in data["cost"]]
        caption = f"Deviations from basic strategy, which costs {percent(data['house_edge_basic_strategy'])}"
        yield TableBlock(caption, ("cell", "move", "best", "cost per 100 rounds"), rows, 3)


def _odds(data: JsonMapping) -> Iterator[Block]:
    if odds := data.get("odds"):
        rows = [
            (multiple, percent(line["house_edge"]), percent(line["house_edge_dont_pass"]))
            for multiple, line in odds.items()
        ]
        yield TableBlock("House edge per unit staked, odds included", ("odds", "pass", "don't pass"), rows)
