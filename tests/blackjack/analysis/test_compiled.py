"""Compiled code that is kept on disk is renewed when a module it calls changes, or when it is damaged."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

STEP = "from chapter47.core.numeric.compiled import compiled\n@compiled\ndef step(card):\n    return card + {}\n"
ROUND = """
import step
from chapter47.core.numeric.compiled import compiled_with
@compiled_with(step)
def play(card):
    return step.step(card)
print(play(1), sum(play.stats.cache_hits.values()))
"""


NURSERY = """
import os, runpy, sys
import numba
import chapter47.core.numeric.compiled
numba.njit(lambda card: card + 1)(1)
for line in sys.stdin:
    folder = line.rstrip()
    if os.fork() == 0:
        os.chdir(folder)
        sys.path.insert(0, folder)
        numba.config.CACHE_DIR = os.path.join(folder, "kept")
        runpy.run_path("round.py")
        sys.exit()
    if os.wait()[1]:
        print("failed", flush=True)
"""


def run_from_the_start(folder: Path) -> str:
    """In a process that has loaded nothing yet, as commands do."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept")}
    command = [sys.executable, "round.py"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


Run = Callable[[Path], str]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """In a new process each time, forked from one that has loaded numba and none of these kernels."""
    command = [sys.executable, "-c", NURSERY]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as nursery:
        lines, shown = nursery.stdin, nursery.stdout
        assert lines is not None
        assert shown is not None

        def play(folder: Path) -> str:
            lines.write(f"{folder}\n")
            return shown.readline()

        yield play
        lines.close()


@pytest.fixture(scope="module")
def compiled_once(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose kernels are compiled and cached; tests that damage a file restore it."""
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "step.py").write_text(STEP.format(1), encoding="utf-8")
    (folder / "round.py").write_text(ROUND, encoding="utf-8")
    assert run(folder) == "2 0\n"
    return folder


def test_a_kernel_is_compiled_again_when_one_that_it_calls_changes(tmp_path: Path) -> None:
    (tmp_path / "step.py").write_text(STEP.format(1), encoding="utf-8")
    (tmp_path / "round.py").write_text(ROUND, encoding="utf-8")
    assert run_from_the_start(tmp_path) == "2 0\n"
    assert run_from_the_start(tmp_path) == "2 1\n"
    (tmp_path / "step.py").write_text(STEP.format(20), encoding="utf-8")
    assert run_from_the_start(tmp_path) == "21 0\n"


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [lambda kept: b"", lambda kept: kept[: len(kept) // 2], lambda kept: b"no code"])
def test_a_damaged_file_is_compiled_again(
    run: Run, compiled_once: Path, ending: str, damage: Callable[[bytes], bytes]
) -> None:
    for kept in compiled_once.rglob(f"*.{ending}"):
        kept.write_bytes(damage(kept.read_bytes()))
    assert run(compiled_once) == "2 0\n"
    assert run(compiled_once) == "2 1\n"


def test_machine_code_with_another_byte_is_compiled_again(run: Run, compiled_once: Path) -> None:
    (kept,) = compiled_once.rglob("round.play-*.nbc")
    whole = kept.read_bytes()
    middle = len(whole) // 2
    kept.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert run(compiled_once) == "2 0\n"


def test_code_that_cannot_be_kept_runs_all_the_same(run: Run, tmp_path: Path) -> None:
    (tmp_path / "step.py").write_text(STEP.format(1), encoding="utf-8")
    full = "from numba.core.caching import IndexDataCacheFile\ndef save(self, key, data):\n    raise OSError(28)\n"
    (tmp_path / "round.py").write_text(f"{full}IndexDataCacheFile.save = save\n{ROUND}", encoding="utf-8")
    assert run(tmp_path) == "2 0\n"
    assert run(tmp_path) == "2 0\n"


def test_a_kernel_is_compiled_again_when_a_module_changes_that_its_kernels_are_made_of(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "face.py").write_text("WORTH = 10\n", encoding="utf-8")
    by_face = STEP.format("face.WORTH").replace("import compiled\n", "import compiled_with\nimport face\n")
    (tmp_path / "step.py").write_text(by_face.replace("@compiled", "@compiled_with(face)"), encoding="utf-8")
    (tmp_path / "round.py").write_text(ROUND, encoding="utf-8")
    assert run(tmp_path) == "11 0\n"
    (tmp_path / "face.py").write_text("WORTH = 100\n", encoding="utf-8")
    assert run(tmp_path) == "101 0\n"
    assert run(tmp_path) == "101 1\n"


def test_of_two_processes_one_compiles_and_the_other_loads(tmp_path: Path) -> None:
    (tmp_path / "step.py").write_text(STEP.format(1), encoding="utf-8")
    (tmp_path / "round.py").write_text(ROUND, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    command = [sys.executable, "round.py"]
    both = [
        subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert sorted(process.communicate()[0] for process in both) == ["2 0\n", "2 1\n"]


def without_a_folder(folder: Path, temporary: Path) -> subprocess.CompletedProcess[str]:
    """Files lie where the folders of the module and of the user would be, which stops root too."""
    (folder / "step.py").write_text(STEP.format(1), encoding="utf-8")
    (folder / "round.py").write_text(ROUND, encoding="utf-8")
    for name in ("__pycache__", "home"):
        (folder / name).touch()
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment |= {"HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "home"), "TMPDIR": str(temporary)}
    command = [sys.executable, "round.py"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)


def test_code_is_kept_in_a_temporary_folder_where_nothing_else_can_be_written_and_this_is_said_once(
    tmp_path: Path,
) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    first, second = without_a_folder(tmp_path, temporary), without_a_folder(tmp_path, temporary)
    (made,) = temporary.glob("chapter47-*")
    assert made.stat().st_mode & 0o077 == 0
    assert (first.stdout, second.stdout) == ("2 0\n", "2 1\n")
    assert first.stderr == f"Compiling for this machine (first run only, kept in {made})…\n"
    assert second.stderr == ""


def test_a_temporary_folder_to_which_others_can_write_is_not_used(tmp_path: Path) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    without_a_folder(tmp_path, temporary)
    (made,) = temporary.glob("chapter47-*")
    made.chmod(0o777)
    ran = without_a_folder(tmp_path, temporary)
    assert ran.stdout == "2 0\n"
    assert ran.stderr == ("Compiling for this machine; no folder can be written to, so the next run compiles again…\n")
