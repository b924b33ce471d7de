"""The version of the program, which logs bear; a test holds it equal to that of the package."""

from typing import Final

VERSION: Final = "0.1.0"
