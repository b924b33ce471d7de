"""The gaming guide of a table (19:47-8.5): how it is played in plain English, a rule card, and all signs as text."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from html import escape
from importlib import resources
from typing import Any, Final

from msgspec import Struct, structs

from chapter47.core.game import AnyGame
from chapter47.core.money import dollars
from chapter47.core.text import percent, short_citation
from chapter47.games import AnyTable, game_of
from chapter47.law.citations import is_part_of, order, section, subchapter
from chapter47.law.editions import edition_of, known_of, not_held_at_all, titles
from chapter47.law.paragraphs import ParagraphText, paragraph, paragraphs
from chapter47.library.arguments import day_of
from chapter47.library.checks import Verdict, check

FOR_PLAYERS: Final = frozenset(("rule", "definition"))
"""Kinds of paragraphs that a player's guide restates; limits, notices and the dealer's script concern the house."""
LIMITS: Final = "19:47-8.2"
SHOWN_AT_THE_TABLE: Final = ("layout", "sign", "posting")


class Sentence(Struct, frozen=True):
    """What the guide says, and the paragraph behind it."""

    says: str
    citation: str


class GuideSection(Struct, frozen=True):
    """A section of the regulation as it is played at this table."""

    title: str
    citation: str
    sentences: tuple[Sentence, ...]


class Sign(Struct, frozen=True):
    """A sign, inscription, posting or announcement."""

    kind: str
    when: str
    says: str
    citation: str
    to: tuple[str, ...]
    wording: str
    """The text to print or read out."""


class WagerLine(Struct, frozen=True):
    """A wager of the table: its limits and, if asked for, the house edge."""

    wager: str
    limits: str
    house_edge: float | None


class Guide(Struct, frozen=True):
    """The gaming guide of one table."""

    title: str
    headline: str
    text: str
    """The date or the text whose law applies."""
    card: tuple[Sentence, ...]
    sections: tuple[GuideSection, ...]
    wagers: tuple[WagerLine, ...]
    signs: tuple[Sign, ...]

    def to_dict(self) -> dict[str, Any]:
        parts = ("card", "wagers", "signs")
        listed = {part: [structs.asdict(row) for row in getattr(self, part)] for part in parts}
        sections = [
            {**structs.asdict(part), "sentences": [structs.asdict(row) for row in part.sentences]}
            for part in self.sections
        ]
        named = {"title": self.title, "headline": self.headline, "text": self.text}
        return {**named, **listed, "sections": sections}

    def to_html(self) -> str:
        return _html(self)

    def to_typst(self) -> str:
        return _typst(self)


def guide(table: AnyTable, on: date | str | None = None, *, with_edge: bool = False) -> Guide:
    """Write the gaming guide of a table from its own rules; `with_edge` adds the house edge of each wager."""
    day = day_of(on)
    table = table if day is None else replace(table, on=day)
    game, verdict = game_of(table), check(table)
    signs = tuple(_signs(verdict, table))
    return Guide(
        title=game.title,
        headline=verdict.headline or "",
        text=f"the law of {table.on}" if table.on else game.text,
        card=tuple(_card(table, signs)),
        sections=tuple(part for number in _sections(table, game) if (part := _section(number, table, game)).sentences),
        wagers=tuple(_wagers(table, with_edge=with_edge)),
        signs=signs,
    )


def _signs(verdict: Verdict, table: AnyTable) -> Iterator[Sign]:
    for notice in verdict.notices:
        if notice.kind != "text":
            wording = _limits(table) if notice.citation == LIMITS else notice.wording
            yield Sign(notice.kind, notice.when, notice.message, notice.citation, notice.to, wording)


def _limits(table: AnyTable) -> str:
    return f"Minimum {dollars(table.minimum)}, maximum {dollars(table.maximum)}."


def _card(table: AnyTable, signs: tuple[Sign, ...]) -> Iterator[Sentence]:
    """Build one page: the limits, how the table is played, and the inscriptions of its layout and signs."""
    yield Sentence(_limits(table), LIMITS)
    for line in _card_lines():
        if table.game in line["games"] and _is_so(table, line.get("if", {})):
            yield Sentence(line["says"].format_map(_Values(table)), _in_force(line["by"], table))
    for sign in signs:
        if sign.kind in SHOWN_AT_THE_TABLE and sign.says.startswith('"'):
            yield Sentence(sign.wording, sign.citation)


@cache
def _card_lines() -> tuple[dict[str, Any], ...]:
    text = resources.files("chapter47.desk").joinpath("rule_card.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["line"])


class _Values(dict[str, object]):
    """The values of a table by key, for the words of a line."""

    def __init__(self, table: AnyTable) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, key: str) -> object:
        return getattr(self._table, key)


def _is_so(table: AnyTable, conditions: dict[str, Any]) -> bool:
    """Return whether the table is as a line of the card says."""
    for key, wanted in conditions.items():
        values = wanted if isinstance(wanted, list) else [wanted]
        if key == "wagers":
            fits = any(name in getattr(table, "wagers", {}) for name in values)
        elif key == "payouts":
            fits = any(name in getattr(table, "optional_payouts", ()) for name in values)
        else:
            fits = getattr(table, key) in values
        if not fits:
            return False
    return True


def _in_force(citations: list[str], table: AnyTable) -> str:
    """Return the first paragraph that the text in force has for this game."""
    cited = [f"19:47-{citation}" for citation in citations]
    subchapters = {subchapter(number) for number in game_of(table).sections(table)}
    own = [citation for citation in cited if subchapter(citation) in subchapters] or cited
    held = [
        citation
        for citation in own
        if any(edition_of(citation, table.day) in form.editions for form in paragraph(citation))
    ]
    return (held or own)[0]


def _sections(table: AnyTable, game: AnyGame) -> list[str]:
    """Return the sections that the table depends on; a subchapter stands for all of its sections."""
    stood_on = set(game.sections(table))
    subchapters = {subchapter(number) for number in stood_on}
    held = {section(form.citation) for form in paragraphs()}
    numbers = {number for number in held if number in stood_on or subchapter(number) in stood_on}
    numbers |= {number for number in not_held_at_all() if subchapter(number) in subchapters}
    return sorted((number for number in numbers if not number.startswith("19:46-")), key=order)


def _section(number: str, table: AnyTable, game: AnyGame) -> GuideSection:
    edition = edition_of(number, table.day)
    unused = [option.citation for option in game.options if not option(table)]
    sentences = [
        Sentence(form.says, form.citation)
        for form in paragraphs()
        if section(form.citation) == number and _for_players(form, edition) and not _is_within(form.citation, unused)
    ]
    if not sentences and number in not_held_at_all() and (known := known_of(number)):
        sentences = [Sentence(known, number)]
    return GuideSection(_title(number), number, tuple(sentences))


def _for_players(form: ParagraphText, edition: str | None) -> bool:
    return edition in form.editions and bool(FOR_PLAYERS & set(form.kinds))


def _is_within(citation: str, others: list[str]) -> bool:
    """Return whether a paragraph belongs to an option that this table does not use."""
    return any(citation == other or is_part_of(citation, other) for other in others if "(" in other)


def _title(number: str) -> str:
    named = {**not_held_at_all(), **titles()}
    forms = paragraph(number)
    title = named.get(number) or (forms[-1].says if forms else "")
    return title[:1].upper() + title[1:].rstrip(".")


def _wagers(table: AnyTable, *, with_edge: bool) -> Iterator[WagerLine]:
    edges: dict[str, float | None] = {}
    names: dict[str, str] = {}
    if with_edge:
        from chapter47.library.prices import edge

        price = edge(table)
        names = dict(price.titles)
        edges["main"] = price.house_edge
        for name, wager in price.wagers.items():
            bets = {f"{name} {bet}": one_bet.house_edge for bet, one_bet in (wager.bets or {}).items()}
            edges |= bets or {name: wager.house_edge}
    limits = f"{dollars(table.minimum)} to {dollars(table.maximum)}"
    yield WagerLine(names.get("main", "main wager"), limits, edges.pop("main", None))
    offered = getattr(table, "wagers", {})
    for name in edges or offered:
        offer = offered.get(name.split(" ")[0])
        low, high = getattr(offer, "minimum", None), getattr(offer, "maximum", None)
        own = f"{dollars(low)} to {dollars(high)}" if low is not None and high is not None else limits
        yield WagerLine(names.get(name, name), own, edges.get(name))


# On paper ------------------------------------------------------------------------------------------------------------

_STYLE: Final = """
body { font: 16px/1.45 Georgia, serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; color: #111; }
p { margin: .3rem 0 .3rem 0; padding-left: 6.5rem; position: relative; }
p > cite { position: absolute; left: 0; width: 6rem; font: 12px/1.9 sans-serif; color: #444; font-style: normal; }
table { border-collapse: collapse; } td, th { border: 1px solid #888; padding: .2rem .6rem; text-align: left; }
.card { border: 2px solid #111; padding: 1rem; break-after: page; } .sign { border: 1px solid #111; padding: .6rem; }
@media print { body { margin: 0; } }
"""


def _html(guide: Guide) -> str:
    card = "".join(map(_line, guide.card))
    sections = "".join(f"<h2>{escape(part.title)}</h2>{''.join(map(_line, part.sentences))}" for part in guide.sections)
    wagers = "".join(
        f"<tr><td>{escape(row.wager)}</td><td>{escape(row.limits)}</td><td>{_edge(row.house_edge)}</td></tr>"
        for row in guide.wagers
    )
    signs = "".join(
        f'<p class="sign"><cite>{escape(short_citation(sign.citation))}</cite><b>{escape(sign.wording)}</b><br>'
        f"<small>{escape(_use(sign))}</small></p>"
        for sign in guide.signs
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(guide.title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(guide.title)}</h1>"
        f'<section class="card"><h2>Rule card</h2>{card}</section>'
        f"<p><cite>verdict</cite>{escape(guide.headline)}, by {escape(guide.text)}.</p>{sections}"
        f"<h2>Wagers</h2><table><tr><th>wager</th><th>limits</th><th>house edge</th></tr>{wagers}</table>"
        f"<h2>Signs, inscriptions and announcements</h2>{signs}</body></html>\n"
    )


def _line(sentence: Sentence) -> str:
    return f"<p><cite>{escape(short_citation(sentence.citation))}</cite>{escape(sentence.says)}</p>"


def _use(sign: Sign) -> str:
    """Say where a text goes and who reads it: `layout, while the table is open; for players at the table`."""
    return f"{sign.kind}, {sign.when}" + (f"; for {', '.join(sign.to)}" if sign.to else "")


def _edge(edge: float | None) -> str:
    return "" if edge is None else percent(edge)


def _typst(guide: Guide) -> str:
    def lines(sentences: tuple[Sentence, ...]) -> str:
        return "\n".join(f"#rule({quoted(short_citation(row.citation))}, {quoted(row.says)})" for row in sentences)

    sections = "\n".join(
        f"#heading(level: 2, {quoted(part.title)})\n{lines(part.sentences)}" for part in guide.sections
    )
    wagers = ", ".join(
        f"{quoted(row.wager)}, {quoted(row.limits)}, {quoted(_edge(row.house_edge))}" for row in guide.wagers
    )
    signs = "\n".join(
        f"#sign({quoted(short_citation(sign.citation))}, {quoted(sign.wording)}, {quoted(_use(sign))})"
        for sign in guide.signs
    )
    return f"""#set page(paper: "us-letter", margin: 1in, numbering: "1")
#set document(title: {quoted(guide.title)}, date: none)
#set text(size: 10pt)
#let rule(by, says) = grid(columns: (0.9in, 1fr), gutter: 6pt, text(size: 8pt, by), says)
#let sign(by, says, use) = block(breakable: false, rect(width: 100%, inset: 10pt)[
#grid(columns: (0.9in, 1fr), gutter: 6pt, text(size: 8pt, by),
[#text(size: 15pt, weight: "bold", says)#linebreak()#text(size: 8pt, use)])])
#heading(level: 1, {quoted(guide.title)})
#rect(width: 100%, inset: 12pt)[
#heading(level: 2, "Rule card")
{lines(guide.card)}
]
#pagebreak()
#text(size: 9pt, {quoted(f"This table is {guide.headline}, by {guide.text}.")})
{sections}
#heading(level: 2, "Wagers")
#table(columns: 3, "wager", "limits", "house edge", {wagers})
#heading(level: 2, "Signs, inscriptions and announcements")
{signs}
"""


def quoted(text: str) -> str:
    """Write a typst string literal, in which nothing is markup."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def to_pdf(guide: Guide) -> bytes:
    """Write the guide as a PDF; needs the extra `chapter47[print]`."""
    import typst

    pdf: bytes = typst.compile(_typst(guide).encode())
    return pdf
