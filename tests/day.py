"""The seed of the day: every day compares other rounds of what is too long to compare whole."""

import os
from datetime import UTC, datetime
from typing import Final
from zlib import crc32

DAY: Final = os.environ.get("CHAPTER47_DAY") or datetime.now(UTC).date().isoformat()
"""Set the environment variable to repeat the rounds of a day."""
SEED_OF_THE_DAY: Final = crc32(DAY.encode())
