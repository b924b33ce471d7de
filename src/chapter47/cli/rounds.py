"""The command `rounds`."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, option, print_answer, refusals, refuse
from chapter47.core.errors import Problem

if TYPE_CHECKING:
    from chapter47.service.stored_rounds import ListedRound


def rounds(
    *,
    database: Annotated[str, Parameter("--database", help="Such as sqlite:///pit.db or postgresql://USER@HOST/NAME.")],
    player: Annotated[str | None, option("--player", "Only rounds in which this player bet.")] = None,
    table: Annotated[str | None, option("--table", "Only rounds of this table, by its ID.")] = None,
    since: Annotated[str | None, option("--since", "From this date or time in UTC, such as 2026-11-18T20:30.")] = None,
    until: Annotated[str | None, option("--until", "Before this date or time in UTC.")] = None,
    limit: Annotated[int, option("--limit", "How many rounds at most, the newest first.")] = 50,
    json_: AsJson = False,
) -> int:
    """List the rounds of any player or table, with what each player won or lost by the ledger.

    Nothing is changed; the server may be running. The page /floor/rounds shows the same with the replay of each round.
    Exit 0: listed. 1: no round matches. 2: no such database, or a bad date.

    Example: chapter47 rounds --database sqlite:///pit.db --player Ann --since 2026-11-18
    """
    try:
        from chapter47.service.stored_rounds import stored_rounds
    except ImportError as error:
        refuse([Problem("rounds", f"{error.name} is not installed", "after pip install 'chapter47[server]'")], json_)
    problems = [] if limit > 0 else [Problem("--limit", str(limit), "a whole number from 1")]
    first, last = _moment("--since", since, problems), _moment("--until", until, problems)
    if problems:
        refuse(problems, json_)
    with refusals(json_, options={"database"}):
        listed = stored_rounds(database, player=player, table=table, since=first or 0, before=last, limit=limit)
    if json_:
        print_answer({"rounds": [_data(row) for row in listed]})
    else:
        _show(listed)
    return LAWFUL if listed else UNLAWFUL


def _moment(name: str, text: str | None, problems: list[Problem]) -> int | None:
    """Parse a date or time; without a zone it is UTC. Milliseconds."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        problems.append(Problem(name, text, "a date or time such as 2026-11-18 or 2026-11-18T20:30"))
        return None
    return round(1000 * (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _data(row: "ListedRound") -> dict[str, object]:
    each = row.round
    named = {"table": each.table, "round": each.round, "at": _shown(each.at), "players": list(each.players)}
    return {**named, "results": dict(each.results), "corrections": row.corrections}


def _shown(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def _show(listed: "list[ListedRound]") -> None:
    from chapter47.core.money import dollars
    from chapter47.terminal.console import Rows, Terminal, escape

    console = Terminal(highlight=False)
    if not listed:
        console.print("No round matches.")
        return
    rows = Rows("began (UTC)", "table", "round", "results", "corrections")
    for row in listed:
        each = row.round
        results = ", ".join(f"{name} {'−' * (won < 0)}{dollars(abs(won))}" for name, won in each.results.items())
        corrections = str(row.corrections) if row.corrections else ""
        cells = (_shown(each.at).removesuffix("+00:00"), each.table, str(each.round), results, corrections)
        rows.add_row(*map(escape, cells))
    console.print(rows)
