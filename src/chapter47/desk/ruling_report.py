"""The report on a disputed round, in words and as a printable page."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from chapter47.core.money import dollars
from chapter47.core.text import short_citation
from chapter47.desk.guide import quoted
from chapter47.desk.reconstruct import Dependence, DisputedAct, PlayerRuling, RoundRuling, RulingLine, WagerRuling

_STYLE: Final = """
body { font: 16px/1.45 Georgia, serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem; color: #111; }
table { border-collapse: collapse; width: 100%; }
td, th { border: 1px solid #888; padding: .25rem .6rem; text-align: left; }
pre { background: #f4f1ea; padding: .8rem; white-space: pre-wrap; }
.sign { margin-top: 3rem; }
@media print { body { margin: 0; } }
"""
_RESULTS: Final = {"paid": "paid", "collected": "collected", "returned": "returned"}


def signed(amount: int | None) -> str:
    """Format `+$15`, `−$10`, `$0`; empty if unknown."""
    if amount is None:
        return ""
    return dollars(0) if amount == 0 else f"{'+' if amount > 0 else '−'}{dollars(abs(amount))}"


def headline(ruling: RoundRuling) -> str:
    if ruling.certain:
        return "The ruling does not depend on cards that are not known."
    if all(player.owed is not None for player in ruling.players):
        return "The amounts do not depend on cards that are not known."
    return "The ruling depends on cards that are not known."


def assumptions(ruling: RoundRuling) -> list[str]:
    """List what the notes leave open."""
    rows = ruling.assumptions
    unknown = [row.card for row in rows if row.noted == "?"]
    missing = [row.card for row in rows if not row.noted]
    suits = [row.card for row in rows if row.noted not in ("", "?")]
    said = []
    if unknown:
        said.append(f"Unknown: {_cards(unknown)}.")
    if missing:
        said.append(
            f"Not in the notes: up to {len(missing)} card{'s' * (len(missing) > 1)} after {_cards([missing[0] - 1])}."
        )
    if suits:
        tried = (
            "all suits were tried"
            if ruling.all_suits
            else "the cards were tried in one suit and with suits in rotation"
        )
        said.append(f"Noted without a suit: {_cards(suits)}; {tried}.")
    if ruling.unused:
        said.append(f"In the notes, but not dealt by the rules: {ruling.unused}.")
    for row in ruling.moved:
        steps = f"{row.steps} step{'s' * (row.steps > 1)}"
        said.append(f"Line {row.line} (`{row.act}`): the dealer took {steps} before it could happen.")
    return said


def _cards(places: Sequence[int]) -> str:
    return f"card{'s' * (len(places) > 1)} {', '.join(map(str, places))}"


def owed(player: PlayerRuling) -> str:
    return signed(player.owed) if player.owed is not None else f"{signed(player.low)} to {signed(player.high)}"


def correction(player: PlayerRuling) -> str:
    """Say what has to be done for this player."""
    if player.correction is None:
        return "" if player.observed is None else "not certain"
    return due(player.correction)


def due(amount: int) -> str:
    """`pay $10`, `collect $5` or `none`."""
    if amount == 0:
        return "none"
    return f"pay {dollars(amount)}" if amount > 0 else f"collect {dollars(-amount)}"


MOST_WAYS: Final = 8
"""Ways in which open cards can have fallen that are listed; the rest is counted."""


def dependence(row: Dependence) -> str:
    if not any(row.cards):
        return f"{signed(row.net)} by some suits"
    more = len(row.cards) - MOST_WAYS
    cards = ", ".join(row.cards[:MOST_WAYS]) + (f" or {more:,} more ways" if more > 0 else "")
    return f"{signed(row.net)} if the unknown cards are {cards}"


def deviations(ruling: RoundRuling) -> list[tuple[str, str, str]]:
    """What the dealer did, what the rules say, and the paragraph: a row for each sentence of the rules."""
    rows: list[tuple[str, str, str]] = []
    for deviation in ruling.deviations:
        did = f"Line {deviation.line}: “dealer did: {deviation.did}”"
        for said in deviation.rules or (None,):
            cited = short_citation(said.citation) if said else ""
            rows.append((did, said.says if said else "nothing more happens", cited))
            did = ""
    return rows


def disputed_acts(ruling: RoundRuling) -> list[str]:
    """Disputed acts: what the rules refuse is left out of the ruling."""
    return [_disputed(row) for row in ruling.disputed]


def _disputed(row: DisputedAct) -> str:
    act = f"Line {row.line} (`{row.act}`) is"
    if not row.why:
        return f"{act} allowed by the rules at that moment and counts."
    by = short_citation(row.citation)
    return f"{act} refused by {by}: {row.why}. The ruling leaves it out, and what was staked on it goes back."


def observed_wagers(ruling: RoundRuling) -> list[tuple[str, str, str, str, str]]:
    """The wagers whose pay-out was noted: player, wager, by the rules, observed, correction."""
    return [
        (
            row.player,
            row.wager,
            "not certain" if row.owed is None else signed(row.owed),
            signed(row.observed),
            _due(row),
        )
        for row in ruling.wagers
        if row.observed is not None
    ]


def _due(row: WagerRuling) -> str:
    return "not certain" if row.correction is None else due(row.correction)


def wager_line(row: RulingLine) -> tuple[str, str, str, str, str]:
    """Return the columns paragraph, player, hand, wager and ruling."""
    result = f"{_RESULTS[row.result]} {dollars(row.amount)}: {row.why}"
    return short_citation(row.citation), row.bettor, row.hand, row.wager, result


def to_html(ruling: RoundRuling, title: str) -> str:
    """Render a self-contained page with facts, assumptions, ruling and correction, and room for a signature."""
    opened = assumptions(ruling) or ["Every card is known."]
    judged = f"{ruling.possibilities} possible combinations of the unknown cards were tried"
    contradict = f"; {ruling.impossible} more contradict the notes" if ruling.impossible else ""
    depends = [f"{player.player}: {dependence(row)}" for player in ruling.players for row in player.depends]
    seen = _table(AMOUNTS, observed_wagers(ruling)) if observed_wagers(ruling) else ""
    lines = _table(("paragraph", "player", "hand", "wager", "ruling"), map(wager_line, ruling.settlement))
    players = _table(
        ("player", "by the rules", "observed", "correction"),
        ((player.player, owed(player), signed(player.observed), correction(player)) for player in ruling.players),
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>{_table((), ruling.headings.items())}"
        f"<h2>Facts, as noted</h2><pre>{escape(chr(10).join(ruling.facts))}</pre>{_beside(ruling)}"
        f"<h2>Assumptions</h2>{_list(opened)}<p>{judged}{contradict}.</p>"
        f"<h2>Ruling</h2><p><b>{headline(ruling)}</b></p>{lines}{_list(depends)}"
        f"<h2>Correction</h2>{seen}{players}"
        '<p class="sign">Supervisor ______________________ Date ______________</p></body></html>\n'
    )


AMOUNTS: Final = ("player", "wager", "by the rules", "observed", "correction")
BESIDE: Final = ("what the dealer did", "what the rules say", "paragraph")


def _beside(ruling: RoundRuling) -> str:
    """What the dealer did beside what the rules say, and acts that the rules refuse."""
    did = f"<h2>The dealer and the rules</h2>{_table(BESIDE, deviations(ruling))}" if ruling.deviations else ""
    disputed = f"<h2>Disputed acts</h2>{_list(disputed_acts(ruling))}" if ruling.disputed else ""
    return did + disputed


def to_typst(ruling: RoundRuling, title: str) -> str:
    """Render the same report for PDF."""
    opened = assumptions(ruling) or ["Every card is known."]
    depends = [f"{player.player}: {dependence(row)}" for player in ruling.players for row in player.depends]
    players = [(player.player, owed(player), signed(player.observed), correction(player)) for player in ruling.players]
    seen = observed_wagers(ruling)
    wagers = ("paragraph", "player", "hand", "wager", "ruling")
    amounts = ("player", "by the rules", "observed", "correction")
    return f"""#set page(paper: "us-letter", margin: 1in, numbering: "1")
#set document(title: {quoted(title)}, date: none)
#set text(size: 10pt)
#heading(level: 1, {quoted(title)})
{_typst_table((), ruling.headings.items(), 2)}
#heading(level: 2, "Facts, as noted")
#raw({_lines(ruling.facts)}, block: true)
{_typst_beside(ruling)}
#heading(level: 2, "Assumptions")
{_typst_list(opened)}
#heading(level: 2, "Ruling")
#strong({quoted(headline(ruling))})
{_typst_table(wagers, map(wager_line, ruling.settlement), 5)}
{_typst_list(depends)}
#heading(level: 2, "Correction")
{_typst_table(AMOUNTS, seen, 5) if seen else ""}
{_typst_table(amounts, players, 4)}
#v(40pt)
Supervisor #box(width: 2.5in, line(length: 100%)) #h(1fr) Date #box(width: 1.5in, line(length: 100%))
"""


def _typst_beside(ruling: RoundRuling) -> str:
    did = _typst_table(BESIDE, deviations(ruling), 3) if ruling.deviations else ""
    disputed = _typst_list(disputed_acts(ruling))
    return "\n".join(
        [
            *(['#heading(level: 2, "The dealer and the rules")', did] if did else []),
            *(['#heading(level: 2, "Disputed acts")', disputed] if disputed else []),
        ]
    )


def to_pdf(ruling: RoundRuling, title: str) -> bytes:
    """Write the report as a PDF; needs the extra `chapter47[print]`."""
    import typst

    pdf: bytes = typst.compile(to_typst(ruling, title).encode())
    return pdf


def _lines(lines: Iterable[str]) -> str:
    return ' + "\\n" + '.join(map(quoted, lines)) or '""'


def _typst_list(lines: Sequence[str]) -> str:
    return "".join(f"#list.item({quoted(line)})\n" for line in lines)


def _typst_table(head: Sequence[str], rows: Iterable[Sequence[str]], columns: int) -> str:
    cells = [f"strong({quoted(name)})" for name in head] + [quoted(cell) for row in rows for cell in row]
    return f"#table(columns: {columns}, {', '.join(cells)})" if cells else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    heads = f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>" if head else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{heads}{body}</table>"


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""
