"""The files in `deploy/` fit the program: every option they give exists, and the unit passes systemd's own check."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from chapter47.cli.serve import serve

DEPLOY = Path(__file__).parents[2] / "deploy"
OPTIONS = {
    name
    for hint in serve.__annotations__.values()
    for part in getattr(hint, "__metadata__", ())
    for name in (getattr(part, "name", None) or ())
}


@pytest.mark.parametrize("name", ["chapter47.service", "Containerfile", "compose.yaml"])
def test_every_option_exists(name: str) -> None:
    lines = [line for line in (DEPLOY / name).read_text().splitlines() if not line.startswith("#")]
    if name != "compose.yaml":
        lines = [line for line in lines if re.search(r"chapter47\b.*\bserve\b", line)]
    given = set(re.findall(r"(?<![\w-])--[a-z-]+", "\n".join(lines)))
    assert given
    assert given <= OPTIONS


def test_the_unit_passes_the_check_of_systemd(tmp_path: Path) -> None:
    """As far as this machine can tell: systemd's own check where it is installed, and hardening in any case."""
    text = (DEPLOY / "chapter47.service").read_text()
    for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "DynamicUser=yes", "CapabilityBoundingSet="):
        assert f"\n{line}\n" in text
    if checker := shutil.which("systemd-analyze"):
        unit = tmp_path / "chapter47.service"
        unit.write_text(text.replace("/opt/chapter47/bin/chapter47", "/bin/true"))
        done = subprocess.run([checker, "verify", str(unit)], capture_output=True, text=True, check=False)
        assert "chapter47.service" not in done.stderr, done.stderr
