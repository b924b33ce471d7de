"""Command-line errors, reported like all other bad input."""

from collections.abc import Sequence
from difflib import get_close_matches

from cyclopts import CycloptsError, Token
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from chapter47.core.errors import MissingArgument, Problem


def problem_of(error: CycloptsError, commands: Sequence[str]) -> Problem:
    """Turn a parser error into a problem."""
    match error:
        case CoercionError(token=Token(keyword=str() as option, value=value)):
            return Problem(option, value, "a whole number")
        case MissingArgumentError() if error.argument:
            return MissingArgument(error.argument.name, "nothing", _within(error.argument.parameter.help or "a value"))
        case RepeatArgumentError():
            return Problem(str(error.token.keyword), "given twice", "once")
        case UnknownOptionError():
            names = [name for argument in error.argument_collection for name in argument.names]
            return Problem(str(error.token.keyword or error.token.value), "no such option", _meant(error.token, names))
        case UnknownCommandError(unused_tokens=[str() as word, *_]):
            return Problem("command", word, _guess(word, commands) + ", ".join(sorted(commands)))
        case UnusedCliTokensError(unused_tokens=[str() as word, *_]):
            return Problem("command", f"unexpected {word!r}", "the arguments that --help lists")
        case _:
            return Problem("command", str(error), "the arguments that --help lists")


def _within(sentence: str) -> str:
    """Fit a help text into a sentence."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _meant(token: Token, names: Sequence[str]) -> str:
    options = [name for name in names if name.startswith("--")]
    return _guess(str(token.keyword or token.value), options) + ", ".join(options)


def _guess(word: str, words: Sequence[str]) -> str:
    close = get_close_matches(word, words, n=1)
    return f"did you mean {close[0]}? One of " if close else ""
