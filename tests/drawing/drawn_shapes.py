"""The shapes of a picture as its document has them: texts, cards, chips and signs as polygons, in the order drawn.

Read from the SVG alone, with the font widths of `drawing/font_metrics.py`."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final
from xml.etree import ElementTree as ET

from chapter47.drawing.font_metrics import Face, text_width
from chapter47.drawing.polygons import Point, Polygon, overlap

SVG: Final = "{http://www.w3.org/2000/svg}"
_STEP: Final = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")
_NUMBERS: Final = re.compile(r"-?\d+(?:\.\d+)?")
_DESCENDING: Final = frozenset("gjpqy,;()$Q")
LEAST_LETTERS: Final = 12.0
FURNITURE: Final = ("shoe", "rack", "tray")
SLACK: Final = 0.75
"""So many pixels may two outlines share: lines are as thick as that."""

Matrix = tuple[float, float, float, float, float, float]
UNMOVED: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def matrix_of(transform: str) -> Matrix:
    matrix = UNMOVED
    for step, arguments in _STEP.findall(transform):
        numbers = [float(number) for number in _NUMBERS.findall(arguments)]
        if step == "translate":
            matrix = times(matrix, (1, 0, 0, 1, numbers[0], numbers[1]))
        elif step == "scale":
            matrix = times(matrix, (numbers[0], 0, 0, numbers[-1], 0, 0))
        else:
            c, s = math.cos(math.radians(numbers[0])), math.sin(math.radians(numbers[0]))
            matrix = times(matrix, (c, s, -s, c, 0, 0))
    return matrix


def through(matrix: Matrix, corners: Polygon) -> tuple[Point, ...]:
    a, b, c, d, e, f = matrix
    return tuple(Point(a * x + c * y + e, b * x + d * y + f) for x, y in corners)


@dataclass
class Shape:
    """Something drawn: what it is, its outline, and inside which elements it lies."""

    kind: str
    outline: tuple[Point, ...]
    order: int
    path: tuple[str, ...]
    """Ids of the elements around it."""
    says: str = ""
    size: float = 0.0
    low: bool = False

    @cached_property
    def hand(self) -> str:
        return next((place for place in self.path if re.search(r"\bhand-", place)), "")

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)

    def __str__(self) -> str:
        at = f"{self.outline[0].x:.0f},{self.outline[0].y:.0f}"
        return f"{self.kind} {self.says!r} at {at} in {'/'.join(self.path[-2:])}"


@dataclass
class Drawn:
    """A whole picture."""

    left: float
    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def of(self, *kinds: str) -> list[Shape]:
        return [shape for shape in self.shapes if shape.kind in kinds]

    @cached_property
    def seen_texts(self) -> list[Shape]:
        """All but the lower indices of cards that lie under another of their hand."""
        cards: dict[str, list[Shape]] = {}
        for card in self.of("card"):
            cards.setdefault(card.hand, []).append(card)
        return [
            text
            for text in self.of("text")
            if not (text.low and any(card.order > text.order and _meet(card, text) for card in cards[text.hand]))
        ]


def read(svg: str) -> Drawn:
    root = ET.fromstring(svg)
    left, _, width, height = map(float, root.attrib["viewBox"].split())
    drawn = Drawn(left, width, height)
    arcs = {path.attrib["id"]: path.attrib["d"] for path in root.iter(f"{SVG}path") if "id" in path.attrib}
    for child in root:
        if child.tag not in (f"{SVG}title", f"{SVG}defs"):
            _walk(child, UNMOVED, (), drawn, arcs, low=False)
    return drawn


def _walk(
    element: ET.Element, outer: Matrix, path: tuple[str, ...], drawn: Drawn, arcs: dict[str, str], *, low: bool
) -> None:
    matrix = times(outer, matrix_of(element.attrib.get("transform", "")))
    classes = element.attrib.get("class", "").split()
    if place := element.attrib.get("id", ""):
        drawn.ids.append(place)
        path = (*path, place)
    low = low or "low" in classes
    if element.tag == f"{SVG}text":
        drawn.shapes += _texts(element, matrix, path, len(drawn.shapes), arcs, low=low)
        return
    if outline := _outline(element, classes, path):
        kind, corners = outline
        drawn.shapes.append(Shape(kind, through(matrix, corners), len(drawn.shapes), path))
    for child in element:
        _walk(child, matrix, path, drawn, arcs, low=low)


def _outline(element: ET.Element, classes: list[str], path: tuple[str, ...]) -> tuple[str, tuple[Point, ...]] | None:
    """Of the elements that cover what lies under them."""
    if element.tag == f"{SVG}circle" and path and "chips-" in path[-1] and element.attrib.get("opacity") is None:
        return "chip", _circle(element)
    if element.tag != f"{SVG}rect":
        return None
    if "paper" in classes:
        return "card", _rectangle(element)
    if "edge" in classes:
        return "spot", _rectangle(element)
    inside = path[-1] if path else ""
    if inside in FURNITURE:
        return "furniture", _rectangle(element)
    for kind in ("badge", "sign"):
        if re.search(rf"\b{kind}-", inside):
            return kind, _rectangle(element)
    return None


def _number(element: ET.Element, name: str) -> float:
    return float(element.attrib.get(name, "0"))


def _rectangle(element: ET.Element) -> tuple[Point, ...]:
    """As far as it reaches: of one whose ends are round, eight corners."""
    x, y, width, height, rx = (_number(element, name) for name in ("x", "y", "width", "height", "rx"))
    cut = min(rx, width / 2, height / 2) * 0.29
    right, bottom = x + width, y + height
    return tuple(
        Point(*corner)
        for corner in (
            *((x + cut, y), (right - cut, y), (right, y + cut), (right, bottom - cut)),
            *((right - cut, bottom), (x + cut, bottom), (x, bottom - cut), (x, y + cut)),
        )
    )


def _circle(element: ET.Element) -> tuple[Point, ...]:
    x, y, radius = (_number(element, name) for name in ("cx", "cy", "r"))
    turns = (math.tau * part / 16 for part in range(16))
    return tuple(Point(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


# Text --------------------------------------------------------------------------------------------------------------


def _face(element: ET.Element) -> Face:
    if "font-family" not in element.attrib:
        return "sans-bold" if "font-weight" in element.attrib else "sans"
    return "serif-italic" if "font-style" in element.attrib else "serif-bold"


def _texts(
    element: ET.Element, matrix: Matrix, path: tuple[str, ...], order: int, arcs: dict[str, str], *, low: bool
) -> Iterator[Shape]:
    size, spacing = float(element.attrib["font-size"]), float(element.attrib.get("letter-spacing", "0"))
    scale = math.hypot(matrix[0], matrix[1])
    on_path = element.find(f"{SVG}textPath")
    if on_path is not None:
        says, line = on_path.text or "", on_path.attrib["href"].removeprefix("#")
        for outline in _along(arcs[line], says, size, _face(element), spacing):
            yield Shape("text", through(matrix, outline), order, (*path, line), says, size * scale)
        return
    says = element.text or ""
    width = float(element.attrib.get("textLength", text_width(says, size, _face(element), spacing)))
    left = float(element.attrib["x"]) - width * {"middle": 0.5, "end": 1.0}.get(
        element.attrib.get("text-anchor", ""), 0
    )
    outline = _letters(left, float(element.attrib["y"]), width, size, says)
    yield Shape("text", through(matrix, outline), order, path, says, size * scale, low)


def _letters(left: float, base: float, width: float, size: float, says: str) -> tuple[Point, ...]:
    top, foot = base - 0.70 * size, base + (0.2 * size if _DESCENDING & set(says) else 0.02 * size)
    return Point(left, top), Point(left + width, top), Point(left + width, foot), Point(left, foot)


def _along(line: str, says: str, size: float, face: Face, spacing: float) -> Iterator[tuple[Point, ...]]:
    """Each letter where it stands on the lower part of a circle; `line` runs from left to right."""
    x0, y0, radius, _, _, _, _, x1, y1 = (float(number) for number in _NUMBERS.findall(line))
    middle, half = (x0 + x1) / 2, (x1 - x0) / 2
    centre = Point(middle, (y0 + y1) / 2 - math.sqrt(radius**2 - half**2))
    run = -text_width(says, size, face, spacing) / 2
    for letter in says:
        wide = text_width(letter, size, face)
        turn = math.degrees((run + wide / 2) / radius)
        c, s = math.cos(math.radians(-turn)), math.sin(math.radians(-turn))
        stand = times((c, s, -s, c, centre.x, centre.y), UNMOVED)
        if letter != " ":
            yield through(stand, _letters(-wide / 2, radius, wide, size, letter))
        run += wide + spacing


# What may not be ---------------------------------------------------------------------------------------------------


def problems(svg: str) -> list[str]:
    """Everything in a picture that covers something else, leaves the picture or cannot be read."""
    drawn = read(svg)
    return [
        *_outside(drawn),
        *_too_small(drawn),
        *_twice(drawn),
        *_texts_on_texts(drawn),
        *_covered(drawn),
        *_meeting(drawn),
    ]


def _outside(drawn: Drawn) -> Iterator[str]:
    least, most = drawn.left - SLACK, drawn.left + drawn.width + SLACK
    for shape in drawn.shapes:
        if any(not (least <= x <= most and -SLACK <= y <= drawn.height + SLACK) for x, y in shape.outline):
            yield f"{shape} leaves the picture"


def _too_small(drawn: Drawn) -> Iterator[str]:
    for shape in drawn.of("text"):
        if shape.size < LEAST_LETTERS - 0.01:
            yield f"{shape} has letters of {shape.size:.1f} pixels"


def _twice(drawn: Drawn) -> Iterator[str]:
    for place in sorted(place for place, times_drawn in Counter(drawn.ids).items() if times_drawn > 1):
        yield f"two elements are called {place}"


def _meet(first: Shape, second: Shape) -> bool:
    return overlap(first.outline, second.outline, SLACK)


def _near(first: Shape, second: Shape) -> bool:
    (left, top, right, bottom), (left_2, top_2, right_2, bottom_2) = first.bounds, second.bounds
    return left < right_2 and left_2 < right and top < bottom_2 and top_2 < bottom


def _pairs(shapes: list[Shape]) -> Iterator[tuple[Shape, Shape]]:
    """Those that may meet, found by sweeping from left to right."""
    swept: list[Shape] = []
    for shape in sorted(shapes, key=lambda shape: shape.bounds[0]):
        swept = [other for other in swept if other.bounds[2] > shape.bounds[0]]
        for other in swept:
            if _near(other, shape):
                yield (other, shape) if other.order <= shape.order else (shape, other)
        swept.append(shape)


def _texts_on_texts(drawn: Drawn) -> Iterator[str]:
    for first, second in _pairs(drawn.seen_texts):
        letters_of_one = first.path == second.path and first.says == second.says and first.order == second.order
        if not letters_of_one and _meet(first, second):
            yield f"{first} meets {second}"


def _covered(drawn: Drawn) -> Iterator[str]:
    """A text under something that was drawn later, or on a card or a sign that is not its own."""
    covers = drawn.of("card", "chip", "badge", "sign", "furniture")
    for first, second in _pairs([*drawn.seen_texts, *covers]):
        if (first.kind == "text") == (second.kind == "text") or not _meet(first, second):
            continue
        if first.kind == "text":
            yield f"{first} lies under {second}"
        elif first.hand != second.hand if first.kind == "card" else first.path[-1] not in second.path:
            yield f"{second} lies on {first}"


def _meeting(drawn: Drawn) -> Iterator[str]:
    """Cards of two hands, and whatever else stands on the felt, keep apart; chips lie on their own spot."""
    for first, second in _pairs(drawn.of("card", "badge", "sign", "spot", "chip", "furniture")):
        if not _belong_together(first, second) and _meet(first, second):
            yield f"{first} meets {second}"


def _belong_together(first: Shape, second: Shape) -> bool:
    if first.kind == second.kind == "card":
        return first.hand == second.hand
    if first.kind == second.kind and first.kind in ("chip", "furniture"):
        return first.path[-1] == second.path[-1]
    if "spot" in (first.kind, second.kind) and "chip" in (first.kind, second.kind):
        spot, chip = (first, second) if first.kind == "spot" else (second, first)
        return spot.path[-1] in chip.path
    return False
