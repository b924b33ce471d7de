"""Options that are whole numbers, as they are written on a command line."""

from collections.abc import Sequence
from typing import Any, Final

from cyclopts import Parameter, Token


def whole_number(type_: Any, tokens: Sequence[Token]) -> int:
    """As it is written: the parser itself would round 1.5 to 2 without a word."""
    return int(tokens[0].value)


WHOLE_NUMBER: Final = Parameter(converter=whole_number)
