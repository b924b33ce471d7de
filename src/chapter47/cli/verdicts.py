"""Verdicts as data, for programs."""

from datetime import date
from typing import Any

from chapter47.cli.common import error_data
from chapter47.core.compliance import Floor, Verdict
from chapter47.core.findings import Notice
from chapter47.core.tablefile.problems import TableFileError


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    return {
        "lawful": verdict.lawful,
        "on": verdict.table.on.isoformat() if verdict.table.on else None,
        "findings": [
            {"code": one.code, "citation": one.citation, "message": one.message, "got": one.got, "want": one.want}
            for one in verdict.findings
        ],
        "not_held": [
            {"citation": one.citation, "message": one.message, "after": _iso(one.after), "before": _iso(one.before)}
            for one in verdict.doubts
        ],
        "notices": [notice_data(notice) for notice in verdict.notices],
    }


def notice_data(notice: Notice) -> dict[str, str]:
    return {"citation": notice.citation, "kind": notice.kind, "when": notice.when, "message": notice.message}


def floor_data(floor: Floor, broken: dict[str, TableFileError]) -> dict[str, Any]:
    tables: dict[str, Any] = {name: verdict_data(verdict) for name, verdict in floor.tables.items()}
    tables |= {name: {"lawful": None, "errors": error_data(error)} for name, error in broken.items()}
    findings = [
        {"code": one.code, "citation": one.citation, "message": one.message, "got": one.got, "want": one.want}
        for one in floor.findings
    ]
    return {"lawful": None if broken else floor.lawful, "tables": tables, "floor_findings": findings}


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
