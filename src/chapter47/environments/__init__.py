"""Environments for reinforcement learning: importing this package registers them with Gymnasium.

import chapter47.environments
import gymnasium

env = gymnasium.make("chapter47/Blackjack-v0")"""

from typing import Final

try:
    import gymnasium
except ModuleNotFoundError as error:
    message = "environments need Gymnasium: install chapter47[gym]"
    raise ModuleNotFoundError(message, name=error.name) from error

NAMES: Final = {
    "chapter47/Blackjack-v0": "blackjack:BlackjackEnv",
    "chapter47/Spanish21-v0": "blackjack:Spanish21Env",
    "chapter47/Switch-v0": "blackjack:SwitchEnv",
    "chapter47/Craps-v0": "craps:CrapsEnv",
    "chapter47/Baccarat-v0": "baccarat:BaccaratEnv",
}
"""Each registered environment and its class."""

VECTORS: Final = {
    "chapter47/Blackjack-v0": "vector:BlackjackVectorEnv",
    "chapter47/Spanish21-v0": "vector:Spanish21VectorEnv",
}
"""Environments that can also run many at once in compiled code, for `gymnasium.make_vec`."""


def register() -> None:
    """Register the environments that are not registered yet."""
    for name, home in NAMES.items():
        if name not in gymnasium.registry:
            many = f"{__name__}.{VECTORS[name]}" if name in VECTORS else None
            gymnasium.register(name, entry_point=f"{__name__}.{home}", vector_entry_point=many)


register()
