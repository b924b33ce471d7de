"""What `check` prints for people."""

from collections.abc import Iterable, Mapping

from chapter47.law.editions import replaced
from chapter47.library.checks import FindingAnswer, FloorVerdict, NoticeAnswer, Verdict
from chapter47.terminal.console import Rows, Terminal, escape

_WORD = {True: "[green]lawful[/green]", False: "[red]not lawful[/red]", None: "[yellow]cannot be told[/yellow]"}


def verdict(name: str, judged: Verdict) -> None:
    console = Terminal()
    day = f" on {judged.on}" if judged.on else f" by {judged.text}" if judged.text else ""
    console.print(f"{escape(name)}: {_WORD[judged.lawful]}{day}", highlight=False)
    if not judged.on:
        console.print(f"no day was named: {_replaced()}", style="dim")
    if judged.findings:
        console.print(_findings("What forbids it", judged.findings))
    if judged.not_held:
        table = _table("Where the text is not held", "paragraph", "from", "until", "why")
        for text in judged.not_held:
            table.add_row(text.citation, text.after or "", text.before or "", text.message)
        console.print(table)
    if judged.notices:
        console.print(_notices("Notices, signs and inscriptions", judged.notices))


def _replaced() -> str:
    return f"19:47 was replaced on {replaced()} by 13:69F, which is not held"


def change(old: str, needed: Iterable[NoticeAnswer]) -> None:
    console = Terminal()
    if needed:
        console.print(_notices(f"The change from {escape(old)} requires", needed))
    else:
        console.print(f"The change from {old} requires no notice.", highlight=False, markup=False)


def floor(folder: str, judged: FloorVerdict, games: Mapping[str, str]) -> None:
    console = Terminal()
    table = _table(f"Tables in {escape(folder)}", "table", "game", "answer", "paragraphs")
    for name, answer in judged.tables.items():
        if answer.errors is not None:
            problems = "; ".join(f"{error['key']}: {error['got']}" for error in answer.errors)
            table.add_row(escape(name), "", "[red]cannot be read[/red]", escape(problems))
            continue
        cited = [finding.citation for finding in answer.findings] or [text.citation for text in answer.not_held]
        table.add_row(escape(name), games[name], _WORD[answer.lawful], ", ".join(cited))
    console.print(table)
    if any(answer.text for answer in judged.tables.values()):
        console.print(
            f"no day was named: each table is judged by the newest text held for its game; {_replaced()}", style="dim"
        )
    if judged.floor_findings:
        console.print(_findings("What binds the tables to each other", judged.floor_findings))


def _findings(title: str, findings: Iterable[FindingAnswer]) -> Rows:
    table = _table(title, "paragraph", "finding", "got", "wanted")
    for finding in findings:
        table.add_row(
            finding.citation, *map(escape, (f"{finding.message} ({finding.code})", finding.got, finding.want))
        )
    return table


def _notices(title: str, notices: Iterable[NoticeAnswer]) -> Rows:
    table = _table(title, "paragraph", "kind", "when", "what")
    for notice in notices:
        table.add_row(notice.citation, notice.kind, notice.when, notice.message)
    return table


def _table(title: str, *columns: str) -> Rows:
    table = Rows(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, no_wrap=column == "paragraph")
    return table
