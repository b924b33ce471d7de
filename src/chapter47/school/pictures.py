"""Pictures of drills: chips to count, and a discard rack from the side."""

from collections.abc import Sequence

from chapter47.core.money import dollars
from chapter47.drawing.chips import CHIPS, RISE, chip_at
from chapter47.drawing.svg import document, image, middle_text, moved, tag

RADIUS = 26
RACK_HEIGHT = 240
RACK_WIDTH = 90


def counted_stacks(stacks: Sequence[tuple[int, int]]) -> str:
    """Stacks of chips side by side, each a value in cents and a number of chips."""
    chips = {chip.value: chip for chip in CHIPS}
    highest = max(count for _, count in stacks)
    height, pitch = 2.6 * RADIUS + highest * RISE * RADIUS, 2.6 * RADIUS
    drawn = [
        image(
            f"{count} chips of {dollars(value)}",
            *(
                chip_at(0, -RISE * RADIUS * place, RADIUS, chips[value], numbered=place == count - 1)
                for place in range(count)
            ),
            transform=moved(pitch * (number + 0.5), height - 1.4 * RADIUS),
        )
        for number, (value, count) in enumerate(stacks)
    ]
    return document(pitch * len(stacks), height, "Stacks of chips", *drawn, title_id="chips-title")


def discard_rack(out: float, decks: int) -> str:
    """A discard rack that holds so many decks of a shoe, which fills it to the top."""
    cards = RACK_HEIGHT * out / decks
    top = 12 + RACK_HEIGHT - cards
    lines = [
        tag("path", d=f"M24,{12 + RACK_HEIGHT - step:.1f}h{RACK_WIDTH - 8}", stroke="#b8b09a", stroke_width=0.5)
        for step in range(3, int(cards), 3)
    ]
    rack = image(
        f"The discard rack: {out:g} of {decks} decks are in it",
        tag(
            "rect",
            x=20,
            y=12,
            width=RACK_WIDTH,
            height=RACK_HEIGHT,
            fill="#6d2027",
            fill_opacity=0.25,
            stroke="#8f3a3f",
        ),
        tag("rect", x=24, y=round(top, 1), width=RACK_WIDTH - 8, height=round(cards, 1), fill="#f4efdf"),
        *lines,
        tag(
            "path", d=f"M20,12v{RACK_HEIGHT}h{RACK_WIDTH}v-{RACK_HEIGHT}", fill="none", stroke="#8f3a3f", stroke_width=4
        ),
    )
    marks = [
        middle_text(RACK_WIDTH + 40, 12 + RACK_HEIGHT * (1 - deck / decks), f"{deck}", 12, fill="currentColor")
        for deck in (0, decks)
    ]
    return document(RACK_WIDTH + 60, RACK_HEIGHT + 24, "The discard rack", rack, *marks, title_id="rack-title")
