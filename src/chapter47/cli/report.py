"""The command `report`."""

import csv as csv_files
import json
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from chapter47.cli.common import (
    LAWFUL,
    STOPPED,
    UNLAWFUL,
    AsJson,
    TableFile,
    flag,
    option,
    print_json,
    read_table,
    refusals,
    refuse,
)
from chapter47.core.errors import Problem
from chapter47.core.files import UnreadableFileError, output_problems, read_text, why_not_begun
from chapter47.core.json_object import Json
from chapter47.terminal.options import WHOLE_NUMBER

LINES = (
    *("event", "combinations", "probability", "fraction", "one_in", "true_odds", "pays", "net", "contribution"),
    "share",
)
FILES = ("wagers.csv", "pay_lines.csv", "removal.csv", "sensitivity.csv", "rules.csv")
RANKS = tuple("A23456789T")
CLOSE = 1e-9
"""Figures with a smaller relative difference count as equal, because processors round differently."""


def report(
    path: TableFile,
    json_file: Annotated[Path | None, Parameter(help="Behind --json: write the JSON to this file.")] = None,
    /,
    *,
    html: Annotated[Path | None, Parameter("--html", help="Write the report as an HTML page.")] = None,
    pdf: Annotated[Path | None, Parameter("--pdf", help="Write the report as a PDF; needs chapter47[print].")] = None,
    csv: Annotated[Path | None, Parameter("--csv", help=f"Write {', '.join(FILES)} to this folder.")] = None,
    check: Annotated[
        Path | None, Parameter("--check", help="Compare with an earlier report in JSON and list what differs.")
    ] = None,
    rounds: Annotated[
        int, WHOLE_NUMBER, option("--rounds", "Rounds of the verifying simulation; 0 skips it.")
    ] = 1_000_000,
    seed: Annotated[int, WHOLE_NUMBER, option("--seed", "Seed of the simulation.")] = 1,
    date: Annotated[
        str | None, Parameter("--date", help="Date of the report, such as 2026-11-18 (default: today).")
    ] = None,
    force: Annotated[bool, flag("--force", "Overwrite existing files.")] = False,
    json_: AsJson = False,
) -> int:
    """Write the mathematical report of a table: compliance, every wager with its pay lines and risk, verification.

    The same table, rounds, seed and date give the same JSON, byte for byte.
    Ctrl-C ends the verification early and keeps its rounds.
    Exit 0: answered; 1: --check found differences; 2: bad input; 130: the verification was stopped early.

    Example: chapter47 report examples/blackjack.toml --html report.html --pdf report.pdf
             chapter47 report examples/blackjack.toml --date 2026-11-18 --json report.json
             chapter47 report examples/blackjack.toml --check report.json
    """
    table = read_table(path, json_)
    files = {"--html": html, "--pdf": pdf, "--json": json_file}
    problems = output_problems(files, [path, check], force=force)
    if json_file and not json_:
        problems.append(Problem("file", str(json_file), "one table file; another only as --json FILE"))
    for name in FILES if csv else ():
        problems += output_problems({"--csv": csv / name}, [path, check], force=force) if csv else []
    if problems:
        refuse(problems, json_)
    earlier = _earlier(check, json_) if check else None
    from chapter47.cli.show_simulation import progress
    from chapter47.desk.report import report as write

    names = {"rounds": "--rounds", "seed": "--seed", "dated": "--date"}
    with refusals(json_, names=names), progress(quiet=json_) as watch:
        made = write(table, rounds=rounds, seed=seed, dated=date, watch=watch)
    data = made.to_dict()
    differences = [*_differences(earlier, data, "")] if earlier is not None else None
    answer = data if differences is None else {**data, "differences": differences}
    _write_files(str(path), data, html, pdf, csv, json_)
    _write_json(json_file, answer, json_)
    if json_ and not json_file:
        print_json(answer)
    else:
        _show(str(path), data, differences)
    if differences:
        return UNLAWFUL
    verified = data["verification"]
    return STOPPED if verified and 0 < verified["rounds"] < rounds else LAWFUL


def _write_files(name: str, data: Json, html: Path | None, pdf: Path | None, csv: Path | None, json_: bool) -> None:
    from chapter47.desk.report_page import page

    try:
        if html is not None:
            html.write_text(page(name, data), encoding="utf-8")
        if pdf is not None:
            _write_pdf(pdf, name, data, json_)
        if csv is not None:
            _write_csv(csv, data)
    except OSError as error:
        refuse([Problem("output", why_not_begun(error), "a writable file or folder")], json_)


def _write_json(path: Path | None, data: Json, json_: bool) -> None:
    if path is None:
        return
    try:
        path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        refuse([Problem("--json", why_not_begun(error), "a writable file")], json_)


def _write_pdf(pdf: Path, name: str, data: Json, json_: bool) -> None:
    try:
        from chapter47.desk.report_pdf import report_pdf

        pdf.write_bytes(report_pdf(name, data))
    except ImportError:
        refuse([Problem("--pdf", "typst is not installed", "pip install 'chapter47[print]'")], json_)


def _earlier(path: Path, json_: bool) -> Json:
    try:
        data = json.loads(read_text(path))
    except (UnreadableFileError, ValueError, RecursionError) as error:
        refuse([Problem("--check", f"{path}: {error}", "a report in JSON, written by `report --json`")], json_)
    if not isinstance(data, dict):
        refuse([Problem("--check", str(path), "a report in JSON, written by `report --json`")], json_)
    return data


def _differences(old: Any, new: Any, place: str) -> Iterator[Json]:
    """List every figure that differs, by its place in the report; the date of the report always may."""
    if place == "identity.date":
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from _differences(old.get(key), new.get(key), f"{place}.{key}".strip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _differences(before, after, f"{place}[{number}]")
    elif old != new and not _is_close(old, new):
        yield {"figure": place, "before": old, "after": new}


def _is_close(old: object, new: object) -> bool:
    numbers = isinstance(old, float) and isinstance(new, float)
    return numbers and isclose(old, new, rel_tol=CLOSE, abs_tol=CLOSE**1.5)  # type: ignore[arg-type]


def _volatility(line: Json) -> tuple[object, object]:
    index = line.get("volatility_index") or {}
    return index.get("90"), index.get("95")


def _write_csv(folder: Path, data: Json) -> None:
    from chapter47.desk.report_document import FIGURES, lines

    folder.mkdir(parents=True, exist_ok=True)
    wagers = [*lines(data["wagers"])]
    priced = [(name, line) for name, line in wagers if line["house_edge"] is not None]
    keys = [key for key in FIGURES if not key.startswith("volatility")]
    tables: dict[str, list[tuple[object, ...]]] = {
        "wagers.csv": [
            ("wager", *keys, "volatility_index_90", "volatility_index_95", "why"),
            *((name, *(line.get(key) for key in keys), *_volatility(line), line.get("why")) for name, line in wagers),
        ],
        "pay_lines.csv": [
            ("wager", *LINES),
            *((name, *(row[key] for key in LINES)) for name, line in priced for row in line["pay_lines"]),
        ],
        "removal.csv": [
            ("wager", *RANKS),
            *((name, *(line["removal"][rank] for rank in RANKS)) for name, line in priced if line["removal"]),
        ],
        "sensitivity.csv": [
            ("option", "value", "house_edge", "difference"),
            *((row["option"], row["value"], row["house_edge"], row["difference"]) for row in data["sensitivity"]),
        ],
        "rules.csv": [
            ("key", "value", "paragraphs"),
            *((row["key"], row["value"], "; ".join(row["citations"])) for row in data["rules"]),
        ],
    }
    for name in FILES:
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            csv_files.writer(file).writerows(tables[name])


def _show(name: str, data: Json, differences: list[Json] | None) -> None:
    from chapter47.core.text import percent
    from chapter47.terminal.console import Rows, Terminal

    console = Terminal(highlight=False)
    lawful = {True: "lawful", False: "not lawful", None: "no answer"}[data["compliance"]["lawful"]]
    console.print(f"{name}: {lawful}, table {data['identity']['table_hash'][:16]}", markup=False)
    table = Rows("wager")
    for column in ("house edge", "standard deviation", "hit frequency", "volatility index 95 %"):
        table.add_column(column, justify="right")
    for wager, figures in data["wagers"].items():
        for bet, line in figures.get("bets", {"": figures}).items():
            if line["house_edge"] is None:
                table.add_row(f"{wager} {bet}".strip(), "not priced", "", "", "")
                continue
            table.add_row(
                f"{wager} {bet}".strip(),
                percent(line["house_edge"]),
                f"{line['standard_deviation']:.4f}",
                percent(line["hit_frequency"]),
                f"{line['volatility_index']['95']:.4f}",
            )
    console.print(table)
    if (verified := data["verification"]) and verified["z"] is not None:
        console.print(f"verified by {verified['rounds']:,} simulated rounds: z = {verified['z']:+.2f}", markup=False)
    for difference in differences or ():
        console.print(f"{difference['figure']}: {difference['before']} before, {difference['after']} now", markup=False)
    if differences == []:
        console.print("no differences from the earlier report", markup=False)
    for note in data["notes"]:
        console.print(f"note: {note}", markup=False)
