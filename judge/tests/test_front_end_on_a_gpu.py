"""The script that records what a GPU makes of the programs for the front end, with stand-ins for nvcc and the GPU."""

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from judge.project.installation import this_installation

TESTS = this_installation().root / "runner/emulator/tests"
# Reports each comment `// refused: TEXT` as an error; a program is what follows `// sh: `.
NVCC = r"""#!/bin/sh
for word; do case $word in *.cu) source=$word ;; -DREPAIRED) repaired=1 ;; -o) next=1 ;; *)
  [ -z "$next" ] || program=$word; next= ;; esac; done
if [ -z "$repaired" ] && grep -q '// refused: ' "$source"; then
  awk -v name="${source##*/}" \
    '/refused: /{sub(/.*refused: /, ""); print name "(" NR "): error: " $0 " here"}' "$source" >&2
  exit 2
fi
{ echo '#!/bin/sh'; sed -n 's,^// sh: ,,p' "$source"; } >"$program"
chmod +x "$program"
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in (("nvcc", NVCC), ("nvidia-smi", "#!/bin/sh\necho A GPU, 1.0\n")):
        (tools / name).write_text(text, encoding="utf-8")
        (tools / name).chmod(0o755)
    for room in ("right", "wrong"):
        (tmp_path / room).mkdir()
    return tmp_path


def run(machine: Path, *options: str, seconds: int = 60) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        TESTS / "front_end_on_a_gpu.py",
        "--programs",
        machine,
        "--folder",
        machine / "out",
    ]
    path = f"{machine / 'tools'}:{os.environ['PATH']}"
    return subprocess.run(
        [*map(str, command), "--seconds", str(seconds), *options], env={**os.environ, "PATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def outputs(machine: Path) -> dict[str, str]:
    with tarfile.open(machine / "out/front_end_outputs.tar.gz") as packed:
        files = {member.name: packed.extractfile(member) for member in packed.getmembers()}
        return {name: file.read().decode() for name, file in files.items() if file}


def test_what_is_right_gives_its_output(machine: Path) -> None:
    (machine / "right/echo.cu").write_text("// sh: cat\n", encoding="utf-8")
    (machine / "right/echo.in").write_text("5\n", encoding="utf-8")
    (machine / "wrong/sum.cu").write_text("x;  // fault: race\n// sh: echo 7\n", encoding="utf-8")
    (machine / "wrong/call.cu").write_text("f();  // refused: no f\n// sh: echo 8\n", encoding="utf-8")
    done = run(machine)
    assert done.returncode == 0, done.stdout + done.stderr
    assert outputs(machine) == {"right/echo.out": "5\n", "wrong/sum.out": "7\n", "wrong/call.out": "8\n"}
    assert "wrong    call: refused, as expected\n" in done.stdout
    table = json.loads((machine / "out/front_end.json").read_text(encoding="utf-8"))
    assert table["gpu"] == "A GPU, 1.0"
    seen = {(row["name"], row["form"]): row for row in table["programs"]}
    assert [one["output"] for one in seen["sum", "wrong"]["runs"]] == ["7\n"] * 3
    assert seen["call", "wrong"]["compiler"] == "call.cu(1): error: no f here\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("room", "source", "complaint"),
    [
        ("right", "// sh: date +%N\n", "expected the same output each time; found line 1: "),
        ("right", "// sh: exit 3\n", "expected to end with status 0; it exit status 3 / "),
        ("right", "// sh: sleep 9\n", "expected to end with status 0; it hangs\n"),
        ("right", "f();  // refused: no f\n", "expected to compile; nvcc exit status 2"),
        ("wrong", "// sh: echo 1\n", "expected a comment `// fault: KIND` or `// refused: TEXT`; found none"),
    ],
)
def test_what_is_not_as_expected_is_told(machine: Path, room: str, source: str, complaint: str) -> None:
    (machine / room / "one.cu").write_text(source, encoding="utf-8")
    done = run(machine, seconds=1 if "hangs" in complaint else 60)
    assert done.returncode == 1
    assert complaint in done.stdout
    assert room == "wrong" or outputs(machine) == {}


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("one.cu(1): error: no g", "expected at line 1: no f; found no such error"),
        ("one.cu(2): error: no f", "expected errors at lines [1]; found [2]"),
        ("", "expected nvcc to refuse line 1: no f; found: it compiles"),
    ],
)
def test_a_program_has_to_be_refused_where_it_says(machine: Path, said: str, complaint: str) -> None:
    (machine / "wrong/one.cu").write_text("f();  // refused: no f\n// sh: echo 1\n", encoding="utf-8")
    real = machine / "tools/real-nvcc"
    (machine / "tools/nvcc").rename(real)
    refusal = f"echo '{said}'; exit 2" if said else f'exec {real} "$@" -DREPAIRED'
    (machine / "tools/nvcc").write_text(
        f'#!/bin/sh\ncase "$*" in *REPAIRED*) exec {real} "$@" ;; esac\n{refusal}\n', encoding="utf-8"
    )
    (machine / "tools/nvcc").chmod(0o755)
    done = run(machine)
    assert done.returncode == 1
    assert complaint in done.stdout


def test_without_a_gpu_nothing_is_run(machine: Path) -> None:
    """A program that checks no error prints something without one, too."""
    (machine / "right/one.cu").write_text("// sh: echo 1\n", encoding="utf-8")
    (machine / "tools/nvidia-smi").write_text("#!/bin/sh\nexit 9\n", encoding="utf-8")
    done = run(machine)
    assert done.returncode == 2
    assert "expected a GPU; nvidia-smi found none" in done.stderr
    assert not (machine / "out").exists()
    done = run(machine, "--compile-only")
    assert done.returncode == 0
    assert outputs(machine) == {}
    assert "right    one: compiles, not run\n" in done.stdout


def test_what_there_is_no_time_for_is_told(machine: Path) -> None:
    (machine / "right/one.cu").write_text("// sh: echo 1\n", encoding="utf-8")
    done = run(machine, "--within", "0")
    assert done.returncode == 1
    assert "not run: 0 s had passed (--within)" in done.stdout
    assert outputs(machine) == {}
