"""SVG as text: elements, escaped attributes and words, numbers with two decimals."""

import re
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from chapter47.drawing.font_metrics import FACES, Face, fixed_length, text_width

Value = str | float | None
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SANS: Final = "Arial, Helvetica, 'Liberation Sans', sans-serif"
SERIF: Final = "'Times New Roman', Times, 'Liberation Serif', serif"


_PLAIN: Final = re.compile(r"[\w #().,:;%/'-]*", re.ASCII)
"""Values that need no quoting, as nearly all do: a picture has thousands of them."""


def number(value: float) -> str:
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def words(text: str) -> str:
    """Escape text between two tags: a name may contain any character."""
    return escape(_NOT_IN_XML.sub("\ufffd", text))


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """Write an element. `class_` becomes `class`, `text_anchor` becomes `text-anchor`; `None` values are omitted."""
    written = f"<{name}"
    for key, value in attributes.items():
        if type(value) is float:  # written out here, because a picture has thousands of coordinates
            digits = f"{value:.2f}".rstrip("0").rstrip(".")
            written += f' {_attribute_name(key)}="{"0" if digits in ("-0", "") else digits}"'
        elif value is not None:
            written += _attribute(key, value)
    content = "".join(inside)
    return f"{written}>{content}</{name}>" if content else f"{written}/>"


@lru_cache(maxsize=4096, typed=True)
def _attribute(key: str, value: str | float) -> str:
    if not isinstance(value, str):
        return f' {_attribute_name(key)}="{number(value)}"'
    if _PLAIN.fullmatch(value):
        return f' {_attribute_name(key)}="{value}"'
    return f" {_attribute_name(key)}={quoteattr(_NOT_IN_XML.sub(chr(0xFFFD), value))}"


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def group(*inside: str, **attributes: Value) -> str:
    return tag("g", *inside, **attributes)


def image(label: str, *inside: str, **attributes: Value) -> str:
    """Write a group that a screen reader presents as one image."""
    return tag("g", *inside, role="img", aria_label=label, **attributes)


def labelled(label: str, *inside: str, **attributes: Value) -> str:
    """Write a group with a name, which may contain others."""
    return tag("g", tag("title", words(label)), *inside, role="group", aria_label=label, **attributes)


def moved(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """Return the `transform` value that moves the origin to a point."""
    turned = f" rotate({number(turn)})" if turn else ""
    scaled = f" scale({number(scale)})" if scale != 1 else ""
    return f"translate({number(x)},{number(y)}){turned}{scaled}"


def text(
    x: float,
    y: float,
    says: str,
    size: float,
    *,
    face: Face = "sans",
    fill: str = "#fff",
    anchor: str = "middle",
    spacing: float = 0.0,
    room: float | None = None,
    **attributes: Value,
) -> str:
    """Write words with their baseline at `y`, no wider than the room given in any font."""
    if room is not None and (length := fixed_length(says, size, room, face, spacing)):
        attributes |= {"textLength": length, "lengthAdjust": "spacingAndGlyphs"}
    return tag(
        "text",
        words(says),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        letter_spacing=spacing or None,
        **_of_face(face),
        **attributes,
    )


def middle_text(x: float, y: float, says: str, size: float, **how: object) -> str:
    """Write words with their capitals centred at `y`."""
    return text(x, y + 0.355 * size, says, size, **how)  # type: ignore[arg-type]  # handed on as they are


def _of_face(face: Face) -> dict[str, Value]:
    family, weight, style = FACES[face]
    return {
        "font_family": SERIF if family == "serif" else None,
        "font_weight": "700" if weight == "bold" else None,
        "font_style": "italic" if style == "italic" else None,
    }


def arc_text(
    place: str,
    middle: tuple[float, float],
    radius: float,
    says: str,
    size: float,
    *,
    face: Face,
    fill: str,
    spacing: float = 0.0,
) -> str:
    """Write words along the lower part of a circle, as printed on felt, as long in any font. `place` is the id of its
    line."""
    (x, y), reach = middle, radius * 0.98
    rise = (radius**2 - reach**2) ** 0.5
    line = f"M{number(x - reach)},{number(y + rise)} A{number(radius)},{number(radius)} 0 0 0 "
    path = tag("path", id=place, d=f"{line}{number(x + reach)},{number(y + rise)}", fill="none")
    on_path = tag("textPath", words(says), href=f"#{place}", startOffset="50%", text_anchor="middle")
    lettering = tag(
        "text",
        on_path,
        font_size=size,
        fill=fill,
        letter_spacing=spacing or None,
        textLength=text_width(says, size, face, spacing),
        lengthAdjust="spacingAndGlyphs",
        **_of_face(face),
    )
    return path + lettering


def document(
    width: float,
    height: float,
    title: str,
    *inside: str,
    definitions: str = "",
    title_id: str = "title",
    aside: float = 0.0,
) -> str:
    """Write a whole picture, wider than its table by this much on both sides. It is a group rather than an image,
    because a page may make its spots clickable."""
    return tag(
        "svg",
        tag("title", words(title), id=title_id),
        tag("defs", definitions),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(-aside)} 0 {number(width + 2 * aside)} {number(height)}",
        width=width + 2 * aside,
        height=height,
        role="group",
        aria_labelledby=title_id,
        font_family=SANS,
    )
