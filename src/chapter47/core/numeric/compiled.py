"""Numerical kernels: compiled once, kept on disk, loaded in later runs.

This module builds on parts of numba that are not public (its cache classes, `_nrt`, environments), so `pyproject.toml`
bounds numba to one minor version. numba's own `cache=True` would keep old machine code when a kernel of another module
changes, and would end in a traceback on a damaged file or a full disk: see `docs/decisions/compiled-code-cache.md`."""

import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar, cast
from zlib import crc32

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.environment import Environment
from numba.core.runtime.nrt import rtsys

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_WATCHED: dict[str, set[Path]] = {}
"""By module: the files that its kernels are made of, beside its own."""


def compiled(function: Kernel) -> Kernel:
    """Compile at the first call; the machine code is kept beside the module, or in the user's cache."""
    return compiled_with()(function)


BORROWING: dict[str, Any] = {"_nrt": False}
INNER: dict[str, Any] = {**BORROWING, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""A kernel that makes no arrays need not count references to them; one that only kernels call needs no way in."""


def compiled_with(*modules: ModuleType, **more: Any) -> Callable[[Kernel], Kernel]:
    """The same for a kernel that takes kernels, constants or tuples with names from other modules: it is compiled anew
    when one of them changes, or what their kernels are made of."""

    def compile_it(function: Kernel) -> Kernel:
        options: dict[str, Any] = {"fastmath": {"contract", "reassoc", "nsz"}, "error_model": "numpy"}
        options |= {"nogil": True, **more}
        kernel = numba.njit(**options)(function)
        try:
            kernel._cache = cast(Any, _Kept)(function)
            _watch(kernel, _files_of(function.__module__, modules))
        except (RuntimeError, AttributeError):  # no folder to keep it in can be written to, or no way to watch
            kernel = numba.njit(**options)(function)
        return cast(Kernel, kernel)

    return compile_it


class _Kept(FunctionCache):
    """Loads machine code without what only a compiler needs: numba would bring in all that it can compile, which takes
    longer than everything else at the start of a command; a compilation brings it in for itself."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call] # it ships no types
        cast(Any, self)._cache_file.__class__ = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Two processes that compile at once may take the same file for different types of arguments."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            loaded = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call] # it ships no types
            return loaded if loaded is None or loaded.signature.args == tuple(sig) else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """A full disk keeps nothing, and what was compiled runs all the same."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call] # it ships no types


class _Files(IndexDataCacheFile):
    """A file that is damaged counts as missing: its kernel is compiled again. Each ends with a sum over its bytes."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()  # type: ignore[no-untyped-call] # it ships no types
        except Exception:  # whatever reading bytes of any kind may raise
            return {}

    def _load_data(self, name: str) -> Any:
        kept = Path(cast(Any, self)._data_path(name)).read_bytes()
        if kept[-_SUM:] != _sum_over(kept[:-_SUM]):
            raise OSError(f"{name} is damaged")
        return _Reader(BytesIO(kept)).load()

    def _dump(self, obj: Any) -> bytes:
        dumped = cast(bytes, super()._dump(obj))  # type: ignore[no-untyped-call] # it ships no types
        return dumped + _sum_over(dumped)


_SUM: Final = 4


def _sum_over(data: bytes) -> bytes:
    return crc32(data).to_bytes(_SUM, "big")


class _Reader(pickle.Unpickler):
    """Machine code names the modules of numba that it was made of, but needs nothing of them."""

    def find_class(self, module: str, name: str) -> Any:
        return _environment if name == "_rebuild_env" else super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    memo = cast(Any, Environment)._memo
    environment = memo.get(name)
    if environment is None:
        environment = memo[name] = cast(Any, Environment)({"__name__": module})
        environment.consts[:], environment.env_name = constants, name
    return environment


def _files_of(own: str, modules: Iterable[ModuleType]) -> list[Path]:
    watched = _WATCHED.setdefault(own, set())
    for module in modules:
        watched |= {Path(str(module.__file__))} | _WATCHED.get(module.__name__, set())
    return sorted(watched)


def _watch(kernel: Any, files: list[Path]) -> None:
    """numba keeps the time and size of a kernel's own file beside the machine code; here those of others join them."""
    if not files:
        return
    index = kernel._cache._cache_file
    stats = [file.stat() for file in files]
    index._source_stamp = (index._source_stamp, tuple((stat.st_mtime_ns, stat.st_size) for stat in stats))


def is_cold(*kernels: Callable[..., Any]) -> bool:
    """Whether one of these kernels has no compiled code on disk yet."""
    return any(not _on_disk(kernel) for kernel in kernels)


def _on_disk(kernel: Any) -> bool:
    if not kernel.stats.cache_path:
        return False
    folder = Path(kernel.stats.cache_path)
    name = f"{Path(kernel.py_func.__code__.co_filename).stem}.{kernel.py_func.__name__}-"
    return any(folder.glob(f"{name}*.nbi"))


def say_if_cold(*kernels: Callable[..., Any], what: str = "the analysis") -> None:
    if is_cold(*kernels):
        print(f"Compiling {what} for this machine (first run only, about 30 s)…", file=sys.stderr, flush=True)
