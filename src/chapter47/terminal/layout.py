"""The layout as everybody at the table sees it, the settlement of a round, and the totals of a session."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich import box
from rich.table import Table
from rich.text import Text

from chapter47.blackjack.events import Place
from chapter47.blackjack.round.needs import Need
from chapter47.blackjack.state import INSURANCE, MAIN, Hand, Round, Stake
from chapter47.core.money import dollars
from chapter47.session.book import RoundResult, Row
from chapter47.session.faces import Faces, coloured, short, worth

Chips = Mapping[str, int]
"""What each bettor has besides the wagers on the layout."""
NO_CHIPS: Final[Chips] = {}


def layout(
    state: Round, need: Need, faces: Faces, result: RoundResult, title: str = "", chips: Chips = NO_CHIPS
) -> Table:
    """The dealer's cards first, then every hand from the dealer's left."""
    table = _table(title)
    for column in ("box", "player", *("chips",) * bool(chips), "cards", "total", "wager", ""):
        table.add_column(column, justify="right" if column in ("box", "chips") else "left", no_wrap=column != "player")
    turn = getattr(need, "at", None)
    for hand in (state.dealer, *state.hands):
        stakes = [stake for stake in state.stakes if stake.at == hand.at and stake.wager == MAIN]
        style = "bold" if turn == hand.at else "dim" if hand.dead or hand.surrendered else ""
        table.add_row(
            "" if hand.at.is_dealer else str(hand.at),
            Text("dealer" if hand.at.is_dealer else "\n".join(stake.bettor for stake in stakes)),
            *("\n".join(dollars(chips.get(stake.bettor, 0)) for stake in stakes),) * bool(chips),
            coloured(faces.hand(hand, mine=turn == hand.at)),
            worth(hand, mine=turn == hand.at),
            Text("\n").join(_wager(state, stake, result) for stake in stakes),
            faces.turn if turn == hand.at else _mark(hand),
            style=style,
        )
    return table


def _mark(hand: Hand) -> str:
    marks = {"dead": hand.dead, "surrendered": hand.surrendered, "doubled": hand.doubled, "stands": hand.stood}
    return next((mark for mark, holds in marks.items() if holds), "")


def _wager(state: Round, stake: Stake, result: RoundResult) -> Text:
    """The chips that lie there; of a wager that is decided, what it won or lost."""
    if not stake.open:
        key = (stake.at, stake.bettor, stake.spot)
        rows = [row for row in result.rows if row.wager in (MAIN, INSURANCE)]
        return signed(sum(row.net for row in rows if (row.at, row.bettor, row.spot) == key))
    parts = [dollars(stake.amount)]
    if stake.double:
        parts.append(f"{dollars(stake.double)} double")
    mine = (stake.bettor, stake.spot)
    insured = [one for one in state.stakes_on(stake.at, INSURANCE) if (one.bettor, one.spot) == mine]
    parts += [f"{dollars(one.amount)} insurance" for one in insured]
    parts += [f"{dollars(one.amount)} {_named(one.wager, one.bet)}" for one in _side_wagers(state, stake)]
    return Text(" + ".join(parts))


def _side_wagers(state: Round, stake: Stake) -> list[Stake]:
    """Those that lie beside a main wager."""
    mine = (stake.at, stake.bettor)
    return [one for one in state.stakes if one.open and one.made and not stake.spot and (one.at, one.bettor) == mine]


def _named(wager: str, bet: str) -> str:
    return f"{wager} {bet}" if bet else wager


def settlement(result: RoundResult) -> Table:
    """A line for each wager, in the order in which they were settled."""
    table = _table(f"Round {result.number}: settlement")
    for column in ("box", "bettor", "wager", "what happened", "chips", "paragraph", "net"):
        table.add_column(
            column,
            justify="right" if column in ("box", "net") else "left",
            no_wrap=column not in ("bettor", "what happened"),
        )
    for rows in _by_wager(result.rows):
        first = rows[0]
        staked = dollars(sum(row.amount for row in rows if row.result != "paid"))
        wager = staked if first.wager == MAIN else f"{staked} {_named(first.wager, first.bet)}".removeprefix("$0 ")
        chips = "\n".join(f"{row.result} {dollars(row.amount)}" for row in rows)
        cited = "\n".join(dict.fromkeys(short(row.citation) for row in rows))
        net = sum(row.net for row in rows)
        table.add_row(str(first.at), Text(first.bettor), wager, Text(first.why), chips, cited, signed(net))
    return table


def _by_wager(rows: Iterable[Row]) -> list[list[Row]]:
    found: dict[tuple[Place, str, str, int, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.at, row.bettor, row.wager, row.spot, row.bet), []).append(row)
    return list(found.values())


def signed(net: int) -> Text:
    if not net:
        return Text("$0")
    return Text(f"+{dollars(net)}", style="green") if net > 0 else Text(dollars(net), style="red")


def totals(net: Mapping[str, int], staked: Mapping[str, int], chips: Mapping[str, int | None], rounds: int) -> Table:
    """What everybody staked, won or lost, and, where they brought chips, has now."""
    table = _table(f"After {rounds} round{'s' * (rounds != 1)}")
    counted = any(left is not None for left in chips.values())
    for column in ("bettor", "staked", "net", *("chips",) * counted):
        table.add_column(column, justify="left" if column == "bettor" else "right")
    for bettor, left in chips.items():
        has = () if left is None else (dollars(left),)
        table.add_row(Text(bettor), dollars(staked.get(bettor, 0)), signed(net.get(bettor, 0)), *has)
    return table


def _table(title: str) -> Table:
    return Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", padding=(0, 1, 0, 0), show_edge=False)
