"""Draws house.svg, the floors of the project: `python docs/house.py`."""

from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("house.svg")
FLOORS: Final = (
    (("cli", "commands: thin readers and printers"),),
    (
        ("terminal", "play and replay at the keyboard"),
        ("web", "tables, floor, lab, law, school"),
        ("environments", "learning (Gymnasium)"),
    ),
    (("service", "tables in play, ledger, store, audit"), ("client", "what a program asks a server")),
    (("school", "coach, drills, faults, practice"), ("desk", "reports, guides, law reader, disputes")),
    (("library", "what import chapter47 answers"),),
    (("session", "acts, book, purse, script, narration"),),
    (("games.py", "the tuple GAMES"),),
    (("blackjack", "six games, ten side wagers"), ("craps", "twenty wagers and odds"), ("baccarat", "punto banco")),
    (("drawing", "cards, chips, dice, felt as SVG"),),
    (("core", "money, cards, chance, events, log, findings, compliance, table files, numeric"),),
    (("law", "paragraphs, days, editions, readings, homes"),),
)
WIDTH, HEIGHT, GAP, MARGIN = 860, 46, 8, 20
GROUND, WALL, INK, GOLD = "#0e5a3c", "#0b4a31", "#f4f1e6", "#d9b65c"
ROOM: Final = f'fill="{GROUND}" stroke="{GOLD}"'


def house() -> str:
    total = MARGIN * 2 + len(FLOORS) * (HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total}" role="img" font-family="sans-serif">',
        "<title>The floors of Chapter 47: a module imports only from the floors below</title>",
        f'<rect width="{WIDTH}" height="{total}" rx="14" fill="{WALL}"/>',
    ]
    for level, rooms in enumerate(FLOORS):
        parts += _floor(rooms, MARGIN + level * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>"])


def _floor(rooms: tuple[tuple[str, str], ...], top: int) -> list[str]:
    width = (WIDTH - 2 * MARGIN - GAP * (len(rooms) - 1)) / len(rooms)
    lines = []
    for place, (name, what) in enumerate(rooms):
        left = MARGIN + place * (width + GAP)
        lines += [
            f'<rect x="{left:.0f}" y="{top}" width="{width:.0f}" height="{HEIGHT}" rx="6" {ROOM}/>',
            f'<text x="{left + 14:.0f}" y="{top + 20}" fill="{GOLD}" font-size="15" font-weight="bold">{name}</text>',
            f'<text x="{left + 14:.0f}" y="{top + 37}" fill="{INK}" font-size="12">{what}</text>',
        ]
    return lines


if __name__ == "__main__":
    PAGE.write_text(house() + "\n", encoding="utf-8")
