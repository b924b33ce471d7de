"""The tags of the hi-lo count, as books have them."""

from typing import Final

HI_LO: Final = {**dict.fromkeys("23456", 1.0), **dict.fromkeys("789", 0.0), **dict.fromkeys("TJQKA", -1.0)}
