"""How long a test waits for a condition before it fails.

No test measures time with this: on a busy machine everything comes late, and nothing may fail because of it."""

from typing import Final

SECONDS: Final = 300
MILLISECONDS: Final = SECONDS * 1000
