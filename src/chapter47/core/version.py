"""The program version that logs carry; a test keeps it equal to the package's."""

from typing import Final

VERSION: Final = "0.2.0"
