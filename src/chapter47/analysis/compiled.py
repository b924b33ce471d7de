"""Numerical kernels: compiled once, kept on disk, loaded in later runs."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_KERNELS: list[Any] = []


def compiled(function: Kernel) -> Kernel:
    """Compile at the first call; the machine code is kept beside the module, or in the user's cache."""
    options: dict[str, Any] = {"fastmath": {"contract", "reassoc", "nsz"}, "error_model": "numpy", "nogil": True}
    try:
        kernel = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder to keep it in can be written to
        kernel = numba.njit(**options)(function)
    _KERNELS.append(kernel)
    return cast(Kernel, kernel)


def is_cold() -> bool:
    """Whether some kernel has no compiled code on disk yet."""
    return any(not _on_disk(kernel) for kernel in _KERNELS)


def _on_disk(kernel: Any) -> bool:
    if not kernel.stats.cache_path:
        return False
    found = Path(kernel.stats.cache_path)
    name = f"{Path(kernel.py_func.__code__.co_filename).stem}.{kernel.py_func.__name__}-"
    return any(found.glob(f"{name}*.nbi"))


def say_if_cold() -> None:
    if is_cold():
        print("compiling the analysis once for this machine: some seconds", file=sys.stderr, flush=True)
