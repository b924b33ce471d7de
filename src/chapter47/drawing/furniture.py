"""Objects on a table: tray, shoe, discard rack, signs, and badges with totals."""

from typing import Final, Literal, NamedTuple

from chapter47.drawing.chips import CHIPS
from chapter47.drawing.felt import ACCENT, GOLD, INK, PAPER
from chapter47.drawing.font_metrics import Face, shortened, text_width
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import group, image, labelled, middle_text, moved, tag, text

Mood = Literal["plain", "turn", "won", "lost", "push", "blackjack"]
_BADGES: Final[dict[Mood, tuple[str, str]]] = {
    "plain": ("#0d1512", "#ffffff"),
    "turn": (ACCENT, "#201a06"),
    "won": ("#1f8a4c", "#ffffff"),
    "lost": ("#4a1a1f", "#ffd9d6"),
    "push": ("#3c4450", "#ffffff"),
    "blackjack": ("#d8aa3a", "#201a06"),
}
"""Background and ink; every pair has enough contrast to read."""


def badge_size(says: str, size: float) -> tuple[float, float]:
    return text_width(says, size, "sans-bold") + size * 1.1, size * 1.5


def badge_at(x: float, y: float, says: str, size: float, mood: Mood, *, place: str, label: str = "") -> str:
    """Draw a total or a result around a point."""
    width, height = badge_size(says, size)
    ground, ink = _BADGES[mood]
    return labelled(
        label or says,
        tag(
            "rect",
            x=-width / 2,
            y=-height / 2,
            width=width,
            height=height,
            rx=height / 2,
            fill=ground,
            fill_opacity=0.93,
            stroke="#fff" if mood in ("plain", "lost", "push") else None,  # dark ones would drown in a dark felt
            stroke_opacity=0.2 if mood in ("plain", "lost", "push") else None,
        ),
        middle_text(0, 0, says, size, face="sans-bold", fill=ink, room=width - size),
        id=place,
        class_=f"badge {mood}",
        transform=moved(x, y),
    )


def tray_at(x: float, y: float, width: float, settings: Settings) -> str:
    """Draw the dealer's chips in their tray, its upper edge centred at a point."""
    height = width * 0.115
    tubes = (2, 3, 3, 4, 4, 4, 5, 5, 7, 7)
    pitch = width * 0.955 / len(tubes)
    drawn = [
        _tube(-width * 0.4775 + pitch * place, height * 0.14, pitch * 0.88, height * 0.72, CHIPS[chip].colour)
        for place, chip in enumerate(tubes)
    ]
    ground = tag("rect", x=-width / 2, y=0, width=width, height=height, rx=height * 0.14, fill="#16100c")
    rim = tag("rect", x=-width / 2, y=0, width=width, height=height, rx=height * 0.14, fill="none", stroke="#5b4029")
    return image("the dealer's chips", ground, *drawn, rim, id=settings.id("tray"), transform=moved(x, y))


def _tube(x: float, y: float, width: float, height: float, colour: str) -> str:
    """Draw chips on edge in a round tube: bright along its middle, dark where it bends away."""
    edges = "".join([f"M{x:.2f},{y + height * part / 9:.2f}h{width:.2f}" for part in range(1, 9)])
    shades = ((0.0, 0.16, "#000", 0.34), (0.34, 0.16, "#fff", 0.22), (0.84, 0.16, "#000", 0.34))
    return (
        tag("rect", x=x, y=y, width=width, height=height, rx=1.5, fill=colour)
        + tag("path", d=edges, stroke="#000", stroke_opacity=0.35, stroke_width=0.8)
        + "".join(
            tag("rect", x=x + width * at, y=y, width=width * part, height=height, fill=fill, opacity=strength)
            for at, part, fill, strength in shades
        )
    )


class StackSeen(NamedTuple):
    """The cards still to be dealt."""

    left: int | None
    before_cut: int | None
    """How many of them are before the cutting card."""
    full: int

    @property
    def filled(self) -> float:
        return 1.0 if self.left is None else min(1.0, self.left / max(1, self.full))

    @property
    def cut_at(self) -> float | None:
        """The share of the cards before the cutting card."""
        return self.before_cut / self.left if self.left and self.before_cut is not None else None

    def spoken(self, name: str) -> str:
        return name if self.left is None else f"{name}, {counted(self.left)} left"


def shoe_at(x: float, y: float, width: float, settings: Settings, stack: StackSeen) -> str:
    """Draw a shoe with the cards left and its cutting card, centred at a point."""
    height = width * 0.52
    cards_wide = (width * 0.80) * max(0.06, stack.filled)
    left = -width * 0.43
    parts = [
        tag("rect", x=-width / 2 + 2, y=-height / 2 + 4, width=width, height=height, rx=8, fill="#000", opacity=0.35),
        tag("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=7, fill="#1d2027", stroke="#3b4150"),
        tag("rect", x=left, y=-height * 0.36, width=width * 0.86, height=height * 0.72, rx=3, fill="#07080a"),
    ]
    if stack.left != 0:
        parts.append(
            tag("rect", x=left + 3, y=-height * 0.31, width=cards_wide, height=height * 0.62, rx=2, fill="#7c1f2c")
        )
        lattice = f"url(#{settings.id('backs')})"
        parts.append(
            tag("rect", x=left + 3, y=-height * 0.31, width=cards_wide, height=height * 0.62, rx=2, fill=lattice)
        )
    if stack.cut_at is not None and stack.cut_at <= 1:
        at = left + 3 + cards_wide * stack.cut_at
        parts.append(tag("rect", x=at - 2, y=-height * 0.36, width=4, height=height * 0.72, fill="#ffc531"))
    return image(stack.spoken("the shoe"), *parts, id=settings.id("shoe"), transform=moved(x, y, 8))


def pack_at(x: float, y: float, width: float, settings: Settings, stack: StackSeen) -> str:
    """Draw the pack in the dealer's hand with the cards left and the cutting card; it takes as much room as a shoe."""
    tall, wide = width * 0.5, width * 0.36
    thick = width * (0.03 + 0.12 * stack.filled)
    size, corner = {"width": wide, "height": tall}, wide * 0.09
    left, top = -wide / 2 - thick / 2, -tall / 2 - thick / 2
    edges = max(2, round(thick / 2.2))
    under = [left + thick * (1 - step / edges) for step in range(edges)]
    parts = [tag("rect", x=left + thick + 2, y=top + thick + 4, **size, rx=corner, fill="#000", opacity=0.35)]
    for step, at in enumerate(under):
        is_cut = stack.cut_at is not None and step == round((edges - 1) * (1 - stack.cut_at))
        fill = "#ffc531" if is_cut else PAPER
        out = 2.5 if is_cut else 0.0
        shift = at - left
        parts.append(
            tag("rect", x=at + out, y=top + shift, **size, rx=corner, fill=fill, stroke="#8d8468", stroke_width=0.5)
        )
    inset = wide * 0.08
    back = {"x": left + inset, "y": top + inset, "width": wide - 2 * inset, "height": tall - 2 * inset}
    parts.append(tag("rect", x=left, y=top, **size, rx=corner, fill="#fdfcf6", stroke="#c9c2ae", stroke_width=0.8))
    parts += [tag("rect", **back, rx=corner / 2, fill=fill) for fill in ("#7c1f2c", f"url(#{settings.id('backs')})")]
    drawn = parts if stack.left != 0 else []
    return image(
        stack.spoken("the pack in the dealer's hand"), *drawn, id=settings.id("shoe"), transform=moved(x, y, -12)
    )


def counted(cards: int) -> str:
    return f"{cards} card{'s' * (cards != 1)}"


def rack_at(x: float, y: float, width: float, settings: Settings, *, discards: int | None, full: int) -> str:
    """Draw the discard rack with the cards that are out."""
    height = width * 0.62
    share = min(1.0, (discards or 0) / max(1, full))
    cards_high = height * 0.74 * share
    lines = "".join(
        tag(
            "path",
            d=f"M{-width * 0.38:.2f},{height * 0.37 - cards_high + step * 3:.2f}h{width * 0.76:.2f}",
            stroke="#cfc8b4",
            stroke_width=0.7,
        )
        for step in range(1, int(cards_high / 3) + 1)
    )
    parts = [
        tag("rect", x=-width / 2 + 2, y=-height / 2 + 4, width=width, height=height, rx=6, fill="#000", opacity=0.3),
        tag("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=5, fill="#6d2027", stroke="#8f3a3f"),
        tag("rect", x=-width * 0.42, y=-height * 0.4, width=width * 0.84, height=height * 0.8, rx=3, fill="#3d0e13"),
    ]
    if discards:
        parts.append(
            tag(
                "rect",
                x=-width * 0.38,
                y=height * 0.37 - cards_high,
                width=width * 0.76,
                height=cards_high,
                rx=1.5,
                fill=PAPER,
            )
        )
        parts.append(lines)
    label = "the discard rack" if discards is None else f"the discard rack, {counted(discards)}"
    return image(label, *parts, id=settings.id("rack"), transform=moved(x, y, -7))


def sign_at(
    x: float, y: float, lines: tuple[tuple[str, bool], ...], size: float, *, place: str, label: str, room: float = 0.0
) -> str:
    """Draw a small sign in a gold frame, its upper edge centred at a point; a line marked `True` is emphasised."""
    width, height = sign_size(lines, size, room)
    drawn = []
    down = size * 0.5
    for says, loud in lines:
        letters = size * (1.25 if loud else 1.0)
        face: Face = "sans-bold" if loud else "sans"
        kept = shortened(says, letters, width - size, face)
        down += letters * 1.22
        fill = "#fff" if loud else GOLD
        drawn.append(text(0, down - letters * 0.28, kept, letters, face=face, fill=fill, room=width - size))
    return labelled(
        label,
        tag(
            "rect",
            x=-width / 2,
            y=0,
            width=width,
            height=height,
            rx=size * 0.4,
            fill=INK,
            fill_opacity=0.88,
            stroke=GOLD,
            stroke_opacity=0.7,
        ),
        *drawn,
        id=place,
        class_="sign",
        transform=moved(x, y),
    )


def sign_size(lines: tuple[tuple[str, bool], ...], size: float, room: float = 0.0) -> tuple[float, float]:
    """Return the width and height of a sign, no wider than the room given."""
    widths = (text_width(says, size * (1.25 if loud else 1), "sans-bold" if loud else "sans") for says, loud in lines)
    width = max(widths) + size * 1.2
    height = sum(size * (1.25 if loud else 1.0) * 1.22 for _, loud in lines) + size * 0.9
    return (min(width, room) if room else width), height


def lammer_at(x: float, y: float, radius: float, says: str, *, fill: str = "#f2c230", ink: str = "#201a06") -> str:
    """Draw a small marker button with a number."""
    disc = tag("circle", r=radius, fill=fill, stroke="#000", stroke_opacity=0.5)
    letters = max(12.0, radius * 1.1)
    return group(
        disc, middle_text(0, 0, says, letters, face="sans-bold", fill=ink), class_="lammer", transform=moved(x, y)
    )
