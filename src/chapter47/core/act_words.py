"""The words of a line of text, and the error for text or JSON that is not an act."""

import re
from typing import Final, NamedTuple


class BadActError(ValueError):
    """Text or JSON that is not an act: what is wrong, what to do and, if one applies, the paragraph."""

    def __init__(self, message: str, advice: str = "", citation: str = "") -> None:
        super().__init__(" ".join(filter(None, (message, advice))))
        self.message, self.advice, self.citation = message, advice, citation


class Word(NamedTuple):
    """A word of a line; one in quotation marks is always a value, never a verb or a preposition."""

    text: str
    quoted: bool = False


LONGEST_LINE: Final = 10_000
"""Maximum length of a line in characters; a thousand cards take far fewer."""
_BETWEEN_BLANKS: Final = re.compile(r"[^ \t\r\n]+")
_SPECIAL: Final = re.compile(r'["#]')
_WORD: Final = re.compile(r'[ \t\r\n]*(?:"([^"]*)"(?=[ \t\r\n#]|$)|#.*|([^ \t\r\n"#]+)(?!"))?', re.DOTALL)


def words_of(line: str) -> list[Word]:
    """Split a line into words, up to a comment; a name with a space is in double quotes."""
    if len(line) > LONGEST_LINE:
        raise BadActError(f"The line has {len(line):,} characters.", f"Write at most {LONGEST_LINE:,} on a line.")
    if not _SPECIAL.search(line):
        return [Word(word) for word in _BETWEEN_BLANKS.findall(line)]
    words, place = [], 0
    while place < len(line) and (match := _WORD.match(line, place)) and match.end() > place:
        if match[1] is not None or match[2]:
            words.append(Word(match[2] or match[1], quoted=match[1] is not None))
        place = match.end()
    if place < len(line):
        raise BadActError("A quotation mark stands alone.", 'Put a name with a blank in double quotes: "Ann Lee".')
    return words


def quoted(word: str) -> str:
    """Write a value as a line contains it."""
    return f'"{word}"' if not word or " " in word or "#" in word else word
