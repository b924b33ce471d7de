"""What `check` prints for people."""

from collections.abc import Iterable, Mapping

from rich.table import Table

from chapter47.core.compliance import Floor, Verdict
from chapter47.core.findings import Finding, Notice
from chapter47.core.tablefile.problems import TableFileError
from chapter47.terminal.console import Terminal, escape

_WORD = {True: "[green]lawful[/green]", False: "[red]not lawful[/red]", None: "[yellow]cannot be told[/yellow]"}


def verdict(name: str, found: Verdict) -> None:
    console = Terminal()
    day = f" on {found.table.on}" if found.table.on else ""
    console.print(f"{escape(name)}: {_WORD[found.lawful]}{day}", highlight=False)
    if found.findings:
        console.print(_findings("What forbids it", found.findings))
    if found.doubts:
        table = _table("Where the text is not held", "paragraph", "from", "until", "why")
        for doubt in found.doubts:
            table.add_row(doubt.citation, str(doubt.after or ""), str(doubt.before or ""), doubt.message)
        console.print(table)
    if found.notices:
        console.print(_notices("Notices, signs and inscriptions", found.notices))


def change(old: str, needed: list[Notice]) -> None:
    console = Terminal()
    if needed:
        console.print(_notices(f"The change from {escape(old)} requires", needed))
    else:
        console.print(f"The change from {old} requires no notice.", highlight=False, markup=False)


def floor(folder: str, found: Floor, broken: Mapping[str, TableFileError]) -> None:
    console = Terminal()
    table = _table(f"Tables in {escape(folder)}", "table", "game", "answer", "paragraphs")
    for name, one in found.tables.items():
        cited = [finding.citation for finding in one.findings] or [doubt.citation for doubt in one.doubts]
        table.add_row(escape(name), one.table.game, _WORD[one.lawful], ", ".join(cited))
    for name, error in broken.items():
        problems = "; ".join(f"{one.key}: {one.got}" for one in error.problems)
        table.add_row(escape(name), "", "[red]cannot be read[/red]", escape(problems))
    console.print(table)
    if found.findings:
        console.print(_findings("What binds the tables to each other", found.findings))


def _findings(title: str, findings: Iterable[Finding]) -> Table:
    table = _table(title, "paragraph", "finding", "got", "wanted")
    for one in findings:
        table.add_row(one.citation, *map(escape, (f"{one.message} ({one.code})", one.got, one.want)))
    return table


def _notices(title: str, notices: Iterable[Notice]) -> Table:
    table = _table(title, "paragraph", "kind", "when", "what")
    for one in notices:
        table.add_row(one.citation, one.kind, one.when, one.message)
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, no_wrap=column == "paragraph")
    return table
