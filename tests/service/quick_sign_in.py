"""`python -m tests.service.quick_sign_in serve …`: the command itself, in a house whose passwords take little work.

A real server's Argon2 takes a quarter of a second for each password on purpose; a dozen of them for the people of a
test would be most of its time. What the real work is, `test_signing_in.py` holds."""

from functools import partial

from argon2 import PasswordHasher

from chapter47.cli.app import main
from chapter47.service import passwords

CHEAP = partial(PasswordHasher, 1, 8, 1)


def with_quick_sign_in() -> None:
    setattr(passwords, "PasswordHasher", lambda **asked: CHEAP(type=asked["type"]))  # noqa: B010 it is not exported


if __name__ == "__main__":
    with_quick_sign_in()
    main()
