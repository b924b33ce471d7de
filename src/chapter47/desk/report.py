"""The mathematical report of a posted table: identity, rules, compliance, every wager, sensitivity, verification."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final, Self

from chapter47.core.cards import DECK
from chapter47.core.errors import NotPossibleError
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.simulating import Watch, unwatched
from chapter47.desk.rule_paragraphs import rules_with_paragraphs
from chapter47.desk.sensitivity import sensitivity
from chapter47.desk.side_counts import vulnerability
from chapter47.desk.verification import covariance_of_boxes, covariances_with_main, verified
from chapter47.desk.wager_figures import WagerOutcome, figures, outcomes_of
from chapter47.desk.win_per_hour import Assumptions, win_per_hour
from chapter47.library.answers import GameAnswer, by_name, each, html_table
from chapter47.library.arguments import day_of
from chapter47.library.checks import check, judged_by
from chapter47.library.prices import Edge, edge, pricing_of
from chapter47.library.prices import strategy as best_strategy
from chapter47.library.tables import identity

if TYPE_CHECKING:
    from chapter47.core.game import AnyGame
    from chapter47.core.pricing import Pricing
    from chapter47.games import AnyTable

MAIN: Final = "main"
ONE_WAGER: Final = "variance_of_one_wager"
"""A key of the price if several wagers on one hand are decided one by one."""
ROUNDS: Final = 1_000_000
DIGITS: Final = 10
"""Significant digits of a figure: more would differ from processor to processor."""
SMALLEST: Final = 13
"""Decimal places of a figure, at most: differences of two edges are no better known."""
METHOD: Final = {
    "house_edge": ("exact: every order of the cards, or every throw, weighted by its probability", "1e-12"),
    "pay_lines": ("exact; combinations and fractions where every outcome is a count of cases", "1e-12"),
    "outcomes of a blackjack round": (
        "exact for rounds of one and two hands; three and four hands are composed from the exact joint results of "
        "every two, with exact mean and variance",
        "outcomes_error_bound of the edge: the probability of three or four hands",
    ),
    "variance": ("exact, splits included", "variance_error_bound of the edge"),
    "skewness, kurtosis": (
        "third and fourth standardized moments of the outcomes; kurtosis is excess kurtosis, 0 for a normal "
        "distribution",
        "that of the outcomes",
    ),
    "average_final_stake": ("exact: the sweep of the edge, each hand paying its own stake", "1e-12"),
    "element_of_risk": ("house edge divided by the average final stake", "1e-12"),
    "removal": ("exact: the strategy of the full shoe with one card less in the shoe, averaged over suits", "1e-12"),
    "vulnerability": (
        "normal approximation of the edge over the shoe, linear in the effects of removal, perfect play of the count",
        "not bounded; the edge of very rare wagers is not normal",
    ),
    "confidence": ("normal approximation: return to player ± volatility index / √rounds", "not bounded"),
    "rounds_until_house_leads": ("normal approximation: (1.645 · standard deviation / house edge)²", "not bounded"),
    "covariance": ("simulated, at baccarat exact", "standard error beside it"),
    "theoretical_win": ("house edge × minimum wager × boxes × rounds per hour", "depends on the assumptions only"),
    "sensitivity": ("exact: the table priced again with one lawful option changed", "1e-12"),
    "verification": (
        "simulation, each round from a full shoe or throw; z = (simulated − exact) / standard error; chi-square of the "
        "outcomes by Pearson, outcomes expected fewer than five times counted together",
        "standard error beside it",
    ),
}


class WagerReport(GameAnswer, frozen=True):
    """One wager, or one bet of a wager with several: all figures per unit of the initial wager."""

    house_edge: float | None
    return_to_player: float | None
    element_of_risk: float | None
    """The edge per unit finally staked; null if the final stake is not computed."""
    average_final_stake: float | None
    true_odds: float | None
    """Losses per win: fair odds to 1, pushes left aside."""
    payout_odds: float | None
    """What a winning unit is paid on average, to 1."""
    hit_frequency: float | None
    """The probability of a net win."""
    push_frequency: float | None
    loss_frequency: float | None
    win_frequency: float | None
    """The share of wins among wagers won or lost."""
    variance: float | None
    standard_deviation: float | None
    skewness: float | None
    kurtosis: float | None
    """Excess kurtosis."""
    max_win: float | None
    max_loss: float | None
    volatility_index: Mapping[str, float] | None
    """At 90 and 95 %: the standard deviation times 1.645 and 1.960."""
    confidence: Mapping[str, Mapping[str, Any]] | None
    rounds_until_house_leads: float | None
    """Rounds after which the house is ahead with a probability of 95 %."""
    pay_lines: tuple[Mapping[str, Any], ...] | None
    cycle: int | None
    removal: Mapping[str, float] | None
    vulnerability: Mapping[str, Any] | None
    covariance_with_main: Mapping[str, Any] | None
    bets: "Mapping[str, WagerReport] | None"
    why: str | None
    """The reason, if the wager is not priced."""

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        values: Json = {field: data.get(field) for field in cls.__struct_fields__} | {"data": data}
        values["pay_lines"] = each(dict, data.get("pay_lines"))
        values["bets"] = by_name(WagerReport.of, data.get("bets"))
        return cls(**values)


class Report(GameAnswer, frozen=True):
    """The report of one table; the main wager is `main`."""

    identity: Mapping[str, Any]
    compliance: Mapping[str, Any]
    rules: tuple[Mapping[str, Any], ...]
    strategy: Mapping[str, Any]
    wagers: Mapping[str, WagerReport]
    covariance_of_two_boxes: Mapping[str, Any] | None
    theoretical_win: tuple[Mapping[str, Any], ...]
    sensitivity: tuple[Mapping[str, Any], ...]
    verification: Mapping[str, Any] | None
    method: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        values: Json = {field: data[field] for field in cls.__struct_fields__ if field != "data"} | {"data": data}
        for name in ("rules", "theoretical_win", "sensitivity", "method", "notes"):
            values[name] = tuple(values[name])
        values["wagers"] = by_name(WagerReport.of, data["wagers"]) or {}
        return cls(**values)

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (name, _shown(line.house_edge), _shown(line.variance), _shown(line.hit_frequency))
            for name, line in _lines(self.wagers)
        ]
        return html_table("", ("wager", "house edge", "variance", "hit frequency"), rows)


def _lines(wagers: Mapping[str, WagerReport]) -> Iterator[tuple[str, WagerReport]]:
    for name, wager in wagers.items():
        for bet, line in (wager.bets or {"": wager}).items():
            yield f"{name} {bet}".strip(), line


def _shown(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.6f}"


def report(
    table: "AnyTable",
    *,
    rounds: int = ROUNDS,
    seed: int = 1,
    dated: date | str | None = None,
    watch: Watch = unwatched,
) -> Report:
    """Build the mathematical report of a table: the same table, rounds, seed and date give the same report.

    `rounds` of a simulation from full shoes verify the exact figures and estimate covariances; 0 skips them.
    `dated` is the date of the report, by default today's."""
    from chapter47.games import game_of

    game, pricing, priced = game_of(table), pricing_of(table), edge(table)
    price = priced.to_dict()
    checked = verified(table, price, rounds, seed, watch) if rounds and price["house_edge"] is not None else None
    data = {
        "identity": {
            **identity(table),
            "game": game.name,
            "title": game.title,
            "text": game.text,
            "on": str(table.on) if table.on else None,
            "judged": judged_by(table),
            "date": str(day_of(dated, "dated") or datetime.now(UTC).date()),
            "seed": seed,
            "rounds": rounds,
        },
        "compliance": check(table).to_dict(),
        "rules": rules_with_paragraphs(table, game),
        "strategy": _strategy(table, pricing),
        "wagers": _wagers(table, pricing, price, rounds, seed),
        "covariance_of_two_boxes": covariance_of_boxes(table, price["variance"], rounds, seed + 1) if rounds else None,
        "theoretical_win": [*_theoretical_win(table, game, priced)],
        "sensitivity": sensitivity(table, pricing),
        "verification": checked,
        "method": [{"figure": name, "method": how, "error_bound": bound} for name, (how, bound) in METHOD.items()],
        "notes": [*price["notes"], *_notes(price)],
    }
    return Report.of(_rounded(data))


def _rounded(value: Any) -> Any:
    """Round every figure, so that the same table gives the same bytes on any processor."""
    if isinstance(value, float):
        return round(float(f"{value:.{DIGITS}g}"), SMALLEST)
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def _strategy(table: "AnyTable", pricing: "Pricing[Any]") -> Json:
    if pricing.strategy is None:
        says = "no decisions: each wager stands until it is won, lost or void"
        return {"name": "none", "says": says, "chart": None}
    try:
        chosen = best_strategy(table)
    except NotPossibleError as error:
        return {"name": "none", "says": error.why, "chart": None}
    sheet = chosen.sheet
    return {
        "name": "basic strategy",
        "says": "the best chart for this table: one action for each total, soft total and pair against each up card",
        "chart": chosen.to_dict(),
        "posted": [*sheet.posted],
        "answers": sheet.answers,
        "legend": dict(sheet.legend),
        "colours": dict(sheet.colours),
        "grids": [
            {"title": grid.title, "rows": {row: dict(cells) for row, cells in grid.rows.items()}}
            for grid in sheet.grids
            if not grid.is_scores
        ],
        "footnotes": [*sheet.footnotes, *sheet.scores_in_words],
    }


def _theoretical_win(table: "AnyTable", game: "AnyGame", priced: Edge) -> Iterator[Json]:
    """Yield the expected win of an hour at the minimum wager, by number of players."""
    for players in range(1, len(game.rounds_per_hour) + 1):
        win = win_per_hour(table, priced, Assumptions(players=players))
        keys = ("rounds_per_hour", "average_wager", "main", "standard_deviation")
        yield {"players": players, **{key: win[key] for key in keys}}


def _notes(price: JsonMapping) -> Iterator[str]:
    if ONE_WAGER in price:
        yield (
            "main: pay lines, frequencies, skewness and kurtosis are those of one wager against its own dealer's hand; "
            "the variance is that of all wagers of a round, in units of their sum"
        )


def _wagers(table: "AnyTable", pricing: "Pricing[Any]", price: JsonMapping, rounds: int, seed: int) -> Json:
    effects = _removal(pricing, table)
    cards = pricing.cards(table) if pricing.cards and effects else {}
    counts = _Counts(effects, cards, _penetration(table), price.get("orders"))
    together = covariances_with_main(table, price, rounds, seed + 2) if rounds else {}
    wagers: Json = {MAIN: _main(table, pricing, price, effects.get(MAIN))}
    for name, line in price["wagers"].items():
        if line.get("why"):
            wagers[name] = {"house_edge": None, "why": line["why"]}
        elif "bets" in line:
            bets = {bet: counts.bet(f"{name} {bet}", priced, together) for bet, priced in line["bets"].items()}
            wagers[name] = {"bets": bets}
        else:
            wagers[name] = counts.bet(name, line, together)
    return wagers


def _removal(pricing: "Pricing[Any]", table: "AnyTable") -> Mapping[str, Mapping[str, float]]:
    """Return the effects of removal; dice have none, and neither do tables whose analysis leaves them out."""
    try:
        return pricing.removal(table) if pricing.removal else {}
    except NotPossibleError:
        return {}


def _penetration(table: "AnyTable") -> float:
    """Return how much of the shoe is dealt; nothing stays out of a continuous shuffler."""
    if getattr(table, "shuffle", "") == "continuous":
        return 0.0
    if (behind := getattr(table, "cards_behind", None)) is not None:
        return 1 - float(behind / (len(DECK) * getattr(table, "decks", 1)))
    return 1 - float(getattr(table, "cut_card", 1))


def _main(table: "AnyTable", pricing: "Pricing[Any]", price: JsonMapping, removal: Mapping[str, float] | None) -> Json:
    """Return the main wager, at games with named wagers the one whose edge is the game's."""
    if price["house_edge"] is None:
        return {"house_edge": None, "why": "; ".join(price["notes"])}
    if "units" not in price:
        named = next(
            wager
            for wager in price["wagers"].values()
            if wager.get("house_edge") == price["house_edge"] and "rows" in wager
        )
        computed = figures(price["house_edge"], outcomes_of(named), cycle=price.get("orders"))
        return {**computed, "removal": removal, "vulnerability": None}
    in_wagers = 2.0 if "variance_in_single_wagers" in price and ONE_WAGER not in price else 1.0
    nets = {float(net) / in_wagers: chance for net, chance in price["units"].items()}
    outcomes = {
        _event(net): WagerOutcome(chance, net, _event(net)) for net, chance in sorted(nets.items(), reverse=True)
    }
    stake = pricing.final_stake(table) if pricing.final_stake else None
    computed = figures(price["house_edge"], outcomes, variance=price["variance"], stake=stake)
    bounds = {key: price[key] for key in ("variance_error_bound", "outcomes_error_bound", ONE_WAGER) if key in price}
    return {**computed, **bounds, "removal": removal, "vulnerability": None}


def _event(net: float) -> str:
    return "push" if net == 0 else f"{'win' if net > 0 else 'lose'} {abs(net):g}"


class _Counts:
    """What a card counter knows of the side wagers."""

    def __init__(
        self,
        effects: Mapping[str, Mapping[str, float]],
        cards: Mapping[str, int],
        penetration: float,
        cycle: int | None,
    ) -> None:
        self.effects, self.cards, self.penetration, self.cycle = effects, cards, penetration, cycle

    def bet(self, name: str, line: JsonMapping, together: Mapping[str, Any]) -> Json:
        removal = self.effects.get(name)
        computed = figures(line["house_edge"], outcomes_of(line), cycle=self.cycle)
        counted = None
        if removal is not None:
            counted = vulnerability(line["house_edge"], removal, self.cards, self.penetration)
        return {
            **computed,
            "removal": removal,
            "vulnerability": counted,
            "covariance_with_main": together.get(name),
        }
