"""The law as data: paragraphs in our own words, editions, readings, and the homes of the paragraphs."""

from chapter47.law.homes import law

__all__ = ["law"]
