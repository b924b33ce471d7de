"""The law as data: paragraphs in our own words, editions, readings, and the homes of the paragraphs.

`law` is loaded when it is first used, so that `import chapter47` stays quick."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chapter47.law.homes import law

__all__ = ["law"]


if not TYPE_CHECKING:  # type checkers then report unknown names

    def __getattr__(name: str) -> Any:
        if name != "law":
            raise AttributeError(f"module 'chapter47.law' has no attribute {name!r}")
        from chapter47.law.homes import law

        globals()["law"] = law
        return law
