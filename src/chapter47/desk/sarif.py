"""Verdicts in SARIF 2.1.0, the format in which code hosts and editors show findings."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from chapter47.core.json_object import Json
from chapter47.core.version import VERSION
from chapter47.library.checks import FloorVerdict, UnreadableFile, Verdict

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
UNREADABLE: Final = "file.unreadable"
TEXT_NOT_HELD: Final = "text.not_held"


def sarif(verdicts: FloorVerdict, texts: Mapping[str, str]) -> Json:
    """Build one run over all tables: findings are errors, sections without a text for the date are warnings. `texts`
    has the table files by name, to find the line of a key."""
    results = [*_results(verdicts, texts)]
    rules = {result["ruleId"]: _rule(result) for result in results}
    driver = {"name": "chapter47", "version": VERSION, "rules": list(rules.values())}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(result: Json) -> Json:
    citation = result["properties"].get("citation", "")
    about = f"N.J.A.C. {citation}" if citation else "The table file cannot be read"
    return {"id": result["ruleId"], "shortDescription": {"text": about}}


def _results(verdicts: FloorVerdict, texts: Mapping[str, str]) -> Iterator[Json]:
    for name, table in verdicts.tables.items():
        yield from _of_table(name, table, texts.get(name, ""))
    for finding in verdicts.floor_findings:
        message = f"{finding.message} ({finding.citation}); found {finding.got}, required {finding.want}"
        yield _result(finding.code, "error", message, None, 1, finding.citation)


def _of_table(name: str, table: Verdict | UnreadableFile, text: str) -> Iterator[Json]:
    if isinstance(table, UnreadableFile):
        for problem in table.errors:
            message = f"{problem['key']}: {problem['got']}; allowed: {problem['allowed']}"
            yield _result(UNREADABLE, "error", message, name, line_of(problem["key"], text), "")
        return
    for finding in table.findings:
        message = f"{finding.message} ({finding.citation}); found {finding.got}, required {finding.want}"
        line = line_of(finding.key, text)
        yield _result(finding.code, "error", message, name, line, finding.citation)
    for section in table.not_held if table.lawful is None else ():
        message = f"{section.message} ({section.citation}); {table.headline}"
        yield _result(TEXT_NOT_HELD, "warning", message, name, line_of("on", text), section.citation)


def line_of(key: str, text: str) -> int:
    """Return the line of a key or table such as `decks` or `wagers.streak`; the first line if the file omits it."""
    table, _, name = key.rpartition(".")
    within = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.fullmatch(r"\s*\[([^\]]+)\]\s*(?:#.*)?", line):
            within = heading[1].replace('"', "").replace(" ", "")
            if within == key:
                return number
        elif within == table and re.match(rf'\s*"?{re.escape(name)}"?\s*=', line):
            return number
    return line_of(table, text) if table else 1


def _result(rule: str, level: str, message: str, file: str | None, line: int, citation: str) -> Json:
    """Build a result; floor findings concern several tables, so they name no file."""
    place = {"artifactLocation": {"uri": file}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": message},
        "locations": [{"physicalLocation": place}] if file else [],
        "properties": {"citation": citation} if citation else {},
    }
