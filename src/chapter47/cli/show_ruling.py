"""What `play --reconstruct` prints for people."""

from chapter47.desk import ruling_report as words
from chapter47.desk.reconstruct import RoundRuling
from chapter47.terminal.console import Rows, Terminal, escape


def show(ruling: RoundRuling) -> None:
    console = Terminal(highlight=False)
    for key, value in ruling.headings.items():
        console.print(f"{key}: {value}", markup=False)
    for did, says, citation in words.deviations(ruling):
        if did:
            console.print(did, style="yellow", markup=False)
        console.print(f"  by the rules: {says} ({citation})", markup=False)
    for line in words.disputed_acts(ruling):
        console.print(line, style="yellow", markup=False)
    for line in words.assumptions(ruling):
        console.print(line, style="yellow", markup=False)
    console.print(words.headline(ruling), style="bold", markup=False)
    table = Rows("paragraph", "player", "hand", "wager", "ruling", title="What the rules do with each wager")
    for wager in ruling.settlement:
        table.add_row(*map(escape, words.wager_line(wager)))
    console.print(table)
    if seen := words.observed_wagers(ruling):
        table = Rows("player", "wager", "by the rules", "observed", "correction", title="Wager by wager")
        for observed in seen:
            table.add_row(*map(escape, observed))
        console.print(table)
    table = Rows("player", "by the rules", "observed", "correction", title="What each player is owed")
    for player in ruling.players:
        cells = (player.player, words.owed(player), words.signed(player.observed), words.correction(player))
        table.add_row(*map(escape, cells))
    console.print(table)
    for player in ruling.players:
        for row in player.depends:
            console.print(f"{player.player}: {words.dependence(row)}", markup=False)
