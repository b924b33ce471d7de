"""Table files: TOML to a game's posting and back, reporting all errors at once; the games are passed in."""

from chapter47.core.errors import Problem
from chapter47.core.tablefile.keys import Key
from chapter47.core.tablefile.posting_form import PostingForm, Subtable
from chapter47.core.tablefile.problems import TableFileError

__all__ = ["Key", "PostingForm", "Problem", "Subtable", "TableFileError"]
