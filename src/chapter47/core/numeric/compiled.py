"""Numerical kernels: compiled once, cached on disk, loaded in later runs.

This module builds on non-public parts of numba (its cache classes, `_nrt`, environments), so `pyproject.toml` limits
numba to one minor version. numba's own `cache=True` would keep old machine code when a kernel of another module
changes, and would end in a traceback on a damaged file or a full disk: see `docs/decisions/compiled-code-cache.md`."""

import functools
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from stat import S_IMODE, S_ISDIR
from tempfile import gettempdir
from time import monotonic, sleep
from types import ModuleType
from typing import IO, Any, Final, TypeVar, cast
from zlib import crc32

import numba
import numba.core.types
from llvmlite import binding
from numba.core import config as numba_settings
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.environment import Environment
from numba.core.runtime.nrt import rtsys

from chapter47.core.numeric.progress import CLEARS_THE_LINE

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_SETTINGS: Final = cast(Any, numba_settings)
MOST_PATIENCE: Final = 300.0
"""Seconds to wait for a kernel that another process compiles."""
_WATCHED: dict[str, set[Path]] = {}
"""By module: the files on which its kernels depend besides its own, including this one, which defines the cache."""


def compiled(function: Kernel) -> Kernel:
    """Compile at the first call; the machine code is cached beside the module, or in the user's cache."""
    return compiled_with()(function)


BORROWING: dict[str, Any] = {"_nrt": False}
CALLED_BY_KERNELS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INNER: dict[str, Any] = {**BORROWING, **CALLED_BY_KERNELS}
"""A kernel that creates no arrays need not count references to them; one called only by kernels needs no Python entry
point."""


def compiled_with(*modules: ModuleType, **more: Any) -> Callable[[Kernel], Kernel]:
    """Like `compiled`, for a kernel that uses kernels, constants or named tuples from other modules: it is compiled
    again when any of them changes."""

    def compile_it(function: Kernel) -> Kernel:
        options: dict[str, Any] = {"fastmath": {"contract", "reassoc", "nsz"}, "error_model": "numpy"}
        options |= {"nogil": True, "no_cfunc_wrapper": True, **more}
        options["pipeline_class"] = _InnerCompiler if _is_inner(more) else _OuterCompiler
        kernel = _kernel(function, options)
        with suppress(RuntimeError, AttributeError):  # no folder can be written to, or numba has changed
            kernel._cache = _CACHES[function] = _cache_of(function, modules, inner=_is_inner(more))
        return cast(Kernel, kernel)

    return compile_it


def _is_inner(options: dict[str, Any]) -> bool:
    return bool(options.get("no_cpython_wrapper"))


def _kernel(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Compile an inner kernel once for all numbers: numba would make a copy per constant argument, although constants
    are known anyway once the kernel is inlined."""
    kernel: Any = numba.njit(**options)(function)
    if _is_inner(options):
        template = kernel.get_call_template
        kernel.get_call_template = lambda args, kws: template(
            [_any_number(arg) for arg in args], {name: _any_number(arg) for name, arg in kws.items()}
        )
    return kernel


def _any_number(argument: Any) -> Any:
    return cast(Any, numba.core.types).unliteral(argument)


# Kernels that only kernels call ---------------------------------------------------------------------------------------


class _InnerCode(JITCodeLibrary):
    """Code to be inlined into its callers: it is optimized and turned into machine code only there, once.

    numba would do so for every kernel with everything it calls, although nobody can call an inner one directly."""

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> Any:
        code = cast(Any, cls)(codegen, name)
        code._final_module = binding.parse_bitcode(bitcode)
        code._finalized = True
        return code

    def finalize(self) -> None:
        code = cast(Any, self)
        for library in dict.fromkeys(code._linking_libraries):
            code._reload_init.update(library._reload_init)
            code._final_module.link_in(library._get_module_for_linking(), preserve=True)
        code._finalize_dynamic_globals()
        code._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        del name
        cast(Any, self)._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        return self.name, "bitcode", cast(Any, self)._get_module_for_linking().as_bitcode()

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: inlined code has no address of its own; `_OuterCompiler` sets it for code that has one."""


class _OuterCode(JITCodeLibrary):
    """Code that is optimized as a whole; numba would begin with each function by itself, which takes a tenth of a
    compilation."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = cast(Any, self)._codegen._data_layout


class _InnerCompiler(Compiler):
    code: type[JITCodeLibrary] = _InnerCode

    def compile_extra(self, function: Any) -> Any:
        state = cast(Any, self).state
        state.library = cast(Any, self.code)(state.targetctx.codegen(), function.__qualname__)
        state.library.enable_object_caching()
        try:
            with _SHOWN.compiling(function):
                return super().compile_extra(function)  # type: ignore[no-untyped-call] # it ships no types
        except BaseException:
            if function in _CACHES:
                _CACHES[function].others_may_compile()
            raise


class _OuterCompiler(_InnerCompiler):
    code = _OuterCode

    def compile_extra(self, function: Any) -> Any:
        result = super().compile_extra(function)
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)
        return result


class _InnerCodeOnDisk(CompileResultCacheImpl):
    def rebuild(self, target_context: Any, payload: Any) -> Any:
        (name, _, bitcode), fndesc, env, signature, objectmode, lifted, annotation, reload_init, _ = payload
        code = _InnerCode.read(target_context.codegen(), name, bitcode)
        return cast(Any, CompileResult)(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=code,
            environment=env,
            entry_point=target_context.get_executable(code, fndesc, env),
            fndesc=fndesc,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=(),
        )


# On disk --------------------------------------------------------------------------------------------------------------


class _Kept(FunctionCache):
    """Loads machine code without the compiler: importing all of numba would take longer than the rest of a command's
    start-up. Compiling imports it when needed.

    Of several processes that need the same kernel one compiles it, and the others wait for it."""

    _lock: IO[bytes] | None = None

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call] # it ships no types
        cast(Any, self)._cache_file.__class__ = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        loaded = self._loaded(sig, target_context)
        if loaded is None and self._lock is None and self._only_this_process_compiles():
            loaded = self._loaded(sig, target_context)
            if loaded is not None:
                self.others_may_compile()
        return loaded

    def _loaded(self, sig: Any, target_context: Any) -> Any:
        """Load cached code, allowing for a file that holds code for other argument types."""
        with self._guard_against_spurious_io_errors():
            loaded = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call] # it ships no types
            return loaded if loaded is None or loaded.signature.args == tuple(sig) else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code; if the disk is full nothing is saved, and the code still runs."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call] # it ships no types
        self.others_may_compile()

    def _only_this_process_compiles(self) -> bool:
        if sys.platform == "win32":
            return False
        try:
            lock = open(f"{cast(Any, self)._cache_file._index_path}.lock", "wb")  # noqa: SIM115 until it is compiled
        except OSError:
            return False
        until = monotonic() + MOST_PATIENCE
        while monotonic() < until:
            with suppress(BlockingIOError):
                flock(lock, LOCK_EX | LOCK_NB)
                self._lock = lock
                return True
            sleep(0.05)
        lock.close()
        return False

    def others_may_compile(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


class _KeptInner(_Kept):
    _impl_class: Any = _InnerCodeOnDisk


class _Files(IndexDataCacheFile):
    """Cache files, each ending in a checksum. A damaged file counts as missing, and its kernel is compiled again."""

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
    """Unpickles machine code that names numba's modules without importing them."""

    def find_class(self, module: str, name: str) -> Any:
        return _environment if name == "_rebuild_env" else super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    memo = cast(Any, Environment)._memo
    environment = memo.get(name)
    if environment is None:
        environment = memo[name] = cast(Any, Environment)({"__name__": module})
        environment.consts[:], environment.env_name = constants, name
    return environment


_CACHES: Final[dict[Callable[..., Any], _Kept]] = {}


def _cache_of(function: Callable[..., Any], modules: Iterable[ModuleType], *, inner: bool) -> _Kept:
    kind = cast(Any, _KeptInner if inner else _Kept)
    try:
        cache = kind(function)
    except RuntimeError:  # neither the module's folder nor the user's cache can be written to
        of_the_user, _SETTINGS.CACHE_DIR = _SETTINGS.CACHE_DIR, str(_temporary_folder())
        try:
            cache = kind(function)
        finally:
            _SETTINGS.CACHE_DIR = of_the_user
    index = cache._cache_file
    index._source_stamp = (index._source_stamp, *map(_digest, _files_of(function.__module__, modules)))
    return cast(_Kept, cache)


def _files_of(own: str, modules: Iterable[ModuleType]) -> list[Path]:
    watched = _WATCHED.setdefault(own, {Path(__file__)})
    for module in modules:
        watched |= {Path(str(module.__file__))} | _WATCHED.get(module.__name__, set())
    return sorted(watched)


@functools.cache
def _digest(file: Path) -> bytes:
    return sha256(file.read_bytes()).digest()


def _temporary_folder() -> Path:
    """Return a folder to which only this user can write, since code that is found there is run."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(gettempdir()) / f"chapter47-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError as error:
        raise RuntimeError("no folder for compiled code") from error
    if not S_ISDIR(status.st_mode) or status.st_uid != user or S_IMODE(status.st_mode) & 0o022:
        raise RuntimeError(f"{folder} belongs to others")
    return folder


# What people see ------------------------------------------------------------------------------------------------------


class _Shown:
    """A line on the error stream while kernels are compiled: on a terminal it counts them and disappears, elsewhere it
    is printed once."""

    def __init__(self) -> None:
        self.number = self.depth = 0
        self.is_said = False

    @contextmanager
    def compiling(self, function: Callable[..., Any]) -> Iterator[None]:
        on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.number += 1
        if on_terminal:
            print(f"{CLEARS_THE_LINE}{_line(function)} {self.number}", end="", file=sys.stderr, flush=True)
        elif not self.is_said:
            print(_line(function), file=sys.stderr, flush=True)
        self.is_said, self.depth = True, self.depth + 1
        try:
            yield
        finally:
            self.depth -= 1
            if on_terminal and not self.depth:
                print(CLEARS_THE_LINE, end="", file=sys.stderr, flush=True)


_SHOWN: Final = _Shown()


def _line(function: Callable[..., Any]) -> str:
    cache = _CACHES.get(function)
    if cache is None:
        return "Compiling for this machine; no folder can be written to, so the next run compiles again…"
    folder = Path(cache.cache_path)
    usual = {Path(function.__code__.co_filename).parent / "__pycache__", Path(_SETTINGS.CACHE_DIR) / folder.name}
    kept = "" if folder in usual else f", kept in {folder.parent}"
    return f"Compiling for this machine (first run only{kept})…"
