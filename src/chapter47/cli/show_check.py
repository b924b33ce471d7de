"""Text output of `check`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from chapter47.desk.verdict_days import VerdictStretch, count_days
from chapter47.law.editions import replaced
from chapter47.library.checks import (
    WORDS,
    FindingAnswer,
    FloorVerdict,
    NeighbourAnswer,
    NoticeAnswer,
    TextOutcomeAnswer,
    UnreadableFile,
    Verdict,
)
from chapter47.terminal.console import Rows, Terminal, escape

_COLOUR = {True: "green", False: "red", None: "yellow"}


def verdict(name: str, judged: Verdict) -> None:
    console = Terminal()
    day = f" on {judged.on}" if judged.on else f" by {judged.text}" if judged.text else ""
    if judged.on and judged.lawful is None:
        day = f" ({day.strip()})"
    console.print(f"{escape(name)}: {_headline(judged)}{day}", highlight=False)
    if not judged.on:
        console.print(f"No date given; {_replaced()}", style="dim")
    if judged.findings:
        console.print(_findings("Findings", judged.findings))
    _show_open_sections(console, judged)
    if judged.notices:
        console.print(_notices("Notices, signs and inscriptions", judged.notices))


def _headline(judged: Verdict) -> str:
    colour = _COLOUR[judged.lawful]
    return f"[{colour}]{escape(judged.headline or WORDS[judged.lawful])}[/{colour}]"


def _show_open_sections(console: Terminal, judged: Verdict) -> None:
    """Show the sections without a text for the date: between which dates none is held, and what the nearest texts
    say."""
    if not judged.not_held:
        return
    rows = {row.citation: row for row in judged.by_neighbours}
    table = _table("Text not held", "paragraph", "from", "until", "text before", "text after", "why")
    for text in judged.not_held:
        row = rows.get(text.citation) or rows.get(text.citation.partition("(")[0])
        texts = (_outcome(row.before), _outcome(row.after or row.undated)) if row else ("", "")
        table.add_row(text.citation, text.after or "", text.before or "", *texts, escape(text.message))
    console.print(table)
    for row in judged.by_neighbours:
        for line in _difference(row):
            console.print(line, highlight=False, markup=False)


def _outcome(text: TextOutcomeAnswer | None) -> str:
    if text is None:
        return "none held"
    answer = "this game was not authorized yet" if text.lawful is None else WORDS[text.lawful]
    return f"{text.edition}{'' if text.since else ' (no date)'}: {answer}"


def _difference(row: NeighbourAnswer) -> Iterator[str]:
    if row.same is not False or row.before is None or row.after is None:
        return
    yield f"{row.citation} decides on {', '.join(row.depends_on)}; it was amended on {', '.join(row.amended)}."
    for text, words in ((row.before, f"until {row.before.until}"), (row.after, f"from {row.after.since}")):
        why = "; ".join(f"{finding.citation}: {finding.message}" for finding in text.findings)
        yield f"  text of {text.edition} ({words}): {WORDS[text.lawful]}{f', {why}' if why else ''}"


def _replaced() -> str:
    return f"19:47 was replaced on {replaced()} by 13:69F, which is not held"


def change(old: str, judged: Verdict) -> None:
    """Show what the change requires: when, to whom and in which words; and what to take down."""
    console = Terminal()
    if judged.change:
        console.print(_notices(f"The change from {escape(old)} requires", judged.change))
        for notice in judged.change:
            time = f"{notice.lead_minutes} minutes before" if notice.lead_minutes else "before the change"
            console.print(f"{notice.citation}: {time}, to {', '.join(notice.to)}", highlight=False, markup=False)
            console.print(f"  {notice.wording}", highlight=False, markup=False)
    else:
        console.print(f"The change from {old} requires no notice.", highlight=False, markup=False)
    for notice in judged.take_down or ():
        console.print(f"Take down ({notice.citation}, {notice.kind}): {notice.wording}", highlight=False, markup=False)


def floor_changes(old: str, judged: FloorVerdict) -> None:
    """Show what changed since the old folder or date, table by table."""
    if judged.removed is None:
        return
    console = Terminal()
    for name, answer in judged.tables.items():
        if isinstance(answer, Verdict):
            console.print(f"\n{name}" + ("" if answer.change is not None else ": new"), style="bold", markup=False)
            if answer.change is not None:
                change(old, answer)
    for name, displayed in judged.removed.items():
        console.print(f"\n{name}: removed", style="bold", markup=False)
        for notice in displayed:
            console.print(f"Take down ({notice.citation}, {notice.kind}): {notice.wording}", markup=False)


def days(name: str, stretches: Sequence[VerdictStretch]) -> None:
    """Show the verdict for every day, one row for each stretch of days that share it."""
    console = Terminal()
    table = _table(f"{escape(name)}: verdict for every day", "from", "until (exclusive)", "verdict")
    for stretch in stretches:
        colour = _COLOUR[stretch.lawful]
        table.add_row(str(stretch.start), str(stretch.end), f"[{colour}]{escape(stretch.headline)}[/{colour}]")
    console.print(table)
    words = {
        "definite": "decided",
        "inferred": "inferred",
        "depends": "depending on an amendment",
        "unknown": "not known",
    }
    counts = count_days(tuple(stretches))
    console.print("; ".join(f"{counts[key]:,} days {word}" for key, word in words.items()), highlight=False)


def floor(folder: str, judged: FloorVerdict, games: Mapping[str, str]) -> None:
    console = Terminal()
    table = _table(f"Tables in {escape(folder)}", "table", "game", "answer", "paragraphs")
    for name, answer in judged.tables.items():
        if isinstance(answer, UnreadableFile):
            problems = "; ".join(f"{error['key']}: {error['got']}" for error in answer.errors)
            table.add_row(escape(name), "", "[red]cannot be read[/red]", escape(problems))
            continue
        cited = [finding.citation for finding in answer.findings] or [text.citation for text in answer.not_held]
        table.add_row(escape(name), games[name], _headline(answer), ", ".join(cited))
    console.print(table)
    if any(isinstance(answer, Verdict) and answer.text for answer in judged.tables.values()):
        console.print(
            f"No date given: each table is judged by the newest text held for its game; {_replaced()}", style="dim"
        )
    if judged.floor_findings:
        console.print(_findings("Findings across tables", judged.floor_findings))


def _findings(title: str, findings: Iterable[FindingAnswer]) -> Rows:
    table = _table(title, "paragraph", "finding", "found", "required")
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
