"""Drill scores in the user's data folder: a JSON line for each finished drill."""

import json
import os
import sys
from pathlib import Path

from msgspec import Struct, to_builtins

from chapter47.core.json_object import Json


class DrillScore(Struct, frozen=True, kw_only=True):
    """A finished drill."""

    drill: str
    game: str
    right: int
    asked: int
    seconds: float
    at: str
    """Time in ISO 8601."""


def data_folder() -> Path:
    """Return `$XDG_DATA_HOME/chapter47`, or this system's folder for user data."""
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given) / "chapter47"
    home = Path.home()
    places = {"darwin": home / "Library/Application Support", "win32": home / "AppData/Local"}
    return places.get(sys.platform, home / ".local/share") / "chapter47"


def add(score: DrillScore) -> Path:
    """Write a score and return the file."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "scores.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(to_builtins(score)) + "\n")
    return path


def best(drill: str, game: str) -> Json | None:
    """Return the score with the most right answers, the fastest if equal; damaged lines are skipped."""
    path = data_folder() / "scores.jsonl"
    rows: list[Json] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
            if row["drill"] == drill and row["game"] == game and row["asked"]:
                rows.append(row)
        except (ValueError, KeyError, TypeError):
            continue
    return max(rows, key=lambda row: (row["right"] / row["asked"], -row["seconds"]), default=None)
