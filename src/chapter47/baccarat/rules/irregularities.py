"""19:47-3.12, a section whose text is not held: what can be called, when, and what follows."""

from typing import Final

from chapter47.core.findings import Irregularity

SECTION: Final = "19:47-3.12"
THIRD_UNSEEN, THIRD_SEEN = "third-card-unseen", "third-card-seen"
FACE_UP, EXTRA_UNSEEN, EXTRA_SEEN = "face-up-card", "extra-card-unseen", "extra-card-seen"
FORGOTTEN, OUT_OF_ORDER, TOO_FEW = "third-card-forgotten", "out-of-order", "too-few-cards"

DESCRIBED: Final = tuple(
    Irregularity(kind, SECTION, when, what, then)
    for kind, when, what, then in (
        (
            THIRD_UNSEEN,
            "when the Player's hand has to stand",
            "A third card was drawn for a Player's hand that stands; nobody saw it",
            "If the Banker's hand must draw, the card is the Banker's; otherwise it stays unseen as the next card.",
        ),
        (
            THIRD_SEEN,
            "when the Player's hand has to stand",
            "A third card was drawn for a Player's hand that stands, and seen",
            "If the Banker's hand must draw, the card is the Banker's; otherwise it is out of play.",
        ),
        (
            FACE_UP,
            "while a card is due",
            "A card lies face up in the shoe",
            "The card is out of play and goes to the discards.",
        ),
        (
            EXTRA_UNSEEN,
            "while no card is due",
            "A card was drawn that no hand needs; nobody saw it",
            "The card stays unseen as the next one.",
        ),
        (
            EXTRA_SEEN,
            "while no card is due",
            "A card was drawn that no hand needs, and seen",
            "The card is out of play and goes to the discards.",
        ),
        (
            FORGOTTEN,
            "when a third card is due",
            "A third card was forgotten",
            "The caller calls for the third card before any other.",
        ),
        (
            OUT_OF_ORDER,
            "while the first four cards are on the layout, face down",
            "The first four cards were dealt out of order",
            "The four cards are put in their places, in the order drawn.",
        ),
    )
)
"""When each irregularity can be called, what happened and what follows, in words for people."""
