"""The state of the caller's shell, which must not decide what comes out."""

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.callers_state import remove_foreign
from judge.base.console import LEAST_WIDTH, MOST_WIDTH, asked_width
from judge.tests.checkout import Checkout, make_checkout

pytestmark = pytest.mark.built

TAKEN = "from judge.base.callers_state import *; take_own_state()"


def after_taking(script: str, *shell: str, **environment: str) -> str:
    """What the script prints once the state has been taken, in a shell that has first run these lines."""
    lines = "\n".join([*shell, 'exec "$@"'])
    return subprocess.run(
        ["bash", "-c", lines, "bash", sys.executable, "-c", f"{TAKEN}\n{script}"],
        env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True,
    ).stdout.strip()  # fmt: skip


@pytest.mark.parametrize("umask", ["000", "027", "077", "777"])
def test_files_have_the_judges_own_modes_but_those_that_the_caller_names(tmp_path: Path, umask: str) -> None:
    script = (
        "from pathlib import Path; from judge.base.whole_files import *;"
        f"write_in_one_step(Path({str(tmp_path)!r}) / 'own', ''); Path({str(tmp_path)!r}, 'folder').mkdir();"
        f"write_text(Path({str(tmp_path)!r}) / 'named', '')"
    )
    after_taking(script, f"umask {umask}")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"own": 0o644, "folder": 0o755, "named": 0o666 & ~int(umask, 8)}


@pytest.mark.parametrize("option", ["f", "t", "v", "d", "n", "u", "s"])
def test_limits_of_the_shell_are_lifted_as_far_as_they_may_be(option: str) -> None:
    resources = {
        "f": resource.RLIMIT_FSIZE, "t": resource.RLIMIT_CPU, "v": resource.RLIMIT_AS, "d": resource.RLIMIT_DATA,
        "n": resource.RLIMIT_NOFILE, "u": resource.RLIMIT_NPROC, "s": resource.RLIMIT_STACK,
    }  # fmt: skip
    low = {"v": "1000000", "d": "1000000", "t": "60", "n": "64", "f": "1", "u": "4000", "s": "256"}[option]
    shown = f"import resource; print(*resource.getrlimit({resources[option]}))"
    soft, _ = after_taking(shown, f"ulimit -S -{option} {low}").split()
    wanted, _ = after_taking(shown).split()
    assert soft == wanted


def test_an_end_of_a_process_is_known_whatever_the_caller_ignores() -> None:
    script = "import subprocess; print(subprocess.run(['false']).returncode)"
    assert after_taking(script, "trap '' CHLD PIPE") == "1"


def test_what_changes_tools_without_being_asked_is_removed_and_nothing_else() -> None:
    foreign = [
        "PYTHONHOME", "PYTHONOPTIMIZE", "LD_PRELOAD", "GREP_OPTIONS", "CDPATH", "ENV", "BASH_ENV", "CC", "CXX",
        "CFLAGS", "CXXFLAGS", "LDFLAGS", "CPATH", "CPLUS_INCLUDE_PATH", "MAKEFLAGS", "CMAKE_GENERATOR",
        "CMAKE_TOOLCHAIN_FILE",
        "NVCC_APPEND_FLAGS", "GIT_DIR", "TAR_OPTIONS", "POSIXLY_CORRECT", "GCC_EXEC_PREFIX", "BASH_FUNC_cp%%",
    ]  # fmt: skip
    kept = [
        "PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TERM", "TZ", "PYTHONPATH", "LD_LIBRARY_PATH", "CUDACXX",
        "CUDA_VISIBLE_DEVICES", "NO_COLOR", "SLURM_JOB_ID", "XDG_STATE_HOME", "PIP_INDEX_URL",
        "WARP_JUDGE_SETUP", "CCX",
    ]  # fmt: skip
    environment = dict.fromkeys([*foreign, *kept], "x")
    remove_foreign(environment)
    assert [*environment] == kept


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("0", None), ("", None), ("-1", None), ("²", None), ("x", None), ("1e3", None), ("80", 80), ("1", LEAST_WIDTH),
        ("99999999", MOST_WIDTH), ("9" * 5000, MOST_WIDTH), ("00000000000080", None),
    ],
)  # fmt: skip
def test_columns_that_cannot_be_are_not_taken(text: str, width: int | None) -> None:
    assert asked_width({"COLUMNS": text}) == width
    assert asked_width({}) is None


@pytest.fixture
def checkout(tree: object, state: Path) -> Checkout:
    return make_checkout(tree, state)  # type: ignore[arg-type]


@pytest.mark.parametrize("columns", ["0", "1", "99999999", "²"])
def test_something_is_shown_whatever_columns_say(shared_checkout: Checkout, columns: str) -> None:
    shown = shared_checkout.run("list", environment={"COLUMNS": columns, "LINES": columns})
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "double" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= MOST_WIDTH


HOSTILE = {
    "LD_PRELOAD": "/no/such/library.so", "CC": "/bin/false", "CXX": "/bin/false", "CXXFLAGS": "-no-such-option",
    "CPLUS_INCLUDE_PATH": "/no/such/folder", "BASH_ENV": "/dev/full", "ENV": "/dev/full", "CDPATH": "/usr:/",
    "GREP_OPTIONS": "--no-such-option", "TAR_OPTIONS": "--no-such-option", "PYTHONIOENCODING": "ascii",
    "TZ": ":/etc/passwd", "TERM": "no-such-terminal",
    "LC_ALL": "no_SUCH.locale", "LANG": "C", "JAVA_TOOL_OPTIONS": "-no-such-option", "GIT_DIR": "/no/such/folder",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "environment"),
    [
        ("umask 000", {}),
        ("umask 027", {}),
        ("umask 077", {}),
        ("trap '' CHLD PIPE HUP", {}),
        ("ulimit -S -f 1; ulimit -S -s 256; ulimit -S -n 32; ulimit -c 0", {}),
        ("exec <&- 2>/dev/null", {}),
        ("unset HOME", {}),
        ("true", HOSTILE),
    ],
    ids=["open umask", "group's umask", "closed umask", "ignored signals", "limits", "stdin", "no home", "variables"],
)  # fmt: skip
def test_a_right_solution_is_accepted_whatever_the_shell_hands_on(
    checkout: Checkout, tmp_path: Path, shell: str, environment: dict[str, str]
) -> None:
    solution = tmp_path / "right.py"
    solution.write_text("print(2 * int(input()))\n")
    for name in ("submissions", "self-tests"):  # nothing that was made under another umask
        (checkout.root / "build" / name).unlink()
    judged = checkout.run(
        "submit",
        "double",
        str(solution),
        prefix=["sh", "-c", f'{shell}; exec "$@"', "sh"],
        environment=environment,
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr
    written = [path for path in (checkout.root / "build/submissions").rglob("*") if not path.is_symlink()]
    assert written
    assert all(not path.stat().st_mode & 0o022 for path in written)


@pytest.mark.parametrize(
    "limit", ["ulimit -f 0", "ulimit -f 1", "ulimit -n 12", "ulimit -n 20", "ulimit -v 200000"]
)
def test_a_limit_that_cannot_be_lifted_is_no_verdict(checkout: Checkout, tmp_path: Path, limit: str) -> None:
    """A hard limit, which only a privilege raises: with it the solution is accepted."""
    solution = tmp_path / "right.py"
    solution.write_text("print(2 * int(input()))\n")
    judged = checkout.run("submit", "double", str(solution), prefix=["sh", "-c", f'{limit}; exec "$@"', "sh"])
    assert judged.returncode in (0, 2), judged.stdout
    assert judged.returncode == 0 or limit[:9] in judged.stderr
    assert "RTE" not in judged.stdout
    assert "internal error" not in judged.stderr


def test_a_removed_folder_is_told(shared_checkout: Checkout, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    leaving = ["sh", "-c", 'cd "$1"; rmdir "$1"; shift; exec "$@"', "sh", str(gone)]
    done = shared_checkout.run("list", prefix=leaving)
    assert done.returncode == 2
    assert "cd to another" in done.stderr
