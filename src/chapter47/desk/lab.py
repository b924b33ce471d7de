"""The lab: verdict, price, chart, what-ifs and simulation of a table file that is being written. Functions take and
return text and JSON, so that they can run in another process."""

from base64 import b64encode
from importlib.util import find_spec
from typing import Any, Final

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.json_object import Json
from chapter47.core.pricing import StrategySheet
from chapter47.desk.compare import compare as compare_tables
from chapter47.desk.compare import consequences
from chapter47.desk.guide import guide, to_pdf
from chapter47.desk.guided_notes import next_note
from chapter47.desk.reconstruct import reconstruct
from chapter47.desk.round_notes import BadNotesError
from chapter47.desk.ruling_report import (
    assumptions,
    correction,
    dependence,
    deviations,
    disputed_acts,
    headline,
    observed_wagers,
    to_html,
)
from chapter47.desk.ruling_report import to_pdf as ruling_pdf
from chapter47.desk.sarif import line_of
from chapter47.desk.win_per_hour import Assumptions, read_take_up
from chapter47.games import AnyTable, game_of, parse
from chapter47.library.checks import check
from chapter47.library.prices import NotOfferedError, edge, strategy
from chapter47.library.simulations import simulate as play_rounds

RULING: Final = "Ruling on a round"
MOST_ROUNDS: Final = 20_000_000
NO_CHART: Final = {"title": "", "grids": [], "legend": {}, "answers": ""}


def judged(text: str, on: str | None = None) -> Json:
    """Return the verdict with findings, notices and signs, or every problem of the file with its line."""
    try:
        table = parse(text)
        verdict = check(table, on)
    except Chapter47Error as error:
        return {"problems": _problems(error, text)}
    lines = [line_of(finding.key, text) for finding in verdict.findings]
    data = verdict.to_dict()
    findings = [{**finding, "line": line} for finding, line in zip(data["findings"], lines, strict=True)]
    signs = [{"kind": sign.kind, "says": sign.says, "citation": sign.citation} for sign in guide(table, on).signs]
    keys = [{"key": key.name, "means": key.means, "allowed": key.allowed} for key in game_of(table).posting.asked()]
    return {**data, "problems": [], "findings": findings, "signs": signs, "game": table.game, "keys": keys}


def priced(text: str) -> Json:
    """Return the house edge of every wager, and the chart."""
    return _answered(text, lambda table: {**edge(table).to_dict(), "chart": _chart(table)})


def varied(text: str, key: str) -> Json:
    """Return the house edge for every value of a key."""
    return _answered(text, lambda table: {"vary": edge(table, vary=key).to_dict()["vary"]})


def compared(texts: tuple[str, ...], hour: tuple[tuple[str, float], ...] = (), take_up: tuple[str, ...] = ()) -> Json:
    """Tables side by side, the first one being what the others are compared with; `hour` holds what is assumed of an
    hour, amounts in cents."""
    try:
        tables = {f"table {number}": parse(text) for number, text in enumerate(texts, 1)}
        assumed = Assumptions(**dict(hour), side_wagers=read_take_up(take_up))  # type: ignore[arg-type]  # checked by the route
        return compare_tables(tables, assumed=assumed).to_dict()
    except Chapter47Error as error:
        return {"problems": [problem.data() for problem in error.problems]}


def between(text: str, first: str, second: str) -> Json:
    """What a change of the law between two dates means for a table."""
    return _answered(text, lambda table: consequences(table, first, second).to_dict())


def guided(text: str) -> Json:
    """The gaming guide of the table as a page."""
    return _answered(text, lambda table: {"html": guide(table).to_html()})


def printed(text: str, notes: str | None) -> Json:
    """The guide as a PDF or, with notes, the ruling on a round; base 64."""
    if find_spec("typst") is None:
        return {"problems": [Problem("pdf", "typst is not installed", "pip install 'chapter47[print]'").data()]}
    try:
        table = parse(text)
        pdf = to_pdf(guide(table)) if notes is None else ruling_pdf(reconstruct(table, notes), RULING)
    except Chapter47Error as error:
        return {"problems": _problems(error, text)}
    return {"pdf": b64encode(pdf).decode(), "problems": []}


def next_of(text: str, notes: str) -> Json:
    """What the notes of a disputed round need next."""
    try:
        return {**next_note(parse(text), notes).to_dict(), "problems": []}
    except BadNotesError as error:
        return {"problems": [problem.data() for problem in error.problems]}
    except Chapter47Error as error:
        return {"problems": _problems(error, text)}


def simulated(text: str, rounds: int, seed: int) -> Json:
    """Return the simulated house edge with its standard error."""
    return _answered(text, lambda table: play_rounds(table, min(rounds, MOST_ROUNDS), seed, workers=1).to_dict())


def ruled(text: str, notes: str) -> Json:
    """Rule on a round from notes, with the report as a page; problems of the notes name their lines."""
    try:
        ruling = reconstruct(parse(text), notes)
    except BadNotesError as error:
        return {"problems": [problem.data() for problem in error.problems]}
    except Chapter47Error as error:
        return {"problems": _problems(error, text)}
    data = ruling.to_dict()
    for row, player in zip(data["players"], ruling.players, strict=True):
        row["due"] = correction(player)
        row["depends"] = [dependence(each) for each in player.depends]
    seen = observed_wagers(ruling)
    beside = {"beside": deviations(ruling), "disputed_acts": disputed_acts(ruling), "seen": seen}
    report = to_html(ruling, RULING)
    said = {"headline": headline(ruling), "open": assumptions(ruling), "report": report, **beside}
    return {**data, **said, "problems": []}


def _answered(text: str, answer: Any) -> Json:
    try:
        data: Json = answer(parse(text))
    except Chapter47Error as error:
        return {"problems": _problems(error, text)}
    return {**data, "problems": []}


def _problems(error: Chapter47Error, text: str) -> list[Json]:
    return [{**problem.data(), "line": line_of(problem.key, text)} for problem in error.problems]


def _chart(table: AnyTable) -> Json | None:
    try:
        return chart_data(strategy(table).sheet)
    except NotOfferedError:
        return {**NO_CHART, "why": "this game has no basic strategy"}
    except Chapter47Error as error:
        return {**NO_CHART, "why": str(error)}


def chart_data(sheet: StrategySheet) -> Json:
    """Return the chart in the form that pages draw."""
    grids = [{**grid._asdict(), "rows": {name: dict(row) for name, row in grid.rows.items()}} for grid in sheet.grids]
    return {"title": sheet.title, "grids": grids, "legend": dict(sheet.legend), "answers": sheet.answers, "why": ""}
