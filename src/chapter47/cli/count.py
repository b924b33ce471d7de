"""The command `count`."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from chapter47.cli.common import (
    LAWFUL,
    STOPPED,
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
from chapter47.core.files import output_problems, why_not_begun
from chapter47.core.json_object import Json
from chapter47.core.text import percent
from chapter47.terminal.options import WHOLE_NUMBER

SHARES = ("risk_of_ruin", "risk_of_ruin_trip", "risk_of_ruin_before_doubling")
NAMES = {
    "score": "SCORE, optimal bets",
    "c_score": "c-SCORE, actual bets",
    "di": "desirability index",
    "n0": "N0 (rounds to one standard deviation)",
    "certainty_equivalent": "certainty equivalent per 100 rounds, $",
    "win_per_100": "win per 100 rounds, $",
    "standard_deviation_per_100": "standard deviation per 100 rounds, $",
    "win_per_hour": "win per hour, $",
    "standard_deviation_per_hour": "standard deviation per hour, $",
    "risk_of_ruin": "risk of ruin, lifetime",
    "risk_of_ruin_trip": "risk of ruin, one trip",
    "risk_of_ruin_before_doubling": "risk of ruin before doubling",
}


@Parameter(name="*")
@dataclass(frozen=True)
class Betting:
    """How the counter bets."""

    bankroll: Annotated[float, option("--bankroll", "Bankroll in dollars.")] = 10_000
    kelly: Annotated[float, option("--kelly", "Fraction of Kelly to bet.")] = 1.0
    risk: Annotated[float | None, option("--risk", "Lifetime risk of ruin to bet by, instead of --kelly.")] = None
    spread: Annotated[float, option("--spread", "The largest bet in units of the smallest.")] = 12
    unit: Annotated[float | None, option("--unit", "The smallest bet in dollars (default: the best one).")] = None
    boxes: Annotated[int, WHOLE_NUMBER, option("--boxes", "Number of boxes to play.")] = 1
    penetration: Annotated[float | None, option("--penetration", "Share of the shoe that is dealt, such as 0.8.")] = (
        None
    )
    play: Annotated[str, option("--play", "play-all, back-counting or leaving.")] = "play-all"
    leave: Annotated[float | None, option("--leave", "Leave for a new shoe below this count.")] = None
    trip: Annotated[int, WHOLE_NUMBER, option("--trip", "Number of rounds in a trip.")] = 1000
    rounds_per_hour: Annotated[float | None, option("--rounds-per-hour", "Default: usual for the game.")] = None
    workers: Annotated[int | None, WHOLE_NUMBER, option("--workers", "Cores to use (default: all).")] = None


def count(
    path: TableFile,
    /,
    *,
    count: Annotated[str, Parameter("--count", help="hi-lo, ko, halves … or a count file.")] = "hi-lo",
    quality: Annotated[bool, flag("--quality", "Only rate the count; no simulation.")] = False,
    indices: Annotated[bool, flag("--indices", "Find the index of each play; no simulation.")] = False,
    depth: Annotated[float | None, option("--depth", "Share of the shoe dealt, for --indices (default: 1/6).")] = None,
    write: Annotated[Path | None, option("--write", "Write a count file with these indices.")] = None,
    rounds: Annotated[int, WHOLE_NUMBER, option("--rounds", "Number of rounds to simulate.")] = 5_000_000,
    seed: Annotated[int, WHOLE_NUMBER, option("--seed", "The same seed and rounds give the same figures.")] = 1,
    betting: Betting = Betting(),  # noqa: B008 - frozen
    sweep: Annotated[
        list[str] | None, option("--sweep", "Repeat for several values: penetration=0.6,0.75, boxes=1,2, spread=8,12.")
    ] = None,
    plots: Annotated[Path | None, option("--plots", "Write a page of plots to this file (.html).")] = None,
    force: Annotated[bool, flag("--force", "Overwrite existing files.")] = False,
    json_: AsJson = False,
) -> int:
    """Show what a card count is worth at a table: figures by count, the best bets, win, risk, and its quality.

    Ctrl-C stops the simulation and shows the rounds played.
    Exit 0: answered; 2: bad input, or the game is not dealt from a shoe; 130: stopped early.

    Example: chapter47 count examples/blackjack.toml --count hi-lo --rounds 1000000 --bankroll 20000 --spread 8
             chapter47 count examples/blackjack.toml --count halves --quality
             chapter47 count examples/blackjack.toml --count zen --indices --write my-zen.count
             chapter47 count examples/blackjack.toml --count ko --sweep penetration=0.7,0.8 --sweep boxes=1,2
    """
    table = read_table(path, json_)
    if problems := output_problems({"--plots": plots, "--write": write}, [path, Path(count)], force=force):
        refuse(problems, json_)
    from chapter47.cli.show_simulation import progress
    from chapter47.desk.counting import count as rate
    from chapter47.desk.counting import read_sweep

    options = {"count", "depth", "rounds", "seed", "sweep", "plots", *asdict(betting)}
    with refusals(json_, options=options), progress(quiet=json_) as watch:
        _check_plots(plots)
        rated = rate(
            table,
            count,
            rounds=0 if quality or indices or write else rounds,
            indices=indices or write is not None,
            depth=depth,
            seed=seed,
            sweep=read_sweep(sweep or ()),
            watch=watch,
            **asdict(betting),
        )
    data = rated.to_dict()
    _write_plots(plots, str(path), data, json_)
    _write_count(write, count, table, data, json_)
    if json_:
        print_json(data)
    else:
        _show(str(path), data)
    return STOPPED if data.get("whole") is False else LAWFUL


def _check_plots(plots: Path | None) -> None:
    if plots:
        from chapter47.core.numeric.plots import check_plots

        check_plots()


def _write_plots(plots: Path | None, name: str, data: Json, json_: bool) -> None:
    if plots is None or not data.get("by_count"):
        return
    from chapter47.desk.count_page import write_count_page

    try:
        write_count_page(plots, name, data)
    except OSError as error:
        refuse([Problem("--plots", why_not_begun(error), "a writable file or folder")], json_)


def _write_count(write: Path | None, count: str, table: Any, data: Json, json_: bool) -> None:
    if write is None:
        return
    from chapter47.core.count_file import count_path
    from chapter47.desk.count_quality import count_file_with

    text = count_file_with(
        count_path(Path(count)), data["indices"], surrenders=bool(getattr(table, "surrender", False))
    )
    try:
        write.write_text(text, encoding="utf-8")
    except OSError as error:
        refuse([Problem("--write", why_not_begun(error), "a writable file or folder")], json_)


def _show(name: str, data: Json) -> None:
    from chapter47.terminal.console import Terminal

    console = Terminal(highlight=False)
    console.print(f"{name}: {data['count']}", markup=False)
    for key, figure in data["quality"].items():
        console.print(f"{key.replace('_', ' ')}: {'not computed' if figure is None else f'{figure:.4f}'}", markup=False)
    console.print(_ranks(data))
    if data.get("indices"):
        console.print(_indices(data["indices"]))
    if data.get("by_count"):
        console.print(_counts(data))
        console.print(_figures(data))
    if data.get("sweep"):
        console.print(_swept(data["sweep"]))
    for note in data["notes"]:
        console.print(f"note: {note}", markup=False)


def _table(first: str, title: str, *columns: str) -> Any:
    from chapter47.terminal.console import Rows

    table = Rows(first, title=title, title_justify="left")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _ranks(data: Json) -> Any:
    table = _table("card", "Effect of removing one card, basic strategy", "tag", "player's edge")
    for rank, effect in data["removal"].items():
        table.add_row(rank, f"{data['tags'][rank]:+g}", percent(effect, signed=True))
    return table


def _indices(rows: list[Json]) -> Any:
    table = _table("hand", "Indices", "up card", "move", "instead", "count", "exact", "risk-averse")
    for row in rows:
        averse = "" if row["risk_averse"] is None else f"{row['risk_averse']:+.2f}"
        word = "below " if row["below"] else ""
        table.add_row(
            row["hand"],
            row["up"],
            row["move"],
            row["instead"],
            f"{word}{row['index']:+d}",
            f"{row['exact']:+.2f}",
            averse,
        )
    return table


def _counts(data: Json) -> Any:
    title = f"{data['rounds']:,} rounds, {data['shoes']:,} shoes, seed {data['seed']}"
    table = _table("count", title, "share of rounds", "advantage", "± error", "variance", "bet", "optimal bet")
    for row, bet in zip(data["by_count"], data["ramp"], strict=True):
        if row["frequency"] < 0.0005:
            continue
        error = "unknown" if row["standard_error"] is None else percent(row["standard_error"])
        figures = (percent(row["frequency"]), percent(row["advantage"], signed=True), error, f"{row['variance']:.4f}")
        table.add_row(f"{row['count']:+d}", *figures, f"{bet['bet']:,.0f}", f"{bet['optimal_bet']:,.2f}")
    return table


def _figures(data: Json) -> Any:
    title = (
        f"Bankroll ${data['bankroll']:,.0f}, Kelly {data['kelly']:.3g}, spread 1 to {data['spread']:g}, {data['play']}"
    )
    table = _table("figure", title, "value", "95 % confidence")
    for key, name in NAMES.items():
        value, low, high = (_number(key, data[key][end]) for end in ("value", "low", "high"))
        table.add_row(name, value, "" if low == high else f"{low} to {high}")
    return table


def _number(key: str, value: float | None) -> str:
    if value is None:
        return "unknown"
    return percent(value) if key in SHARES else f"{value:,.0f}" if key == "n0" else f"{value:,.2f}"


def _swept(rows: list[Json]) -> Any:
    table = _table("penetration", "Sweep", "boxes", "spread", "SCORE", "c-SCORE", "win per 100, $", "risk of ruin")
    for row in rows:
        dealt = "as posted" if row["penetration"] is None else percent(row["penetration"])
        money = (f"{row[key]['value']:,.2f}" for key in ("score", "c_score", "win_per_100"))
        table.add_row(dealt, str(row["boxes"]), f"{row['spread']:g}", *money, percent(row["risk_of_ruin"]["value"]))
    return table
