"""The gaming guide of a table (19:47-8.5): how it is played in plain English, a rule card, and all signs as text."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from html import escape
from importlib import resources
from typing import Any, Final

from msgspec import Struct, structs

from chapter47.core.game import AnyGame
from chapter47.core.money import dollars
from chapter47.core.pay_lines import PayLine
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
BETS: Final = "Your bet"
PLAYERS_READ: Final = ("players at the table",)
SHOWN_AT_THE_TABLE: Final = ("layout", "sign", "posting")


class Sentence(Struct, frozen=True):
    """What the guide says, and the paragraph behind it."""

    says: str
    citation: str


class GuideSection(Struct, frozen=True):
    """A section of the regulation as it applies to this table."""

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


class OddsLine(Struct, frozen=True):
    """A way to win a wager, what it pays, and the paragraph behind it."""

    wager: str
    wins: str
    pays: str
    citation: str


class Guide(Struct, frozen=True):
    """The gaming guide of one table."""

    title: str
    headline: str
    text: str
    """The date or the text whose law applies."""
    card: tuple[Sentence, ...]
    play: tuple[GuideSection, ...]
    """How this table is played, in plain English."""
    odds: tuple[OddsLine, ...]
    wagers: tuple[WagerLine, ...]
    sections: tuple[GuideSection, ...]
    """The rules in full, paragraph by paragraph (8.5)."""
    signs: tuple[Sign, ...]

    def to_dict(self) -> dict[str, Any]:
        rows = {
            part: [structs.asdict(row) for row in getattr(self, part)] for part in ("card", "odds", "wagers", "signs")
        }
        parts = {name: [_section_data(part) for part in getattr(self, name)] for name in ("play", "sections")}
        return {"title": self.title, "headline": self.headline, "text": self.text, **rows, **parts}

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
        play=tuple(_play(table)),
        odds=tuple(OddsLine(row.wager, row.wins, row.pays, row.citation) for row in _pay_lines(table)),
        sections=tuple(part for number in _sections(table, game) if (part := _section(number, table, game)).sentences),
        wagers=tuple(_wagers(table, with_edge=with_edge)),
        signs=signs,
    )


def _signs(verdict: Verdict, table: AnyTable) -> Iterator[Sign]:
    for notice in verdict.notices:
        if notice.kind != "text":
            wording = _limits(table) if notice.citation == LIMITS else notice.wording
            yield Sign(notice.kind, notice.when, notice.message, notice.citation, notice.to, wording)
    yield from _odds_of_side_wagers(table)


def _odds_of_side_wagers(table: AnyTable) -> Iterator[Sign]:
    """The odds of each side wager, which stand on the layout or on a sign."""
    offered = getattr(table, "wagers", {})
    rows: dict[str, list[PayLine]] = {}
    for row in _pay_lines(table):
        if row.name in offered and row.pays:
            rows.setdefault(row.name, []).append(row)
    for lines in rows.values():
        first = lines[0]
        pays = ", ".join(f"{row.wins} {row.pays}".strip() for row in lines)
        says = f"the odds of the {first.wager.lower()} wager"
        yield Sign("sign", "while the table is open", says, first.citation, PLAYERS_READ, f"{first.wager} pays: {pays}")


def _limits(table: AnyTable) -> str:
    return f"Minimum {dollars(table.minimum)}, maximum {dollars(table.maximum)}."


def _section_data(part: GuideSection) -> dict[str, Any]:
    return {**structs.asdict(part), "sentences": [structs.asdict(row) for row in part.sentences]}


def _card(table: AnyTable, signs: tuple[Sign, ...]) -> Iterator[Sentence]:
    """Build one page: the limits, how the table is played, and the inscriptions of its layout and signs."""
    yield Sentence(_limits(table), LIMITS)
    yield from (_sentence(line, table) for line in _lines_for(table) if line.get("card"))
    for sign in signs:
        if sign.kind in SHOWN_AT_THE_TABLE and sign.says.startswith('"'):
            yield Sentence(sign.wording, sign.citation)


def _play(table: AnyTable) -> Iterator[GuideSection]:
    """Gather the lines under their headings, in the order of the file; the limits come first of the bets."""
    parts: dict[str, list[Sentence]] = {}
    for line in _lines_for(table):
        part = parts.setdefault(line["part"], [Sentence(_limits(table), LIMITS)] if line["part"] == BETS else [])
        part.append(_sentence(line, table))
    for title, sentences in parts.items():
        yield GuideSection(title, sentences[0].citation, tuple(sentences))


def _lines_for(table: AnyTable) -> list[dict[str, Any]]:
    return [line for line in _guide_file()["line"] if table.game in line["games"] and _applies(line, table)]


def _applies(line: dict[str, Any], table: AnyTable) -> bool:
    return _is_so(table, line.get("if", {})) and not ("unless" in line and _is_so(table, line["unless"]))


def _sentence(line: dict[str, Any], table: AnyTable) -> Sentence:
    return Sentence(line["says"].format_map(_Values(table)), _in_force(line["by"], table))


@cache
def _guide_file() -> dict[str, Any]:
    text = resources.files("chapter47.desk").joinpath("guide_lines.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


class _Values(dict[str, str]):
    """The values of a table by key, in the words of a line."""

    def __init__(self, table: AnyTable) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, key: str) -> str:
        value = getattr(self._table, key)
        match value:
            case Fraction():
                return f"{100 * float(value):g}%"
            case Mapping():
                return " or ".join(f"{100 * float(rate):g}%" for rate in sorted(set(value.values())))
            case tuple():
                return " and ".join(map(str, value))
        return str(getattr(value, "name", value))


def _is_so(table: AnyTable, conditions: dict[str, Any]) -> bool:
    """Return whether a line of the card is true of the table; a key of another game never is."""
    for key, wanted in conditions.items():
        values = wanted if isinstance(wanted, list) else [wanted]
        value = getattr(table, {"payouts": "optional_payouts"}.get(key, key), None)
        has = value if isinstance(value, (tuple, Mapping)) else (value,)
        if not any(name in has for name in values):
            return False
    return True


def _in_force(citations: list[str], table: AnyTable) -> str:
    """Return the first paragraph that the text in force has for this game."""
    cited = [citation if citation.startswith("19:") else f"19:47-{citation}" for citation in citations]
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
    others = [
        f"19:47-{citation}"
        for row in _guide_file()["only"]
        if not _applies(row, table)
        for citation in row["paragraphs"]
    ]
    sentences = [
        Sentence(form.says, form.citation)
        for form in paragraphs()
        if section(form.citation) == number
        and _for_players(form, edition)
        and not _is_within(form.citation, unused)
        and not _is_part(form.citation, others)
    ]
    if not sentences and number in not_held_at_all() and (known := known_of(number)):
        sentences = [Sentence(known, number)]
    return GuideSection(_title(number), number, tuple(sentences))


def _for_players(form: ParagraphText, edition: str | None) -> bool:
    return edition in form.editions and bool(FOR_PLAYERS & set(form.kinds))


def _is_within(citation: str, others: list[str]) -> bool:
    """Return whether a paragraph belongs to an option that this table does not use."""
    return any(citation == other or is_part_of(citation, other) for other in others if "(" in other)


def _is_part(citation: str, others: list[str]) -> bool:
    """Return whether a paragraph concerns only tables of another kind."""
    return any(citation == other or is_part_of(citation, other) for other in others)


def _title(number: str) -> str:
    named = {**not_held_at_all(), **titles()}
    forms = paragraph(number)
    title = named.get(number) or (forms[-1].says if forms else "")
    return title[:1].upper() + title[1:].rstrip(".")


def _pay_lines(table: AnyTable) -> list[PayLine]:
    pays = game_of(table).pays
    return list(pays.load()(table)) if pays else []


def _wagers(table: AnyTable, *, with_edge: bool) -> Iterator[WagerLine]:
    """List every wager with its limits, and every bet of it where the house edge is asked for."""
    limits = {row.name: row.limits or _range(row.least, row.most, table) for row in _pay_lines(table)}
    titles = {row.name: row.wager for row in _pay_lines(table)}
    if not with_edge:
        yield from (WagerLine(titles[name], limits[name], None) for name in titles)
        return
    from chapter47.library.prices import edge

    price = edge(table)
    if price.house_edge is not None and "main" in titles:
        yield WagerLine(titles["main"], limits["main"], price.house_edge)
    for name, wager in price.wagers.items():
        title, own = titles.get(name, name.replace("-", " ").capitalize()), limits.get(name, _range(None, None, table))
        if not wager.bets:
            yield WagerLine(title, own, wager.house_edge)
        for bet, priced in (wager.bets or {}).items():
            yield WagerLine(f"{title}: {bet}", own, priced.house_edge)


def _range(least: int | None, most: int | None, table: AnyTable) -> str:
    low = table.minimum if least is None else least
    high = table.maximum if most is None else most
    return dollars(low) if low == high else f"{dollars(low)} to {dollars(high)}"


# On paper ------------------------------------------------------------------------------------------------------------

_STYLE: Final = """
body { font: 16px/1.45 Georgia, serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }
html { color: #111; background: #fff; }
p { margin: .3rem 0 .3rem 0; padding-left: 6.5rem; position: relative; }
p > cite { position: absolute; left: 0; width: 6rem; font: 12px/1.9 sans-serif; color: #444; font-style: normal; }
table { border-collapse: collapse; width: 100%; }
td, th { border: 1px solid #888; padding: .2rem .6rem; text-align: left; vertical-align: top; }
.card { border: 2px solid #111; padding: 1rem; break-after: page; } .card h2 { margin-top: 0; }
.sign { border: 1px solid #111; padding: .6rem .6rem .6rem 7.1rem; margin: .6rem 0; break-inside: avoid; }
.sign > cite { left: .6rem; } .sign > b { font-size: 1.35rem; }
@media (max-width: 32rem) { p { padding-left: 0; } p > cite { position: static; display: block; }
  .sign { padding-left: .6rem; } }
@media print { body { margin: 0; } tr, p { break-inside: avoid; } .full { break-before: page; } }
"""
PLAYED: Final = "How this table is played"
PAYS: Final = "What wins and what it pays"
SIGNS: Final = "Signs, inscriptions and announcements"
IN_FULL: Final = "The rules in full"


def _html(guide: Guide) -> str:
    signs = "".join(
        f'<p class="sign"><cite>{escape(short_citation(sign.citation))}</cite><b>{escape(sign.wording)}</b><br>'
        f"<small>{escape(_use(sign))}</small></p>"
        for sign in guide.signs
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(guide.title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><h1>{escape(guide.title)}</h1>"
        f'<section class="card"><h2>Rule card</h2>{"".join(map(_line, guide.card))}</section>'
        f"<p><cite>verdict</cite>{escape(_verdict(guide))}</p>"
        f"<h2>{PLAYED}</h2>{_parts(guide.play)}"
        f"<h2>{PAYS}</h2>{_rows(ODDS_HEADS, odds_cells(guide))}"
        f"<h2>Wagers and limits</h2>{_rows(wager_heads(guide), wager_cells(guide))}"
        f'<h2>{SIGNS}</h2>{signs}<section class="full"><h2>{IN_FULL}</h2>{_parts(guide.sections)}</section>'
        "</body></html>\n"
    )


def _verdict(guide: Guide) -> str:
    return f"This table is {guide.headline}, by {guide.text}."


def _parts(parts: tuple[GuideSection, ...]) -> str:
    return "".join(f"<h3>{escape(part.title)}</h3>{''.join(map(_line, part.sentences))}" for part in parts)


def _line(sentence: Sentence) -> str:
    return f"<p><cite>{escape(short_citation(sentence.citation))}</cite>{escape(sentence.says)}</p>"


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


ODDS_HEADS: Final = ("wager", "wins with", "pays", "paragraph")


def odds_cells(guide: Guide) -> Iterator[tuple[str, ...]]:
    """The table of odds; a wager is named once."""
    named = ""
    for row in guide.odds:
        yield ("" if row.wager == named else row.wager), row.wins, row.pays, short_citation(row.citation)
        named = row.wager


def wager_heads(guide: Guide) -> tuple[str, ...]:
    return ("wager", "limits", "house edge") if _with_edge(guide) else ("wager", "limits")


def wager_cells(guide: Guide) -> Iterator[tuple[str, ...]]:
    for row in guide.wagers:
        edge = "" if row.house_edge is None else percent(row.house_edge)
        yield (row.wager, row.limits, edge) if _with_edge(guide) else (row.wager, row.limits)


def _with_edge(guide: Guide) -> bool:
    return any(row.house_edge is not None for row in guide.wagers)


def _use(sign: Sign) -> str:
    """Say where a text goes and who reads it: `layout, while the table is open; for players at the table`."""
    return f"{sign.kind}, {sign.when}" + (f"; for {', '.join(sign.to)}" if sign.to else "")


def _typst(guide: Guide) -> str:
    def lines(sentences: tuple[Sentence, ...]) -> str:
        return "\n".join(f"#rule({quoted(short_citation(row.citation))}, {quoted(row.says)})" for row in sentences)

    def parts(sections: tuple[GuideSection, ...]) -> str:
        return "\n".join(f"#heading(level: 3, {quoted(part.title)})\n{lines(part.sentences)}" for part in sections)

    def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        cells = [f"strong({quoted(name)})" for name in heads] + [quoted(cell) for row in rows for cell in row]
        return f"#table(columns: ({', '.join(['auto'] * (len(heads) - 1) + ['1fr'])}), {', '.join(cells)})"

    signs = "\n".join(
        f"#sign({quoted(short_citation(sign.citation))}, {quoted(sign.wording)}, {quoted(_use(sign))})"
        for sign in guide.signs
    )
    return f"""#set page(paper: "us-letter", margin: 1in, numbering: "1")
#set document(title: {quoted(guide.title)}, date: none)
#set text(size: 10pt)
#set table(stroke: 0.5pt + luma(140))
#let rule(by, says) = block(breakable: false, grid(columns: (0.9in, 1fr), gutter: 6pt, text(size: 8pt, by), says))
#let sign(by, says, use) = block(breakable: false, rect(width: 100%, inset: 10pt)[
#grid(columns: (0.9in, 1fr), gutter: 6pt, text(size: 8pt, by),
[#text(size: 15pt, weight: "bold", says)#linebreak()#text(size: 8pt, use)])])
#heading(level: 1, {quoted(guide.title)})
#rect(width: 100%, inset: 12pt)[
#heading(level: 2, "Rule card")
{lines(guide.card)}
]
#pagebreak()
#text(size: 9pt, {quoted(_verdict(guide))})
#heading(level: 2, {quoted(PLAYED)})
{parts(guide.play)}
#heading(level: 2, {quoted(PAYS)})
{table(ODDS_HEADS, odds_cells(guide))}
#heading(level: 2, "Wagers and limits")
{table(wager_heads(guide), wager_cells(guide))}
#heading(level: 2, {quoted(SIGNS)})
{signs}
#pagebreak()
#heading(level: 2, {quoted(IN_FULL)})
{parts(guide.sections)}
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
