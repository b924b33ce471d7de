"""The commands. Each imports what it needs when it runs, so that `check` answers at once."""

import sys
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, cast, get_args

from cyclopts import App, Parameter

from chapter47.blackjack.table_rules import GameName
from chapter47.cli.common import (
    LAWFUL,
    NOT_HELD,
    UNLAWFUL,
    UNREADABLE,
    AsJson,
    print_json,
    read_day,
    read_table,
    refuse,
)
from chapter47.cli.streams import run
from chapter47.terminal.options import Wishes

if TYPE_CHECKING:
    from rich.console import Console

    from chapter47.blackjack.analysis.priced import MainGamePrice
    from chapter47.blackjack.table_rules import TableRules
    from chapter47.core.cards import Card
    from chapter47.core.compliance import Verdict

_EXIT: Final = {True: LAWFUL, False: UNLAWFUL, None: NOT_HELD}

Day = Annotated[str | None, Parameter("--on", help="The day whose law counts, such as 2010-06-07.")]


class LateTerminal:
    """The terminal of the help pages, made when the first of them is printed: an answer in JSON never needs it."""

    @cached_property
    def _made(self) -> "Console":
        from chapter47.terminal.console import Terminal

        return Terminal()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)


app = App(
    name="chapter47",
    help=(
        "New Jersey's casino regulation for blackjack (N.J.A.C. 19:47) as working software.\n\n"
        "Example: chapter47 new blackjack --output my-table.toml\n"
        "         chapter47 check my-table.toml\n\n"
        "chapter47 COMMAND --help tells more of a command."
    ),
    help_format="plaintext",
    console=cast("Console", LateTerminal()),
    version_flags=["--version"],
)


def main() -> None:
    """The `chapter47` command."""
    run(lambda: app(sys.argv[1:]))


@app.command
def check(
    path_: Annotated[str, Parameter(name="PATH", help="A table file, or a folder of them.")],
    /,
    *,
    on: Day = None,
    from_: Annotated[Path | None, Parameter("--from", help="The old table file: what does the change require?")] = None,
    json_: AsJson = False,
) -> int:
    """Is this table lawful on this day? Which paragraphs forbid, which notices does it need?

    Of a folder: every table file in it and in its subfolders, and the rules that bind tables to each other.
    Exit: 0 lawful, 1 a paragraph forbids, 2 the file cannot be read, 3 the text of that day is not held.

    Example: chapter47 check examples/blackjack.toml --on 2010-06-07
    """
    day, path = read_day(on, json_), _named(path_, json_)
    if path.is_dir():
        if from_:
            refuse([{"key": "--from", "got": str(from_), "allowed": "with one table file, not with a folder"}], json_)
        return _check_folder(path, day, json_)
    from chapter47.games import changes
    from chapter47.games import check as judge

    table = read_table(path, json_)
    verdict = judge(table, day)
    change = changes(read_table(from_, json_), replace(table, on=verdict.table.on)) if from_ else None
    if json_:
        from chapter47.cli.verdicts import notice_data, verdict_data

        data = verdict_data(verdict)
        if change is not None:
            data["change"] = [notice_data(notice) for notice in change]
        print_json(data)
    else:
        from chapter47.cli import show_check as show

        show.verdict(str(path), verdict)
        if change is not None:
            show.change(str(from_), change)
    return _EXIT[verdict.lawful]


def _check_folder(folder: Path, day: date | None, json_: bool) -> int:
    from chapter47.core.tablefile.problems import TableFileError
    from chapter47.games import check_floor, read

    tables: dict[str, TableRules] = {}
    broken: dict[str, TableFileError] = {}
    for path in _table_files(folder):
        name = path.relative_to(folder).as_posix()
        try:
            tables[name] = read(path)
        except TableFileError as error:
            broken[name] = error
    if not tables and not broken:
        refuse([{"key": "folder", "got": str(folder), "allowed": "a folder with table files (*.toml)"}], json_)
    floor = check_floor(tables, day)
    if json_:
        from chapter47.cli.verdicts import floor_data

        print_json(floor_data(floor, broken))
    else:
        from chapter47.cli import show_check as show

        show.floor(str(folder), floor, broken)
    return UNREADABLE if broken else _EXIT[floor.lawful]


def _named(path: str, json_: bool) -> Path:
    """An empty name would mean the folder one stands in."""
    if not path:
        refuse([{"key": "file", "got": "an empty name", "allowed": "a table file, or a folder of them"}], json_)
    return Path(path)


def _table_files(folder: Path) -> list[Path]:
    """Those of subfolders too, a pit each perhaps, but not what is hidden."""
    found = folder.rglob("*.toml")
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


@app.command
def new(
    game: Annotated[str, Parameter(help=f"One of {', '.join(get_args(GameName))}.")] = "blackjack",
    /,
    *,
    output: Annotated[
        Path | None, Parameter(["--output", "-o"], help="Write to this file; never over an old one.")
    ] = None,
    json_: AsJson = False,
) -> int:
    """Write a commented table file with the lawful defaults of a game.

    Example: chapter47 new switch --output my-table.toml
    """
    from chapter47.blackjack.variations import GAMES
    from chapter47.games import starter

    if game not in GAMES:
        refuse([{"key": "game", "got": game, "allowed": ", ".join(GAMES)}], json_)
    text = starter(game)
    if output is not None:
        try:
            with output.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            refuse([{"key": "output", "got": f"{output}: {error.strerror}", "allowed": "a new file"}], json_)
    if json_:
        print_json({"game": game, "output": str(output) if output else None, "toml": text})
    else:
        print(text if output is None else f"wrote {output}\n", end="")
    return LAWFUL


@app.command
def law(
    citation: Annotated[str | None, Parameter(help="Such as 19:47-2.3(a)1, or 2.3(a)1 for short.")] = None,
    /,
    *,
    on: Day = None,
    coverage: Annotated[
        bool,
        Parameter("--coverage", negative=(), show_default=False, help="Count what runs and what is missing."),
    ] = False,
    json_: AsJson = False,
) -> int:
    """What a paragraph says, since when, where it is carried out, and which tests ran it.

    Exit: 0 told, 2 no such paragraph, 3 the text of that day is not held.

    Example: chapter47 law "2.3(a)3" --on 2010-06-07
    """
    from chapter47.cli import show_law as library

    if coverage:
        counted = library.coverage_data()
        print_json(counted) if json_ else library.show_coverage(counted)
        return LAWFUL
    if citation is None:
        refuse([{"key": "citation", "got": "nothing", "allowed": "a citation such as 2.3(a)1, or --coverage"}], json_)
    found = library.paragraph_data(citation, read_day(on, json_))
    if isinstance(found, str):
        refuse([{"key": "citation", "got": citation, "allowed": found}], json_)
    print_json(found) if json_ else library.show_paragraph(found)
    return LAWFUL if found["in_force"] is None or found["in_force"]["held"] else NOT_HELD


@app.command
def edge(
    path: Annotated[Path, Parameter(help="A table file.")],
    /,
    *,
    vary: Annotated[
        list[str] | None, Parameter("--vary", help="The edge over values of options: soft_17,decks or decks=1,2,6.")
    ] = None,
    readings: Annotated[
        bool, Parameter("--readings", negative=(), show_default=False, help="The edge under other readings of the law.")
    ] = False,
    json_: AsJson = False,
) -> int:
    """What does this table hold? The main wager and every side wager, exact, with the chance of each outcome.

    Exit: 0 told, 2 the file cannot be read, or an option cannot be varied so.

    Example: chapter47 edge examples/blackjack.toml
             chapter47 edge examples/blackjack.toml --vary soft_17,decks=2,6,8
    """
    from chapter47.cli.show_edge import answer_edge

    answered = answer_edge(str(path), read_table(path, json_), vary, readings=readings, for_people=not json_)
    if isinstance(answered, list):
        refuse(answered, json_)
    if json_:
        print_json(answered)
    return LAWFUL


@app.command
def play(
    path: Annotated[Path, Parameter(help="A table file.")],
    /,
    *,
    wishes: Annotated[Wishes, Parameter(name="*")] = Wishes(),  # noqa: B008 frozen
) -> int:
    """Play a table in the terminal, or a script of decisions, or by the chart of a strategy file.

    Exit: 0 played, 1 the table is not lawful, 2 a file, an option or a line of the script is refused,
    3 the text of that day is not held.

    Example: chapter47 play examples/blackjack.toml --boxes 2 --seed 47
    """
    from chapter47.games import check as judge
    from chapter47.session.problems import UnusableError
    from chapter47.terminal import play as commands

    table = read_table(path, wishes.json)
    verdict = judge(table)
    if not verdict.lawful:
        return _not_lawful(path, verdict, wishes.json)
    try:
        played = commands.play(table, wishes)
    except UnusableError as error:
        refuse([one.data() for one in error.problems], wishes.json, source=error.source)
    if wishes.json:
        print_json(played.data())
    elif played.refused:
        sys.stdout.flush()
        print(f"{wishes.script}: {played.refused}", file=sys.stderr)
    return UNREADABLE if played.refused else LAWFUL


@app.command
def strategy(
    path: Annotated[Path, Parameter(help="A table file.")],
    /,
    *,
    csv: Annotated[bool, Parameter("--csv", negative=(), show_default=False, help="Answer in CSV.")] = False,
    html: Annotated[Path | None, Parameter("--html", help="Write a page that prints on one sheet.")] = None,
    json_: AsJson = False,
) -> int:
    """The best chart for this table: hard and soft totals, pairs, surrender, insurance and even money.

    Exit: 0 told, 2 the file cannot be read, or this game is not priced yet.

    Example: chapter47 strategy examples/blackjack.toml --html chart.html
    """
    from chapter47.cli import show_strategy as shown
    from chapter47.cli.chart_page import chart_page

    if csv and json_:
        refuse([{"key": "--csv", "got": "--csv and --json", "allowed": "one of the two"}], json_)
    found = _analysis(read_table(path, json_), path, json_)
    data = found.strategy_data()
    if html is not None:
        try:
            html.write_text(chart_page(found, data), encoding="utf-8")
        except OSError as error:
            refuse([{"key": "--html", "got": f"{html}: {error.strerror}", "allowed": "a file to write"}], json_)
    if json_:
        print_json(data)
    elif csv:
        print(shown.as_csv(data), end="")
    elif html is None:
        shown.show_strategy(str(path), found, data)
    else:
        print(f"wrote {html}")
    return LAWFUL


@app.command
def advise(
    path: Annotated[Path, Parameter(help="A table file.")],
    hand: Annotated[str, Parameter(help='The cards of the hand, such as "As 6d".')],
    other: Annotated[str | None, Parameter(help="At Switch: the cards of the second hand.")] = None,
    /,
    *,
    up: Annotated[str, Parameter("--up", help="The dealer's up card, such as 5h; at double exposure both cards.")],
    json_: AsJson = False,
) -> int:
    """What is each legal move of this hand worth, from a full shoe and in units of the wager?

    Exit: 0 told, 2 the file or a card cannot be read, or this game is not priced yet.

    Example: chapter47 advise examples/blackjack.toml "As 6d" --up 5h

    Example: chapter47 advise examples/switch.toml "As 6d" "Th 5c" --up 5h
    """
    from chapter47.blackjack.analysis.advice import check_hands
    from chapter47.cli import show_strategy as shown

    *hands, seen = _cards_of([one for one in (hand, other, up) if one is not None], json_)
    table = read_table(path, json_)
    try:
        check_hands(table, *hands)
        advice = _analysis(table, path, json_).advise(*hands, up=seen)
    except ValueError as error:
        got = f"{hand}{' and ' + other if other is not None else ''} against {up}"
        refuse([{"key": "cards", "got": got, "allowed": str(error)}], json_)
    if json_:
        print_json(advice.data())
    else:
        shown.show_advice(hand, up, advice)
    return LAWFUL


def _cards_of(texts: list[str], json_: bool) -> list[tuple["Card", ...]]:
    """The cards of each text, or every word that is not a card."""
    from chapter47.core.cards import card
    from chapter47.core.text import printable

    read: list[tuple[Card, ...]] = []
    wrong: list[dict[str, str]] = []
    for text in texts:
        known: list[Card] = []
        for word in text.split():
            try:
                known.append(card(word))
            except ValueError as error:
                wrong.append({"key": "cards", "got": printable(word), "allowed": str(error)})
        read.append(tuple(known))
    if wrong:
        refuse(wrong, json_)
    return read


def _analysis(table: "TableRules", path: Path, json_: bool) -> "MainGamePrice":
    from chapter47.blackjack.analysis.main_game import analyse
    from chapter47.core.errors import NotPricedError

    try:
        return analyse(table)
    except NotPricedError as error:
        refuse([{"key": "game", "got": table.game, "allowed": str(error)}], json_, str(path))


app.command("chapter47.cli.simulate:simulate", name="simulate")


@app.command
def replay(
    path: Annotated[Path, Parameter(help="An event log that `play --log` wrote.")],
    /,
    *,
    round_: Annotated[int | None, Parameter("--round", help="Show only this round.")] = None,
    step: Annotated[bool, Parameter("--step", negative=(), show_default=False, help="Wait after each step.")] = False,
    partial: Annotated[
        bool, Parameter("--partial", negative=(), show_default=False, help="A log may end in the middle of a round.")
    ] = False,
    json_: AsJson = False,
) -> int:
    """Show what happened at a table, step by step, and whether the log is true: everything is done again.

    Exit: 0 the log reproduces, 1 it does not or ends within a round, 2 it cannot be read or has no such round.

    Example: chapter47 replay session.log --round 3 --step
    """
    from chapter47.core.log import LogError
    from chapter47.terminal import replay as replaying

    try:
        found = replaying.replayed(path)
    except LogError as error:
        key = f"line {error.line}" if error.line else "file"
        refuse([{"key": key, "got": error.why, "allowed": "a log of this form"}], json_, str(path))
    numbers = [one.result.number for one in found.rounds]
    if round_ is not None and round_ not in numbers and not found.error:
        got, last = str(round_), f"1 to {max(numbers, default=0)}"
        refuse([{"key": "--round", "got": got, "allowed": last if numbers else "no round: none was played"}], json_)
    if json_:
        print_json(found.data(round_))
    else:
        waits = step and sys.stdin.isatty()
        replaying.show(found, number=round_, wait=replaying.at_the_keyboard if waits else None)
        sys.stdout.flush()
        print(f"{path} {replaying.verdict(found)}", file=sys.stdout if found.holds(partial=partial) else sys.stderr)
    return LAWFUL if found.holds(partial=partial) else UNLAWFUL


def _not_lawful(path: Path, verdict: "Verdict", json_: bool) -> int:
    if json_:
        from chapter47.cli.verdicts import verdict_data

        print_json(verdict_data(verdict))
    else:
        from chapter47.cli import show_check as show

        show.verdict(str(path), verdict)
    return _EXIT[verdict.lawful]
