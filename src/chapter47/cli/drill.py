"""The command `drill`."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from chapter47.cli.common import DONE, read_table, refusals
from chapter47.core.chance import fresh_seed

if TYPE_CHECKING:
    from chapter47.core.drilling import DrillTask
    from chapter47.terminal.console import Terminal

COUNT = ("count", "running-count")


def drill(
    kind: Annotated[str, Parameter(help="payouts, chips, order, procedure, totals, strategy, count, true-count …")],
    path: Annotated[Path | None, Parameter(help="A table file; without one, the game's lawful defaults.")] = None,
    /,
    *,
    game: Annotated[str, Parameter("--game", help="The game, if there is no table file.")] = "blackjack",
    tasks: Annotated[int, Parameter("--tasks", help="Number of tasks.", validator=Number(gte=1, lte=1000))] = 10,
    seed: Annotated[str, Parameter("--seed", help="The same seed gives the same tasks.")] = "",
    count: Annotated[str, Parameter("--count", help="For counting: hi-lo, ko, zen … or a count file.")] = "hi-lo",
    cards: Annotated[
        int, Parameter("--cards", help="Cards between two checks of the count.", validator=Number(gte=1, lte=104))
    ] = 8,
    pace: Annotated[
        float, Parameter("--pace", help="Seconds for each card on a terminal.", validator=Number(gte=0, lte=10))
    ] = 0.7,
    ramp: Annotated[str, Parameter("--ramp", help="Your ramp: true counts and units.")] = "1:1 2:2 3:4 4:8 5:12",
) -> int:
    """Practise what a dealer, a counter or a player must know: tasks with a clock and a score.

    Answers come from the engine, the chart of the table or a count file. Scores are kept in your data folder.
    Exit 0: finished; 2: no such drill, or the file cannot be read.

    Example: chapter47 drill payouts examples/craps.toml --tasks 5

    Example: chapter47 drill count --count ko --cards 10 --pace 0.5
    """
    from chapter47.games import from_data, game_of
    from chapter47.school import drills, scores

    with refusals(False, options=("game", "count", "ramp")):
        table = read_table(path, False) if path else from_data({"game": game}, source="--game")
        name = COUNT[1] if kind == COUNT[0] else kind
        chosen = seed or str(fresh_seed())
        how = drills.Counting(count=count, cards=cards, ramp=drills.read_ramp(ramp))
        drills.task(table, name, chosen, 0, how)
    from chapter47.terminal.console import Terminal

    console, begun = Terminal(highlight=False), monotonic()
    right = sum(
        _is_right(console, number + 1, drills.task(table, name, chosen, number, how), pace) for number in range(tasks)
    )
    seconds = monotonic() - begun
    score = scores.DrillScore(
        drill=name,
        game=game_of(table).name,
        right=right,
        asked=tasks,
        seconds=round(seconds, 1),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    file = scores.add(score)
    best = scores.best(name, score.game) or {}
    console.print(
        f"{right} of {tasks} right in {seconds:.0f} s, seed {chosen}. "
        f"Best: {best.get('right')} of {best.get('asked')} in {best.get('seconds')} s ({file}).",
        markup=False,
    )
    return DONE


def _is_right(console: "Terminal", number: int, asked: "DrillTask", pace: float) -> bool:
    """Ask one task and show the right answer; an empty input counts as wrong."""
    from chapter47.school.drills import mark

    if not asked.one_by_one:
        console.print(" ".join(asked.cards), markup=False, end="\n" if asked.cards else "")
    console.print(f"{number}. {asked.prompt}", markup=False)
    if asked.spoken:
        console.print(asked.spoken, markup=False)
    if asked.one_by_one:
        _dealt(asked.cards, pace)
    for place, choice in enumerate(asked.choices, start=1):
        console.print(f"   {place}  {choice}", markup=False)
    given = sys.stdin.readline().strip()
    if asked.choices and given.isdecimal() and 1 <= int(given) <= len(asked.choices):
        given = asked.choices[int(given) - 1]
    marked = mark(given, asked)
    cited = f" ({marked.by})" if marked.by else ""
    more = f" {marked.explains}." if marked.explains else ""
    said = "Right." if marked.right else f"Wrong: {marked.answer.rstrip('.')}."
    console.print(f"   {said}{more}{cited}", markup=False)
    return marked.right


def _dealt(cards: Sequence[str], pace: float) -> None:
    """Cards one after the other in one place on a terminal; in a line where nobody waits for them."""
    if not sys.stdout.isatty():
        print(" ".join(cards))
        return
    for card in cards:
        print(f"\r   {card} ", end="", flush=True)
        sleep(pace)
    print("\r      ")
