"""The unit of docs/serve.md as systemd reads it: without a fault, and with what it shuts off."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[3] / "docs/serve/warp-judge.service"
EXPOSURE = 8.0
"""The highest exposure by systemd, of 10: most of it is due to capabilities and namespaces that the sandbox needs."""


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("no systemd-analyze here; apt-get install systemd")
    return found


def unit(folder: Path, old: str = "", new: str = "") -> Path:
    """The unit with a program that is here in the place of the launcher's, and a change."""
    text = UNIT.read_text().replace("/opt/warp-judge/judge/judge", "/bin/true")
    assert old in text
    file = folder / UNIT.name
    file.write_text(text.replace(old, new) if old else text)
    return file


def said(analyze: str, file: Path) -> str:
    done = subprocess.run([analyze, "verify", "--man=no", file], capture_output=True, text=True, check=False)
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if file.name in line)


def test_systemd_finds_no_fault_in_it(analyze: str, tmp_path: Path) -> None:
    assert said(analyze, unit(tmp_path)) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Type=notify", "Type=notified"),
        ("WatchdogSec=60", "WatchdogSeconds=60"),
        ("KillMode=mixed", "KillMode=some"),
        ("/bin/true", "/no/such/program"),
    ],
)
def test_a_fault_would_be_found(analyze: str, tmp_path: Path, old: str, new: str) -> None:
    assert said(analyze, unit(tmp_path, old, new))


def test_what_it_shuts_off_stays_so(analyze: str, tmp_path: Path) -> None:
    command = [analyze, "security", "--offline=yes", "--json=short", "--no-pager", str(unit(tmp_path))]
    rows = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    shut = {row["name"] for row in rows if row["set"]}
    assert shut >= {
        *("ProtectSystem=", "ProtectHome=", "PrivateTmp=", "CapabilityBoundingSet=~CAP_SYS_TIME"),
        *("ProtectKernelModules=", "LockPersonality=", "RestrictRealtime="),
    }
    command = [analyze, "security", "--offline=yes", f"--threshold={EXPOSURE * 10:.0f}", str(unit(tmp_path))]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_the_sandbox_keeps_what_it_is_made_of() -> None:
    """Each of these would take the isolation away, without which the judge does not start."""
    given = set(re.findall(r"^(\w+)=", UNIT.read_text(), re.MULTILINE))
    assert {"Delegate", "Type", "WatchdogSec"} <= given
    assert not given & {
        *("NoNewPrivileges", "PrivateUsers", "RestrictNamespaces", "ProtectControlGroups"),
        *("ProtectKernelTunables", "MemoryDenyWriteExecute", "ProtectHostname", "ProtectClock"),
    }
