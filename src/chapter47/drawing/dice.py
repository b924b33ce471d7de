"""Dice with their pips, and the marker that shows the point."""

from typing import Final

from chapter47.drawing.svg import group, image, middle_text, moved, tag

_NEAR, _FAR = -0.27, 0.27
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((_NEAR, _NEAR), (_FAR, _FAR)),
    3: ((_NEAR, _NEAR), (0, 0), (_FAR, _FAR)),
    4: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_FAR, _NEAR), (0, 0), (_NEAR, _FAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, 0), (_FAR, 0), (_NEAR, _FAR), (_FAR, _FAR)),
}
RED: Final = "#b51f26"
"""Casino dice are transparent red; those printed on a layout are white."""


def face(size: float, value: int, *, fill: str = RED, ink: str = "#fff", edge: str = "#5e0c10") -> str:
    """Draw the upper face of a die around its middle."""
    square = tag(
        "rect",
        x=-size / 2,
        y=-size / 2,
        width=size,
        height=size,
        rx=size * 0.17,
        fill=fill,
        stroke=edge,
        stroke_width=0.9,
    )
    return square + "".join(tag("circle", cx=x * size, cy=y * size, r=size * 0.095, fill=ink) for x, y in _PIPS[value])


def die_at(x: float, y: float, size: float, value: int, *, place: str, turn: float = 0.0) -> str:
    """Draw a thrown die."""
    shadow = tag(
        "rect", x=-size / 2 + 2, y=-size / 2 + 4, width=size, height=size, rx=size * 0.17, fill="#000", opacity=0.35
    )
    shine = tag(
        "rect",
        x=-size * 0.44,
        y=-size * 0.44,
        width=size * 0.88,
        height=size * 0.3,
        rx=size * 0.12,
        fill="#fff",
        opacity=0.13,
    )
    return image(
        f"a die shows {value}", shadow, face(size, value), shine, id=place, class_="die", transform=moved(x, y, turn)
    )


def printed_pair(x: float, y: float, size: float, first: int, second: int) -> str:
    """Draw two dice as printed on a layout."""
    gap = size * 0.58
    white = {"fill": "#f7f3e7", "ink": "#1b1c20", "edge": "#8d8468"}
    pair = (
        group(face(size, value, **white), transform=moved(place, 0)) for value, place in ((first, -gap), (second, gap))
    )
    return group(*pair, transform=moved(x, y), class_="printed")


def marker_at(x: float, y: float, radius: float, *, on: bool, place: str) -> str:
    """Draw the marker: white with ON at the point, black with OFF without one."""
    fill, ink = ("#fbfaf5", "#14161a") if on else ("#17191d", "#f4f1e8")
    says = "ON" if on else "OFF"
    size = max(12.0, radius * 0.72)
    return image(
        f"the marker is {says.lower()}",
        tag("circle", cy=2.5, r=radius, fill="#000", opacity=0.4),
        tag("circle", r=radius, fill=fill, stroke="#8a8d93", stroke_width=1.2),
        tag("circle", r=radius * 0.86, fill="none", stroke=ink, stroke_opacity=0.4),
        middle_text(0, 0, says, size, face="sans-bold", fill=ink),
        id=place,
        class_="marker",
        transform=moved(x, y),
    )
