"""The second factor of staff: a code of six digits from an authenticator app, by RFC 6238 (TOTP).

The seed is sealed with the server's key: the database alone is not enough to make codes."""

import base64
import hmac
import os
from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from chapter47.service.secrets import NotSealedHereError, Secrets

ISSUER: Final = "Chapter 47"
DIGITS: Final = 6
SECONDS_OF_A_CODE: Final = 30
SEED_BYTES: Final = 20
STEPS_AROUND: Final = (0, -1, 1)
"""Clocks of phones are up to half a minute off."""
OFFERED_FOR: Final = 10 * 60 * 1000
"""Milliseconds in which a new seed must be confirmed."""


class SecondFactors:
    """Makes and seals seeds and checks codes; each code is accepted only once."""

    def __init__(self, secrets: Secrets | None, clock: Callable[[], int]) -> None:
        self._secrets, self._clock = secrets, clock
        self._offered: dict[str, tuple[bytes, int]] = {}
        self._last_step: dict[str, int] = {}

    @property
    def available(self) -> bool:
        return self._secrets is not None

    def offer(self, name: str) -> tuple[str, str]:
        """Return a new seed in base 32 and as the URI of a QR code; it takes effect once `accept` has seen one of its
        codes."""
        seed = os.urandom(SEED_BYTES)
        self._offered[name] = seed, self._clock()
        return base64.b32encode(seed).decode(), _totp(seed).get_provisioning_uri(name, ISSUER)

    def accept(self, name: str, code: str) -> str | None:
        """Return the offered seed, sealed, if the code belongs to it."""
        seed, at = self._offered.get(name, (b"", 0))
        if not seed or self._clock() - at > OFFERED_FOR or not self._fits(name, seed, code):
            return None
        del self._offered[name]
        assert self._secrets is not None
        return self._secrets.seal(seed, _label(name)).hex()

    def check(self, name: str, sealed: str, code: str) -> bool:
        """Return whether a code is current and was not used before."""
        if self._secrets is None:
            return False
        try:
            seed = self._secrets.open(bytes.fromhex(sealed), _label(name))
        except (NotSealedHereError, ValueError):
            return False
        return self._fits(name, seed, code)

    def _fits(self, name: str, seed: bytes, code: str) -> bool:
        totp, now = _totp(seed), self._clock() // 1000 // SECONDS_OF_A_CODE
        given = code.replace(" ", "").encode("utf-8", "replace")
        for step in (now + around for around in STEPS_AROUND):
            if step > self._last_step.get(name, 0) and hmac.compare_digest(
                totp.generate(step * SECONDS_OF_A_CODE), given
            ):
                self._last_step[name] = step
                return True
        return False


def _totp(seed: bytes) -> TOTP:
    return TOTP(seed, DIGITS, SHA1(), SECONDS_OF_A_CODE)


def _label(name: str) -> str:
    return f"totp/{name}"
