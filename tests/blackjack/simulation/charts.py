"""A chart to play by where only the cards matter: stand on hard 17 and soft 18, split aces and eights."""

from typing import Any, Final

UP: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")


def _row(code: str) -> dict[str, str]:
    return dict.fromkeys(UP, code)


ANY_CHART: Final[dict[str, Any]] = {
    "hard": {str(total): _row("S" if total > 16 else "D" if total == 11 else "H") for total in range(4, 21)},
    "soft": {str(total): _row("S" if total > 17 else "H") for total in range(12, 21)},
    "pairs": {name: _row("P" if name in "A8" else "S" if name in "9T" else "H") for name in UP},
    "insurance": False,
    "even_money": False,
}
